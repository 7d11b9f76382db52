// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/two_point.h"
#include "multibody/mobilizers/body_xyz_kinematics.h"

namespace trammel {

struct LinearBushingParameters {
    /// Frames on the first and the second body.
    Transform frame1, frame2;
    /// About and along x, y, z.
    Vec3 angularStiffness, stiffness, angularDamping, damping;
    friend bool operator==(const LinearBushingParameters&, const LinearBushingParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.frame1, self.frame2, self.angularStiffness, self.stiffness, self.angularDamping,
                        self.damping);
    }
};

/// Springs and dampers on the six relative coordinates of two frames, F on the first and M on the second body.
///
///   q = [body-fixed x-y-z angles of R_FM; p_FM],  fq = -(k q + c qdot),  PE = sum k q^2 / 2
///
/// The torque m and the force f on M have the power of fq on qdot: f is the linear part of fq, and m = sum of fq_i d_i
/// with d the dual of the rotation axes of the angles.
class LinearBushing : public ParameterizedForce<LinearBushingParameters> {
public:
    static constexpr const char* key = "linearBushing";
    static constexpr const char* label = "Bushing";
    static constexpr const char* doc =
        "An elastic bushing: springs and dampers between a frame of the second body and a frame of the first.";
    static constexpr const char* reference =
        "`fq = -(stiffness q + damping qdot)` for each of `q = [angles; position]` of the second frame in the first, "
        "body-fixed x-y-z angles first; `PE = stiffness q²/2`. Singular at a second angle of ±90°.";
    static constexpr const char* choose =
        "For rubber mounts, flexible couplings and compliant welds between two bodies, and to hold a body elastically "
        "without a joint. Angles must stay within ±90°.";
    static TypeSample sample() { return {.position = Vec3(0.25, 0.05, 0.05)}; }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        const auto point = [&list](const char* name, const char* text, const char* says) {
            appendPointProperties(list, name, text, says, stage);
        };
        const auto vec3 = [&list](const char* name, const char* text, Quantity quantity, Real all, const char* says) {
            list.push_back(PropertyDescriptor::vec3(name, text, quantity, Vec3(all), says).at(stage));
        };
        point("point1", "First frame position", "Origin of the frame on the first body.");
        vec3("orientation1", "First frame orientation", Quantity::Angle, 0,
             "Orientation of the frame on the first body: body-fixed x-y-z angles.");
        point("point2", "Second frame position", "Origin of the frame on the second body.");
        vec3("orientation2", "Second frame orientation", Quantity::Angle, 0,
             "Orientation of the frame on the second body: body-fixed x-y-z angles.");
        const std::size_t first = list.size();
        vec3("angularStiffness", "Angular stiffness", Quantity::AngularStiffness, 10,
             "Torque per unit angle about x, y, z.");
        vec3("stiffness", "Stiffness", Quantity::Stiffness, 1000, "Force per unit displacement along x, y, z.");
        vec3("angularDamping", "Angular damping", Quantity::AngularDamping, 0.1,
             "Torque per unit angle rate about x, y, z.");
        vec3("damping", "Damping", Quantity::Damping, 10, "Force per unit speed along x, y, z.");
        for (std::size_t i = first; i < list.size(); ++i) list[i].min(0);
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {Transform(Rotation::fromBodyXYZ(in.vec3("orientation1")), in.station("body1", "point1")),
                Transform(Rotation::fromBodyXYZ(in.vec3("orientation2")), in.station("body2", "point2")),
                in.vec3("angularStiffness"),
                in.vec3("stiffness"),
                in.vec3("angularDamping"),
                in.vec3("damping")};
    }

    explicit LinearBushing(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), body1_(in.body("body1")), body2_(in.body("body2")) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        const Deflection d(*this, k, p);
        const Rates rates(*this, k, d);
        Vec3 m(0.), f(0.);
        for (int i = 0; i < 3; ++i) {
            m -= (p.angularStiffness[i] * d.angles[i] + p.angularDamping[i] * rates.angles[i]) * rates.dual[i];
            f[i] = -(p.stiffness[i] * d.X_FM.p()[i] + p.damping[i] * rates.v_FM[i]);
        }
        const Vec3 m_G = d.X_GF.R() * m, f_G = d.X_GF.R() * f, p_GM = d.X_GM.p();
        sum.body[body2_][0] += m_G;
        sum.body[body1_][0] -= m_G;
        sum.addAt(body2_, k.X_GB(body2_), p_GM, f_G);
        sum.addAt(body1_, k.X_GB(body1_), p_GM, Vec3(-f_G));
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        const Deflection d(*this, k, p);
        Real energy = 0;
        for (int i = 0; i < 3; ++i)
            energy += 0.5 * (p.angularStiffness[i] * square(d.angles[i]) + p.stiffness[i] * square(d.X_FM.p()[i]));
        return energy;
    }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        const Rates rates(*this, k, Deflection(*this, k, p));
        Real power = 0;
        for (int i = 0; i < 3; ++i)
            power += p.angularDamping[i] * square(rates.angles[i]) + p.damping[i] * square(rates.v_FM[i]);
        return power;
    }
    /// z: the energy dissipated so far.
    int getNumZ(const AbstractValue*) const override { return 1; }
    void calcZDot(const ForceKinematics& k, const AbstractValue* value, Real* zdot) const override {
        zdot[0] = calcPowerDissipation(k, value);
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Deflection d(*this, k, get(value));
        out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.4}).setTransform(d.X_GF).setOpacity(0.6));
        out.push_back(DecorativeGeometry(decor::Frame{size * 1.5}).setTransform(d.X_GM));
        out.push_back(DecorativeGeometry(decor::Line{d.X_GF.p(), d.X_GM.p()}));
    }

    /// Absolute and relative poses of the frames.
    struct Deflection {
        Transform X_GF, X_GM, X_FM;
        Vec3 angles;
        Deflection(const LinearBushing& bushing, const ForceKinematics& k, const Parameters& p)
            : X_GF(k.X_GB(bushing.body1_) * p.frame1),
              X_GM(k.X_GB(bushing.body2_) * p.frame2),
              X_FM(~X_GF * X_GM),
              angles(X_FM.R().toBodyXYZ()) {}
    };
    /// qdot, and the dual of the rotation axes of the angles, in F.
    struct Rates {
        Vec3 angles, v_FM, dual[3];
        Rates(const LinearBushing& bushing, const ForceKinematics& k, const Deflection& d) {
            Vec3 axes[3];
            body_xyz::calcAxes(&d.angles[0], d.X_FM.R(), axes);
            // The second axis is perpendicular to both others.
            const Real volume = axes[0].dot(axes[1].cross(axes[2]));
            dual[0] = axes[1].cross(axes[2]) / volume;
            dual[1] = axes[1];
            dual[2] = axes[0].cross(axes[1]) / volume;

            const Rotation& R_GF = d.X_GF.R();
            const SpatialVec &V1 = k.V_GB(bushing.body1_), &V2 = k.V_GB(bushing.body2_);
            const Vec3 p_GM = d.X_GM.p();
            const Vec3 v1 = V1[1] + V1[0].cross(Vec3(p_GM - k.X_GB(bushing.body1_).p()));
            const Vec3 v2 = V2[1] + V2[0].cross(Vec3(p_GM - k.X_GB(bushing.body2_).p()));
            const Vec3 w_FM = ~R_GF * Vec3(V2[0] - V1[0]);
            v_FM = ~R_GF * Vec3(v2 - v1);
            for (int i = 0; i < 3; ++i) angles[i] = dual[i].dot(w_FM);
        }
    };

private:
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel
