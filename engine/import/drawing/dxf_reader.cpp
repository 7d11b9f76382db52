// SPDX-License-Identifier: Apache-2.0
#include "import/drawing/dxf_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

#include "import/import_limits.h"

namespace trammel {

namespace {

/// A group code with its value.
struct Group {
    int code = -1;
    std::string_view value;
    int line = 0;

    std::optional<Real> parse() const {
        std::string_view text = value;
        if (text.starts_with('+')) text.remove_prefix(1);
        Real x = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
        return error == std::errc() && std::isfinite(x) ? std::optional(x) : std::nullopt;
    }
    Real real() const { return parse().value_or(0); }
    /// True for the code of a coordinate, a length or an angle without a readable value.
    bool isBroken() const {
        constexpr int first = 10, last = 59;
        return code >= first && code <= last && !parse();
    }
    long integer() const {
        constexpr Real most = 1e9;
        return static_cast<long>(std::clamp(real(), -most, most));
    }
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

/// Reads pairs of lines, a code and a value.
class Groups {
public:
    explicit Groups(std::string_view text) : rest_(text) {}
    /// The next pair; code -1 at the end, or where the text is not DXF.
    Group next() {
        Group group;
        const std::string_view code = line();
        group.line = lineNumber_ + 1;
        int number = -1;
        const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), number);
        if (code.empty() || error != std::errc() || end != code.data() + code.size()) {
            isBroken_ = !code.empty();
            return group;
        }
        group.value = line();
        group.code = number;
        return group;
    }
    bool isBroken() const { return isBroken_; }
    int lineNumber() const { return lineNumber_; }

private:
    std::string_view line() {
        const std::size_t end = rest_.find('\n');
        const std::string_view text = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++lineNumber_;
        return trimmed(text);
    }
    std::string_view rest_;
    int lineNumber_ = 0;
    bool isBroken_ = false;
};

/// The groups of one entity.
class Entity {
public:
    Entity(std::string_view kind, int line) : kind(kind), line(line) {}
    std::string_view kind;
    int line;
    std::vector<Group> groups;

