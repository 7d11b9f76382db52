// SPDX-License-Identifier: Apache-2.0
#include "meshes/convex_parts.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "decoration/mesh_measure.h"
#include "formats/mesh_reduction.h"
#include "meshes/convex_cell.h"
#include "meshes/corner_hull.h"
#include "meshes/mesh_cut.h"

namespace trammel {

namespace {

/// Triangles of the mesh on which planes are chosen.
constexpr std::size_t mostTriangles = 3000;
/// Total number of triangles to examine for all candidate planes of one cut.
constexpr std::size_t workPerCut = 200'000;
constexpr std::size_t mostConcaveEdges = 4000;
constexpr int linesPerSide = 128;
/// Maximum number of corners of a hull when only its volume is needed, and its accuracy relative to the size.
constexpr std::size_t roughCorners = 100;
constexpr Real roughTolerance = 1e-3;
/// Relative to the whole: smaller pieces are not cut off, smaller gaps not closed, and parts whose union grows less are
/// joined.
constexpr Real leastPiece = 2e-3, leastGap = 2e-3, leastGrowth = 2e-3;
/// Penalty for a cut far from the middle, relative to the hull: among equal planes, prefers equal parts.
constexpr Real priceOfImbalance = 0.02;

struct Part {
    TriangleMesh surface;
    SolidLines lines;
    ConvexCell cell;
    std::vector<ConcaveEdge> concave;
    Real volume = 0, hullVolume = 0;
    bool isDone = false;
    /// The place of the part in the tree of cuts.
    std::size_t node = 0;

    Real gap() const { return std::max(0., hullVolume - volume); }
    std::vector<Vec3> points() const {
        std::vector<Vec3> all = surface.vertices;
        all.insert(all.end(), cell.solidCorners().begin(), cell.solidCorners().end());
        return all;
    }
};

/// A cut of a part, or a part.
struct Node {
    CutPlane plane;
    std::size_t below = 0, above = 0;
    bool isCut = false;
};

struct Trial {
    CutPlane plane;
    Part below, above;
    Real cost = Infinity;
};

/// Hulls would count them as corners of the solid.
void dropUnusedVertices(TriangleMesh& mesh) {
    constexpr std::uint32_t unused = ~std::uint32_t(0);
    std::vector<std::uint32_t> place(mesh.vertices.size(), unused);
    std::vector<Vec3> kept;
    for (std::uint32_t& v : mesh.triangles) {
        if (place[v] == unused) {
            place[v] = std::uint32_t(kept.size());
            kept.push_back(mesh.vertices[v]);
        }
        v = place[v];
    }
    mesh.vertices = std::move(kept);
}

class Splitter {
public:
    Splitter(const TriangleMesh& mesh, const ConvexPartsOptions& options, const std::function<bool()>& isCanceled)
        : mesh_(mesh), options_(options), askCanceled_(isCanceled) {}

    Result<ConvexParts> split() {
        Result<ConvexParts> result;
        const bool isSolid = prepare();
        if (!isSolid && !isCanceled()) {
            result.diagnostics.error(
                "Mesh", "The mesh encloses no volume.",
                "Close the mesh in the program it comes from, or let its convex hull touch instead.");
            return result;
        }
        while (int(parts_.size()) < std::max(1, options_.mostParts) && !isCanceled()) {
            Part* const next = nextPart();
            if (!next) break;
            std::optional<Trial> best = findCut(*next);
            if (best)
                apply(std::move(*best), *next);
            else
                next->isDone = true;
        }
        const std::vector<std::vector<std::size_t>> groups = joinParts();
        if (isCanceled()) {
            result.diagnostics.error("Mesh", "Dividing the mesh was canceled.");
            return result;
        }
        result.value = makeHulls(groups);
        return result;
    }

private:
    bool isCanceled() const { return askCanceled_ && askCanceled_(); }

