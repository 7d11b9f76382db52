// SPDX-License-Identifier: Apache-2.0
#include "exploration/synthesis/curve.h"

#include <charconv>
#include <sstream>

#include "meta/number_rows.h"

namespace trammel {

namespace {
std::vector<Complex> joined(const std::vector<Complex>& points, bool closed) {
    std::vector<Complex> line = points;
    if (closed && !line.empty()) line.push_back(line.front());
    return line;
}

Real lengthOf(const std::vector<Complex>& line) {
    Real length = 0;
    for (std::size_t i = 1; i < line.size(); ++i) length += std::abs(line[i] - line[i - 1]);
    return length;
}

/// The number at @p at, which is moved past it and the following separators; empty without a number.
std::optional<Real> takeNumber(const std::string& line, std::size_t& at) {
    Real value = 0;
    const auto [end, fault] = std::from_chars(line.data() + at, line.data() + line.size(), value);
    if (fault != std::errc() || !std::isfinite(value)) return std::nullopt;
    at = line.find_first_not_of(" \t,;", std::size_t(end - line.data()));
    if (at == line.npos) at = line.size();
    return value;
}
}  // namespace

bool looksClosed(const std::vector<Complex>& points) {
    constexpr Real near = 0.1;
    return points.size() > 3 && std::abs(points.back() - points.front()) < near * lengthOf(points);
}

std::vector<Complex> resample(const std::vector<Complex>& points, std::size_t count, bool closed) {
    const std::vector<Complex> line = joined(points, closed);
    const Real length = lengthOf(line);
    if (!(length > 0) || count < 2) return {};
    std::vector<Complex> even;
    std::size_t next = 1;
    Real before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Real at = length * Real(i) / Real(closed ? count : count - 1);
        while (next + 1 < line.size() && before + std::abs(line[next] - line[next - 1]) < at) {
            before += std::abs(line[next] - line[next - 1]);
            ++next;
        }
        const Real piece = std::abs(line[next] - line[next - 1]);
        const Real share = piece > 0 ? std::min(1., (at - before) / piece) : 0;
        even.push_back(line[next - 1] + share * (line[next] - line[next - 1]));
    }
    return even;
}

std::vector<Complex> readCurve(const std::string& text) {
    std::vector<Complex> points;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::size_t at = line.find_first_not_of(" \t");
        if (at == line.npos) continue;
        const std::optional<Real> x = takeNumber(line, at);
        const std::optional<Real> y = x ? takeNumber(line, at) : std::nullopt;
        if (y) points.emplace_back(*x, *y);
    }
    return points;
}

std::string writeCurve(const std::vector<Complex>& points) {
    std::vector<std::vector<Real>> rows;
    rows.reserve(points.size());
    for (const Complex& p : points) rows.push_back({p.real(), p.imag()});
    return writeRows(rows);
}

}  // namespace trammel
