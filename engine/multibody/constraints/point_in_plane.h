// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/body_pair_sockets.h"
#include "multibody/constraints/point_pair.h"

namespace trammel {

struct PointInPlaneParameters {
    /// Unit normal and offset of the plane in the first body, and the follower point in the second.
    Vec3 normal;
    Real height;
    Vec3 follower;
    friend bool operator==(const PointInPlaneParameters&, const PointInPlaneParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.normal, self.height, self.follower); }
};

/// A point of the second body stays in a plane of the first.
///
///   perr = n·p - h,  p = follower - origin of the first body
///   verr = n·(v - w1 × p),  aerr = n·(a - wdot1 × p - 2 w1 × v + w1 × (w1 × p))
class PointInPlaneConstraint : public ParameterizedConstraint<PointInPlaneParameters, Stage::Position> {
public:
    static constexpr const char* key = "pointInPlane";
    static constexpr TypeRole role = TypeRole::PointInPlane;
    static constexpr const char* label = "Point in plane";
    static constexpr const char* doc = "Keeps a point of the second body in a plane fixed to the first body.";
    static constexpr const char* reference =
        "`perr = n·p - height`, p the vector from the first body's origin to the follower point; one equation. The "
        "multiplier is the negated force (N) along the normal on the second body. The force is bilateral.";
    static constexpr const char* choose =
        "For a foot or a pin that slides on a flat face or in a wide slot without leaving it. If it can lift off, use "
        "a compliant contact.";
    static TypeSample sample() { return {.properties = {{"height", 0.14}}}; }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list{
            PropertyDescriptor::direction("normal", "Plane normal", Vec3(0, 1, 0),
                                          "Normal of the plane in the first body.")
                .at(stage),
            PropertyDescriptor::real("height", "Height", Quantity::Length, 0,
                                     "Distance of the plane from the first body's origin, along the normal.")
                .at(stage)};
        appendPointProperties(list, "point2", "Follower point", "The point of the second body that stays in the plane.",
                              stage);
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        return bodyPairSockets("The body that carries the plane", "The body that carries the follower point");
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.vec3("normal").normalized(), in.real("height"), in.station("body2", "point2")};
    }

    explicit PointInPlaneConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 1, 0, 0), body1_(in.body("body1")), body2_(in.body("body2")) {
        addConstrainedBody(body1_);
        addConstrainedBody(body2_);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        const Parameters& p = get(value);
        const PointPair pair = points(k, p);
        perr[0] = normal(k, p).dot(Vec3(pair.p2 - pair.p1)) - p.height;
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        const Parameters& p = get(value);
        const PointPair pair = points(k, p);
        const Vec3 r = pair.p2 - pair.p1, v = pair.v2 - pair.v1;
        pverr[0] = normal(k, p).dot(Vec3(v - k.V_GB(body1_)[0].cross(r)));
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        const Parameters& p = get(value);
        const PointPair pair = points(k, p);
        const Vec3 r = pair.p2 - pair.p1, v = pair.v2 - pair.v1, a = pair.a2 - pair.a1;
        const Vec3 &w = k.V_GB(body1_)[0], &wdot = k.acceleration(body1_)[0];
        paerr[0] = normal(k, p).dot(Vec3(a - wdot.cross(r) - 2 * w.cross(v) + w.cross(w.cross(r))));
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const Parameters& p = get(value);
        const Vec3 force = lambda[0] * normal(k, p);
        forces.addInStationForce(body2_, p.follower, force);
        // The reaction acts at the follower, on the body that carries the plane.
        forces.addInStationForce(body1_, k.X_GB(body1_).shiftBaseStationToFrame(points(k, p).p2), Vec3(-force));
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const PointPair pair = points(k, p);
        const Vec3 n = normal(k, p);
        const Vec3 foot = pair.p2 - (n.dot(Vec3(pair.p2 - pair.p1)) - p.height) * n;
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(3 * size, 3 * size, 0.02 * size)})
                          .setTransform(Transform(Rotation::withZ(n), foot))
                          .setOpacity(0.3));
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.4}).setTransform(pair.p2));
    }

private:
    Vec3 normal(const ConstraintKinematics& k, const Parameters& p) const { return k.X_GB(body1_).R() * p.normal; }
    PointPair points(const ConstraintKinematics& k, const Parameters& p) const {
        return {k, body1_, Vec3(0.), body2_, p.follower};
    }
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel
