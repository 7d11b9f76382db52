// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "simbody/Simbody.h"

namespace operator_test {

using namespace SimTK;

inline Body::Rigid solid(Real mass) {
    return Body::Rigid(
        MassProperties(mass, Vec3(0.1, -0.05, 0.2),
                       mass * UnitInertia::brick(0.3, 0.2, 0.4).shiftFromCentroid(Vec3(0.1, -0.05, 0.2))));
}

/// Two branches with joints of all sorts, a rod between their tips, and a nonholonomic and an acceleration-only equation.
struct Rig {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    MobilizedBody::Pin pin{matter.Ground(), Transform(Vec3(0, 1, 0)), solid(1), Transform(Vec3(0, 0.5, 0))};
    MobilizedBody::Ball ball{pin, Transform(Rotation(0.3, UnitVec3(1, 2, 3)), Vec3(0.1, -0.5, 0)), solid(2),
                             Transform(Vec3(0, 0.4, 0.1))};
    MobilizedBody::Free free{matter.Ground(), Transform(Vec3(1, 0, 0)), solid(1.5), Transform(Vec3(0.1, 0, 0))};
    MobilizedBody::LineOrientation line{free, Transform(Vec3(0, 0.3, 0)), solid(0.7), Transform()};
    MobilizedBody::Gimbal gimbal{line, Transform(Vec3(0.2, 0, 0)), solid(1.2), Transform(Vec3(0, 0.2, 0))};
    Force::Gravity gravity{forces, matter, UnitVec3(1, -2, 0.5), 9.81};
    Force::GlobalDamper damper{forces, matter, 0.4};
    Force::MobilityLinearSpring spring{forces, pin, 0, 12, 0.3};
    Constraint::Rod rod{ball, Vec3(0, -0.3, 0), gimbal, Vec3(0.1, 0, 0), 1.3};
    Constraint::ConstantSpeed speed{free, MobilizerUIndex(4), 0.2};
    Constraint::ConstantAcceleration acceleration{gimbal, MobilizerUIndex(1), 0.5};
    State state;

    explicit Rig(bool eulerAngles = false) {
        state = system.realizeTopology();
        matter.setUseEulerAngles(state, eulerAngles);
        system.realizeModel(state);
        state.setTime(0.2);
        pin.setAngle(state, 0.4);
        ball.setQToFitRotation(state, Rotation(0.8, UnitVec3(3, -1, 2)));
        free.setQToFitTransform(state, Transform(Rotation(-0.5, UnitVec3(1, 1, 0)), Vec3(0.3, 0.2, -0.4)));
        line.setQToFitRotation(state, Rotation(0.7, UnitVec3(1, 0.3, 0)));
        gimbal.setQ(state, Vec3(0.3, -0.4, 0.2));
        for (int i = 0; i < state.getNU(); ++i) state.updU()[i] = std::sin(1.7 * i + 0.3);
        system.project(state, 1e-12);
        system.realize(state, Stage::Acceleration);
    }
    int nu() const { return state.getNU(); }
    int nq() const { return state.getNQ(); }
    Vector anyU(Real phase = 0.4) const { return any(nu(), phase); }
    Vector anyQ(Real phase = 0.9) const { return any(nq(), phase); }
    static Vector any(int n, Real phase) {
        Vector v(n);
        for (int i = 0; i < n; ++i) v[i] = std::cos(1.1 * i + phase);
        return v;
    }
    /// The State with q and u as they will be, or were, @p h later by the current rates.
    State later(Real h) const {
        State s = state;
        const Vector q = state.getQ() + h * state.getQDot() + h * h / 2 * state.getQDotDot();
        const Vector u = state.getU() + h * state.getUDot();
        s.setTime(state.getTime() + h);
        s.updQ() = q;
        s.updU() = u;
        system.realize(s, Stage::Velocity);
        return s;
    }
    /// Central difference along the motion of anything that comes from a State as a vector.
    template <class Function>
    auto rate(const Function& f, Real h = 1e-5) const {
        auto change = f(later(h));
        change -= f(later(-h));
        change *= 1 / (2 * h);
        return change;
    }
};

inline Real distance(const Vector& a, const Vector& b) {
    return a.size() == b.size() ? Real((a - b).norm()) : Infinity;
}
inline Real distance(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() ? Real((a - b).norm()) : Infinity;
}
template <class T>
Real distance(const Vector_<T>& a, const Vector_<T>& b) {
    return a.size() == b.size() ? (a - b).norm() : Infinity;
}

/// Rounding, and the error of a central difference with the step of rate().
constexpr Real exact = 1e-11, differenced = 1e-7;

}  // namespace operator_test
