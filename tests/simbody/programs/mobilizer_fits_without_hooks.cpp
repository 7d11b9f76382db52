// SPDX-License-Identifier: Apache-2.0
// Fits of built-in joints run no hooks of user-defined constraints.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static int hooks = 0;

class Watching : public Constraint::Custom::Implementation {
public:
    explicit Watching(SimbodyMatterSubsystem& matter) : Implementation(matter, 1, 0, 0) {
        ground_ = addConstrainedBody(matter.Ground());
    }
    Implementation* clone() const override { return new Watching(*this); }
    void realizePosition(const State&) const override { ++hooks; }

protected:
    void calcPositionErrors(const State&, const Array_<Transform, ConstrainedBodyIndex>&,
                            const Array_<Real, ConstrainedQIndex>&, Array_<Real>& perr) const override {
        ++hooks;
        perr[0] = 0;
    }
    void calcPositionDotErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                               const Array_<Real, ConstrainedQIndex>&, Array_<Real>& pverr) const override {
        pverr[0] = 0;
    }
    void calcPositionDotDotErrors(const State&, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                  const Array_<Real, ConstrainedQIndex>&, Array_<Real>& paerr) const override {
        paerr[0] = 0;
    }
    void addInPositionConstraintForces(const State&, const Array_<Real>&, Array_<SpatialVec, ConstrainedBodyIndex>&,
                                       Array_<Real, ConstrainedQIndex>&) const override {}

private:
    ConstrainedBodyIndex ground_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    MobilizedBody::Gimbal gimbal(matter.Ground(), body);
    MobilizedBody::BendStretch arm(gimbal, body);
    Constraint::Custom watching(new Watching(matter));
    State state = system.realizeTopology();
    system.realize(state, Stage::Instance);
    hooks = 0;
    gimbal.setQToFitRotation(state, Rotation(0.3, UnitVec3(1, 2, 3)));
    arm.setQToFitTranslation(state, Vec3(0, 3, 0));
    arm.setQToFitRotation(state, Rotation(0.5, ZAxis));
    CHECK(hooks == 0);
    system.realize(state, Stage::Position);
    CHECK(hooks > 0);
    CHECK_NEAR(gimbal.getMobilizerTransform(state).R().asMat33(), Rotation(0.3, UnitVec3(1, 2, 3)).asMat33(), 1e-9);
}

CHECK_MAIN(run)
