// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizers/parameterized_mobilizer.h"
#include "multibody/mobilizers/spatial_function_mobilizer.h"
#include "multibody/state_formula.h"

namespace trammel {

/// Six formulas of up to six coordinates q1, q2, ... define the pose of M in F, with exact derivatives by automatic
/// differentiation.
///
///   R_FM = Rx(f0) Ry(f1) Rz(f2),  p_FM = (f3, f4, f5),  qdot = u
class FormulaJoint : public SpatialFunctionMobilizer {
public:
    static constexpr const char* key = "formula";
    static constexpr const char* label = "Joint by formula";
    static constexpr const char* doc = "Rotations and translations are formulas of its coordinates q1, q2, ...";
    static constexpr const char* reference =
        "`R_FM = Rx(rotationX) Ry(rotationY) Rz(rotationZ)`, body-fixed: about x of F, then about y and z as turned so "
        "far; `p_FM = (translationX, translationY, translationZ)` in F; `qdot = u`. Each is a formula of `q1` to `q6` "
        "and of numbers of the model, with exact first and second derivatives by automatic differentiation. Every "
        "coordinate is an angle, a length or a plain number. Singular where a coordinate moves nothing that the others "
        "do not, as at `rotationY = ±90°` if `rotationX` and `rotationZ` are in use. Changing a formula, or a number "
        "that it names, rebuilds the System.";
    static constexpr const char* choose =
        "For motions with a formula: a cam slot, a curved track, a knee, a linkage in place of its links. Measured "
        "motion is given by the functions of a function-based joint; standard joints are faster.";
    static TypeSample sample() {
        return {.properties = {{"coordinates", std::int64_t(2)},
                               {"kind2", std::string("length")},
                               {"rotationY", std::string("0.3*sin(q1)")},
                               {"rotationZ", std::string("q1")},
                               {"translationX", std::string("0.2 m*cos(q1) + q2")},
                               {"translationY", std::string("0.2 m*sin(q1)")},
                               {"translationZ", std::string("0.1*q2")}}};
    }

    static std::vector<PropertyDescriptor> properties();
    explicit FormulaJoint(const ElementInputs&);

    CoordinateName nameOfQ(int i) const override { return {"q" + std::to_string(i + 1), quantities_[std::size_t(i)]}; }
    CoordinateName nameOfU(int i) const override;
    /// Keeps the given q where the search leaves the domain of a formula.
    void setQToFitTransform(const Transform& X_FM, Real* q) const override;
    void setInitialCoordinates(const ElementInputs&, Real* q, Real* u) const override;
    InitialKeys initialKeys() const override;
    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override;

private:
    /// The formula of one part of the motion.
    struct Formula {
        std::string label;
        FormulaProgram program;
        /// For each input of the program its coordinate; -1 for a number, whose value is in @ref numbers.
        std::vector<int> coordinates;
        std::vector<Real> numbers;
    };
    /// Formulas and parts as read from the inputs.
    struct Reading;
    FormulaJoint(const ElementInputs&, Reading&&);

    Real calcFunction(std::size_t k, const Real* q, Real* gradient) const override;
    Jet calcAlong(std::size_t k, const Real* q, const Real* u) const override;
    [[noreturn]] void failAt(const Formula&, const Real* q) const;

    std::string name_;
    std::vector<Quantity> quantities_;
    /// Without formulas that are zero.
    std::vector<Formula> formulas_;
};

}  // namespace trammel
