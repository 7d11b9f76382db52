// SPDX-License-Identifier: Apache-2.0
#include "simbody/force.h"

#include "multibody/matter/guts.h"
#include "simbody/custom_force.h"

namespace SimTK {

const GeneralForceSubsystem& Force::getForceSubsystem() const {
    if (!forces_) throw trammel::Exception("Force::getForceSubsystem(): this handle refers to no force.");
    return *forces_;
}
const Force& Force::getKeptHandle() const { return getForceSubsystem().getForce(index_); }
const SimbodyMatterSubsystem& Force::getMatterSubsystem() const {
    return getForceSubsystem().getMultibodySystem().getMatterSubsystem();
}
void Force::attach(GeneralForceSubsystem& forces, std::unique_ptr<trammel::ForceElement> element) {
    index_ = forces.addForce(std::move(element));
    forces_ = &forces.getPersistentHandle();
}

bool Force::isDisabled(const State& s) const { return getForceSubsystem().isForceDisabled(s, index_); }
void Force::disable(State& s) const { getForceSubsystem().setForceIsDisabled(s, index_, true); }
void Force::enable(State& s) const { getForceSubsystem().setForceIsDisabled(s, index_, false); }
bool Force::isDisabledByDefault() const { return getForceSubsystem().isForceDisabledByDefault(index_); }
void Force::setDisabledByDefault(bool disabled) { forces_->setForceIsDisabledByDefault(index_, disabled); }

void Force::calcForceContribution(const State& s, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>& particleForces,
                                  Vector& mobilityForces) const {
    particleForces.resize(0);
    getForceSubsystem().calcForceContribution(s, index_, bodyForces, mobilityForces);
}
Real Force::calcPotentialEnergyContribution(const State& s) const {
    return getForceSubsystem().calcForcePotentialEnergy(s, index_);
}
const AbstractValue& Force::parameters(const State& s) const {
    return getForceSubsystem().getForceParameters(s, index_);
}
std::unique_ptr<AbstractValue> Force::defaultParameters() const {
    return getForceSubsystem().getDefaultForceParameters(index_);
}
void Force::setDefaultParameters(const AbstractValue& value) { forces_->setDefaultForceParameters(index_, value); }
void Force::setParameters(State& s, const AbstractValue& value) const {
    getForceSubsystem().setForceParameters(s, index_, value);
}

// --- Custom ---

namespace {

/// Adapts an implementation to the engine's force interface.
class CustomForceElement : public trammel::ForceElement {
public:
    CustomForceElement(std::unique_ptr<Force::Custom::Implementation> implementation, std::string name)
        : ForceElement(std::move(name), trammel::ElementId()), implementation_(std::move(implementation)) {}

    bool dependsOnlyOnPositions() const override { return implementation_->dependsOnlyOnPositions(); }
    bool declaresWhatItDependsOn() const override { return false; }
    void addInForce(const trammel::ForceKinematics& k, const AbstractValue*,
                    const trammel::ForceSum& sum) const override {
        Vector_<Vec3> noParticles;
        implementation_->calcForce(k.state, sum.body, noParticles, sum.mobility);
    }
    Real calcPotentialEnergy(const trammel::ForceKinematics& k, const AbstractValue*) const override {
        return implementation_->calcPotentialEnergy(k.state);
    }

    bool wantsRealization() const override { return true; }
    void realizeTopology(State& s) const override { implementation_->realizeTopology(s); }
    void realizeModel(State& s) const override { implementation_->realizeModel(s); }
    void realize(const State& s, Stage stage) const override { callHook(*implementation_, s, stage); }
    void appendDecorations(const State& s, Stage stage, std::vector<DecorativeGeometry>& out) const override {
        SimTK::appendDecorations(*implementation_, s, stage, trammel::DecorationRole::Force, out);
    }

private:
    std::unique_ptr<Force::Custom::Implementation> implementation_;
};

}  // namespace

Force::Custom::Custom(GeneralForceSubsystem& forces, Implementation* implementation) : implementation_(implementation) {
    if (!implementation) throw trammel::Exception("Force::Custom(): the implementation is null.");
    attach(forces, makeCustomForceElement(implementation, forces));
    forces.adoptHandle(std::make_unique<Custom>(*this));
}

std::unique_ptr<trammel::ForceElement> makeCustomForceElement(Force::Custom::Implementation* implementation,
                                                              const GeneralForceSubsystem& forces) {
    return std::make_unique<CustomForceElement>(std::unique_ptr<Force::Custom::Implementation>(implementation),
                                                "custom force " + std::to_string(forces.getNumForces()));
}

}  // namespace SimTK
