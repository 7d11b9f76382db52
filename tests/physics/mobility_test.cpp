// SPDX-License-Identifier: Apache-2.0
// Redundant and conflicting constraints, and degrees of freedom, by name.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "document/element.h"
#include "integrate/integrator.h"
#include "integrate/methods/registry.h"
#include "multibody/free_motions.h"
#include "multibody/matter_subsystem.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

const MatterSubsystem& matterOf(const CompiledModel& model) { return model.getSystem().getMatterSubsystem(); }

Element rod(const std::string& name, ElementId body1, const Vec3& p1, ElementId body2, const Vec3& p2, Real length) {
    return Element::draft("constraint", "rod", name)
        .set("point1", p1)
        .set("point2", p2)
        .set("length", length)
        .plug("body1", body1)
        .plug("body2", body2);
}

/// A plate that moves in a plane, held by rods of that length from above.
Document plateOnRods(const std::vector<Real>& x, Real length) {
    ModelBuilder model;
    const ElementId plate = model.add(rigidBody("Plate", 2, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.2)));
    model.add(Element::draft("joint", "planar", "Guide").plug("child", plate));
    for (std::size_t i = 0; i < x.size(); ++i)
        model.add(rod("Rod " + std::to_string(i + 1), {}, Vec3(x[i], 1, 0), plate, Vec3(x[i], 0, 0), length));
    return model.document();
}

std::string all(const std::vector<std::string>& texts) {
    std::string text;
    for (const std::string& t : texts) text += t + "\n";
    return text;
}

// --- Redundancy by name ---

TEST(RedundantEquations, AnyOfThreeParallelRodsIsRedundant) {
    // Three vertical rods hold height and tilt: two would suffice.
    const CompiledModelPtr model = compiled(plateOnRods({-1, 0, 1}, 1));
    const MobilityReport& mobility = model->getMobility();
    EXPECT_EQ(mobility.degreesOfFreedom, 1);
    ASSERT_EQ(mobility.redundantSets.size(), 1u);
    EXPECT_EQ(mobility.redundantSets[0].equations.size(), 3u) << all(mobility.redundantSets[0].equations);
    EXPECT_TRUE(mobility.redundantSets[0].consistent);
    // Without any one of them the rest are independent.
    for (int out = 0; out < 3; ++out) {
        State s = model->getInitialState();
        matterOf(*model).setConstraintIsDisabled(s, ConstraintIndex(out), true);
        model->getSystem().realize(s, Stage::Position);
        const MobilityAnalysis without = matterOf(*model).analyzeMobility(s);
        EXPECT_EQ(without.rank, 2);
        EXPECT_TRUE(without.redundantSets.empty());
    }
}

TEST(RedundantEquations, SetsAreMinimal) {
    // Two equal rods are redundant; the third is independent of them.
    const CompiledModelPtr model = compiled(plateOnRods({-1, 1, 1}, 1));
    const auto& sets = model->getMobility().redundantSets;
    ASSERT_EQ(sets.size(), 1u);
    std::vector<std::string> names = sets[0].equations;
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (std::vector<std::string>{"'Rod 2'", "'Rod 3'"}));
}

TEST(RedundantEquations, PlanarLoopHasOneNormalToThePlane) {
    ModelBuilder builder;
    const Vec3 tip(1, 0, 0), moments(0.01, 0.1, 0.1);
    const ElementId left = builder.add(rigidBody("Left crank", 1, tip / 2, moments));
    const ElementId right = builder.add(rigidBody("Right crank", 1, tip / 2, moments));
    const ElementId coupler = builder.add(rigidBody("Coupler", 1, tip / 2, moments));
    builder.add(pin("Left pin", {}, left).set("angle", 1.));
    builder.add(pin("Right pin", {}, right, tip).set("angle", 1.));
    builder.add(pin("Coupler pin", left, coupler, tip).set("angle", -1.));
    builder.add(Element::draft("constraint", "ball", "Closing ball")
                    .set("point1", tip)
                    .set("point2", tip)
                    .plug("body1", coupler)
                    .plug("body2", right));
    const CompiledModelPtr model = compiled(builder.document());
    const MobilityReport& mobility = model->getMobility();
    EXPECT_EQ(mobility.degreesOfFreedom, 1);
    EXPECT_EQ(mobility.constraintEquations, 3);
    ASSERT_EQ(mobility.redundantSets.size(), 1u);
    // Motion is planar, so an equation normal to the plane constrains nothing.
    EXPECT_EQ(mobility.redundantSets[0].equations, (std::vector<std::string>{"equation 3 of 3 of 'Closing ball'"}));
    EXPECT_TRUE(mobility.redundantSets[0].consistent);
    EXPECT_EQ(model->getDocument().get(mobility.redundantSets[0].constraints[0]).name, "Closing ball");
}

