// SPDX-License-Identifier: Apache-2.0
// Reports on loops that can and cannot close.
#include <cmath>
#include <random>

#include "multibody/matter_subsystem.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

constexpr Real closed = 1e-8;

TEST(Assembly, KeepsTheGivenCrankAngle) {
    const Document document = modelDocument("four_bar");
    for (int i = 0; i < 24; ++i) {
        const Real angle = i * Pi / 12;
        const CompiledModelPtr model = compiled(with(document, "Crank pin", "angle", angle));
        EXPECT_TRUE(model->getAssembly().assembled) << "crank at " << 15 * i << " degrees";
        EXPECT_LT(model->getAssembly().worstError, closed);
        EXPECT_EQ(Simulation(model, 1e-4)["Crank pin.angle"], angle);
    }
}

TEST(Assembly, ReportsTheClosureGapOfTheConstraint) {
    // 100 + 40 + 250 mm do not bridge 400 mm: the best is a gap of 10 mm.
    const auto result = compileDocument(with(modelDocument("four_bar"), "Coupler", "length", 0.04));
    ASSERT_TRUE(result);
    const AssemblyReport& report = (*result)->getAssembly();
    EXPECT_FALSE(report.assembled);
    EXPECT_EQ(report.worstConstraint, "Closing pin");
    constexpr Real toTheTenthOfAMillimeter = 1e-4;
    EXPECT_NEAR(report.worstError, 0.010, toTheTenthOfAMillimeter);

    ASSERT_TRUE(result.diagnostics.hasErrors());
    bool found = false;
    for (const Diagnostic& d : result.diagnostics) {
        if (d.severity != Severity::Error) continue;
        found = true;
        EXPECT_NE(d.message.find("'Closing pin'"), std::string::npos) << d.message;
        EXPECT_NE(d.message.find("a closure gap of 10 mm"), std::string::npos) << d.message;
        EXPECT_FALSE(d.remedy.empty());
        EXPECT_EQ(d.element, (*result)->getDocument().findByName("Closing pin")->id);
    }
    EXPECT_TRUE(found);
}

TEST(Assembly, RecoversWhenTheLengthIsRestored) {
    const Document broken = with(modelDocument("four_bar"), "Coupler", "length", 0.04);
    const auto before = compileDocument(broken);
    const auto after = compileDocument(with(broken, "Coupler", "length", 0.3), *before);
    ASSERT_TRUE(after);
    EXPECT_FALSE(after.diagnostics.hasErrors());
    EXPECT_TRUE((*after)->getAssembly().assembled);
}

TEST(Assembly, ChangesGivenCoordinatesIfTheyAreInfeasible) {
    // Crank and rocker are both given, out of reach of the coupler.
    const Document document = with(modelDocument("four_bar"), "Rocker pin", "angle", 1.2);
    const auto result = compileDocument(document);
    ASSERT_TRUE(result);
    EXPECT_TRUE((*result)->getAssembly().assembled);
    EXPECT_FALSE(result.diagnostics.hasErrors());
    EXPECT_EQ(result.diagnostics.size(), 1u) << "A note reports that the initial state was changed.";
}

/// Four-bars side by side, each with its crank at 90°; rockers at the given angles, rad, or as the loop wants (NaN). The crank
/// of 0.1 m, the coupler of 0.35 m and the rocker of 0.25 m can close with any angle of the crank.
Document fourBars(const std::vector<Real>& rockers, std::size_t shortCoupler = 0) {
    ModelBuilder model;
    for (std::size_t k = 1; k <= rockers.size(); ++k) {
        const std::string number = " " + std::to_string(k);
        const auto bar = [&](const char* name, Real length) {
            return model.add(rigidBody(name + number, 1, Vec3(length / 2, 0, 0), Vec3(1e-4, 1e-2, 1e-2)));
        };
        const ElementId crank = bar("Crank", 0.1), coupler = bar("Coupler", 0.35), rocker = bar("Rocker", 0.25);
        const Vec3 base(0, 0, 0.1 * Real(k));
        model.add(pin("Crank pin" + number, {}, crank, base).set("angle", Pi / 2));
        model.add(pin("Coupler pin" + number, crank, coupler, Vec3(0.1, 0, 0)));
        Element rockerPin = pin("Rocker pin" + number, {}, rocker, base + Vec3(0.4, 0, 0));
        if (!std::isnan(rockers[k - 1])) rockerPin.set("angle", rockers[k - 1]);
        model.add(std::move(rockerPin));
        // 100 + 40 + 250 mm do not bridge 400 mm: the best is a gap of 10 mm.
        model.add(Element::draft("constraint", "pointOnLine", "Closing pin" + number)
                      .set("point1", Vec3(k == shortCoupler ? 0.04 : 0.35, 0, 0))
                      .set("point2", Vec3(0.25, 0, 0))
                      .plug("body1", coupler)
                      .plug("body2", rocker));
    }
    return model.document();
}

