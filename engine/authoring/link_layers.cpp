// SPDX-License-Identifier: Apache-2.0
#include "authoring/link_layers.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "authoring/copied.h"
#include "authoring/drawn_numbers.h"
#include "authoring/features.h"
#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "decoration/extent.h"
#include "decoration/polygon.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {

/// Heights that differ by less are the same, m.
constexpr Real sameHeight = 1e-9;

using Polygon = std::vector<Vec2>;

/// A prism along z of the layer frame P: its outline with its openings, and its extent.
struct Prism {
    std::vector<Polygon> loops;
    Real low = 0, high = 0;
    /// Corners of the rectangle around the outline.
    Vec2 least = Vec2(0, 0), most = Vec2(0, 0);

    void add(const Polygon& loop) {
        if (loops.empty()) least = most = loop.front();
        for (const Vec2& p : loop) least = least.cwiseMin(p), most = most.cwiseMax(p);
        loops.push_back(loop);
    }
    bool contains(const Vec2& p) const {
        return std::ranges::count_if(loops, [&p](const Polygon& loop) { return isInside(loop, p); }) % 2 == 1;
    }
};

Vec2 middleOf(const Polygon& loop) {
    Vec2 sum(0, 0);
    for (const Vec2& p : loop) sum += p;
    return sum / Real(loop.size());
}

/// True if one covers a part of the other, seen along z.
bool cover(const Prism& one, const Prism& other) {
    if ((one.least.array() > other.most.array()).any() || (other.least.array() > one.most.array()).any()) return false;
    for (const Polygon& a : one.loops)
        for (const Polygon& b : other.loops)
            if (edgesCross(a, b)) return true;
    const auto reachesInto = [](const Prism& a, const Prism& b) {
        return b.contains(a.loops.front().front()) || (a.loops.size() == 1 && b.contains(middleOf(a.loops.front())));
    };
    return reachesInto(one, other) || reachesInto(other, one);
}

/// A plane region of a solid in its frame D, and half the thickness of the solid across it.
struct Slab {
    std::vector<std::vector<Vec3>> loops;
    Vec3 half;
};

struct Slabs {
    std::vector<Slab> operator()(const decor::Extrusion& s) const {
        constexpr Real step = Pi / 8;
        if (!s.profile) return {};
        Slab slab{{}, Vec3(0, 0, s.halfThickness)};
        const auto add = [&slab](const Contour& contour) {
            std::vector<Vec3>& loop = slab.loops.emplace_back();
            for (const Vec2& p : flatten(contour, step)) loop.emplace_back(p[0], p[1], 0);
        };
        add(s.profile->outline);
        for (const Contour& opening : s.profile->openings) add(opening);
        return {slab};
    }
    std::vector<Slab> operator()(const decor::Cylinder& s) const {
        constexpr int sides = 24;
        Slab slab{{{}}, Vec3(0, s.halfHeight, 0)};
        for (int i = 0; i < sides; ++i)
            slab.loops.front().emplace_back(s.radius * std::cos(2 * Pi * i / sides), 0,
                                            s.radius * std::sin(2 * Pi * i / sides));
        return {slab};
    }
    std::vector<Slab> operator()(const decor::Brick& s) const {
        std::vector<Slab> slabs;
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 x(0.), y(0.), z(0.);
            x[(axis + 1) % 3] = s.halfLengths[(axis + 1) % 3];
            y[(axis + 2) % 3] = s.halfLengths[(axis + 2) % 3];
            z[axis] = s.halfLengths[axis];
            slabs.push_back({{{Vec3(x + y), Vec3(y - x), Vec3(-x - y), Vec3(x - y)}}, z});
        }
        return slabs;
    }
    template <class Other>
    std::vector<Slab> operator()(const Other&) const {
        return {};
    }
};

/// The slab as a prism along z of P; empty if it is not normal to z.
std::optional<Prism> prismOf(const Slab& slab, const DecorativeGeometry& solid, const Isometry& X_PB) {
    const auto inP = [&](const Vec3& p_D) {
        return X_PB.ofPoint(solid.getTransform() * Vec3(solid.getScaleFactors().cwiseProduct(p_D)));
    };
    if (slab.loops.front().empty()) return std::nullopt;
    const Real height = inP(slab.loops.front().front())[2];
    Prism prism;
    for (const std::vector<Vec3>& loop : slab.loops) {
        Polygon flat;
        for (const Vec3& p_D : loop) {
            const Vec3 p = inP(p_D);
            if (std::abs(p[2] - height) > sameHeight) return std::nullopt;
            flat.emplace_back(p[0], p[1]);
        }
        prism.add(flat);
    }
    const Real half = (inP(slab.half) - inP(Vec3(0.))).norm();
    prism.low = height - half;
    prism.high = height + half;
    return prism;
}

