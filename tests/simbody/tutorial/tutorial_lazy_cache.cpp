// SPDX-License-Identifier: Apache-2.0
// A value that is computed on demand and cached while it is valid.
#include <algorithm>
#include <cmath>

#include "Simbody.h"

using namespace SimTK;

class ExtentGuts : public Subsystem::Guts {
public:
    Subsystem::Guts* cloneImpl() const override { return new ExtentGuts(*this); }

    int realizeSubsystemTopologyImpl(State& state) const override {
        extent_ = allocateLazyCacheEntry(state, Stage::Position, new Value<Real>(0));
        return 0;
    }

    // The largest distance of a body from the origin of Ground.
    Real getExtent(const State& state) const {
        realizeExtent(state);
        return Value<Real>::downcast(getCacheEntry(state, extent_));
    }
    void realizeExtent(const State& state) const {
        if (isCacheValueRealized(state, extent_)) return;
        const SimbodyMatterSubsystem& matter = MultibodySystem::downcast(getSystem()).getMatterSubsystem();
        Real farthest = 0;
        for (MobilizedBodyIndex i(1); i < matter.getNumBodies(); ++i)
            farthest = std::max(farthest, matter.getMobilizedBody(i).getBodyOriginLocation(state).norm());
        Value<Real>::updDowncast(updCacheEntry(state, extent_)) = farthest;
        markCacheValueRealized(state, extent_);
    }
    bool isKnown(const State& state) const { return isCacheValueRealized(state, extent_); }

private:
    mutable CacheEntryIndex extent_;
};

class Extent : public Subsystem {
public:
    explicit Extent(MultibodySystem& system) {
        adoptSubsystemGuts(new ExtentGuts);
        system.adoptSubsystem(*this);
    }
    const ExtentGuts& guts() const { return dynamic_cast<const ExtentGuts&>(getSubsystemGuts()); }
};

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Extent extent(system);
    const Body::Rigid ball(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider slider(matter.Ground(), Transform(), ball, Transform());

    State state = system.realizeTopology();
    system.realizeModel(state);
    slider.setLength(state, -4);
    system.realize(state, Stage::Report);
    const bool isLazy = !extent.guts().isKnown(state);
    const bool isRight = extent.guts().getExtent(state) == 4 && extent.guts().isKnown(state);

    slider.setRate(state, 7);
    const bool outlivesASpeed = extent.guts().isKnown(state);
    slider.setLength(state, 5);
    const bool endsWithThePosition = !extent.guts().isKnown(state);
    system.realize(state, Stage::Position);
    const bool isRightAgain = extent.guts().getExtent(state) == 5;
    return isLazy && isRight && outlivesASpeed && endsWithThePosition && isRightAgain ? 0 : 1;
}
