// SPDX-License-Identifier: Apache-2.0
#include "simbody/assembler.h"

#include <gtest/gtest.h>

#include <cmath>

#include "simbody/Simbody.h"

namespace {

using namespace SimTK;

const Body::Rigid& link() {
    static const Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    return body;
}

/// Cranks of length 2 and a coupler of length 4 between pivots 4 apart: crank and rocker turn equally.
struct Parallelogram {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    MobilizedBody::Pin crank{matter.Ground(), Transform(), link(), Transform(Vec3(-2, 0, 0))};
    MobilizedBody::Pin coupler{crank, Transform(), link(), Transform(Vec3(-4, 0, 0))};
    MobilizedBody::Pin rocker{matter.Ground(), Transform(Vec3(4, 0, 0)), link(), Transform(Vec3(-2, 0, 0))};
    Constraint::PointOnLine joint{coupler, UnitVec3(ZAxis), Vec3(0), rocker, Vec3(0)};
    State state;

    Parallelogram() {
        state = system.realizeTopology();
        system.realizeModel(state);
        crank.setAngle(state, 1);
        coupler.setAngle(state, -0.8);
        rocker.setAngle(state, 1.2);
    }
};

/// A chain of two links of length 1 in the plane.
struct Arm {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    MobilizedBody::Pin upper{matter.Ground(), Transform(), link(), Transform(Vec3(-1, 0, 0))};
    MobilizedBody::Pin lower{upper, Transform(), link(), Transform(Vec3(-1, 0, 0))};
    State state;

