// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "system/state.h"
#include "system/system.h"

namespace trammel {

/// Restart data of a run: the State, the integrator's history, and scheduled events. A resumed run continues bitwise
/// identically.
///
/// **Source:** derived here.
class IntegratorMemory {
public:
    /// Display name of the method.
    std::string method;
    struct Numbers {
        std::string name;
        std::vector<Real> values;
    };
    std::vector<Numbers> numbers;
    /// Text in the format of saveState().
    struct SavedState {
        std::string name, text;
    };
    std::vector<SavedState> states;

    /// Writes text that read() reads back bitwise identical.
    ///
    ///     trammel integrator memory 4
    ///     method "Runge-Kutta-Merson 4(3)"
    ///     numbers "next step size" = 0.01
    ///     state "advanced" = "trammel state 1
    /// ..."
    ///     end checksum 6c62272e07bb0142
    void write(std::ostream& out) const;
    /// Returns no value, and errors with line numbers, if the text is damaged.
    static Result<IntegratorMemory> read(std::istream& in);
};

/// Saves to or restores from an IntegratorMemory; owners of restart data describe it in one function for both.
class MemoryVisitor {
public:
    virtual ~MemoryVisitor() = default;
    /// A list of any length.
    virtual void list(const char* name, std::vector<Real>& values) = 0;
    virtual void state(const char* name, State& state) = 0;
    /// One number per variable of the model.
    void vector(const char* name, Vector& values);
    void columns(const char* name, Matrix& values, int count);
    /// A Real, an integer, a flag or an enumerator.
    template <class Number>
    void value(const char* name, Number& number) {
        one_.assign(1, Real(number));
        fixed(name, one_);
        number = Number(one_[0]);
    }

protected:
    /// Numbers of known count.
    virtual void fixed(const char* name, std::vector<Real>& values) = 0;

private:
    std::vector<Real> one_, many_;
};

/// Stores visited data in a memory; variables without text form become errors.
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

/// Replaces visited data by those of a memory; data missing there become errors and stay unchanged.
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
