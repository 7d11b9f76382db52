// SPDX-License-Identifier: Apache-2.0
// Gives the System the measures of a document.
#include "compile/catalog.h"
#include "compile/compiler.h"
#include "compile/measures/sample_of.h"
#include "system/default_system_subsystem.h"

namespace trammel {

void Compiler::addMeasures() {
    for (const ElementId id : document_.elementsOf(measureFamily)) {
        const Element& e = document_.get(id);
        const TypeDescriptor* const type = findTypeOf(e);
        if (!type) continue;
        // Events are built later, since they act on everything else.
        if (type->findSocket(SampleOfMeasure::eventSocket) && !e.reference(SampleOfMeasure::eventSocket).isValid())
            diagnostics.warning(e.name, "It has no event and keeps the value at the start.",
                                "Choose an event in its properties.", id);
        auto built = made(e, [&] {
            const auto& rows = dynamic_cast<const MeasureType&>(*type->implementation);
            const ElementInputs in = inputs(e);
            BoundFormula formula = in.requireFormula(measureFormulaKey);
            const Dimension dimension = formula.formula.getProgram().getDimension();
            FormulaMeasure operand(built_->system.updDefaultSubsystem(), std::move(formula), *built_->matter);
            operand.setName("formula of " + e.name);
            Measure measure = rows.make(built_->system.updDefaultSubsystem(), operand, in);
            measure.setName(e.name);
            return std::make_unique<BuiltMeasure>(operand, measure, rows.calcDimension(dimension));
        });
        if (built) built_->measures[id] = std::move(built);
    }
}

void Compiler::initializeMeasures(State& s) const {
    const auto& measures = data_.built->measures;
    for (const ElementId id : document_.elementsOf(measureFamily))
        if (const auto measure = measures.find(id); measure != measures.end())
            measure->second->getMeasure().getImpl().initialize(s);
    data_.built->system.realize(s, Stage::Position);
}

}  // namespace trammel
