// SPDX-License-Identifier: Apache-2.0
#include "study/study_definition.h"

#include <algorithm>
#include <utility>

#include "compile/catalog.h"
#include "document/property_quantity.h"
#include "formats/csv.h"
#include "inspect/output_expression.h"
#include "meta/units.h"
#include "study/response_event.h"

namespace trammel {

namespace {

ElementProperties propertiesOf(const Element& element, const TypeDescriptor& type) {
    return [element, &type](const std::string& key) { return element.value(type, key); };
}

/// Fills in a definition, and reports obstacles.
class Definer {
public:
    Definer(const Document& document, Diagnostics& diagnostics) : document_(document), diagnostics_(diagnostics) {}

    std::shared_ptr<StudyDefinition> define(ElementId id, std::optional<std::uint64_t> seed) {
        const Element* const study = document_.find(id);
        const TypeDescriptor* const type = study ? findTypeOf(*study) : nullptr;
        if (!type || study->family != studyFamily) {
            diagnostics_.error("Model", "There is no such study.", "Add a study, or choose another one.");
            return nullptr;
        }
        made_->document = document_;
        made_->study = id;
        made_->name = study->name;
        made_->properties = propertiesOf(*study, *type);
        made_->seed = seed.value_or(std::uint64_t(integerOf(made_->properties, studySeedKey)));
        made_->stepLimit = long(integerOf(made_->properties, studyStepLimitKey));
        made_->plan = dynamic_cast<const StudyPlan*>(type->implementation.get());
        made_->search = dynamic_cast<const SearchPlan*>(type->implementation.get());
        Result<CompiledModelPtr> compiled = compileDocument(document_);
        for (const Diagnostic& d : compiled.diagnostics)
            if (d.severity == Severity::Error) diagnostics_.add(d);
        if (!compiled || compiled.diagnostics.hasErrors()) return nullptr;
        made_->base = *compiled;
        outputs_.emplace(made_->base);
        for (const ElementId child : study->children) {
            const Element& element = document_.get(child);
            const TypeDescriptor* const kind = findTypeOf(element);
            if (kind && element.family == factorFamily) addFactor(element, *kind);
            if (kind && element.family == responseFamily) addResponse(element, *kind);
        }
        checkPlan(*study);
        return diagnostics_.hasErrors() ? nullptr : std::move(made_);
    }

private:
    void addFactor(const Element& element, const TypeDescriptor& type) {
        StudyFactor factor;
        factor.element = element.id;
        factor.name = element.name;
        factor.target = element.reference(factorElementSocket);
        const Element* const target = document_.find(factor.target);
        const TypeDescriptor* const targetType = target ? findTypeOf(*target) : nullptr;
        if (!targetType) {
            diagnostics_.error(element.name, "No element is selected whose number is to vary.",
                               "Choose one as Element in its properties.", element.id);
            return;
        }
        const ElementProperties properties = propertiesOf(element, type);
        std::string key = textOf(properties, factorNumberKey);
        const std::vector<std::string> numbers = variableNumbers(*target);
        if (key.empty() && numbers.size() == 1) key = numbers.front();
        factor.place = findFormulaTarget(*targetType, key);
        if (!factor.place || std::ranges::find(numbers, key) == numbers.end()) {
            std::string list;
            for (const std::string& number : numbers) list += (list.empty() ? "" : ", ") + number;
            diagnostics_.error(element.name, "'" + target->name + "' has no number '" + key + "' that can vary.",
                               list.empty() ? "Choose another element." : "Its numbers are: " + list + ".", element.id);
            return;
        }
        // A parameter is known by its name alone.
        factor.number = numbers.size() == 1 && key == "value" ? target->name : target->name + "." + key;
        factor.present = factor.place.get(*target, *targetType);
        factor.quantity =
            quantityOf(document_, builtinCatalog(), *target, *factor.place.property).value_or(Quantity::None);
        factor.unit = siUnitAscii(factor.quantity);
        const auto* const kind = dynamic_cast<const FactorType*>(type.implementation.get());
        factor.range = kind->makeRange(properties);
        if (!factor.range.fault.empty())
            diagnostics_.error(element.name, factor.range.fault, "Change its properties.", element.id);
        if (std::ranges::any_of(made_->factors, [&](const StudyFactor& f) { return f.number == factor.number; }))
            diagnostics_.error(element.name, "Another factor varies " + factor.number + " too.", "Delete one of them.",
                               element.id);
        made_->ranges.push_back(factor.range);
        made_->factors.push_back(std::move(factor));
    }

