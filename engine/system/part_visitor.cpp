// SPDX-License-Identifier: Apache-2.0
#include "system/part_visitor.h"

#include <cmath>

#include "system/value_text.h"

namespace trammel {

// --- Writer ---

void PartWriter::real(Real& x) { out_.real(x); }
void PartWriter::flag(bool& x) { out_.word(x ? "true" : "false"); }
void PartWriter::integer(std::int64_t& x) { out_.integer(x); }
void PartWriter::text(std::string& x) { out_.quoted(x); }
void PartWriter::open() { out_.word("["); }
void PartWriter::close() { out_.word("]"); }
void PartWriter::field(const char* name) { out_.field(name); }
void PartWriter::shape(std::int64_t& rows, std::int64_t& columns, bool isRowMajor, bool isFixed) {
    out_.shape(rows, columns, isRowMajor, isFixed);
}
void PartWriter::count(std::int64_t& n, std::size_t) { out_.count(n); }
void PartWriter::presence(bool& isPresent) { out_.word(isPresent ? "some" : "none"); }

// --- Reader ---

void PartReader::real(Real& x) {
    if (!failed() && !in_.real(x)) fail();
}
void PartReader::flag(bool& x) {
    if (failed()) return;
    x = in_.expect("true");
    if (!x && !in_.expect("false")) fail();
}
void PartReader::integer(std::int64_t& x) {
    if (!failed() && !in_.integer(x)) fail();
}
void PartReader::text(std::string& x) {
    if (!failed() && !in_.quoted(x)) fail();
}
void PartReader::open() {
    if (!failed() && !in_.expect("[")) fail();
}
void PartReader::close() {
    if (!failed() && !in_.expect("]")) fail();
}
void PartReader::shape(std::int64_t& rows, std::int64_t& columns, bool, bool isFixed) {
    if (isFixed || failed()) return;
    const auto limit = std::int64_t(in_.rest().size());
    if (!in_.integer(rows) || !in_.integer(columns) || rows < 0 || columns < 0 || (rows > 0 && columns > limit / rows))
        fail();
}
void PartReader::count(std::int64_t& n, std::size_t) {
    if (!failed() && (!in_.integer(n) || n < 0 || n > std::int64_t(in_.rest().size()))) fail();
}
void PartReader::presence(bool& isPresent) {
    if (failed()) return;
    isPresent = in_.expect("some");
    if (!isPresent && !in_.expect("none")) fail();
}

// --- Perturber ---

void PartPerturber::real(Real& x) {
    if (leaf_ != Leaf::Reals) return;
    x = std::isfinite(x) ? x * 1.03125 + 0.03125 : 1;
    any_ = true;
}
void PartPerturber::flag(bool& x) {
    if (leaf_ != Leaf::Flags) return;
    x = !x;
    any_ = true;
}
void PartPerturber::integer(std::int64_t& x) {
    if (leaf_ != Leaf::Integers) return;
    ++x;
    any_ = true;
}

}  // namespace trammel
