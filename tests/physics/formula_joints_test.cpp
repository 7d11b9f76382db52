// SPDX-License-Identifier: Apache-2.0
// Joints by formula equal the same joints in C++, a linkage that they stand for, and derivatives by complex steps.
#include <complex>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "functions/kinds.h"
#include "multibody/mobilizers/function_based.h"
#include "physics_rig.h"
#include "tests/unit/integrate/allocation_count.h"

namespace trammel::test {
namespace {

constexpr Real sameAsFunctions = 1e-13;

Element formulaJoint(int coordinates) {
    return Element::draft("joint", "formula", "Joint").set("coordinates", std::int64_t(coordinates));
}
Document withJoint(Element joint) {
    ModelBuilder model;
    model.add(gravity(roundGravity));
    const ElementId body = model.add(rigidBody("Body", 1.7, Vec3(0.2, -0.3, 0.1), Vec3(0.05, 0.08, 0.06)));
    model.add(
        joint.set("parentOrientation", Vec3(0.4, 0.3, -0.2)).set("childPoint", Vec3(0.1, 0.2, 0)).plug("child", body));
    return model.document();
}
const Mobilizer& jointIn(const CompiledModel& model) {
    return model.getData().built->matter->getMobilizer(MobilizedBodyIndex(1));
}
std::string problems(const Document& document) {
    std::string text;
    for (const Diagnostic& d : compileDocument(document).diagnostics) text += d.toString() + "\n";
    return text;
}
struct Across {
    Across(const Mobilizer& joint, const Real* q, const Real* u) {
        joint.calcAcross(q, X, H);
        SpatialVec V(0.);
        for (int i = 0; i < joint.getNU(); ++i) V += u[i] * H[i];
        bias = joint.calcHDotU(q, u, X, V);
    }
    Transform X;
    SpatialVec H[Mobilizer::maxNU], bias;
};

TEST(FormulaJoint, EqualsTheFunctionBasedMobilizer) {
    const CompiledModelPtr model = compiled(withJoint(formulaJoint(3)
                                                          .set("kind2", std::string("length"))
                                                          .set("kind3", std::string("number"))
                                                          .set("rotationX", std::string("0.4*sin(2*q1 + 0.3)"))
                                                          .set("rotationY", std::string("0.3*q1 - 0.2*q3 + 0.1"))
                                                          .set("rotationZ", std::string("q3^2 + 0.5*q3"))
                                                          .set("translationX", std::string("0.2 m*sin(1.5*q1)"))
                                                          .set("translationY", std::string("q2"))
                                                          .set("translationZ", std::string("0.7*q2 + 0.1 m*q1"))));
    const auto wave = [](Real a, Real w, Real p) { return std::make_shared<Function::Sinusoid>(a, w, p); };
    const auto line = [](Real a, Real b, Real c) {
        Vector all(3);
        all[0] = a, all[1] = b, all[2] = c;
        return std::make_shared<Function::Linear>(all);
    };
    Vector square(3);
    square[0] = 1, square[1] = 0.5, square[2] = 0;
    Vector one(2);
    one[0] = 1, one[1] = 0;
    const FunctionBasedMobilizer expected(
        3,
        {wave(0.4, 2, 0.3), line(0.3, -0.2, 0.1), std::make_shared<Function::Polynomial>(square), wave(0.2, 1.5, 0),
         std::make_shared<Function::Linear>(one), line(0.7, 0.1, 0)},
        {{0}, {0, 2}, {2}, {0}, {1}, {1, 0}},
        {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)});
    const Mobilizer& joint = jointIn(*model);
    for (const Real at : {-0.7, 0.0, 0.4, 1.3}) {
        const Real q[] = {at, 0.3 - at, 0.2 * at + 0.5}, u[] = {1.1, -0.4 + at, 0.6};
        const Across ours(joint, q, u), theirs(expected, q, u);
        EXPECT_LT((ours.X.R() - theirs.X.R()).norm() + (ours.X.p() - theirs.X.p()).norm(), sameAsFunctions);
        for (int i = 0; i < 3; ++i) EXPECT_LT((ours.H[i] - theirs.H[i]).norm(), sameAsFunctions) << i;
        EXPECT_LT((ours.bias - theirs.bias).norm(), sameAsFunctions);
        EXPECT_GT(theirs.bias.norm(), 0.1);
    }
}

/// A translation with all kinds of operations; q0 and q1 may be complex.
template <class T>
T winding(const T& a, const T& b) {
    using std::exp, std::sin, std::sqrt, std::tanh, std::log;
    return exp(0.3 * a) * sin(b) / (1. + a * a) + sqrt(2. + b * b) * tanh(a) + log(3. + a * b);
}

TEST(FormulaJoint, DerivativesEqualComplexSteps) {
    const CompiledModelPtr model = compiled(withJoint(
        formulaJoint(2)
            .set("rotationZ", std::string("q1"))
            .set("translationX", std::string("1 m*(exp(0.3*q1)*sin(q2)/(1 + q1^2) + sqrt(2 + q2^2)*tanh(q1) + "
                                             "log(3 + q1*q2))"))));
    using Complex = std::complex<Real>;
    constexpr Real tiny = 1e-30;
    const auto slopes = [](Real a, Real b) {
        return std::pair(winding<Complex>({a, tiny}, b).imag() / tiny, winding<Complex>(a, {b, tiny}).imag() / tiny);
    };
    const Real q[] = {0.4, -0.7}, u[] = {1.2, 0.8};
    const Across ours(jointIn(*model), q, u);
    EXPECT_NEAR(ours.X.p()[0], winding(q[0], q[1]), sameAsFunctions);
    EXPECT_NEAR(ours.H[0][1][0], slopes(q[0], q[1]).first, sameAsFunctions);
    EXPECT_NEAR(ours.H[1][1][0], slopes(q[0], q[1]).second, sameAsFunctions);
    // Exact slopes leave the error of one central difference.
    const auto rate = [&](Real dt) {
        const auto [first, second] = slopes(q[0] + dt * u[0], q[1] + dt * u[1]);
        return first * u[0] + second * u[1];
    };
    constexpr Real step = 1e-5;
    EXPECT_NEAR(ours.bias[1][0], (rate(step) - rate(-step)) / (2 * step), 1e-9);
}

TEST(FormulaJoint, StandsForAFourBar) {
    // The coupler alone, on a joint that moves as the linkage guides it, and the linkage with links almost without mass.
    Document linkage = without(modelDocument("four_bar"), "Motor");
    for (const char* link : {"Crank", "Rocker"}) linkage = with(linkage, link, "mass", 1e-9);
    const Document alone = without(modelDocument("four_bar_joint"), "Motor");
    const auto coupler = [](const CompiledModel& model) { return model.getDocument().findByName("Coupler")->id; };
    for (const Real angle : {0.3, 1.2, 2.5, 4.0, 5.5}) {
        const CompiledModelPtr b = compiled(with(alone, "Four-bar", "q1", angle));
        // Coordinates on the same assembly branch.
        const Transform start = b->calcBodyPose(coupler(*b), b->getInitialState());
        const Real turn = start.R().toBodyXYZ()[2];
        const Vec3 tip =
            start * Vec3(realOf(linkage, "Coupler", "length"), 0, 0) - vec3Of(linkage, "Rocker pin", "parentPoint");
        Document posed = with(linkage, "Crank pin", "angle", angle);
        posed = with(posed, "Coupler pin", "angle", turn - angle);
        posed = with(posed, "Rocker pin", "angle",
                     std::atan2(tip[1], tip[0]) - vec3Of(linkage, "Rocker pin", "parentOrientation")[2]);
        const CompiledModelPtr a = compiled(posed);
        State sa = a->getInitialState(), sb = b->getInitialState();
        a->getSystem().realize(sa, Stage::Acceleration);
        b->getSystem().realize(sb, Stage::Acceleration);
        const Transform X = a->calcBodyPose(coupler(*a), sa), Y = b->calcBodyPose(coupler(*b), sb);
        EXPECT_LT((X.R() - Y.R()).norm(), 1e-9) << angle;
        // The layers of the links differ.
        EXPECT_LT(Vec3(X.p()[0] - Y.p()[0], X.p()[1] - Y.p()[1], 0).norm(), 1e-9) << angle;
        const auto body = [&](const CompiledModel& model) { return model.getData().built->bodies.at(coupler(model)); };
        const SpatialVec A = a->getData().built->matter->getBodyAcceleration(sa, body(*a));
        const SpatialVec B = b->getData().built->matter->getBodyAcceleration(sb, body(*b));
        EXPECT_LT((A - B).norm(), 1e-5 * (1 + A.norm())) << angle;
        EXPECT_GT(A.norm(), 0.1) << angle;
    }
}

TEST(FormulaJoint, KeepsTheEnergyOfAFourBar) {
    Simulation motion(compiled(with(without(modelDocument("four_bar_joint"), "Motor"), "Four-bar", "u1", 2.)),
                      closeAccuracy);
    const Real energy = motion.energy();
    motion.goTo(2);
    EXPECT_NEAR(motion.energy(), energy, allowedError(closeAccuracy));
    EXPECT_GT(std::abs(motion["Four-bar.u1"] - 2), 0.01);
}

TEST(FormulaJoint, FollowsTheNumbersThatItNames) {
    ModelBuilder model(withJoint(
        formulaJoint(1).set("translationX", std::string("Radius*cos(q1)")).set("rotationZ", std::string("q1"))));
    model.add(Element::draft("parameter", "length", "Radius").set("value", 0.5));
    const auto before = compileDocument(model.document());
    ASSERT_TRUE(before);
    const Document changed = with(model.document(), "Radius", "value", 0.8);
    const auto after = compileDocument(changed, *before);
    ASSERT_TRUE(after);
    const Real q[] = {0.}, u[] = {1.};
    EXPECT_NE(&(*before)->getSystem(), &(*after)->getSystem());
    EXPECT_NEAR(Across(jointIn(**before), q, u).X.p()[0], 0.5, sameAsFunctions);
    EXPECT_NEAR(Across(jointIn(**after), q, u).X.p()[0], 0.8, sameAsFunctions);
    // Other numbers are parameters of the State.
    const auto same = compileDocument(with(changed, "Gravity", "magnitude", 3.), *after);
    EXPECT_EQ(&(*same)->getSystem(), &(*after)->getSystem());
}

TEST(FormulaJoint, ReportsErrorsInModelTerms) {
    const auto problem = [](const char* key, const char* formula) {
        return problems(withJoint(formulaJoint(1).set(key, std::string(formula))));
    };
    const auto expect = [](const std::string& found, const std::string& part) {
        EXPECT_NE(found.find(part), std::string::npos) << found;
    };
    expect(problem("rotationX", "0.1 m*q1"), "Rotation about x, column 1: The result is m·rad; angle is required");
    expect(problem("rotationX", "t"),
           "The formula of a joint has its coordinates q1, q2, ... and numbers of the model; "
           "'t' is neither.");
    expect(problem("rotationX", "q2"), "The joint has 1 coordinate, not q2. Increase their number first.");
    expect(problems(withJoint(formulaJoint(2))), "No formula names q2, so that it moves nothing.");
}

TEST(FormulaJoint, NamesASingularPose) {
    // The slope of q1^2 is zero at the start.
    const Document document =
        withJoint(formulaJoint(1).set("rotationZ", std::string("0")).set("translationX", std::string("1 m*q1^2")));
    const std::string all = problems(document);
    EXPECT_NE(all.find("It is singular in the initial pose: its speed 'u1' moves the body in no direction of its own."),
              std::string::npos)
        << all;
    EXPECT_EQ(problems(with(document, "Joint", "q1", 0.2)).find("singular"), std::string::npos);
    // Known joints give the same result.
    const Document gimbal = withJoint(Element::draft("joint", "gimbal", "Joint").set("angles", Vec3(0.3, Pi / 2, 0)));
    EXPECT_NE(problems(gimbal).find("singular in the initial pose"), std::string::npos);
}

TEST(FormulaJoint, EndsARunWithItsNameWhereAFormulaHasNoValue) {
    const CompiledModelPtr model = compiled(withJoint(
        formulaJoint(1).set("rotationZ", std::string("asin(q1)")).set("kind1", std::string("number")).set("q1", 0.5)));
    State s = model->getInitialState();
    s.updQ()[0] = 1.5;
    try {
        model->getSystem().realize(s, Stage::Position);
        FAIL() << "no value outside of the domain of asin";
    } catch (const std::exception& failure) {
        const std::string text = failure.what();
        EXPECT_NE(text.find("'Joint': the formula of Rotation about z has no finite value or slope at q1 = 1.5"),
                  std::string::npos)
            << text;
    }
}

TEST(FormulaJoint, DoesNotAllocate) {
    const CompiledModelPtr model = openModel("four_bar_joint");
    const Mobilizer& joint = jointIn(*model);
    const Real q[] = {0.3}, u[] = {1.};
    const long before = allocationCount();
    const Across across(joint, q, u);
    EXPECT_EQ(allocationCount(), before);
    EXPECT_GT(across.bias.norm(), 0);
}

TEST(FormulaJoint, TakesMotorsAndForcesInTheUnitsOfItsCoordinates) {
    const Document model = modelDocument("four_bar_joint");
    Simulation motion(compiled(model), closeAccuracy);
    motion.goTo(0.25);
    EXPECT_NEAR(motion["Four-bar.u1"], realOf(model, "Motor", "rate"), 1e-9);
    EXPECT_NEAR(motion["Four-bar.q1"], realOf(model, "Four-bar", "q1") + 0.25 * realOf(model, "Motor", "rate"), 1e-6);
}

}  // namespace
}  // namespace trammel::test
