// SPDX-License-Identifier: Apache-2.0
#include "inspect/four_bar.h"

#include <algorithm>
#include <cmath>

#include "compile/catalog.h"

namespace trammel {

namespace {

/// A pivot between two bodies.
struct Pivot {
    ElementId first, second;
    Place place;
};

/// The pivots of a model if all its joints and constraints are pivots; empty otherwise.
std::vector<Pivot> findPivots(const CompiledModel& model) {
    const Document& document = model.getDocument();
    std::vector<Pivot> pivots;
    const auto add = [&](const Element& e, const char* first, const char* second, const char* property) {
        const TypeDescriptor& type = typeOf(e);
        const Place place{e.reference(first), e.valueAs<std::string>(type, std::string(property) + "Anchor"),
                          e.valueAs<Vec3>(type, property)};
        pivots.push_back({e.reference(first), e.reference(second), place});
    };
    for (ElementId id : document.elementsOf("joint")) {
        if (!hasRole(document.get(id), TypeRole::Revolute)) return {};
        add(document.get(id), "parent", "child", "parentPoint");
    }
    for (ElementId id : document.elementsOf("constraint")) {
        if (!isPlanarPivot(document.get(id))) return {};
        add(document.get(id), "body1", "body2", "point1");
    }
    return pivots;
}

Real distance(const FourBarLoop& loop, const Vec3& a, const Vec3& b) {
    const Vec3 d = b - a;
    return Vec3(d - loop.axis_G * loop.axis_G.dot(d)).norm();
}

bool isDriven(const Document& document, ElementId body) {
    return std::ranges::any_of(document.elementsOf("motion"), [&](ElementId motion) {
        return std::ranges::any_of(document.get(motion).references, [&](const Element::Reference& held) {
            const Element* const joint = document.find(held.target);
            return joint && joint->family == "joint" &&
                   (joint->reference("child") == body || joint->reference("parent") == body);
        });
    });
}

/// The cosine of the angle at Ground of a link of length @p a at which the distance of its end from the other pivot of Ground,
/// @p d away, is @p reach.
Real cosineAt(Real a, Real d, Real reach) { return (a * a + d * d - reach * reach) / (2 * a * d); }

/// Whether link 1 or 3 turns fully.
bool turnsFully(const FourBarLoop& loop, int link) {
    const auto& l = loop.lengths;
    const Real a = l[std::size_t(link)], c = l[std::size_t(4 - link)];
    return a + l[0] <= l[2] + c && std::abs(a - l[0]) >= std::abs(l[2] - c);
}

Real foldedAngle(Real b, Real c, Real reach) {
    const Real angle = std::acos(std::clamp((b * b + c * c - reach * reach) / (2 * b * c), -1., 1.));
    return std::min(angle, Pi - angle);
}

/// A link at Ground, in the pose of a State.
struct GroundLink {
    const FourBarLoop& loop;
    const Real length, other;
    Vec3 foot, tip;
    /// Axes in the plane: toward the other pivot of Ground, and left of it.
    Vec3 u, v;

    GroundLink(const FourBarLoop& loop, int link, const CompiledModel& model, const State& s)
        : loop(loop), length(loop.lengths[std::size_t(link)]), other(loop.lengths[std::size_t(4 - link)]) {
        const auto at = [&](std::size_t pivot) { return calcPosition(model, s, loop.pivots[pivot]); };
        foot = at(link == 1 ? 0 : 3);
        tip = at(link == 1 ? 1 : 2);
        const Vec3 way = at(link == 1 ? 3 : 0) - foot;
        u = Vec3(way - loop.axis_G * loop.axis_G.dot(way)).normalized();
        v = loop.axis_G.cross(u);
    }
    Vec3 tipAt(Real angle) const { return foot + length * (std::cos(angle) * u + std::sin(angle) * v); }

