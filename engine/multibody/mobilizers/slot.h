// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "decoration/profile.h"
#include "multibody/mobilizers/parameterized_mobilizer.h"

namespace trammel {

/// A pin in a straight slot: q = (position along x of F, angle about z), u = qdot.
class SlotMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "slot";
    static constexpr const char* label = "Slot";
    static constexpr const char* doc =
        "A pin in a straight slot of the parent: translation along x and rotation about z.";
    static constexpr const char* reference =
        "`R_FM = Rz(q1)`, `p_FM = (q0,0,0)`, `H_FM = [0,z; x,0]`, `qdot = u`. The slot is centered on F; it has "
        "neither mass nor contact. No singularity.";
    static constexpr const char* choose =
        "For Scotch yokes and quick-return linkages, where a pin runs in a slotted lever. Drawn in the view it gets "
        "joint stops at its ends, with formulas of its length. Without ends, a point on a line closes a loop alike.";
    static TypeSample sample() { return {.properties = {{"length", 0.8}, {"width", 0.06}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("position", "Position", Quantity::Length, 0, "Initial position along x.")
                    .at(Stage::Position),
                PropertyDescriptor::real("angle", "Angle", Quantity::Angle, 0, "Initial angle about z.")
                    .at(Stage::Position),
                PropertyDescriptor::real("speed", "Speed", Quantity::Speed, 0, "Initial speed along x.")
                    .at(Stage::Velocity),
                PropertyDescriptor::real("rate", "Angular speed", Quantity::AngularSpeed, 0,
                                         "Initial angular speed about z.")
                    .at(Stage::Velocity),
                PropertyDescriptor::real("length", "Length", Quantity::Length, 0.2,
                                         "Distance between the centers of the slot's round ends.")
                    .above(0),
                PropertyDescriptor::real("width", "Width", Quantity::Length, 0.015, "Width of the slot.").above(0)};
    }

    explicit SlotMobilizer(const ElementInputs& in) : length_(in.real("length")), width_(in.real("width")) {}

    int getNQ() const override { return 2; }
    int getNU() const override { return 2; }
    CoordinateName nameOfQ(int i) const override {
        return i == 0 ? CoordinateName{"position", Quantity::Length} : CoordinateName{"angle", Quantity::Angle};
    }
    CoordinateName nameOfU(int i) const override {
        return i == 0 ? CoordinateName{"speed", Quantity::Speed} : CoordinateName{"rate", Quantity::AngularSpeed};
    }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(Rotation::aboutZ(q[1]), Vec3(q[0], 0, 0));
        H_FM[0] = {Vec3(0.), Vec3(1, 0, 0)};
        H_FM[1] = {Vec3(0, 0, 1), Vec3(0.)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        const Rotation& R = X_FM.R();
        q[0] = X_FM.p()[0];
        q[1] = std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1));
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("position");
        q[1] = in.real("angle");
        u[0] = in.real("speed");
        u[1] = in.real("rate");
    }
    InitialKeys initialKeys() const override { return {{"position", "angle"}, {"speed", "rate"}}; }

    void appendGlyph(Real, std::vector<DecorativeGeometry>& out) const override {
        // A rim as wide as half the slot about its opening.
        const Vec2 half(length_ / 2, 0);
        constexpr Real rim = 2, thin = 0.3;
        Profile profile{makeSlot(-half, half, rim * width_), {makeSlot(-half, half, width_)}};
        out.push_back(DecorativeGeometry(decor::Extrusion{shareProfile(std::move(profile)), thin * width_ / 2}));
    }

private:
    Real length_, width_;
};

}  // namespace trammel
