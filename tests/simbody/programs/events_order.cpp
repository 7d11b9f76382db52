// SPDX-License-Identifier: Apache-2.0
// Reports and events at the same time: a report shows the State before handlers change it; within each kind they run in
// the order of addition.
#include <string>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static std::string diary;

class Adder : public PeriodicEventHandler {
public:
    Adder(char name, const MobilizedBody& body, Real amount)
        : PeriodicEventHandler(1), name_(name), body_(body), amount_(amount) {}
    void handleEvent(State& state, Real, bool&) const override {
        diary += name_;
        body_.setOneU(state, 0, body_.getOneU(state, 0) + amount_);
    }

private:
    char name_;
    const MobilizedBody& body_;
    Real amount_;
};

class Reader : public PeriodicEventReporter {
public:
    Reader(char name, const MobilizedBody& body, Array_<Real>& seen)
        : PeriodicEventReporter(1), name_(name), body_(body), seen_(seen) {}
    void handleEvent(const State& state) const override {
        diary += name_;
        seen_.push_back(body_.getOneU(state, 0));
    }

private:
    char name_;
    const MobilizedBody& body_;
    Array_<Real>& seen_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Slider slider(matter.Ground(), body);
    Array_<Real> seen, seenToo;
    system.addEventReporter(new Reader('x', slider, seen));
    system.addEventHandler(new Adder('A', slider, 1));
    system.addEventReporter(new Reader('y', slider, seenToo));
    system.addEventHandler(new Adder('B', slider, 10));

    State state = system.realizeTopology();
    RungeKuttaMersonIntegrator integrator(system);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(0.5);
    CHECK(diary == "xyAB");
    CHECK(seen.size() == 1 && seen[0] == 0);
    diary.clear();

    stepper.stepTo(1.5);
    CHECK(diary == "xyAB");
    CHECK(seen.size() == 2 && seenToo.size() == 2);
    CHECK_NEAR(seen[1], seen[0] + 11, 1e-12);
    CHECK_NEAR(seenToo[1], seen[1], 1e-12);
    diary.clear();
    stepper.stepTo(2.5);
    CHECK(diary == "xyAB");
    CHECK_NEAR(seen[2], seen[0] + 22, 1e-12);
}

CHECK_MAIN(run)
