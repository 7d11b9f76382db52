// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// A joint defined by operators on a State rather than by functions of q and u alone.
///
/// The pose depends on q; other operators may use what the State provides by then: the pose for H and N, the velocity
/// across the joint for Hdot. These are also passed in, since they are used before the State marks them realized.
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

    // Without a State only the default pose is known.
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const final;
    void setInitialCoordinates(const ElementInputs&, Real*, Real*) const final {}
    InitialKeys initialKeys() const final { return {}; }
};

}  // namespace trammel
