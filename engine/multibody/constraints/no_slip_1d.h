// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraint.h"
#include "multibody/constraints/body_pair_sockets.h"

namespace trammel {

struct NoSlip1DParameters {
    /// Contact point and unit direction, in the case body.
    Vec3 point, direction;
    friend bool operator==(const NoSlip1DParameters&, const NoSlip1DParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point, self.direction); }
};

/// No slip between two bodies at a point, along a direction; point and direction are fixed to a third body, the case.
///
///   verr = n·(v2 - v1),  v_i = velocity of the material point of body i at the contact point
///   aerr = n·(vdot2 - vdot1) + (wC × n)·(v2 - v1),  vdot_i = a_i + wdot_i × r_i + w_i × (vP - v_Oi)
///
/// with vP the velocity of the contact point itself, which moves with the case.
class NoSlip1DConstraint : public ParameterizedConstraint<NoSlip1DParameters, Stage::Position> {
public:
    static constexpr const char* key = "noSlip1D";
    static constexpr const char* label = "No slip";
    static constexpr const char* doc =
        "Two bodies do not slip along a direction, at a point fixed to a third: gears, a wheel on a rail.";
    static constexpr const char* reference =
        "`verr = n·(v2 - v1)` with the velocities of both bodies at the point; one nonholonomic equation. The "
        "multiplier is the negated force (N) along the direction on the second body. The case may be one of the two "
        "bodies; as case it receives no force.";
    static constexpr const char* choose =
        "For two wheels, or a wheel and a rail, whose contact point is fixed to a frame. If the contact point travels "
        "over the bodies, use a contact constraint.";
    static TypeSample sample() {
        return {.properties = {{"point", Vec3(0.1, 0, 0)}, {"direction", Vec3(0, 1, 0)}},
                .plugged = {{"body1", "cylinder"}, {"body2", "cylinder"}},
                .position = Vec3(0.2, 0, 0),
                .orientation = Vec3(0.)};
    }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        appendPointProperties(list, "point", "Contact point", "Contact point on the case.", stage);
        list.push_back(PropertyDescriptor::direction("direction", "Direction", Vec3(1, 0, 0),
                                                     "Direction in the case without slip.")
                           .at(stage));
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        std::vector<SocketDescriptor> list{
            {"caseBody", "Case", "The body that carries the contact point; Ground if unset.", {"body"}, false}};
        for (SocketDescriptor& socket : bodyPairSockets("First rolling body", "Second rolling body"))
            list.push_back(std::move(socket));
        return list;
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("caseBody", "point"), in.vec3("direction").normalized()};
    }

    explicit NoSlip1DConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 0, 1, 0),
          case_(in.body("caseBody")),
          body1_(in.body("body1")),
          body2_(in.body("body2")) {
        addConstrainedBody(body1_);
        addConstrainedBody(body2_);
    }

    /// The body to which point and direction are fixed; receives no force.
    MobilizedBodyIndex getCaseBody() const { return case_; }

    void calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* verr) const override {
        const Contact c(k, case_, get(value));
        verr[0] = c.n.dot(Vec3(c.velocity(k, body2_) - c.velocity(k, body1_)));
    }
    void calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* vaerr) const override {
        const Contact c(k, case_, get(value));
        const Vec3 ndot = k.V_GB(case_)[0].cross(c.n);
        vaerr[0] = c.n.dot(Vec3(c.velocityDot(k, body2_) - c.velocityDot(k, body1_))) +
                   ndot.dot(Vec3(c.velocity(k, body2_) - c.velocity(k, body1_)));
    }
    void addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const Contact c(k, case_, get(value));
        const Vec3 f = lambda[0] * c.n;
        forces.addInStationForce(body2_, k.X_GB(body2_).shiftBaseStationToFrame(c.p), f);
        forces.addInStationForce(body1_, k.X_GB(body1_).shiftBaseStationToFrame(c.p), Vec3(-f));
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Contact c(k, case_, get(value));
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.3}).setTransform(c.p));
        out.push_back(DecorativeGeometry(decor::Line{Vec3(c.p - 2 * size * c.n), Vec3(c.p + 2 * size * c.n)}));
    }

private:
    /// Contact point and direction in G.
    struct Contact {
        MobilizedBodyIndex carrier;
        Vec3 p, n;
        Contact(const ConstraintKinematics& k, MobilizedBodyIndex b, const Parameters& values)
            : carrier(b), p(k.X_GB(b) * values.point), n(k.X_GB(b).R() * values.direction) {}

        /// Velocity of the material point of body @p b at the contact point.
        Vec3 velocity(const ConstraintKinematics& k, MobilizedBodyIndex b) const {
            const SpatialVec& V = k.V_GB(b);
            return V[1] + V[0].cross(Vec3(p - k.X_GB(b).p()));
        }
        /// Derivative of that velocity as the contact point moves with the case.
        Vec3 velocityDot(const ConstraintKinematics& k, MobilizedBodyIndex b) const {
            const SpatialVec &V = k.V_GB(b), &A = k.acceleration(b);
            const Vec3 r = p - k.X_GB(b).p(), rdot = velocity(k, carrier) - V[1];
            return A[1] + A[0].cross(r) + V[0].cross(rdot);
        }
    };
    MobilizedBodyIndex case_, body1_, body2_;
};

}  // namespace trammel