    Arm() {
        state = system.realizeTopology();
        system.realizeModel(state);
    }
    Vec3 tip() {
        system.realize(state, Stage::Position);
        return lower.getBodyOriginLocation(state);
    }
};

/// The squared distance of the tip from a point, as a goal without errors.
class TipNear : public AssemblyCondition {
public:
    TipNear(const MobilizedBody& body, const Vec3& target) : AssemblyCondition("tip"), body_(body), target_(target) {}
    int calcGoal(const State& s, Real& goal) const override {
        goal = Vec3(body_.getBodyOriginLocation(s) - target_).squaredNorm();
        return 0;
    }

private:
    const MobilizedBody& body_;
    Vec3 target_;
};

/// The height of the tip, as an error.
class TipHeight : public AssemblyCondition {
public:
    TipHeight(const MobilizedBody& body, Real height)
        : AssemblyCondition("height of tip"), body_(body), height_(height) {}
    int calcErrors(const State& s, Vector& errors) const override {
        errors = Vector(1, body_.getBodyOriginLocation(s)[1] - height_);
        return 0;
    }

private:
    const MobilizedBody& body_;
    Real height_;
};

TEST(Assembler, ClosesALoopWithALockedCrank) {
    Parallelogram p;
    Assembler assembler(p.system);
    assembler.setErrorTolerance(1e-9);
    assembler.lockMobilizer(p.crank.getMobilizedBodyIndex());
    EXPECT_EQ(assembler.assemble(p.state), 0);
    EXPECT_EQ(p.crank.getAngle(p.state), 1);
    EXPECT_NEAR(p.rocker.getAngle(p.state), 1, 1e-8);
    EXPECT_NEAR(p.coupler.getAngle(p.state), -1, 1e-8);
    EXPECT_LE(assembler.calcCurrentErrorNorm(), 1e-9);
}

TEST(Assembler, KeepsALockedCoordinateAndARestrictedOneInItsRange) {
    Parallelogram p;
    Assembler locked(p.system);
    locked.setErrorTolerance(1e-9);
    locked.lockQ(p.rocker, MobilizerQIndex(0));
    locked.assemble(p.state);
    EXPECT_NEAR(p.rocker.getAngle(p.state), 1.2, 1e-10);
    EXPECT_NEAR(p.crank.getAngle(p.state), 1.2, 1e-8);

    Assembler restricted(p.system);
    restricted.setErrorTolerance(1e-9);
    restricted.restrictQ(p.crank, MobilizerQIndex(0), 0.2, 0.9);
    restricted.adoptAssemblyGoal(new QValue(p.rocker, MobilizerQIndex(0), 2));
    const Real goal = restricted.assemble(p.state);
    EXPECT_NEAR(p.crank.getAngle(p.state), 0.9, 1e-12);
    EXPECT_NEAR(p.rocker.getAngle(p.state), 0.9, 1e-8);
    EXPECT_NEAR(goal, 1.1 * 1.1 / 2, 1e-6);
}

TEST(Assembler, MeetsAGoalAlongTheLoop) {
    Parallelogram p;
    Assembler assembler(p.system);
    assembler.setErrorTolerance(1e-9);
    assembler.adoptAssemblyGoal(new QValue(p.rocker, MobilizerQIndex(0), 0.5));
    EXPECT_LT(assembler.assemble(p.state), 1e-12);
    EXPECT_NEAR(p.crank.getAngle(p.state), 0.5, 1e-6);
    EXPECT_LE(assembler.calcCurrentErrorNorm(), 1e-9);
}

TEST(Assembler, WeighsGoalsAgainstEachOther) {
    Parallelogram p;
    Assembler assembler(p.system);
    assembler.setAccuracy(1e-6);
    assembler.adoptAssemblyGoal(new QValue(p.rocker, MobilizerQIndex(0), 0.5), 3);
    assembler.adoptAssemblyGoal(new QValue(p.crank, MobilizerQIndex(0), 0.9), 1);
    const Real goal = assembler.assemble(p.state);
    EXPECT_NEAR(p.crank.getAngle(p.state), 0.6, 1e-5);
    EXPECT_NEAR(goal, (3 * 0.01 + 0.09) / 2, 1e-6);
}

TEST(Assembler, MinimizesAGoalWithoutErrors) {
    Arm near, far;
    Assembler reach(near.system);
    near.lower.setAngle(near.state, 0.3);
    reach.adoptAssemblyGoal(new TipNear(near.lower, Vec3(1, 1, 0)));
    EXPECT_LT(reach.assemble(near.state), 1e-9);
    EXPECT_NEAR((near.tip() - Vec3(1, 1, 0)).norm(), 0, 1e-4);

    Assembler stretch(far.system);
    far.upper.setAngle(far.state, 0.1);
    far.lower.setAngle(far.state, 0.3);
    stretch.adoptAssemblyGoal(new TipNear(far.lower, Vec3(0, 3, 0)));
    EXPECT_NEAR(stretch.assemble(far.state), 1, 1e-6);
    EXPECT_NEAR((far.tip() - Vec3(0, 2, 0)).norm(), 0, 1e-2);
}

TEST(Assembler, HoldsAConditionAdoptedAsErrorWhileGoalsImprove) {
    Arm arm;
    arm.upper.setAngle(arm.state, 0.4);
    Assembler assembler(arm.system);
    assembler.setErrorTolerance(1e-10);
    assembler.adoptAssemblyError(new TipHeight(arm.lower, 0.5));
    assembler.adoptAssemblyGoal(new TipNear(arm.lower, Vec3(1.2, 3, 0)));
    EXPECT_NEAR(assembler.assemble(arm.state), 2.5 * 2.5, 1e-6);
    EXPECT_NEAR(arm.tip()[1], 0.5, 1e-10);
    EXPECT_NEAR(arm.tip()[0], 1.2, 1e-3);
}

TEST(Assembler, FitsAndTracksMarkers) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Free body(matter.Ground(), link());
    State state = system.realizeTopology();
    system.realizeModel(state);

    Assembler assembler(system);
    assembler.setAccuracy(1e-6);
    auto* markers = new Markers;
    const Vec3 stations[] = {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(-1, 2, 0)};
    for (const Vec3& station : stations) markers->addMarker(body, station);
    assembler.adoptAssemblyGoal(markers);
    assembler.initialize(state);
    const auto observe = [&](const Transform& X) {
        std::vector<Vec3> seen;
        for (const Vec3& station : stations) seen.push_back(X * station);
        markers->moveAllObservations(seen);
    };

