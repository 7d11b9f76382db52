// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "math/vec.h"

namespace trammel {

class TextReader;
class TextWriter;

/// One pass over the parts of a value, in a fixed order; see value_parts::visitParts(). A type compiles one such pass for
/// text, comparison, perturbation and size together.
class PartVisitor {
public:
    /// Use of the parts: values are only looked at, their numbers and flags change, or they are replaced.
    enum class Access { Look, Change, Read };

    virtual ~PartVisitor() = default;

    virtual void real(Real&) {}
    virtual void flag(bool&) {}
    virtual void integer(std::int64_t&) {}
    virtual void enumerator(std::int64_t&) {}
    virtual void text(std::string&) {}
    /// Elements of a matrix.
    virtual void reals(Real* x, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) real(x[i]);
    }

    /// Before and after the parts of a composed value.
    virtual void open() {}
    virtual void close() {}
    /// Name of the next part.
    virtual void field(const char*) {}
    // A reader sets the arguments of the following.
    /// Shape of a matrix, which does not change if @p isFixed.
    virtual void shape(std::int64_t& /*rows*/, std::int64_t& /*columns*/, bool /*isRowMajor*/, bool /*isFixed*/) {}
    /// Number of elements, and the size of each.
    virtual void count(std::int64_t&, std::size_t /*bytes*/) {}
    /// Index of the alternative of a variant.
    virtual void alternative(std::int64_t&) {}
    /// Whether an optional value is there.
    virtual void presence(bool&) {}

    Access access() const { return access_; }
    /// Once true, the rest of the pass does nothing.
    bool failed() const { return failed_; }
    void fail() { failed_ = true; }

protected:
    explicit PartVisitor(Access access) : access_(access) {}

private:
    Access access_;
    bool failed_ = false;
};

/// Writes values as text.
class PartWriter final : public PartVisitor {
public:
    explicit PartWriter(TextWriter& out) : PartVisitor(Access::Look), out_(out) {}
    void real(Real& x) override;
    void flag(bool& x) override;
    void integer(std::int64_t& x) override;
    void enumerator(std::int64_t& x) override { integer(x); }
    void text(std::string& x) override;
    void open() override;
    void close() override;
    void field(const char* name) override;
    void shape(std::int64_t& rows, std::int64_t& columns, bool isRowMajor, bool isFixed) override;
    void count(std::int64_t& n, std::size_t bytes) override;
    void alternative(std::int64_t& index) override { integer(index); }
    void presence(bool& isPresent) override;

private:
    TextWriter& out_;
};

/// Reads what PartWriter wrote; fails at the first difference. Refuses sizes larger than the text could hold.
class PartReader final : public PartVisitor {
public:
    explicit PartReader(TextReader& in) : PartVisitor(Access::Read), in_(in) {}
    void real(Real& x) override;
    void flag(bool& x) override;
    void integer(std::int64_t& x) override;
    void enumerator(std::int64_t& x) override { integer(x); }
    void text(std::string& x) override;
    void open() override;
    void close() override;
    void shape(std::int64_t& rows, std::int64_t& columns, bool isRowMajor, bool isFixed) override;
    void count(std::int64_t& n, std::size_t bytes) override;
    void alternative(std::int64_t& index) override { integer(index); }
    void presence(bool& isPresent) override;

private:
    TextReader& in_;
};

/// Changes all numbers of one kind.
class PartPerturber final : public PartVisitor {
public:
    enum class Leaf { Reals, Flags, Integers };
    explicit PartPerturber(Leaf leaf) : PartVisitor(Access::Change), leaf_(leaf) {}
    void real(Real& x) override;
    void flag(bool& x) override;
    void integer(std::int64_t& x) override;
    /// Whether the value has any.
    bool any() const { return any_; }

private:
    Leaf leaf_;
    bool any_ = false;
};

/// Adds up memory on the heap.
class HeapMeter final : public PartVisitor {
public:
    HeapMeter() : PartVisitor(Access::Look) {}
    void text(std::string& x) override { bytes_ += x.size(); }
    void reals(Real*, std::size_t) override {}
    void shape(std::int64_t& rows, std::int64_t& columns, bool, bool isFixed) override {
        if (!isFixed) bytes_ += std::size_t(rows * columns) * sizeof(Real);
    }
    void count(std::int64_t& n, std::size_t bytes) override { bytes_ += std::size_t(n) * bytes; }
    std::size_t bytes() const { return bytes_; }

private:
    std::size_t bytes_ = 0;
};

}  // namespace trammel