TEST(RedundantEquations, BricardsLinkageHasASetOfSix) {
    const CompiledModelPtr model = openModel("validation/bricard");
    const auto& sets = model->getMobility().redundantSets;
    ASSERT_EQ(sets.size(), 1u);
    EXPECT_GT(sets[0].equations.size(), 2u);
    EXPECT_TRUE(sets[0].consistent);
}

TEST(RedundantEquations, RankIsOneDecisionForDynamicsAndProjection) {
    // The distance between two rods goes to zero: from independent to equal, across the tolerance.
    for (const Real apart : {1., 1e-2, 1e-4, 1e-5, 1e-6, 1e-8, 0.}) {
        const CompiledModelPtr model = compiled(plateOnRods({0, apart}, 1));
        State s = model->getInitialState();
        model->getSystem().realize(s, Stage::Position);
        const MobilityAnalysis analysis = matterOf(*model).analyzeMobility(s);
        // After a perturbation, both rods are satisfied again regardless of the rank decision.
        s.updQ()[2] += 1e-3;
        s.updU()[2] = 0.1;
        model->getSystem().project(s, 1e-10);
        model->getSystem().realize(s, Stage::Acceleration);
        EXPECT_LT(s.getQErr().cwiseAbs().maxCoeff(), 1e-10) << apart;
        EXPECT_LT(s.getUErr().cwiseAbs().maxCoeff(), 1e-10) << apart;
        EXPECT_LT(s.getUDotErr().cwiseAbs().maxCoeff(), 1e-8) << apart;
        EXPECT_EQ(analysis.rank, apart >= 1e-4 ? 2 : apart <= 1e-6 ? 1 : analysis.rank) << apart;
        if (analysis.rank == 1) {
            const Vector lambda = s.getMultipliers();
            EXPECT_NEAR(lambda[0], lambda[1], 1e-4 * lambda.norm()) << "minimum norm: both carry the same";
        }
    }
}

// --- Conflict by name ---

TEST(Conflict, TwoRodsAreReportedWithTheGap) {
    // Between the same points, but of different lengths.
    ModelBuilder model(plateOnRods({0}, 1));
    const ElementId plate = model.document().findByName("Plate")->id;
    model.add(rod("Long rod", {}, Vec3(0, 1, 0), plate, Vec3(0, 0, 0), 1.2));
    const auto result = compileDocument(model.document());
    ASSERT_TRUE(result);
    const MobilityReport& mobility = (*result)->getMobility();
    EXPECT_FALSE((*result)->getAssembly().assembled);
    EXPECT_NEAR((*result)->getAssembly().worstError, 0.1, 1e-3);
    ASSERT_EQ(mobility.conflicts.size(), 1u);
    EXPECT_NE(mobility.conflicts[0].find("'Rod 1'"), std::string::npos) << mobility.conflicts[0];
    EXPECT_NE(mobility.conflicts[0].find("'Long rod'"), std::string::npos) << mobility.conflicts[0];
    EXPECT_NE(mobility.conflicts[0].find("0.1 m in"), std::string::npos) << mobility.conflicts[0];
    ASSERT_EQ(mobility.redundantSets.size(), 1u);
    EXPECT_FALSE(mobility.redundantSets[0].consistent);
}

TEST(Conflict, ExcludesIndependentConstraints) {
    ModelBuilder model(plateOnRods({0}, 1));
    const ElementId plate = model.document().findByName("Plate")->id;
    model.add(rod("Long rod", {}, Vec3(0, 1, 0), plate, Vec3(0, 0, 0), 1.2));
    const ElementId other = model.add(rigidBody("Other", 1, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1)));
    model.add(Element::draft("joint", "planar", "Other guide").plug("child", other));
    model.add(rod("Innocent rod", {}, Vec3(3, 1, 0), other, Vec3(0, 0, 0), 1.5));
    const auto result = compileDocument(model.document());
    ASSERT_TRUE(result);
    EXPECT_EQ(all((*result)->getMobility().conflicts).find("Innocent"), std::string::npos);
    EXPECT_NE(all((*result)->getMobility().conflicts).find("Long rod"), std::string::npos);
}

