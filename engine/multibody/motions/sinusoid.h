// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/motions/time_driven_motion.h"

namespace trammel {

struct SinusoidParameters {
    Real amplitude, rate, phase, mean;
    /// The sine or its first or second derivative.
    Real derivative(int order, Real t) const {
        const Real angle = rate * t + phase;
        switch (order) {
            case 0: return mean + amplitude * std::sin(angle);
            case 1: return amplitude * rate * std::cos(angle);
            default: return -amplitude * rate * rate * std::sin(angle);
        }
    }
    friend bool operator==(const SinusoidParameters&, const SinusoidParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.amplitude, self.rate, self.phase, self.mean); }
};

/// A motion by a sine of time, f(t) = m + a sin(r t + phi).
class SinusoidMotion : public TimeDrivenMotion<SinusoidParameters> {
public:
    static constexpr const char* key = "sinusoid";
    static constexpr const char* label = "Sinusoid motor";
    static constexpr const char* doc = "Drives a joint sinusoidally in time, with the required force.";
    static constexpr const char* reference =
        "`mean + amplitude sin(rate t + phase)` is the coordinate (level position), the speed (level velocity) or its "
        "derivative (level acceleration); its derivatives are prescribed too, and integrals start from the joint's "
        "initial values.";
    static constexpr const char* choose =
        "For shakers, flapping wings and other oscillating drives: test rigs, frequency sweeps with one run per "
        "frequency. For other curves, use a motor by a function.";

    static std::vector<PropertyDescriptor> properties() {
        return {levelProperty("Quantity that varies sinusoidally."),
                PropertyDescriptor::ofJoint("amplitude", "Amplitude", {CoordinateRole::Value, "", "level"}, 1,
                                            "Amplitude of the prescribed quantity.")
                    .at(Stage::Position),
                PropertyDescriptor::real("rate", "Rate", Quantity::AngularSpeed, 1, "Angular frequency of the sine.")
                    .at(Stage::Position),
                PropertyDescriptor::real("phase", "Phase", Quantity::Angle, 0, "Angle of the sine at time 0.")
                    .at(Stage::Position),
                PropertyDescriptor::ofJoint("mean", "Mean", {CoordinateRole::Value, "", "level"}, 0,
                                            "The prescribed quantity about which the sine varies.")
                    .at(Stage::Position)};
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.real("amplitude"), in.real("rate"), in.real("phase"), in.real("mean")};
    }

    explicit SinusoidMotion(const ElementInputs& in) : TimeDrivenMotion(in, readParameters(in)) {}
};

}  // namespace trammel
