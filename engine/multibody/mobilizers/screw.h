// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizers/parameterized_mobilizer.h"

namespace trammel {

/// Rotation by q about the common z axis of F and M, with translation along z by pitch q; u = qdot.
class ScrewMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "screw";
    static constexpr const char* label = "Screw";
    static constexpr const char* doc =
        "Rotation about the common z axis with proportional advance along it, as in a thread.";
    static constexpr const char* reference =
        "`R_FM = Rz(q)`, `p_FM = (0,0,pitch q)`, `H_FM = [z; pitch z]`, `qdot = u`. The pitch is the advance per "
        "radian, 1/2π of that per turn; negative for a left-handed thread. No singularity.";
    static constexpr const char* choose =
        "For lead screws, jacks and other threads. It is frictionless and can be back-driven by an axial force; for a "
        "self-locking screw, add a motor or a lock.";
    static TypeSample sample() { return {.properties = {{"pitch", 0.3}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("pitch", "Pitch", Quantity::Length, 0.01,
                                         "Advance along z per radian; negative for a left-handed thread."),
                PropertyDescriptor::real("angle", "Angle", Quantity::Angle, 0, "Initial angle about z.")
                    .at(Stage::Position),
                PropertyDescriptor::real("rate", "Angular speed", Quantity::AngularSpeed, 0,
                                         "Initial angular speed about z.")
                    .at(Stage::Velocity)};
    }

    explicit ScrewMobilizer(const ElementInputs& in) : pitch_(in.real("pitch")) {}
    Real getPitch() const { return pitch_; }

    int getNQ() const override { return 1; }
    int getNU() const override { return 1; }
    CoordinateName nameOfQ(int) const override { return {"angle", Quantity::Angle}; }
    CoordinateName nameOfU(int) const override { return {"rate", Quantity::AngularSpeed}; }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(Rotation::aboutZ(q[0]), Vec3(0, 0, pitch_ * q[0]));
        H_FM[0] = {Vec3(0, 0, 1), Vec3(0, 0, pitch_)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        // The position distinguishes whole turns, the orientation does not.
        const Rotation& R = X_FM.R();
        q[0] = pitch_ != 0 ? X_FM.p()[2] / pitch_ : std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1));
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("angle");
        u[0] = in.real("rate");
    }
    InitialKeys initialKeys() const override { return {{"angle"}, {"rate"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Spring{Vec3(0, 0, -size), Vec3(0, 0, size), size / 2, 4}));
        out.push_back(DecorativeGeometry(decor::Cylinder{size / 3, size})
                          .setTransform(Transform(Rotation(Pi / 2, Vec3(1, 0, 0)), Vec3(0.))));
    }

private:
    Real pitch_;
};

}  // namespace trammel
