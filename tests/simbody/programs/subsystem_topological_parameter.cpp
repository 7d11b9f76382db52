// SPDX-License-Identifier: Apache-2.0
// A parameter kept in the Subsystem is part of its topology: changing it makes every earlier State unusable.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class WindGuts : public ForceSubsystem::Guts {
public:
    WindGuts() : ForceSubsystem::Guts("Wind", "1") {}
    WindGuts* cloneImpl() const override { return new WindGuts(*this); }
    void setDefaultSpeed(Real v) {
        speed_ = v;
        invalidateSubsystemTopologyCache();
    }
    Real getDefaultSpeed() const { return speed_; }
    int realizeSubsystemTopologyImpl(State&) const override {
        ++topologies;
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& state) const override {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        Vector_<SpatialVec>& f = system.updRigidBodyForces(state, Stage::Dynamics);
        for (int i = 1; i < f.size(); ++i) f[i] += SpatialVec(Vec3(0), Vec3(speed_, 0, 0));
        return 0;
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }
    mutable int topologies = 0;

private:
    Real speed_ = 1;
};

class Wind : public ForceSubsystem {
public:
    explicit Wind(MultibodySystem& system) {
        adoptSubsystemGuts(new WindGuts());
        system.addForceSubsystem(*this);
    }
    void setDefaultSpeed(Real v) { updImpl().setDefaultSpeed(v); }
    Real getDefaultSpeed() const { return getImpl().getDefaultSpeed(); }
    int getNumTopologies() const { return getImpl().topologies; }

private:
    WindGuts& updImpl() { return dynamic_cast<WindGuts&>(updRep()); }
    const WindGuts& getImpl() const { return dynamic_cast<const WindGuts&>(getRep()); }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Wind wind(system);
    Body::Rigid leaf(MassProperties(0.5, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation flying(matter.Ground(), Transform(), leaf, Transform());

    CHECK(wind.getDefaultSpeed() == 1);
    State state = system.realizeTopology();
    CHECK(wind.getNumTopologies() == 1);
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(flying.getBodyOriginAcceleration(state), Vec3(2, 0, 0), 1e-12);
    CHECK(wind.subsystemTopologyHasBeenRealized());

    // Nothing has changed, so nothing is recomputed.
    system.realizeTopology();
    CHECK(wind.getNumTopologies() == 1);
    const StageVersion version = system.getSystemTopologyCacheVersion();

    wind.setDefaultSpeed(5);
    CHECK(!wind.subsystemTopologyHasBeenRealized());
    CHECK(!system.systemTopologyHasBeenRealized());
    CHECK_THROWS(system.getDefaultState());
    CHECK_THROWS(system.realizeModel(state));

    State fresh = system.realizeTopology();
    CHECK(wind.getNumTopologies() == 2);
    CHECK(system.getSystemTopologyCacheVersion() != version);
    CHECK(state.getSystemTopologyStageVersion() != fresh.getSystemTopologyStageVersion());
    CHECK_THROWS(system.realizeModel(state));  // the old State is still refused
    system.realize(fresh, Stage::Acceleration);
    CHECK_NEAR(flying.getBodyOriginAcceleration(fresh), Vec3(10, 0, 0), 1e-12);
}

CHECK_MAIN(run)
