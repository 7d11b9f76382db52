// SPDX-License-Identifier: Apache-2.0
// isConsistent() compares numbers of variables; texts for display are never empty; the lock is a plain mutex.
#include <mutex>

#include "Simbody.h"
#include "by_hand.h"
#include "check.h"
using namespace SimTK;

struct Shape {
    int subsystems = 1, q = 2, u = 2, z = 1, qerr = 1, uerr = 1, udoterr = 2, triggers = 1;
};

static State built(const Shape& n) {
    State state;
    for (int i = 0; i < n.subsystems; ++i) state.addSubsystem("s" + String(i), "");
    const SubsystemIndex s(0);
    advanceByHand(state, Stage::Topology);
    if (n.q) state.allocateQ(s, Vector(n.q, Real(0)));
    if (n.u) state.allocateU(s, Vector(n.u, Real(0)));
    if (n.z) state.allocateZ(s, Vector(n.z, Real(0)));
    advanceByHand(state, Stage::Model);
    if (n.qerr) state.allocateQErr(s, n.qerr);
    if (n.uerr) state.allocateUErr(s, n.uerr);
    if (n.udoterr) state.allocateUDotErr(s, n.udoterr);
    if (n.triggers) state.allocateEventTrigger(s, Stage::Position, n.triggers);
    advanceByHand(state, Stage::Instance);
    return state;
}

static bool alike(const Shape& x, const Shape& y) { return built(x).isConsistent(built(y)); }

static void run() {
    const Shape base;
    CHECK(alike(base, base));
    Shape other = base;
    other.subsystems = 2;
    CHECK(!alike(base, other));
    other = base, other.q = 3;
    CHECK(!alike(base, other));
    other = base, other.u = 1;
    CHECK(!alike(base, other));
    other = base, other.z = 0;
    CHECK(!alike(base, other));
    other = base, other.qerr = 0;
    CHECK(!alike(base, other));
    other = base, other.uerr = 2;
    CHECK(!alike(base, other));
    other = base, other.udoterr = 3;
    CHECK(!alike(base, other));
    other = base, other.triggers = 0;
    CHECK(!alike(base, other));

    // Time and values do not matter.
    State one = built(base), two = built(base);
    one.setTime(17);
    two.updQ()[0] = 4;
    advanceByHand(one, Stage::Instance);
    advanceByHand(two, Stage::Instance);
    CHECK(one.isConsistent(two) && two.isConsistent(one));

    advanceByHand(one, Stage::Report);
    const String text = one.toString(), cache = one.cacheToString();
    CHECK(!text.empty() && !cache.empty());

    const State& shared = one;
    { std::lock_guard<std::mutex> lock(shared.getStateLock()); }
    CHECK(shared.getStateLock().try_lock());
    shared.getStateLock().unlock();
    CHECK(&shared.getStateLock() != &two.getStateLock());
}

CHECK_MAIN(run)
