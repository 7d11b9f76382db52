// SPDX-License-Identifier: Apache-2.0
#include "import/drawing/svg_path.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace trammel {

namespace {

/// Numbers and letters of path data and transforms.
class Scanner {
public:
    explicit Scanner(std::string_view text) : rest_(text) {}
    bool isAtEnd() {
        skip();
        return rest_.empty();
    }
    char peek() {
        skip();
        return rest_.empty() ? '\0' : rest_.front();
    }
    char take() {
        const char c = peek();
        if (c) rest_.remove_prefix(1);
        return c;
    }
    std::optional<Real> number() {
        skip();
        std::string_view text = rest_;
        if (text.starts_with('+')) text.remove_prefix(1);
        Real x = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
        constexpr Real most = 1e12;
        if (error != std::errc() || !std::isfinite(x) || std::abs(x) > most) return std::nullopt;
        rest_ = text.substr(static_cast<std::size_t>(end - text.data()));
        return x;
    }
    /// A flag of an arc: one digit, which the next number may follow at once.
    std::optional<bool> flag() {
        const char c = peek();
        if (c != '0' && c != '1') return std::nullopt;
        rest_.remove_prefix(1);
        return c == '1';
    }
    bool startsNumber() {
        const char c = peek();
        return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
    }
    std::string_view word() {
        skip();
        std::size_t n = 0;
        while (n < rest_.size() && std::isalpha(static_cast<unsigned char>(rest_[n]))) ++n;
        const std::string_view found = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return found;
    }

private:
    void skip() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == ',' || rest_.front() == '\t' ||
                                  rest_.front() == '\n' || rest_.front() == '\r'))
            rest_.remove_prefix(1);
    }
    std::string_view rest_;
};

/// An elliptical arc by its center.
struct CenterArc {
    Vec2 center, u, v;
    Real start = 0, sweep = 0;
    Vec2 at(Real angle) const { return center + std::cos(angle) * u + std::sin(angle) * v; }
};

/// **Source:** SVG 1.1, F.6.5, conversion from endpoint to center parameterization.
std::optional<CenterArc> findCenter(const Vec2& from, const Vec2& to, Real rx, Real ry, Real turn, bool large,
                                    bool positive) {
    rx = std::abs(rx);
    ry = std::abs(ry);
    if (!(rx > 0) || !(ry > 0) || from == to) return std::nullopt;
    const Real c = std::cos(turn), s = std::sin(turn);
    const Vec2 half = (from - to) / 2;
    const Vec2 p(c * half[0] + s * half[1], -s * half[0] + c * half[1]);
    const Real excess = square(p[0] / rx) + square(p[1] / ry);
    if (excess > 1) {
        rx *= std::sqrt(excess);
        ry *= std::sqrt(excess);
    }
    const Real down = square(rx * p[1]) + square(ry * p[0]);
    const Real root = std::sqrt(std::max(0., square(rx * ry) / down - 1)) * (large == positive ? -1 : 1);
    const Vec2 q(root * rx * p[1] / ry, -root * ry * p[0] / rx);
    CenterArc arc;
    arc.center = Vec2(c * q[0] - s * q[1], s * q[0] + c * q[1]) + (from + to) / 2;
    arc.u = Vec2(rx * c, rx * s);
    arc.v = Vec2(-ry * s, ry * c);
    arc.start = std::atan2((p[1] - q[1]) / ry, (p[0] - q[0]) / rx);
    arc.sweep = std::atan2((-p[1] - q[1]) / ry, (-p[0] - q[0]) / rx) - arc.start;
    if (positive && arc.sweep < 0) arc.sweep += 2 * Pi;
    if (!positive && arc.sweep > 0) arc.sweep -= 2 * Pi;
    return arc;
}

class PathParser {
public:
    PathParser(std::string_view data, const PlaneMap& map, const PlanePath& like, std::vector<PlanePath>& out)
        : scanner_(data), map_(map), like_(like), out_(out), path_(like) {}

