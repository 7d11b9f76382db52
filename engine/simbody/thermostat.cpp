// SPDX-License-Identifier: Apache-2.0
#include "simbody/thermostat.h"

#include <cmath>

#include "multibody/forces/thermostat.h"
#include "simbody/inputs.h"
#include "simbody/random.h"

namespace SimTK {

namespace {

using P = trammel::ThermostatParameters;

trammel::ForceKinematics kinematics(const Force& force, const State& s, Stage needed, const char* where) {
    if (s.getSystemStage() < needed)
        throw trammel::StageTooLow("Force::Thermostat::" + std::string(where) + "()", "the thermostat", needed,
                                   s.getSystemStage());
    return force.getForceSubsystem().getForceKinematics(s, force.getForceIndex());
}
Vector z(const Force& force, const State& s) { return force.getForceSubsystem().getForceZ(s, force.getForceIndex()); }

}  // namespace

Force::Thermostat::Thermostat(GeneralForceSubsystem& forces, const SimbodyMatterSubsystem&, Real boltzmannsConstant,
                              Real bathTemperature, Real relaxationTime, int numExcludedDofs) {
    Inputs inputs("force", "thermostat");
    inputs.named("thermostat " + std::to_string(forces.getNumForces()))
        .set("boltzmannsConstant", boltzmannsConstant)
        .set("bathTemperature", bathTemperature)
        .set("relaxationTime", relaxationTime)
        .set("excludedSpeeds", std::int64_t(numExcludedDofs));
    attach(forces, inputs.create<trammel::ForceType>());
    forces.adoptHandle(std::make_unique<Thermostat>(*this));
}

// --- Parameters ---

Force::Thermostat& Force::Thermostat::setDefaultNumChains(int n) {
    setDefaultParameter(&P::numChains, n);
    return *this;
}
Force::Thermostat& Force::Thermostat::setDefaultBathTemperature(Real temperature) {
    setDefaultParameter(&P::bathTemperature, temperature);
    return *this;
}
Force::Thermostat& Force::Thermostat::setDefaultRelaxationTime(Real time) {
    setDefaultParameter(&P::relaxationTime, time);
    return *this;
}
Force::Thermostat& Force::Thermostat::setDefaultNumExcludedDofs(int n) {
    setDefaultParameter(&P::numExcludedDofs, n);
    return *this;
}
int Force::Thermostat::getDefaultNumChains() const { return getDefaultParameter(&P::numChains); }
Real Force::Thermostat::getDefaultBathTemperature() const { return getDefaultParameter(&P::bathTemperature); }
Real Force::Thermostat::getDefaultRelaxationTime() const { return getDefaultParameter(&P::relaxationTime); }
int Force::Thermostat::getDefaultNumExcludedDofs() const { return getDefaultParameter(&P::numExcludedDofs); }
Real Force::Thermostat::getBoltzmannsConstant() const { return getDefaultParameter(&P::boltzmannsConstant); }

const Force::Thermostat& Force::Thermostat::setNumChains(State& s, int n) const {
    setParameter(s, &P::numChains, n);
    s.invalidateAll(Stage::Model);
    return *this;
}
const Force::Thermostat& Force::Thermostat::setBathTemperature(State& s, Real temperature) const {
    setParameter(s, &P::bathTemperature, temperature);
    return *this;
}
const Force::Thermostat& Force::Thermostat::setRelaxationTime(State& s, Real time) const {
    setParameter(s, &P::relaxationTime, time);
    return *this;
}
const Force::Thermostat& Force::Thermostat::setNumExcludedDofs(State& s, int n) const {
    setParameter(s, &P::numExcludedDofs, n);
    return *this;
}
int Force::Thermostat::getNumChains(const State& s) const { return getParameter(s, &P::numChains); }
Real Force::Thermostat::getBathTemperature(const State& s) const { return getParameter(s, &P::bathTemperature); }
Real Force::Thermostat::getRelaxationTime(const State& s) const { return getParameter(s, &P::relaxationTime); }
int Force::Thermostat::getNumExcludedDofs(const State& s) const { return getParameter(s, &P::numExcludedDofs); }

// --- Temperature, chain, energy ---

int Force::Thermostat::getNumThermalDofs(const State& s) const {
    return trammel::Thermostat::calcNumThermalDofs(kinematics(*this, s, Stage::Position, "getNumThermalDofs"),
                                                   getParameters<P>(s));
}
Real Force::Thermostat::getCurrentTemperature(const State& s) const {
    return trammel::Thermostat::calcTemperature(kinematics(*this, s, Stage::Velocity, "getCurrentTemperature"),
                                                getParameters<P>(s));
}
Vector Force::Thermostat::getChainState(const State& s) const {
    const Vector all = z(*this, s);
    Vector chain(std::max(0, int(all.size()) - 1));
    for (int i = 0; i < chain.size(); ++i) chain[i] = all[i];
    return chain;
}
void Force::Thermostat::setAuxiliaries(State& s, const Vector& chain, Real work) const {
    Vector all(int(chain.size()) + 1);
    for (int i = 0; i < chain.size(); ++i) all[i] = chain[i];
    all[int(chain.size())] = work;
    getForceSubsystem().setForceZ(s, getForceIndex(), all);
}
void Force::Thermostat::setChainState(State& s, const Vector& chain) const {
    setAuxiliaries(s, chain, getExternalWork(s));
}
void Force::Thermostat::initializeChainState(State& s) const { setChainState(s, Vector(2 * getNumChains(s))); }
Real Force::Thermostat::calcBathEnergy(const State& s) const {
    return trammel::Thermostat::calcBathEnergy(kinematics(*this, s, Stage::Position, "calcBathEnergy"),
                                               getParameters<P>(s));
}
Real Force::Thermostat::getExternalPower(const State& s) const {
    return trammel::Thermostat::calcExternalPower(kinematics(*this, s, Stage::Velocity, "getExternalPower"));
}
Real Force::Thermostat::getExternalWork(const State& s) const {
    const Vector all = z(*this, s);
    return all[int(all.size()) - 1];
}
void Force::Thermostat::setExternalWork(State& s, Real work) const { setAuxiliaries(s, getChainState(s), work); }

void Force::Thermostat::setSystemToTemperature(State& s, Real temperature) const {
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    const MultibodySystem& system = matter.getMultibodySystem();
    const Array_<UIndex> free = matter.getFreeUDotIndex(s);
    Random::Gaussian random;
    Vector u = s.getU();
    for (UIndex i : free) u[i] = random.getValue();
    s.setU(u);
    system.projectU(s);
    const Real present = getCurrentTemperature(s);
    if (present <= 0) return;
    u = s.getU();
    for (UIndex i : free) u[i] *= std::sqrt(temperature / present);
    s.setU(u);
    system.realize(s, Stage::Velocity);
}

}  // namespace SimTK