    const Transform X(Rotation(2.5, UnitVec3(1, 2, 3)), Vec3(4, -5, 6));
    observe(X);
    EXPECT_LT(assembler.assemble(), 1e-9);
    assembler.updateFromInternalState(state);
    system.realize(state, Stage::Position);
    EXPECT_NEAR((body.getBodyOriginLocation(state) - X.p()).norm(), 0, 1e-5);
    EXPECT_NEAR((Mat33(body.getBodyRotation(state)) - Mat33(X.R())).norm(), 0, 1e-5);
    EXPECT_NEAR(markers->findCurrentMarkerError(Markers::MarkerIx(3)), 0, 1e-5);

    const Transform next(Rotation(2.6, UnitVec3(1, 2, 3)), Vec3(4, -5, 6.1));
    observe(next);
    markers->moveOneObservation(Markers::ObservationIx(1), Vec3(NaN));
    EXPECT_LT(assembler.track(0.1), 1e-9);
    EXPECT_EQ(assembler.getInternalState().getTime(), 0.1);
    EXPECT_NEAR(markers->findCurrentMarkerError(Markers::MarkerIx(0)), 0, 1e-5);
}

/// Three ball joints in a row, with links of length 1.
struct Spine {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    MobilizedBody::Ball low{matter.Ground(), Transform(), link(), Transform(Vec3(0, -1, 0))};
    MobilizedBody::Ball middle{low, Transform(), link(), Transform(Vec3(0, -1, 0))};
    MobilizedBody::Ball high{middle, Transform(), link(), Transform(Vec3(0, -1, 0))};
    State state;

    Spine() {
        state = system.realizeTopology();
        system.realizeModel(state);
    }
};

TEST(Assembler, FitsOrientationSensors) {
    Spine s;
    Assembler assembler(s.system);
    assembler.setAccuracy(1e-6);
    auto* sensors = new OrientationSensors;
    const Rotation mounted(0.4, UnitVec3(1, 1, 0));
    const OrientationSensors::OSensorIx low = sensors->addOSensor("low", s.low, mounted);
    const OrientationSensors::OSensorIx high = sensors->addOSensor("high", s.high, Rotation(), 2);
    assembler.adoptAssemblyGoal(sensors);
    assembler.initialize(s.state);
    // A quarter turn about y is where angles about x, y and z are singular.
    const Rotation R_low(Pi / 2, YAxis), R_high(2.9, UnitVec3(1, -2, 0.5));
    sensors->moveAllObservations({R_low * mounted, R_high});
    EXPECT_LT(assembler.assemble(), 1e-12);
    assembler.updateFromInternalState(s.state);
    s.system.realize(s.state, Stage::Position);
    EXPECT_NEAR((Mat33(s.low.getBodyRotation(s.state)) - Mat33(R_low)).norm(), 0, 1e-6);
    EXPECT_NEAR((Mat33(s.high.getBodyRotation(s.state)) - Mat33(R_high)).norm(), 0, 1e-6);
    EXPECT_NEAR(sensors->findCurrentOSensorError(high), 0, 1e-6);

    sensors->moveOneObservation(sensors->getObservationIxForOSensor(low), Rotation(Pi / 2 + 0.1, YAxis) * mounted);
    EXPECT_LT(assembler.track(), 1e-12);
    // Two inconsistent sensors on one body: the heavier one has the smaller error.
    auto* torn = new OrientationSensors;
    torn->addOSensor(s.high, Rotation(), 3);
    torn->addOSensor(s.high, Rotation(), 1);
    Assembler between(s.system);
    between.setAccuracy(1e-6);
    between.adoptAssemblyGoal(torn);
    between.initialize(s.state);
    torn->moveAllObservations({Rotation(), Rotation(0.4, ZAxis)});
    EXPECT_NEAR(between.assemble(), (3 * 0.01 + 0.09) / 8, 1e-9);
    EXPECT_NEAR(torn->findCurrentOSensorError(OrientationSensors::OSensorIx(0)), 0.1, 1e-6);
    EXPECT_NEAR(torn->findCurrentOSensorError(OrientationSensors::OSensorIx(1)), 0.3, 1e-6);
}