    bool prepare() {
        constexpr Real mostBroken = 0.1, rounding = 1e-6, mostCorrection = 0.05;
        for (const std::uint32_t v : mesh_.triangles)
            if (v >= mesh_.vertices.size() || !mesh_.vertices[v].isFinite()) return false;
        dropUnusedVertices(mesh_);
        MeshMeasure measure = measureMesh(mesh_);
        if (!measure.isSolid()) {
            orientOutward(mesh_);
            measure = measureMesh(mesh_);
        }
        size_ = Vec3(measure.high - measure.low).norm();
        if (!(size_ > 0) || !std::isfinite(size_)) return false;
        rounding_ = rounding * size_;
        SampledSolid solid = sampleSolid(mesh_, linesPerSide, [this] { return isCanceled(); });
        // If few lines hit it, a mesh is closed except for them.
        if (solid.lines.pieces.empty() || solid.brokenShare > mostBroken) return false;
        const Real sampled = solid.lines.volume(), ratio = measure.isSolid() ? measure.volume / sampled : 1;
        if (std::abs(ratio - 1) < mostCorrection) solid.lines.section *= ratio;
        wholeVolume_ = solid.lines.volume();
        if (!(wholeVolume_ > 0)) return false;

        Part whole;
        whole.surface = mesh_;
        choiceRounding_ = rounding_;
        if (mesh_.triangles.size() / 3 > mostTriangles)
            if (std::optional<ReducedMesh> reduced = reduceMesh(mesh_, mostTriangles)) {
                choiceRounding_ = std::max(rounding_, reduced->deviation);
                whole.surface = std::move(reduced->mesh);
            }
        chosenOn_ = whole.surface;
        whole.concave = findConcaveEdges(mesh_, mostConcaveEdges);
        const Vec3 margin(0.01 * size_);
        whole.cell = ConvexCell(Vec3(measure.low - margin), Vec3(measure.high + margin));
        whole.lines = std::move(solid.lines);
        whole.node = 0;
        nodes_.push_back({});
        if (!complete(whole)) return false;
        findAxes(measure);
        parts_.push_back(std::move(whole));
        return true;
    }

    /// The coordinate axes, and the principal ones where they differ.
    void findAxes(const MeshMeasure& measure) {
        for (int i = 0; i < 3; ++i) axes_.push_back(Vec3(Vec3::Unit(i)));
        const Vec3 arm = measure.center;
        const Mat33 about(measure.unitInertia.toMat33() - arm.dot(arm) * Mat33(1) + arm * ~arm);
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(about);
        const Real sameDirection = std::cos(Pi / 36);
        for (int i = 0; i < 3; ++i) {
            const Vec3 axis(principal.eigenvectors().col(i));
            if (axis.isFinite() &&
                std::ranges::none_of(axes_, [&](const Vec3& a) { return std::abs(a.dot(axis)) > sameDirection; }))
                axes_.push_back(axis);
        }
    }

    /// Measures a part; false for one without volume.
    bool complete(Part& part) const {
        part.volume = part.lines.volume();
        part.hullVolume = makeCornerHull(part.points(), roughCorners, roughTolerance * size_).volume;
        return part.hullVolume > 0;
    }

    /// The part with the largest gap that should be divided; null if none is.
    Part* nextPart() {
        Real gaps = 0, hulls = 0;
        Part* largest = nullptr;
        for (Part& part : parts_) {
            gaps += part.gap();
            hulls += part.hullVolume;
            if (!part.isDone && (!largest || part.gap() > largest->gap())) largest = &part;
        }
        if (gaps <= options_.concavity * hulls) return nullptr;
        return largest && largest->gap() > leastGap * wholeVolume_ ? largest : nullptr;
    }

    // --- One cut ---

    std::optional<Trial> tryCut(const Part& part, const CutPlane& plane) const {
        Trial trial;
        trial.plane = plane;
        auto& [p, below, above, cost] = trial;
        std::tie(below.lines, above.lines) = part.lines.cut(plane);
        below.volume = below.lines.volume();
        above.volume = above.lines.volume();
        if (std::min(below.volume, above.volume) < leastPiece * wholeVolume_) return std::nullopt;
        std::tie(below.cell, above.cell) =
            part.cell.cut(plane, rounding_, [this](const Vec3& corner) { return isInsideMesh(chosenOn_, corner); });
        below.surface = cutMesh(part.surface, plane, -1, choiceRounding_);
        above.surface = cutMesh(part.surface, plane, 1, choiceRounding_);
        if (!complete(below) || !complete(above)) return std::nullopt;
        const Real imbalance = (below.volume - above.volume) / part.volume;
        cost = below.gap() + above.gap() + priceOfImbalance * square(imbalance) * part.hullVolume;
        return trial;
    }

