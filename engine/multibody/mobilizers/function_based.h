// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "functions/function_arguments.h"
#include "multibody/mobilizers/spatial_function_mobilizer.h"

namespace trammel {

/// Three angles about three axes and three translations along three axes of F, each a Function of some of the q.
class FunctionBasedMobilizer : public SpatialFunctionMobilizer {
public:
    /// @param functions six, each with two derivatives
    /// @param coordinates for each function, the indices of the q that are its arguments
    /// @param axes three rotation and three translation axes, of any length
    /// @throws Exception for invalid sizes or arguments
    FunctionBasedMobilizer(int n, std::vector<std::shared_ptr<const Function>> functions,
                           std::vector<std::vector<int>> coordinates, std::vector<Vec3> axes);

    CoordinateName nameOfQ(int i) const override { return {"coordinate " + std::to_string(i), Quantity::None}; }
    CoordinateName nameOfU(int i) const override { return {"rate " + std::to_string(i), Quantity::None}; }
    void setInitialCoordinates(const ElementInputs&, Real*, Real*) const override {}
    InitialKeys initialKeys() const override { return {}; }
    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.5}));
    }

private:
    /// One of the six functions with its arguments.
    struct SpatialFunction {
        std::shared_ptr<const Function> f;
        std::vector<int> coordinates;
        PartialDerivatives partial;

        /// A constant given without arguments still has an argument size.
        int numArguments() const { return coordinates.empty() ? f->getArgumentSize() : int(coordinates.size()); }
        void putArguments(const Real* q, FunctionArguments& x) const {
            for (std::size_t i = 0; i < coordinates.size(); ++i) x[int(i)] = q[coordinates[i]];
        }
    };

    Real calcFunction(std::size_t k, const Real* q, Real* gradient) const override;
    Jet calcAlong(std::size_t k, const Real* q, const Real* u) const override;

    /// Three angles, then three translations.
    std::vector<SpatialFunction> functions_;
};

}  // namespace trammel
