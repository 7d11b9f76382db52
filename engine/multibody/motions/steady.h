// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/motion.h"

namespace trammel {

struct SteadyParameters {
    Real rate;
    friend bool operator==(const SteadyParameters&, const SteadyParameters&) = default;
};

/// All speeds of a mobilizer are held at one constant value:  u = rate, udot = 0.
class SteadyMotion : public MotionElement {
public:
    using Parameters = SteadyParameters;
    static constexpr const char* key = "steady";
    static constexpr const char* label = "Steady motor";
    static constexpr const char* doc = "Drives a joint at a constant speed, whatever force that takes.";
    static constexpr const char* reference =
        "`u = rate`, `udot = 0`. For a joint with one coordinate: rad/s for a rotation, m/s for a translation.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("rate", "Rate", Quantity::AngularSpeed, 1, "Speed to hold; m/s for a slider.")
                    .at(Stage::Velocity)};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.real("rate")}; }

    explicit SteadyMotion(const ElementInputs& in)
        : MotionElement(in.name, in.id, in.mobilizer("joint")), default_(readParameters(in)) {}

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<Parameters>>(default_);
    }
    Level getLevel() const override { return Level::Velocity; }
    void calcPrescribedVelocity(Real, const AbstractValue* value, int nu, Real* u) const override {
        std::fill_n(u, nu, Value<Parameters>::downcast(*value).rate);
    }
    void calcPrescribedAcceleration(Real, const AbstractValue*, int nu, Real* udot) const override {
        std::fill_n(udot, nu, 0.);
    }

private:
    Parameters default_;
};

}  // namespace trammel
