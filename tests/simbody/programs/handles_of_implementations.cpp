// SPDX-License-Identifier: Apache-2.0
// Handles are the same if they are one object; ownership of an implementation can be passed on, and implementations can
// be referred to, copied and cleared.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Nothing : public Constraint::Custom::Implementation {
public:
    explicit Nothing(SimbodyMatterSubsystem& matter) : Implementation(matter) {}
    Implementation* clone() const override { return new Nothing(*this); }
    bool refersToSame(const Nothing& other) const { return hasSameImplementation(other); }
};

static void handlesOfElements(MobilizedBody::Pin& pin) {
    SimbodyMatterSubsystem& matter = pin.updMatterSubsystem();
    const MobilizedBody& kept = matter.getMobilizedBody(pin.getMobilizedBodyIndex());
    MobilizedBody other = pin;
    CHECK(pin.isSameHandle(pin) && !other.isSameHandle(pin) && other.isSameMobilizedBody(pin));
    CHECK(kept.isOwnerHandle() && !pin.isOwnerHandle() && !other.isOwnerHandle());
    MobilizedBody empty;
    empty.referenceAssign(pin);
    CHECK(!empty.isEmptyHandle() && empty.getMobilizedBodyIndex() == pin.getMobilizedBodyIndex());
    empty.clearHandle();
    CHECK(empty.isEmptyHandle() && !pin.isEmptyHandle());
    Constraint::Rod rod(matter.Ground(), Vec3(0), pin, Vec3(1, 0, 0), 1);
    const Constraint copy = rod;
    CHECK(rod.isSameHandle(rod) && !copy.isSameHandle(rod));
    CHECK(matter.getConstraint(rod.getConstraintIndex()).isOwnerHandle());
}

static void implementations(SimbodyMatterSubsystem& matter) {
    Nothing first(matter);
    CHECK(first.isOwnerHandle() && !first.isEmptyHandle() && first.getImplHandleCount() == 1);
    CHECK(first.isSameHandle(first) && first.refersToSame(first));
    first.setDefaultNumConstraintEquations(0, 0, 0);

    Nothing copy(first);
    CHECK(copy.isOwnerHandle() && !copy.isSameHandle(first) && !copy.refersToSame(first));
    Nothing::HandleBase& base = copy;
    Nothing::ParentHandle& parent = base;
    CHECK(&parent == &base && base.getImplHandleCount() == 1);

    copy.clearHandle();
    CHECK(copy.isEmptyHandle());
    copy.referenceAssign(first);
    CHECK(!copy.isOwnerHandle() && copy.refersToSame(first) && first.getImplHandleCount() == 2);
    copy.clearHandle();
    CHECK(copy.isEmptyHandle() && first.getImplHandleCount() == 1);
    first.disown(copy);
    CHECK(copy.isOwnerHandle() && !first.isOwnerHandle() && copy.refersToSame(first));
    CHECK(&first.getImpl() == &copy.updImpl());
    first.clearHandle();
    first.copyAssign(copy);
    CHECK(first.isOwnerHandle() && !first.refersToSame(copy) && first.getImplHandleCount() == 1);
}

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Pin pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    handlesOfElements(pin);
    implementations(matter);
}

CHECK_MAIN(run)
