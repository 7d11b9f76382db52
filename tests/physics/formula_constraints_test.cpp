// SPDX-License-Identifier: Apache-2.0
// Constraints by formula equal the same constraints in C++, and keep their equations in a run.
#include "compile/catalog.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

constexpr Real sameInCpp = 1e-13;

/// Two pendulums on one support, in a plane.
class FormulaConstraints : public ::testing::Test {
protected:
    FormulaConstraints() {
        ModelBuilder model;
        model.add(gravity(roundGravity));
        left = model.add(rigidBody("Left", 2, Vec3(0.2, 0.1, 0), Vec3(0.1, 0.2, 0.3)));
        right = model.add(rigidBody("Right", 1, Vec3(0.3, -0.1, 0), Vec3(0.1, 0.1, 0.2)));
        first = model.add(pin("First", {}, left).set("angle", 0.4).set("rate", 1.1));
        second = model.add(pin("Second", {}, right, Vec3(0.5, 0, 0)).set("angle", 0.7).set("rate", -0.6));
        document = model.document();
    }
    Document plus(Element draft) const {
        ModelBuilder model(document);
        model.add(std::move(draft));
        return model.document();
    }
    Element formula(const char* type, const char* equation) const {
        return Element::draft("constraint", type, "C")
            .plug("joint1", first)
            .plug("joint2", second)
            .set("equation", equation);
    }
    /// Same poses, speeds, accelerations and multipliers.
    static void expectSame(const Document& formula, const Document& builtIn) {
        const CompiledModelPtr a = compiled(formula), b = compiled(builtIn);
        State sa = a->getInitialState(), sb = b->getInitialState();
        a->getSystem().realize(sa, Stage::Acceleration);
        b->getSystem().realize(sb, Stage::Acceleration);
        ASSERT_EQ(sa.getNMultipliers(), sb.getNMultipliers());
        EXPECT_LT((sa.getQ() - sb.getQ()).norm(), 1e-10) << "assembled alike, to the tolerance of assembly";
        sa.updQ() = sb.getQ();
        a->getSystem().realize(sa, Stage::Position);
        sa.updU() = sb.getU();
        a->getSystem().realize(sa, Stage::Acceleration);
        EXPECT_LT((sa.getUDot() - sb.getUDot()).norm(), sameInCpp * (1 + sb.getUDot().norm()));
        EXPECT_GT(sb.getMultipliers().norm(), 0.01);
        EXPECT_LT((sa.getMultipliers() - sb.getMultipliers()).norm(), sameInCpp * (1 + sb.getMultipliers().norm()));
        EXPECT_LT((sa.getQErr() - sb.getQErr()).norm(), sameInCpp);
        EXPECT_LT((sa.getUErr() - sb.getUErr()).norm(), sameInCpp);
    }

    Document document;
    ElementId left, right, first, second;
};

TEST_F(FormulaConstraints, RodEqualsTheRodInCpp) {
    const Vec3 p1(0.3, 0.2, 0), p2(0.1, -0.3, 0);
    ModelBuilder traces(document);
    traces.add(Element::draft("trace", "point", "A").plug("body", left).set("point", p1));
    traces.add(Element::draft("trace", "point", "B").plug("body", right).set("point", p2));
    ModelBuilder byFormula(traces.document()), builtIn(traces.document());
    byFormula.add(Element::draft("constraint", "positionFormula", "C").set("equation", "distance(A, B) - 45 cm"));
    builtIn.add(Element::draft("constraint", "rod", "C")
                    .plug("body1", left)
                    .plug("body2", right)
                    .set("point1", p1)
                    .set("point2", p2)
                    .set("length", 0.45));
    expectSame(byFormula.document(), builtIn.document());
}

TEST_F(FormulaConstraints, CouplersEqualThoseInCpp) {
    ModelBuilder curve(document);
    const ElementId f =
        curve.add(Element::draft("function", "polynomial", "Curve").set("coefficients", std::string("0.3 0.8 -0.05")));
    const auto coupler = [&](const char* type) {
        ModelBuilder model(curve.document());
        model.add(
            Element::draft("constraint", type, "C").plug("joint1", first).plug("joint2", second).plug("function", f));
        return model.document();
    };
    expectSame(plus(formula("positionFormula", "joint2.q - (0.3*joint1.q^2/(1 rad^2) + 0.8*joint1.q/(1 rad) - 0.05)")),
               coupler("coordinateCoupler"));
    expectSame(plus(formula("speedFormula", "joint2.u - (0.3 s/rad*joint1.u^2 + 0.8*joint1.u - 0.05 rad/s)")),
               coupler("speedCoupler"));
}

TEST_F(FormulaConstraints, SpeedsOfPointsAndBodiesAreKept) {
    const CompiledModelPtr model =
        compiled(plus(formula("speedFormula", "Left.com.vx + 2 m*Right.wz + 0.5 m*First.u")));
    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Acceleration);
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    const SpatialVec& V = matter.getBodyVelocity(s, MobilizedBodyIndex(1));
    const Vec3 r = matter.getBodyTransform(s, MobilizedBodyIndex(1)).R() * Vec3(0.2, 0.1, 0);
    const Vec3 com = V[1] + V[0].cross(r);
    EXPECT_NEAR(com[0] + 2 * s.getU()[1] + 0.5 * s.getU()[0], 0, 1e-9);
    EXPECT_GT(std::abs(s.getU()[0]), 0.01);
    EXPECT_LT(s.getUDotErr().norm(), 1e-10);
}

TEST_F(FormulaConstraints, AccelerationsEqualThoseInCpp) {
    ModelBuilder builtIn(document);
    builtIn.add(
        Element::draft("constraint", "constantAcceleration", "C").plug("joint", first).set("acceleration", 0.7));
    expectSame(plus(formula("accelerationFormula", "joint1.udot - 0.7 rad/s^2")), builtIn.document());
}

TEST_F(FormulaConstraints, AccelerationsOfPointsAndBodiesAreKept) {
    const CompiledModelPtr model =
        compiled(plus(formula("accelerationFormula", "Left.com.ax + 2*Right.wdotz*1 m + 0.1*First.u*1 m/s - 1 m/s^2")));
    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Acceleration);
    const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
    const MobilizedBodyIndex left(1), right(2);
    const SpatialVec &A = matter.getBodyAcceleration(s, left), &V = matter.getBodyVelocity(s, left);
    const Vec3 r = matter.getBodyTransform(s, left).R() * Vec3(0.2, 0.1, 0);
    const Vec3 com = A[1] + A[0].cross(r) + V[0].cross(Vec3(V[0].cross(r)));
    EXPECT_NEAR(com[0] + 2 * matter.getBodyAcceleration(s, right)[0][2] + 0.1 * s.getU()[0], 1, 1e-12);
    EXPECT_GT(std::abs(s.getMultipliers()[0]), 0.01);
    // Without the constraint it is another one.
    const CompiledModelPtr loose = compiled(document);
    State t = loose->getInitialState();
    loose->getSystem().realize(t, Stage::Acceleration);
    EXPECT_GT((t.getUDot() - s.getUDot()).norm(), 0.1);
}

TEST_F(FormulaConstraints, DirectionsOfBodiesEqualAngles) {
    expectSame(plus(formula("positionFormula", "Left.axisX.y - 0.3")),
               plus(formula("positionFormula", "sin(joint1.q) - 0.3")));
}

TEST_F(FormulaConstraints, EquationsHoldInARunAndDoNoWork) {
    Simulation motion(compiled(plus(formula("positionFormula", "Second.q - 0.5 rad*sin(2*First.q) - 0.1 rad"))),
                      closeAccuracy);
    const Real energy = motion.energy();
    motion.goTo(3);
    const Vector& q = motion.state().getQ();
    EXPECT_NEAR(q[1], 0.5 * std::sin(2 * q[0]) + 0.1, 1e-7);
    EXPECT_NEAR(motion.energy(), energy, 1e-5);
}

TEST_F(FormulaConstraints, TimeDrivesThePosition) {
    Simulation motion(compiled(plus(formula("positionFormula", "First.q - 0.4 rad*cos(2 rad/s*t)"))), closeAccuracy);
    motion.goTo(1.3);
    EXPECT_NEAR(motion.state().getQ()[0], 0.4 * std::cos(2.6), 1e-7);
    EXPECT_NEAR(motion.state().getU()[0], -0.8 * std::sin(2.6), 1e-6);
}

TEST_F(FormulaConstraints, ProblemsAreReportedInModelTerms) {
    const auto of = [&](const char* type, const char* equation) { return errorsOf(plus(formula(type, equation))); };
    EXPECT_NE(of("positionFormula", "joint1.u").find("depends on speeds"), std::string::npos);
    EXPECT_NE(of("positionFormula", "t - 1 s").find("names no coordinate"), std::string::npos);
    EXPECT_NE(of("speedFormula", "joint1.q").find("names no speed"), std::string::npos);
    EXPECT_NE(of("accelerationFormula", "joint1.u").find("names no acceleration"), std::string::npos);
    EXPECT_NE(of("accelerationFormula", "joint1.udot^2").find("not linear in accelerations"), std::string::npos);
    EXPECT_NE(of("speedFormula", "joint1.u + joint2.udot*1 s").find("depends on accelerations"), std::string::npos);
    EXPECT_NE(of("positionFormula", "joint1.q - 1 m").find("Dimensions do not match"), std::string::npos);
    const Document open = plus(Element::draft("constraint", "positionFormula", "C"));
    EXPECT_NE(errorsOf(open).find("Equation, column 1: Nothing is connected to Second joint."), std::string::npos)
        << errorsOf(open);
}

}  // namespace
}  // namespace trammel::test
