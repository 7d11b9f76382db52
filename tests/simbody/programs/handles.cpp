// SPDX-License-Identifier: Apache-2.0
// Elements are handles: a copy refers to the same body, and elements can be found by index and kind.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Nothing : public Force::Custom::Implementation {
public:
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {}
    Real calcPotentialEnergy(const State&) const override { return 0.25; }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));

    MobilizedBody empty;
    CHECK(empty.isEmptyHandle());
    MobilizedBody::Pin pin(matter.Ground(), body);
    MobilizedBody::Pin copy = pin;
    MobilizedBody general = pin;
    empty = pin;
    CHECK(!empty.isEmptyHandle());
    CHECK(copy.getMobilizedBodyIndex() == pin.getMobilizedBodyIndex());
    CHECK(general.getMobilizedBodyIndex() == 1 && empty.getMobilizedBodyIndex() == 1);
    CHECK(matter.getNumBodies() == 2);  // copies add no bodies

    // Many in a loop, later found by index.
    MobilizedBody last = matter.updGround();
    for (int i = 0; i < 3; ++i) last = MobilizedBody::Slider(last, Transform(Vec3(0, 1, 0)), body, Transform());
    CHECK(matter.getNumBodies() == 5);
    MobilizedBody& third = matter.updMobilizedBody(MobilizedBodyIndex(3));
    CHECK(third.getParentMobilizedBody().getMobilizedBodyIndex() == 2);
    MobilizedBody::Slider& slider = MobilizedBody::Slider::updDowncast(third);
    slider.setDefaultLength(0.75);
    Constraint::Rod rod(pin, Vec3(1, 0, 0), last, Vec3(0), 2);
    const ConstraintIndex index = rod.getConstraintIndex();
    const Constraint& found = matter.getConstraint(index);
    CHECK(Constraint::Rod::isInstanceOf(found) && !Constraint::Ball::isInstanceOf(found));
    CHECK(Constraint::Rod::downcast(found).getDefaultRodLength() == 2);
    Force::Custom custom(forces, new Nothing());

    State state = system.realizeTopology();
    system.realizeModel(state);
    CHECK(slider.getLength(state) == 0.75);
    pin.setAngle(state, 0.5);
    CHECK(copy.getAngle(state) == 0.5 && general.getOneQ(state, 0) == 0.5);
    system.realize(state, Stage::Position);
    CHECK_NEAR(last.getBodyOriginLocation(state), Vec3(0.75, 3, 0), 1e-14);
    CHECK(rod.getRodLength(state) == 2);
    system.realize(state, Stage::Dynamics);
    CHECK_NEAR(system.calcPotentialEnergy(state), 0.25, 1e-15);

    // Several Systems are independent of each other.
    MultibodySystem other;
    SimbodyMatterSubsystem otherMatter(other);
    MobilizedBody::Free lone(otherMatter.Ground(), body);
    const State otherState = other.realizeTopology();
    CHECK(otherMatter.getNumBodies() == 2 && matter.getNumBodies() == 5);
    CHECK(!lone.getMatterSubsystem().isSameSubsystem(pin.getMatterSubsystem()));
    CHECK(!matter.isInSameSystem(otherMatter));
    CHECK(lone.getNumQ(otherState) == 7);
}

CHECK_MAIN(run)
