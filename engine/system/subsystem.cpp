// SPDX-License-Identifier: Apache-2.0
#include "system/subsystem.h"

#include "base/exceptions.h"
#include "system/system.h"

namespace trammel {

Subsystem::~Subsystem() = default;

Subsystem& Subsystem::operator=(const Subsystem& other) {
    if (this != &other) guts_ = other.guts_;
    return *this;
}

void Subsystem::adoptSubsystemGuts(Guts* guts) {
    if (guts_)
        throw Exception("Subsystem::adoptSubsystemGuts(): subsystem '" + guts_->getName() + "' has guts already.");
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
SubsystemIndex Subsystem::getMySubsystemIndex() const { return getSubsystemGuts().getMySubsystemIndex(); }
bool Subsystem::isInSystem() const { return guts_ && guts_->isInSystem(); }
const System& Subsystem::getSystem() const { return getSubsystemGuts().getSystem(); }
System& Subsystem::updSystem() { return updSubsystemGuts().updSystem(); }
Stage Subsystem::getStage(const State& s) const { return getSubsystemGuts().getStage(s); }

Subsystem::Guts::Guts(std::string name, std::string version) : name_(std::move(name)), version_(std::move(version)) {
    handle_.guts_ = this;
}
Subsystem::Guts::~Guts() = default;
Subsystem::Guts::Guts(const Guts& other) : name_(other.name_), version_(other.version_) { handle_.guts_ = this; }

const System& Subsystem::Guts::getSystem() const {
    if (!system_) throw Exception("Subsystem::getSystem(): subsystem '" + name_ + "' has not been added to a system.");
    return *system_;
}
System& Subsystem::Guts::updSystem() { return const_cast<System&>(getSystem()); }

void Subsystem::Guts::invalidateSubsystemTopologyCache() const {
    if (system_) system_->invalidateSystemTopologyCache();
}

EventId Subsystem::Guts::createScheduledEvent(const State&) const { return getSystem().createEventId(); }
void Subsystem::Guts::createTriggeredEvent(const State& s, EventId& id, EventTriggerByStageIndex& slot,
                                           Stage stage) const {
    id = getSystem().createEventId();
    slot = s.allocateEventTrigger(index_, stage, 1);
}

void Subsystem::Guts::calcTimeOfNextScheduledEventImpl(const State&, Real& t, Array_<EventId>& ids, bool) const {
    t = Infinity;
    ids.clear();
}
void Subsystem::Guts::calcTimeOfNextScheduledReportImpl(const State&, Real& t, Array_<EventId>& ids, bool) const {
    t = Infinity;
    ids.clear();
}

std::string Subsystem::Guts::nameOfQ(int i) const { return "q" + std::to_string(i) + " of " + name_; }
std::string Subsystem::Guts::nameOfU(int i) const { return "u" + std::to_string(i) + " of " + name_; }
std::string Subsystem::Guts::nameOfZ(int i) const { return "z" + std::to_string(i) + " of " + name_; }

}  // namespace trammel
