// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// Translation by q along the common x axis of F and M; u = qdot.
class SliderMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "slider";
    static constexpr const char* label = "Slider";
    static constexpr const char* doc = "Translation along one axis: the common x axis of the two joint frames.";
    static constexpr const char* reference =
        "`X_FM = [1, q x]`: `p_FM = (q,0,0)`, `H_FM = [0; x]`, `qdot = u`. No singularity.";
    static constexpr const char* choose =
        "For pistons, carriages and linear guides. If the body also rotates about the sliding direction, use a "
        "cylinder with its z axes along that direction.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("position", "Position", Quantity::Length, 0, "Initial position along x.")
                    .at(Stage::Position),
                PropertyDescriptor::real("rate", "Speed", Quantity::Speed, 0, "Initial speed along x.")
                    .at(Stage::Velocity)};
    }

    int getNQ() const override { return 1; }
    int getNU() const override { return 1; }
    CoordinateName nameOfQ(int) const override { return {"position", Quantity::Length}; }
    CoordinateName nameOfU(int) const override { return {"rate", Quantity::Speed}; }

    JointPattern pattern() const override { return JointPattern::TranslationAlongX; }
    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(Vec3(q[0], 0, 0));
        H_FM[0] = {Vec3(0.), Vec3(1, 0, 0)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { q[0] = X_FM.p()[0]; }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("position");
        u[0] = in.real("rate");
    }
    InitialKeys initialKeys() const override { return {{"position"}, {"rate"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(size * 4, size * 0.2, size * 0.2)}));
    }
};

}  // namespace trammel
