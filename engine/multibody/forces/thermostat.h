// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/force.h"

namespace trammel {

struct ThermostatParameters {
    Real boltzmannsConstant, bathTemperature, relaxationTime;
    int numExcludedDofs;
    /// Read when Model is realized.
    int numChains;
    friend bool operator==(const ThermostatParameters&, const ThermostatParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.boltzmannsConstant, self.bathTemperature, self.relaxationTime, self.numExcludedDofs,
                        self.numChains);
    }
};

/// Keeps the kinetic energy of all bodies near that of a heat bath: a chain of m Nosé-Hoover thermostats.
///
///   T = 2 KE / (N kB),  f = -c_0 M u
///   cdot_0 = (T/Tb - 1)/t^2 - c_0 c_1,  cdot_1 = N c_0^2 - 1/t^2 - c_1 c_2,  cdot_i = c_(i-1)^2 - 1/t^2 - c_i c_(i+1)
///   sdot_i = c_i
///   bath energy = kB Tb [ t^2 (N c_0^2 + sum c_i^2)/2 + N s_0 + sum s_i ]
///
/// The sum of energy and bath energy is conserved. z = [c; s; work done by the bath].
///
/// **Source:** Martyna, Klein, Tuckerman, "Nosé-Hoover chains", J. Chem. Phys. 97 (1992); Vaidehi, Jain, Goddard,
/// "Constant temperature constrained molecular dynamics", J. Phys. Chem. 100 (1996).
class Thermostat : public ParameterizedForce<ThermostatParameters> {
public:
    static constexpr const char* key = "thermostat";
    static constexpr const char* label = "Thermostat";
    static constexpr const char* doc =
        "A heat bath that keeps the kinetic energy of the model near a temperature (Nosé-Hoover chain).";
    static constexpr const char* reference =
        "`T = 2 KE/(N kB)` with N free speeds, `f = -c0 M u`; the friction `c0` grows while the model is too hot and "
        "becomes negative while it is too cold. There is no potential energy; the sum of energy and bath energy is "
        "conserved. It has no effect on a model at rest.";
    static constexpr const char* choose =
        "For sampling molecules and other many-body models at a temperature. Not for machines.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("bathTemperature", "Bath temperature", Quantity::None, 1,
                                         "Temperature of the bath, in the temperature unit of Boltzmann's constant, K.")
                    .above(0)
                    .at(stage),
                PropertyDescriptor::real("boltzmannsConstant", "Boltzmann's constant", Quantity::None, 1,
                                         "Energy per unit of temperature, J/K.")
                    .above(0)
                    .at(stage),
                PropertyDescriptor::real("relaxationTime", "Relaxation time", Quantity::Time, 1,
                                         "Response time of the bath; small values make the model stiff.")
                    .above(0)
                    .at(stage),
                PropertyDescriptor::integer("excludedSpeeds", "Excluded speeds", 0,
                                            "Rigid-body speeds that do not count as heat; 6 for a free-floating model.")
                    .min(0)
                    .max(6)
                    .at(stage),
                PropertyDescriptor::integer("chains", "Chain length", defaultNumChains,
                                            "Number of thermostats in the chain.")
                    .min(1)
                    .max(20)};
    }
    static std::vector<SocketDescriptor> sockets() { return {}; }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.real("boltzmannsConstant"), in.real("bathTemperature"), in.real("relaxationTime"),
                int(in.integer("excludedSpeeds")), int(in.integer("chains"))};
    }
    static constexpr int defaultNumChains = 3;

    explicit Thermostat(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)) {}

    /// N, at least one: speeds minus independent constraint equations minus excluded speeds (Position).
    static int calcNumThermalDofs(const ForceKinematics&, const Parameters&);
    /// T (Velocity).
    static Real calcTemperature(const ForceKinematics&, const Parameters&);
    static Real calcBathEnergy(const ForceKinematics&, const Parameters&);
    /// Power supplied by the bath (Velocity).
    static Real calcExternalPower(const ForceKinematics& k);

    void addInForce(const ForceKinematics&, const AbstractValue*, const ForceSum&) const override;
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    int getNumZ(const AbstractValue* value) const override { return 2 * get(value).numChains + 1; }
    void calcZDot(const ForceKinematics&, const AbstractValue*, Real* zdot) const override;
    void appendGeometry(const ForceKinematics&, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>&) const override;
};

}  // namespace trammel