    /// The angles between which it swings; none if it turns fully.
    std::optional<std::pair<Real, Real>> findSwing() const {
        const Real outer = cosineAt(length, loop.lengths[0], loop.lengths[2] + other);
        const Real inner = cosineAt(length, loop.lengths[0], std::abs(loop.lengths[2] - other));
        const bool hasOuter = outer > -1, hasInner = inner < 1;
        if (!hasOuter && !hasInner) return std::nullopt;
        // With one limit the link swings through the line of Ground, to the same limit on the other side.
        if (!hasInner) return std::pair(-std::acos(outer), std::acos(outer));
        if (!hasOuter) return std::pair(std::acos(inner), 2 * Pi - std::acos(inner));
        const Real side = std::copysign(1., v.dot(tip - foot));
        return std::pair(side * std::acos(inner), side * std::acos(outer));
    }
};

void chooseInput(FourBarLoop& loop, const Document& document) {
    const bool first = isDriven(document, loop.bodies[1]), last = isDriven(document, loop.bodies[3]);
    bool reverses = last && !first;
    if (first == last) {
        const bool firstTurns = turnsFully(loop, 1), lastTurns = turnsFully(loop, 3);
        reverses = firstTurns == lastTurns ? loop.lengths[3] < loop.lengths[1] : lastTurns;
    }
    if (!reverses) return;
    std::swap(loop.bodies[1], loop.bodies[3]);
    std::swap(loop.lengths[1], loop.lengths[3]);
    std::ranges::reverse(loop.pivots);
}

}  // namespace

std::optional<FourBarLoop> findFourBar(const CompiledModel& model) {
    const MobilityReport& mobility = model.getMobility();
    if (!model.getAssembly().assembled || mobility.degreesOfFreedom != 1 || mobility.loops != 1) return std::nullopt;
    std::vector<Pivot> pivots = findPivots(model);
    if (pivots.size() != 4) return std::nullopt;
    const State& s = model.getInitialState();
    FourBarLoop loop;
    const std::vector<ElementId> joints = model.getDocument().elementsOf("joint");
    if (joints.empty()) return std::nullopt;
    loop.axis_G = model.findJointFrame(joints.front(), s).value_or(Transform()).R().z();
    // Pins of spherical linkages are not parallel.
    constexpr Real parallel = 1e-6;
    for (const ElementId id : joints)
        if (const auto frame = model.findJointFrame(id, s);
            frame && Vec3(loop.axis_G.cross(Vec3(frame->R().z()))).norm() > parallel)
            return std::nullopt;
    auto pivot = std::ranges::find_if(pivots, [](const Pivot& p) { return !p.first.isValid() || !p.second.isValid(); });
    if (pivot == pivots.end()) return std::nullopt;
    ElementId body;
    for (std::size_t i = 0; i < 3; ++i) {
        body = pivot->first == body ? pivot->second : pivot->first;
        loop.pivots[i] = pivot->place;
        loop.bodies[i + 1] = body;
        pivots.erase(pivot);
        pivot = std::ranges::find_if(pivots, [&](const Pivot& p) { return p.first == body || p.second == body; });
        if (pivot == pivots.end() || !body.isValid()) return std::nullopt;
    }
    // Otherwise three bodies form the loop, and turn as one.
    if (pivot->first.isValid() && pivot->second.isValid()) return std::nullopt;
    loop.pivots[3] = pivot->place;
    for (std::size_t i = 0; i < 4; ++i)
        loop.lengths[i] =
            distance(loop, calcPosition(model, s, loop.pivots[(i + 3) % 4]), calcPosition(model, s, loop.pivots[i]));
    if (*std::ranges::min_element(loop.lengths) <= 0) return std::nullopt;
    chooseInput(loop, model.getDocument());
    return loop;
}

Real calcTransmissionAngle(const FourBarLoop& loop, const CompiledModel& model, const State& s) {
    const Real reach = distance(loop, calcPosition(model, s, loop.pivots[1]), calcPosition(model, s, loop.pivots[3]));
    return foldedAngle(loop.lengths[2], loop.lengths[3], reach);
}

Real calcLeastTransmissionAngle(const FourBarLoop& loop) {
    if (!turnsFully(loop, 1)) return 0;
    const auto& l = loop.lengths;
    return std::min(foldedAngle(l[2], l[3], l[0] + l[1]), foldedAngle(l[2], l[3], std::abs(l[0] - l[1])));
}

std::vector<std::pair<Vec3, Vec3>> findDeadPoints(const FourBarLoop& loop, int link, const CompiledModel& model,
                                                  const State& s) {
    const GroundLink at(loop, link, model, s);
    const auto swing = at.findSwing();
    if (!swing) return {};
    return {{at.foot, at.tipAt(swing->first)}, {at.foot, at.tipAt(swing->second)}};
}

std::vector<Vec3> calcCouplerCurve(const FourBarLoop& loop, const CompiledModel& model, const State& s,
                                   const Vec3& point_G, int samples) {
    const GroundLink input(loop, 1, model, s);
    const Vec3& n = loop.axis_G;
    const Vec3 p1 = calcPosition(model, s, loop.pivots[1]), p2 = calcPosition(model, s, loop.pivots[2]);
    const Vec3 p3 = calcPosition(model, s, loop.pivots[3]);
    const auto inPlane = [&](const Vec3& v) { return Vec3(v - n * n.dot(v)); };
    const Vec3 along = inPlane(p2 - p1).normalized(), off = point_G - p1;
    const Real x = along.dot(off), y = n.cross(along).dot(off), z = n.dot(off);
    const Real b = loop.lengths[2], c = loop.lengths[3];
    const Real branch = std::copysign(1., n.dot(inPlane(p3 - p1).cross(p2 - p1)));
    const auto pointAt = [&](Real angle, Real side) {
        // The layer of the coupler stays.
        const Vec3 tip = input.tipAt(angle) + n * n.dot(p1 - input.foot);
        const Vec3 way = inPlane(p3 - tip);
        const Real d = way.norm(), reach = std::clamp((b * b - c * c + d * d) / (2 * d), -b, b);
        const Vec3 u = way / d, q = reach * u + side * std::sqrt(b * b - reach * reach) * n.cross(u);
        const Vec3 e = q / b;
        return Vec3(tip + x * e + y * n.cross(e) + z * n);
    };
    std::vector<Vec3> curve;
    // Where the tips of two equal pairs of links meet, the coupler has any direction.
    const auto append = [&](const Vec3& p) {
        if (p.allFinite()) curve.push_back(p);
    };
    const auto swing = input.findSwing();
    if (!swing) {
        for (int i = 0; i <= samples; ++i) append(pointAt(2 * Pi * i / samples, branch));
        return curve;
    }
    // There on one branch, and back on the other.
    const int half = std::max(1, samples / 2);
    for (const Real side : {branch, -branch})
        for (int i = 0; i <= half; ++i) {
            // Finer at the ends, where the point moves fast.
            const Real share = (1 - std::cos(Pi * (side == branch ? i : half - i) / half)) / 2;
            append(pointAt(swing->first + share * (swing->second - swing->first), side));
        }
    return curve;
}

}  // namespace trammel
