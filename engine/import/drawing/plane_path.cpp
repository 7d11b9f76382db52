// SPDX-License-Identifier: Apache-2.0
#include "import/drawing/plane_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "decoration/plate_profile.h"
#include "import/drawing/box_index.h"
#include "meta/number_rows.h"

namespace trammel {

namespace {

constexpr Real meets = 1e-5;
constexpr Real drawnStep = Pi / 16;

struct Box {
    Vec2 low{Infinity, Infinity}, high{-Infinity, -Infinity};
    void add(const Vec2& p) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
    Real size() const { return low[0] <= high[0] ? Vec2(high - low).norm() : 0; }
    bool contains(const Box& other) const {
        return (low.array() <= other.low.array()).all() && (high.array() >= other.high.array()).all();
    }
};

Vec2 endOf(const PlanePath& path, bool last) {
    return last ? path.contour.vertices.back().point : path.contour.vertices.front().point;
}

/// An open path run through in the other direction.
void reverseOpen(Contour& contour) {
    std::vector<Contour::Vertex>& v = contour.vertices;
    std::ranges::reverse(v);
    for (std::size_t i = 0; i + 1 < v.size(); ++i) v[i].bulge = -v[i + 1].bulge;
    v.back().bulge = 0;
}

/// Ends of open paths by place.
class EndIndex {
public:
    EndIndex(Real reach, std::size_t paths) : reach_(reach), places_(paths) {}
    void add(std::size_t path, const Vec2& first, const Vec2& last) {
        places_[path] = {ends_.emplace(cellOf(first), path), ends_.emplace(cellOf(last), path)};
    }
    /// Removes both ends of a path that was added.
    void remove(std::size_t path) {
        for (const auto& place : places_[path]) ends_.erase(place);
    }
    /// A path other than @p path with an end near @p p, if any.
    template <class IsNear>
    std::optional<std::size_t> findNear(std::size_t path, const Vec2& p, const IsNear& isNear) const {
        const Cell at = cellOf(p);
        // More ends close to each other are meaningless, and would be compared with all others.
        int left = 1000;
        for (int i = -1; i <= 1; ++i)
            for (int j = -1; j <= 1; ++j) {
                const auto [from, to] = ends_.equal_range({at.first + i, at.second + j});
                for (auto each = from; each != to && left > 0; ++each, --left)
                    if (each->second != path && isNear(each->second)) return each->second;
            }
        return std::nullopt;
    }

private:
    using Cell = std::pair<long long, long long>;
    Cell cellOf(const Vec2& p) const {
        const auto along = [this](Real x) {
            // Far from the origin, points of several cells are in one.
            constexpr Real most = 1e18;
            const Real at = std::floor(x / reach_);
            return std::isnan(at) ? 0 : static_cast<long long>(std::clamp(at, -most, most));
        };
        return {along(p[0]), along(p[1])};
    }
    const Real reach_;
    std::multimap<Cell, std::size_t> ends_;
    std::vector<std::array<std::multimap<Cell, std::size_t>::iterator, 2>> places_;
};

/// A closed path as a region.
struct Region {
    PlanePath path;
    Real area = 0;
    Box box{};
    std::vector<Vec2> points{};
    /// Regions that it is the smallest one around.
    std::vector<std::size_t> inner{};
    int depth = 0;

