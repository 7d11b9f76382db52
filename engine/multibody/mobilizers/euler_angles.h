// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "multibody/mobilizer.h"

namespace trammel {

/// A quaternion joint in terms of body-fixed x-y-z angles: q = [three angles; coordinates after the quaternion]. Pose,
/// H and Hdot are the joint's own; singular at a second angle of ±90°.
///
///   ω_FM = E(q) θdot with the rotated axes as columns, so θdot = E^-1 ω and θdotdot = E^-1 (ωdot - Edot θdot)
class EulerAngleMobilizer : public Mobilizer {
public:
    explicit EulerAngleMobilizer(std::shared_ptr<const Mobilizer> quaternionJoint)
        : inner_(std::move(quaternionJoint)) {}

    /// Converts coordinates of this joint to those of the quaternion joint, and back.
    void toQuaternion(const Real* q, Real* quaternionQ) const;
    void fromQuaternion(const Real* quaternionQ, Real* q) const;

    int getNQ() const override { return inner_->getNQ() - 1; }
    int getNU() const override { return inner_->getNU(); }
    CoordinateName nameOfQ(int i) const override;
    CoordinateName nameOfU(int i) const override { return inner_->nameOfU(i); }
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override;
    SpatialVec calcHDotU(const Real* q, const Real* u, const Transform& X_FM, const SpatialVec& V_FM) const override;
    bool hasConstantH() const override { return inner_->hasConstantH(); }
    void multiplyByN(const Real* q, const Real* u, Real* qdot) const override;
    void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const override;
    void multiplyByNDot(const Real* q, const Real* qdot, const Real* u, Real* out) const override;
    void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const override;
    void setQToFitTransform(const Transform& X_FM, Real* q) const override;
    void setInitialCoordinates(const ElementInputs&, Real* q, Real* u) const override;
    InitialKeys initialKeys() const override { return inner_->initialKeys(); }
    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override { inner_->appendGlyph(size, out); }

private:
    std::shared_ptr<const Mobilizer> inner_;
};

}  // namespace trammel
