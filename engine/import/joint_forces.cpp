// SPDX-License-Identifier: Apache-2.0
#include "import/joint_forces.h"

#include <algorithm>

namespace trammel {

namespace {
/// Deflection of a stop at the effort limit of its joint, rad and m.
constexpr Real stopAngle = 0.02, stopLength = 0.002;
/// Stiffness of stops without an effort limit, N·m/rad and N/m.
constexpr Real angularStopStiffness = 1000, linearStopStiffness = 1e5;
/// Speed from which dry friction has its full size, rad/s and m/s: the lower, the stiffer are the equations of motion.
constexpr Real frictionSpeed = 0.1, linearFrictionSpeed = 0.01;
/// A limit that is never reached, rad or m.
constexpr Real farLimit = 1e9;
/// Efforts from here on mean none, N·m or N.
constexpr Real unlimitedEffort = 1e15;

Element forceAlong(const DraftCoordinate& coordinate, const char* type, const char* suffix) {
    Element force = Element::draft("force", type, coordinate.name + suffix);
    if (coordinate.index != 0) force.set("coordinate", std::int64_t{coordinate.index});
    force.plug("joint", coordinate.joint);
    return force;
}
}  // namespace

Real chooseStopStiffness(bool isAngle, Real effort) {
    if (effort > 0 && effort < unlimitedEffort) return effort / (isAngle ? stopAngle : stopLength);
    return isAngle ? angularStopStiffness : linearStopStiffness;
}

Real clampLimit(Real limit) { return std::clamp(limit, -farLimit, farLimit); }

bool isInReach(Real low, Real high) { return low < farLimit && high > -farLimit; }

ElementId addStop(ModelDraft& draft, const DraftCoordinate& coordinate, Real low, Real high, Real stiffness) {
    Element stop = forceAlong(coordinate, "mobilityLinearStop", " limits");
    stop.set("low", clampLimit(low)).set("high", clampLimit(high)).set("stiffness", stiffness);
    return draft.add(std::move(stop));
}

ElementId addDamper(ModelDraft& draft, const DraftCoordinate& coordinate, Real damping) {
    Element damper = forceAlong(coordinate, "mobilityDamper", " damping");
    damper.set("damping", damping);
    return draft.add(std::move(damper));
}

ElementId addFriction(ModelDraft& draft, const DraftCoordinate& coordinate, Real load) {
    Element friction = forceAlong(coordinate, "mobilityFriction", " friction");
    friction.set("load", load).set("transitionSpeed", coordinate.isAngle ? frictionSpeed : linearFrictionSpeed);
    return draft.add(std::move(friction));
}

ElementId addBallSpring(ModelDraft& draft, ElementId joint, const std::string& name, Real stiffness, Real damping) {
    Element spring = Element::draft("force", "ballSpring", name + (stiffness > 0 ? " spring" : " damping"));
    spring.set("stiffness", stiffness).set("damping", damping);
    spring.plug("joint", joint);
    return draft.add(std::move(spring));
}

ElementId addBallStop(ModelDraft& draft, ElementId joint, const std::string& name, Real angle) {
    Element stop = Element::draft("force", "ballStop", name + " limits");
    stop.set("angle", std::clamp<Real>(angle, 0, Pi)).set("stiffness", angularStopStiffness);
    stop.plug("joint", joint);
    return draft.add(std::move(stop));
}

ElementId addSpring(ModelDraft& draft, const DraftCoordinate& coordinate, Real stiffness, Real restValue) {
    Element spring = forceAlong(coordinate, "mobilitySpring", " spring");
    spring.set("stiffness", stiffness).set("restValue", restValue);
    return draft.add(std::move(spring));
}

}  // namespace trammel
