// SPDX-License-Identifier: Apache-2.0
#include "authoring/pattern_filing.h"

#include <algorithm>
#include <iterator>

#include "authoring/gear_pair.h"
#include "authoring/joint_type.h"
#include "compile/catalog.h"
#include "compile/group_type.h"
#include "compile/pattern_type.h"
#include "document/edit_rules.h"

namespace trammel {

ElementId Filing::take(Result<Edit> edit) {
    diagnostics_.append(edit.diagnostics);
    if (!edit) return {};
    document_ = std::move(edit->document);
    return edit->element;
}

ElementId Filing::file(const std::set<ElementId>& copies, ElementId pattern, std::size_t place) {
    const std::string name = "Copy " + std::to_string(place + 2) + " of " + what_;
    const std::string plain = builtinCatalog().typesOf(groupFamily).front()->key;
    const ElementId group =
        take(addElement(document_, builtinCatalog(), Element::draft(groupFamily, plain, name), pattern));
    for (const ElementId id : copies)
        if (isPattern(document_.get(id))) take(setType(document_, builtinCatalog(), id, plain));
    fileInto(copies, group);
    return group;
}
void Filing::fileInto(const std::set<ElementId>& copies, ElementId group) {
    for (const ElementId id : copies) {
        const Element& element = document_.get(id);
        if (copies.contains(element.parent) || !group.isValid()) continue;
        if (mayStandBelow(builtinCatalog(), element.family, document_.find(group)))
            take(moveElement(document_, builtinCatalog(), id, group));
    }
}

namespace {

/// Gives a joint the frame on its child that it has as @p old, another type.
void keepChildFrame(Filing& made, const Element& old) {
    for (const char* const key : {"childPoint", "childOrientation"})
        made.take(setProperty(made.document(), builtinCatalog(), old.id, key, old.value(typeOf(old), key)));
    for (const Element::Formula& formula : old.formulas)
        if (formula.key.starts_with("childPoint.") || formula.key.starts_with("childOrientation."))
            made.take(setFormula(made.document(), builtinCatalog(), old.id, formula.key, formula.text));
}

}  // namespace

void makePivots(Filing& made, const CompiledModelPtr& current, const PatternChain& chain,
                const std::vector<LinkedPairs>& copies) {
    std::set<ElementId> slots;
    for (const LinkedPairs& copy : copies) slots.merge(chain.slotsOf(made.document(), copy));
    if (slots.empty() || made.diagnostics().hasErrors()) return;
    const Result<CompiledModelPtr> compiled = compileDocument(made.document(), current);
    if (!compiled) return;
    const Document before = made.document();
    Result<Edit> pinned = changeJointType(made.document(), builtinCatalog(), **compiled, (*compiled)->getInitialState(),
                                          slots, typeOf(TypeRole::Revolute).key);
    // One note for all instead of one for each.
    pinned.diagnostics = {};
    if (!pinned) return;
    made.take(std::move(pinned));
    // In place, a pivot would keep the travel of its slot.
    for (const ElementId id : slots) keepChildFrame(made, before.get(id));
    made.diagnostics().note(before.get(*slots.begin()).name, "Slots between the copies became pivots.",
                            "Change their type if they are to slide.", *slots.begin());
}

}  // namespace trammel
