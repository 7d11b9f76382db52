// SPDX-License-Identifier: Apache-2.0
// Energy of passive scenes with rigid contact, and the work of the solver of their impacts.
#include <cmath>
#include <random>

#include "compile/compiled_data.h"
#include "contact/rigid/coulomb_solver.h"
#include "contact/rigid/impact_solver.h"
#include "contact/rigid/normal_impulses.h"
#include "rigid_contact_models.h"

namespace trammel::test {
namespace {

/// Uniform numbers that do not depend on the standard library.
class Draw {
public:
    explicit Draw(unsigned seed) : engine_(seed) {}
    Real between(Real low, Real high) {
        constexpr Real range = 4294967296.;
        return low + (high - low) * Real(engine_()) / range;
    }
    Vec3 vector(Real size) {
        const Real x = between(-size, size), y = between(-size, size);
        return Vec3(x, y, between(-size, size));
    }

private:
    std::mt19937 engine_;
};

/// The energy of a run at its last frame, and what its contacts lost in impacts.
class EnergyBook {
public:
    EnergyBook(Simulation& run, std::vector<std::string> contacts)
        : run_(run), contacts_(std::move(contacts)), start_(run.energy()), last_(start_) {}
    void advance(Real step, int steps, Real allowed, const std::string& scene) {
        for (int i = 1; i <= steps; ++i) {
            run_.goTo(step * i);
            EXPECT_LE(run_.energy(), last_ + allowed * start_) << scene << " at " << run_.time();
            last_ = run_.energy();
        }
    }
    Real change() const { return last_ - start_; }
    Real lost() const {
        Real sum = 0;
        for (const std::string& name : contacts_) sum += read(run_, name).lostEnergy;
        return sum;
    }

private:
    Simulation& run_;
    std::vector<std::string> contacts_;
    Real start_, last_;
};

class RigidEnergy : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(TwoMethods, RigidEnergy, ::testing::Values("rungeKuttaMerson", "dormandPrince853"));

TEST_P(RigidEnergy, NeverGrowsInRandomScenes) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        Draw draw(seed);
        ModelBuilder b;
        b.add(gravity(g));
        b.add(floorShape());
        const Real mu = seed % 2 ? 0.4 : 0.8, e = seed % 4 < 2 ? 0 : 0.5;
        std::vector<ElementId> boxes;
        std::vector<std::string> contacts;
        const auto touch = [&](ElementId a, ElementId c) {
            contacts.push_back("Rigid " + std::to_string(contacts.size()));
            b.add(withMu(rigid(a, c, contacts.back()).set("restitution", e).set("restSpeed", 1e-3), mu, mu));
        };
        const std::size_t bodies = seed < 8 ? 2 : 3;
        for (std::size_t i = 0; i < bodies; ++i) {
            const std::string name = "Body " + std::to_string(i);
            // The last one of some scenes is a cylinder beside the boxes.
            const bool rolls = seed % 3 == 1 && i + 1 == bodies;
            const ElementId id = b.add(rolls ? Element::draft("body", "cylinder", name)
                                                   .set("radius", draw.between(0.05, 0.1))
                                                   .set("length", draw.between(0.1, 0.3))
                                                   .set("mass", 1.)
                                             : box(name, Vec3(0.2, 0.1, 0.3), 1));
            const Vec3 aside = draw.vector(0.05), v = draw.vector(0.4), turn = draw.vector(3), w = draw.vector(5);
            b.add(freeJoint(id, Vec3(aside[0] + (rolls ? 2 : 0), 0.3 + 0.4 * Real(i), aside[2]), Vec3(v[0], 0, v[2]))
                      .set("orientation", turn)
                      .set("angularVelocity", w));
            touch({}, id);
            if (rolls) continue;
            for (const ElementId other : boxes) touch(other, id);
            boxes.push_back(id);
        }
        Simulation run(compiled(b.document()), 1e-4, GetParam());
        EnergyBook book(run, contacts);
        book.advance(0.01, 100, 1e-5, "seed " + std::to_string(seed));
        // Friction dissipates the rest.
        EXPECT_GE(-book.change(), book.lost() * (1 - 1e-5)) << seed;
    }
}

/// A cylinder that stands tilted on its rim.
CompiledModelPtr tiltedCylinder(Real tilt, Real mu, Real e, Real restSpeed) {
    constexpr Real radius = 0.05, length = 0.2;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id =
        b.add(Element::draft("body", "cylinder", "Roller").set("radius", radius).set("length", length).set("mass", 2.));
    b.add(freeJoint(id, Vec3(0, length / 2 * std::cos(tilt) + radius * std::sin(tilt), 0))
              .set("orientation", Vec3(tilt - Pi / 2, 0, 0)));
    b.add(withMu(rigid({}, id).set("restitution", e).set("restSpeed", restSpeed), mu, mu));
    return compiled(b.document());
}

