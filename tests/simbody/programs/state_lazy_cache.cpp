// SPDX-License-Identifier: Apache-2.0
// Recommended pattern for a lazy entry: computed on first access, recomputed only after a prerequisite has changed,
// never computed by realize().
#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

class Polynomial {
public:
    explicit Polynomial(State& state) : me_(state.addSubsystem("polynomial", "1")) {}
    void buildModel(State& state) {
        state.allocateQ(me_, Vector(2, Real(1)));
        state.allocateU(me_, Vector(2, Real(0)));
        sum_ = state.allocateLazyCacheEntry(me_, Stage::Position, new Value<Real>(NaN));
    }
    void realizeSum(const State& state) const {
        if (state.isCacheValueRealized(me_, sum_)) return;
        Real total = 0;
        for (int i = 0; i < 2; ++i) total += state.getQ(me_)[i] * state.getQ(me_)[i];
        ++evaluations;
        updSum(state) = total;
        state.markCacheValueRealized(me_, sum_);
    }
    const Real& getSum(const State& state) const {
        realizeSum(state);
        return Value<Real>::downcast(state.getCacheEntry(me_, sum_));
    }
    Real& updSum(const State& state) const { return Value<Real>::updDowncast(state.updCacheEntry(me_, sum_)); }
    SubsystemIndex me() const { return me_; }
    CacheEntryIndex entry() const { return sum_; }
    mutable int evaluations = 0;

private:
    SubsystemIndex me_;
    CacheEntryIndex sum_;
};

static void run() {
    State state;
    Polynomial p(state);
    advanceByHand(state, Stage::Topology);
    p.buildModel(state);
    advanceByHand(state, Stage::Report);
    CHECK(p.evaluations == 0);
    CHECK(!state.isCacheValueRealized(p.me(), p.entry()));  // even Report does not promise a lazy value
    CHECK_THROWS(state.getCacheEntry(p.me(), p.entry()));

    CHECK(p.getSum(state) == 2);
    CHECK(p.getSum(state) == 2);
    CHECK(p.evaluations == 1);

    state.updU()[0] = 5;  // above Position: still valid
    advanceByHand(state, Stage::Report);
    CHECK(p.getSum(state) == 2 && p.evaluations == 1);

    state.updQ()[0] = 3;
    advanceByHand(state, Stage::Position);
    CHECK(p.getSum(state) == 10 && p.evaluations == 2);

    state.setTime(1);  // below Position as well
    advanceByHand(state, Stage::Position);
    CHECK(p.getSum(state) == 10 && p.evaluations == 3);

    state.markCacheValueNotRealized(p.me(), p.entry());
    CHECK(p.getSum(state) == 10 && p.evaluations == 4);
}

CHECK_MAIN(run)