    void addResponse(const Element& element, const TypeDescriptor& type) {
        StudyResponse response;
        response.element = element.id;
        response.name = element.name;
        response.properties = propertiesOf(element, type);
        response.reducer = dynamic_cast<const ReducerType*>(type.implementation.get());
        if (response.reducer->readsPath()) {
            const Element* const trace = document_.find(element.reference(responseTraceSocket));
            if (!trace) {
                diagnostics_.error(element.name, "No point trace is selected.", "Choose one in its properties.",
                                   element.id);
                return;
            }
            for (const char* const axis : {"x", "y", "z"})
                response.outputs.push_back(quotedName(trace->name) + "." + axis);
        } else {
            response.outputs.push_back(textOf(response.properties, responseOutputKey));
        }
        if (response.reducer->occasion() != Occasion::Frame && !addOccasion(element, response)) return;
        Dimension dimension;
        for (const std::string& text : response.outputs) {
            if (text.empty()) {
                diagnostics_.error(element.name, "No output is selected.", "Choose one in its properties.", element.id);
                return;
            }
            const auto parsed = OutputExpression::parse(*outputs_, text);
            if (const auto* const why = std::get_if<std::string>(&parsed)) {
                diagnostics_.error(element.name, *why, "Change its output.", element.id);
                return;
            }
            dimension = std::get<OutputExpression>(parsed).getDimension();
            response.quantity = std::get<OutputExpression>(parsed).getQuantity().value_or(Quantity::None);
        }
        const Dimension reduced = response.reducer->dimensionFor(dimension);
        // Energy has the dimension of torque and comes later.
        const auto known = std::find_if(allQuantities.rbegin(), allQuantities.rend(),
                                        [&](Quantity q) { return dimensionOf(q) == reduced; });
        if (dimensionOf(response.quantity) != reduced)
            response.quantity = known == allQuantities.rend() ? Quantity::None : *known;
        response.unit = known == allQuantities.rend() ? typedUnit(describe(reduced)) : siUnitAscii(response.quantity);
        static const std::pair<const char*, Goal> goals[] = {{"minimize", Goal::Minimize},
                                                             {"maximize", Goal::Maximize},
                                                             {"minimizeSquare", Goal::MinimizeSquare},
                                                             {"atMost", Goal::AtMost},
                                                             {"atLeast", Goal::AtLeast}};
        for (const auto& [key, goal] : goals)
            if (textOf(response.properties, responseGoalKey) == key) response.goal.goal = goal;
        response.goal.limit = realOf(response.properties, responseLimitKey);
        response.goal.weight = realOf(response.properties, responseWeightKey);
        made_->goals.push_back(response.goal);
        made_->responses.push_back(std::move(response));
    }

    /// False, with an error, if the instants of a response are not known.
    bool addOccasion(const Element& element, StudyResponse& response) {
        const auto refuse = [&](const std::string& why, const std::string& remedy) {
            diagnostics_.error(element.name, why, remedy, element.id);
            return false;
        };
        if (response.reducer->occasion() == Occasion::Event) {
            const Element* const event = document_.find(element.reference(responseEventSocket));
            if (!event)
                return refuse("No event is selected.", "Choose an event, a contact or a stop in its properties.");
            response.occasion = occasionOf(*outputs_, *event);
            if (!response.occasion)
                return refuse("'" + event->name + "' has no events.",
                              "Choose an event, a contact or a stop; or add an event that watches it.");
            response.occasion->isAfter = textOf(response.properties, responseMomentKey) == "after";
        } else {
            StudyOccasion crossing;
            crossing.crossing = textOf(response.properties, responseCrossingKey);
            if (crossing.crossing.empty())
                return refuse("No output is selected for the level.", "Choose one as Where in its properties.");
            const auto parsed = OutputExpression::parse(*outputs_, crossing.crossing);
            if (const auto* const why = std::get_if<std::string>(&parsed))
                return refuse(*why, "Change Where in its properties.");
            crossing.level = realOf(response.properties, responseLevelKey);
            const std::string direction = textOf(response.properties, responseDirectionKey);
            crossing.direction = direction == "rising" ? 1 : direction == "falling" ? -1 : 0;
            response.occasion = crossing;
        }
        response.occasion->occurrence = std::size_t(integerOf(response.properties, responseOccurrenceKey));
        return true;
    }

