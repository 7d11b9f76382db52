// SPDX-License-Identifier: Apache-2.0
// A lazy cache entry of a Subsystem in the guide's four steps, here the spread of all body origins about their mean.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class SpreadGuts : public Subsystem::Guts {
public:
    SpreadGuts() : Guts("Spread", "1") {}
    SpreadGuts* cloneImpl() const override { return new SpreadGuts(); }
    int realizeSubsystemTopologyImpl(State& state) const override {
        spread_ = allocateLazyCacheEntry(state, Stage::Position, new Value<Real>());
        return 0;
    }
    void realizeSpread(const State& state) const {
        if (isCacheValueRealized(state, spread_)) return;
        const SimbodyMatterSubsystem& matter = MultibodySystem::downcast(getSystem()).getMatterSubsystem();
        const int n = matter.getNumBodies();
        Vec3 mean(0);
        for (MobilizedBodyIndex i(0); i < n; ++i) mean += matter.getMobilizedBody(i).getBodyOriginLocation(state);
        mean /= n;
        Real sum = 0;
        for (MobilizedBodyIndex i(0); i < n; ++i)
            sum += (matter.getMobilizedBody(i).getBodyOriginLocation(state) - mean).normSqr();
        updSpread(state) = sum / n;
        ++calculations;
        markCacheValueRealized(state, spread_);
    }
    const Real& getSpread(const State& state) const {
        realizeSpread(state);
        return Value<Real>::downcast(getCacheEntry(state, spread_));
    }
    Real& updSpread(const State& state) const { return Value<Real>::updDowncast(updCacheEntry(state, spread_)); }
    bool known(const State& state) const { return isCacheValueRealized(state, spread_); }
    mutable int calculations = 0;

private:
    mutable CacheEntryIndex spread_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid ball(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider slider(matter.Ground(), Transform(), ball, Transform());
    Subsystem handle;
    SpreadGuts* spread = new SpreadGuts();
    handle.adoptSubsystemGuts(spread);
    system.adoptSubsystem(handle);

    State state = system.realizeTopology();
    system.realizeModel(state);
    slider.setLength(state, 2);
    system.realize(state, Stage::Report);
    CHECK(!spread->known(state) && spread->calculations == 0);
    CHECK_NEAR(spread->getSpread(state), 1, 1e-14);
    CHECK_NEAR(spread->getSpread(state), 1, 1e-14);
    CHECK(spread->known(state) && spread->calculations == 1);

    slider.setRate(state, 7);  // positions are unaffected
    CHECK(spread->known(state));
    CHECK_NEAR(spread->getSpread(state), 1, 1e-14);
    CHECK(spread->calculations == 1);

    slider.setLength(state, 4);
    CHECK(!spread->known(state));
    system.realize(state, Stage::Position);
    CHECK_NEAR(spread->getSpread(state), 4, 1e-14);
    CHECK(spread->calculations == 2);

    // Every State has a cache of its own.
    State other = state;
    system.realize(other, Stage::Position);
    CHECK(!spread->known(other) && spread->known(state));
}

CHECK_MAIN(run)