TEST(Assembler, NumbersAnglesOfBallsAsEulerAngles) {
    Spine s;
    s.low.setQToFitRotation(s.state, Rotation(BodyRotationSequence, 0.3, XAxis, 0.2, YAxis, -0.4, ZAxis));
    Assembler assembler(s.system);
    assembler.setAccuracy(1e-6);
    assembler.lockQ(s.low, MobilizerQIndex(1));
    assembler.restrictQ(s.middle, MobilizerQIndex(0), -0.1, 0.1);
    assembler.adoptAssemblyGoal(new QValue(s.low, MobilizerQIndex(0), 1.1));
    assembler.adoptAssemblyGoal(new QValue(s.middle, MobilizerQIndex(0), 0.5));
    EXPECT_NEAR(assembler.assemble(s.state), 0.4 * 0.4 / 2, 1e-9);
    EXPECT_EQ(assembler.getNumFreeQs(), 8);
    EXPECT_EQ(assembler.getFreeQBounds(assembler.getFreeQIndexOfQ(QIndex(3)))[1], 0.1);
    s.system.realize(s.state, Stage::Position);
    const Vec3 low = s.low.getBodyRotation(s.state).convertRotationToBodyFixedXYZ();
    EXPECT_NEAR(low[0], 1.1, 1e-6);
    EXPECT_NEAR(low[1], 0.2, 1e-9);
    const State& inside = assembler.getInternalState();
    EXPECT_TRUE(s.matter.getUseEulerAngles(inside));
    EXPECT_FALSE(s.matter.getUseEulerAngles(s.state));
    EXPECT_NEAR(s.middle.getOneQ(inside, 0), 0.1, 1e-12);
}

TEST(Assembler, OrdersObservationsByNameAndRejectsInvalidOnes) {
    Spine s;
    Assembler assembler(s.system);
    assembler.setAccuracy(1e-6);
    auto* markers = new Markers;
    markers->addMarker("tip", s.high, Vec3(0));
    EXPECT_EQ(markers->getMarkerName(markers->addMarker(s.middle, Vec3(0))), "_UNNAMED_1");
    EXPECT_THROW(markers->addMarker("tip", s.low, Vec3(0)), Exception::Base);
    EXPECT_THROW(markers->addMarker("heavy", s.low, Vec3(0), -1), Exception::Base);
    assembler.adoptAssemblyGoal(markers);
    markers->defineObservationOrder(std::vector<std::string>{"nobody", "tip"});
    EXPECT_FALSE(markers->hasMarker(Markers::ObservationIx(0)));
    EXPECT_EQ(markers->getObservationIxForMarker(markers->getMarkerIx("tip")), Markers::ObservationIx(1));
    EXPECT_THROW(markers->moveAllObservations({Vec3(0)}), Exception::Base);
    EXPECT_THROW(markers->defineObservationOrder(std::vector<String>{"tip", "tip"}), Exception::Base);
    markers->moveAllObservations({Vec3(9, 9, 9), Vec3(1, 2, 1)});
    EXPECT_LT(assembler.assemble(s.state), 1e-9);
    s.system.realize(s.state, Stage::Position);
    EXPECT_NEAR((s.high.getBodyOriginLocation(s.state) - Vec3(1, 2, 1)).norm(), 0, 1e-5);
    // A required condition, out of reach by 1.
    assembler.setAssemblyConditionWeight(AssemblyConditionIndex(0), Infinity);
    markers->moveOneObservation(Markers::ObservationIx(1), Vec3(0, 4, 0));
    EXPECT_THROW(assembler.track(), Assembler::TrackFailed);
    EXPECT_THROW(assembler.assemble(), Assembler::AssembleFailed);
}

TEST(Assembler, TracksOnTheSameBranch) {
    // Moved in small steps, a parallelogram passes the collinear pose without changing its branch.
    Parallelogram p;
    Assembler assembler(p.system);
    assembler.setAccuracy(1e-6);
    auto* crank = new QValue(p.crank, MobilizerQIndex(0), 1);
    assembler.adoptAssemblyError(crank);
    assembler.assemble(p.state);
    assembler.initialize(p.state);
    for (Real angle = 1; angle > 0.05; angle -= 0.1) {
        crank->setValue(angle);
        assembler.track();
        EXPECT_NEAR(assembler.getInternalState().getQ()[2], angle, 1e-5);
    }
}

