// SPDX-License-Identifier: Apache-2.0
// The types of the engine, in a System of the engine.
#include "contact/bearings/joint_friction.h"
#include "contact/bearings/mobility_friction.h"
#include "tests/conformance/conformance_rig.h"

namespace trammel::testing {

namespace {

class BuiltinParts : public RigParts {
public:
    MultibodySystem& system() override { return system_; }
    MatterSubsystem& matter() override { return matter_; }
    GeneralForceSubsystem& forces() override { return forces_; }

private:
    MultibodySystem system_;
    MatterSubsystem matter_{system_};
    GeneralForceSubsystem forces_{system_};
};

/// With pins so thin that they do not lock the links of the tree, which are about 1 m long.
TypeDescriptor thinJointFriction() {
    TypeDescriptor type = describeForce<JointFriction>();
    for (PropertyDescriptor& p : type.properties)
        if (p.key == "radius" || p.key == "thrustRadius") p = std::move(p).max(0.01);
    return type;
}

}  // namespace

std::unique_ptr<RigParts> makeRigParts() { return std::make_unique<BuiltinParts>(); }

std::vector<TypeDescriptor> typesOf(const std::string& family) {
    if (family == "joint") return mobilizerTypes();
    if (family == "constraint") return constraintTypes();
    std::vector<TypeDescriptor> forces = forceTypes();
    forces.push_back(thinJointFriction());
    forces.push_back(describeForce<MobilityFriction>());
    return forces;
}

}  // namespace trammel::testing