/// The number of cranks that are not at 90° at the start.
int countMovedCranks(const CompiledModel& model) {
    constexpr Real visible = 1e-6;
    const State& s = model.getInitialState();
    const MatterSubsystem& matter = model.getSystem().getMatterSubsystem();
    int moved = 0;
    for (const TreeNode& node : matter.getTree(s).nodes)
        if (node.jointName.starts_with("Crank pin"))
            moved += std::abs(s.getQ(matter.getMySubsystemIndex())[node.qStart] - Pi / 2) > visible;
    return moved;
}

TEST(Assembly, ReleasesOnlyJointsOfTheLoopThatCannotCloseOtherwise) {
    // The rocker of the first gives way, which comes before the others in the document.
    const std::vector<Real> rockers{3.2, NaN, NaN};
    EXPECT_EQ(countMovedCranks(*compiled(fourBars(rockers))), 0);
}

TEST(Assembly, ClosesEachOfManyLoopsByItself) {
    std::vector<Real> rockers;
    for (int k = 0; k < 160; ++k) rockers.push_back(1.6 + 0.004 * k);
    const CompiledModelPtr model = compiled(fourBars(rockers));
    EXPECT_LT(model->getAssembly().worstError, closed);
    EXPECT_EQ(countMovedCranks(*model), 0);
}

TEST(Assembly, OneOfManyLoopsThatCannotCloseLeavesTheOthersAsTheyAre) {
    const std::vector<Real> rockers(160, 1.8);
    const auto result = compileDocument(fourBars(rockers, 30));
    ASSERT_TRUE(result);
    const AssemblyReport& report = (*result)->getAssembly();
    EXPECT_FALSE(report.assembled);
    EXPECT_EQ(report.worstConstraint, "Closing pin 30");
    constexpr Real toTheTenthOfAMillimeter = 1e-4;
    EXPECT_NEAR(report.worstError, 0.010, toTheTenthOfAMillimeter);
    EXPECT_EQ(countMovedCranks(**result), 1);
    const State& s = (*result)->getInitialState();
    const MatterSubsystem& matter = (*result)->getSystem().getMatterSubsystem();
    int open = 0;
    for (const Real error : matter.findMechanisms(s).findWorst(matter.getQErr(s))) open += !(error <= closed);
    EXPECT_EQ(open, 1);
}

/// True if the rocker is to the left of the coupler, seen along it.
bool isRockerLeft(const CompiledModel& model) {
    const auto axis = [&](const char* body) {
        return model.calcBodyPose(model.getDocument().findByName(body)->id, model.getInitialState()).R().x();
    };
    return axis("Coupler").cross(axis("Rocker"))[2] > 0;
}

TEST(Assembly, KeepsItsSideWhenTheCrankIsTurnedFar) {
    const Document document = without(modelDocument("four_bar"), "Motor");
    for (int i = 0; i < 24; ++i) {
        const Real start = i * Pi / 12;
        const CompiledModelPtr before = compiled(with(document, "Crank pin", "angle", start));
        Simulation pose(before, 1e-4);
        // As a pose that was drawn: all coordinates are given.
        Document drawn = with(before->getDocument(), "Coupler pin", "angle", pose["Coupler pin.angle"]);
        drawn = with(drawn, "Rocker pin", "angle", pose["Rocker pin.angle"]);
        for (const Real turn : {-1.5, 1.5}) {
            const CompiledModelPtr after = compiled(with(drawn, "Crank pin", "angle", start + turn));
            EXPECT_TRUE(after->getAssembly().assembled);
            EXPECT_EQ(isRockerLeft(*after), isRockerLeft(*before)) << "crank from " << start << " by " << turn;
        }
    }
}

/// A spatial four-bar whose coupler is carried by a ball joint and meets the rocker in another; drawn open.
struct SpatialLoop {
    Vec3 couplerAngles;
    Real crankAngle, rockerAngle;

