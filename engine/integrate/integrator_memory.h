// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "system/state.h"
#include "system/system.h"

namespace trammel {

/// All that a run goes on from, as plain data: the State, what the integrator remembers of its last step and of those
/// before, and what is scheduled. A run resumed from it continues bit for bit as if it had not been interrupted.
///
/// **Source:** derived here.
class IntegratorMemory {
public:
    /// What people call the method it belongs to.
    std::string method;
    struct Numbers {
        std::string name;
        std::vector<Real> values;
    };
    std::vector<Numbers> numbers;
    /// In the form of saveState().
    struct SavedState {
        std::string name, text;
    };
    std::vector<SavedState> states;

    /// As text that read() reads back to the same bits.
    ///
    ///     trammel integrator memory 1
    ///     method "Runge-Kutta-Merson 4(3)"
    ///     numbers "next step size" = 0.01
    ///     state "advanced" = "trammel state 1\n..."
    ///     end checksum 6c62272e07bb0142
    void write(std::ostream& out) const;
    /// No value, and errors with their lines, if the text is damaged.
    static Result<IntegratorMemory> read(std::istream& in);
};

/// Shows an IntegratorMemory, or fills one, by one and the same function of whoever has something to remember.
class MemoryVisitor {
public:
    virtual ~MemoryVisitor() = default;
    /// As many numbers as there are.
    virtual void list(const char* name, std::vector<Real>& values) = 0;
    virtual void state(const char* name, State& state) = 0;
    /// As many numbers as the model has variables.
    void vector(const char* name, Vector& values);
    void columns(const char* name, Matrix& values, int count);
    /// A Real, a whole number, a flag or a value of an enumeration.
    template <class Number>
    void value(const char* name, Number& number) {
        one_.assign(1, Real(number));
        fixed(name, one_);
        number = Number(one_[0]);
    }

protected:
    /// Numbers whose count is known.
    virtual void fixed(const char* name, std::vector<Real>& values) = 0;

private:
    std::vector<Real> one_, many_;
};

/// Puts what is shown to it into a memory; variables without text form become errors.
class MemoryWriter : public MemoryVisitor {
public:
    explicit MemoryWriter(const System& system) : system_(system) {}
    void list(const char* name, std::vector<Real>& values) override;
    void state(const char* name, State& state) override;

    Result<IntegratorMemory> result{.value = IntegratorMemory{}, .diagnostics = {}};

protected:
    void fixed(const char* name, std::vector<Real>& values) override { list(name, values); }

private:
    const System& system_;
};

/// Replaces what is shown to it by what a memory holds; what the memory does not have becomes an error, and stays as it is.
class MemoryReader : public MemoryVisitor {
public:
    MemoryReader(const System& system, const IntegratorMemory& memory) : system_(system), memory_(memory) {}
    void list(const char* name, std::vector<Real>& values) override;
    void state(const char* name, State& state) override;

    Diagnostics diagnostics;

protected:
    void fixed(const char* name, std::vector<Real>& values) override;

private:
    const IntegratorMemory::Numbers* find(const char* name);

    const System& system_;
    const IntegratorMemory& memory_;
};

}  // namespace trammel