    bool run() {
        char command = 0;
        while (!scanner_.isAtEnd()) {
            if (std::isalpha(static_cast<unsigned char>(scanner_.peek())))
                command = scanner_.take();
            else if (!scanner_.startsNumber() || command == 0 || command == 'z' || command == 'Z')
                return finish(false);
            if (!step(command)) return finish(false);
            // Further pairs after a move are lines.
            if (command == 'M') command = 'L';
            if (command == 'm') command = 'l';
            if (out_.size() + size_ > mostDrawingVertices) return finish(false);
        }
        return finish(true);
    }

private:
    bool finish(bool isWhole) {
        flush(false);
        return isWhole;
    }

    void flush(bool isClosed) {
        if (path_.contour.vertices.size() > 1) {
            path_.isClosed = isClosed;
            std::vector<Contour::Vertex>& v = path_.contour.vertices;
            // Closed onto its own start.
            const Real same = 1e-9 * (1 + v.front().point.norm());
            if (isClosed && v.size() > 2 && Vec2(v.front().point - v.back().point).norm() <= same) v.pop_back();
            out_.push_back(std::move(path_));
        }
        path_ = like_;
    }

    void lineTo(const Vec2& p) {
        if (path_.contour.vertices.empty()) path_.contour.vertices.push_back({map_(at_), 0});
        if (p != at_) path_.contour.vertices.push_back({map_(p), 0});
        ++size_;
        at_ = p;
    }

    void curve(const std::array<Vec2, 4>& b) {
        for (int i = 1; i <= linesPerCurve; ++i) {
            const Real t = Real(i) / linesPerCurve, s = 1 - t;
            lineTo(i == linesPerCurve
                       ? b[3]
                       : Vec2(s * s * s * b[0] + 3 * s * s * t * b[1] + 3 * s * t * t * b[2] + t * t * t * b[3]));
        }
        path_.isApproximate = true;
    }

    void arcTo(const Vec2& to, Real rx, Real ry, Real turn, bool large, bool positive) {
        const auto arc = findCenter(at_, to, rx, ry, turn, large, positive);
        if (!arc) return lineTo(to);
        constexpr Real round = 1e-6;
        const bool isRound = map_.isSimilarity() && std::abs(arc->u.norm() - arc->v.norm()) < round * arc->u.norm();
        const int pieces =
            isRound ? std::max(1, static_cast<int>(std::ceil(std::abs(arc->sweep) / Pi - 1e-9))) : linesPerCurve;
        const Real bulge = std::copysign(1., map_.determinant()) * bulgeOf(arc->sweep / pieces);
        for (int i = 1; i <= pieces; ++i) {
            const Vec2 p = i == pieces ? to : arc->at(arc->start + arc->sweep * i / pieces);
            if (path_.contour.vertices.empty()) path_.contour.vertices.push_back({map_(at_), 0});
            if (isRound) path_.contour.vertices.back().bulge = bulge;
            lineTo(p);
        }
        path_.isApproximate |= !isRound;
    }