    CompiledModelPtr close() const {
        ModelBuilder builder;
        addTo(builder, "");
        return compiled(builder.document());
    }
    /// @param suffix of the names of its bodies
    void addTo(ModelBuilder& builder, const std::string& suffix) const {
        const auto body = [&](const char* name, Real middle, Real inertia) {
            return builder.add(rigidBody(name + suffix, 1, Vec3(middle, 0, 0), Vec3(1e-4, inertia, inertia)));
        };
        const ElementId crank = body("Crank", 0.05, 1e-3), coupler = body("Coupler", 0.15, 8e-3),
                        rocker = body("Rocker", 0.1, 4e-3);
        builder.add(pin("Crank pin", {}, crank).set("angle", crankAngle));
        builder.add(pin("Rocker pin", {}, rocker, Vec3(0.3, 0.05, 0.1))
                        .set("angle", rockerAngle)
                        .set("parentOrientation", Vec3(0.9, 0.4, 0)));
        builder.add(Element::draft("joint", "ball", "Joint")
                        .plug("parent", crank)
                        .plug("child", coupler)
                        .set("parentPoint", Vec3(0.1, 0, 0))
                        .set("orientation", couplerAngles));
        builder.add(Element::draft("constraint", "ball", "Closing ball")
                        .plug("body1", coupler)
                        .plug("body2", rocker)
                        .set("point1", Vec3(0.3, 0, 0))
                        .set("point2", Vec3(0.2, 0, 0)));
    }
    /// How far the ends of coupler and rocker are from where this was drawn, m.
    Real distanceOf(const CompiledModel& model, const std::string& suffix = "") const {
        const Vec3 joint = Rotation(crankAngle, Vec3(0, 0, 1)) * Vec3(0.1, 0, 0);
        const Rotation R_GC = Rotation(crankAngle, Vec3(0, 0, 1)) * Rotation::fromBodyXYZ(couplerAngles);
        const Transform rocker(Rotation::fromBodyXYZ(Vec3(0.9, 0.4, 0)) * Rotation(rockerAngle, Vec3(0, 0, 1)),
                               Vec3(0.3, 0.05, 0.1));
        const auto now = [&](const char* body, const Vec3& p) {
            const ElementId id = model.getDocument().findByName(body + suffix)->id;
            return Vec3(model.calcBodyPose(id, model.getInitialState()) * p);
        };
        return std::sqrt((now("Coupler", Vec3(0.)) - joint).squaredNorm() +
                         (now("Coupler", Vec3(0.3, 0, 0)) - joint - R_GC * Vec3(0.3, 0, 0)).squaredNorm() +
                         (now("Rocker", Vec3(0.2, 0, 0)) - rocker * Vec3(0.2, 0, 0)).squaredNorm());
    }
};

TEST(Assembly, ClosesASpatialLoopNearWhereItWasDrawn) {
    std::mt19937 random(7);
    const auto angle = [&](Real most) { return most * (2 * Real(random()) / Real(std::mt19937::max()) - 1); };
    constexpr int loops = 40, others = 12;
    int far = 0;
    for (int i = 0; i < loops; ++i) {
        const SpatialLoop drawn{{angle(1), angle(1), angle(1)}, angle(1.5), angle(1.5)};
        const Real distance = drawn.distanceOf(*drawn.close());
        Real nearest = distance;
        for (int k = 0; k < others; ++k) {
            SpatialLoop other = drawn;
            other.couplerAngles += Vec3(angle(2), angle(2), angle(2));
            other.crankAngle += angle(1);
            other.rockerAngle += angle(1);
            nearest = std::min(nearest, drawn.distanceOf(*other.close()));
        }
        constexpr Real muchFarther = 1.2;
        far += distance > muchFarther * nearest;
    }
    EXPECT_EQ(far, 0);
}

TEST(Assembly, ClosesEachOfTwoSpatialLoopsAsNearAsAlone) {
    std::mt19937 random(7);
    const auto angle = [&](Real most) { return most * (2 * Real(random()) / Real(std::mt19937::max()) - 1); };
    std::vector<SpatialLoop> loops;
    for (int i = 0; i < 40; ++i) loops.push_back({{angle(2), angle(2), angle(2)}, angle(2), angle(2)});
    for (std::size_t i = 0; i + 1 < loops.size(); ++i) {
        ModelBuilder both;
        loops[i].addTo(both, " 1");
        loops[i + 1].addTo(both, " 2");
        const CompiledModelPtr model = compiled(both.document());
        constexpr Real clearly = 1.06;
        for (const std::size_t k : {i, i + 1}) {
            const Real together = loops[k].distanceOf(*model, k == i ? " 1" : " 2"),
                       alone = loops[k].distanceOf(*loops[k].close());
            EXPECT_LE(together, clearly * alone) << "loop " << k << " of " << i << " and " << i + 1;
        }
    }
}

TEST(Assembly, SpeedsSatisfyAllLoops) {
    // Only the crank's speed is given; the others follow.
    Document document = without(modelDocument("four_bar"), "Motor");
    document = with(document, "Crank pin", "rate", 5.);
    Simulation motion(compiled(document), 1e-4);
    EXPECT_EQ(motion["Crank pin.rate"], 5);
    EXPECT_GT(std::abs(motion["Rocker pin.rate"]), 0.1);
    EXPECT_LT(motion.state().getUErr().cwiseAbs().maxCoeff(), closed);
}

}  // namespace
}  // namespace trammel::test
