// SPDX-License-Identifier: Apache-2.0
// Motion methods of a mobilizer through its base handle; names of levels, systems and integration methods.
#include <sstream>

#include "Simbody.h"
#include "check.h"

using namespace SimTK;

namespace {

class Still : public Motion::Custom::Implementation {
public:
    Implementation* clone() const override { return new Still(*this); }
    Motion::Level getLevel(const State&) const override { return Motion::Acceleration; }
    void calcPrescribedAcceleration(const State&, int n, Real* udot) const override { std::fill(udot, udot + n, 0.); }
};

void checkKinds() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    const Body::Rigid body(MassProperties(1, Vec3(0), Inertia(1)));
    MobilizedBody::Pin a(matter.Ground(), body), b(a, body), c(b, body);
    Motion::Steady steady(a, 2.);
    Motion::Sinusoid sinusoid(b, Motion::Velocity, 1, 2, 3);
    Motion::Custom custom(c, new Still);
    const State s = system.realizeTopology();

    CHECK(Motion::Steady::isInstanceOf(a.getMotion()));
    CHECK(!Motion::Sinusoid::isInstanceOf(a.getMotion()));
    CHECK(!Motion::Custom::isInstanceOf(a.getMotion()));
    CHECK(Motion::Sinusoid::isInstanceOf(b.getMotion()));
    CHECK(!Motion::Steady::isInstanceOf(b.getMotion()));
    CHECK(Motion::Custom::isInstanceOf(c.getMotion()));
    const Motion::Steady& again = Motion::Steady::downcast(a.getMotion());
    CHECK_NEAR(again.getOneRate(s, MobilizerUIndex(0)), 2, 0);
    CHECK(again.getMobilizedBody().getMobilizedBodyIndex() == a.getMobilizedBodyIndex());
    CHECK(std::string(Motion::nameOfLevel(Motion::Sinusoid::downcast(b.getMotion()).getLevel(s))) == "Velocity");
}

class Resting : public Motion::Custom::Implementation {
public:
    Resting(Motion::Level level, Motion::Method method) : level_(level), method_(method) {}
    Implementation* clone() const override { return new Resting(*this); }
    Motion::Level getLevel(const State&) const override { return level_; }
    Motion::Method getLevelMethod(const State&) const override { return method_; }

private:
    Motion::Level level_;
    Motion::Method method_;
};

/// A coordinate whose speed is prescribed as zero does not count as free.
void checkWhatIsFree() {
    struct Case {
        Motion::Level level;
        Motion::Method method, ofQ, ofU;
    };
    for (const Case c : {Case{Motion::Velocity, Motion::Zero, Motion::Discrete, Motion::Zero},
                         Case{Motion::Velocity, Motion::Discrete, Motion::Free, Motion::Discrete},
                         Case{Motion::Acceleration, Motion::Zero, Motion::Free, Motion::Discrete},
                         Case{Motion::Position, Motion::Zero, Motion::Zero, Motion::Zero},
                         Case{Motion::Position, Motion::Discrete, Motion::Discrete, Motion::Zero}}) {
        MultibodySystem system;
        SimbodyMatterSubsystem matter(system);
        const Body::Rigid body(MassProperties(1, Vec3(0), Inertia(1)));
        MobilizedBody::Pin a(matter.Ground(), body), b(a, body);
        Motion::Custom custom(b, new Resting(c.level, c.method));
        State s = system.realizeTopology();
        system.realize(s, Stage::Instance);
        CHECK(b.getQMotionMethod(s) == c.ofQ);
        CHECK(b.getUMotionMethod(s) == c.ofU);
        CHECK(matter.getFreeQIndex(s).size() == (c.ofQ == Motion::Free ? 2u : 1u));
        CHECK(matter.getFreeUIndex(s).size() == (c.ofU == Motion::Free ? 2u : 1u));
    }
}

void checkNames() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    CHECK(system.getName() == "MultibodySystem");
    system.realizeTopology();
    const auto nameOf = [](const Integrator& method) { return std::string(method.getMethodName()); };
    CHECK(nameOf(ExplicitEulerIntegrator(system)) == "ExplicitEuler");
    CHECK(nameOf(RungeKutta2Integrator(system)) == "RungeKutta2");
    CHECK(nameOf(RungeKutta3Integrator(system)) == "RungeKutta3");
    CHECK(nameOf(RungeKuttaMersonIntegrator(system)) == "RungeKuttaMerson");
    CHECK(nameOf(RungeKuttaFeldbergIntegrator(system)) == "RungeKuttaFeldberg");
    CHECK(nameOf(VerletIntegrator(system)) == "Verlet");
    CHECK(nameOf(SemiExplicitEulerIntegrator(system, .01)) == "SemiExplicitEuler");
    CHECK(nameOf(SemiExplicitEuler2Integrator(system)) == "SemiExplicitEuler2");
    CHECK(nameOf(CPodesIntegrator(system)) == "CPodesBDF");
    CHECK(nameOf(CPodesIntegrator(system, CPodes::Adams)) == "CPodesAdams");
}

/// A joint defined by functions starts with q = 0, in the pose that its functions give there.
void checkFunctionJoint() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    const Body::Rigid body(MassProperties(1, Vec3(0), Inertia(1)));
    Array_<const Function*> functions;
    Array_<Array_<int>> coordinates(6);
    for (int i = 0; i < 6; ++i) functions.push_back(new Function::Constant(0, 0));
    delete functions[3];
    functions[3] = new Function::Linear(Vector(Vec2(2, .5)));
    coordinates[3].push_back(0);
    MobilizedBody::FunctionBased joint(matter.Ground(), body, 1, functions, coordinates);
    const State s = system.realizeTopology();
    system.realize(s, Stage::Position);
    CHECK_NEAR(s.getQ()[0], 0, 0);
    CHECK_NEAR(joint.getBodyOriginLocation(s), Vec3(.5, 0, 0), 0);
}

/// Vectors are printed as one row; the shape is the same everywhere, the number of digits is not.
void checkText() {
    std::ostringstream one, many;
    one << Vector(Vec3(1, 2, 3));
    many << Vector_<Vec3>(2, Vec3(1, 2, 3));
    CHECK(one.str() == "~[1 2 3]");
    CHECK(many.str() == "~[~[1,2,3] ~[1,2,3]]");
}

void run() {
    checkKinds();
    checkWhatIsFree();
    checkNames();
    checkFunctionJoint();
    checkText();
}

}  // namespace

CHECK_MAIN(run)
