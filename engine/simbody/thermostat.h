// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/force.h"

namespace SimTK {

/// A heat bath for the whole system: a chain of Nosé-Hoover thermostats that keeps T = 2 KE / (N kB) near the bath
/// temperature.
///
///   f = -c_0 M u,  N = mobilities minus independent constraint equations minus excluded dofs
///
/// Friction c and its integral s are auxiliary variables; energy plus calcBathEnergy() is conserved. Parameters are
/// Dynamics variables, except for the number of chains, which invalidates Model.
class Force::Thermostat : public Force, public HandleCasts<Force::Thermostat, Force> {
public:
    Thermostat() = default;
    /// @param boltzmannsConstant energy per unit of temperature, not changeable later
    /// @param relaxationTime response time of the bath
    /// @param numExcludedDofs rigid-body motions of the system that do not count, 0 to 6
    Thermostat(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem& matter, Real boltzmannsConstant,
               Real bathTemperature, Real relaxationTime, int numExcludedDofs = 6);

    Thermostat& setDefaultNumChains(int numChains);
    Thermostat& setDefaultBathTemperature(Real bathTemperature);
    Thermostat& setDefaultRelaxationTime(Real relaxationTime);
    Thermostat& setDefaultNumExcludedDofs(int numExcludedDofs);
    int getDefaultNumChains() const;
    Real getDefaultBathTemperature() const;
    Real getDefaultRelaxationTime() const;
    int getDefaultNumExcludedDofs() const;
    Real getBoltzmannsConstant() const;

    /// Invalidates Model: call System::realizeModel() next.
    const Thermostat& setNumChains(State&, int numChains) const;
    const Thermostat& setBathTemperature(State&, Real) const;
    const Thermostat& setRelaxationTime(State&, Real) const;
    const Thermostat& setNumExcludedDofs(State&, int) const;
    int getNumChains(const State&) const;
    Real getBathTemperature(const State&) const;
    Real getRelaxationTime(const State&) const;
    int getNumExcludedDofs(const State&) const;

    /// N (Position).
    int getNumThermalDofs(const State&) const;
    /// T (Velocity).
    Real getCurrentTemperature(const State&) const;

    /// [c; s], two per chain.
    Vector getChainState(const State&) const;
    void setChainState(State&, const Vector&) const;
    void initializeChainState(State&) const;

    /// Requires Position.
    Real calcBathEnergy(const State&) const;
    /// Power supplied by the bath (Velocity), and its integral since setExternalWork().
    Real getExternalPower(const State&) const;
    Real getExternalWork(const State&) const;
    void setExternalWork(State&, Real work) const;

    /// Sets random speeds of all free mobilities that satisfy the constraints and have the given temperature; the State
    /// must be realized to Position with its coordinates on the constraints, and is realized to Velocity on return.
    void setSystemToTemperature(State&, Real temperature) const;
    void initializeSystemToBathTemperature(State& s) const { setSystemToTemperature(s, getBathTemperature(s)); }

private:
    void setAuxiliaries(State&, const Vector& chain, Real work) const;
};

}  // namespace SimTK
