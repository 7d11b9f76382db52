// SPDX-License-Identifier: Apache-2.0
// The mobilizers that a constraint acts on, the numbering of their coordinates and speeds, and forces in that order.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

constexpr Real tolerance = 1e-10;

struct Model {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    Body::Rigid brick{MassProperties(2, Vec3(.1, .2, .3), Inertia(1, 1.1, 1.2, .01, .02, .03))};
    MobilizedBody::Pin pin{matter.Ground(), brick};
    MobilizedBody::Slider slider{pin, brick};
    MobilizedBody::Ball ball{slider, brick};
    MobilizedBody::Free free{matter.Ground(), brick};

    Constraint::Rod rod{pin, ball, 2.};
    Constraint::ConstantSpeed speed{pin, 1.};
    Constraint::ConstantCoordinate coordinate{ball, MobilizerQIndex(1), .1};
    Constraint::ConstantAcceleration acceleration{slider, 1.};
    Constraint::CoordinateCoupler coupler{matter, new Function::Linear(Vector(Vec3(2, -3, 0))),
                                          Array_<MobilizedBodyIndex>{pin, slider},
                                          Array_<MobilizerQIndex>{MobilizerQIndex(0), MobilizerQIndex(0)}};
    Constraint::SpeedCoupler speeds{matter, new Function::Linear(Vector(Vec3(4, -5, 0))),
                                    Array_<MobilizedBodyIndex>{pin, free},
                                    Array_<MobilizerUIndex>{MobilizerUIndex(0), MobilizerUIndex(2)}};
    Constraint::PrescribedMotion motion{matter, new Function::Linear(Vector(Vec2(1, 0))), slider, MobilizerQIndex(0)};

    State moving() {
        State s = system.realizeTopology();
        free.setQToFitTransform(s, Transform(Rotation(.4, UnitVec3(1, 2, 3)), Vec3(1, .5, .2)));
        pin.setAngle(s, .3);
        for (int i = 0; i < s.getNU(); ++i) s.updU()[i] = std::sin(i + .3);
        system.realize(s, Stage::Acceleration);
        return s;
    }
};

void checkNumbers(const Model& m, const State& s) {
    CHECK(m.rod.getNumConstrainedMobilizers() == 0);
    CHECK(m.rod.getNumConstrainedU(s) == 0);
    CHECK(m.rod.getNumConstrainedBodies() == 2);
    const Constraint* const onOne[] = {&m.speed, &m.coordinate, &m.acceleration, &m.motion};
    for (const Constraint* c : onOne) {
        CHECK(c->getNumConstrainedBodies() == 0);
        CHECK(c->getNumConstrainedMobilizers() == 1);
    }
    CHECK(m.speed.getMobilizedBodyIndex() == m.pin.getMobilizedBodyIndex());
    CHECK(m.coordinate.getMobilizedBodyIndex() == m.ball.getMobilizedBodyIndex());
    CHECK(m.acceleration.getMobilizedBodyIndex() == m.slider.getMobilizedBodyIndex());

    const ConstrainedMobilizerIndex first(0), second(1);
    CHECK(m.coordinate.getNumConstrainedQ(s, first) == 4);
    CHECK(m.coordinate.getNumConstrainedU(s, first) == 3);
    CHECK(m.speeds.getNumConstrainedMobilizers() == 2);
    CHECK(m.speeds.getMobilizedBodyFromConstrainedMobilizer(second).getMobilizedBodyIndex() ==
          m.free.getMobilizedBodyIndex());
    CHECK(m.speeds.getNumConstrainedQ(s) == 8);
    CHECK(m.speeds.getNumConstrainedU(s) == 7);
    const ConstrainedUIndex u = m.speeds.getConstrainedUIndex(s, second, MobilizerUIndex(2));
    const ConstrainedQIndex q = m.speeds.getConstrainedQIndex(s, second, MobilizerQIndex(5));
    CHECK(u == 3);
    CHECK(q == 6);
    CHECK(m.speeds.getUIndexOfConstrainedU(s, u) == m.free.getFirstUIndex(s) + 2);
    CHECK(m.speeds.getQIndexOfConstrainedQ(s, q) == m.free.getFirstQIndex(s) + 5);
}

void checkForces(const Model& m, const State& s) {
    Vector_<SpatialVec> onBodies;
    Vector onSpeeds;
    m.speeds.calcConstraintForcesFromMultipliers(s, Vector(1, 2.), onBodies, onSpeeds);
    CHECK(onBodies.size() == 0);
    CHECK(onSpeeds.size() == 7);
    CHECK_NEAR(onSpeeds[0], 8, tolerance);
    CHECK_NEAR(onSpeeds[3], -10, tolerance);
    CHECK_NEAR(onSpeeds.norm(), std::sqrt(164.), tolerance);
    m.coupler.calcConstraintForcesFromMultipliers(s, Vector(1, 1.), onBodies, onSpeeds);
    CHECK(onSpeeds.size() == 2);
    CHECK_NEAR(onSpeeds[0], 2, tolerance);
    CHECK_NEAR(onSpeeds[1], -3, tolerance);
    m.rod.calcConstraintForcesFromMultipliers(s, Vector(1, 1.), onBodies, onSpeeds);
    CHECK(onBodies.size() == 2);
    CHECK(onSpeeds.size() == 0);
}

/// A vector of all multipliers, assembled from the parts of the constraints, equals that of the State.
void checkParts(const Model& m, const State& s) {
    Vector whole, part;
    for (ConstraintIndex c(0); c < m.matter.getNumConstraints(); ++c) {
        const Constraint& constraint = m.matter.getConstraint(c);
        const Vector mine = constraint.getMultipliersAsVector(s);
        constraint.setMyPartInConstraintSpaceVector(s, mine, whole);
        constraint.getMyPartFromConstraintSpaceVector(s, whole, part);
        CHECK(part.size() == mine.size());
        CHECK_NEAR(part, mine, 0);
    }
    CHECK(whole.size() == s.getNMultipliers());
    CHECK_NEAR(whole, s.getMultipliers(), 0);
}

void run() {
    Model m;
    const State s = m.moving();
    checkNumbers(m, s);
    checkForces(m, s);
    checkParts(m, s);
}

}  // namespace

CHECK_MAIN(run)
