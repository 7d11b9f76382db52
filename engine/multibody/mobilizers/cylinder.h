// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizer.h"

namespace trammel {

/// Rotation about and translation along the common z axis of F and M: q = (angle, position), u = qdot.
class CylinderMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "cylinder";
    static constexpr const char* label = "Cylinder";
    static constexpr const char* doc =
        "Rotation about and translation along one axis: the common z axis of the two joint frames.";
    static constexpr const char* reference =
        "`R_FM = Rz(q0)`, `p_FM = (0,0,q1)`, `H_FM = [z,0; 0,z]`, `qdot = u`. No singularity.";
    static constexpr const char* choose =
        "For a shaft that rotates and slides independently, such as a sleeve on a rod. If the motions are coupled, use "
        "a screw.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("angle", "Angle", Quantity::Angle, 0, "Initial angle about z.")
                    .at(Stage::Position),
                PropertyDescriptor::real("position", "Position", Quantity::Length, 0, "Initial position along z.")
                    .at(Stage::Position),
                PropertyDescriptor::real("rate", "Angular speed", Quantity::AngularSpeed, 0,
                                         "Initial angular speed about z.")
                    .at(Stage::Velocity),
                PropertyDescriptor::real("speed", "Speed", Quantity::Speed, 0, "Initial speed along z.")
                    .at(Stage::Velocity)};
    }

    int getNQ() const override { return 2; }
    int getNU() const override { return 2; }
    CoordinateName nameOfQ(int i) const override {
        if (i == 0) return {"angle", Quantity::Angle};
        return {"position", Quantity::Length};
    }
    CoordinateName nameOfU(int i) const override {
        if (i == 0) return {"rate", Quantity::AngularSpeed};
        return {"speed", Quantity::Speed};
    }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(Rotation::aboutZ(q[0]), Vec3(0, 0, q[1]));
        H_FM[0] = {Vec3(0, 0, 1), Vec3(0.)};
        H_FM[1] = {Vec3(0.), Vec3(0, 0, 1)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        const Rotation& R = X_FM.R();
        q[0] = std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1));
        q[1] = X_FM.p()[2];
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("angle");
        q[1] = in.real("position");
        u[0] = in.real("rate");
        u[1] = in.real("speed");
    }
    InitialKeys initialKeys() const override { return {{"angle", "position"}, {"rate", "speed"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        // Decorative cylinders stand along y; the joint's axis is z.
        const Transform along_z(Rotation(Pi / 2, Vec3(1, 0, 0)), Vec3(0.));
        out.push_back(DecorativeGeometry(decor::Cylinder{size / 2, size * 0.7}).setTransform(along_z));
        out.push_back(DecorativeGeometry(decor::Cylinder{size / 5, size * 2}).setTransform(along_z));
    }
};

}  // namespace trammel
