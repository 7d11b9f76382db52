// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/force.h"

namespace trammel {

struct ThermostatParameters {
    Real boltzmannsConstant, bathTemperature, relaxationTime;
    int numExcludedDofs;
    /// Asked for when Model is realized.
    int numChains;
    friend bool operator==(const ThermostatParameters&, const ThermostatParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.boltzmannsConstant, self.bathTemperature, self.relaxationTime, self.numExcludedDofs,
                        self.numChains);
    }
};

/// Keeps the kinetic energy of all bodies about that of a heat bath: a chain of m Nosé-Hoover thermostats.
///
///   T = 2 KE / (N kB),  f = -c_0 M u
///   cdot_0 = (T/Tb - 1)/t^2 - c_0 c_1,  cdot_1 = N c_0^2 - 1/t^2 - c_1 c_2,  cdot_i = c_(i-1)^2 - 1/t^2 - c_i c_(i+1)
///   sdot_i = c_i
///   bath energy = kB Tb [ t^2 (N c_0^2 + sum c_i^2)/2 + N s_0 + sum s_i ]
///
/// Energy and bath energy together are conserved. z = [c; s; work done by the bath].
///
/// **Source:** Martyna, Klein, Tuckerman, "Nosé-Hoover chains", J. Chem. Phys. 97 (1992); Vaidehi, Jain, Goddard,
/// "Constant temperature constrained molecular dynamics", J. Phys. Chem. 100 (1996).
class Thermostat : public ParameterizedForce<ThermostatParameters> {
public:
    static constexpr const char* key = "thermostat";
    static constexpr const char* label = "Thermostat";
    static constexpr const char* doc =
        "A heat bath that keeps the kinetic energy of the whole model about a temperature (Nosé-Hoover chain).";
    static constexpr const char* reference =
        "`T = 2 KE/(N kB)` with N speeds that are free, `f = -c0 M u`; the friction `c0` grows while the model is too "
        "hot and becomes a push while it is too cold. Potential energy: none; energy and bath energy together are "
        "conserved. At rest it cannot start: a friction needs motion.";
    static constexpr const char* choose =
        "For molecules and other many-body models that are to be sampled at a temperature. It makes no sense for "
        "machines.";

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::real("bathTemperature", "Bath temperature", Quantity::None, 1,
                                         "Temperature to keep, in the unit that Boltzmann's constant counts in, K.")
                    .above(0)
                    .at(stage),
                PropertyDescriptor::real("boltzmannsConstant", "Boltzmann's constant", Quantity::None, 1,
                                         "Energy of one unit of temperature, J/K.")
                    .above(0)
                    .at(stage),
                PropertyDescriptor::real("relaxationTime", "Relaxation time", Quantity::Time, 1,
                                         "How fast the bath reacts; short makes the model stiff.")
                    .above(0)
                    .at(stage),
                PropertyDescriptor::integer("excludedSpeeds", "Excluded speeds", 0,
                                            "How many motions of the model as a whole do not count as heat; 6 for one "
                                            "that floats freely.")
                    .min(0)
                    .max(6)
                    .at(stage),
                PropertyDescriptor::integer("chains", "Chain length", defaultNumChains,
                                            "How many thermostats each hold the one before.")
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

    /// N, at least one: speeds less independent constraint equations less those excluded (Position).
    static int calcNumThermalDofs(const ForceKinematics&, const Parameters&);
    /// T (Velocity).
    static Real calcTemperature(const ForceKinematics&, const Parameters&);
    static Real calcBathEnergy(const ForceKinematics&, const Parameters&);
    /// Power that the bath feeds into the model (Velocity).
    static Real calcExternalPower(const ForceKinematics& k);

    void addInForce(const ForceKinematics&, const AbstractValue*, const ForceSum&) const override;
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    int getNumZ(const AbstractValue* value) const override { return 2 * get(value).numChains + 1; }
    void calcZDot(const ForceKinematics&, const AbstractValue*, Real* zdot) const override;
    void appendGeometry(const ForceKinematics&, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>&) const override;
};

}  // namespace trammel
