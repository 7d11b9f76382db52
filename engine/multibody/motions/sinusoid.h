// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "multibody/motion.h"

namespace trammel {

struct SinusoidParameters {
    Real amplitude, rate, phase;
    friend bool operator==(const SinusoidParameters&, const SinusoidParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.amplitude, self.rate, self.phase); }
};

/// All coordinates of a mobilizer, or all its speeds or accelerations, are one sine of time:  a sin(r t + phi).
///
///   level position:      q = a sin(r t + phi), qdot and qdotdot its derivatives
///   level velocity:      u = a sin(r t + phi), udot its derivative
///   level acceleration:  udot = a sin(r t + phi)
class SinusoidMotion : public MotionElement {
public:
    using Parameters = SinusoidParameters;
    static constexpr const char* key = "sinusoid";
    static constexpr const char* label = "Sinusoid motor";
    static constexpr const char* doc = "Drives a joint to and fro as a sine of time, whatever force that takes.";
    static constexpr const char* reference =
        "`amplitude sin(rate t + phase)` is the coordinate (level position), the speed (level velocity) or its "
        "derivative (level acceleration); what follows by differentiation is prescribed too, what follows by "
        "integration starts from the joint's initial values.";
    static constexpr const char* choose =
        "For shakers, flapping, and any drive that goes to and fro: test rigs, frequency sweeps one run at a time. "
        "For other curves take a motor by a function.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::choice(
                    "level", "Prescribes",
                    {{"position", "The coordinate"}, {"velocity", "The speed"}, {"acceleration", "The acceleration"}},
                    "position", "What is a sine of time."),
                PropertyDescriptor::real(
                    "amplitude", "Amplitude", Quantity::None, 1,
                    "Largest value: rad, rad/s or rad/s2 for a rotation, m, m/s or m/s2 for a translation.")
                    .at(Stage::Position),
                PropertyDescriptor::real("rate", "Rate", Quantity::AngularSpeed, 1, "Angular frequency of the sine.")
                    .at(Stage::Position),
                PropertyDescriptor::real("phase", "Phase", Quantity::Angle, 0, "Angle of the sine at time 0.")
                    .at(Stage::Position)};
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.real("amplitude"), in.real("rate"), in.real("phase")};
    }

    explicit SinusoidMotion(const ElementInputs& in)
        : MotionElement(in.name, in.id, in.mobilizer("joint")),
          default_(readParameters(in)),
          level_(in.text("level") == "position"   ? Level::Position
                 : in.text("level") == "velocity" ? Level::Velocity
                                                  : Level::Acceleration) {}

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<Parameters>>(default_);
    }
    Stage parameterStage() const override { return Stage::Position; }
    Level getLevel() const override { return level_; }
    void calcPrescribedPosition(Real t, const AbstractValue* value, int n, Real* q) const override {
        std::fill_n(q, n, derivative(0, t, value));
    }
    void calcPrescribedVelocity(Real t, const AbstractValue* value, int n, Real* v) const override {
        std::fill_n(v, n, derivative(int(level_) - int(Level::Velocity), t, value));
    }
    void calcPrescribedAcceleration(Real t, const AbstractValue* value, int n, Real* a) const override {
        std::fill_n(a, n, derivative(int(level_), t, value));
    }

private:
    /// The sine or its first or second derivative.
    static Real derivative(int order, Real t, const AbstractValue* value) {
        const Parameters& p = Value<Parameters>::downcast(*value);
        const Real angle = p.rate * t + p.phase;
        switch (order) {
            case 0: return p.amplitude * std::sin(angle);
            case 1: return p.amplitude * p.rate * std::cos(angle);
            default: return -p.amplitude * p.rate * p.rate * std::sin(angle);
        }
    }
    Parameters default_;
    Level level_;
};

}  // namespace trammel
