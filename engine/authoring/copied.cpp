// SPDX-License-Identifier: Apache-2.0
#include "authoring/copied.h"

#include <algorithm>
#include <iterator>

#include "authoring/displace.h"
#include "authoring/drawn_numbers.h"
#include "authoring/gear_pair.h"
#include "authoring/linked_copies.h"
#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "compile/events/event_part.h"
#include "compile/measures/measure_type.h"
#include "document/deferred_formulas.h"

namespace trammel {

namespace {

bool carriesOneOf(const Element& joint, const std::set<ElementId>& bodies) {
    return joint.family == "joint" && bodies.contains(joint.reference("child"));
}

/// True for elements of @p document that a model needs only once: settings, and global forces such as gravity.
bool isUniqueAndPresent(const Document& document, const Element& element) {
    const FamilyDescriptor* const family = builtinCatalog().findFamily(element.family);
    const TypeDescriptor* const type = findTypeOf(element);
    if (!family || !type) return false;
    const std::vector<ElementId> present = document.elementsOf(element.family);
    if (int(present.size()) >= family->maxElements) return true;
    const auto isAlike = [&](ElementId other) { return document.get(other).type == element.type; };
    return element.family == "force" && type->sockets.empty() && std::ranges::any_of(present, isAlike);
}

Fragment withoutSecondOnes(const Document& document, Fragment fragment, Diagnostics& told) {
    std::erase_if(fragment.elements, [&](ElementId id) {
        const Element& element = fragment.document.get(id);
        if (!isUniqueAndPresent(document, element)) return false;
        told.note(element.name, "'" + element.name + "' is not added: the model already has one.", "");
        return true;
    });
    return fragment;
}

/// True if an added body moved by @p way would coincide with a similar existing one.
bool coincidesWithExisting(const CompiledModel& model, const std::set<ElementId>& added, const Vec3& way) {
    constexpr Real same = 1e-6;
    const Document& document = model.getDocument();
    const State& s = model.getInitialState();
    const std::vector<ElementId> bodies = document.elementsOf("body");
    return std::ranges::any_of(bodies, [&](ElementId own) {
        if (!added.contains(own)) return false;
        const Transform X_GB = model.calcBodyPose(own, s);
        return std::ranges::any_of(bodies, [&](ElementId other) {
            if (added.contains(other) || document.get(other).type != document.get(own).type) return false;
            const Transform X_GO = model.calcBodyPose(other, s);
            return (X_GB.p() + way - X_GO.p()).norm() < same && (X_GB.R().asMat33() - X_GO.R().asMat33()).norm() < same;
        });
    });
}

}  // namespace

std::set<ElementId> withDescendants(const Document& document, const std::set<ElementId>& elements) {
    std::set<ElementId> all;
    for (const ElementId id : elements)
        if (document.find(id))
            for (const ElementId below : document.subtree(id)) all.insert(below);
    return all;
}

Fragment copyPlaced(const CompiledModel& model, const State& s, const std::set<ElementId>& elements) {
    Document document = model.getDocument();
    const std::set<ElementId> copied = withDescendants(document, elements);
    std::set<ElementId> all = copied;
    for (const ElementId id : copied) {
        const Element* const body = document.find(id);
        if (!body || body->family != "body") continue;
        const bool isHeld = std::ranges::any_of(
            copied, [&](ElementId e) { return document.find(e) && carriesOneOf(document.get(e), {id}); });
        if (isHeld) continue;
        const Transform X_GB = model.calcBodyPose(id, s);
        Element joint = makeFreeJoint(document, id, X_GB);
        if (Result<Edit> with = addElement(document, builtinCatalog(), std::move(joint))) {
            document = std::move(with->document);
            all.insert(with->element);
        }
    }
    return copyElements(document, all);
}

Result<PlacedElement> pasteBeside(const Document& document, const CompiledModelPtr& current, const Fragment& fragment,
                                  const Vec3& step_G, std::set<ElementId>& added) {
    Result<PlacedElement> result;
    Result<Edit> pasted =
        pasteElements(document, builtinCatalog(), withoutSecondOnes(document, fragment, result.diagnostics), added);
    result.diagnostics.append(pasted.diagnostics);
    if (!pasted) return result;
    Result<CompiledModelPtr> compiled = compileDocument(pasted->document, current);
    if (!compiled) {
        result.diagnostics.append(compiled.diagnostics);
        return result;
    }
    const CompiledModel& model = **compiled;
    Vec3 way(0.);
    while (coincidesWithExisting(model, added, way)) way += step_G;
    if (way.norm() > 0) {
        Result<Edit> moved = displaceElements(pasted->document, builtinCatalog(), model, model.getInitialState(),
                                              findMovable(model, added), Transform(way));
        if (moved) {
            pasted->document = std::move(moved->document);
            compiled = compileDocument(pasted->document, *compiled);
            if (!compiled) {
                result.diagnostics.append(compiled.diagnostics);
                return result;
            }
        }
    }
    result.value = PlacedElement{std::move(*pasted), *compiled};
    return result;
}

std::set<ElementId> withConnections(const Document& document, const std::set<ElementId>& elements) {
    std::set<ElementId> all = withDescendants(document, elements);
    const auto belongs = [&](const Element& element) {
        const auto refers = [&](const Element& user) {
            return std::ranges::any_of(user.references,
                                       [&](const Element::Reference& held) { return all.contains(held.target); });
        };
        if (element.family == "joint") return carriesOneOf(element, all);
        if (element.family == eventFamily &&
            std::ranges::any_of(element.children, [&](ElementId action) { return refers(document.get(action)); }))
            return true;
        const bool acts = element.family == "constraint" || element.family == "force" || element.family == "motion" ||
                          element.family == eventFamily || element.family == measureFamily;
        return acts && refers(element);
    };
    // A constraint or motor may act on a joint found here, and an event on these.
    for (std::size_t before = 0; before != all.size();) {
        before = all.size();
        for (const ElementId id : document.treeOrder())
            if (!all.contains(id) && belongs(document.get(id)))
                for (const ElementId below : document.subtree(id)) all.insert(below);
    }
    return all;
}

std::vector<std::pair<ElementId, ElementId>> pairsOf(const CopiedElements& copied, std::size_t copy) {
    std::vector<std::pair<ElementId, ElementId>> pairs;
    auto own = copied.copies[copy].begin();
    for (const ElementId source : copied.sources) pairs.emplace_back(source, *own++);
    return pairs;
}

Result<CopiedElements> addCopies(const Document& document, const CompiledModelPtr& current,
                                 const std::set<ElementId>& elements, std::size_t count) {
    Result<CopiedElements> result;
    const Fragment fragment = withoutSecondOnes(
        document, copyPlaced(*current, current->getInitialState(), withConnections(document, elements)),
        result.diagnostics);
    if (fragment.elements.empty()) {
        result.diagnostics.error("", "No selected element can be copied.", "Select bodies, shapes or joints.");
        return result;
    }
    CopiedElements made{{document, {}, {}, {}, {}}, {}, {}, {}};
    // Copies get their ids in this order.
    for (const ElementId id : fragment.document.treeOrder())
        if (fragment.elements.contains(id)) made.sources.push_back(id);
    for (std::size_t i = 0; i < count; ++i) {
        Result<Edit> pasted = pasteElements(made.edit.document, builtinCatalog(), fragment, made.copies.emplace_back());
        result.diagnostics.append(pasted.diagnostics);
        if (!pasted) return result;
        made.edit = std::move(*pasted);
    }
    const Result<CompiledModelPtr> compiled = compileDocument(made.edit.document, current);
    if (!compiled) {
        result.diagnostics.append(compiled.diagnostics);
        return result;
    }
    made.model = *compiled;
    result.value = std::move(made);
    return result;
}

Result<Edit> addPattern(const Document& document, const CompiledModelPtr& current, const std::set<ElementId>& elements,
                        const std::vector<Transform>& displacements, std::set<ElementId>& added, CopyKind kind) {
    DeferredFormulas deferred;
    Result<CopiedElements> copied = addCopies(document, current, elements, displacements.size());
    Result<Edit> result{std::nullopt, copied.diagnostics};
    if (!copied) return result;
    const CompiledModel& model = *copied->model;
    std::vector<FormulaOf> links;
    for (std::size_t i = 0; i < displacements.size(); ++i) {
        const std::set<ElementId>& copy = copied->copies[i];
        Result<Edit> moved = displaceElements(copied->edit.document, builtinCatalog(), model, model.getInitialState(),
                                              findMovable(model, copy), displacements[i]);
        result.diagnostics.append(moved.diagnostics);
        if (!moved) return result;
        copied->edit.document = std::move(moved->document);
        added.insert(copy.begin(), copy.end());
    }
    for (std::size_t i = 0; kind == CopyKind::Linked && i < displacements.size(); ++i)
        std::ranges::move(findLinks(copied->edit.document, *current, pairsOf(*copied, i), displacements[i]),
                          std::back_inserter(links));
    Result<Edit> linked =
        deferred.finish(setFormulas(copied->edit.document, builtinCatalog(), links), builtinCatalog());
    result.diagnostics.append(linked.diagnostics);
    if (!linked) return result;
    copied->edit.document = std::move(linked->document);
    std::vector<LinkedPairs> pairs;
    for (std::size_t i = 0; i < displacements.size(); ++i) pairs.push_back(pairsOf(*copied, i));
    Result<Edit> meshed = meshCopies(copied->edit.document, copied->model, pairs);
    result.diagnostics.append(meshed.diagnostics);
    copied->edit.document = std::move(meshed->document);
    result.value = std::move(copied->edit);
    return result;
}

}  // namespace trammel
