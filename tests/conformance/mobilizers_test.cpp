// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {
namespace {

// Central differences with this step have errors of about h^2 and rounding/h: a few 1e-10 for numbers of order one.
constexpr Real jointDifferences = 1e-8;
constexpr Real exactly = 1e-12;

class EveryMobilizer : public ::testing::TestWithParam<Row> {
protected:
    Random random{42};
    std::shared_ptr<const Mobilizer> mobilizer = makeMobilizer(GetParam().type, random);
    const int nq = mobilizer->getNQ(), nu = mobilizer->getNU();
    std::vector<Real> q = randomReals(nq), u = randomReals(nu), udot = randomReals(nu);

    std::vector<Real> randomReals(int n) {
        std::vector<Real> v(static_cast<std::size_t>(n));
        for (Real& x : v) x = random.real();
        if (n == nq && mobilizer->usesQuaternion()) Eigen::Map<Eigen::Vector4d>(v.data()).normalize();
        return v;
    }
    void SetUp() override { q = randomReals(nq); }
    std::vector<Real> qdotAt(const std::vector<Real>& at) const {
        std::vector<Real> v(static_cast<std::size_t>(nq));
        mobilizer->multiplyByN(at.data(), u.data(), v.data());
        return v;
    }
    Transform pose(const std::vector<Real>& at) const {
        Transform X;
        SpatialVec H[Mobilizer::maxNU];
        mobilizer->calcAcross(at.data(), X, H);
        return X;
    }
    SpatialVec velocity(const std::vector<Real>& at) const {
        Transform X;
        SpatialVec H[Mobilizer::maxNU], V(0.);
        mobilizer->calcAcross(at.data(), X, H);
        for (int i = 0; i < nu; ++i) V += u[std::size_t(i)] * H[i];
        return V;
    }
    /// q integrated along u by @p dt.
    std::vector<Real> moved(Real dt) const {
        std::vector<Real> at = q, qdot = qdotAt(q);
        for (std::size_t i = 0; i < at.size(); ++i) at[i] += dt * qdot[i];
        return at;
    }
};

TEST_P(EveryMobilizer, VelocityIsTheDerivativeOfThePose) {
    const Transform before = pose(moved(-step)), now = pose(q), after = pose(moved(step));
    const Mat33 Rdot = (after.R() - before.R()) / (2 * step);
    const Mat33 W = Rdot * now.R().transpose();
    const SpatialVec V = velocity(q);
    EXPECT_LT((Vec3(W(2, 1), W(0, 2), W(1, 0)) - V[0]).norm(), jointDifferences);
    EXPECT_LT((Vec3(after.p() - before.p()) / (2 * step) - V[1]).norm(), jointDifferences);
}

TEST_P(EveryMobilizer, HDotIsTheDerivativeOfH) {
    const SpatialVec difference = (1 / (2 * step)) * (velocity(moved(step)) - velocity(moved(-step)));
    const SpatialVec hdotu =
        mobilizer->hasConstantH() ? SpatialVec(0.) : mobilizer->calcHDotU(q.data(), u.data(), pose(q), velocity(q));
    EXPECT_LT((difference - hdotu).norm(), jointDifferences);
}

TEST_P(EveryMobilizer, NInverseUndoesN) {
    std::vector<Real> back(static_cast<std::size_t>(nu));
    mobilizer->multiplyByNInv(q.data(), qdotAt(q).data(), back.data());
    for (int i = 0; i < nu; ++i) EXPECT_NEAR(back[std::size_t(i)], u[std::size_t(i)], exactly);
}

TEST_P(EveryMobilizer, QDotDotIsTheDerivativeOfQDot) {
    std::vector<Real> qdotdot(static_cast<std::size_t>(nq));
    mobilizer->calcQDotDot(q.data(), u.data(), udot.data(), qdotdot.data());
    const std::vector<Real> u0 = u;
    const auto qdotAtTime = [&](Real dt) {
        u = u0;
        const std::vector<Real> at = moved(dt);
        for (std::size_t i = 0; i < u.size(); ++i) u[i] = u0[i] + dt * udot[i];
        return qdotAt(at);
    };
    const std::vector<Real> after = qdotAtTime(step), before = qdotAtTime(-step);
    for (std::size_t i = 0; i < qdotdot.size(); ++i)
        EXPECT_NEAR(qdotdot[i], (after[i] - before[i]) / (2 * step), jointDifferences);
}

TEST_P(EveryMobilizer, FittingItsOwnPoseAndVelocityReproducesThem) {
    const Transform X = pose(q);
    std::vector<Real> fitted(static_cast<std::size_t>(nq));
    mobilizer->setQToFitTransform(X, fitted.data());
    const Transform again = pose(fitted);
    EXPECT_LT((again.R() - X.R()).norm() + Vec3(again.p() - X.p()).norm(), exactly);

    std::vector<Real> uFit(static_cast<std::size_t>(nu));
    mobilizer->setUToFitVelocity(q.data(), velocity(q), uFit.data());
    for (int i = 0; i < nu; ++i) EXPECT_NEAR(uFit[std::size_t(i)], u[std::size_t(i)], exactly);
}

TEST_P(EveryMobilizer, EveryCoordinateHasAnInitialPropertyAtItsStage) {
    const TypeDescriptor& type = GetParam().type;
    for (const std::string& key : mobilizer->initialKeys().q) {
        ASSERT_NE(type.findProperty(key), nullptr) << key;
        EXPECT_EQ(type.findProperty(key)->invalidates, Stage(Stage::Position)) << key;
    }
    for (const std::string& key : mobilizer->initialKeys().u) {
        ASSERT_NE(type.findProperty(key), nullptr) << key;
        EXPECT_EQ(type.findProperty(key)->invalidates, Stage(Stage::Velocity)) << key;
    }
}

TEST_P(EveryMobilizer, ItsTypeDeclaresTheQuantitiesOfItsCoordinates) {
    const TypeDescriptor& type = GetParam().type;
    if (type.coordinates.empty()) {
        // The connected functions determine the quantities, or the joint's own properties.
        for (int i = 0; i < nq; ++i) {
            const PropertyDescriptor* const kind = type.findProperty("kind" + std::to_string(i + 1));
            const bool isAngle = kind && equal(kind->defaultValue, std::string("angle"));
            const bool isLength = kind && equal(kind->defaultValue, std::string("length"));
            EXPECT_EQ(mobilizer->nameOfQ(i).quantity, isAngle    ? Quantity::Angle
                                                      : isLength ? Quantity::Length
                                                                 : Quantity::None)
                << i;
        }
        return;
    }
    ASSERT_EQ(std::ssize(type.speeds), nu);
    for (int i = 0; i < nu; ++i) EXPECT_EQ(type.speeds[std::size_t(i)], mobilizer->nameOfU(i).quantity) << i;
    // Euler angles are selected in a State, not in a type.
    if (type.key.ends_with("_eulerAngles")) return;
    ASSERT_EQ(std::ssize(type.coordinates), nq);
    for (int i = 0; i < nq; ++i) EXPECT_EQ(type.coordinates[std::size_t(i)], mobilizer->nameOfQ(i).quantity) << i;
}

TEST_P(EveryMobilizer, DrawsAGlyph) {
    std::vector<DecorativeGeometry> glyph;
    mobilizer->appendGlyph(0.1, glyph);
    EXPECT_FALSE(glyph.empty());
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryMobilizer, ::testing::ValuesIn(jointRows()), rowName);

}  // namespace
}  // namespace trammel::testing
