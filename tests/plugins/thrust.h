// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugin/plugin.h"

namespace thrust {

/// Where a version keeps what it counts: each must have its own.
inline int& madeByThisVersion() {
    static int count = 0;
    return count;
}

/// A force along x on a body, in one of two versions of a plugin.
class Thrust : public SimTK::Force::Custom::Implementation {
public:
    static constexpr const char* key = "thrust";
    static constexpr const char* label = "Thrust";
    static constexpr const char* doc = "A force along x on a body.";
    static std::vector<trammel::plugin::Property> properties() {
        using trammel::Quantity;
        return {trammel::plugin::Property::real("force", "Force", Quantity::Force, 3, "Along x.")
                    .at(SimTK::Stage::Dynamics)};
    }
    static std::vector<trammel::plugin::Input> inputs() {
        return {trammel::plugin::bodyInput("body", "Body", "The body that is pushed.")};
    }
    explicit Thrust(const trammel::plugin::Site& site)
        : body_(site.body("body")), force_(site.parameter("force")), version_(++madeByThisVersion()) {}
    void calcForce(const SimTK::State& s, SimTK::Vector_<SimTK::SpatialVec>& forces, SimTK::Vector_<SimTK::Vec3>&,
                   SimTK::Vector&) const override {
        forces[body_.getMobilizedBodyIndex()][1] += SimTK::Vec3(FACTOR * force_(s), 0, 0);
    }
    SimTK::Real calcPotentialEnergy(const SimTK::State&) const override { return 0; }

private:
    const SimTK::MobilizedBody& body_;
    const trammel::plugin::Parameter force_;
    const int version_;
};

}  // namespace thrust