    Real real(int code, Real otherwise = 0) const {
        const auto found = std::ranges::find(groups, code, &Group::code);
        return found == groups.end() ? otherwise : found->real();
    }
    long integer(int code) const {
        const auto found = std::ranges::find(groups, code, &Group::code);
        return found == groups.end() ? 0 : found->integer();
    }
    Vec2 point(int code) const { return {real(code), real(code + 10)}; }
    /// True if x runs the other way, since the entity is seen from below.
    bool isMirrored() const { return real(230, 1) < 0; }
};

constexpr Real degree = Pi / 180;

Real positiveSweep(Real from, Real to) {
    Real sweep = std::fmod(to - from, 2 * Pi);
    if (sweep <= 0) sweep += 2 * Pi;
    return sweep;
}

void readPolyline(const Entity& entity, PlanePath& path) {
    for (const Group& group : entity.groups) {
        std::vector<Contour::Vertex>& vertices = path.contour.vertices;
        if (group.code == 10) vertices.push_back({Vec2(group.real(), 0), 0});
        if (vertices.empty()) continue;
        if (group.code == 20) vertices.back().point[1] = group.real();
        if (group.code == 42) vertices.back().bulge = group.real();
    }
    path.isClosed = entity.integer(70) & 1;
}

/// An ellipse, or a part of one.
void readEllipse(const Entity& entity, PlanePath& path) {
    const Vec2 center = entity.point(10), major = entity.point(11);
    const Vec2 minor = entity.real(40, 1) * Vec2(-major[1], major[0]);
    const Real from = entity.real(41), sweep = positiveSweep(from, entity.real(42, 2 * Pi));
    const bool isWhole = std::abs(sweep - 2 * Pi) < 1e-9;
    const int pieces = 2 * linesPerCurve;
    for (int i = 0; i <= pieces - isWhole; ++i) {
        const Real a = from + sweep * i / pieces;
        path.contour.vertices.push_back({Vec2(center + std::cos(a) * major + std::sin(a) * minor), 0});
    }
    path.isClosed = isWhole;
    path.isApproximate = true;
}

/// A B-spline by de Boor's algorithm, with weights.
void readSpline(const Entity& entity, PlanePath& path) {
    const auto degreeOf = static_cast<std::size_t>(std::clamp(entity.integer(71), 1L, 10L));
    std::vector<Real> knots, weights;
    std::vector<Vec3> points;
    for (const Group& group : entity.groups) {
        if (group.code == 40) knots.push_back(group.real());
        if (group.code == 41) weights.push_back(group.real());
        if (group.code == 10) points.emplace_back(group.real(), 0, 1);
        if (group.code == 20 && !points.empty()) points.back()[1] = group.real();
    }
    const std::size_t p = degreeOf, n = points.size();
    if (n <= p || knots.size() != n + p + 1 || !std::ranges::is_sorted(knots)) return;
    for (std::size_t i = 0; i < n && weights.size() == n; ++i) points[i] = Vec3(points[i] * weights[i]);
    for (std::size_t span = p; span < n; ++span) {
        if (knots[span + 1] <= knots[span]) continue;
        for (int step = span == p ? 0 : 1; step <= linesPerCurve; ++step) {
            const Real t = knots[span] + (knots[span + 1] - knots[span]) * step / linesPerCurve;
            std::vector<Vec3> d(points.begin() + std::ptrdiff_t(span - p), points.begin() + std::ptrdiff_t(span) + 1);
            for (std::size_t r = 1; r <= p; ++r)
                for (std::size_t j = p; j >= r; --j) {
                    const Real low = knots[j + span - p], width = knots[j + 1 + span - r] - low;
                    const Real share = width > 0 ? (t - low) / width : 0;
                    d[j] = Vec3((1 - share) * d[j - 1] + share * d[j]);
                }
            if (d[p][2] != 0) path.contour.vertices.push_back({Vec2(d[p][0] / d[p][2], d[p][1] / d[p][2]), 0});
        }
    }
    path.isApproximate = true;
}

/// False for an unsupported kind.
bool readEntity(const Entity& entity, PlanePath& path) {
    if (entity.kind == "LINE") {
        path.contour.vertices = {{entity.point(10), 0}, {entity.point(11), 0}};
    } else if (entity.kind == "CIRCLE") {
        path.contour = makeCircle(entity.point(10), std::abs(entity.real(40)));
        path.isClosed = true;
    } else if (entity.kind == "ARC") {
        const Real start = entity.real(50) * degree, sweep = positiveSweep(start, entity.real(51) * degree);
        const Real radius = std::abs(entity.real(40)), end = start + sweep;
        appendArc(path.contour, entity.point(10), radius, start, sweep);
        path.contour.vertices.push_back({Vec2(entity.point(10) + radius * Vec2(std::cos(end), std::sin(end))), 0});
    } else if (entity.kind == "LWPOLYLINE" || entity.kind == "POLYLINE") {
        readPolyline(entity, path);
    } else if (entity.kind == "ELLIPSE") {
        readEllipse(entity, path);
    } else if (entity.kind == "SPLINE") {
        readSpline(entity, path);
    } else {
        return false;
    }
    if (entity.isMirrored() && entity.kind != "LINE" && entity.kind != "ELLIPSE" && entity.kind != "SPLINE")
        for (Contour::Vertex& vertex : path.contour.vertices) {
            vertex.point[0] = -vertex.point[0];
            vertex.bulge = -vertex.bulge;
        }
    return true;
}

class DxfReader {
public:
    explicit DxfReader(ImportJob& job) : job_(job), groups_(job.bytes()) {}

    DxfDrawing run() {
        if (job_.bytes().starts_with("AutoCAD Binary DXF"))
            return fail("It is a binary DXF file.", "Save it as DXF text.");
        std::string_view section, variable;
        bool hasSection = false;
        for (Group group = groups_.next(); group.code >= 0 && job_.failures.empty(); group = groups_.next()) {
            if (job_.isCanceled()) return std::move(drawing_);
            if (group.code == 0) finishEntity();
            if (group.code == 0 && group.value == "SECTION") section = {};
            if (group.code == 2 && section.empty()) {
                section = group.value;
                hasSection = true;
            }
            if (group.code == 0 && group.value == "ENDSEC") section = "none";
            if (section == "HEADER" && group.code == 9) variable = group.value;
            if (section == "HEADER" && variable == "$INSUNITS" && group.code == 70) setUnit(group.integer());
            if (section == "ENTITIES") readGroup(group);
        }
        finishEntity();
        finishPolyline();
        if (!hasSection) return fail("It is not a DXF drawing.", "Choose another file.");
        if (groups_.isBroken())
            job_.report.addDamage({ImportOutcome::LeftOut, "line " + std::to_string(groups_.lineNumber()),
                                   "It is not a group code; reading ended here.", job_.fileName(),
                                   groups_.lineNumber()});
        else if (section != "none")
            job_.report.addDamage({ImportOutcome::LeftOut, "line " + std::to_string(groups_.lineNumber()),
                                   "The file ends within a section: it is cut off.", job_.fileName(),
                                   groups_.lineNumber()});
        for (const auto& [kind, count] : otherKinds_)
            job_.report.add({ImportOutcome::LeftOut, std::to_string(count) + " " + kind,
                             "Outlines are read from lines, arcs, circles, ellipses, polylines and splines.",
                             job_.fileName(), 0});
        return std::move(drawing_);
    }

private:
    DxfDrawing fail(const char* message, const char* remedy) {
        job_.failures.error(job_.fileName(), message, remedy);
        return {};
    }

    void setUnit(long code) {
        static const std::map<long, Real> units{{1, 0.0254}, {2, 0.3048}, {4, 1e-3}, {5, 1e-2}, {6, 1.}, {14, 0.1}};
        if (const auto found = units.find(code); found != units.end()) drawing_.unit = found->second;
    }

    void readGroup(const Group& group) {
        if (group.code == 0) {
            if (group.value != "ENDSEC" && group.value != "SECTION") entity_.emplace(group.value, group.line);
        } else if (entity_) {
            entity_->groups.push_back(group);
        }
        if (++size_ > 20 * importLimits.elements)
            job_.failures.error(job_.fileName(), "The drawing is too large.", "Export fewer parts.");
    }

    void finishEntity() {
        if (!entity_) return;
        const Entity entity = std::move(*entity_);
        entity_.reset();
        // An old polyline has its vertices in entities of their own.
        if (entity.kind == "VERTEX" && polyline_) {
            // A control point of a spline is not on it.
            constexpr long splineFrame = 16;
            if (entity.integer(70) & splineFrame) return;
            for (const int code : {10, 20, 42})
                for (const Group& group : entity.groups)
                    if (group.code == code) polyline_->groups.push_back(group);
            return;
        }
        finishPolyline();
        if (entity.kind == "SEQEND") return;
        if (entity.kind == "POLYLINE") {
            polyline_ = entity;
            // Its own point is a dummy.
            std::erase_if(polyline_->groups, [](const Group& group) { return group.code == 10 || group.code == 20; });
            return;
        }
        take(entity);
    }

    void finishPolyline() {
        if (!polyline_) return;
        const Entity entity = std::move(*polyline_);
        polyline_.reset();
        take(entity);
    }

    void take(const Entity& entity) {
        constexpr long mesh = 16, polyface = 64;
        if (entity.kind == "POLYLINE" && (entity.integer(70) & (mesh | polyface))) {
            ++otherKinds_["POLYLINE with faces"];
            return;
        }
        PlanePath path{.subject = std::string(entity.kind), .line = entity.line};
        if (!readEntity(entity, path)) {
            ++otherKinds_[std::string(entity.kind.substr(0, 40))];
            return;
        }
        if (std::ranges::any_of(entity.groups, &Group::isBroken)) {
            job_.report.add({ImportOutcome::LeftOut, path.subject, "One of its numbers cannot be read.",
                             job_.fileName(), path.line});
            return;
        }
        vertices_ += path.contour.vertices.size();
        if (vertices_ > mostDrawingVertices)
            job_.failures.error(job_.fileName(), "The drawing has too many points.", "Export fewer parts.");
        else if (path.contour.vertices.size() > 1)
            drawing_.paths.push_back(std::move(path));
    }

    ImportJob& job_;
    Groups groups_;
    DxfDrawing drawing_;
    std::optional<Entity> entity_, polyline_;
    std::map<std::string, int> otherKinds_;
    std::size_t size_ = 0, vertices_ = 0;
};

}  // namespace

DxfDrawing readDxf(ImportJob& job) { return DxfReader(job).run(); }

}  // namespace trammel