    bool contains(const Vec2& p) const {
        bool inside = false;
        for (std::size_t i = 0, j = points.size() - 1; i < points.size(); j = i++) {
            const Vec2 &a = points[i], &b = points[j];
            if ((a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0])
                inside = !inside;
        }
        return inside;
    }
};

std::vector<Region> makeRegions(ImportJob& job, std::vector<PlanePath> paths) {
    std::vector<Region> regions;
    for (PlanePath& path : paths) {
        if (!path.isClosed) {
            job.report.add({ImportOutcome::LeftOut, path.subject, "It is open: a plate needs a closed outline.",
                            job.fileName(), path.line});
            continue;
        }
        Region region{.path = std::move(path)};
        region.area = signedArea(region.path.contour);
        if (region.area < 0) {
            region.path.contour = reversed(region.path.contour);
            region.area = -region.area;
        }
        region.points = flatten(region.path.contour, drawnStep);
        for (const Vec2& p : region.points) region.box.add(p);
        if (region.area > 0 && std::isfinite(region.area))
            regions.push_back(std::move(region));
        else
            job.report.add({ImportOutcome::LeftOut, region.path.subject, "It encloses no area.", job.fileName(),
                            region.path.line});
    }
    // Larger ones first, so that each one's surroundings come before it.
    std::ranges::stable_sort(regions, std::greater{}, &Region::area);
    BoxIndex larger;
    for (std::size_t i = 0; i < regions.size() && !job.isCanceled(); ++i) {
        Region& region = regions[i];
        const int around = larger.findLast(region.box.low, region.box.high, [&](int j) {
            return regions[j].box.contains(region.box) && regions[j].contains(region.points.front());
        });
        if (around >= 0) {
            regions[around].inner.push_back(i);
            region.depth = regions[around].depth + 1;
        }
        larger.add(static_cast<int>(i), region.box.low, region.box.high);
    }
    return regions;
}

using Row = std::vector<Real>;

/// Largest deviation of a round outline from its circle, relative to the radius, and the fewest points that define one.
constexpr Real round = 2e-3;
constexpr std::size_t fewestOfRound = 12;

/// A slot of any lines, arcs and curves, such as a rectangle with round corners; empty for another region.
std::optional<Row> slotOf(const Region& region) {
    const std::vector<Vec2>& points = region.points;
    if (points.size() < fewestOfRound) return std::nullopt;
    // Along its longest side.
    Vec2 along(0, 0);
    for (std::size_t i = 0, j = points.size() - 1; i < points.size(); j = i++)
        if (const Vec2 side = points[i] - points[j]; side.squaredNorm() > along.squaredNorm()) along = side;
    along = along.normalized();
    const Vec2 across(-along[1], along[0]);
    Box box;
    for (const Vec2& p : points) box.add(Vec2(along.dot(p), across.dot(p)));
    const Vec2 extent = (box.high - box.low) / 2, middle = (box.low + box.high) / 2;
    const Real radius = extent[1], half = extent[0] - radius;
    if (!(half > 0) || !(radius > 0)) return std::nullopt;
    for (const Vec2& p : points) {
        const Vec2 local = Vec2(along.dot(p), across.dot(p)) - middle;
        const Vec2 center(std::clamp(local[0], -half, half), 0);
        if (std::abs(Vec2(local - center).norm() - radius) > round * radius) return std::nullopt;
    }
    const Vec2 a = (middle[0] - half) * along + middle[1] * across, b = (middle[0] + half) * along + middle[1] * across;
    return Row{a[0], a[1], 2 * radius, b[0], b[1]};
}

/// A row of a plate's holes: a circle or a slot; empty if it is neither.
std::optional<Row> holeOf(const Region& region) {
    constexpr Real equal = 1e-6;
    const Contour& contour = region.path.contour;
    const std::size_t n = contour.vertices.size();
    std::vector<std::pair<std::size_t, ContourArc>> arcs;
    for (std::size_t i = 0; i < n; ++i)
        if (const auto arc = findArc(contour, i)) arcs.emplace_back(i, *arc);
    if (arcs.size() == 2 && n == 4 && arcs[1].first == arcs[0].first + 2) {
        const ContourArc &a = arcs[0].second, &b = arcs[1].second;
        const bool areHalves = std::abs(a.sweep - Pi) < round && std::abs(b.sweep - Pi) < round;
        if (areHalves && std::abs(a.radius - b.radius) < equal * a.radius + 1e-12)
            return Row{a.center[0], a.center[1], 2 * a.radius, b.center[0], b.center[1]};
    }
    const Vec2 middle = (region.box.low + region.box.high) / 2;
    Real least = Infinity, most = 0;
    for (const Vec2& p : region.points) {
        least = std::min(least, Vec2(p - middle).norm());
        most = std::max(most, Vec2(p - middle).norm());
    }
    if (region.points.size() < fewestOfRound || most - least > round * most) return slotOf(region);
    return Row{middle[0], middle[1], least + most};
}

/// Rounded to a picometer: 0.01, not 0.009999999999999998.
Real tidy(Real x) {
    constexpr Real perMeter = 1e12;
    return std::round(x * perMeter) / perMeter;
}

Row cornerOf(const Contour& contour, std::size_t i, const Vec2& origin) {
    const Contour::Vertex& vertex = contour.vertices[i];
    const Vec2 p = vertex.point - origin;
    if (vertex.bulge == 0) return {tidy(p[0]), tidy(p[1])};
    return {tidy(p[0]), tidy(p[1]), 0, tidy(vertex.bulge * Vec2(contour.after(i).point - vertex.point).norm() / 2)};
}

/// False if the region cannot be a plate.
bool addPlate(ImportJob& job, const std::vector<Region>& regions, std::size_t index, std::size_t number,
              Real thickness) {
    const Region& outer = regions[index];
    std::vector<Row> holes;
    for (const std::size_t i : outer.inner) {
        const PlanePath& path = regions[i].path;
        auto hole = holeOf(regions[i]);
        if (!hole) {
            job.report.add({ImportOutcome::LeftOut, path.subject,
                            "It is an opening that is neither round nor a slot, and plates have only these.",
                            job.fileName(), path.line});
            continue;
        }
        holes.push_back(std::move(*hole));
    }
    // The frame is at the first hole, a likely pivot, or in the middle.
    const Vec2 origin =
        holes.empty() ? Vec2((outer.box.low + outer.box.high) / 2) : Vec2(holes.front()[0], holes.front()[1]);
    for (Row& row : holes)
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = tidy(i == 2 ? row[i] : row[i] - origin[i > 2 ? i - 3 : i]);
    PlateShape shape;
    for (std::size_t i = 0; i < outer.path.contour.vertices.size(); ++i)
        shape.corners.push_back(cornerOf(outer.path.contour, i, origin));
    shape.holes = holes;
    if (const std::string fault = measurePlate(shape).fault; !fault.empty()) {
        job.report.add({ImportOutcome::LeftOut, outer.path.subject, "It cannot be a plate. " + fault, job.fileName(),
                        outer.path.line});
        return false;
    }
    const std::string name = number == 1 ? "Plate" : "Plate " + std::to_string(number);
    Element plate = Element::draft("body", "plate", name);
    plate.set("outline", writeRows(shape.corners)).set("holes", writeRows(holes)).set("border", 0.);
    plate.set("thickness", thickness);
    plate.setFormula("mass", "7850 kg/m^3*this.area*this.thickness");
    const ElementId body = job.draft.add(plate);
    job.draft.addJoint("free", "Free motion of " + name, {}, body, Transform(Vec3(origin[0], origin[1], 0)),
                       Transform());
    const std::string with =
        holes.empty() ? "" : ", with " + std::to_string(holes.size()) + (holes.size() == 1 ? " hole" : " holes");
    job.report.add(
        {outer.path.isApproximate ? ImportOutcome::Approximated : ImportOutcome::Imported, outer.path.subject,
         (outer.path.isApproximate ? "It is a plate whose curves are straight lines" : "It is a plate") + with + ".",
         job.fileName(), outer.path.line, body});
    return true;
}

}  // namespace

Real bulgeOf(Real sweep) { return std::tan(sweep / 4); }

void appendArc(Contour& contour, const Vec2& center, Real radius, Real start, Real sweep) {
    const int pieces = std::max(1, static_cast<int>(std::ceil(std::abs(sweep) / Pi - 1e-9)));
    for (int i = 0; i < pieces; ++i) {
        const Real a = start + sweep * i / pieces;
        contour.vertices.push_back({Vec2(center + radius * Vec2(std::cos(a), std::sin(a))), bulgeOf(sweep / pieces)});
    }
}

std::vector<PlanePath> joinPaths(std::vector<PlanePath> paths) {
    Box all;
    for (const PlanePath& path : paths)
        for (const Contour::Vertex& vertex : path.contour.vertices) all.add(vertex.point);
    const Real reach = std::max(meets * all.size(), 1e-12);
    const auto isNear = [&](const Vec2& a, const Vec2& b) { return Vec2(a - b).norm() <= reach; };
    const auto close = [&](PlanePath& path) {
        if (path.isClosed || path.contour.vertices.size() < 3 || !isNear(endOf(path, false), endOf(path, true))) return;
        path.contour.vertices.pop_back();
        path.isClosed = true;
    };
    EndIndex ends(reach, paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        close(paths[i]);
        if (!paths[i].isClosed) ends.add(i, endOf(paths[i], false), endOf(paths[i], true));
    }
    std::vector<bool> isUsed(paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        PlanePath& path = paths[i];
        if (isUsed[i] || path.isClosed) continue;
        ends.remove(i);
        // Grows at its end, then turned around at its start.
        for (int side = 0; side < 2 && !path.isClosed; ++side) {
            while (!path.isClosed) {
                const Vec2 at = endOf(path, true);
                const auto next = ends.findNear(i, at, [&](std::size_t other) {
                    return isNear(endOf(paths[other], false), at) || isNear(endOf(paths[other], true), at);
                });
                if (!next) break;
                PlanePath& other = paths[*next];
                ends.remove(*next);
                if (!isNear(endOf(other, false), at)) reverseOpen(other.contour);
                path.contour.vertices.pop_back();
                path.contour.vertices.insert(path.contour.vertices.end(), other.contour.vertices.begin(),
                                             other.contour.vertices.end());
                path.isApproximate |= other.isApproximate;
                isUsed[*next] = true;
                close(path);
            }
            if (!path.isClosed) reverseOpen(path.contour);
        }
    }
    std::vector<PlanePath> joined;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (!isUsed[i]) joined.push_back(std::move(paths[i]));
    return joined;
}

void addPlates(ImportJob& job, std::vector<PlanePath> paths, Real thickness) {
    paths = joinPaths(std::move(paths));
    if (paths.size() > mostOutlines) {
        job.failures.error(job.fileName(), "The drawing has more than " + std::to_string(mostOutlines) + " outlines.",
                           "Export fewer parts.");
        return;
    }
    const std::vector<Region> regions = makeRegions(job, std::move(paths));
    std::size_t plates = 0;
    for (std::size_t i = 0; i < regions.size() && !job.isCanceled(); ++i) {
        if (regions[i].depth % 2 != 0) continue;
        plates += addPlate(job, regions, i, plates + 1, thickness);
    }
    if (plates == 0 && job.failures.empty())
        job.failures.error(job.fileName(), "The drawing has no closed outline that can be a plate.",
                           "Export closed paths, then import again.");
}

}  // namespace trammel
