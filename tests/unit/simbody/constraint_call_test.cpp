// SPDX-License-Identifier: Apache-2.0
// A custom constraint reads the same from the State with an observer, when everything is read from the cache.
#include <gtest/gtest.h>

#include "simbody/Simbody.h"

namespace {
using namespace SimTK;

/// Keeps the distance of two points, with all functions that take a State.
class Distance : public Constraint::Custom::Implementation {
public:
    Distance(SimbodyMatterSubsystem& matter, const MobilizedBody& b1, const MobilizedBody& b2)
        : Implementation(matter, 1, 0, 0), b1_(addConstrainedBody(b1)), b2_(addConstrainedBody(b2)) {}
    Distance* clone() const override { return new Distance(*this); }

    void calcPositionErrors(const State& s, const Array_<Transform, ConstrainedBodyIndex>&,
                            const Array_<Real, ConstrainedQIndex>&, Array_<Real>& perr) const override {
        perr[0] = (between(s).normSqr() - 0.04) / 2;
    }
    void calcPositionDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& V,
                               const Array_<Real, ConstrainedQIndex>&, Array_<Real>& pverr) const override {
        pverr[0] = dot(findStationVelocity(s, V, b2_, p2_) - findStationVelocity(s, V, b1_, p1_), between(s));
    }
    void calcPositionDotDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>& A,
                                  const Array_<Real, ConstrainedQIndex>&, Array_<Real>& paerr) const override {
        const Vec3 v = findStationVelocityFromState(s, b2_, p2_) - findStationVelocityFromState(s, b1_, p1_);
        const Vec3 a = findStationAcceleration(s, A, b2_, p2_) - findStationAcceleration(s, A, b1_, p1_);
        paerr[0] = dot(a, between(s)) + v.normSqr();
        State other = s;
        other.updQ()[5] += 0.1;
        getMatterSubsystem().getSystem().realize(other, Stage::Velocity);
        otherwise = findStationLocationFromState(other, b2_, p2_);
        otherSpeed = getBodyAngularVelocityFromState(other, b2_);
        back = findStationLocationFromState(s, b2_, p2_);
    }
    void addInPositionConstraintForces(const State& s, const Array_<Real>& lambda,
                                       Array_<SpatialVec, ConstrainedBodyIndex>& f,
                                       Array_<Real, ConstrainedQIndex>&) const override {
        addInStationForce(s, b2_, p2_, lambda[0] * between(s), f);
        addInStationForce(s, b1_, p1_, -lambda[0] * between(s), f);
    }
    mutable Vec3 otherwise, otherSpeed, back;

private:
    Vec3 between(const State& s) const {
        return findStationLocationFromState(s, b2_, p2_) - findStationLocationFromState(s, b1_, p1_);
    }
    ConstrainedBodyIndex b1_, b2_;
    Vec3 p1_{0.1, -0.2, 0.3}, p2_{0, 0.1, -0.05};
};

/// The ancestor of the constrained bodies: Ground, or a body that moves.
class ConstraintCall : public testing::TestWithParam<bool> {};

TEST_P(ConstraintCall, givesWhatTheCacheHolds) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    const Body::Rigid body(MassProperties(1, Vec3(0.1, 0, 0), UnitInertia(1)));
    MobilizedBody::Pin turntable(matter.Ground(), Transform(Vec3(1, 0, 0)), body, Transform());
    MobilizedBody::Free first(turntable, Transform(Vec3(0, 0.5, 0)), body, Transform());
    MobilizedBody::Ball second(turntable, Transform(Vec3(0, -0.5, 0.2)), body, Transform(Vec3(0.1, 0.2, 0)));
    MobilizedBody& other = GetParam() ? matter.updGround() : static_cast<MobilizedBody&>(second);
    auto* const distance = new Distance(matter, other, first);
    const Constraint::Custom constraint(distance);
    State alone = system.realizeTopology();
    system.realizeModel(alone);
    for (int i = 0; i < alone.getNQ(); ++i) alone.updQ()[i] += 0.1 * (i % 4);
    for (int i = 0; i < alone.getNU(); ++i) alone.updU()[i] = 0.3 - 0.2 * i;
    State watched = alone;
    trammel::RealizationObserver observer;
    watched.setObserver(&observer);

    system.realize(alone, Stage::Acceleration);
    const Vec3 otherwise = distance->otherwise, otherSpeed = distance->otherSpeed, back = distance->back;
    EXPECT_GT((otherwise - back).norm(), 1e-3);
    system.realize(watched, Stage::Acceleration);
    EXPECT_EQ(otherwise, distance->otherwise);
    EXPECT_EQ(otherSpeed, distance->otherSpeed);
    EXPECT_EQ(back, distance->back);
    ASSERT_EQ(alone.getNQErr(), watched.getNQErr());
    EXPECT_EQ(alone.getQErr(), watched.getQErr());
    EXPECT_EQ(alone.getUErr(), watched.getUErr());
    EXPECT_EQ(alone.getUDot(), watched.getUDot());
    EXPECT_EQ(alone.getMultipliers(), watched.getMultipliers());
    EXPECT_NE(alone.getMultipliers()[0], 0);
    EXPECT_LT(alone.getUDotErr().norm(), 1e-9);
}
INSTANTIATE_TEST_SUITE_P(Ancestor, ConstraintCall, testing::Bool());

}  // namespace
