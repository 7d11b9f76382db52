// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/point_pair.h"

namespace trammel {

/// Contact point and contact directions of two bodies, in G: z is the normal, from the first body toward the second; x
/// and y span the tangent plane. Rates are those of the contact itself, which is fixed to neither body.
struct ContactFrame {
    Vec3 p, x, y, z;
    // Set only if the kinematics include velocities.
    Vec3 pdot, xdot, ydot, zdot;

    Transform pose() const {
        Rotation R;
        R.col(0) = x;
        R.col(1) = y;
        R.col(2) = z;
        return {R, p};
    }
};

/// The normalized direction of @p v, and its rate while @p v changes by @p vdot.
struct TurningDirection {
    Vec3 n, ndot;
    TurningDirection(const Vec3& v, const Vec3& vdot) {
        const Real length = v.norm();
        n = v / length;
        ndot = (vdot - n * n.dot(vdot)) / length;
    }
};

/// Outputs of a contact: gap, contact point and force.
std::vector<OutputDescriptor> contactConstraintOutputs();

/// Contact of two bodies with a bilateral force, with or without slip.
///
///   perr = the separation,  pverr = z·s,  verr = [x·s, y·s] without slip,  s = v2(p) - v1(p)
///
/// with v_i(p) the velocity of the material point of body i at the contact point p. Derivatives follow the contact as
/// it travels over both bodies, so they are exact for nonzero errors too:
///
///   d/dt c·s = cdot·s + c·sdot,  sdot from  d/dt v_i(p) = a_i + wdot_i × r_i + w_i × (pdot - v_Oi),  r_i = p - p_Oi
///
/// @tparam P parameters
/// @tparam C derived class: Real separation(k, parameters) const and ContactFrame frame(k, parameters) const
///
/// **Source:** derived here; rolling as in Featherstone (2008), section 11.6, generalized to open contact.
template <class C, class P>
class ContactConstraint : public ParameterizedConstraint<P, Stage::Position> {
public:
    using Base = ParameterizedConstraint<P, Stage::Position>;

    MobilizedBodyIndex getFirstBody() const { return body1_; }
    MobilizedBodyIndex getSecondBody() const { return body2_; }
    bool isEnforcingRolling() const { return this->getNumVelocityEquations() > 0; }

    static std::vector<OutputDescriptor> outputs() { return contactConstraintOutputs(); }
    bool isContact() const override { return true; }
    Transform calcContactPose(const ConstraintKinematics& k, const AbstractValue* value) const override {
        return kind().frame(k, Base::get(value)).pose();
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        perr[0] = kind().separation(k, Base::get(value));
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        const ContactFrame c = kind().frame(k, Base::get(value));
        pverr[0] = c.z.dot(slip(k, c));
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        const ContactFrame c = kind().frame(k, Base::get(value));
        paerr[0] = c.z.dot(slipDot(k, c)) + c.zdot.dot(slip(k, c));
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const ContactFrame c = kind().frame(k, Base::get(value));
        addIn(k, c, Vec3(lambda[0] * c.z), forces);
    }
    void calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* verr) const override {
        if (!isEnforcingRolling()) return;
        const ContactFrame c = kind().frame(k, Base::get(value));
        const Vec3 s = slip(k, c);
        verr[0] = c.x.dot(s);
        verr[1] = c.y.dot(s);
    }
    void calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* vaerr) const override {
        if (!isEnforcingRolling()) return;
        const ContactFrame c = kind().frame(k, Base::get(value));
        const Vec3 s = slip(k, c), sdot = slipDot(k, c);
        vaerr[0] = c.x.dot(sdot) + c.xdot.dot(s);
        vaerr[1] = c.y.dot(sdot) + c.ydot.dot(s);
    }
    void addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const ContactFrame c = kind().frame(k, Base::get(value));
        addIn(k, c, Vec3(lambda[0] * c.x + lambda[1] * c.y), forces);
    }

protected:
    ContactConstraint(const ElementInputs& in, P parameters, bool rolls)
        : Base(in, std::move(parameters), 1, rolls ? 2 : 0, 0), body1_(in.body("body1")), body2_(in.body("body2")) {
        this->addConstrainedBody(body1_);
        this->addConstrainedBody(body2_);
    }

    /// A contact frame whose axes are fixed to the first body.
    ContactFrame fixedToFirstBody(const ConstraintKinematics& k, const Rotation& R_GC) const {
        ContactFrame c;
        c.x = R_GC.col(0);
        c.y = R_GC.col(1);
        c.z = R_GC.col(2);
        if (k.velocity) {
            const Vec3& w = k.V_GB(body1_)[0];
            c.xdot = w.cross(c.x);
            c.ydot = w.cross(c.y);
            c.zdot = w.cross(c.z);
        }
        return c;
    }

    static PropertyDescriptor rollingProperty() {
        return PropertyDescriptor::boolean("enforceRolling", "Roll without slipping", true,
                                           "Prevent slip at the contact; otherwise it is frictionless.");
    }
    /// Contact point and normal.
    static void appendContactGlyph(const ContactFrame& c, Real size, std::vector<DecorativeGeometry>& out) {
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.3}).setTransform(c.p));
        out.push_back(DecorativeGeometry(decor::Arrow{c.p, Vec3(c.p + 3 * size * c.z), size * 0.7}));
    }
    /// A patch of the plane around the contact.
    static void appendPlaneGlyph(const Transform& X_GC, Real size, std::vector<DecorativeGeometry>& out) {
        out.push_back(
            DecorativeGeometry(decor::Brick{Vec3(4 * size, 4 * size, 0.02 * size)}).setTransform(X_GC).setOpacity(0.3));
    }

private:
    const C& kind() const { return static_cast<const C&>(*this); }

    static Vec3 materialVelocity(const ConstraintKinematics& k, MobilizedBodyIndex b, const Vec3& p) {
        const SpatialVec& V = k.V_GB(b);
        return V[1] + V[0].cross(Vec3(p - k.X_GB(b).p()));
    }
    static Vec3 materialVelocityDot(const ConstraintKinematics& k, MobilizedBodyIndex b, const ContactFrame& c) {
        const SpatialVec &V = k.V_GB(b), &A = k.acceleration(b);
        return A[1] + A[0].cross(Vec3(c.p - k.X_GB(b).p())) + V[0].cross(Vec3(c.pdot - V[1]));
    }
    Vec3 slip(const ConstraintKinematics& k, const ContactFrame& c) const {
        return materialVelocity(k, body2_, c.p) - materialVelocity(k, body1_, c.p);
    }
    Vec3 slipDot(const ConstraintKinematics& k, const ContactFrame& c) const {
        return materialVelocityDot(k, body2_, c) - materialVelocityDot(k, body1_, c);
    }
    void addIn(const ConstraintKinematics& k, const ContactFrame& c, const Vec3& f,
               const ConstraintForces& forces) const {
        forces.addInStationForce(body2_, k.X_GB(body2_).shiftBaseStationToFrame(c.p), f);
        forces.addInStationForce(body1_, k.X_GB(body1_).shiftBaseStationToFrame(c.p), Vec3(-f));
    }

    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel
