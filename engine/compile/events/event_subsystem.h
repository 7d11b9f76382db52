// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compile/events/event_part.h"
#include "compile/events/number_setter.h"
#include "system/measure.h"
#include "system/subsystem.h"

namespace trammel {

class MultibodySystem;

/// The events of a model, each with a trigger, actions, an enabled flag and a count of its occurrences.
///
/// Everything that an event changes is a variable of the State, so that a run continues from any frame as it was computed.
class EventSubsystem : public Subsystem {
public:
    explicit EventSubsystem(MultibodySystem& system);

    // --- Construction (topological) ---
    /// Adds an event with its handler.
    int addEvent(std::unique_ptr<EventTrigger> trigger, bool enabledByDefault);
    /// Adds an action to an event; the order is that of execution.
    void addAction(int event, std::unique_ptr<EventAction> action);
    /// Samples a measure when an event occurs, before its actions.
    void addSample(int event, const Measure::SampleAndHold& measure);
    /// Changes numbers of elements for the actions.
    void setNumberSetter(std::unique_ptr<NumberSetter> setter);
    NumberSetter& updNumberSetter();
    const NumberSetter& getNumberSetter() const;

    // --- State ---
    int getNumEvents() const;
    bool isEnabled(const State&, int event) const;
    /// Invalidates Instance.
    void setEnabled(State&, int event, bool enabled) const;
    int getNumOccurrences(const State&, int event) const;
    /// Reads the parameters of all triggers and actions; @p read gives those of an element.
    void setParameters(State&, const std::function<EventParameters(ElementId)>& read) const;
    /// The numbers set so far; empty if no action sets any.
    SetNumbers getSetNumbers(const State&) const;
    void replaceSetNumbers(State&, const SetNumbers&) const;

private:
    class Guts;
    const Guts& guts() const;
    Guts& upd();
};

}  // namespace trammel
