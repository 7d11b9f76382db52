// SPDX-License-Identifier: Apache-2.0
// A custom study: explicit midpoint steps through a System with a custom subsystem.
#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

constexpr Real dt = 1e-3;
constexpr int steps = 1000;

/// z moves in a circle; a counter updates itself once per step; the distance of z from a center is computed on demand.
class Turning : public Subsystem::Guts {
public:
    Turning() : Guts("Turning", "1.0") {}
    Turning* cloneImpl() const override { return new Turning(*this); }

    int realizeSubsystemTopologyImpl(State& s) const override {
        allocateZ(s, Vector(Vec2(1, 0)));
        center = allocateDiscreteVariable(s, Stage::Dynamics, new Value<Real>(0));
        counter = allocateAutoUpdateDiscreteVariable(s, Stage::Report, new Value<int>(0), Stage::Velocity);
        distance = allocateLazyCacheEntry(s, Stage::Dynamics, new Value<Real>(0));
        return 0;
    }
    int realizeSubsystemVelocityImpl(const State& s) const override {
        Value<int>::updDowncast(updDiscreteVarUpdateValue(s, counter)) =
            Value<int>::downcast(getDiscreteVariable(s, counter)) + 1;
        markDiscreteVarUpdateValueRealized(s, counter);
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& s) const override {
        updZDot(s)[0] = -getZ(s)[1];
        updZDot(s)[1] = getZ(s)[0];
        return 0;
    }
    Real findDistance(const State& s) const {
        if (!isCacheValueRealized(s, distance)) {
            ++computations;
            const Real x = getZ(s)[0] - Value<Real>::downcast(getDiscreteVariable(s, center));
            Value<Real>::updDowncast(updCacheEntry(s, distance)) = std::hypot(x, getZ(s)[1]);
            markCacheValueRealized(s, distance);
        }
        return Value<Real>::downcast(getCacheEntry(s, distance));
    }
    int count(const State& s) const { return Value<int>::downcast(getDiscreteVariable(s, counter)); }

    mutable DiscreteVariableIndex center, counter;
    mutable CacheEntryIndex distance;
    mutable int computations = 0;
};

class TurningSubsystem : public Subsystem {
public:
    explicit TurningSubsystem(System& system) {
        adoptSubsystemGuts(new Turning());
        system.adoptSubsystem(*this);
    }
    const Turning& guts() const { return dynamic_cast<const Turning&>(getSubsystemGuts()); }
};

void takeStep(const System& system, State& s) {
    system.realize(s, Stage::Acceleration);
    State middle = s;
    middle.setTime(s.getTime() + dt / 2);
    for (int i = 0; i < s.getNY(); ++i) middle.updY()[i] += dt / 2 * s.getYDot()[i];
    system.realize(middle, Stage::Acceleration);
    for (int i = 0; i < s.getNY(); ++i) s.updY()[i] += dt * middle.getYDot()[i];
    s.updTime() += dt;
    system.realize(s, Stage::Acceleration);
    s.autoUpdateDiscreteVariables();
}

void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, -YAxis, 9.8);
    const Body::Rigid bob(MassProperties(1, Vec3(0), UnitInertia(.1)));
    MobilizedBody::Pin pendulum(matter.Ground(), Vec3(0), bob, Vec3(0, 1, 0));
    TurningSubsystem turning(system);

    State s = system.realizeTopology();
    pendulum.setOneQ(s, 0, .5);
    system.realize(s, Stage::Acceleration);
    const Real energy = system.calcEnergy(s);
    CHECK(turning.getNZ(s) == 2);
    CHECK(turning.getZ(s).size() == 2);
    CHECK_NEAR(pendulum.getOneUDot(s, 0), -9.8 * std::sin(.5) / 1.1, 1e-12);

    for (int i = 0; i < steps; ++i) takeStep(system, s);
    CHECK_NEAR(s.getTime(), 1, 1e-9);
    CHECK_NEAR(turning.getZ(s)[0], std::cos(1.), 1e-6);
    CHECK_NEAR(turning.getZ(s)[1], std::sin(1.), 1e-6);
    CHECK_NEAR(system.calcEnergy(s), energy, 1e-5);
    CHECK(turning.guts().count(s) == steps);

    // Requested twice, computed once; recomputed after a dependency was written.
    CHECK_NEAR(turning.guts().findDistance(s), 1, 1e-6);
    turning.guts().findDistance(s);
    CHECK(turning.guts().computations == 1);
    Value<Real>::updDowncast(s.updDiscreteVariable(turning.getMySubsystemIndex(), turning.guts().center)) = 1;
    CHECK(s.getSystemStage() == Stage::Velocity);
    CHECK_THROWS(s.getCacheEntry(turning.getMySubsystemIndex(), turning.guts().distance));
    system.realize(s, Stage::Dynamics);
    CHECK_NEAR(turning.guts().findDistance(s), 2 * std::sin(.5), 1e-6);
    CHECK(turning.guts().computations == 2);

    // A copy has the variables, and is independent.
    State other = s;
    CHECK(turning.guts().count(other) == steps);
    takeStep(system, other);
    CHECK(turning.guts().count(other) == steps + 1);
    CHECK(turning.guts().count(s) == steps);
    CHECK(other.getTime() > s.getTime());
}

}  // namespace

CHECK_MAIN(run)
