// SPDX-License-Identifier: Apache-2.0
#include "Simbody.h"
#include "study_rates.h"

extern "C" double runSimbody(double mass) {
    using namespace SimTK;
    using namespace study_rates;
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    const Vec3 center(0, -0.5, 0);
    const auto rod = [&](Real m) {
        const Inertia about(1. / 12, 1e-3, 1. / 12);
        return Body::Rigid(MassProperties(m, center, about.shiftFromMassCenter(center, m)));
    };
    MobilizedBody::Pin upper(matter.updGround(), Transform(), rod(mass), Transform());
    MobilizedBody::Pin lower(upper, Transform(Vec3(0, -1, 0)), rod(1), Transform());
    State state = system.realizeTopology();
    system.realizeModel(state);
    upper.setAngle(state, Pi / 2);
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(accuracy);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(duration);
    return upper.getAngle(stepper.getState());
}