TEST(Assembler, StartsFromASingularPose) {
    // Stretched along the line to the target: no first-order way to shorten it.
    Arm arm;
    MultibodySystem& system = arm.system;
    Constraint::Rod rod(arm.matter.Ground(), Vec3(0), arm.lower, Vec3(0), 1.5);
    State state = system.realizeTopology();
    Assembler assembler(system);
    assembler.assemble(state);
    system.realize(state, Stage::Position);
    EXPECT_NEAR(arm.lower.getBodyOriginLocation(state).norm(), 1.5, 1e-3);
}

TEST(Assembler, FailureNamesTheConstraintAndKeepsTheState) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Pin arm(matter.Ground(), Transform(), link(), Transform(Vec3(-1, 0, 0)));
    Constraint::Rod tooFar(matter.Ground(), Vec3(5, 0, 0), arm, Vec3(0), 1);
    State state = system.realizeTopology();
    system.realizeModel(state);
    arm.setAngle(state, 2);
    Assembler assembler(system);
    try {
        assembler.assemble(state);
        FAIL() << "no exception";
    } catch (const Assembler::AssembleFailed& e) {
        EXPECT_NE(std::string(e.what()).find("closure gap at 'rod 0'"), std::string::npos) << e.what();
        EXPECT_NE(std::string(e.what()).find("of 3"), std::string::npos) << e.what();
    }
    EXPECT_EQ(arm.getAngle(state), 2);
}

TEST(Assembler, FiniteWeightTradesOffConstraints) {
    Parallelogram p;
    Assembler assembler(p.system);
    assembler.setAccuracy(1e-6);
    assembler.setSystemConstraintsWeight(1);
    EXPECT_LT(assembler.assemble(p.state), 1e-9);
    EXPECT_NEAR(p.crank.getAngle(p.state), p.rocker.getAngle(p.state), 1e-4);
    assembler.setSystemConstraintsWeight(0);
    p.crank.setAngle(p.state, 0.3);
    EXPECT_EQ(assembler.assemble(p.state), 0);
    EXPECT_EQ(p.crank.getAngle(p.state), 0.3);
}

TEST(Integrators, ReachTheirAccuracyUnderTheirDocumentedNames) {
    Arm arm;
    arm.upper.setRate(arm.state, 1);
    const auto angle = [&](Integrator& integrator) {
        TimeStepper stepper(arm.system, integrator);
        stepper.initialize(arm.state);
        EXPECT_EQ(stepper.stepTo(1), Integrator::ReachedReportTime) << integrator.getMethodName();
        return arm.upper.getAngle(stepper.getState());
    };
    RungeKuttaFehlbergIntegrator reference(arm.system);
    reference.setAccuracy(1e-10);
    const Real expected = angle(reference);
    ExplicitEulerIntegrator euler(arm.system);
    RungeKutta2Integrator second(arm.system);
    RungeKutta3Integrator third(arm.system);
    RungeKuttaMersonIntegrator merson(arm.system);
    VerletIntegrator verlet(arm.system);
    SemiExplicitEulerIntegrator fixed(arm.system, 1e-4);
    SemiExplicitEuler2Integrator halving(arm.system);
    for (Integrator* each :
         {static_cast<Integrator*>(&euler), static_cast<Integrator*>(&second), static_cast<Integrator*>(&third),
          static_cast<Integrator*>(&merson), static_cast<Integrator*>(&verlet), static_cast<Integrator*>(&fixed),
          static_cast<Integrator*>(&halving)}) {
        each->setAccuracy(1e-5);
        EXPECT_NEAR(angle(*each), expected, each->getMethodMinOrder() > 1 ? 1e-3 : 2e-2) << each->getMethodName();
    }
    EXPECT_FALSE(fixed.methodHasErrorControl());
    EXPECT_NEAR(fixed.getNumStepsTaken(), 10000, 1);
    EXPECT_TRUE(halving.methodHasErrorControl());
    EXPECT_THROW(SemiExplicitEulerIntegrator(arm.system, 0), Exception::Base);
}

}  // namespace