    bool step(char command) {
        const bool isRelative = command >= 'a';
        const char kind = isRelative ? static_cast<char>(command - 'a' + 'A') : command;
        if (kind == 'Z') {
            lineTo(start_);
            flush(true);
            at_ = control_ = start_;
            return true;
        }
        const Vec2 base = isRelative ? at_ : Vec2(0, 0);
        std::array<Real, 7> n{};
        constexpr std::string_view kinds = "MLHVCSQTA";
        constexpr std::array<std::size_t, 9> counts{2, 2, 1, 1, 6, 4, 4, 2, 7};
        const std::size_t index = kinds.find(kind);
        if (index == std::string_view::npos) return false;
        for (std::size_t i = 0; i < counts[index]; ++i) {
            if (kind == 'A' && (i == 3 || i == 4)) {
                const auto flag = scanner_.flag();
                if (!flag) return false;
                n[i] = *flag;
                continue;
            }
            const auto number = scanner_.number();
            if (!number) return false;
            n[i] = *number;
        }
        const auto point = [&](std::size_t i) { return Vec2(base + Vec2(n[i], n[i + 1])); };
        const Vec2 from = at_, mirrored = 2 * at_ - control_;
        const bool continues = kind == 'S' ? last_ == 'C' || last_ == 'S' : last_ == 'Q' || last_ == 'T';
        switch (kind) {
            case 'M':
                flush(false);
                at_ = start_ = point(0);
                break;
            case 'L': lineTo(point(0)); break;
            case 'H': lineTo({base[0] + n[0], at_[1]}); break;
            case 'V': lineTo({at_[0], base[1] + n[0]}); break;
            case 'C': smooth({from, point(0), point(2), point(4)}); break;
            case 'S': smooth({from, continues ? mirrored : from, point(0), point(2)}); break;
            case 'Q': quadratic(from, point(0), point(2)); break;
            case 'T': quadratic(from, continues ? mirrored : from, point(0)); break;
            default: arcTo(point(5), n[0], n[1], n[2] * Pi / 180, n[3] != 0, n[4] != 0);
        }
        if (std::string_view("CSQT").find(kind) == std::string_view::npos) control_ = at_;
        last_ = kind;
        return true;
    }

    void smooth(const std::array<Vec2, 4>& b) {
        curve(b);
        control_ = b[2];
    }
    void quadratic(const Vec2& from, const Vec2& middle, const Vec2& to) {
        curve({from, Vec2(from + 2. / 3 * (middle - from)), Vec2(to + 2. / 3 * (middle - to)), to});
        control_ = middle;
    }

    Scanner scanner_;
    const PlaneMap& map_;
    const PlanePath& like_;
    std::vector<PlanePath>& out_;
    PlanePath path_;
    Vec2 at_{0, 0}, start_{0, 0}, control_{0, 0};
    char last_ = 0;
    std::size_t size_ = 0;
};

}  // namespace

bool PlaneMap::isSimilarity() const {
    constexpr Real same = 1e-9;
    const Real size = a * a + b * b + c * c + d * d;
    return std::abs(a * a + b * b - c * c - d * d) <= same * size && std::abs(a * c + b * d) <= same * size;
}

std::optional<PlaneMap> parseTransform(std::string_view text) {
    Scanner scanner(text);
    PlaneMap map;
    while (!scanner.isAtEnd()) {
        const std::string_view name = scanner.word();
        if (scanner.take() != '(') return std::nullopt;
        std::vector<Real> n;
        constexpr std::size_t most = 6;
        while (scanner.peek() != ')' && n.size() < most) {
            const auto number = scanner.number();
            if (!number) return std::nullopt;
            n.push_back(*number);
        }
        if (scanner.take() != ')' || n.empty()) return std::nullopt;
        const auto at = [&](std::size_t i, Real otherwise) { return i < n.size() ? n[i] : otherwise; };
        const Real angle = n[0] * Pi / 180;
        PlaneMap next;
        if (name == "matrix" && n.size() == most) {
            next = {n[0], n[1], n[2], n[3], n[4], n[5]};
        } else if (name == "translate") {
            next = {1, 0, 0, 1, n[0], at(1, 0)};
        } else if (name == "scale") {
            next = {n[0], 0, 0, at(1, n[0]), 0, 0};
        } else if (name == "rotate") {
            const PlaneMap there{1, 0, 0, 1, at(1, 0), at(2, 0)}, back{1, 0, 0, 1, -at(1, 0), -at(2, 0)};
            next = there * PlaneMap{std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle), 0, 0} * back;
        } else if (name == "skewX") {
            next.c = std::tan(angle);
        } else if (name == "skewY") {
            next.b = std::tan(angle);
        } else {
            return std::nullopt;
        }
        map = map * next;
    }
    return map;
}

bool parsePathData(std::string_view data, const PlaneMap& map, const PlanePath& like, std::vector<PlanePath>& out) {
    return PathParser(data, map, like, out).run();
}

}  // namespace trammel
