// SPDX-License-Identifier: Apache-2.0
// Two bodies connected by a joint in either direction.
#include <gtest/gtest.h>

#include "multibody/mobilizers/free.h"
#include "multibody/mobilizers/reversed.h"
#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

// A few thousand rounding errors of numbers of order one; both computations are exact.

/// Body 1 is free in Ground and carries body 2 by the joint.
struct JoinedBodies {
    struct End {
        MassProperties mass;
        Transform jointFrame;
    };
    JoinedBodies(std::shared_ptr<const Mobilizer> joint, const End& first, const End& second)
        : matter(system), forces(system) {
        add("first", 0, std::make_shared<FreeMobilizer>(), first.mass, Transform(), Transform());
        add("second", 1, std::move(joint), second.mass, first.jointFrame, second.jointFrame);
    }
    void add(const char* name, int parent, std::shared_ptr<const Mobilizer> joint, const MassProperties& mass,
             const Transform& X_PF, const Transform& X_BM) {
        BodyDefinition body;
        body.name = name;
        body.jointName = std::string("joint of ") + name;
        body.parent = MobilizedBodyIndex(parent);
        body.mobilizer = std::move(joint);
        body.mass = mass;
        body.X_PF = X_PF;
        body.X_BM = X_BM;
        matter.addBody(std::move(body));
    }
    State start(bool eulerAngles) {
        State s = system.realizeTopology();
        matter.setUseEulerAngles(s, eulerAngles);
        system.realizeModel(s);
        return s;
    }
    MultibodySystem system;
    MatterSubsystem matter;
    GeneralForceSubsystem forces;
};
const MobilizedBodyIndex body1(1), body2(2);

struct Coordinates {
    std::vector<Real> q, u;
};
Coordinates coordinatesOf(const MatterSubsystem& matter, const State& s, MobilizedBodyIndex b) {
    const TreeNode& n = matter.getTree(s)[b];
    const Real *q = s.getQ().data() + n.qStart, *u = s.getU().data() + n.uStart;
    return {{q, q + n.nq}, {u, u + n.nu}};
}

class EveryJoint : public ::testing::TestWithParam<std::tuple<Row, bool>> {};

TEST_P(EveryJoint, ReversedEqualsForward) {
    const auto& [row, eulerAngles] = GetParam();
    Random random(3);
    const JoinedBodies::End a{random.mass(), random.transform()}, b{random.mass(), random.transform()};
    const std::shared_ptr<const Mobilizer> joint = makeMobilizer(row.type, random);
    JoinedBodies forward(joint, a, b), backward(makeReversed(joint), b, a);
    EXPECT_TRUE(backward.matter.getMobilizer(body2).isReversed());

    State s = forward.start(eulerAngles);
    for (Real& x : s.updQ()) x = random.real();
    for (Real& x : s.updU()) x = random.real();
    forward.system.realize(s, Stage::Position);
    for (const TreeNode& n : forward.matter.getTree(s).nodes)
        if (n.quaternion >= 0) Eigen::Map<Eigen::Vector4d>(s.updQ().data() + n.qStart).normalize();
    forward.system.realize(s, Stage::Velocity);

    // Place the second body at its pose, and set the joint's q and u.
    State t = backward.start(eulerAngles);
    const Coordinates same = coordinatesOf(forward.matter, s, body2);
    const TreeNode& free = backward.matter.getTree(t)[body1];
    Real q[Mobilizer::maxNQ], u[Mobilizer::maxNU];
    free.mobilizer->setQToFitTransform(forward.matter.getBodyTransform(s, body2), q);
    free.mobilizer->setUToFitVelocity(q, forward.matter.getBodyVelocity(s, body2), u);
    backward.matter.setQ(t, body1, {q, q + free.nq});
    backward.matter.setU(t, body1, {u, u + free.nu});
    backward.matter.setQ(t, body2, same.q);
    backward.matter.setU(t, body2, same.u);
    backward.system.realize(t, Stage::Velocity);

    const Transform &X = forward.matter.getBodyTransform(s, body1), &Y = backward.matter.getBodyTransform(t, body2);
    EXPECT_LT((X.R() - Y.R()).norm() + Vec3(X.p() - Y.p()).norm(), exact);
    EXPECT_LT((forward.matter.getBodyVelocity(s, body1) - backward.matter.getBodyVelocity(t, body2)).norm(), exact);

    // Equal forces on the bodies, and on the joint's speeds.
    const int nu = int(same.u.size());
    Vector f(6 + nu), g(6 + nu), udot, vdot;
    f.setZero();
    g.setZero();
    for (int i = 0; i < nu; ++i) f[6 + i] = g[6 + i] = random.real();
    Vector_<SpatialVec> F(3), G(3), A, B;
    F[0] = G[0] = SpatialVec(0.);
    F[1] = G[2] = {random.vec3(), random.vec3()};
    F[2] = G[1] = {random.vec3(), random.vec3()};
    forward.matter.calcAccelerationIgnoringConstraints(s, f, F, udot, A);
    backward.matter.calcAccelerationIgnoringConstraints(t, g, G, vdot, B);
    EXPECT_LT((A[1] - B[2]).norm(), exact);
    EXPECT_LT((A[2] - B[1]).norm(), exact);
    for (int i = 0; i < nu; ++i) EXPECT_NEAR(udot[6 + i], vdot[6 + i], exact);
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryJoint,
                         ::testing::Combine(::testing::ValuesIn(rows(mobilizerTypes())), ::testing::Bool()),
                         [](const auto& joint) {
                             return std::get<0>(joint.param).type.key +
                                    (std::get<1>(joint.param) ? "_eulerAngles" : "_quaternions");
                         });

}  // namespace
}  // namespace trammel::testing
