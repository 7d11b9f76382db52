// SPDX-License-Identifier: Apache-2.0
#include "compile/fixes.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "compile/catalog.h"
#include "compile/link_edit.h"
#include "compile/pose_edit.h"

namespace trammel {

namespace {

/// The document with its pose brought up to date, if its loops close.
std::optional<Document> assembled(const Document& document) {
    const Result<CompiledModelPtr> model = compileDocument(document);
    if (!model || !(*model)->getAssembly().assembled) return std::nullopt;
    const Result<Edit> posed = setInitialPose(document, builtinCatalog(), **model, (*model)->getInitialState());
    return posed ? posed->document : document;
}

void appendClosures(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    const std::vector<ClosureChoice> choices = closureChoices(model, element);
    const Element& closure = model->getDocument().get(element);
    const auto present = std::find_if(choices.begin(), choices.end(), [&](const ClosureChoice& choice) {
        return choice.family == closure.family && choice.type == closure.type;
    });
    for (const ClosureChoice& choice : choices) {
        if (present == choices.end() || choice.redundant >= present->redundant || choice.redundant > 0) continue;
        if (const Result<Edit> edit = changeClosure(model, element, choice))
            fixes.push_back({"Close '" + closure.name + "' with " + choice.label, edit->document});
    }
}

/// The same document without @p constraint in force; none if it cannot be switched off.
std::optional<Document> withoutIt(const Document& document, ElementId constraint) {
    const Element& e = document.get(constraint);
    const TypeDescriptor* const type = findTypeOf(e);
    if (!type || !type->findProperty("enabled")) return std::nullopt;
    const Result<Edit> edit = setProperty(document, builtinCatalog(), constraint, "enabled", false);
    return edit ? std::optional(edit->document) : std::nullopt;
}

void appendRedundant(const CompiledModelPtr& model, ElementId element, std::vector<Fix>& fixes) {
    std::set<ElementId> done;
    for (const MobilityReport::RedundantSet& set : model->getMobility().redundantSets) {
        if (std::find(set.constraints.begin(), set.constraints.end(), element) == set.constraints.end()) continue;
        for (ElementId id : set.constraints) {
            if (!model->getDocument().find(id) || !done.insert(id).second) continue;
            const auto open = withoutIt(model->getDocument(), id);
            if (!open) continue;
            // One that takes a way to move away with it is no way out.
            const Result<CompiledModelPtr> without = compileDocument(*open);
            if (without && (*without)->getMobility().degreesOfFreedom == model->getMobility().degreesOfFreedom)
                fixes.push_back({"Switch off '" + model->getDocument().get(id).name + "'", *open});
        }
    }
}

/// Bars whose length lets the loop close, each with the nearest such length.
void appendLengths(const CompiledModelPtr& model, std::vector<Fix>& fixes) {
    const Document& document = model->getDocument();
    const Real gap = model->getAssembly().worstError;
    for (ElementId id : document.elementsOf("body")) {
        const Element& bar = document.get(id);
        const TypeDescriptor* const type = findTypeOf(bar);
        const PropertyDescriptor* const property = type ? type->findProperty("length") : nullptr;
        if (!property || property->kind != ValueKind::Real) continue;
        const Real length = bar.valueAs<Real>(*type, "length");
        // Somewhat more than what is missing, to round numbers of 10 mm.
        for (const Real factor : {1.2, 2., 4.}) {
            constexpr Real step = 0.01;
            const Real longer = std::ceil((length + factor * gap) / step) * step;
            const Result<Edit> edit = setProperty(document, builtinCatalog(), id, "length", longer);
            const auto closed = edit ? assembled(edit->document) : std::nullopt;
            if (!closed) continue;
            fixes.push_back({"Set " + bar.name + " to " + std::to_string(std::lround(longer * 1000)) + " mm", *closed});
            break;
        }
    }
}

}  // namespace

std::vector<Fix> findFixes(const CompiledModelPtr& model, ElementId element) {
    std::vector<Fix> fixes;
    if (!model || !model->getDocument().find(element)) return fixes;
    if (!model->getAssembly().assembled) {
        appendLengths(model, fixes);
        if (const auto open = withoutIt(model->getDocument(), element))
            fixes.push_back({"Leave '" + model->getDocument().get(element).name + "' open", *open});
        return fixes;
    }
    if (model->getMobility().redundantEquations == 0) return fixes;
    appendClosures(model, element, fixes);
    appendRedundant(model, element, fixes);
    return fixes;
}

}  // namespace trammel
