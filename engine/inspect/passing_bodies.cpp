// SPDX-License-Identifier: Apache-2.0
#include "inspect/passing_bodies.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/contacts.h"
#include "contact/bounds_sweep.h"
#include "contact/broad_phase.h"
#include "contact/pairs/convex_normal.h"
#include "contact/rigid/rigid_contact.h"
#include "contact/shape_from_geometry.h"
#include "contact/shapes/half_space.h"
#include "contact/shapes/mesh.h"
#include "inspect/passing_work.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

constexpr std::size_t mostTriangles = 20000;
/// Overlap by the thickness of the thinner solid that is more than a graze.
constexpr Real leastOverlap = 0.05;

bool isLargeMesh(const DecorativeGeometry& geometry) {
    const auto* const mesh = std::get_if<decor::Mesh>(&geometry.getShape());
    return mesh && mesh->mesh->triangles.size() / 3 > mostTriangles;
}

}  // namespace

PassingWork& passingWork() {
    static thread_local PassingWork work;
    return work;
}

struct PassingBodies::Impl {
    /// A solid of the model, whether or not it takes part in contact.
    struct Solid {
        ElementId element, body;
        MobilizedBodyIndex index;
        Transform X_BS;
        std::shared_ptr<const ContactShape> shape;
        /// Center of the bounds.
        Vec3 center;
        /// It is convex and bounded.
        bool hasSupport;
    };

    /// Bodies by the mechanism of joints and constraints that they are part of. Ground connects no two of them.
    class Mechanisms {
    public:
        explicit Mechanisms(const BuiltSystem& built, const Document& document) {
            for (const ElementId id : document.elementsOf("joint")) {
                const Element& joint = document.get(id);
                const auto at = built.joints.find(id);
                if (at == built.joints.end() || built.matter->getMobilizer(at->second).getNU() >= 6) continue;
                join({joint.reference("parent"), joint.reference("child")});
                if (!joint.reference("parent").isValid()) onGround_.insert(joint.reference("child"));
            }
            for (const auto& [id, index] : built.constraints) {
                std::vector<ElementId> bodies;
                for (const Element::Reference& reference : document.get(id).references)
                    if (const Element* const target = document.find(reference.target))
                        bodies.push_back(target->family == "joint" ? target->reference("child") : target->id);
                join(bodies);
                if (bodies.size() == 1) onGround_.insert(bodies.front());
            }
        }
        bool connect(ElementId a, ElementId b) {
            if (!a.isValid() || !b.isValid())
                return std::ranges::any_of(onGround_,
                                           [&](ElementId held) { return find(held) == find(a.isValid() ? a : b); });
            return find(a) == find(b);
        }

    private:
        ElementId find(ElementId id) {
            const auto at = next_.find(id);
            return at == next_.end() || at->second == id ? id : at->second = find(at->second);
        }
        void join(const std::vector<ElementId>& bodies) {
            ElementId first;
            for (const ElementId body : bodies) {
                if (!body.isValid()) continue;
                if (first.isValid()) next_[find(body)] = find(first);
                first = body;
            }
        }
        std::map<ElementId, ElementId> next_;
        std::set<ElementId> onGround_;
    };

    explicit Impl(CompiledModelPtr m)
        : model(std::move(m)),
          built(*model->getData().built),
          document(model->getDocument()),
          mechanisms(built, document) {
        for (const SurfaceSource& source : collectSurfaceSources(document, true)) {
            const auto body = built.bodies.find(source.body);
            if (isLargeMesh(source.geometry) || (source.body.isValid() && body == built.bodies.end())) continue;
            ShapeOfGeometry made = makeContactShape(source.geometry);
            if (source.isHalfSpace) made = {std::make_shared<HalfSpaceContactShape>(), {}, {}};
            if (!made.shape) continue;
            const bool hasSupport = !made.shape->isUnbounded() && made.shape->key() != MeshContactShape::kind;
            const AxisBox bounds = made.shape->calcBounds();
            const Vec3 center = hasSupport ? Vec3((bounds.lower + bounds.upper) / 2) : Vec3(0.);
            solids.push_back({source.element, source.body, source.body.isValid() ? body->second : MobilizedBodyIndex(0),
                              source.geometry.getTransform() * made.X_DS, std::move(made.shape), center, hasSupport});
        }
        // Pairs of many solids are classified only when they meet.
        constexpr std::size_t many = 1000;
        anyPair = solids.size() > many;
        for (std::size_t i = 0; i < solids.size() && !anyPair; ++i)
            for (std::size_t j = i + 1; j < solids.size() && !anyPair; ++j) anyPair = isWatched(i, j);
    }

    bool isWatched(std::size_t i, std::size_t j) {
        const auto [at, isNew] = watched.try_emplace({i, j}, false);
        if (isNew) at->second = mayPass(solids[i], solids[j]);
        return at->second;
    }
    /// Neither connected, nor of one group, nor in contact.
    bool mayPass(const Solid& a, const Solid& b) {
        if (a.index == b.index || mechanisms.connect(a.body, b.body)) return false;
        if (!findContactPair(a.shape->key(), b.shape->key())) return false;
        const ElementId group = contactGroupOf(document, a.body);
        if (group.isValid() && group == contactGroupOf(document, b.body)) return false;
        return !findContact(a, b, true).isValid();
    }

