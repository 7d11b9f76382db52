// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>

#include "multibody/mobilizer.h"
#include "multibody/motion.h"

namespace trammel {

/// One rate for each speed of the mobilizer; extra elements are ignored.
struct SteadyParameters {
    std::array<Real, Mobilizer::maxNU> rate{};
    friend bool operator==(const SteadyParameters&, const SteadyParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.rate); }
};

/// Constant speeds of a mobilizer, in elements all equal:  u = rate, udot = 0.
class SteadyMotion : public MotionElement {
public:
    using Parameters = SteadyParameters;
    static constexpr const char* key = "steady";
    static constexpr const char* label = "Steady motor";
    static constexpr const char* doc = "Drives a joint at a constant speed, with the required force.";
    static constexpr const char* reference =
        "`u = rate`, `udot = 0`. For a joint with one coordinate: rad/s for a rotation, m/s for a translation.";
    static constexpr const char* choose =
        "For motors that run at a given speed under any load, and for turntables. The required torque is an output. "
        "For a motor that slows down under load, use a force.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::ofJoint("rate", "Rate", {CoordinateRole::Rate}, 1, "Prescribed speed.")
                    .at(Stage::Velocity)};
    }
    static Parameters readParameters(const ElementInputs& in) {
        Parameters p;
        p.rate.fill(in.real("rate"));
        return p;
    }

    explicit SteadyMotion(const ElementInputs& in)
        : MotionElement(in.name, in.id, in.mobilizer("joint")), default_(readParameters(in)) {}

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<Parameters>>(default_);
    }
    Level getLevel() const override { return Level::Velocity; }
    void calcPrescribedVelocity(Real, const AbstractValue* value, int nu, Real* u) const override {
        std::copy_n(Value<Parameters>::downcast(*value).get().rate.begin(), nu, u);
    }
    void calcPrescribedAcceleration(Real, const AbstractValue*, int nu, Real* udot) const override {
        std::fill_n(udot, nu, 0.);
    }

private:
    Parameters default_;
};

}  // namespace trammel
