// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "multibody/body_type.h"

namespace trammel {

/// A rigid body with explicit mass properties.
class RigidBody : public BodyType {
public:
    static constexpr const char* key = "rigid";
    static constexpr const char* label = "Rigid body";
    static constexpr const char* doc = "A rigid body with mass, center of mass and inertia given as numbers.";
    static constexpr const char* reference =
        "Moments and products of inertia are about the center of mass, expressed in the body frame; the products are "
        "the off-diagonal elements of the matrix.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::real("mass", "Mass", Quantity::Mass, 1, "Mass of the body.").min(0).at(Stage::Instance),
            PropertyDescriptor::vec3("massCenter", "Center of mass", Quantity::Length, Vec3(0.),
                                     "Center of mass in the body frame.")
                .at(Stage::Instance),
            PropertyDescriptor::vec3("moments", "Moments of inertia", Quantity::Inertia, Vec3(0.01),
                                     "Ixx, Iyy, Izz about the center of mass.")
                .min(0)
                .at(Stage::Instance),
            PropertyDescriptor::vec3("products", "Products of inertia", Quantity::Inertia, Vec3(0.),
                                     "Ixy, Ixz, Iyz: the off-diagonal elements of the inertia matrix.")
                .at(Stage::Instance),
            PropertyDescriptor::boolean(
                "showBox", "Show as a box", true,
                "Draw the uniform box with this mass and these moments; not needed if shapes represent the body.")
                .at(Stage::Report)};
    }

    MassProperties calcMassProperties(const ElementInputs& in) const override {
        const Vec3 d = in.vec3("moments"), o = in.vec3("products");
        Mat33 I;
        I << d[0], o[0], o[1], o[0], d[1], o[2], o[1], o[2], d[2];
        return MassProperties::fromCentral(in.real("mass"), in.vec3("massCenter"), I);
    }
    Vec3 calcTip(const ElementInputs& in) const override { return in.vec3("massCenter"); }
    void appendGeometry(const ElementInputs& in, std::vector<DecorativeGeometry>& out) const override {
        // The uniform box with the same mass and moments: half length a along x from Iyy + Izz - Ixx = 2 m a^2 / 3.
        const Real m = in.real("mass");
        const Vec3 I = in.vec3("moments");
        if (m <= 0 || !in.boolean("showBox")) return;
        Vec3 half(0.);
        for (int i = 0; i < 3; ++i) half[i] = std::sqrt(std::max(0., 1.5 * (I.sum() - 2 * I[i]) / m));
        const Real thinnest = 0.02 * half.maxCoeff();
        if (!(thinnest > 0)) return;
        out.push_back(
            DecorativeGeometry(decor::Brick{Vec3(half.cwiseMax(thinnest))}).setTransform(in.vec3("massCenter")));
    }
};

}  // namespace trammel
