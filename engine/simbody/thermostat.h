// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/force.h"

namespace SimTK {

/// A heat bath for the whole system: a chain of Nosé-Hoover thermostats that keeps T = 2 KE / (N kB) about the bath's.
///
///   f = -c_0 M u,  N = mobilities less independent constraint equations less excluded dofs
///
/// Friction c and its integral s are auxiliary variables; energy plus calcBathEnergy() is conserved. Parameters are
/// Dynamics variables, except for the number of chains: that costs Model.
class Force::Thermostat : public Force, public HandleCasts<Force::Thermostat, Force> {
public:
    Thermostat() = default;
    /// @param boltzmannsConstant energy per unit of temperature, fixed from here on
    /// @param relaxationTime how fast the bath reacts
    /// @param numExcludedDofs motions of the system as a whole that do not count, 0 to 6
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

    /// [c; s], twice as many as there are chains.
    Vector getChainState(const State&) const;
    void setChainState(State&, const Vector&) const;
    void initializeChainState(State&) const;

    /// Position.
    Real calcBathEnergy(const State&) const;
    /// Power that the bath feeds into the system (Velocity), and its integral since setExternalWork().
    Real getExternalPower(const State&) const;
    Real getExternalWork(const State&) const;
    void setExternalWork(State&, Real work) const;

    /// Random speeds of all free mobilities that satisfy the constraints and have the given temperature; the State,
    /// which must have been realized to Position with its coordinates on the constraints, comes back at Velocity.
    void setSystemToTemperature(State&, Real temperature) const;
    void initializeSystemToBathTemperature(State& s) const { setSystemToTemperature(s, getBathTemperature(s)); }

private:
    void setAuxiliaries(State&, const Vector& chain, Real work) const;
};

}  // namespace SimTK
