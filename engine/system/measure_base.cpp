// SPDX-License-Identifier: Apache-2.0
#include "system/measure_base.h"

#include "base/exceptions.h"
#include "system/measure_implementation.h"

namespace trammel {

// --- Handle ---

AbstractMeasure::AbstractMeasure(Implementation* implementation) {
    if (!implementation) return;
    implementation_ = implementation->weak_from_this().lock();
    if (!implementation_) implementation_.reset(implementation);
}
AbstractMeasure::AbstractMeasure(Subsystem& subsystem, Implementation* implementation, const SetHandle&)
    : AbstractMeasure(implementation) {
    subsystem.adoptMeasure(*this);
}
AbstractMeasure::~AbstractMeasure() = default;

AbstractMeasure& AbstractMeasure::deepAssign(const AbstractMeasure& source) {
    if (this != &source) implementation_.reset(source.hasImpl() ? source.getImpl().clone() : nullptr);
    return *this;
}

const AbstractMeasure::Implementation& AbstractMeasure::getImpl() const {
    if (!implementation_) throw Exception("Measure::getImpl(): this handle refers to no measure.");
    return *implementation_;
}
AbstractMeasure::Implementation& AbstractMeasure::updImpl() { return const_cast<Implementation&>(getImpl()); }

std::string AbstractMeasure::getName() const { return getImpl().getName(); }
void AbstractMeasure::setName(std::string name) { updImpl().setName(std::move(name)); }
int AbstractMeasure::getNumTimeDerivatives() const { return getImpl().getNumTimeDerivatives(); }
Stage AbstractMeasure::getDependsOnStage(int derivOrder) const { return getImpl().getDependsOnStage(derivOrder); }
bool AbstractMeasure::isInSubsystem() const { return implementation_ && implementation_->isInSubsystem(); }
const Subsystem& AbstractMeasure::getSubsystem() const { return getImpl().getSubsystem(); }
bool AbstractMeasure::isSameSubsystem(const Subsystem& other) const {
    return isInSubsystem() && getSubsystem().isSameSubsystem(other);
}
MeasureIndex AbstractMeasure::getSubsystemMeasureIndex() const { return getImpl().getSubsystemMeasureIndex(); }

// --- Implementation ---

std::string AbstractMeasure::Implementation::getName() const {
    if (!name_.empty()) return name_;
    return isInSubsystem() ? kindVirtual() + " " + std::to_string(int(index_)) : kindVirtual();
}
void AbstractMeasure::Implementation::setName(std::string name) {
    name_ = std::move(name);
    invalidateTopologyCache();
}

void AbstractMeasure::Implementation::setSubsystem(Subsystem::Guts& guts, MeasureIndex ix) {
    if (isInSubsystem())
        throw Exception("Subsystem::adoptMeasure(): measure '" + getName() + "' is in subsystem '" + guts_->getName() +
                        "' already.");
    guts_ = &guts;
    index_ = ix;
}
const Subsystem& AbstractMeasure::Implementation::getSubsystem() const { return updSubsystem(); }
Subsystem& AbstractMeasure::Implementation::updSubsystem() const {
    if (!isInSubsystem())
        throw Exception("Measure::getSubsystem(): measure '" + getName() +
                        "' is in no subsystem, or the subsystem was destroyed.");
    return guts_->updOwnerSubsystemHandle();
}
MeasureIndex AbstractMeasure::Implementation::getSubsystemMeasureIndex() const {
    getSubsystem();
    return index_;
}
Stage AbstractMeasure::Implementation::getStage(const State& s) const {
    return isInSubsystem() ? guts_->getStage(s) : s.getSystemStage();
}
void AbstractMeasure::Implementation::invalidateTopologyCache() const {
    if (isInSubsystem()) guts_->invalidateSubsystemTopologyCache();
}

void AbstractMeasure::Implementation::requireOrder(int derivOrder, const char* where) const {
    if (derivOrder >= 0 && derivOrder <= getNumTimeDerivatives()) return;
    throw Exception(std::string(where) + ": measure '" + getName() + "' has " +
                    std::to_string(getNumTimeDerivatives()) + " time derivatives; derivative " +
                    std::to_string(derivOrder) + " was requested.");
}
Stage AbstractMeasure::Implementation::getDependsOnStage(int derivOrder) const {
    requireOrder(derivOrder, "Measure::getDependsOnStage()");
    return getDependsOnStageVirtual(derivOrder);
}

void AbstractMeasure::Implementation::realize(State& s, Stage stage) const {
    switch (stage.level()) {
        case Stage::Topology: return realizeTopology(s);
        case Stage::Model: return realizeMeasureModelVirtual(s);
        case Stage::Instance: return realizeMeasureInstanceVirtual(s);
        case Stage::Time: return realizeMeasureTimeVirtual(s);
        case Stage::Position: return realizeMeasurePositionVirtual(s);
        case Stage::Velocity: return realizeMeasureVelocityVirtual(s);
        case Stage::Dynamics: return realizeMeasureDynamicsVirtual(s);
        case Stage::Acceleration: return realizeMeasureAccelerationVirtual(s);
        case Stage::Report: return realizeMeasureReportVirtual(s);
        case Stage::Empty:
        case Stage::Infinity: return;
    }
}

}  // namespace trammel