TEST_P(RigidEnergy, NeverGrowsWhereACylinderRocksOnItsRim) {
    // Newton's law of restitution would add energy where the restitution is not 0.
    constexpr Real numbers[][3] = {{0.3, 0.4, 0}, {0.3, 0.8, 0}, {0.46, 0.8, 0}, {0.46, 0.8, 0.5}};
    for (const auto& [tilt, mu, e] : numbers) {
        Simulation run(tiltedCylinder(tilt, mu, e, 1e-3), 1e-4, GetParam());
        EnergyBook book(run, {"Rigid"});
        book.advance(0.01, 150, 3e-5, "tilt " + std::to_string(tilt));
        EXPECT_GE(-book.change(), book.lost() * (1 - 1e-4)) << tilt;
        // Slow slip that turns fast does not bound the steps.
        EXPECT_LT(run.integrator().getNumStepsTaken(), 3000) << tilt;
    }
}

TEST_P(RigidEnergy, LossWithoutFrictionIsThatOfImpacts) {
    // Rocking that ends below the rest speed included.
    Simulation run(tiltedCylinder(0.1, 0, 0.3, 0.05), 1e-8, GetParam());
    EnergyBook book(run, {"Rigid"});
    book.advance(0.01, 100, 1e-8, "rocking");
    EXPECT_LT(run.velocity("Roller")[0].norm(), 1e-6);
    EXPECT_NEAR(-book.change(), book.lost(), 1e-7);
}

TEST_P(RigidEnergy, CylinderLeavesSlowlyWithItsEndFlush) {
    constexpr Real length = 0.2, v = 0.01, restSpeed = 0.05;
    ModelBuilder b;
    b.add(floorShape());
    const ElementId id =
        b.add(Element::draft("body", "cylinder", "Roller").set("radius", 0.05).set("length", length).set("mass", 2.));
    b.add(freeJoint(id, Vec3(0, length / 2, 0), Vec3(0, v, 0)).set("orientation", Vec3(-Pi / 2, 0, 0)));
    b.add(withMu(rigid({}, id).set("restSpeed", restSpeed), 0.4, 0.4));
    Simulation run(compiled(b.document()), 1e-8, GetParam());
    run.goTo(0.5);
    EXPECT_NEAR(run.pose("Roller").p()[1], length / 2 + v * 0.5, 1e-9);
}

/// Rates of points of a free body at @p places from its center, three rows each, by its velocity and angular velocity.
Matrix jacobianOf(const std::vector<Vec3>& places) {
    Matrix J(3 * int(places.size()), 6);
    J.setZero();
    for (int i = 0; i < int(places.size()); ++i) {
        const Vec3& p = places[std::size_t(i)];
        for (int a = 0; a < 3; ++a) J(3 * i + a, a) = 1;
        // v + w x p
        J(3 * i, 4) = p[2], J(3 * i, 5) = -p[1];
        J(3 * i + 1, 3) = -p[2], J(3 * i + 1, 5) = p[0];
        J(3 * i + 2, 3) = p[1], J(3 * i + 2, 4) = -p[0];
    }
    return J;
}
/// Their rates by impulses on them.
Matrix responseOf(const Matrix& J, Real mass, Real inertia) {
    Matrix scaled = J;
    for (int i = 0; i < int(J.rows()); ++i)
        for (int c = 0; c < 6; ++c) scaled(i, c) /= c < 3 ? mass : inertia;
    return scaled * J.transpose();
}

TEST(CoulombSolver, EndsWhereRedundantPointsDoNotConverge) {
    // A plate on four corners of a square: one normal force and several friction forces are redundant.
    constexpr Real mass = 1, arm = 0.1, inertia = mass * arm * arm / 3, mu = 0.3;
    const Matrix J =
        jacobianOf({Vec3(-arm, -arm, -arm), Vec3(arm, -arm, -arm), Vec3(-arm, arm, -arm), Vec3(arm, arm, -arm)});
    CoulombProblem problem;
    problem.W = responseOf(J, mass, inertia);
    problem.points.resize(4);
    for (CoulombProblem::Point& p : problem.points) p.friction = mu;
    Draw draw(3);
    int sweeps = 0;
    for (int i = 0; i < 200; ++i) {
        Vector u(6);
        for (int c = 0; c < 6; ++c) u[c] = draw.between(-1, 1);
        u[2] -= 2;
        problem.v = J * u;
        const CoulombProblem::Solution s = problem.solve();
        sweeps += s.sweeps;
        // Friction dissipates energy, regardless of the number of sweeps.
        EXPECT_LE(s.P.dot(problem.v + s.v) / 2, 1e-9) << i;
    }
    EXPECT_LT(sweeps, 200 * 300);
}