/// Two chains of links of 1 m that hang side by side, joined by rungs. One rung is doubled by a longer one.
Document ladder(int rungs, int doubled) {
    ModelBuilder model;
    ElementId left, right;
    for (int i = 1; i <= rungs; ++i) {
        const std::string number = " " + std::to_string(i);
        const auto link = [&](const char* side, ElementId& above, Real x) {
            const ElementId body = model.add(rigidBody(side + number, 1, Vec3(0, -0.5, 0), Vec3(0.1, 0.1, 0.1)));
            model.add(pin(side + (" pin" + number), above, body, above.isValid() ? Vec3(0, -1, 0) : Vec3(x, 0, 0)));
            above = body;
        };
        link("Left", left, 0);
        link("Right", right, 1);
        model.add(rod("Rung" + number, left, Vec3(0, -1, 0), right, Vec3(0, -1, 0), 1));
        if (i == doubled) model.add(rod("Long rung", left, Vec3(0, -1, 0), right, Vec3(0, -1, 0), 1.04));
    }
    return model.document();
}

TEST(Conflict, NamesTheRungsOfShortAndLongLadders) {
    // With few equations and many, which are solved in other ways.
    for (const auto& [rungs, doubled] : {std::pair(6, 4), std::pair(40, 7), std::pair(320, 7)}) {
        const auto result = compileDocument(ladder(rungs, doubled));
        ASSERT_TRUE(result);
        const std::vector<std::string>& conflicts = (*result)->getMobility().conflicts;
        ASSERT_EQ(conflicts.size(), 1u) << rungs << all(conflicts);
        const std::string expected = "'Rung " + std::to_string(doubled) + "' and 'Long rung' conflict";
        EXPECT_EQ(conflicts[0].find(expected), 0u) << rungs << all(conflicts);
        EXPECT_NE(conflicts[0].find("leaves 0.02 m in"), std::string::npos) << rungs << all(conflicts);
    }
}

TEST(Conflict, IsReportedForEachMechanism) {
    ModelBuilder model;
    for (const char* const name : {"A", "B", "C"}) {
        const std::string of = std::string(" of ") + name;
        const ElementId plate = model.add(rigidBody("Plate" + of, 2, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.2)));
        model.add(Element::draft("joint", "planar", "Guide" + of).plug("child", plate));
        model.add(rod("Rod" + of, {}, Vec3(0, 1, 0), plate, Vec3(0, 0, 0), 1));
        model.add(rod("Long rod" + of, {}, Vec3(0, 1, 0), plate, Vec3(0, 0, 0), 1.2));
    }
    const auto result = compileDocument(model.document());
    ASSERT_TRUE(result);
    const std::vector<std::string>& conflicts = (*result)->getMobility().conflicts;
    ASSERT_EQ(conflicts.size(), 3u) << all(conflicts);
    EXPECT_EQ(conflicts[0].find("'Rod of A' and 'Long rod of A' conflict"), 0u) << all(conflicts);
    EXPECT_EQ(conflicts[2].find("'Rod of C' and 'Long rod of C' conflict"), 0u) << all(conflicts);
}

TEST(Conflict, ReportsASingleInfeasibleConstraint) {
    // The pendulum's tip cannot come as close as the rod requires.
    ModelBuilder model;
    const ElementId arm = model.add(rigidBody("Arm", 1, Vec3(0.5, 0, 0), Vec3(0.01, 0.1, 0.1)));
    model.add(pin("Hinge", {}, arm, Vec3(0, 0, 0)).set("angle", 0.6));
    model.add(rod("Far rod", {}, Vec3(4, 0, 0), arm, Vec3(1, 0, 0), 2.5));
    const auto result = compileDocument(model.document());
    ASSERT_TRUE(result);
    EXPECT_NEAR((*result)->getAssembly().worstError, 0.5, 1e-3);
    const std::string text = all((*result)->getMobility().conflicts);
    EXPECT_NE(text.find("'Far rod' cannot be met"), std::string::npos) << text;
}

