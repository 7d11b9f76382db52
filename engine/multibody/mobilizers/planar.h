// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/mobilizer.h"

namespace trammel {

/// Motion in the xy plane of F: q = (angle about z, x, y), u = qdot.
class PlanarMobilizer : public Mobilizer {
public:
    static constexpr const char* key = "planar";
    static constexpr const char* label = "Planar";
    static constexpr const char* doc =
        "Motion in a plane: a rotation about z and translations along x and y of the parent's frame.";
    static constexpr const char* reference =
        "`R_FM = Rz(q0)`, `p_FM = (q1,q2,0)`, `H_FM = [z,0,0; 0,x,y]`, `qdot = u`. No singularity.";
    static constexpr const char* choose =
        "For a body that moves freely in a plane: sliding pucks, planar vehicles. Three coordinates and no constraint.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("angle", "Angle", Quantity::Angle, 0, "Initial angle about z.")
                    .at(Stage::Position),
                PropertyDescriptor::real("x", "x", Quantity::Length, 0, "Initial position along x of F.")
                    .at(Stage::Position),
                PropertyDescriptor::real("y", "y", Quantity::Length, 0, "Initial position along y of F.")
                    .at(Stage::Position),
                PropertyDescriptor::real("rate", "Angular speed", Quantity::AngularSpeed, 0,
                                         "Initial angular speed about z.")
                    .at(Stage::Velocity),
                PropertyDescriptor::real("speedX", "Speed along x", Quantity::Speed, 0, "Initial speed along x.")
                    .at(Stage::Velocity),
                PropertyDescriptor::real("speedY", "Speed along y", Quantity::Speed, 0, "Initial speed along y.")
                    .at(Stage::Velocity)};
    }

    int getNQ() const override { return 3; }
    int getNU() const override { return 3; }
    CoordinateName nameOfQ(int i) const override {
        static const char* const names[] = {"angle", "x", "y"};
        return {names[i], i == 0 ? Quantity::Angle : Quantity::Length};
    }
    CoordinateName nameOfU(int i) const override {
        static const char* const names[] = {"rate", "speedX", "speedY"};
        return {names[i], i == 0 ? Quantity::AngularSpeed : Quantity::Speed};
    }

    void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        X_FM = Transform(Rotation::aboutZ(q[0]), Vec3(q[1], q[2], 0));
        H_FM[0] = {Vec3(0, 0, 1), Vec3(0.)};
        H_FM[1] = {Vec3(0.), Vec3(1, 0, 0)};
        H_FM[2] = {Vec3(0.), Vec3(0, 1, 0)};
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override {
        const Rotation& R = X_FM.R();
        q[0] = std::atan2(R(1, 0) - R(0, 1), R(0, 0) + R(1, 1));
        q[1] = X_FM.p()[0];
        q[2] = X_FM.p()[1];
    }
    void setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        q[0] = in.real("angle");
        q[1] = in.real("x");
        q[2] = in.real("y");
        u[0] = in.real("rate");
        u[1] = in.real("speedX");
        u[2] = in.real("speedY");
    }
    InitialKeys initialKeys() const override { return {{"angle", "x", "y"}, {"rate", "speedX", "speedY"}}; }

    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(size * 2, size * 2, size * 0.05)}).setOpacity(0.3));
    }
};

}  // namespace trammel
