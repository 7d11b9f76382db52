// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizers/function_based.h"
#include "multibody/mobilizers/parameterized_mobilizer.h"

namespace trammel {

/// A FunctionBasedMobilizer as a document describes it: for each of body-fixed x-y-z angles and x, y, z translations a
/// function of one of the joint's coordinates, or none.
class FunctionBasedJoint : public FunctionBasedMobilizer {
public:
    static constexpr const char* key = "functionBased";
    static constexpr const char* label = "Function-based";
    static constexpr const char* doc =
        "Turns and moves as functions of its coordinates say: a knee, a cam slot, a track, a variable screw.";
    static constexpr const char* reference =
        "`R_FM = Rx(f0) Ry(f1) Rz(f2)`, `p_FM = (f3,f4,f5)`, `qdot = u`, each `f` a function of one coordinate with a "
        "slope and a curvature, zero where none is chosen. Coordinates have whatever unit the functions make of them. "
        "Singular where all functions of a coordinate are level at once, and at `f1 = ±90°` with both neighbors in "
        "use. "
        "A changed function builds the model anew.";
    static constexpr const char* choose =
        "For motion measured rather than designed, such as knees, cam slots and curved tracks, when no other joint "
        "has it. If one does, take that: it is faster, and its singularities are known.";
    static TypeSample sample() { return {.plugged = {{"rotationZ", "linear"}, {"translationX", "linear"}}}; }

    static std::vector<PropertyDescriptor> properties();
    /// One for each angle and translation.
    static std::vector<SocketDescriptor> moreSockets();
    explicit FunctionBasedJoint(const ElementInputs&);

    void setInitialCoordinates(const ElementInputs&, Real* q, Real* u) const override;
    InitialKeys initialKeys() const override { return {{"values", "moreValues"}, {"rates", "moreRates"}}; }
    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Frame{size * 1.5}));
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.5}));
    }
};

}  // namespace trammel