std::vector<Prism> prismsOf(const std::vector<DecorativeGeometry>& solids, const Isometry& X_PB) {
    std::vector<Prism> prisms;
    for (const DecorativeGeometry& solid : solids)
        for (const Slab& slab : std::visit(Slabs{}, solid.getShape()))
            if (std::optional<Prism> prism = prismOf(slab, solid, X_PB)) prisms.push_back(std::move(*prism));
    return prisms;
}

/// The geometry of a body as its model has it, without computing it; empty for a body that was not built.
const std::vector<DecorativeGeometry>& geometryIn(const CompiledModel& model, ElementId body) {
    using Geometry = std::vector<DecorativeGeometry>;
    static const Geometry none;
    const BuiltSystem& built = *model.getData().built;
    const auto index = built.bodies.find(body);
    if (index == built.bodies.end()) return none;
    const MatterGuts& matter = built.matter->getGuts();
    return Value<Geometry>::downcast(matter.getDiscreteVariable(
        model.getInitialState(), matter.bodies[std::size_t(int(index->second))].geometryVariable));
}

/// Distance from z of P that contains all solids, seen along z.
Real reachOf(const std::vector<DecorativeGeometry>& solids, const Isometry& X_PB) {
    Real reach = 0;
    for (const DecorativeGeometry& solid : solids) {
        const Real radius = solid.getScaleFactors().maxCoeff() * enclosingRadius(solid.getShape());
        reach = std::max(reach, X_PB.ofPoint(solid.getTransform().p()).head<2>().norm() + radius);
    }
    return reach;
}
/// True if no solid is within @p reach of z of P, seen along z.
bool isBeyond(const std::vector<DecorativeGeometry>& solids, const Isometry& X_PB, Real reach) {
    return std::ranges::all_of(solids, [&](const DecorativeGeometry& solid) {
        const Real radius = solid.getScaleFactors().maxCoeff() * enclosingRadius(solid.getShape());
        return X_PB.ofPoint(solid.getTransform().p()).head<2>().norm() - radius > reach;
    });
}

bool isFlat(const Element& body, const std::vector<Prism>& prisms) {
    constexpr Real flat = 0.5;
    if (prisms.empty()) return false;
    if (typeOf(body).findProperty("thickness")) return true;
    return std::ranges::all_of(prisms, [](const Prism& prism) {
        return prism.high - prism.low <= flat * (prism.most - prism.least).minCoeff();
    });
}

/// 1 if @p p is on the upper face of the prism, -1 on the lower one, otherwise 0.
int faceAt(const Prism& prism, const Vec3& p) {
    const int side = int(std::abs(p[2] - prism.high) <= sameHeight) - int(std::abs(p[2] - prism.low) <= sameHeight);
    return side != 0 && prism.contains(p.head<2>()) ? side : 0;
}

/// True if @p p is inside the prism, at most @p reach from its nearer face.
bool isInside(const Prism& prism, const Vec3& p, Real reach) {
    const Real depth = std::min(prism.high - p[2], p[2] - prism.low);
    return depth > sameHeight && depth <= reach && prism.contains(p.head<2>());
}

/// The allowed shift nearest to a wanted one.
class FreeSpace {
public:
    void block(Real from, Real to) { taken_.push_back({from, to}); }
    /// @param origin of two equally near shifts, the one nearer to this is preferred, otherwise the greater one
    Real nearest(Real wanted, Real origin) const {
        std::vector<Real> ways{wanted};
        for (const auto& [from, to] : taken_) ways.insert(ways.end(), {from, to});
        std::erase_if(ways, [this](Real way) { return isTaken(way); });
        const auto costOf = [&](Real way) {
            const auto rounded = [](Real x) { return std::round(x / sameHeight); };
            return std::tuple(rounded(std::abs(way - wanted)), rounded(std::abs(way - origin)), -way);
        };
        return *std::ranges::min_element(ways, {}, costOf);
    }

private:
    bool isTaken(Real way) const {
        return std::ranges::any_of(taken_, [way](const auto& space) {
            return way > space.first + sameHeight && way < space.second - sameHeight;
        });
    }
    std::vector<std::pair<Real, Real>> taken_;
};

/// True if all joints move in the plane normal to @p axis_G, or none turns yet.
bool movesInPlane(const CompiledModel& model, const State& s, const Vec3& axis_G) {
    constexpr Real parallel = 1 - 1e-9;
    if (const std::optional<Vec3> normal = findPlaneNormal(model, s)) return std::abs(normal->dot(axis_G)) > parallel;
    const Document& document = model.getDocument();
    return std::ranges::all_of(document.elementsOf("joint"), [&](ElementId id) {
        const Element& joint = document.get(id);
        const TypeDescriptor* const type = findTypeOf(joint);
        return !type || slides(*type) || floatingJointOf(document, joint.reference("child")) == id;
    });
}

