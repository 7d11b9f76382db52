// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizer.h"

namespace trammel {

/// No motion: M and F coincide.
class WeldMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "weld";
    static constexpr TypeRole role = TypeRole::Fixed;
    static constexpr const char* label = "Weld";
    static constexpr const char* doc = "No motion: the two joint frames coincide.";
    static constexpr const char* reference = "`X_FM = 1`; no coordinates.";
    static constexpr const char* choose =
        "To fix a body to another at no cost: it has no coordinates. Also for parts to be separated later, or to "
        "obtain the reaction.";

    static std::vector<LoopCounterpart> loopCounterparts() { return {{"weld"}}; }
    static std::vector<PropertyDescriptor> properties() { return {}; }

    int getNQ() const override { return 0; }
    int getNU() const override { return 0; }
    CoordinateName nameOfQ(int) const override { return {}; }
    CoordinateName nameOfU(int) const override { return {}; }
    void calcAcross(const Real*, Transform& X_FM, SpatialVec*) const override { X_FM = Transform(); }
    void setQToFitTransform(const Transform&, Real*) const override {}
    void setUToFitVelocity(const Real*, const SpatialVec&, Real*) const override {}
    void setInitialCoordinates(const ElementInputs&, Real*, Real*) const override {}
    InitialKeys initialKeys() const override { return {}; }
    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(size * 0.4)}));
    }
};

}  // namespace trammel
