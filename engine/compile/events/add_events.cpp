// SPDX-License-Identifier: Apache-2.0
// Gives the System the events of a document.
#include "compile/events/add_events.h"

#include <algorithm>

#include "compile/catalog.h"
#include "compile/compiler.h"
#include "compile/events/actions/set_number.h"
#include "compile/measures/sample_of.h"

namespace trammel {

bool setsNumbers(const Document& document) {
    return std::ranges::any_of(document.elementsOf(actionFamily),
                               [&](ElementId id) { return document.get(id).type == SetNumberAction::key; });
}

void Compiler::addEvents() {
    for (const ElementId id : document_.elementsOf(actionFamily)) {
        const Element& action = document_.get(id);
        if (!action.parent.isValid())
            diagnostics.error(action.name, "The action belongs to no event.", "Move it below an event in the tree.",
                              id);
    }
    const auto events = document_.elementsOf(eventFamily);
    if (events.empty()) return;
    built_->events = std::make_unique<EventSubsystem>(built_->system);
    if (setsNumbers(document_))
        built_->events->setNumberSetter(std::make_unique<NumberSetter>(document_, data_.functions, *built_));
    for (const ElementId id : events) {
        const Element& e = document_.get(id);
        const TypeDescriptor* const type = findTypeOf(e);
        if (!type || !checkSockets(e, *type)) continue;
        auto trigger = made(e, [&] {
            return dynamic_cast<const EventTriggerType&>(*type->implementation)
                .create({document_, e, *built_, inputs(e)});
        });
        if (trigger)
            built_->eventIndices[id] = built_->events->addEvent(std::move(trigger), e.valueAs<bool>(*type, "enabled"));
    }
    connectSamples();
    // Actions may refer to any event.
    for (const auto& [id, index] : built_->eventIndices) addActions(document_.get(id), index);
}

void Compiler::connectSamples() {
    for (const auto& [id, measure] : built_->measures) {
        const auto event = built_->eventIndices.find(document_.get(id).reference(SampleOfMeasure::eventSocket));
        if (event != built_->eventIndices.end() && Measure::SampleAndHold::isA(measure->getMeasure()))
            built_->events->addSample(event->second, Measure::SampleAndHold::getAs(measure->getMeasure()));
    }
}

void Compiler::addActions(const Element& event, int index) {
    for (const ElementId id : event.children) {
        const Element& e = document_.get(id);
        const TypeDescriptor* const type = findTypeOf(e);
        if (!type || !checkSockets(e, *type) || !checkCoordinates(e, *type)) continue;
        auto action = made(e, [&] {
            return dynamic_cast<const EventActionType&>(*type->implementation)
                .create({document_, e, *built_, inputs(e)});
        });
        if (action) built_->events->addAction(index, std::move(action));
    }
}

}  // namespace trammel
