// SPDX-License-Identifier: Apache-2.0
// Conventions that no identity can verify: the meaning of coordinates, and the signs of errors, multipliers and forces.
// The numbers were computed once by an independent implementation of the same definitions.
#include <gtest/gtest.h>

#include <map>

#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

constexpr Real digits = 1e-11;

using Given = std::map<std::string, PropertyValue>;

/// Inputs with the given properties, others at their defaults.
ElementInputs inputsWith(const TypeDescriptor& type, const Given& given, MobilizedBodyIndex first = {},
                         MobilizedBodyIndex second = {}) {
    ElementInputs in;
    in.name = type.label;
    in.property = [&type, given](const std::string& key) {
        const auto at = given.find(key);
        return at != given.end() ? at->second : type.findProperty(key)->defaultValue;
    };
    in.body = [first, second](const std::string& socket) {
        return socket == "caseBody" ? MobilizedBodyIndex(0) : socket == "body2" ? second : first;
    };
    in.mobilizer = [second](const std::string&) { return second; };
    in.station = [property = in.property](const std::string&, const std::string& point) {
        return std::get<Vec3>(property(point));
    };
    return in;
}

// --- Joints ---

struct JointNumbers {
    std::string key;
    Given given;
    std::vector<Real> q, u;
    Vec3 x, z, p, w, v;
    std::vector<Real> qdot;
};
void PrintTo(const JointNumbers& n, std::ostream* out) { *out << n.key; }

class JointCoordinates : public ::testing::TestWithParam<JointNumbers> {};

TEST_P(JointCoordinates, FollowTheDocumentedConventions) {
    const JointNumbers& n = GetParam();
    const std::vector<TypeDescriptor> types = mobilizerTypes();
    const TypeDescriptor& type = typeNamed(types, n.key);
    const auto joint = dynamic_cast<const MobilizerType&>(*type.implementation).create(inputsWith(type, n.given));
    ASSERT_EQ(joint->getNQ(), int(n.q.size()));
    ASSERT_EQ(joint->getNU(), int(n.u.size()));
    Transform X;
    SpatialVec H[Mobilizer::maxNU], V(0.);
    joint->calcAcross(n.q.data(), X, H);
    for (std::size_t i = 0; i < n.u.size(); ++i) V += n.u[i] * H[i];
    EXPECT_LT((X.x() - n.x).norm(), digits);
    EXPECT_LT((X.z() - n.z).norm(), digits);
    EXPECT_LT((X.p() - n.p).norm(), digits);
    EXPECT_LT((V[0] - n.w).norm(), digits);
    EXPECT_LT((V[1] - n.v).norm(), digits);
    std::vector<Real> qdot(n.q.size());
    joint->multiplyByN(n.q.data(), n.u.data(), qdot.data());
    for (std::size_t i = 0; i < qdot.size(); ++i) EXPECT_NEAR(qdot[i], n.qdot[i], digits);
}

const Vec3 turnedX(0.955336489125606, 0.29552020666134, 0), fixedZ(0, 0, 1);
const Vec3 gimbalX(0.808307066774345, 0.35701964169863, 0.468163071209206),
    gimbalZ(-0.389418342308651, -0.272192135295431, 0.879923176281257),
    gimbalW(0.62211633153827, -0.341039373796768, 0.0873285732578496);
const Vec3 quaternionX(0, -0.6, -0.8), quaternionZ(0.6, 0.64, -0.48);

