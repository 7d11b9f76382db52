// SPDX-License-Identifier: Apache-2.0
// MobilizedBody: fits of coordinates and speeds to a pose, a velocity, or a part of one.
#include "multibody/fit_pose.h"
#include "multibody/matter/guts.h"
#include "simbody/mobilized_body.h"

namespace SimTK {

using trammel::FitPart;

namespace {

/// The joint's own fit of the whole pose.
void fitAll(const trammel::TreeNode& n, const State& s, const Transform& X_FM, Real* q) {
    if (n.stateful)
        n.stateful->setQToFitTransformInState(s, X_FM, q);
    else
        n.mobilizer->setQToFitTransform(X_FM, q);
}

}  // namespace

void MobilizedBody::setQToFitTransform(State& s, const Transform& X_FM) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::setQToFitTransform()");
    Real q[trammel::Mobilizer::maxNQ];
    const Vector present = getQAsVector(s);
    std::copy(present.data(), present.data() + n.nq, q);
    fitAll(n, s, X_FM, q);
    getMatterSubsystem().setQ(s, index_, {q, q + n.nq});
}

void MobilizedBody::fitPart(State& s, const Transform& X_FM, FitPart part) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::setQToFit..()");
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    const Vector present = getQAsVector(s);
    // For joints independent of the State: calls no hook of a user.
    const auto across = [&](const Real* at, Transform& X, SpatialVec* H) { n.mobilizer->calcAcross(at, X, H); };

    const auto missAt = [&](const Real* at) {
        Transform X;
        SpatialVec H[trammel::Mobilizer::maxNU];
        across(at, X, H);
        return partOf(calcPoseDifference(X_FM, X), part).norm();
    };

    // The joint's own fit is exact unless the other part interfered: then search for a better fit.
    constexpr Real met = 1e-9;
    Real q[trammel::Mobilizer::maxNQ], found[trammel::Mobilizer::maxNQ];
    std::copy(present.data(), present.data() + n.nq, q);
    fitAll(n, s, X_FM, q);
    if (const Real miss = missAt(q); !(miss <= met)) {
        std::copy(present.data(), present.data() + n.nq, found);
        trammel::fitPose(
            n.nq, n.nu, X_FM, found, across,
            [&](const Real* at, const Real* du, Real* dq) { trammel::multiplyByN(n, s, at, du, dq); }, part);
        if (!(miss - missAt(found) <= met * miss)) std::copy(found, found + n.nq, q);
    }
    matter.setQ(s, index_, {q, q + n.nq});
}
// A custom joint has one fit, for whole poses and velocities: call it with the other part zero, in the joint's own
// direction if reversed.
void MobilizedBody::setQToFitRotation(State& s, const Rotation& R_FM) const {
    if (node(s, "MobilizedBody::setQToFitRotation()").stateful) return setQToFitTransform(s, Transform(R_FM));
    fitPart(s, Transform(R_FM, across(s).p()), FitPart::Rotation);
}
void MobilizedBody::setQToFitTranslation(State& s, const Vec3& p_FM) const {
    if (const trammel::TreeNode& n = node(s, "MobilizedBody::setQToFitTranslation()"); n.stateful)
        return setQToFitTransform(s, Transform(n.mobilizer->isReversed() ? ~across(s).R() * p_FM : p_FM));
    fitPart(s, Transform(across(s).R(), p_FM), FitPart::Translation);
}

void MobilizedBody::setUToFitVelocity(State& s, const SpatialVec& V_FM) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::setUToFitVelocity()");
    Real u[trammel::Mobilizer::maxNU] = {};
    if (n.stateful) {
        // A custom joint's velocity fit may depend on anything available at Position stage.
        getMatterSubsystem().getSystem().realize(s, Stage::Position);
        n.stateful->setUToFitVelocityInState(s, across(s), V_FM, u);
    } else {
        n.mobilizer->setUToFitVelocity(getQAsVector(s).data(), V_FM, u);
    }
    getMatterSubsystem().setU(s, index_, {u, u + n.nu});
}

void MobilizedBody::fitPart(State& s, const SpatialVec& V_FM, FitPart part) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::setUToFit..()");
    getMatterSubsystem().getSystem().realize(s, Stage::Position);
    SpatialVec H[trammel::Mobilizer::maxNU];
    for (int i = 0; i < n.nu; ++i) H[i] = getH_FMCol(s, MobilizerUIndex(i));
    Vector u = getUAsVector(s);
    trammel::adjustSpeeds(n.nu, H, V_FM, part, u.data());
    setUFromVector(s, u);
}
void MobilizedBody::setUToFitAngularVelocity(State& s, const Vec3& w_FM) const {
    if (const trammel::TreeNode& n = node(s, "MobilizedBody::setUToFitAngularVelocity()"); n.stateful) {
        getMatterSubsystem().getSystem().realize(s, Stage::Position);
        const Vec3 v_FM = n.mobilizer->isReversed() ? Vec3(w_FM.cross(across(s).p())) : Vec3(0);
        return setUToFitVelocity(s, SpatialVec(w_FM, v_FM));
    }
    fitPart(s, SpatialVec(w_FM, Vec3(0)), FitPart::Rotation);
}
void MobilizedBody::setUToFitLinearVelocity(State& s, const Vec3& v_FM) const {
    if (node(s, "MobilizedBody::setUToFitLinearVelocity()").stateful)
        return setUToFitVelocity(s, SpatialVec(Vec3(0), v_FM));
    fitPart(s, SpatialVec(Vec3(0), v_FM), FitPart::Translation);
}

}  // namespace SimTK
