// SPDX-License-Identifier: Apache-2.0
#include "system/subsystem.h"

#include "base/exceptions.h"
#include "system/default_system_subsystem.h"
#include "system/measure_implementation.h"
#include "system/system.h"

namespace trammel {

Subsystem::~Subsystem() = default;

Subsystem& Subsystem::operator=(const Subsystem& other) {
    if (this != &other) guts_ = other.guts_;
    return *this;
}

void Subsystem::adoptSubsystemGuts(Guts* guts) {
    if (guts_)
        throw Exception("Subsystem::adoptSubsystemGuts(): subsystem '" + guts_->getName() + "' already has guts.");
    unadopted_.reset(guts);
    guts_ = guts;
}

const Subsystem::Guts& Subsystem::getSubsystemGuts() const {
    if (!guts_) throw Exception("Subsystem::getSubsystemGuts(): this handle refers to no subsystem.");
    return *guts_;
}
Subsystem::Guts& Subsystem::updSubsystemGuts() {
    if (!guts_) throw Exception("Subsystem::updSubsystemGuts(): this handle refers to no subsystem.");
    return *guts_;
}
const std::string& Subsystem::getName() const { return getSubsystemGuts().getName(); }
const std::string& Subsystem::getVersion() const { return getSubsystemGuts().getVersion(); }
bool Subsystem::isInSystem() const { return guts_ && guts_->isInSystem(); }
const System& Subsystem::getSystem() const { return getSubsystemGuts().getSystem(); }
System& Subsystem::updSystem() { return updSubsystemGuts().updSystem(); }
bool Subsystem::isInSameSystem(const Subsystem& other) const { return getSubsystemGuts().isInSameSystem(other); }
bool Subsystem::subsystemTopologyHasBeenRealized() const {
    return getSubsystemGuts().subsystemTopologyHasBeenRealized();
}
void Subsystem::invalidateSubsystemTopologyCache() const { getSubsystemGuts().invalidateSubsystemTopologyCache(); }
MeasureIndex Subsystem::adoptMeasure(AbstractMeasure& measure) { return updSubsystemGuts().adoptMeasure(measure); }
int Subsystem::getNumMeasures() const { return getSubsystemGuts().getNumMeasures(); }
AbstractMeasure Subsystem::getMeasure(MeasureIndex ix) const { return getSubsystemGuts().getMeasure(ix); }

Subsystem::Guts::Guts(std::string name, std::string version) : name_(std::move(name)), version_(std::move(version)) {
    handle_.guts_ = this;
}
Subsystem::Guts::~Guts() {
    // User handles may outlive the System: further access throws.
    for (AbstractMeasure& m : measures_) m.updImpl().leaveSubsystem();
}
Subsystem::Guts::Guts(const Guts& other) : SubsystemStateAccess<Guts>(), name_(other.name_), version_(other.version_) {
    handle_.guts_ = this;
}

const System& Subsystem::Guts::getSystem() const {
    if (!system_) throw Exception("Subsystem::getSystem(): subsystem '" + name_ + "' has not been added to a system.");
    return *system_;
}
System& Subsystem::Guts::updSystem() { return const_cast<System&>(getSystem()); }

void Subsystem::Guts::invalidateSubsystemTopologyCache() const {
    if (system_) system_->invalidateSystemTopologyCache();
}

bool Subsystem::Guts::isInSameSystem(const Subsystem& other) const {
    return isInSystem() && other.isInSystem() && system_ == &other.getSystem();
}
bool Subsystem::Guts::subsystemTopologyHasBeenRealized() const {
    return isInSystem() && system_->systemTopologyHasBeenRealized();
}

// --- Measures ---

MeasureIndex Subsystem::Guts::adoptMeasure(AbstractMeasure& measure) {
    const MeasureIndex ix(measures_.size());
    measure.updImpl().setSubsystem(*this, ix);
    measures_.push_back(measure);
    invalidateSubsystemTopologyCache();
    return ix;
}
AbstractMeasure Subsystem::Guts::getMeasure(MeasureIndex ix) const {
    if (ix < 0 || ix >= getNumMeasures())
        throw IndexOutOfRange("Subsystem::getMeasure()", "measure of subsystem '" + name_ + "'", ix, getNumMeasures());
    return measures_[std::size_t(int(ix))];
}
void Subsystem::Guts::realizeMeasures(State& s, Stage stage) const {
    for (const AbstractMeasure& m : measures_) m.getImpl().realize(s, stage);
}
void Subsystem::Guts::initializeMeasures(State& s) const {
    for (const AbstractMeasure& m : measures_) m.getImpl().initialize(s);
}
void Subsystem::Guts::sampleMeasures(State& s, const Array_<EventId>& happening) const {
    if (happening.empty()) return;
    for (const AbstractMeasure& m : measures_) m.getImpl().sampleAtEvents(s, happening);
}

// --- Events ---

void Subsystem::Guts::createScheduledEvent(const State& s, EventId& id) const {
    id = getSystem().getDefaultSubsystem().guts().registerEvent(s, index_);
}
void Subsystem::Guts::createTriggeredEvent(const State& s, EventId& id, EventTriggerByStageIndex& slot,
                                           Stage stage) const {
    slot = s.allocateEventTrigger(index_, stage, 1);
    id = getSystem().getDefaultSubsystem().guts().registerTrigger(s, index_, stage, slot);
}
void Subsystem::Guts::calcTimeOfNextScheduledEventImpl(const State&, Real& t, Array_<EventId>& ids, bool) const {
    t = Infinity;
    ids.clear();
}
void Subsystem::Guts::calcTimeOfNextScheduledReportImpl(const State&, Real& t, Array_<EventId>& ids, bool) const {
    t = Infinity;
    ids.clear();
}

std::string Subsystem::Guts::nameOfQ(const State&, int i) const { return "q" + std::to_string(i) + " of " + name_; }
std::string Subsystem::Guts::nameOfU(int i) const { return "u" + std::to_string(i) + " of " + name_; }
std::string Subsystem::Guts::nameOfZ(int i) const {
    for (const AbstractMeasure& m : measures_)
        if (m.getImpl().ownsZ(i)) return m.getName();
    return "z" + std::to_string(i) + " of " + name_;
}

}  // namespace trammel