    /// The planes of concave edges in a part, those that most edges share first.
    std::vector<CutPlane> concavePlanes(const Part& part, std::size_t most) const {
        struct Shared {
            CutPlane plane;
            Real weight = 0;
        };
        constexpr Real turns = 64, places = 256;
        std::map<std::array<long, 4>, Shared> planes;
        for (const ConcaveEdge& edge : part.concave) {
            const Vec3& n = edge.plane.normal;
            const std::array<long, 4> key{std::lround(turns * n[0]), std::lround(turns * n[1]),
                                          std::lround(turns * n[2]), std::lround(places * edge.plane.offset / size_)};
            Shared& shared = planes.try_emplace(key, Shared{edge.plane}).first->second;
            shared.weight += edge.weight;
        }
        std::vector<Shared> order;
        order.reserve(planes.size());
        for (const auto& [key, shared] : planes) order.push_back(shared);
        std::ranges::stable_sort(order, std::greater{}, &Shared::weight);
        std::vector<CutPlane> chosen;
        for (const Shared& shared : order)
            if (chosen.size() < most) chosen.push_back(shared.plane);
        return chosen;
    }

    std::optional<Trial> findCut(const Part& part) const {
        constexpr std::size_t fewest = 12, many = 40;
        const std::size_t trials =
            std::max(fewest, workPerCut / std::max<std::size_t>(1, part.surface.triangles.size() / 3));
        std::optional<Trial> best;
        const auto consider = [&](const CutPlane& plane) {
            if (isCanceled()) return false;
            std::optional<Trial> trial = tryCut(part, plane);
            const bool isBetter = trial && (!best || trial->cost < best->cost);
            if (isBetter) best = std::move(trial);
            return isBetter;
        };
        for (const CutPlane& plane : concavePlanes(part, std::min<std::size_t>(24, trials / 2))) consider(plane);
        const std::size_t axes = trials < many ? 3 : axes_.size();
        const int places = trials < many ? 3 : 7;
        const std::vector<Vec3> points = part.points();
        std::optional<Real> step;
        for (std::size_t i = 0; i < axes; ++i) {
            Real low = Infinity, high = -Infinity;
            for (const Vec3& p : points) {
                low = std::min(low, axes_[i].dot(p));
                high = std::max(high, axes_[i].dot(p));
            }
            const Real spacing = (high - low) / (places + 1);
            for (int k = 1; k <= places; ++k)
                if (consider({axes_[i], low + k * spacing})) step = spacing;
        }
        // Only an evenly spaced plane is refined: that of an edge fits it.
        if (step && best && std::ranges::any_of(axes_, [&](const Vec3& a) { return a == best->plane.normal; }))
            for (const Real share : {0.5, 0.25}) {
                const CutPlane middle = best->plane;
                for (const int side : {-1, 1}) consider({middle.normal, middle.offset + side * share * *step});
            }
        return best;
    }

    void apply(Trial best, Part& part) {
        for (const ConcaveEdge& edge : part.concave) {
            const Real height = best.plane.heightOf(edge.middle);
            const bool isUsed =
                std::abs(height) <= rounding_ && std::abs(edge.plane.normal.dot(best.plane.normal)) > 1 - 1e-6;
            if (isUsed) continue;
            if (height < rounding_) best.below.concave.push_back(edge);
            if (height > -rounding_) best.above.concave.push_back(edge);
        }
        best.below.node = nodes_.size();
        best.above.node = nodes_.size() + 1;
        nodes_[part.node] = {best.plane, best.below.node, best.above.node, true};
        nodes_.resize(nodes_.size() + 2);
        part = std::move(best.below);
        parts_.push_back(std::move(best.above));
    }

    // --- The result ---

