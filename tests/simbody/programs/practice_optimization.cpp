// SPDX-License-Identifier: Apache-2.0
// Derivatives by differences, and minima with limits and constraints.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Sine : public Differentiator::ScalarFunction {
public:
    int f(Real x, Real& fx) const override {
        fx = std::sin(x);
        return 0;
    }
};
class Product : public Differentiator::GradientFunction {
public:
    Product() : GradientFunction(2) {}
    int f(const Vector& y, Real& fy) const override {
        fy = y[0] * y[1];
        return 0;
    }
};
class Polar : public Differentiator::JacobianFunction {
public:
    Polar() : JacobianFunction(2, 2) {}
    int f(const Vector& y, Vector& fy) const override {
        fy[0] = y[0] * std::cos(y[1]);
        fy[1] = y[0] * std::sin(y[1]);
        return 0;
    }
};

static void derivatives() {
    const Sine sine;
    Differentiator d(sine);
    CHECK_NEAR(d.calcDerivative(0.3), std::cos(0.3), 1e-6);
    CHECK_NEAR(d.calcDerivative(0.3, Differentiator::CentralDifference), std::cos(0.3), 1e-9);
    CHECK(d.getNumDifferentiations() == 2);
    const Product product;
    Vector y(2);
    y[0] = 2, y[1] = 5;
    CHECK_NEAR(Differentiator(product).calcGradient(y)[0], 5, 1e-6);
    const Polar polar;
    const Matrix J = Differentiator(polar, Differentiator::CentralDifference).calcJacobian(y);
    CHECK_NEAR(J(0, 1), -2 * std::sin(5.), 1e-8);
    CHECK_NEAR(J(1, 0), std::sin(5.), 1e-8);
}

// (x - 2)^2 + 2 (y - 3)^2, also with x + y = 3 and x >= 1.5, or y <= 2.
class Bowl : public OptimizerSystem {
public:
    Bowl() : OptimizerSystem(2) {}
    int objectiveFunc(const Vector& p, bool, Real& f) const override {
        f = square(p[0] - 2) + 2 * square(p[1] - 3);
        return 0;
    }
    int gradientFunc(const Vector& p, bool, Vector& g) const override {
        g[0] = 2 * (p[0] - 2);
        g[1] = 4 * (p[1] - 3);
        return 0;
    }
    int constraintFunc(const Vector& p, bool, Vector& c) const override {
        c[0] = p[0] + p[1] - 3;
        c[1] = p[0] - 1.5;
        return 0;
    }
    int constraintJacobian(const Vector&, bool, Matrix& J) const override {
        J(0, 0) = J(0, 1) = J(1, 0) = 1;
        J(1, 1) = 0;
        return 0;
    }
};

static void minima() {
    Bowl bowl;
    Vector p(2, Real(0));
    Optimizer free(bowl);
    CHECK_NEAR(free.optimize(p), 0, 1e-6);
    CHECK_NEAR(p[0], 2, 1e-3);
    CHECK_NEAR(p[1], 3, 1e-3);

    Vector lower(2), upper(2);
    lower[0] = lower[1] = -10, upper[0] = 10, upper[1] = 2;
    bowl.setParameterLimits(lower, upper);
    Optimizer limited(bowl, LBFGSB);
    limited.useNumericalGradient(true);
    CHECK_NEAR(limited.optimize(p), 2, 1e-5);
    CHECK_NEAR(p[1], 2, 1e-6);

    Bowl deep;
    Optimizer hurried(deep);
    hurried.setMaxIterations(1);
    Vector start(2, Real(0));
    CHECK_THROWS(hurried.optimize(start));

    Bowl constrained;
    constrained.setNumEqualityConstraints(1);
    constrained.setNumInequalityConstraints(1);
    p[0] = 2, p[1] = 1;
    Optimizer search(constrained);
    search.setConvergenceTolerance(1e-5);
    CHECK_NEAR(search.optimize(p), 0.25 + 2 * 2.25, 1e-2);
    CHECK_NEAR(p[0], 1.5, 1e-3);
    CHECK_NEAR(p[1], 1.5, 1e-3);
}

static void lowestEnergy() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.8, 0));
    Body::Rigid body(MassProperties(1, Vec3(0, -1, 0), UnitInertia(2, 1, 2)));
    MobilizedBody::Pin upper(matter.Ground(), body);
    MobilizedBody::Pin lower(upper, Transform(Vec3(0, -1, 0)), body, Transform());
    State state = system.realizeTopology();
    upper.setAngle(state, 1);
    lower.setAngle(state, -0.5);
    LocalEnergyMinimizer::minimizeEnergy(system, state, 1e-4);
    CHECK_NEAR(upper.getAngle(state), 0, 1e-2);
    CHECK_NEAR(lower.getAngle(state), 0, 1e-2);
}

static void run() {
    derivatives();
    minima();
    lowestEnergy();
}

CHECK_MAIN(run)