TEST(ImpactSolver, AddsNoEnergyWhereNewtonsLawWithFrictionWould) {
    constexpr Real mass = 1, inertia = 0.01;
    Draw draw(1);
    for (int i = 0; i < 300; ++i) {
        const auto corner = [&] { return Vec3(draw.vector(0.2) + Vec3(0, 0, -0.2)); };
        const Matrix J = jacobianOf(i % 2 ? std::vector<Vec3>{corner()} : std::vector<Vec3>{corner(), corner()});
        ImpactProblem problem;
        problem.W = responseOf(J, mass, inertia);
        problem.points.assign(std::size_t(J.rows() / 3), {0, draw.between(0.5, 1), draw.between(0, 1), 1e-3});
        Vector u(6);
        for (int c = 0; c < 6; ++c) u[c] = draw.between(-3, 3);
        problem.v = J * u;
        Real lost = 0;
        for (const Real each : problem.solve().lostEnergy) lost += each;
        EXPECT_GE(lost, -1e-9) << i;
    }
}

TEST(NormalImpulses, EndTheApproachOfRedundantPointsWithTheLeastEnergy) {
    constexpr Real mass = 1, inertia = 0.01;
    Draw draw(7);
    for (int i = 0; i < 200; ++i) {
        // Up to twice as many points as the body has speeds.
        std::vector<Vec3> places;
        for (int k = 0; k <= i % 12; ++k) places.push_back(Vec3(draw.vector(0.2) + Vec3(0, 0, -0.2)));
        const Matrix J = jacobianOf(places), all = responseOf(J, mass, inertia);
        const int n = int(places.size());
        Vector u(6), v(n);
        for (int c = 0; c < 6; ++c) u[c] = draw.between(-1, 1);
        Matrix W(n, n);
        const Vector rates = J * u;
        for (int a = 0; a < n; ++a) {
            v[a] = rates[3 * a + 2];
            for (int b = 0; b < n; ++b) W(a, b) = all(3 * a + 2, 3 * b + 2);
        }
        const Vector P = calcNormalImpulses(W, v, 1e-12), after = v + W * P;
        for (int a = 0; a < n; ++a) {
            EXPECT_GE(P[a], 0) << i;
            EXPECT_GE(after[a], -1e-10) << i;
            EXPECT_NEAR(P[a] * after[a], 0, 1e-10) << i;
        }
    }
}

TEST_P(RigidEnergy, IsKeptInAThousandBouncesWithoutLoss) {
    constexpr Real accuracy = 1e-3, radius = 0.1, drop = 0.5;
    ModelBuilder b;
    b.add(gravity(g));
    b.add(floorShape());
    const ElementId id = b.add(ball("Ball", radius, 1));
    b.add(freeJoint(id, Vec3(0, radius + drop, 0)));
    b.add(rigid({}, id).set("restitution", 1.));
    Simulation run(compiled(b.document()), accuracy, GetParam());
    const Real start = run.energy(), period = 2 * std::sqrt(2 * drop / g);
    run.goTo(1000.25 * period);
    EXPECT_NEAR(read(run).impacts, 1000, 1);
    EXPECT_NEAR((run.energy() - start) / (g * drop), 0, accuracy);
}

/// The places of closed points are a cache entry that depends on poses and modes alone.
TEST(RigidPlaces, AreFoundOncePerPose) {
    ModelBuilder b;
    b.add(gravityAlong(Vec3(0.3, -1, 0), g));
    b.add(floorShape());
    const ElementId id = b.add(box("Block", Vec3(0.2, 0.1, 0.2), 1));
    b.add(freeJoint(id, Vec3(0, 0.05, 0), Vec3(1, 0, 0.1)));
    b.add(withMu(rigid({}, id), 0.2, 0.2));
    Simulation run(compiled(b.document()), 1e-6);
    run.goTo(0.05);
    ASSERT_EQ(read(run).closed, 4);
    const RigidContact* contact = nullptr;
    const BuiltSystem& built = *run.model().getData().built;
    for (const auto& [each, index] : built.constraints)
        contact = dynamic_cast<const RigidContact*>(&built.matter->getConstraint(index));
    ASSERT_TRUE(contact);
    State s = run.state();
    const auto countAfter = [&](Stage stage) {
        run.model().getSystem().realize(s, stage);
        return contact->getNumPlaceEvaluations();
    };
    const long long before = countAfter(Stage::Acceleration);
    s.updU()[3] *= 1.01;
    EXPECT_EQ(countAfter(Stage::Acceleration), before) << "speeds";
    s.updTime() += 0.1;
    EXPECT_EQ(countAfter(Stage::Acceleration), before) << "time";
    s.updQ()[4] += 1e-9;
    EXPECT_EQ(countAfter(Stage::Position), before + 1) << "poses";
    EXPECT_EQ(countAfter(Stage::Acceleration), before + 1);
    RigidContactModes modes = contact->getModes(s);
    modes.points[0].closed = false;
    contact->setModes(s, modes);
    EXPECT_EQ(countAfter(Stage::Position), before + 2) << "modes";
    EXPECT_EQ(contact->getPlaces(s).closed.size(), 3u);
}

}  // namespace
}  // namespace trammel::test
