// SPDX-License-Identifier: Apache-2.0
#include "authoring/group_edit.h"

#include <algorithm>

#include "authoring/copied.h"
#include "authoring/keep_places.h"
#include "authoring/pose_edit.h"
#include "compile/catalog.h"
#include "compile/events/event_part.h"
#include "compile/group_type.h"
#include "compile/measures/measure_type.h"
#include "document/edit_rules.h"
#include "document/formulas.h"
#include "exploration/plan.h"

namespace trammel {

namespace {

bool isGroup(const Document& document, ElementId id) {
    const Element* const element = document.find(id);
    return element && element->family == groupFamily;
}

Element draftGroup(const std::string& name) {
    return Element::draft(groupFamily, builtinCatalog().typesOf(groupFamily).front()->key, name);
}

bool canBeInGroup(const Element& element) {
    const FamilyDescriptor* const family = builtinCatalog().findFamily(element.family);
    return family && std::ranges::count(family->parentFamilies, groupFamily) > 0;
}

/// True for elements that a model has only once, and keeps when parts of it are extracted: settings and gravity.
bool isOfWholeModel(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    return !canBeInGroup(element) || (element.family == "force" && type && type->sockets.empty());
}

/// The elements that can be members of a group, in tree order, without descendants of each other.
std::vector<ElementId> topmost(const Document& document, const std::set<ElementId>& elements) {
    std::vector<ElementId> top;
    for (const ElementId id : document.treeOrder()) {
        if (!elements.contains(id) || !canBeInGroup(document.get(id))) continue;
        bool isBelow = false;
        for (const Element* above = document.find(document.get(id).parent); above; above = document.find(above->parent))
            isBelow |= elements.contains(above->id);
        if (!isBelow) top.push_back(id);
    }
    return top;
}

/// The order of elements selects the joints that close loops, whose coordinates the others then need.
Result<Edit> withSamePoses(Result<Edit> edit, const CompiledModelPtr& current) {
    if (!edit || !current) return edit;
    const ElementId element = edit->element;
    const std::vector<ElementId> joints = edit->document.elementsOf("joint");
    const State& s = current->getInitialState();
    Result<CompiledModelPtr> now = compileDocument(edit->document);
    const auto moves = [&](ElementId body) {
        constexpr Real same = 1e-8;
        const Transform X = ~current->calcBodyPose(body, s) * (*now)->calcBodyPose(body, (*now)->getInitialState());
        return X.p().norm() + (X.R().asMat33() - Mat33(1)).norm() > same;
    };
    if (!now || std::ranges::none_of(edit->document.elementsOf("body"), moves)) return edit;
    edit = setBodyPoses(edit->document, *current, [&](ElementId body) { return current->calcBodyPose(body, s); },
                        {joints.begin(), joints.end()});
    if (edit) edit->element = element;
    return edit;
}

Result<Edit> moveAll(const Document& document, const std::vector<ElementId>& elements, ElementId group,
                     int index = -1) {
    Result<Edit> whole;
    whole.value = Edit{document, {}, {}, {}, {}};
    for (const ElementId id : elements) {
        if (id == group) continue;
        Result<Edit> next = moveElement(whole->document, builtinCatalog(), id, group, index);
        if (!next) return next;
        whole->document = std::move(next->document);
        if (index >= 0) ++index;
    }
    whole->element = group;
    return whole;
}

int indexIn(const std::vector<ElementId>& siblings, ElementId id) {
    return int(std::ranges::find(siblings, id) - siblings.begin());
}

/// Adds to @p elements those that they refer to besides bodies and joints, and the parameters and measures that their
/// formulas read.
void addWhatIsUsed(const Document& document, std::set<ElementId>& elements) {
    std::vector<ElementId> next(elements.begin(), elements.end());
    const auto add = [&](const Element* used) {
        if (used && elements.insert(used->id).second) next.push_back(used->id);
    };
    while (!next.empty()) {
        const Element element = document.get(next.back());
        next.pop_back();
        for (const Element::Reference& reference : element.references) {
            const Element* const target = document.find(reference.target);
            if (target && target->family != "body" && target->family != "joint") add(target);
        }
        Element read = element;
        changeFormulas(read, builtinCatalog(), [&](const Expression& formula, const std::string& text) {
            for (const ExpressionName& name : formula.getNames()) {
                const Element* const named = document.findByName(name.element);
                if (named && (named->family == "parameter" || named->family == measureFamily)) add(named);
            }
            return text;
        });
    }
}

}  // namespace

Result<Edit> groupElements(const Document& document, const CompiledModelPtr& current,
                           const std::set<ElementId>& elements) {
    std::vector<ElementId> chosen = topmost(document, elements);
    Result<Edit> result;
    if (chosen.empty()) {
        result.diagnostics.error("", "No selected element can be in a group.", "Select bodies, joints or forces.");
        return result;
    }
    const ElementId parent = document.get(chosen.front()).parent;
    const bool haveOneParent =
        std::ranges::all_of(chosen, [&](ElementId id) { return document.get(id).parent == parent; });
    const ElementId place = haveOneParent ? parent : ElementId{};
    std::set<ElementId> members(chosen.begin(), chosen.end());
    for (const ElementId id : withConnections(document, elements))
        // A measure may read earlier ones and keeps its place.
        if (const Element& e = document.get(id); e.parent == place && e.family != measureFamily && !isOfWholeModel(e))
            members.insert(id);
    chosen = topmost(document, members);
    result = addElement(document, builtinCatalog(), draftGroup({}), place,
                        haveOneParent ? indexIn(document.childrenOf(place), chosen.front()) : -1);
    if (!result) return result;
    return withSamePoses(moveAll(result->document, chosen, result->element), current);
}

Result<Edit> moveIntoGroup(const Document& document, const CompiledModelPtr& current,
                           const std::set<ElementId>& elements, ElementId group) {
    std::vector<ElementId> moved;
    for (const ElementId id : topmost(document, elements))
        if (document.get(id).parent != group) moved.push_back(id);
    return withSamePoses(moveAll(document, moved, group), current);
}

Result<Edit> dissolveGroups(const Document& document, const CompiledModelPtr& current,
                            const std::set<ElementId>& groups) {
    Result<Edit> whole;
    whole.value = Edit{document, {}, {}, {}, {}};
    for (const ElementId group : groups) {
        if (!whole || !isGroup(whole->document, group)) continue;
        const ElementId parent = whole->document.get(group).parent;
        const std::vector<ElementId> members = whole->document.childrenOf(group);
        whole = moveAll(whole->document, members, parent, indexIn(whole->document.childrenOf(parent), group));
        if (whole) whole = removeElement(whole->document, builtinCatalog(), group);
    }
    return withSamePoses(std::move(whole), current);
}

Result<Document> extractModel(const CompiledModelPtr& current, const std::set<ElementId>& elements,
                              const std::string& name) {
    const Document& before = current->getDocument();
    const State& s = current->getInitialState();
    Result<Document> result;
    std::set<ElementId> all = withConnections(before, elements);
    Document document = before;
    for (const ElementId id : std::set<ElementId>(all)) {
        if (!document.find(id)) continue;
        const Element element = before.get(id);
        const bool isOfEvent = element.family == eventFamily || element.family == actionFamily;
        for (const Element::Reference& reference : element.references) {
            const Element* const target = before.find(reference.target);
            if (!target || all.contains(target->id)) continue;
            if (target->family == "joint" || (isOfEvent && target->family != "parameter" && !isOfWholeModel(*target))) {
                result.diagnostics.note(
                    element.name, "'" + element.name + "' is left out: it acts on '" + target->name + "'.", {}, id);
                all.erase(id);
                // Below its event it would be copied.
                if (isOfEvent)
                    if (Result<Edit> without = removeElement(document, builtinCatalog(), id))
                        document = std::move(without->document);
                break;
            }
            if (target->family != "body") continue;
            Result<Edit> grounded = reconnectInPlace(document, builtinCatalog(), *current, s, id, reference.key, {});
            if (grounded) document = std::move(grounded->document);
        }
    }
    std::erase_if(all, [&](ElementId id) { return !document.find(id); });
    addWhatIsUsed(document, all);
    for (const ElementId id : document.treeOrder()) {
        const Element& element = document.get(id);
        const bool isChosenByItself = element.family == studyFamily || element.family == "shape";
        if (isOfWholeModel(element) && !isChosenByItself && !element.parent.isValid()) all.insert(id);
    }
    const Result<CompiledModelPtr> model = compileDocument(document, current);
    const Fragment fragment =
        model ? copyPlaced(**model, (*model)->getInitialState(), all) : copyElements(document, all);
    std::set<ElementId> added;
    Result<Edit> made = pasteElements(Document(), builtinCatalog(), fragment, added);
    result.diagnostics.append(made.diagnostics);
    if (made) made = setProperty(made->document, builtinCatalog(), {}, "name", name);
    if (made) result.value = std::move(made->document);
    return result;
}

Result<PlacedElement> insertModel(const Document& document, const CompiledModelPtr& current, const Document& model,
                                  const std::string& name, const Vec3& step_G) {
    Result<PlacedElement> result;
    Document grouped = model;
    std::vector<ElementId> parts;
    for (const ElementId id : model.roots())
        if (!isOfWholeModel(model.get(id))) parts.push_back(id);
    const bool hasShapes =
        std::ranges::any_of(model.roots(), [&](ElementId id) { return model.get(id).family == "shape"; });
    if (parts.empty() && !hasShapes) {
        result.diagnostics.error(name, "It contains nothing that can be inserted.", "Choose another model.");
        return result;
    }
    if (parts.size() == 1 && isGroup(model, parts.front())) {
        // A name used by a part of it stays with the part.
        if (Result<Edit> named = setProperty(grouped, builtinCatalog(), parts.front(), "name", name))
            grouped = std::move(named->document);
    } else if (!parts.empty()) {
        const Result<Edit> added = addElement(grouped, builtinCatalog(), draftGroup(name));
        Result<Edit> moved = added ? moveAll(added->document, parts, added->element) : added;
        if (!moved) return {std::nullopt, moved.diagnostics};
        grouped = std::move(moved->document);
    }
    const std::vector<ElementId> all = grouped.treeOrder();
    std::set<ElementId> added;
    result = pasteBeside(document, current, {grouped, {all.begin(), all.end()}}, step_G, added);
    if (!result) return result;
    // Copies are added in tree order.
    for (const ElementId id : added)
        if (isGroup(result->edit.document, id) && !added.contains(result->edit.document.get(id).parent)) {
            result->edit.element = id;
            break;
        }
    return result;
}

}  // namespace trammel