INSTANTIATE_TEST_SUITE_P(Registry, JointCoordinates,
                         ::testing::Values(JointNumbers{"cylinder",
                                                        {},
                                                        {0.3, -0.4},
                                                        {0.7, -0.3},
                                                        turnedX,
                                                        fixedZ,
                                                        Vec3(0, 0, -0.4),
                                                        Vec3(0, 0, 0.7),
                                                        Vec3(0, 0, -0.3),
                                                        {0.7, -0.3}},
                                           JointNumbers{"screw",
                                                        {{"pitch", 0.25}},
                                                        {0.3},
                                                        {0.7},
                                                        turnedX,
                                                        fixedZ,
                                                        Vec3(0, 0, 0.075),
                                                        Vec3(0, 0, 0.7),
                                                        Vec3(0, 0, 0.175),
                                                        {0.7}},
                                           JointNumbers{"bendStretch",
                                                        {},
                                                        {0.3, -0.4},
                                                        {0.7, -0.3},
                                                        turnedX,
                                                        fixedZ,
                                                        Vec3(-0.382134595650242, -0.118208082664536, 0),
                                                        Vec3(0, 0, 0.7),
                                                        Vec3(-0.203855288872507, -0.356150278953572, 0),
                                                        {0.7, -0.3}},
                                           JointNumbers{"gimbal",
                                                        {},
                                                        {0.3, -0.4, 0.5},
                                                        {0.7, -0.3, 0.2},
                                                        gimbalX,
                                                        gimbalZ,
                                                        Vec3(0.),
                                                        gimbalW,
                                                        Vec3(0.),
                                                        {0.7, -0.3, 0.2}},
                                           JointNumbers{"bushing",
                                                        {},
                                                        {0.3, -0.4, 0.5, 0.6, -0.2, 0.7},
                                                        {0.7, -0.3, 0.2, 1.1, -0.6, 0.4},
                                                        gimbalX,
                                                        gimbalZ,
                                                        Vec3(0.6, -0.2, 0.7),
                                                        gimbalW,
                                                        Vec3(1.1, -0.6, 0.4),
                                                        {0.7, -0.3, 0.2, 1.1, -0.6, 0.4}},
                                           JointNumbers{"sphericalCoords",
                                                        {},
                                                        {0.3, -0.4, 0.5},
                                                        {0.7, -0.3, 0.2},
                                                        Vec3(0.879923176281257, 0.272192135295431, 0.389418342308651),
                                                        Vec3(-0.37202555194226, -0.115080988996769, 0.921060994002885),
                                                        Vec3(-0.18601277597113, -0.0575404944983843, 0.460530497001443),
                                                        Vec3(0.0886560619984019, -0.286600946737682, 0.7),
                                                        Vec3(-0.166115240681771, -0.194053961273459, 0.125799447454279),
                                                        {0.7, -0.3, 0.2}},
                                           JointNumbers{"ellipsoid",
                                                        {{"radii", Vec3(1, 1.5, 2)}},
                                                        {0.5, -0.5, 0.7, 0.1},
                                                        {0.7, -0.3, 0.2},
                                                        quaternionX,
                                                        quaternionZ,
                                                        Vec3(0.6, 0.96, -0.96),
                                                        Vec3(0.7, -0.3, 0.2),
                                                        Vec3(0.016, 0.684, 1.256),
                                                        {0.27, 0.09, -0.16, 0.22}},
                                           JointNumbers{"lineOrientation",
                                                        {},
                                                        {0.5, -0.5, 0.7, 0.1},
                                                        {0.7, -0.3},
                                                        quaternionX,
                                                        quaternionZ,
                                                        Vec3(0.),
                                                        Vec3(0.24, -0.564, -0.452),
                                                        Vec3(0.),
                                                        {0.28, 0.19, -0.04, -0.17}},
                                           JointNumbers{"freeLine",
                                                        {},
                                                        {0.5, -0.5, 0.7, 0.1, -0.2, 0.7, 0.9},
                                                        {0.7, -0.3, 0.2, 1.1, -0.6},
                                                        quaternionX,
                                                        quaternionZ,
                                                        Vec3(-0.2, 0.7, 0.9),
                                                        Vec3(0.24, -0.564, -0.452),
                                                        Vec3(0.2, 1.1, -0.6),
                                                        {0.28, 0.19, -0.04, -0.17, 0.2, 1.1, -0.6}}),
                         [](const auto& joint) { return joint.param.key; });

// --- Two bodies, free by angles, for constraints and forces ---

