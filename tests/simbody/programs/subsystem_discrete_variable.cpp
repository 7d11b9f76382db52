// SPDX-License-Identifier: Apache-2.0
// A parameter stored as a discrete variable: changeable at any time, separate in every State; writing it invalidates
// Dynamics stage and above.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class WindGuts : public ForceSubsystem::Guts {
public:
    explicit WindGuts(const Vec3& usual) : ForceSubsystem::Guts("Wind", "2"), usual_(usual) {}
    WindGuts* cloneImpl() const override { return new WindGuts(usual_); }

    int realizeSubsystemTopologyImpl(State& state) const override {
        wind_ = allocateDiscreteVariable(state, Stage::Dynamics, new Value<Vec3>(usual_));
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& state) const override {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        Vector_<SpatialVec>& f = system.updRigidBodyForces(state, Stage::Dynamics);
        for (int i = 1; i < f.size(); ++i) f[i][1] += getWind(state);
        return 0;
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }
    const Vec3& getWind(const State& state) const { return Value<Vec3>::downcast(getDiscreteVariable(state, wind_)); }
    void setWind(State& state, const Vec3& w) const { Value<Vec3>::updDowncast(updDiscreteVariable(state, wind_)) = w; }

private:
    Vec3 usual_;
    mutable DiscreteVariableIndex wind_;
};

class Wind : public ForceSubsystem {
public:
    explicit Wind(MultibodySystem& system) {
        adoptSubsystemGuts(new WindGuts(Vec3(0, 0, 1)));
        system.addForceSubsystem(*this);
    }
    const WindGuts& impl() const { return dynamic_cast<const WindGuts&>(getSubsystemGuts()); }
    void setWind(State& s, const Vec3& w) const { impl().setWind(s, w); }
    Vec3 getWind(const State& s) const { return impl().getWind(s); }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Wind wind(system);
    Body::Rigid leaf(MassProperties(0.25, Vec3(0), UnitInertia(1)));
    MobilizedBody::Translation flying(matter.updGround(), Transform(), leaf, Transform());

    State calm = system.realizeTopology();
    State storm = calm;
    system.realize(calm, Stage::Acceleration);
    system.realize(storm, Stage::Acceleration);
    CHECK_NEAR(wind.getWind(calm), Vec3(0, 0, 1), 0);

    wind.setWind(storm, Vec3(20, 0, 0));
    CHECK(storm.getSystemStage() == Stage::Velocity);
    CHECK(calm.getSystemStage() == Stage::Acceleration);
    CHECK_NEAR(wind.getWind(calm), Vec3(0, 0, 1), 0);
    system.realize(storm, Stage::Acceleration);
    CHECK_NEAR(flying.getBodyOriginAcceleration(storm), Vec3(80, 0, 0), 1e-12);
    CHECK_NEAR(flying.getBodyOriginAcceleration(calm), Vec3(0, 0, 4), 1e-12);

    // The States remain valid for the System: the topology is unchanged.
    CHECK(system.systemTopologyHasBeenRealized());
    system.realizeModel(calm);
    State copy = storm;
    CHECK_NEAR(wind.getWind(copy), Vec3(20, 0, 0), 0);
}

CHECK_MAIN(run)
