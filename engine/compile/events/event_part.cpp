// SPDX-License-Identifier: Apache-2.0
#include "compile/events/event_part.h"

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/formula_value.h"

namespace trammel {

const Element& EventInputs::target(const std::string& socket) const {
    // An input that also takes a body counts as connected, to Ground.
    const Element* const connected = document.find(element.reference(socket));
    if (!connected) throw UnusableElement("No element is selected.", "Choose one in its properties.");
    return *connected;
}

void EventInputs::requireDimension(const std::string& key, const Dimension& required, const std::string& what) const {
    const auto compiled = values.requireFormula(key);
    const FormulaProgram& program = compiled.formula.getProgram();
    if (program.isZero() || agree(program.getDimension(), required)) return;
    throw UnusableElement(typeOf(element).findProperty(key)->label + ": the result is " +
                              describe(program.getDimension()) + "; " + what + " is required.",
                          "Correct the formula, with units.");
}

EventPart::EventPart(const EventInputs& in)
    : name_(in.element.name),
      id_(in.element.id),
      built_(in.built),
      defaults_(readEventParameters(typeOf(in.element), in.values)) {
    for (const PropertyDescriptor& property : typeOf(in.element).properties)
        if (property.isFormula) formulas_.push_back(in.values.requireFormula(property.key).formula);
}

Real EventPart::calcFormula(std::size_t i, const State& s, const EventParameters& parameters) const {
    return calcValue(formulas_[i], parameters.formulas[i], *built_.matter, s);
}

}  // namespace trammel