bool isLinkOrPlate(const Element& body) { return hasRole(body, TypeRole::Link) || hasRole(body, TypeRole::Plate); }

}  // namespace

Real calcLayerShift(const CompiledModel& model, const LaidBody& laid) {
    const State& s = model.getInitialState();
    const Document& document = model.getDocument();
    const Isometry X_PG = laid.X_GB.invert();
    const std::vector<Prism> own = prismsOf(laid.geometry, Transform());
    const Real reach = reachOf(laid.geometry, Transform());
    const Real away = (0.5 + clearancePerThickness) * laid.thickness;
    // In a thicker body, such as a chassis, there is no face beside the pin to lie on.
    const Real deepest = reach / 2;
    FreeSpace space;
    Real wanted = 0;
    for (const ElementId id : document.elementsOf("body")) {
        const Element& body = document.get(id);
        const auto pin = std::ranges::find(laid.pins, id, &Place::body);
        const bool isPinned = pin != laid.pins.end();
        const Isometry X_PB = X_PG.after(model.calcBodyPose(id, s));
        const std::vector<DecorativeGeometry>& solids = geometryIn(model, id);
        if (!isPinned && isBeyond(solids, X_PB, reach)) continue;
        const std::vector<Prism> prisms = prismsOf(solids, X_PB);
        const bool flat = isFlat(body, prisms);
        const Vec3 p = isPinned ? X_PG.ofPoint(calcPosition(model, s, *pin)) : Vec3(0.);
        for (const Prism& prism : prisms) {
            const int face = isPinned ? faceAt(prism, p) : 0;
            const bool covers = isPinned || std::ranges::any_of(own, [&](const Prism& o) { return cover(o, prism); });
            // In space, ends stay where they are.
            const bool isIn = isPinned && !flat && face == 0 && isInside(prism, p, deepest) &&
                              movesInPlane(model, s, laid.X_GB.R().z());
            if (flat ? !covers : face == 0 && !isIn) continue;
            space.block(prism.low - away, prism.high + away);
            if (isPinned && pin == laid.pins.begin()) wanted = face < 0 ? prism.low - away : prism.high + away;
        }
    }
    return space.nearest(wanted, -laid.X_GB.R().z().dot(laid.X_GB.p()));
}

Vec3 calcLayerStep(const CompiledModel& model, const std::set<ElementId>& elements,
                   const std::vector<Isometry>& motions) {
    constexpr Real parallel = 1e-9;
    const State& s = model.getInitialState();
    const Document& document = model.getDocument();
    std::set<ElementId> sources;
    std::optional<Vec3> across;
    for (const ElementId id : withConnections(document, elements)) {
        if (!isLinkOrPlate(document.get(id))) continue;
        sources.insert(id);
        if (!across) across = model.calcBodyPose(id, s).R().z();
    }
    const auto turns = [&](const Isometry& motion) {
        return Vec3(motion.ofVector(*across) - *across).norm() > parallel;
    };
    if (!across || std::ranges::any_of(motions, turns)) return Vec3(0.);
    const Isometry X_PG = Transform(Rotation::withZ(*across)).invert();
    struct Laid {
        bool isSource;
        std::vector<DecorativeGeometry> solids;
        Isometry X_PB;
        std::vector<Prism> prisms;
    };
    std::vector<Laid> all;
    for (const ElementId id : document.elementsOf("body")) {
        if (!isLinkOrPlate(document.get(id))) continue;
        Laid each{sources.contains(id), geometryIn(model, id), X_PG.after(model.calcBodyPose(id, s)), {}};
        std::erase_if(each.solids, [id](const DecorativeGeometry& solid) { return solid.getElement() != id; });
        each.prisms = prismsOf(each.solids, each.X_PB);
        if (each.isSource && each.prisms.empty()) return Vec3(0.);
        all.push_back(std::move(each));
    }
    FreeSpace space;
    for (std::size_t i = 0; i < motions.size(); ++i) {
        const Isometry motion_P = X_PG.after(motions[i]).after(X_PG.inverse());
        const Real steps = Real(i + 1);
        for (const Laid& source : all) {
            if (!source.isSource) continue;
            for (const Prism& image : prismsOf(source.solids, motion_P.after(source.X_PB)))
                for (const Laid& other : all)
                    for (const Prism& prism : other.prisms) {
                        if (!cover(image, prism)) continue;
                        const Real gap = clearancePerThickness * (image.high - image.low);
                        space.block((prism.low - image.high - gap) / steps, (prism.high - image.low + gap) / steps);
                    }
        }
    }
    return withoutNoise(space.nearest(0, 0) * *across);
}

}  // namespace trammel
