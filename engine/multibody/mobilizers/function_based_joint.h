// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizers/function_based.h"
#include "multibody/mobilizers/parameterized_mobilizer.h"

namespace trammel {

/// A FunctionBasedMobilizer defined by an element: each of three body-fixed rotations and three translations is an optional
/// function of one coordinate of the joint. Their axes are x, y, z unless others are chosen.
class FunctionBasedJoint : public FunctionBasedMobilizer {
public:
    static constexpr const char* key = "functionBased";
    static constexpr const char* label = "Function-based";
    static constexpr const char* doc =
        "Rotations and translations are functions of its coordinates: a knee, a cam slot, a track, a variable screw.";
    static constexpr const char* reference =
        "`R_FM = Rx(f0) Ry(f1) Rz(f2)`, `p_FM = (f3,f4,f5)`, `qdot = u`, each `f` a function of one coordinate with "
        "first and second derivatives, zero if unset. Each rotation and translation may have another axis than x, y, "
        "z: `R_FM = R(a0,f0) R(a1,f1) R(a2,f2)`, `p_FM = f3 a3 + f4 a4 + f5 a5`. The functions determine the units of "
        "the coordinates. Singular "
        "where all functions of a coordinate have zero slope, and at `f1 = ±90°` if `f0` and `f2` are in use. Changing "
        "a function rebuilds the System.";
    static constexpr const char* choose =
        "For measured motion, such as knees, cam slots and curved tracks, that no other joint type provides. Standard "
        "joints are faster, and their singularities are known.";
    static TypeSample sample() { return {.plugged = {{"rotationZ", "linear"}, {"translationX", "linear"}}}; }

    static std::vector<PropertyDescriptor> properties();
    /// One input for each angle and translation.
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
