// SPDX-License-Identifier: Apache-2.0
#include "multibody/constraint.h"

#include "base/exceptions.h"

namespace trammel {

namespace {
[[noreturn]] void missing(const ConstraintElement& c, const char* method) {
    throw Exception("ConstraintElement::" + std::string(method) + "(): constraint '" + c.getName() +
                    "' declares such equations but does not implement them.");
}
}  // namespace

Transform ConstraintElement::calcContactPose(const ConstraintKinematics&, const AbstractValue*) const {
    throw Exception("ConstraintElement::calcContactPose(): constraint '" + name_ + "' is not a contact.");
}
void ConstraintElement::calcPositionErrors(const ConstraintKinematics&, const AbstractValue*, Real*) const {
    if (mp_) missing(*this, "calcPositionErrors");
}
void ConstraintElement::calcPositionDotErrors(const ConstraintKinematics&, const AbstractValue*, Real*) const {
    if (mp_) missing(*this, "calcPositionDotErrors");
}
void ConstraintElement::calcPositionDotDotErrors(const ConstraintKinematics&, const AbstractValue*, Real*) const {
    if (mp_) missing(*this, "calcPositionDotDotErrors");
}
void ConstraintElement::addInPositionConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real*,
                                                      const ConstraintForces&) const {
    if (mp_) missing(*this, "addInPositionConstraintForces");
}
void ConstraintElement::calcVelocityErrors(const ConstraintKinematics&, const AbstractValue*, Real*) const {
    if (mv_) missing(*this, "calcVelocityErrors");
}
void ConstraintElement::calcVelocityDotErrors(const ConstraintKinematics&, const AbstractValue*, Real*) const {
    if (mv_) missing(*this, "calcVelocityDotErrors");
}
void ConstraintElement::addInVelocityConstraintForces(const ConstraintKinematics&, const AbstractValue*, const Real*,
                                                      const ConstraintForces&) const {
    if (mv_) missing(*this, "addInVelocityConstraintForces");
}
void ConstraintElement::calcAccelerationErrors(const ConstraintKinematics&, const AbstractValue*, Real*) const {
    if (ma_) missing(*this, "calcAccelerationErrors");
}
void ConstraintElement::addInAccelerationConstraintForces(const ConstraintKinematics&, const AbstractValue*,
                                                          const Real*, const ConstraintForces&) const {
    if (ma_) missing(*this, "addInAccelerationConstraintForces");
}

}  // namespace trammel