struct TwoBodies {
    MultibodySystem system;
    MatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    static constexpr Real q0[] = {0.3, -0.4, 0.5, 0.6, -0.2, 0.7, -0.1, 0.2, 0.35, -0.5, 0.8, 0.15};
    static constexpr Real u0[] = {0.7, -0.3, 0.2, 1.1, -0.6, 0.4, 0.25, 0.9, -0.8, 0.3, 0.1, -0.45};
    const MobilizedBodyIndex first{1}, second{2};

    TwoBodies() {
        const std::vector<TypeDescriptor> types = mobilizerTypes();
        const TypeDescriptor& type = typeNamed(types, "bushing");
        for (const char* name : {"first", "second"}) {
            BodyDefinition body;
            body.name = name;
            body.jointName = std::string("joint of ") + name;
            body.mobilizer = dynamic_cast<const MobilizerType&>(*type.implementation).create(inputsWith(type, {}));
            body.mass = MassProperties(2, Vec3(0.1, 0.2, 0.3), Inertia(1, 2, 2.5));
            matter.addBody(std::move(body));
        }
    }
    State accelerated() {
        State s = system.realizeTopology();
        std::copy(std::begin(q0), std::end(q0), s.updQ().data());
        std::copy(std::begin(u0), std::end(u0), s.updU().data());
        system.realize(s, Stage::Acceleration);
        return s;
    }
};

struct ConstraintNumbers {
    std::string key;
    Given given;
    std::vector<Real> perr, verr, multipliers;
};
void PrintTo(const ConstraintNumbers& n, std::ostream* out) { *out << n.key; }

class ConstraintSigns : public ::testing::TestWithParam<ConstraintNumbers> {};

void expectNear(const Vector& computed, const std::vector<Real>& expected, Real tolerance) {
    ASSERT_EQ(computed.size(), int(expected.size()));
    for (int i = 0; i < computed.size(); ++i) EXPECT_NEAR(computed[i], expected[std::size_t(i)], tolerance) << i;
}

TEST_P(ConstraintSigns, AgreeInErrorsAndMultipliers) {
    const ConstraintNumbers& n = GetParam();
    const std::vector<TypeDescriptor> types = constraintTypes();
    const TypeDescriptor& type = typeNamed(types, n.key);
    TwoBodies rig;
    rig.matter.addConstraint(dynamic_cast<const ConstraintType&>(*type.implementation)
                                 .create(inputsWith(type, n.given, rig.first, rig.second)));
    const State s = rig.accelerated();
    expectNear(s.getQErr(), n.perr, digits);
    expectNear(s.getUErr(), n.verr, digits);
    if (!n.multipliers.empty()) expectNear(s.getMultipliers(), n.multipliers, 1e-10);
}

const Vec3 normal(1, 2, -1), angles1(0.1, 0.2, -0.3), angles2(-0.2, 0.15, 0.4);

INSTANTIATE_TEST_SUITE_P(
    Registry, ConstraintSigns,
    ::testing::Values(
        ConstraintNumbers{"pointInPlane",
                          {{"normal", normal}, {"height", 0.3}, {"point2", Vec3(0.4, -0.1, 0.2)}},
                          {0.700519488848613},
                          {0.16254415165564},
                          {-1.01211129777131}},
        ConstraintNumbers{"constantAngle",
                          {{"axis1", normal}, {"axis2", Vec3(0, 1, 1)}, {"angle", 1.1}},
                          {0.190448882935705},
                          {0.661851324737155},
                          {-1.13192793670044}},
        ConstraintNumbers{"constantOrientation",
                          {{"orientation1", angles1}, {"orientation2", angles2}},
                          {0.335507226563048, -0.141739988051497, 0.506012128939797},
                          {-1.11587472970465, 0.102031044433768, 1.24084283201556},
                          {-4.2147547626451, 3.38130760384198, -5.00582473175079}},
        ConstraintNumbers{"constantCoordinate",
                          {{"coordinate", std::int64_t(2)}, {"position", 0.3}},
                          {0.05},
                          {-0.8},
                          {-1.34739089978622}},
        ConstraintNumbers{"constantAcceleration",
                          {{"coordinate", std::int64_t(2)}, {"acceleration", 0.3}},
                          {},
                          {},
                          {-1.97236869523192}},
        ConstraintNumbers{
            "noSlip1D", {{"point", Vec3(0.1, 0.2, 0.3)}, {"direction", normal}}, {}, {0.0370459859344041}, {}}),
    [](const auto& joint) { return joint.param.key; });

