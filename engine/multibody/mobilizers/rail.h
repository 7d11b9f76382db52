// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/mobilizers/parameterized_mobilizer.h"
#include "multibody/mobilizers/slider.h"

namespace trammel {

/// A slider drawn with a rail of given length, which is fixed to the parent and centered on frame F.
class RailMobilizer : public SliderMobilizer {
public:
    static constexpr const char* key = "rail";
    static constexpr const char* label = "Rail";
    static constexpr const char* doc = "A slider on a rail of the parent, which is drawn in its length along x.";
    static constexpr const char* reference =
        "`X_FM = [1, q x]`: `p_FM = (q,0,0)`, `H_FM = [0; x]`, `qdot = u`, as for a slider. The rail is centered on F; "
        "it has neither mass nor contact. No singularity.";
    static constexpr const char* choose =
        "For linear guides, gantries and presses whose length matters. Drawn in the view it gets joint stops at its "
        "ends, with formulas of its length.";
    static TypeSample sample() { return {.properties = {{"length", 1.}, {"width", 0.1}}}; }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> all = SliderMobilizer::properties();
        all.push_back(
            PropertyDescriptor::real("length", "Length", Quantity::Length, 0.4, "Length of the rail.").above(0));
        all.push_back(
            PropertyDescriptor::real("width", "Width", Quantity::Length, 0.02, "Width of the rail.").above(0));
        return all;
    }

    explicit RailMobilizer(const ElementInputs& in) : length_(in.real("length")), width_(in.real("width")) {}

    void appendGlyph(Real, std::vector<DecorativeGeometry>& out) const override {
        // Two rods on end blocks, so that what slides between them stays in sight.
        constexpr Real rodShare = 0.2, blockShare = 0.25;
        for (const Real side : {-1., 1.}) {
            out.push_back(DecorativeGeometry(decor::Brick{Vec3(length_, rodShare * width_, rodShare * width_) / 2})
                              .setTransform(Transform(Vec3(0, side * (1 - rodShare) / 2 * width_, 0))));
            out.push_back(DecorativeGeometry(decor::Brick{Vec3(blockShare * width_, width_, blockShare * width_) / 2})
                              .setTransform(Transform(Vec3(side * length_ / 2, 0, 0))));
        }
    }

private:
    Real length_, width_;
};

}  // namespace trammel
