// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "meta/formula_program.h"
#include "multibody/mobilizer.h"

namespace trammel {

/// Functions of n coordinates define the pose of M in F: angles about axes in body-fixed order, and translations along axes
/// of F. qdot = u.
///
///   R_FM = R(θ0, a0) R(θ1, a1) R(θ2, a2),  p_FM = x3 a3 + x4 a4 + x5 a5
///
/// With the rotated axes b_i (a_i after the preceding rotations),
///   ω = Σ θdot_i b_i,  v = Σ xdot_i a_i,  and bdot_i = (Σ_{k<i} θdot_k b_k) × b_i.
///
/// **Source:** Seth, Sherman, Eastman, Delp, "Minimal formulation of joint motion for biomechanisms" (2010).
class SpatialFunctionMobilizer : public Mobilizer {
public:
    int getNQ() const override { return n_; }
    int getNU() const override { return n_; }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override;
    SpatialVec calcHDotU(const Real* q, const Real* u, const Transform&, const SpatialVec&) const override;
    bool hasConstantH() const override { return false; }
    /// Iterative, starting from the given q.
    void setQToFitTransform(const Transform& X_FM, Real* q) const override;

protected:
    /// A rotation about an axis, or a translation along it.
    struct Part {
        bool turns = false;
        Vec3 axis{0.};
    };
    /// @param parts rotations in their order, then translations; axes of length one
    SpatialFunctionMobilizer(int n, std::vector<Part> parts) : n_(n), parts_(std::move(parts)) {}

private:
    /// The value of the function of part @p k, whose derivatives it adds to @p gradient, which has n numbers.
    virtual Real calcFunction(std::size_t k, const Real* q, Real* gradient) const = 0;
    /// Value and derivatives of that function along a curve with the rates @p u and no second derivatives of q.
    virtual Jet calcAlong(std::size_t k, const Real* q, const Real* u) const = 0;

    int n_;
    std::vector<Part> parts_;
};

}  // namespace trammel