struct ForceNumbers {
    std::string name, key;
    Given given;
    Real energy;
    SpatialVec onFirst{0.}, onSecond{0.};
    std::vector<Real> onMobilities = std::vector<Real>(12, 0.);
};
void PrintTo(const ForceNumbers& n, std::ostream* out) { *out << n.name; }

class ForceSigns : public ::testing::TestWithParam<ForceNumbers> {};

TEST_P(ForceSigns, AgreeInForcesAndEnergy) {
    const ForceNumbers& n = GetParam();
    const std::vector<TypeDescriptor> types = forceTypes();
    const TypeDescriptor& type = typeNamed(types, n.key);
    TwoBodies rig;
    ElementInputs in = inputsWith(type, n.given, rig.first, rig.second);
    in.mobilizer = [&rig](const std::string&) { return rig.first; };
    rig.forces.addForce(dynamic_cast<const ForceType&>(*type.implementation).create(in));
    const State s = rig.accelerated();
    EXPECT_NEAR(rig.system.calcPotentialEnergy(s), n.energy, digits);
    EXPECT_LT((rig.system.getRigidBodyForces(s, Stage::Dynamics)[1] - n.onFirst).norm(), digits);
    EXPECT_LT((rig.system.getRigidBodyForces(s, Stage::Dynamics)[2] - n.onSecond).norm(), digits);
    expectNear(rig.system.getMobilityForces(s, Stage::Dynamics), n.onMobilities, digits);
}

Given stop(std::int64_t coordinate, Real dissipation) {
    return {{"coordinate", coordinate}, {"stiffness", 5.}, {"dissipation", dissipation}, {"low", -0.1}, {"high", 0.1}};
}
std::vector<Real> onOne(std::size_t mobility, Real force) {
    std::vector<Real> f(12, 0.);
    f[mobility] = force;
    return f;
}
const Vec3 apart(2.07734625161793, -1.91847295505869, 1.00204494489884),
    bushingForce(-5.25790467630534, 6.4262053601312, -4.02493535134329);

INSTANTIATE_TEST_SUITE_P(
    Registry, ForceSigns,
    ::testing::Values(
        ForceNumbers{"push",
                     "twoPointConstantForce",
                     {{"point1", Vec3(0.1, 0, 0)}, {"point2", Vec3(0, 0.2, 0)}, {"force", 3.}},
                     0,
                     {Vec3(0.125590791786579, 0.0162576790935139, -0.229236866142602), apart},
                     {Vec3(-0.178705972170017, -0.0565486780946492, 0.262210865089233), Vec3(-apart)}},
        ForceNumbers{"force",
                     "constantForce",
                     {{"point", Vec3(0.1, 0, 0)}, {"force", Vec3(1, 2, 3)}},
                     0,
                     {Vec3(0.0134732782677477, -0.195675812911383, 0.125959449185006), Vec3(1, 2, 3)}},
        ForceNumbers{"torque", "constantTorque", {{"torque", Vec3(1, 2, 3)}}, 0, {Vec3(1, 2, 3), Vec3(0.)}},
        ForceNumbers{"damper",
                     "globalDamper",
                     {{"damping", 0.5}},
                     0,
                     SpatialVec(0.),
                     SpatialVec(0.),
                     {-0.35, 0.15, -0.1, -0.55, 0.3, -0.2, -0.125, -0.45, 0.4, -0.15, -0.05, 0.225}},
        ForceNumbers{"upperStop", "mobilityLinearStop", stop(0, 0.6), 0.1, SpatialVec(0.), SpatialVec(0.),
                     onOne(0, -1.42)},
        ForceNumbers{"lowerStop", "mobilityLinearStop", stop(1, 0.6), 0.225, SpatialVec(0.), SpatialVec(0.),
                     onOne(1, 1.77)},
        ForceNumbers{"lossyStop", "mobilityLinearStop", stop(1, 9), 0.225, SpatialVec(0.), SpatialVec(0.),
                     onOne(1, 5.55)},
        ForceNumbers{"bushing",
                     "linearBushing",
                     {{"point1", Vec3(0.1, 0, 0)},
                      {"orientation1", angles1},
                      {"point2", Vec3(0, 0.2, 0)},
                      {"orientation2", angles2},
                      {"angularStiffness", Vec3(1, 2, 3)},
                      {"stiffness", Vec3(4, 5, 6)},
                      {"angularDamping", Vec3(0.1, 0.2, 0.3)},
                      {"damping", Vec3(0.4, 0.5, 0.6)}},
                     8.89932388081797,
                     {Vec3(-2.60956756819479, 0.196779563808871, 0.663507034601275), bushingForce},
                     {Vec3(2.11904516492366, -1.73236087831855, -2.47442825444025), Vec3(-bushingForce)}}),
    [](const auto& row) { return row.param.name; });

