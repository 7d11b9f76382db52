// SPDX-License-Identifier: Apache-2.0
#include "document/rebase.h"

#include <algorithm>
#include <set>

#include "document/changes.h"
#include "document/fragment.h"

namespace trammel {

namespace {

class Rebase {
public:
    Rebase(const TypeCatalog& catalog, const Document& base, const Document& edited, const Document& other)
        : catalog_(catalog), base_(base), edited_(edited), changes_(diff(base, edited)) {
        result_.value = Edit{other, {}, {}, {}, {}};
    }

    Result<Edit> make() {
        for (const ElementId id : changes_.removed)
            if (!isRetyped(id)) remove(id);
        for (const ElementId id : changes_.removed)
            if (isRetyped(id)) retype(id);
        for (const ElementChange& change : changes_.changed)
            if (change.renamed) rename(change.id);
        add();
        for (const ElementChange& change : changes_.changed) changeElement(change);
        if (changes_.textsChanged) setTexts();
        return std::move(result_);
    }

private:
    const Document& document() const { return result_->document; }
    bool isRetyped(ElementId id) const { return std::ranges::binary_search(changes_.added, id); }

    /// The element of the new version with the name and family of @p element; invalid if not found.
    ElementId counterpartOf(const Element& element) const {
        const Element* const found = document().findByName(element.name);
        return found && found->family == element.family ? found->id : ElementId();
    }

    void warn(const Element& element, const std::string& what) { result_.diagnostics.warning(element.name, what); }
    /// Makes an edit; a refusal becomes a warning.
    void apply(const Element& element, Result<Edit> edit) {
        if (edit) {
            result_.value = std::move(edit.value);
            return;
        }
        const auto reason = std::ranges::find(edit.diagnostics, Severity::Error, &Diagnostic::severity);
        warn(element, "Your change could not be reapplied: " +
                          (reason == edit.diagnostics.end() ? std::string() : reason->message));
    }

    void remove(ElementId id) {
        const Element& gone = base_.get(id);
        // Children may have gone with their parent.
        if (const ElementId there = counterpartOf(gone); there.isValid())
            apply(gone, removeElement(document(), catalog_, there));
    }

    void retype(ElementId id) {
        const Element &before = base_.get(id), &now = edited_.get(id);
        const ElementId there = counterpartOf(before);
        if (!there.isValid()) return warn(before, "The file no longer has it; your other type is dropped.");
        if (before.family != now.family) return;
        apply(now, setType(document(), catalog_, there, now.type));
        if (before.name != now.name) apply(now, setProperty(document(), catalog_, there, "name", now.name));
        for (const Element::Property& property : now.properties)
            apply(now, setProperty(document(), catalog_, there, property.key, property.value));
    }

    void rename(ElementId id) {
        const Element& before = base_.get(id);
        if (const ElementId there = counterpartOf(before); there.isValid())
            apply(before, setProperty(document(), catalog_, there, "name", edited_.get(id).name));
    }

    void add() {
        std::set<ElementId> added;
        for (const ElementId id : changes_.added)
            if (!base_.find(id)) added.insert(id);
        if (added.empty()) return;
        std::set<ElementId> copies;
        Result<Edit> pasted = pasteElements(document(), catalog_, copyElements(edited_, added), copies);
        for (const Diagnostic& d : pasted.diagnostics)
            if (d.severity != Severity::Error) result_.diagnostics.add(d);
        apply(edited_.get(*added.begin()), std::move(pasted));
    }

    void changeElement(const ElementChange& change) {
        const Element &before = base_.get(change.id), &now = edited_.get(change.id);
        const ElementId there = counterpartOf(now);
        if (!there.isValid()) return warn(now, "The file no longer has it; your changes of it are dropped.");
        for (const std::string& key : change.properties) setValue(before, now, there, key);
        for (const std::string& key : change.references) connect(now, there, key);
        for (const std::string& key : change.formulas) {
            const std::string* const formula = now.formula(key);
            apply(now, setFormula(document(), catalog_, there, key, formula ? std::optional(*formula) : std::nullopt));
        }
        if (change.reparented) {
            const ElementId parent = now.parent.isValid() ? counterpartOf(edited_.get(now.parent)) : ElementId();
            if (parent.isValid() || !now.parent.isValid()) apply(now, moveElement(document(), catalog_, there, parent));
        }
    }

    void setValue(const Element& before, const Element& now, ElementId there, const std::string& key) {
        const auto valueIn = [&key](const Element& element) {
            const PropertyValue* const value = element.findExplicit(key);
            return value ? std::optional(*value) : std::nullopt;
        };
        const auto own = valueIn(now), old = valueIn(before), other = valueIn(document().get(there));
        if (other != old && other != own)
            result_.diagnostics.note(now.name,
                                     "The file changed its '" + labelOf(now, key) + "' too. Your value stays.");
        apply(now, setProperty(document(), catalog_, there, key, own));
    }

    std::string labelOf(const Element& element, const std::string& key) const {
        const TypeDescriptor* const type = catalog_.findType(element.family, element.type);
        const PropertyDescriptor* const property = type ? type->findProperty(key) : nullptr;
        return property ? property->label : key;
    }

    void connect(const Element& now, ElementId there, const std::string& key) {
        const ElementId target = now.reference(key);
        const ElementId found = target.isValid() ? counterpartOf(edited_.get(target)) : ElementId();
        if (target.isValid() && !found.isValid())
            return warn(now, "The file no longer has '" + edited_.get(target).name + "', which you connected.");
        apply(now, setReference(document(), catalog_, there, key, found));
    }

    void setTexts() {
        const Element none;
        if (edited_.name() != base_.name()) apply(none, setProperty(document(), catalog_, {}, "name", edited_.name()));
        if (edited_.notes() != base_.notes())
            apply(none, setProperty(document(), catalog_, {}, "notes", edited_.notes()));
    }

    const TypeCatalog& catalog_;
    const Document &base_, &edited_;
    const Changes changes_;
    Result<Edit> result_;
};

}  // namespace

Result<Edit> rebaseEdits(const TypeCatalog& catalog, const Document& base, const Document& edited,
                         const Document& other) {
    return Rebase(catalog, base, edited, other).make();
}

}  // namespace trammel