TEST(Conflict, HasTheUnitOfItsEquation) {
    // The forces of a speed coupler depend on speeds, which are unknown at an infeasible pose.
    ModelBuilder model;
    const ElementId arm = model.add(rigidBody("Arm", 1, Vec3(0.5, 0, 0), Vec3(0.01, 0.1, 0.1)));
    const ElementId hinge = model.add(pin("Hinge", {}, arm, Vec3(0, 0, 0)).set("angle", 0.6));
    const ElementId wheel = model.add(rigidBody("Wheel", 1, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1)));
    const ElementId hub = model.add(pin("Hub", {}, wheel, Vec3(0, 3, 0)));
    const ElementId curve = model.add(Element::draft("function", "polynomial", "Curve").set("coefficients", "0.5 0.2"));
    model.add(Element::draft("constraint", "speedCoupler", "Coupler")
                  .plug("joint1", hinge)
                  .plug("joint2", hub)
                  .plug("function", curve));
    model.add(rod("Far rod", {}, Vec3(4, 0, 0), arm, Vec3(1, 0, 0), 2.5));
    const auto result = compileDocument(model.document());
    ASSERT_TRUE(result);
    const std::string text = all((*result)->getMobility().conflicts);
    EXPECT_NE(text.find("the closest pose leaves 0.5 m."), std::string::npos) << text;
    EXPECT_EQ(text.find("or rad"), std::string::npos) << text;
    std::string told;
    for (const Diagnostic& problem : result.diagnostics) told += problem.message;
    EXPECT_NE(told.find("has a closure gap of 0.5 m"), std::string::npos) << told;
}

TEST(Conflict, ReportsInconsistentSpeeds) {
    ModelBuilder model;
    const ElementId cart = model.add(rigidBody("Cart", 1, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1)));
    const ElementId rail = model.add(Element::draft("joint", "slider", "Rail").plug("child", cart));
    model.add(Element::draft("constraint", "constantSpeed", "Slow").set("speed", 1.).plug("joint", rail));
    model.add(Element::draft("constraint", "constantSpeed", "Fast").set("speed", 3.).plug("joint", rail));
    const auto result = compileDocument(model.document());
    ASSERT_TRUE(result);
    const std::string text = all((*result)->getMobility().conflicts);
    EXPECT_NE(text.find("'Slow' and 'Fast' conflict"), std::string::npos) << text;
    EXPECT_NE(text.find("1 m/s in"), std::string::npos) << text;
}

TEST(Conflict, RotationErrorsAreReportedAsAngles) {
    ModelBuilder model;
    const ElementId wheel = model.add(rigidBody("Wheel", 1, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1)));
    const ElementId hub = model.add(pin("Hub", {}, wheel, Vec3(0, 0, 0)));
    model.add(Element::draft("constraint", "constantSpeed", "Slow").set("speed", 1.).plug("joint", hub));
    model.add(Element::draft("constraint", "constantSpeed", "Fast").set("speed", 3.).plug("joint", hub));
    const auto result = compileDocument(model.document());
    ASSERT_TRUE(result);
    const std::string text = all((*result)->getMobility().conflicts);
    EXPECT_NE(text.find("1 rad/s in"), std::string::npos) << text;
}

TEST(Conflict, ReportsInconsistentAccelerations) {
    ModelBuilder model;
    const ElementId cart = model.add(rigidBody("Cart", 1, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1)));
    const ElementId rail = model.add(Element::draft("joint", "slider", "Rail").plug("child", cart));
    model.add(Element::draft("constraint", "constantAcceleration", "One").set("acceleration", 1.).plug("joint", rail));
    model.add(
        Element::draft("constraint", "constantAcceleration", "Three").set("acceleration", 3.).plug("joint", rail));
    const auto result = compileDocument(model.document());
    ASSERT_TRUE(result);
    const std::string text = all((*result)->getMobility().conflicts);
    EXPECT_NE(text.find("'One' and 'Three' conflict"), std::string::npos) << text;
    State s = (*result)->getInitialState();
    (*result)->getSystem().realize(s, Stage::Acceleration);
    EXPECT_NEAR(s.getUDot()[0], 2, 1e-12) << "the compromise of least squares";
}

