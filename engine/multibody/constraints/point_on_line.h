// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/point_pair.h"

namespace trammel {

struct PointOnLineParameters {
    Vec3 point, direction, follower;
    friend bool operator==(const PointOnLineParameters&, const PointOnLineParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point, self.direction, self.follower); }
};

/// A point of the second body stays on a line of the first.
///
///   perr_i = n_i·p,  p = follower - line point, n_1, n_2 perpendicular to the line and fixed to the first body
///   verr_i = n_i·(v - w1 × p),  aerr_i = n_i·(a - wdot1 × p - 2 w1 × v + w1 × (w1 × p))
class PointOnLineConstraint : public ParameterizedConstraint<PointOnLineParameters, Stage::Position> {
public:
    static constexpr const char* key = "pointOnLine";
    static constexpr const char* label = "Point on line";
    static constexpr const char* doc = "Keeps a point of the second body on a line fixed to the first body.";
    static constexpr const char* reference =
        "Two equations, the offsets from the line along two perpendiculars. Closes a planar loop without redundancy if "
        "the line is perpendicular to the plane of motion.";
    static constexpr const char* choose =
        "For a pin in a straight slot, and to close loops of planar mechanisms, with the line normal to the plane: two "
        "equations, as many as a planar pin joint removes.";
    static TypeSample sample() { return {.position = Vec3(0.14, 0, 0.08)}; }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        appendPointProperties(list, "point1", "Point of the line", "Any point of the line, on the first body.", stage);
        list.push_back(PropertyDescriptor::direction("direction", "Line direction", Vec3(0, 0, 1),
                                                     "Direction of the line in the first body.")
                           .at(stage));
        appendPointProperties(list, "point2", "Follower point", "The point of the second body that stays on the line.",
                              stage);
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("body1", "point1"), in.vec3("direction"), in.station("body2", "point2")};
    }

    explicit PointOnLineConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 2, 0, 0), body1_(in.body("body1")), body2_(in.body("body2")) {
        addConstrainedBody(body1_);
        addConstrainedBody(body2_);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        const Frame f(*this, k, get(value));
        for (int i = 0; i < 2; ++i) perr[i] = f.n[i].dot(f.pair.p2 - f.pair.p1);
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        const Frame f(*this, k, get(value));
        const Vec3 p = f.pair.p2 - f.pair.p1, v = f.pair.v2 - f.pair.v1;
        for (int i = 0; i < 2; ++i) pverr[i] = f.n[i].dot(v - k.V_GB(body1_)[0].cross(p));
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        const Frame f(*this, k, get(value));
        const Vec3 p = f.pair.p2 - f.pair.p1, v = f.pair.v2 - f.pair.v1, a = f.pair.a2 - f.pair.a1;
        const Vec3 &w = k.V_GB(body1_)[0], &wdot = k.acceleration(body1_)[0];
        const Vec3 relative = a - wdot.cross(p) - 2 * w.cross(v) + w.cross(w.cross(p));
        for (int i = 0; i < 2; ++i) paerr[i] = f.n[i].dot(relative);
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const Parameters& p = get(value);
        const Frame f(*this, k, p);
        const Vec3 force = lambda[0] * f.n[0] + lambda[1] * f.n[1];
        forces.addInStationForce(body2_, p.follower, force);
        // The reaction acts at the follower, on the body that carries the line.
        forces.addInStationForce(body1_, k.X_GB(body1_).shiftBaseStationToFrame(f.pair.p2), Vec3(-force));
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const PointPair pair(k, body1_, p.point, body2_, p.follower);
        const Vec3 d = k.X_GB(body1_).R() * p.direction.normalized();
        out.push_back(DecorativeGeometry(decor::Line{Vec3(pair.p1 - 2 * size * d), Vec3(pair.p1 + 2 * size * d)}));
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.4}).setTransform(pair.p2));
    }

private:
    struct Frame {
        PointPair pair;
        Vec3 n[2];
        Frame(const PointOnLineConstraint& c, const ConstraintKinematics& k, const Parameters& p)
            : pair(k, c.body1_, p.point, c.body2_, p.follower) {
            const Rotation R = Rotation::withZ(p.direction);
            for (int i = 0; i < 2; ++i) n[i] = k.X_GB(c.body1_).R() * R.col(i);
        }
    };
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel
