// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "functions/function_arguments.h"
#include "multibody/mobilizer.h"

namespace trammel {

/// Six functions of n coordinates define the pose of M in F: three angles about three axes in body-fixed order, and
/// three translations along three axes of F. qdot = u.
///
///   R_FM = R(θ0, a0) R(θ1, a1) R(θ2, a2),  p_FM = x3 a3 + x4 a4 + x5 a5
///
/// θ_i and x_i are functions of some of the q. With the rotated axes b_i (a_i after the preceding rotations),
///   ω = Σ θdot_i b_i,  v = Σ xdot_i a_i,  and bdot_i = (Σ_{k<i} θdot_k b_k) × b_i.
///
/// **Source:** Seth, Sherman, Eastman, Delp, "Minimal formulation of joint motion for biomechanisms" (2010).
class FunctionBasedMobilizer : public Mobilizer {
public:
    /// @param functions six, each with two derivatives
    /// @param coordinates for each function, the indices of the q that are its arguments
    /// @param axes three rotation and three translation axes, of any length
    /// @throws Exception for invalid sizes or arguments
    FunctionBasedMobilizer(int n, std::vector<std::shared_ptr<const Function>> functions,
                           std::vector<std::vector<int>> coordinates, std::vector<Vec3> axes);

    int getNQ() const override { return n_; }
    int getNU() const override { return n_; }
    CoordinateName nameOfQ(int i) const override { return {"coordinate " + std::to_string(i), Quantity::None}; }
    CoordinateName nameOfU(int i) const override { return {"rate " + std::to_string(i), Quantity::None}; }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override;
    SpatialVec calcHDotU(const Real* q, const Real* u, const Transform&, const SpatialVec&) const override;
    bool hasConstantH() const override { return false; }
    /// Iterative, starting from the given q.
    void setQToFitTransform(const Transform& X_FM, Real* q) const override;
    void setInitialCoordinates(const ElementInputs&, Real*, Real*) const override {}
    InitialKeys initialKeys() const override { return {}; }
    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.5}));
    }

private:
    /// One of the six functions with its arguments and its axis.
    struct SpatialFunction {
        std::shared_ptr<const Function> f;
        std::vector<int> coordinates;
        Vec3 axis;
        PartialDerivatives partial;

        /// A constant given without arguments still has an argument size.
        int numArguments() const { return coordinates.empty() ? f->getArgumentSize() : int(coordinates.size()); }
        void putArguments(const Real* q, FunctionArguments& x) const {
            for (std::size_t i = 0; i < coordinates.size(); ++i) x[int(i)] = q[coordinates[i]];
        }
    };

    int n_;
    /// Three angles, then three translations.
    std::vector<SpatialFunction> functions_;
};

}  // namespace trammel