TEST(Conflict, AccelerationConflictStopsARunWithNames) {
    // Projection does not detect it: there is nothing to project.
    ModelBuilder model;
    const ElementId cart = model.add(rigidBody("Cart", 1, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.1)));
    const ElementId rail = model.add(Element::draft("joint", "slider", "Rail").plug("child", cart));
    model.add(Element::draft("constraint", "constantAcceleration", "One").set("acceleration", 1.).plug("joint", rail));
    model.add(Element::draft("constraint", "constantAcceleration", "Two").set("acceleration", 1.).plug("joint", rail));
    const auto run = [](const Document& document) {
        const auto compiledModel = compileDocument(document);
        const auto integrator = createIntegrator("rungeKuttaMerson", (*compiledModel)->getSystem());
        integrator->initialize((*compiledModel)->getInitialState());
        while (!integrator->isSimulationOver() && integrator->getTime() < 0.1) integrator->stepTo(0.1);
        return integrator->getFailure() ? integrator->getFailure()->full() : std::string();
    };
    EXPECT_EQ(run(model.document()), "") << "they say the same";
    const std::string text = run(with(model.document(), "Two", "acceleration", 3.));
    EXPECT_NE(text.find("'One' and 'Two' conflict"), std::string::npos) << text;
}

TEST(Conflict, ConsistentRedundancyIsNoConflict) {
    for (const char* name : {"validation/bricard", "validation/crank_rocker", "validation/n_four_bar_2"}) {
        const CompiledModelPtr model = openModel(name);
        EXPECT_TRUE(model->getMobility().conflicts.empty()) << name << all(model->getMobility().conflicts);
    }
}

TEST(Conflict, ConflictDuringARunIsReportedWithNames) {
    // A rod is too short for a plate that hangs on it and on another.
    const CompiledModelPtr model = compiled(plateOnRods({0, 0}, 1));
    State s = model->getInitialState();
    const auto& matter = matterOf(*model);
    matter.setConstraintParameters(
        s, ConstraintIndex(1), *[&] {
            const CompiledModelPtr longer = compiled(plateOnRods({0, 0}, 1.3));
            return matterOf(*longer).getDefaultConstraintParameters(ConstraintIndex(1));
        }());
    model->getSystem().realize(s, Stage::Position);
    try {
        model->getSystem().projectQ(s, 1e-6);
        FAIL() << "nothing can satisfy both";
    } catch (const Exception& e) {
        const std::string text = e.what();
        EXPECT_NE(text.find("Rod 1"), std::string::npos) << text;
        EXPECT_NE(text.find("Rod 2"), std::string::npos) << text;
        EXPECT_NE(text.find("in conflict with"), std::string::npos) << text;
    }
}

// --- Degrees of freedom ---

TEST(Wiggle, DirectionsSatisfyTheConstraintsAndAreOrthonormalInTheMassMetric) {
    for (const char* name : {"validation/bricard", "validation/crank_rocker", "validation/n_four_bar_2"}) {
        const CompiledModelPtr model = openModel(name);
        const State& s = model->getInitialState();
        const MatterSubsystem& matter = matterOf(*model);
        const auto wiggles = matter.calcWiggleDirections(s);
        ASSERT_EQ(int(wiggles.size()), model->getMobility().degreesOfFreedom) << name;
        Matrix G, M;
        matter.calcG(s, G);
        matter.calcM(s, M);
        for (std::size_t i = 0; i < wiggles.size(); ++i) {
            EXPECT_LT((G * wiggles[i].u).norm(), 1e-9) << name;
            for (std::size_t j = 0; j < wiggles.size(); ++j)
                EXPECT_NEAR(wiggles[i].u.dot(M * wiggles[j].u), i == j ? 1 : 0, 1e-9) << name;
            Real sum = 0;
            for (const auto& mover : wiggles[i].movers) sum += mover.share;
            EXPECT_GT(sum, 0.9);
            EXPECT_LE(sum, 1 + 1e-12);
        }
    }
}

TEST(Wiggle, BodiesThatNothingCouplesMoveOneAtATime) {
    // Two plates with a guide each, one of them on rods: coordinates of the other are in none of its directions.
    ModelBuilder model;
    std::vector<ElementId> plates;
    for (const char* name : {"Free", "Held"}) {
        plates.push_back(model.add(rigidBody(name, 2, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.2))));
        model.add(Element::draft("joint", "planar", std::string("Guide of ") + name).plug("child", plates.back()));
    }
    for (const Real x : {-1., 1.})
        model.add(rod("Rod at " + std::to_string(x), {}, Vec3(x, 1, 0), plates[1], Vec3(x, 0, 0), 1));
    const CompiledModelPtr built = compiled(model.document());
    const auto wiggles = matterOf(*built).calcWiggleDirections(built->getInitialState());
    ASSERT_EQ(wiggles.size(), 4u);
    for (const WiggleDirection& wiggle : wiggles) {
        const bool movesFirst = wiggle.u.head(3).norm() > 0, movesSecond = wiggle.u.tail(3).norm() > 0;
        EXPECT_NE(movesFirst, movesSecond);
    }
}