    /// Parts that can be joined, as indices.
    std::vector<std::vector<std::size_t>> joinParts() const {
        struct Group {
            std::vector<std::size_t> parts;
            std::vector<Vec3> corners;
            Real hullVolume;
        };
        const auto hullOf = [this](const std::vector<Vec3>& points) {
            return makeCornerHull(points, roughCorners, roughTolerance * size_);
        };
        std::vector<Group> groups;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            CornerHull hull = hullOf(parts_[i].points());
            groups.push_back({{i}, std::move(hull.mesh.vertices), hull.volume});
        }
        for (bool joined = true; joined && !isCanceled();) {
            joined = false;
            for (std::size_t i = 0; i < groups.size(); ++i)
                for (std::size_t j = i + 1; j < groups.size();) {
                    Group &a = groups[i], &b = groups[j];
                    std::vector<Vec3> both = a.corners;
                    both.insert(both.end(), b.corners.begin(), b.corners.end());
                    CornerHull hull = hullOf(both);
                    if (hull.volume > (1 + leastGrowth) * (a.hullVolume + b.hullVolume)) {
                        ++j;
                        continue;
                    }
                    a.parts.insert(a.parts.end(), b.parts.begin(), b.parts.end());
                    a.corners = std::move(hull.mesh.vertices);
                    a.hullVolume = hull.volume;
                    groups.erase(groups.begin() + std::ptrdiff_t(j));
                    joined = true;
                }
        }
        std::vector<std::vector<std::size_t>> result;
        result.reserve(groups.size());
        for (Group& group : groups) result.push_back(std::move(group.parts));
        return result;
    }

    /// The points of the whole mesh in each part, by node.
    void collectPoints(std::size_t node, TriangleMesh surface, std::map<std::size_t, std::vector<Vec3>>& points) const {
        if (!nodes_[node].isCut) {
            points[node] = std::move(surface.vertices);
            return;
        }
        const CutPlane& plane = nodes_[node].plane;
        collectPoints(nodes_[node].below, cutMesh(surface, plane, -1, rounding_), points);
        collectPoints(nodes_[node].above, cutMesh(surface, plane, 1, rounding_), points);
    }

    ConvexParts makeHulls(const std::vector<std::vector<std::size_t>>& groups) const {
        constexpr Real tolerance = 1e-4;
        std::map<std::size_t, std::vector<Vec3>> pointsOf;
        collectPoints(0, mesh_, pointsOf);
        ConvexParts result;
        Real hulls = 0;
        for (const std::vector<std::size_t>& group : groups) {
            std::vector<Vec3> points;
            for (const std::size_t i : group) {
                const Part& part = parts_[i];
                for (const std::vector<Vec3>* const list :
                     {&std::as_const(pointsOf[part.node]), &part.cell.solidCorners()})
                    for (const Vec3& p : *list) points.push_back(Vec3(float(p[0]), float(p[1]), float(p[2])));
            }
            CornerHull hull = makeCornerHull(points, std::size_t(std::max(4, options_.mostCorners)), tolerance * size_);
            if (!(hull.volume > 0)) continue;
            hulls += hull.volume;
            result.deviation = std::max(result.deviation, hull.deviation / size_);
            result.hulls.push_back(std::move(hull.mesh));
        }
        result.concavity = hulls > 0 ? std::max(0., 1 - wholeVolume_ / hulls) : 0;
        return result;
    }

    TriangleMesh mesh_;
    const ConvexPartsOptions options_;
    const std::function<bool()>& askCanceled_;
    /// The mesh on which planes are chosen.
    TriangleMesh chosenOn_;
    Real size_ = 0, rounding_ = 0, choiceRounding_ = 0, wholeVolume_ = 0;
    std::vector<Vec3> axes_;
    std::vector<Part> parts_;
    std::vector<Node> nodes_;
};

}  // namespace

Result<ConvexParts> splitIntoConvexParts(const TriangleMesh& mesh, const ConvexPartsOptions& options,
                                         const std::function<bool()>& isCanceled) {
    return Splitter(mesh, options, isCanceled).split();
}

}  // namespace trammel