TEST(MobilityLinearStop, NeverPulls) {
    const std::vector<TypeDescriptor> types = forceTypes();
    const TypeDescriptor& type = typeNamed(types, "mobilityLinearStop");
    TwoBodies rig;
    // The second body's first speed is positive: it leaves the lower stop.
    Given given = stop(0, 9);
    given["low"] = 0.2;
    given["high"] = 0.3;
    rig.forces.addForce(
        dynamic_cast<const ForceType&>(*type.implementation).create(inputsWith(type, given, rig.first, rig.second)));
    const State s = rig.accelerated();
    EXPECT_GT(rig.system.calcPotentialEnergy(s), 0);
    EXPECT_EQ(rig.system.getMobilityForces(s, Stage::Dynamics).norm(), 0);
}

// --- Motions ---

TEST(SinusoidMotion, PrescribesTheSineAtItsLevelAndTheDerivativesBelow) {
    const std::vector<TypeDescriptor> types = motionTypes();
    const TypeDescriptor& type = typeNamed(types, "sinusoid");
    const auto& implementation = dynamic_cast<const MotionType&>(*type.implementation);
    const Real a = 0.4, r = 3, phase = 0.2, mean = 0.3, t = 0.7, angle = r * t + phase;
    const Real derivatives[] = {mean + a * std::sin(angle), a * r * std::cos(angle), -a * r * r * std::sin(angle)};
    const std::pair<std::string, MotionElement::Level> levels[] = {
        {"position", MotionElement::Level::Position},
        {"velocity", MotionElement::Level::Velocity},
        {"acceleration", MotionElement::Level::Acceleration}};
    for (int above = 0; above < 3; ++above) {
        const auto& [name, level] = levels[above];
        const auto motion = implementation.create(
            inputsWith(type, {{"level", name}, {"amplitude", a}, {"rate", r}, {"phase", phase}, {"mean", mean}}));
        const auto parameters = motion->makeDefaultParameters();
        EXPECT_EQ(motion->getLevel(), level);
        Real q = NaN, u = NaN, udot = NaN;
        motion->calcPrescribedPosition(t, parameters.get(), 1, &q);
        motion->calcPrescribedVelocity(t, parameters.get(), 1, &u);
        motion->calcPrescribedAcceleration(t, parameters.get(), 1, &udot);
        if (above == 0) {
            EXPECT_DOUBLE_EQ(q, derivatives[0]);
        }
        if (above <= 1) {
            EXPECT_DOUBLE_EQ(u, derivatives[1 - above]);
        }
        EXPECT_DOUBLE_EQ(udot, derivatives[2 - above]);
    }
}

}  // namespace
}  // namespace trammel::testing
