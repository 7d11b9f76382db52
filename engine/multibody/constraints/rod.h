// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/point_pair.h"

namespace trammel {

struct RodParameters {
    Vec3 point1, point2;
    Real length;
    friend bool operator==(const RodParameters&, const RodParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point1, self.point2, self.length); }
};

/// A massless rod: two points stay a fixed distance apart.
///
///   perr = |p| - d,  verr = v·n,  aerr = a·n + (v·v - (v·n)^2)/|p|,   p = p2 - p1, n = p/|p|
class RodConstraint : public ParameterizedConstraint<RodParameters, Stage::Position> {
public:
    static constexpr const char* key = "rod";
    static constexpr const char* label = "Rod";
    static constexpr const char* doc = "Keeps two points of two bodies a fixed distance apart, like a massless rod.";
    static constexpr const char* reference =
        "`perr = |p2 - p1| - length`; one equation. The multiplier is the tension (N). Undefined if the points "
        "coincide.";
    static constexpr const char* choose =
        "For links of negligible mass: it closes a loop with one equation and needs no body. If the link has mass or "
        "its rotation matters, use a bar with two joints.";
    static TypeSample sample() { return {.properties = {{"length", 0.4}}}; }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        appendPointProperties(list, "point1", "First point", "Attachment point on the first body.", stage);
        appendPointProperties(list, "point2", "Second point", "Attachment point on the second body.", stage);
        list.push_back(PropertyDescriptor::real("length", "Length", Quantity::Length, 1, "Distance of the points.")
                           .above(0)
                           .at(stage));
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("body1", "point1"), in.station("body2", "point2"), in.real("length")};
    }

    explicit RodConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 1, 0, 0), body1_(in.body("body1")), body2_(in.body("body2")) {
        addConstrainedBody(body1_);
        addConstrainedBody(body2_);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        const Parameters& p = get(value);
        const PointPair pair(k, body1_, p.point1, body2_, p.point2);
        perr[0] = Vec3(pair.p2 - pair.p1).norm() - p.length;
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        const Parameters& p = get(value);
        const PointPair pair(k, body1_, p.point1, body2_, p.point2);
        pverr[0] = Vec3(pair.v2 - pair.v1).dot(direction(pair));
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        const Parameters& p = get(value);
        const PointPair pair(k, body1_, p.point1, body2_, p.point2);
        const Vec3 n = direction(pair), v = pair.v2 - pair.v1, a = pair.a2 - pair.a1;
        const Real distance = Vec3(pair.p2 - pair.p1).norm();
        const Real turning = distance > nearlyTouching ? (v.squaredNorm() - square(v.dot(n))) / distance : 0;
        paerr[0] = a.dot(n) + turning;
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const Parameters& p = get(value);
        const Vec3 f = lambda[0] * direction(PointPair(k, body1_, p.point1, body2_, p.point2));
        forces.addInStationForce(body2_, p.point2, f);
        forces.addInStationForce(body1_, p.point1, Vec3(-f));
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const PointPair pair(k, body1_, p.point1, body2_, p.point2);
        out.push_back(DecorativeGeometry(decor::Line{pair.p1, pair.p2}).setLineThickness(4));
        for (const Vec3& end : {pair.p1, pair.p2})
            out.push_back(DecorativeGeometry(decor::Sphere{size * 0.35}).setTransform(end));
    }

private:
    /// Below this distance (m) the direction of the rod is undefined.
    static constexpr Real nearlyTouching = 1e-12;
    static Vec3 direction(const PointPair& pair) {
        const Vec3 p = pair.p2 - pair.p1;
        const Real distance = p.norm();
        return distance > nearlyTouching ? Vec3(p / distance) : Vec3(1, 0, 0);
    }

    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel
