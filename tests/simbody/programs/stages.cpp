// SPDX-License-Identifier: Apache-2.0
// Stage itself: the ten computation stages in order, with names, neighbors and comparisons.
#include <sstream>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static void run() {
    const Stage order[] = {Stage::Empty,    Stage::Topology, Stage::Model,    Stage::Instance,     Stage::Time,
                           Stage::Position, Stage::Velocity, Stage::Dynamics, Stage::Acceleration, Stage::Report};
    const char* names[] = {"Empty",    "Topology", "Model",    "Instance",     "Time",
                           "Position", "Velocity", "Dynamics", "Acceleration", "Report"};
    for (int i = 0; i < 10; ++i) {
        CHECK(order[i].getName() == names[i]);
        if (i == 0) continue;
        CHECK(order[i] > order[i - 1] && order[i - 1] < order[i] && order[i] != order[i - 1]);
        CHECK(order[i - 1].next() == order[i] && order[i].prev() == order[i - 1]);
    }
    CHECK(Stage(Stage::Infinity) > Stage(Stage::Report));
    CHECK(Stage(Stage::Position) <= Stage::Position && Stage(Stage::Position) >= Stage::Position);

    Stage g;
    CHECK(g == Stage::Empty);  // nothing known yet
    g = Stage::Velocity;
    CHECK(g == Stage::Velocity);
    g = g.next();
    CHECK(g == Stage::Dynamics);
    CHECK(g.isInRuntimeRange() && !Stage(Stage::Infinity).isInRuntimeRange());

    std::ostringstream text;
    text << Stage(Stage::Acceleration);
    CHECK(text.str() == "Acceleration");

    // Usable where a plain number is wanted.
    switch (g) {
        case Stage::Dynamics: break;
        default: CHECK(false);
    }
    CHECK(int(Stage::Topology) - int(Stage::Empty) == 1);
}

CHECK_MAIN(run)
