// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/linear_bushing.h"
#include "simbody/force_types.h"
#include "simbody/inputs.h"

namespace SimTK {

namespace {

using P = trammel::LinearBushingParameters;
using Element = trammel::LinearBushing;

Vec3 firstHalf(const Vec6& v) { return v.getSubVec<3>(0); }
Vec3 secondHalf(const Vec6& v) { return v.getSubVec<3>(3); }
Vec6 join(const Vec3& a, const Vec3& b) { return Vec6(a[0], a[1], a[2], b[0], b[1], b[2]); }

/// The element of a handle, with its kinematics.
struct View {
    const Element& element;
    trammel::ForceKinematics k;
    const P& p;
    Element::Deflection deflection;

    View(const Force& handle, const State& s, Stage needed)
        : element(dynamic_cast<const Element&>(subsystem(handle).getForce(handle.getForceIndex()))),
          k(kinematics(handle, s, needed)),
          p(trammel::Value<P>::downcast(subsystem(handle).getForceParameters(s, handle.getForceIndex())).get()),
          deflection(element, k, p) {}

    Vec6 qdot() const {
        const Element::Rates rates(element, k, deflection);
        return join(rates.angles, rates.v_FM);
    }

private:
    static const trammel::GeneralForceSubsystem& subsystem(const Force& handle) { return handle.getForceSubsystem(); }
    static trammel::ForceKinematics kinematics(const Force& handle, const State& s, Stage needed) {
        if (s.getSystemStage() < needed)
            throw trammel::StageTooLow("Force::LinearBushing", "the bushing", needed, s.getSystemStage());
        return subsystem(handle).getForceKinematics(s, handle.getForceIndex());
    }
};

}  // namespace

Force::LinearBushing::LinearBushing(GeneralForceSubsystem& forces, const MobilizedBody& body1,
                                    const Transform& frameOnB1, const MobilizedBody& body2, const Transform& frameOnB2,
                                    const Vec6& stiffness, const Vec6& damping) {
    Inputs inputs("force", "linearBushing");
    inputs.named("linearBushing " + std::to_string(forces.getNumForces()))
        .body("body1", body1)
        .body("body2", body2)
        .set("point1", frameOnB1.p())
        .set("orientation1", frameOnB1.R().toBodyXYZ())
        .set("point2", frameOnB2.p())
        .set("orientation2", frameOnB2.R().toBodyXYZ())
        .set("angularStiffness", firstHalf(stiffness))
        .set("stiffness", secondHalf(stiffness))
        .set("angularDamping", firstHalf(damping))
        .set("damping", secondHalf(damping));
    attach(forces, inputs.create<trammel::ForceType>());
    forces.adoptHandle(std::make_unique<LinearBushing>(*this));
}

// --- Parameters ---

Force::LinearBushing& Force::LinearBushing::setDefaultFrameOnBody1(const Transform& X) {
    setDefaultParameter(&P::frame1, X);
    return *this;
}
Force::LinearBushing& Force::LinearBushing::setDefaultFrameOnBody2(const Transform& X) {
    setDefaultParameter(&P::frame2, X);
    return *this;
}
Force::LinearBushing& Force::LinearBushing::setDefaultStiffness(const Vec6& k) {
    setDefaultParameter(&P::angularStiffness, firstHalf(k));
    setDefaultParameter(&P::stiffness, secondHalf(k));
    return *this;
}
Force::LinearBushing& Force::LinearBushing::setDefaultDamping(const Vec6& c) {
    setDefaultParameter(&P::angularDamping, firstHalf(c));
    setDefaultParameter(&P::damping, secondHalf(c));
    return *this;
}
Transform Force::LinearBushing::getDefaultFrameOnBody1() const { return getDefaultParameter(&P::frame1); }
Transform Force::LinearBushing::getDefaultFrameOnBody2() const { return getDefaultParameter(&P::frame2); }
Vec6 Force::LinearBushing::getDefaultStiffness() const {
    const P p = getDefaultParameters<P>();
    return join(p.angularStiffness, p.stiffness);
}
Vec6 Force::LinearBushing::getDefaultDamping() const {
    const P p = getDefaultParameters<P>();
    return join(p.angularDamping, p.damping);
}
const Force::LinearBushing& Force::LinearBushing::setFrameOnBody1(State& s, const Transform& X) const {
    setParameter(s, &P::frame1, X);
    return *this;
}
const Force::LinearBushing& Force::LinearBushing::setFrameOnBody2(State& s, const Transform& X) const {
    setParameter(s, &P::frame2, X);
    return *this;
}
const Force::LinearBushing& Force::LinearBushing::setStiffness(State& s, const Vec6& k) const {
    setParameter(s, &P::angularStiffness, firstHalf(k));
    setParameter(s, &P::stiffness, secondHalf(k));
    return *this;
}
const Force::LinearBushing& Force::LinearBushing::setDamping(State& s, const Vec6& c) const {
    setParameter(s, &P::angularDamping, firstHalf(c));
    setParameter(s, &P::damping, secondHalf(c));
    return *this;
}
Transform Force::LinearBushing::getFrameOnBody1(const State& s) const { return getParameter(s, &P::frame1); }
Transform Force::LinearBushing::getFrameOnBody2(const State& s) const { return getParameter(s, &P::frame2); }
Vec6 Force::LinearBushing::getStiffness(const State& s) const {
    const P p = getParameters<P>(s);
    return join(p.angularStiffness, p.stiffness);
}
Vec6 Force::LinearBushing::getDamping(const State& s) const {
    const P p = getParameters<P>(s);
    return join(p.angularDamping, p.damping);
}

// --- Results ---

Vec6 Force::LinearBushing::getQ(const State& s) const {
    const View view(*this, s, Stage::Position);
    return join(view.deflection.angles, view.deflection.X_FM.p());
}
Transform Force::LinearBushing::getX_GF(const State& s) const {
    return View(*this, s, Stage::Position).deflection.X_GF;
}
Transform Force::LinearBushing::getX_GM(const State& s) const {
    return View(*this, s, Stage::Position).deflection.X_GM;
}
Transform Force::LinearBushing::getX_FM(const State& s) const {
    return View(*this, s, Stage::Position).deflection.X_FM;
}
Vec6 Force::LinearBushing::getQDot(const State& s) const { return View(*this, s, Stage::Velocity).qdot(); }
SpatialVec Force::LinearBushing::getV_FM(const State& s) const {
    const View view(*this, s, Stage::Velocity);
    const Element::Rates rates(view.element, view.k, view.deflection);
    return {Rotation::calcNInvForBodyXYZInParentFrame(view.deflection.angles) * rates.angles, rates.v_FM};
}
Vec6 Force::LinearBushing::getF(const State& s) const {
    const Vec6 q = getQ(s), qdot = getQDot(s), k = getStiffness(s), c = getDamping(s);
    Vec6 f;
    for (int i = 0; i < 6; ++i) f[i] = -(k[i] * q[i] + c[i] * qdot[i]);
    return f;
}
SpatialVec Force::LinearBushing::getF_GM(const State& s) const {
    const View view(*this, s, Stage::Velocity);
    const Element::Rates rates(view.element, view.k, view.deflection);
    const Vec6 f = getF(s);
    Vec3 m(0.);
    for (int i = 0; i < 3; ++i) m += f[i] * rates.dual[i];
    const Rotation& R_GF = view.deflection.X_GF.R();
    return {Vec3(R_GF * m), Vec3(R_GF * secondHalf(f))};
}
SpatialVec Force::LinearBushing::getF_GF(const State& s) const {
    const View view(*this, s, Stage::Velocity);
    const SpatialVec F = getF_GM(s);
    const Vec3 arm = view.deflection.X_GM.p() - view.deflection.X_GF.p();
    return {Vec3(-F[0] - arm.cross(F[1])), Vec3(-F[1])};
}
Real Force::LinearBushing::getPowerDissipation(const State& s) const {
    return getForceSubsystem().calcForcePowerDissipation(s, getForceIndex());
}
Real Force::LinearBushing::getDissipatedEnergy(const State& s) const {
    return getForceSubsystem().getForceZ(s, getForceIndex())[0];
}
void Force::LinearBushing::setDissipatedEnergy(State& s, Real energy) const {
    getForceSubsystem().setForceZ(s, getForceIndex(), Vector(1, energy));
}

}  // namespace SimTK