    /// A contact between the bodies of two solids; with @p enabledOnly an enabled one. A decoration without contact is
    /// stopped by the rest of its body.
    ElementId findContact(const Solid& a, const Solid& b, bool enabledOnly) const {
        const auto acts = [&](const ContactSurfaces& surfaces) {
            const std::vector<int>&ofA = numbersOf(surfaces, a.body), &ofB = numbersOf(surfaces, b.body);
            return std::ranges::any_of(
                ofA, [&](int i) { return std::ranges::any_of(ofB, [&](int j) { return surfaces.isWanted(i, j); }); });
        };
        for (const auto& [id, index] : built.forceIndices) {
            const auto* const contact = dynamic_cast<const ContactForce*>(&built.forces->getForce(index));
            if (!contact || (enabledOnly && built.forces->isForceDisabled(model->getInitialState(), index))) continue;
            if (acts(contact->getSurfaces())) return id;
        }
        for (const auto& [id, index] : built.constraints) {
            const auto* const contact = dynamic_cast<const RigidContact*>(&built.matter->getConstraint(index));
            if (!contact || (enabledOnly && built.matter->isConstraintDisabled(model->getInitialState(), index)))
                continue;
            if (acts(contact->getSurfaces())) return id;
        }
        return {};
    }

    const std::vector<int>& numbersOf(const ContactSurfaces& surfaces, ElementId body) const {
        auto& all = numbers[&surfaces];
        if (all.empty())
            for (int i = 0; i < surfaces.size(); ++i) {
                const Element& owner = document.get(surfaces[i].element);
                all[owner.family == "shape" ? owner.parent : owner.id].push_back(i);
            }
        return all[body];
    }

    void look(const State& s) {
        const PositionKinematics& position = built.matter->getGuts().ensurePosition(s);
        std::vector<AxisBox> bounds;
        std::vector<Transform> poses;
        for (const Solid& solid : solids) {
            poses.push_back(position.bodies[std::size_t(int(solid.index))].X_GB * solid.X_BS);
            bounds.push_back(calcBoundsInGround(poses.back(), solid.shape->calcBounds()));
        }
        for (const auto& [i, j] :
             broadPhase.findPairs(bounds, [&](int k) { return solids[std::size_t(k)].index == 0; })) {
            if (found.size() >= mostFound()) return;
            const auto a = std::size_t(i), b = std::size_t(j);
            const std::pair key = std::minmax(solids[a].element, solids[b].element);
            if (known.contains(key) || !isWatched(a, b)) continue;
            if (isFirst && clearlyOverlap(a, b, poses)) {
                known.insert(key);
                continue;
            }
            const Real overlap = calcOverlap(a, b, poses);
            if (isFirst) {
                constexpr Real rounding = 1e-6;
                if (overlap <= rounding) continue;
                // A level ground has no interior to start in: a body that sinks deeper passes through it.
                if (isHalfSpace(a) || isHalfSpace(b))
                    overlapAtStart[{a, b}] = overlap;
                else
                    known.insert(key);
                continue;
            }
            const auto start = overlapAtStart.find({a, b});
            if (overlap <= leastOverlap + (start == overlapAtStart.end() ? 0 : start->second)) continue;
            known.insert(key);
            const bool isCleared = !mayTouch(document.get(key.first)) || !mayTouch(document.get(key.second));
            const bool isIntended = isCleared || findContact(solids[a], solids[b], false).isValid();
            // Ground comes second.
            const bool swaps = solids[a].index == 0;
            found.push_back({solids[swaps ? b : a].element, solids[swaps ? a : b].element, s.getTime(), isIntended});
        }
        isFirst = false;
    }

    bool isHalfSpace(std::size_t i) const { return solids[i].shape->key() == HalfSpaceContactShape::kind; }

    /// Depth of the overlap by the thickness of the thinner solid; 0 without one.
    Real calcOverlap(std::size_t i, std::size_t j, const std::vector<Transform>& poses) {
        const ContactPairType* const type = findContactPair(solids[i].shape->key(), solids[j].shape->key());
        const bool isConvex = solids[i].hasSupport && solids[j].hasSupport;
        if (!type || (isConvex && isApart(i, j, poses))) return 0;
        ++passingWork().overlaps;
        const bool swaps = solids[i].shape->key() != type->shapeA;
        const std::size_t first = swaps ? j : i, second = swaps ? i : j;
        const ContactShape &a = *solids[first].shape, &b = *solids[second].shape;
        regions.clear();
        type->calcRegions(a, b, ~poses[first] * poses[second], regions);
        Real deepest = 0;
        for (const ContactRegion& region : regions.regions) {
            if (region.depth <= deepest) continue;
            deepest = region.depth;
            const Vec3 n_G = poses[first].R() * region.normal;
            if (isConvex) directions[{i, j}].n_A = Vec3(poses[i].RInv() * Vec3((swaps ? -1. : 1.) * n_G));
        }
        return deepest / std::min(a.smallestThickness(), b.smallestThickness());
    }

    /// True if two convex solids overlap by too little to count along one direction: that of the last frame, an axis of theirs,
    /// as of solids side by side, or Bullet's. Computing the overlap takes hundreds of directions.
    bool isApart(std::size_t i, std::size_t j, const std::vector<Transform>& poses) {
        Direction& last = directions[{i, j}];
        const auto isApartNow = [&](const Vec3& n) {
            if (!isApartAlong(n, i, j, poses)) return false;
            last = {Vec3(poses[i].RInv() * n), 0};
            return true;
        };
        if (last.n_A.normSqr() > 0 && isApartNow(Vec3(poses[i].R() * last.n_A))) return true;
        // With solids that meet, the others are tried again by and by.
        if (last.framesTogether++ % FramesBetweenTries != 0) return false;
        const Vec3 apart = poses[j] * solids[j].center - poses[i] * solids[i].center;
        for (const UnitVec3& axis :
             {poses[i].x(), poses[i].y(), poses[i].z(), poses[j].x(), poses[j].y(), poses[j].z()})
            if (isApartNow(Vec3((apart.dot(axis.asVec3()) < 0 ? -1. : 1.) * axis.asVec3()))) return true;
        Vec3 n_A;
        return findSeparation(*solids[i].shape, *solids[j].shape, ~poses[i] * poses[j], n_A) &&
               isApartNow(Vec3(poses[i].R() * n_A));
    }
    bool isApartAlong(const Vec3& n, std::size_t i, std::size_t j, const std::vector<Transform>& poses) const {
        return overlapAlong(n, i, j, poses) <= (isFirst ? 1e-9 : leastOverlap);
    }
    /// By the thickness of the thinner solid.
    Real overlapAlong(const Vec3& n, std::size_t i, std::size_t j, const std::vector<Transform>& poses) const {
        ++passingWork().directions;
        const Vec3 end = poses[i] * solids[i].shape->calcSupport(poses[i].RInv() * n);
        const Vec3 start = poses[j] * solids[j].shape->calcSupport(-(poses[j].RInv() * n));
        return n.dot(Vec3(end - start)) /
               std::min(solids[i].shape->smallestThickness(), solids[j].shape->smallestThickness());
    }
    /// True if two convex solids clearly overlap, by Bullet: at the start the depth does not matter.
    bool clearlyOverlap(std::size_t i, std::size_t j, const std::vector<Transform>& poses) const {
        if (!solids[i].hasSupport || !solids[j].hasSupport) return false;
        const ContactShape &a = *solids[i].shape, &b = *solids[j].shape;
        const Transform X_AB = ~poses[i] * poses[j];
        Vec3 n_A;
        if (findSeparation(a, b, X_AB, n_A) || n_A.normSqr() < 0.5) return false;
        constexpr Real clear = 0.01;
        if (overlapAlong(Vec3(poses[i].R() * n_A), i, j, poses) <= clear) return false;
        // It may say so of solids that only touch, too, with any normal: those are apart once moved a little.
        const Real little = clear * std::min(a.smallestThickness(), b.smallestThickness());
        const Transform moved(X_AB.R(), Vec3(X_AB.p() + little * n_A));
        return !findSeparation(a, b, moved, n_A) && n_A.normSqr() > 0.5;
    }

    const CompiledModelPtr model;
    const BuiltSystem& built;
    const Document& document;
    Mechanisms mechanisms;
    std::vector<Solid> solids;
    bool anyPair = false;
    bool isFirst = true;
    BroadPhase broadPhase;
    ContactRegions regions;
    static constexpr int FramesBetweenTries = 8;
    /// Along which a pair was apart, or overlapped least, in the last frame.
    struct Direction {
        /// From the first to the second solid, in the frame of the first; zero: unknown.
        Vec3 n_A{0.};
        int framesTogether = 0;
    };
    /// By numbers of solids.
    std::map<std::pair<std::size_t, std::size_t>, Direction> directions;
    /// Pairs that overlap at the start, or have been found.
    std::set<std::pair<ElementId, ElementId>> known;
    /// By numbers of solids, the smaller first.
    std::map<std::pair<std::size_t, std::size_t>, bool> watched;
    std::map<std::pair<std::size_t, std::size_t>, Real> overlapAtStart;
    /// Indices of the surfaces of each contact, by body.
    mutable std::map<const ContactSurfaces*, std::map<ElementId, std::vector<int>>> numbers;
    std::vector<Passing> found;
};

PassingBodies::PassingBodies(CompiledModelPtr model) : impl_(std::make_unique<Impl>(std::move(model))) {}
PassingBodies::~PassingBodies() = default;

bool PassingBodies::hasPairs() const { return impl_->anyPair; }
void PassingBodies::look(const State& state) { impl_->look(state); }
const std::vector<Passing>& PassingBodies::getFound() const { return impl_->found; }

}  // namespace trammel
