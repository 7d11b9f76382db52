// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/point_pair.h"

namespace trammel {

struct WeldParameters {
    Transform frame1, frame2;
    friend bool operator==(const WeldParameters&, const WeldParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.frame1, self.frame2); }
};

/// Two frames coincide. Orientation errors first, then position errors.
///
///   perr = [x2·y1, y2·z1, z2·x1; p2 - p1], the last three as in PointDifference
///
/// The dot products vanish when the frames are parallel; each error's derivative is w_12 · (axis1 × axis2).
class WeldConstraint : public ParameterizedConstraint<WeldParameters, Stage::Position> {
public:
    static constexpr const char* key = "weld";
    static constexpr const char* label = "Weld";
    static constexpr const char* doc =
        "Makes a frame of one body coincide with a frame of another: no relative motion.";
    static constexpr const char* reference =
        "`perr = [x2·y1, y2·z1, z2·x1; p2 - p1]`, the last three expressed in the nearest common ancestor body; six "
        "equations. The frames must start less than 90° apart.";
    static constexpr const char* choose =
        "To close a loop rigidly, or for a temporary connection that is disabled later. If it closes no loop, use a "
        "weld joint, which adds no equation.";

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        appendPointProperties(list, "point1", "First frame position", "Origin of the frame on the first body.", stage);
        list.push_back(PropertyDescriptor::vec3("orientation1", "First frame orientation", Quantity::Angle, Vec3(0.),
                                                "Orientation of the frame on the first body: body-fixed x-y-z angles.")
                           .at(stage));
        appendPointProperties(list, "point2", "Second frame position", "Origin of the frame on the second body.",
                              stage);
        list.push_back(PropertyDescriptor::vec3("orientation2", "Second frame orientation", Quantity::Angle, Vec3(0.),
                                                "Orientation of the frame on the second body: body-fixed x-y-z angles.")
                           .at(stage));
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {Transform(Rotation::fromBodyXYZ(in.vec3("orientation1")), in.station("body1", "point1")),
                Transform(Rotation::fromBodyXYZ(in.vec3("orientation2")), in.station("body2", "point2"))};
    }

    explicit WeldConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 6, 0, 0), body1_(in.body("body1")), body2_(in.body("body2")) {
        addConstrainedBody(body1_);
        addConstrainedBody(body2_);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        const Axes axes(*this, k, get(value));
        for (int i = 0; i < 3; ++i) perr[i] = axes.a1[i].dot(axes.a2[i]);
        Vec3::updAs(perr + 3) = difference(k, value).error();
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        const Axes axes(*this, k, get(value));
        // d/dt (a1·a2) = (w1 × a1)·a2 + a1·(w2 × a2) = (w2 - w1)·(a2 × a1)
        const Vec3 w = k.V_GB(body2_)[0] - k.V_GB(body1_)[0];
        for (int i = 0; i < 3; ++i) pverr[i] = w.dot(axes.a2[i].cross(axes.a1[i]));
        Vec3::updAs(pverr + 3) = difference(k, value).errorDot();
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        const Axes axes(*this, k, get(value));
        const Vec3 &w1 = k.V_GB(body1_)[0], &w2 = k.V_GB(body2_)[0];
        const Vec3 w = w2 - w1, wdot = k.acceleration(body2_)[0] - k.acceleration(body1_)[0];
        for (int i = 0; i < 3; ++i) {
            const Vec3 a1dot = w1.cross(axes.a1[i]), a2dot = w2.cross(axes.a2[i]);
            paerr[i] =
                wdot.dot(axes.a2[i].cross(axes.a1[i])) + w.dot(a2dot.cross(axes.a1[i]) + axes.a2[i].cross(a1dot));
        }
        Vec3::updAs(paerr + 3) = difference(k, value).errorDotDot();
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const Parameters& p = get(value);
        const Axes axes(*this, k, p);
        Vec3 torque(0.);
        for (int i = 0; i < 3; ++i) torque += lambda[i] * axes.a2[i].cross(axes.a1[i]);
        forces.addInTorque(body2_, torque);
        forces.addInTorque(body1_, Vec3(-torque));
        difference(k, value).addInForces(lambda + 3, forces);
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        for (const Transform& X : {k.X_GB(body1_) * p.frame1, k.X_GB(body2_) * p.frame2})
            out.push_back(DecorativeGeometry(decor::Brick{Vec3(size * 0.4)}).setTransform(X).setOpacity(0.6));
    }

private:
    /// The three pairs of axes whose dot products must vanish, in G.
    struct Axes {
        Vec3 a1[3], a2[3];
        Axes(const WeldConstraint& c, const ConstraintKinematics& k, const Parameters& p) {
            const Mat33 R1 = k.X_GB(c.body1_).R() * p.frame1.R(), R2 = k.X_GB(c.body2_).R() * p.frame2.R();
            for (int i = 0; i < 3; ++i) {
                a1[i] = R1.col((i + 1) % 3);
                a2[i] = R2.col(i);
            }
        }
    };
    PointDifference difference(const ConstraintKinematics& k, const AbstractValue* value) const {
        const Parameters& p = get(value);
        return {k, body1_, p.frame1.p(), body2_, p.frame2.p()};
    }
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel
