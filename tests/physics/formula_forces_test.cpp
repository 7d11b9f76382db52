// SPDX-License-Identifier: Apache-2.0
// Forces by formula equal the same forces in C++, conserve energy, and are evaluated only when their inputs change.
#include <map>
#include <set>

#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/formula_names.h"
#include "document/fragment.h"
#include "physics_rig.h"
#include "warm_evaluation.h"

namespace trammel::test {
namespace {

constexpr Real same = 1e-13;

/// A double pendulum on pins Shoulder and Elbow, in a plane, with gravity.
class FormulaForces : public ::testing::Test {
protected:
    FormulaForces() {
        ModelBuilder model;
        model.add(gravity(roundGravity));
        upper = model.add(rigidBody("Upper", 2, Vec3(0.2, 0.1, 0), Vec3(0.1, 0.2, 0.3)));
        lower = model.add(rigidBody("Lower", 1, Vec3(0.3, -0.1, 0), Vec3(0.1, 0.1, 0.2)));
        shoulder = model.add(pin("Shoulder", {}, upper).set("angle", 0.4).set("rate", 1.1));
        elbow = model.add(pin("Elbow", upper, lower, Vec3(0.5, 0, 0)).set("angle", -0.9).set("rate", -0.6));
        model.add(Element::draft("parameter", "length", "L0").set("value", 0.25));
        document = model.document();
    }
    /// The model with one more element.
    Document plus(Element draft) const {
        ModelBuilder model(document);
        model.add(std::move(draft));
        return model.document();
    }
    Element joint(const char* type, const char* name = "F") const {
        return Element::draft("force", type, name).plug("joint", elbow);
    }
    Element between(const char* type) const {
        return Element::draft("force", type, "F")
            .plug("body1", upper)
            .plug("body2", lower)
            .set("point1", Vec3(-0.2, 0.3, 0.1))
            .set("point2", Vec3(0.4, 0.2, -0.1));
    }
    static State realized(const CompiledModelPtr& model) {
        State s = model->getInitialState();
        model->getSystem().realize(s, Stage::Time);
        s.updTime() = 0.37;
        model->getSystem().realize(s, Stage::Acceleration);
        return s;
    }
    static void expectSame(const Document& formula, const Document& builtIn, bool sameEnergy = false) {
        const CompiledModelPtr a = compiled(formula), b = compiled(builtIn);
        const State sa = realized(a), sb = realized(b);
        EXPECT_GT(sb.getUDot().norm(), 0);
        EXPECT_LT((sa.getUDot() - sb.getUDot()).norm(), same * (1 + sb.getUDot().norm()));
        if (sameEnergy) {
            EXPECT_NEAR(a->getSystem().calcPotentialEnergy(sa), b->getSystem().calcPotentialEnergy(sb), same);
        }
    }

    Document document;
    ElementId upper, lower, shoulder, elbow;
};

TEST_F(FormulaForces, EqualTheSameForcesInCpp) {
    expectSame(plus(joint("mobilityFormula").set("force", "-7 N*m/rad*(joint.q - 20 deg)")),
               plus(joint("mobilitySpring").set("stiffness", 7.).set("restValue", 20 * Pi / 180)));
    expectSame(plus(joint("mobilityFormula").set("force", "-3 N*m*s/rad*Elbow.u")),
               plus(joint("mobilityDamper").set("damping", 3.)));
    expectSame(plus(Element::draft("force", "pointFormula", "F")
                        .plug("body", lower)
                        .set("point", Vec3(0.1, 0.2, 0.3))
                        .set("forceX", "4 N")
                        .set("forceY", "-2 N")),
               plus(Element::draft("force", "constantForce", "F")
                        .plug("body", lower)
                        .set("point", Vec3(0.1, 0.2, 0.3))
                        .set("force", Vec3(4, -2, 0))));
    expectSame(plus(Element::draft("force", "pointFormula", "F").plug("body", lower).set("torqueZ", "3 N*m")),
               plus(Element::draft("force", "constantTorque", "F").plug("body", lower).set("torque", Vec3(0, 0, 3))));
}

TEST_F(FormulaForces, ComponentsAreAlongTheAxesOfTheFrame) {
    // A moving frame, and the same with its angle written out.
    const Element force =
        Element::draft("force", "pointFormula", "F").plug("body", lower).set("point", Vec3(0.1, 0.2, 0.3));
    expectSame(plus(Element(force).plug("frame", lower).set("forceX", "5 N")),
               plus(Element(force)
                        .set("forceX", "5 N*cos(Shoulder.q + Elbow.q)")
                        .set("forceY", "5 N*sin(Shoulder.q + Elbow.q)")));
}

TEST_F(FormulaForces, PotentialEqualsTheSpringWithItsEnergy) {
    expectSame(plus(between("potentialFormula").set("energy", "0.5*300 N/m*(distance(point1, point2) - L0)^2")),
               plus(between("twoPointSpring").set("stiffness", 300.).set("restLength", 0.25)), true);
    expectSame(plus(Element::draft("force", "potentialFormula", "F").set("energy", "0.5*7 N*m/rad*Elbow.q^2/(1 rad)")),
               plus(joint("mobilitySpring").set("stiffness", 7.)), true);
    // Gravity of a field, named by its points.
    const Document fields = plus(Element::draft("force", "potentialFormula", "F")
                                     .set("energy", "9.81 m/s^2*(Upper.mass*Upper.com.y + Lower.mass*Lower.com.y)"));
    ModelBuilder twice(document);
    twice.add(gravity(roundGravity).set("magnitude", roundGravity));
    expectSame(fields, twice.document());
}

TEST_F(FormulaForces, FactorScalesForceAndEnergyWithoutANewSystem) {
    const Document spring = plus(between("potentialFormula").set("energy", "20 N*distance(point1, point2)"));
    const CompiledModelPtr one = compiled(spring);
    const auto two = compileDocument(with(spring, "F", "factor", 2.), one);
    ASSERT_TRUE(two);
    EXPECT_EQ(&(*two)->getSystem(), &one->getSystem());
    const Real gravityAlone = compiled(document)->getSystem().calcPotentialEnergy(realized(compiled(document)));
    EXPECT_NEAR((*two)->getSystem().calcPotentialEnergy(realized(*two)) - gravityAlone,
                2 * (one->getSystem().calcPotentialEnergy(realized(one)) - gravityAlone), 1e-12);
}

TEST_F(FormulaForces, ParametersKeepTheSystemAndChangeTheForce) {
    const Document spring =
        plus(between("potentialFormula").set("energy", "0.5*300 N/m*(distance(point1, point2) - L0)^2"));
    const CompiledModelPtr before = compiled(spring);
    const auto after = compileDocument(with(spring, "L0", "value", 0.5), before);
    ASSERT_TRUE(after);
    EXPECT_EQ(&(*after)->getSystem(), &before->getSystem());
    expectSame((*after)->getDocument(), plus(between("twoPointSpring").set("stiffness", 300.).set("restLength", 0.5)),
               true);
}

TEST_F(FormulaForces, PointsAtOnePlaceCanBePartedWithoutANewSystem) {
    const CompiledModelPtr equal =
        compiled(plus(Element::draft("force", "potentialFormula", "F")
                          .plug("body1", upper)
                          .plug("body2", upper)
                          .set("point1", Vec3(0.1, 0.2, 0))
                          .set("point2", Vec3(0.1, 0.2, 0))
                          .set("energy", "2 N*(distance(point1, Ground.origin) - 3*distance(point2, Ground.origin))")));
    const Document parted = with(equal->getDocument(), "F", "point2", Vec3(-0.2, 0.3, 0));
    const auto after = compileDocument(parted, equal);
    ASSERT_TRUE(after);
    EXPECT_EQ(&(*after)->getSystem(), &equal->getSystem());
    EXPECT_EQ(realized(*after).getUDot(), realized(compiled(parted)).getUDot());
}

TEST_F(FormulaForces, EnergyIsConserved) {
    ModelBuilder model(plus(between("potentialFormula")
                                .set("energy",
                                     "40 N*distance(point1, point2) + 3 J*cos(2*Elbow.q) + "
                                     "0.2 J*sqrt(1 + (Lower.tip.y/(1 m))^2)")));
    Simulation motion(compiled(model.document()), closeAccuracy);
    const Real energy = motion.energy();
    motion.goTo(3);
    EXPECT_NEAR(motion.energy(), energy, 1e-5);
}

/// Counts how often each cache entry is computed, by name.
class Counts : public RealizationObserver {
public:
    explicit Counts(State& state) : state_(state) { state_.setObserver(this); }
    ~Counts() override { state_.setObserver(nullptr); }
    int operator[](const std::string& entry) { return computed_[entry]; }
    void entryComputed(const State& state, CacheEntryKey key, double) override {
        ++computed_[state.getCacheEntryInfo(key).getName()];
    }

private:
    State& state_;
    std::map<std::string, int> computed_;
};

TEST_F(FormulaForces, AreEvaluatedOnlyIfTheirInputsChange) {
    ModelBuilder model(document);
    model.add(joint("mobilityFormula", "OfTime").set("force", "2 N*m*sin(3 rad/s*t)"));
    model.add(joint("mobilityFormula", "OfPositions").set("force", "-2 N*m*sin(joint.q)"));
    model.add(joint("mobilityFormula", "OfSpeeds").set("force", "-2 N*m*s/rad*joint.u"));
    const CompiledModelPtr compiledModel = compiled(model.document());
    const MultibodySystem& system = compiledModel->getSystem();
    State s = compiledModel->getInitialState();
    system.realize(s, Stage::Acceleration);
    Counts counts(s);
    const auto expect = [&](int ofTime, int ofPositions, int ofSpeeds) {
        system.realize(s, Stage::Acceleration);
        EXPECT_EQ(counts["formula of OfTime"], ofTime);
        EXPECT_EQ(counts["formula of OfPositions"], ofPositions);
        EXPECT_EQ(counts["formula of OfSpeeds"], ofSpeeds);
    };
    expect(0, 0, 0);
    s.updU()[0] += 0.1;
    expect(0, 0, 1);
    s.updQ()[0] += 0.1;
    expect(0, 1, 2);
    s.updTime() += 0.1;
    expect(1, 1, 2);
}

TEST_F(FormulaForces, WarmEvaluationDoesNotAllocate) {
    ModelBuilder model(plus(between("potentialFormula").set("energy", "40 N*distance(point1, point2)")));
    model.add(joint("mobilityFormula", "M").set("force", "2 N*m*sin(3 rad/s*t) - 1 N*m*s/rad*joint.u"));
    const CompiledModelPtr compiledModel = compiled(model.document());
    State s = compiledModel->getInitialState();
    expectWarmEvaluationsDoNotAllocate(compiledModel->getSystem(), s, 0.1);
}

TEST_F(FormulaForces, ProblemsAreReportedInModelTerms) {
    const auto of = [&](const char* formula) { return errorsOf(plus(joint("mobilityFormula").set("force", formula))); };
    EXPECT_EQ(of("0"), "");
    EXPECT_NE(of("3 N*m + Knee.q").find("Force, column 9: There is no 'Knee' in the model."), std::string::npos)
        << of("3 N*m + Knee.q");
    EXPECT_NE(of("3 N").find("column 1: The result is force; torque is required"), std::string::npos) << of("3 N");
    EXPECT_NE(of("Upper.u2*2").find("has 1 of these"), std::string::npos) << of("Upper.u2*2");
    EXPECT_NE(of("Upper.tip").find("not a point"), std::string::npos) << of("Upper.tip");
    EXPECT_NE(of("Upper.tip.q").find("A point has x, y, z"), std::string::npos) << of("Upper.tip.q");
    EXPECT_NE(of("1 N*m*(").find("column 8"), std::string::npos) << of("1 N*m*(");
    EXPECT_NE(errorsOf(plus(between("potentialFormula").set("energy", "1 N*m*s/rad*Elbow.u")))
                  .find("cannot depend on speeds"),
              std::string::npos);
    // As checked while typing.
    const Document valid = plus(joint("mobilityFormula"));
    const CompiledModelPtr model = compiled(valid);
    const ElementId id = valid.findByName("F")->id;
    EXPECT_EQ(explainFormula(*model, valid, id, "force", "2 N*m*sin(t*1 rad/s)"), "");
    EXPECT_EQ(explainFormula(*model, valid, id, "force", "2 N*m + t"),
              "Column 7: Dimensions do not match: torque or energy plus time.");
}

TEST_F(FormulaForces, NumbersThatAreNotFiniteEndTheRunWithTheNameOfTheElement) {
    const CompiledModelPtr model = compiled(plus(joint("mobilityFormula").set("force", "1 N*m*sqrt(1 - t/(1 s))")));
    State s = model->getInitialState();
    model->getSystem().realize(s, Stage::Time);
    s.updTime() = 2;
    try {
        model->getSystem().realize(s, Stage::Acceleration);
        FAIL() << "no failure";
    } catch (const NumericalFailure& failure) {
        const std::string text = failure.what();
        EXPECT_NE(text.find("'F': the formula of Force has no finite value at t = 2 s"), std::string::npos) << text;
    }
}

TEST_F(FormulaForces, FollowRenamingAndCopies) {
    const Document before = plus(joint("mobilityFormula").set("force", "-2 N*m*sin(Elbow.q)*L0/(1 m)"));
    const auto text = [](const Document& d, const std::string& name) {
        const Element& element = *d.findByName(name);
        return element.valueAs<std::string>(typeOf(element), "force");
    };
    EXPECT_EQ(text(with(before, "Elbow", "name", std::string("right elbow")), "F"),
              "-2 N*m*sin('right elbow'.q)*L0/(1 m)");
    const Fragment fragment = copyElements(before, {before.findByName("L0")->id, before.findByName("F")->id});
    std::set<ElementId> added;
    const auto pasted = pasteElements(before, builtinCatalog(), fragment, added);
    ASSERT_TRUE(pasted);
    std::string copy;
    for (const ElementId id : added)
        if (pasted->document.get(id).family == "force") copy = text(pasted->document, pasted->document.get(id).name);
    EXPECT_EQ(copy, "-2 N*m*sin(Elbow.q)*'L0 2'/(1 m)");
}

}  // namespace
}  // namespace trammel::test
