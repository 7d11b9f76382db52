// SPDX-License-Identifier: Apache-2.0
// Whole simulations, written to the documented API: what moves, for how long, and where it then is.
#pragma once
#include <memory>

#include "Simbody.h"
#include "loop_model.h"

namespace sims {
using namespace SimTK;

struct Sim {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    std::vector<MobilizedBody> bodies;
    State start;
    Real duration = 10;
    /// Coordinates at the end, of the first bodies in their order.
    std::vector<Real> ends;

    Sim() { matter.setShowDefaultGeometry(false); }
    Sim(const Sim&) = delete;
    Sim& operator=(const Sim&) = delete;
    virtual ~Sim() = default;

    MobilizedBody& ground() { return matter.updGround(); }
    void begin() {
        start = system.realizeTopology();
        system.realizeModel(start);
    }
    Real errorOf(const State& state) const {
        Real worst = 0;
        for (std::size_t i = 0; i < ends.size(); ++i)
            worst = std::max(worst, std::abs(bodies[i].getOneQ(state, 0) - ends[i]));
        return worst;
    }
};

/// @param Ic principal moments about the center of mass
inline Body::Rigid rigid(Real m, const Vec3& com, const Vec3& Ic) {
    return Body::Rigid(MassProperties(m, com, Inertia(Ic).shiftFromMassCenter(com, m)));
}

/// Slender rods of 1 m and 1 kg, straight, at rest, 30° from hanging. Ends: of ten, extrapolated in long double.
struct Pendulum : Sim {
    explicit Pendulum(int rods) {
        Force::Gravity(forces, matter, UnitVec3(0, -1, 0), 9.81);
        for (int i = 0; i < rods; ++i)
            bodies.push_back(MobilizedBody::Pin(i ? bodies.back() : ground(), Transform(Vec3(0, i ? -1 : 0, 0)),
                                                rigid(1, Vec3(0, -0.5, 0), Vec3(1. / 12, 1e-3, 1. / 12)), Transform()));
        begin();
        bodies[0].setOneQ(start, 0, 0.5235987755982988);
        if (rods != 10) return;
        ends = {0.19927229357891531,  0.017194921103658882, 0.018876073961691905, 0.056660806531509856,
                0.070680892713592846, 0.090974901536483555, 0.064062827660037818, 0.035262739653552584,
                0.20067969460809911,  0.090211827418266609};
    }
};

/// A crank-rocker without singular positions. End: by the energy integral.
struct FourBar : Sim {
    FourBar() {
        Force::Gravity(forces, matter, UnitVec3(0, -1, 0), 9.81);
        const loops::Problem problem = loops::crankRocker();
        for (const loops::Rod& r : problem.rods) {
            const Real I = r.m * r.L * r.L / 12;
            bodies.push_back(MobilizedBody::Pin(r.parent < 0 ? ground() : bodies[std::size_t(r.parent)],
                                                Transform(Vec3(r.px, r.py, 0)),
                                                rigid(r.m, Vec3(r.L / 2, 0, 0), Vec3(1e-3, I, I)), Transform()));
        }
        for (const loops::Close& c : problem.cl) {
            const loops::Rod &a = problem.rods[std::size_t(c.a)], &b = problem.rods[std::size_t(c.b)];
            MobilizedBody &onA = bodies[std::size_t(c.a)], &onB = bodies[std::size_t(c.b)];
            Constraint::PointInPlane(onB, UnitVec3(1, 0, 0), b.L, onA, Vec3(a.L, 0, 0));
            Constraint::PointInPlane(onB, UnitVec3(0, 1, 0), 0, onA, Vec3(a.L, 0, 0));
        }
        begin();
        for (std::size_t i = 0; i < problem.rods.size(); ++i) {
            bodies[i].setOneQ(start, 0, problem.rods[i].q);
            bodies[i].setOneU(start, 0, problem.rods[i].u);
        }
        ends = {70.97262078006105};
    }
};

/// A05, the stiff flyball governor. End: by Radau and DOP853 on Lagrange's equations.
struct Flyball : Sim {
    Flyball() {
        Force::Gravity(forces, matter, UnitVec3(0, 0, -1), 9.81);
        const Real across = 0.3 * (1e-4 + 1e-4) / 12, along = 0.3 * (1 + 1e-4) / 12;
        MobilizedBody::Pin shaft(ground(), Transform(), rigid(0.3, Vec3(0, 0, 0.5), Vec3(along, along, across)),
                                 Transform());
        // Along x of a frame whose x is the shaft's z.
        const Rotation up(-Pi / 2, YAxis);
        MobilizedBody::Slider slider(shaft, Transform(up), rigid(3, Vec3(0), Vec3(0.005)), Transform(up));
        bodies = {slider, shaft};
        // Along x, turning about y; with the mass at the end.
        const Rotation aboutY(-Pi / 2, XAxis);
        const Real m = 5.3, com = (0.3 * 0.5 + 5) / m;
        const Real bend = along + 0.3 * (com - 0.5) * (com - 0.5) + 5 * (1 - com) * (1 - com);
        for (const int side : {1, -1}) {
            const Rotation out(side > 0 ? 0 : Pi, ZAxis);
            MobilizedBody::Pin arm(shaft, Transform(Rotation(out * aboutY), Vec3(side * 0.05, 0, 1)),
                                   rigid(m, Vec3(com, 0, 0), Vec3(across, bend, bend)), Transform(aboutY));
            Force::TwoPointLinearSpring(forces, slider, Vec3(side * 0.05, 0, 0), arm, Vec3(0.5, 0, 0), 8e5, 0.5);
            Force::TwoPointLinearDamper(forces, slider, Vec3(side * 0.05, 0, 0), arm, Vec3(0.5, 0, 0), 4e4);
            bodies.push_back(arm);
        }
        begin();
        bodies[0].setOneQ(start, 0, 0.5);
        bodies[1].setOneU(start, 0, 2 * Pi);
        for (int i : {2, 3}) bodies[std::size_t(i)].setOneQ(start, 0, Pi / 6);
        ends = {0.619622917061};
    }
};

/// A03, Andrews' squeezing mechanism, 0.03 s. Ends: extrapolated with 34 digits.
struct Andrews : Sim {
    Andrews() {
        duration = 0.03;
        const Real m[] = {.04325, .00365, .02373, .00706, .07050, .00706, .05498};
        const Real I[] = {2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};
        const Vec3 com[] = {Vec3(.00092, 0, 0),      Vec3(-.0115, 0, 0), Vec3(.01043, -.01874, 0), Vec3(0, -.00579, 0),
                            Vec3(.02308, .00916, 0), Vec3(.00579, 0, 0), Vec3(-.00449, -.01228, 0)};
        const Vec3 A(-.06934, -.00227, 0), B(-.03635, .03273, 0), C(.014, .072, 0);
        const auto pin = [&](MobilizedBody& parent, const Vec3& at, int k) {
            return MobilizedBody::Pin(parent, Transform(at), rigid(m[k], com[k], Vec3(I[k] / 2, I[k] / 2, I[k])),
                                      Transform());
        };
        MobilizedBody k1 = pin(ground(), Vec3(0), 0), k2 = pin(k1, Vec3(.007, 0, 0), 1), k3 = pin(ground(), B, 2);
        MobilizedBody k5 = pin(ground(), A, 4), k4 = pin(k5, Vec3(.04, 0, 0), 3);
        MobilizedBody k7 = pin(ground(), A, 6), k6 = pin(k7, Vec3(0, -.04, 0), 5);
        bodies = {k1, k2, k3, k4, k5, k6, k7};
        const std::pair<MobilizedBody, Vec3> others[] = {
            {k3, Vec3(0, -.035, 0)}, {k4, Vec3(0, -.02, 0)}, {k6, Vec3(.02, 0, 0)}};
        for (auto [body, E] : others)
            for (const Vec3& axis : {Vec3(1, 0, 0), Vec3(0, 1, 0)})
                Constraint::PointInPlane(k2, UnitVec3(axis), dot(axis, Vec3(-.028, 0, 0)), body, E);
        Force::TwoPointLinearSpring(forces, k3, Vec3(.02, -.018, 0), ground(), C, 4530, .07785);
        Force::MobilityConstantForce(forces, k1, MobilizerUIndex(0), .033);
        begin();
        const Real q[] = {-0.0617138900142764496, 0,
                          0.455279819163070380,   0.222668390165885885,
                          0.487364979543842550,   -0.222668390165885885,
                          1.23054744454982119};
        for (int i = 0; i < 7; ++i) bodies[std::size_t(i)].setOneQ(start, 0, q[i]);
        ends = {15.8107711951537071,  -15.7563710584118395, 0.0408222401196458049, -0.534730116342079594,
                0.524409965879954069, 0.534730116342079594, 1.04808074104193787};
    }
};

inline std::unique_ptr<Sim> make(const std::string& name) {
    if (name == "pendulum1") return std::make_unique<Pendulum>(1);
    if (name == "pendulum10") return std::make_unique<Pendulum>(10);
    if (name == "pendulum100") return std::make_unique<Pendulum>(100);
    if (name == "fourbar") return std::make_unique<FourBar>();
    if (name == "flyball") return std::make_unique<Flyball>();
    if (name == "andrews") return std::make_unique<Andrews>();
    return nullptr;
}
}  // namespace sims
