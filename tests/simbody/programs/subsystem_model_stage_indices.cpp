// SPDX-License-Identifier: Apache-2.0
// Resources allocated at Model stage may differ between States, so their indices must be stored in the State, in a
// cache entry allocated at Topology stage.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class FilterGuts : public Subsystem::Guts {
public:
    struct Layout {
        ZIndex first;
        DiscreteVariableIndex gain;
        int order = 0;
    };
    FilterGuts() : Guts("Filter", "1") {}
    FilterGuts* cloneImpl() const override { return new FilterGuts(); }

    int realizeSubsystemTopologyImpl(State& state) const override {
        order_ = allocateDiscreteVariable(state, Stage::Model, new Value<int>(1));
        layout_ = allocateCacheEntry(state, Stage::Model, new Value<Layout>());
        return 0;
    }
    int realizeSubsystemModelImpl(State& state) const override {
        Layout& layout = Value<Layout>::updDowncast(updCacheEntry(state, layout_)).upd();
        layout.order = Value<int>::downcast(getDiscreteVariable(state, order_));
        layout.first = allocateZ(state, Vector(layout.order, Real(1)));
        layout.gain = allocateDiscreteVariable(state, Stage::Acceleration, new Value<Real>(layout.order * 10.));
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& state) const override {
        const Layout& layout = getLayout(state);
        for (int i = 0; i < layout.order; ++i) updZDot(state)[layout.first + i] = getGain(state);
        return 0;
    }
    const Layout& getLayout(const State& s) const { return Value<Layout>::downcast(getCacheEntry(s, layout_)).get(); }
    Real getGain(const State& s) const { return Value<Real>::downcast(getDiscreteVariable(s, getLayout(s).gain)); }
    void setOrder(State& s, int n) const { Value<int>::updDowncast(updDiscreteVariable(s, order_)) = n; }

private:
    mutable DiscreteVariableIndex order_;
    mutable CacheEntryIndex layout_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Subsystem handle;
    FilterGuts* filter = new FilterGuts();
    handle.adoptSubsystemGuts(filter);
    system.adoptSubsystem(handle);

    State simple = system.realizeTopology();
    State third = system.getDefaultState();
    filter->setOrder(third, 3);
    CHECK(third.getSystemStage() == Stage::Topology);
    system.realizeModel(simple);
    system.realizeModel(third);
    CHECK(simple.getNZ() == 1 && third.getNZ() == 3);
    CHECK(filter->getLayout(simple).order == 1 && filter->getLayout(third).order == 3);
    system.realize(simple, Stage::Acceleration);
    system.realize(third, Stage::Acceleration);
    CHECK(simple.getZDot()[0] == 10 && third.getZDot()[2] == 30);

    // Back to Topology and up again: the earlier allocations do not accumulate.
    filter->setOrder(third, 2);
    system.realizeModel(third);
    CHECK(third.getNZ() == 2);
}

CHECK_MAIN(run)