TEST(Wiggle, AConstraintBetweenBranchesCouplesThem) {
    ModelBuilder model;
    std::vector<ElementId> sliders;
    for (const char* name : {"A", "B"}) {
        sliders.push_back(model.add(rigidBody(name, 2, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.2))));
        model.add(Element::draft("joint", "planar", std::string("Guide of ") + name)
                      .set("parentPoint", Vec3(0, *name - 'A', 0))
                      .plug("child", sliders.back()));
    }
    model.add(rod("Rod", sliders[0], Vec3(0, 0, 0), sliders[1], Vec3(0, 0, 0), 1));
    const CompiledModelPtr built = compiled(model.document());
    const State& s = built->getInitialState();
    const auto wiggles = matterOf(*built).calcWiggleDirections(s);
    ASSERT_EQ(wiggles.size(), 5u);
    Matrix G, M;
    matterOf(*built).calcG(s, G);
    matterOf(*built).calcM(s, M);
    bool movesBoth = false;
    for (const WiggleDirection& wiggle : wiggles) {
        EXPECT_LT((G * wiggle.u).norm(), 1e-12);
        movesBoth = movesBoth || (wiggle.u.head(3).norm() > 0.1 && wiggle.u.tail(3).norm() > 0.1);
        for (const WiggleDirection& other : wiggles)
            EXPECT_NEAR(wiggle.u.dot(M * other.u), &wiggle == &other ? 1 : 0, 1e-9);
    }
    EXPECT_TRUE(movesBoth);
}

/// Plates that slide and turn in the plane, each on @p rods equal rods to the one before.
Document rowOfPlates(int plates, int rods) {
    ModelBuilder model;
    ElementId before;
    for (int i = 0; i < plates; ++i) {
        const std::string name = "Plate " + std::to_string(i);
        const ElementId plate = model.add(rigidBody(name, 2, Vec3(0, 0, 0), Vec3(0.1, 0.1, 0.2)));
        model.add(Element::draft("joint", "planar", "Guide of " + name)
                      .set("parentPoint", Vec3(i, 0, 0))
                      .plug("child", plate));
        for (int k = 0; i > 0 && k < rods; ++k)
            model.add(rod("Rod " + std::to_string(k) + " of " + name, before, Vec3(0.1, 0.2, 0), plate,
                          Vec3(-0.1, 0.2, 0), 0.8));
        before = plate;
    }
    return model.document();
}

TEST(Wiggle, ManySpeedsThatFewEquationsCoupleAreAnalyzedSparsely) {
    constexpr int plates = 120;
    const CompiledModelPtr built = compiled(rowOfPlates(plates, 1));
    const State& s = built->getInitialState();
    const MatterSubsystem& matter = matterOf(*built);
    const FreeMotions motions(matter, s);
    ASSERT_EQ(motions.count(), 3 * plates - (plates - 1));
    EXPECT_EQ(motions.count(), built->getMobility().degreesOfFreedom);
    Matrix G;
    matter.calcG(s, G);
    Matrix all(motions.count(), 3 * plates);
    for (int i = 0; i < motions.count(); ++i) {
        const WiggleDirection direction = motions.calcDirection(i);
        EXPECT_LT((G * direction.u).norm(), 1e-10);
        Vector momentum;
        matter.multiplyByM(s, direction.u, momentum);
        EXPECT_NEAR(direction.u.dot(momentum), 1, 1e-9);
        EXPECT_FALSE(direction.movers.empty());
        all.row(i) = direction.u.transpose();
    }
    EXPECT_EQ(all.fullPivLu().rank(), motions.count()) << "they are independent";
}

TEST(Wiggle, JointsOfATreeMoveOneByOne) {
    ModelBuilder model;
    ElementId parent;
    constexpr int links = 12;
    for (int i = 0; i < links; ++i) {
        const ElementId link =
            model.add(rigidBody("Link " + std::to_string(i), 1, Vec3(0.1, 0, 0), Vec3(.01, .01, .01)));
        model.add(
            Element::draft("joint", "pin", "Pin " + std::to_string(i)).plug("parent", parent).plug("child", link));
        parent = link;
    }
    const CompiledModelPtr built = compiled(model.document());
    const FreeMotions motions(matterOf(*built), built->getInitialState());
    ASSERT_EQ(motions.count(), links);
    for (int i = 0; i < links; ++i) {
        const WiggleDirection direction = motions.calcDirection(i);
        EXPECT_EQ((direction.u.array() != 0).count(), 1);
        ASSERT_EQ(direction.movers.size(), 1u);
        EXPECT_EQ(direction.movers[0].share, 1);
    }
}

/// A tower of parallelograms at angles that rounding does not spare, each closed by a pin of its own.
Document towerOfParallelograms(int cells) {
    constexpr Real length = 0.3, lean = 0.37;
    const auto bar = [length](const std::string& name) {
        return Element::draft("body", "bar", name).set("length", length).set("mass", Real(0.2));
    };
    const auto pin = [](const std::string& name, Real angle, const Vec3& point, ElementId parent, ElementId child) {
        return Element::draft("joint", "pin", name)
            .set("angle", angle)
            .set("parentPoint", point)
            .plug("parent", parent)
            .plug("child", child);
    };
    ModelBuilder model;
    ElementId below;
    const Vec3 tip(length, 0, 0);
    for (int i = 0; i < cells; ++i) {
        const std::string n = " " + std::to_string(i);
        const ElementId left = model.add(bar("Left" + n));
        const ElementId right = model.add(bar("Right" + n));
        const ElementId rung = model.add(bar("Rung" + n));
        model.add(pin("Left pin" + n, Pi / 2 - lean, Vec3(0.), below, left));
        model.add(pin("Right pin" + n, Pi / 2 - lean, tip, below, right));
        model.add(pin("Rung pin" + n, lean - Pi / 2, tip, left, rung));
        model.add(pin("Closing pin" + n, 0, tip, right, rung).set("childPoint", tip));
        below = rung;
    }
    return model.document();
}

TEST(Wiggle, LoopsOfATallTowerMoveOneByOne) {
    constexpr int cells = 120;
    const CompiledModelPtr built = compiled(towerOfParallelograms(cells));
    const FreeMotions motions(matterOf(*built), built->getInitialState());
    ASSERT_EQ(motions.count(), cells);
    // The four pins of each: rounding errors of its forces, up to 36 m above Ground, couple it with none below.
    for (int i = 0; i < cells; ++i) EXPECT_EQ((motions.calcDirection(i).u.array() != 0).count(), 4) << "loop " << i;
}

TEST(Mobility, EachOfManyRepeatedRodsIsFoundWithItsTwin) {
    constexpr int plates = 120;
    const CompiledModelPtr built = compiled(rowOfPlates(plates, 2));
    const MobilityAnalysis analysis = matterOf(*built).analyzeMobility(built->getInitialState());
    EXPECT_EQ(analysis.equations, 2 * (plates - 1));
    EXPECT_EQ(analysis.rank, plates - 1);
    ASSERT_EQ(int(analysis.redundantSets.size()), plates - 1);
    for (const RedundantSet& set : analysis.redundantSets) {
        EXPECT_TRUE(set.isConsistent(1e-6));
        ASSERT_EQ(set.equations.size(), 2u);
        const auto plateOf = [&](const ConstraintEquation& e) {
            const std::string& name = matterOf(*built).getConstraint(e.constraint).getName();
            return name.substr(name.find(" of "));
        };
        EXPECT_EQ(plateOf(set.equations[0]), plateOf(set.equations[1]));
    }
}

TEST(Wiggle, DirectionsAreNamedByCoordinates) {
    const CompiledModelPtr model = compiled(plateOnRods({-1, 1}, 1));
    const auto wiggles = model->calcWiggles(model->getInitialState());
    ASSERT_EQ(wiggles.size(), 1u);
    ASSERT_EQ(wiggles[0].movers.size(), 1u) << "sideways only";
    EXPECT_NE(wiggles[0].movers[0].name.find("Guide"), std::string::npos) << wiggles[0].movers[0].name;
    EXPECT_NEAR(std::abs(wiggles[0].u[1]), std::sqrt(1 / 2.), 1e-9) << "2 kg move with 1/2 J";
    EXPECT_EQ(model->getDocument().get(wiggles[0].movers[0].joint).name, "Guide");
}

}  // namespace
}  // namespace trammel::test