    void checkPlan(const Element& study) {
        const auto refuse = [&](const std::string& why, const std::string& remedy) {
            diagnostics_.error(study.name, why, remedy, study.id);
        };
        // A missing part may be one that was refused above.
        if (diagnostics_.hasErrors()) return;
        if (made_->factors.empty()) return refuse("It has no factor.", "Add a number to vary.");
        if (made_->responses.empty()) return refuse("It has no response.", "Add an output to measure.");
        const PlanInputs inputs = made_->inputs();
        const std::string fault =
            made_->plan ? made_->plan->describeFault(inputs) : made_->search->describeFault(inputs, made_->goals);
        if (!fault.empty()) return refuse(fault, "Change the study, its factors or its responses.");
        if (made_->mostRuns() > trammel::mostRuns)
            refuse("It has more than " + std::to_string(trammel::mostRuns) + " runs.", "Reduce levels or runs.");
    }

    const Document& document_;
    Diagnostics& diagnostics_;
    std::shared_ptr<StudyDefinition> made_ = std::make_shared<StudyDefinition>();
    std::optional<Outputs> outputs_;
};

}  // namespace

std::size_t StudyDefinition::mostRuns() const {
    const PlanInputs in = inputs();
    return plan ? plan->countRuns(in) : search->countStarts(in) * search->mostPoints(in);
}

std::vector<std::string> StudyDefinition::columns() const {
    std::vector<std::string> titles;
    for (const StudyFactor& factor : factors) titles.push_back(columnTitle(factor.number, factor.unit));
    for (const StudyResponse& response : responses) titles.push_back(columnTitle(response.name, response.unit));
    return titles;
}

Result<StudyDefinitionPtr> defineStudy(const Document& document, ElementId study, std::optional<std::uint64_t> seed) {
    Result<StudyDefinitionPtr> result;
    if (auto made = Definer(document, result.diagnostics).define(study, seed)) result.value = std::move(made);
    return result;
}

Result<Edit> documentAt(const StudyDefinition& study, const Document& document, std::span<const Real> point) {
    const TypeCatalog& catalog = builtinCatalog();
    Result<Edit> result;
    if (point.size() != study.factors.size()) {
        result.diagnostics.error(study.name, "The result has other factors than the study.", "Recompute the study.");
        return result;
    }
    result.value = Edit{document, {}, {}, {}, {}};
    for (std::size_t k = 0; k < study.factors.size(); ++k) {
        const StudyFactor& factor = study.factors[k];
        const Element* const target = result->document.find(factor.target);
        const TypeDescriptor* const type = target ? findTypeOf(*target) : nullptr;
        const std::string& property = factor.place.property->key;
        const int part = factor.place.part;
        const std::string key = part < 0 ? property : property + "." + static_cast<char>('x' + part);
        // The type may have changed since.
        const FormulaTarget place = type ? findFormulaTarget(*type, key) : FormulaTarget();
        if (!place || quantityOf(result->document, catalog, *target, *place.property).value_or(Quantity::None) !=
                          factor.quantity) {
            result.diagnostics.error(factor.name, "The number " + factor.number + " no longer exists.",
                                     "Restore it by Undo.", factor.element);
            result.value.reset();
            return result;
        }
        if (target->formula(key)) result = setFormula(Document(result->document), catalog, factor.target, key, {});
        if (!result) return result;
        Element changed = result->document.get(factor.target);
        place.put(changed, *type, point[k]);
        result =
            setProperty(Document(result->document), catalog, factor.target, property, changed.value(*type, property));
        if (!result) return result;
    }
    return result;
}

std::vector<std::string> variableNumbers(const Element& element) {
    std::vector<std::string> numbers;
    const TypeDescriptor* const type = findTypeOf(element);
    if (!type) return numbers;
    for (const PropertyDescriptor& property : type->properties) {
        if (property.kind == ValueKind::Real) numbers.push_back(property.key);
        if (property.kind == ValueKind::Vec3)
            for (const char axis : {'x', 'y', 'z'}) numbers.push_back(property.key + "." + axis);
    }
    return numbers;
}

}  // namespace trammel
