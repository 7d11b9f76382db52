// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// A joint whose mathematics is given as operators on a State rather than as functions of q and u alone.
///
/// The pose comes from q, everything else from what the State knows by then: the pose when H and N are applied, the
/// velocity across the joint when Hdot is. Each method also gets what it refers to, so that it can be computed before
/// the State says that it has it.
class StatefulMobilizer : public Mobilizer {
public:
    virtual void calcAcrossInState(const State&, const Real* q, Transform& X_FM, SpatialVec* H_FM) const = 0;
    virtual SpatialVec calcHDotUInState(const State&, const Real* u, const Transform& X_FM,
                                        const SpatialVec& V_FM) const = 0;
    virtual void multiplyByNInState(const State&, const Real* q, const Real* u, Real* qdot) const = 0;
    virtual void multiplyByNInvInState(const State&, const Real* q, const Real* qdot, Real* u) const = 0;
    virtual void calcQDotDotInState(const State&, const Real* q, const Real* u, const Real* udot,
                                    Real* qdotdot) const = 0;
    virtual void setQToFitTransformInState(const State&, const Transform& X_FM, Real* q) const = 0;
    virtual void setUToFitVelocityInState(const State&, const Transform& X_FM, const SpatialVec& V_FM,
                                          Real* u) const = 0;

    // Nothing is known without a State but the pose that every q starts from.
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const final;
    void setInitialCoordinates(const ElementInputs&, Real*, Real*) const final {}
    InitialKeys initialKeys() const final { return {}; }
};

}  // namespace trammel
