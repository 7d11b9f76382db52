// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// Translation in three directions without rotation: q = p_FM in F, u = qdot.
class TranslationMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "translation";
    static constexpr const char* label = "Translation";
    static constexpr const char* doc = "Three translations without any rotation.";
    static constexpr const char* reference =
        "`R_FM = 1`, `p_FM = q` in F, `H_FM = [0; 1]`, `qdot = u`. No singularity.";
    static constexpr const char* choose =
        "For bodies that translate but never rotate: particles, gantries, a table on three slides. If the body can "
        "rotate, use a free joint.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::vec3("position", "Position", Quantity::Length, Vec3(0.),
                                         "Initial position of M's origin in F.")
                    .at(Stage::Position),
                PropertyDescriptor::vec3("velocity", "Velocity", Quantity::Speed, Vec3(0.),
                                         "Initial velocity of M's origin in F.")
                    .at(Stage::Velocity)};
    }

    int getNQ() const override { return 3; }
    int getNU() const override { return 3; }
    CoordinateName nameOfQ(int i) const override {
        static const char* const names[] = {"position x", "position y", "position z"};
        return {names[i], Quantity::Length};
    }
    CoordinateName nameOfU(int i) const override {
        static const char* const names[] = {"velocity x", "velocity y", "velocity z"};
        return {names[i], Quantity::Speed};
    }

    JointPattern pattern() const override { return JointPattern::FreeTranslation; }
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(Vec3::getAs(q));
        for (int i = 0; i < 3; ++i) H_FM[i] = {Vec3(0.), Vec3(Vec3::Unit(i))};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { Vec3::updAs(q) = X_FM.p(); }
    void setUToFitVelocity(const Real*, const SpatialVec& V_FM, Real* u) const override { Vec3::updAs(u) = V_FM[1]; }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        Vec3::updAs(q) = in.vec3("position");
        Vec3::updAs(u) = in.vec3("velocity");
    }
    InitialKeys initialKeys() const override { return {{"position"}, {"velocity"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Frame{size * 1.5}));
    }
};

}  // namespace trammel
