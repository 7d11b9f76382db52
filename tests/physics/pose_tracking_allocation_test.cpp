// SPDX-License-Identifier: Apache-2.0
// Tracking a dragged pose does not allocate.
#include <cmath>

#include "multibody/assembler/assemble.h"
#include "physics_rig.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {
namespace {

/// Counted frames, after the warm-up.
constexpr int warm = 5, frames = 100;

template <class Move>
long countAllocations(PoseTracker& tracker, State& s, Move move) {
    long before = 0;
    for (int i = 0; i < warm + frames; ++i) {
        if (i == warm) before = allocationCount();
        move(i);
        EXPECT_TRUE(tracker.track(s));
    }
    return allocationCount() - before;
}

TEST(PoseTracker, TrackingALoopDoesNotAllocate) {
    const CompiledModelPtr model = openModel("four_bar");
    const MultibodySystem& system = model->getSystem();
    const MatterSubsystem& matter = system.getMatterSubsystem();
    State s = model->getInitialState();
    int crank = 1;
    for (int b = 1; b < matter.getNumBodies(); ++b)
        if (matter.getTree(s)[b].jointName == "Crank pin") crank = b;
    AssemblyProblem problem;
    problem.markers.push_back({"hand", MobilizedBodyIndex(crank), Vec3(0.05, 0, 0), Vec3(0.), 1});
    PoseTracker tracker(system, s, problem);
    const long allocations = countAllocations(tracker, s, [&](int i) {
        const Real angle = 1.5 + 0.02 * i;
        tracker.moveMarker(0, Vec3(0.06 * std::cos(angle), 0.06 * std::sin(angle), 0));
    });
    EXPECT_EQ(allocations, 0);
    EXPECT_NEAR(s.getQ()[matter.getTree(s)[crank].qStart], 1.5 + 0.02 * (warm + frames - 1), 1e-5);
}

TEST(PoseTracker, TrackingMarkersOrientationsAndLimitsDoesNotAllocate) {
    // A free body with arms on balls, as in motion capture.
    ModelBuilder builder;
    const Vec3 moments(0.1, 0.2, 0.25);
    const ElementId trunk = builder.add(rigidBody("Trunk", 10, Vec3(0.), moments));
    builder.add(Element::draft("joint", "free", "Root").plug("child", trunk));
    for (int i = 0; i < 4; ++i) {
        const ElementId arm = builder.add(rigidBody("Arm " + std::to_string(i), 1, Vec3(0.2, 0, 0), moments));
        builder.add(Element::draft("joint", "ball", "Ball " + std::to_string(i))
                        .set("parentPoint", Vec3(0.1 * i, 0.3, 0))
                        .plug("parent", trunk)
                        .plug("child", arm));
        const ElementId hand = builder.add(rigidBody("Hand " + std::to_string(i), 1, Vec3(0.2, 0, 0), moments));
        builder.add(pin("Hinge " + std::to_string(i), arm, hand, Vec3(0.4, 0, 0)).set("angle", 0.3));
    }
    const CompiledModelPtr model = compiled(builder.document());
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Position);
    AssemblyProblem problem;
    for (int b = 1; b < matter.getNumBodies(); ++b) {
        const MobilizedBodyIndex body(b);
        const Vec3 station(0.3, 0.1, -0.1);
        problem.markers.push_back({"marker", body, station, matter.getBodyTransform(s, body) * station, 1});
        if (matter.getTree(s)[b].nq == 1) problem.ranges.push_back({QIndex(matter.getTree(s)[b].qStart), 0, 0.35});
    }
    problem.orientations.push_back({"trunk", MobilizedBodyIndex(1), Rotation(), Rotation(), 0.5});
    const std::vector<AssemblyProblem::Marker> start = problem.markers;
    PoseTracker tracker(model->getSystem(), s, problem);
    const long allocations = countAllocations(tracker, s, [&](int i) {
        for (std::size_t k = 0; k < start.size(); ++k)
            tracker.moveMarker(k, Vec3(start[k].target_G + 0.1 * std::sin(0.05 * i + Real(k)) * Vec3(1, 0.5, 0)));
        tracker.moveOrientation(0, Rotation::aboutZ(0.01 * i));
    });
    EXPECT_EQ(allocations, 0);
}

}  // namespace
}  // namespace trammel::test
