// SPDX-License-Identifier: Apache-2.0
#include "document/fragment.h"

#include <charconv>
#include <map>

#include "document/document_content.h"
#include "document/document_file.h"
#include "document/edit_rules.h"
#include "document/formulas.h"

namespace trammel {

namespace {

constexpr std::string_view heading = "trammel-elements";

/// The element of @p document with the name and family of @p sought.
ElementId counterpart(const Document& document, const Element& sought) {
    const Element* const found = document.findByName(sought.name);
    return found && found->family == sought.family ? found->id : ElementId{};
}

class Pasting {
public:
    Pasting(const Document& document, const TypeCatalog& catalog, const Fragment& fragment)
        : catalog_(catalog), fragment_(fragment) {
        result_.value = Edit{document, {}, {}, {}, {}};
    }

    Result<Edit> run(std::set<ElementId>& added) {
        for (const ElementId id : fragment_.document.treeOrder())
            if (fragment_.elements.contains(id) && !add(fragment_.document.get(id))) return result_;
        for (const auto& [original, copy] : copies_) {
            plug(fragment_.document.get(original), copy);
            calculate(fragment_.document.get(original), copy);
            follow(fragment_.document.get(original), copy);
            added.insert(copy);
        }
        if (!copies_.empty()) result_->element = copies_.rbegin()->second;
        return result_;
    }

private:
    /// Applies a step that may be refused.
    bool take(Result<Edit> step) {
        if (!step) return false;
        result_->document = std::move(step->document);
        return true;
    }

    bool add(const Element& original) {
        Element draft = original;
        draft.id = {};
        draft.references.clear();
        draft.formulas.clear();
        ElementId parent;
        if (const auto above = copies_.find(original.parent); above != copies_.end())
            parent = above->second;
        else if (original.parent.isValid())
            parent = counterpart(result_->document, fragment_.document.get(original.parent));
        Result<Edit> step = addElement(result_->document, catalog_, std::move(draft), parent);
        if (!step) {
            result_.diagnostics.append(step.diagnostics);
            result_.value.reset();
            return false;
        }
        copies_.emplace(original.id, step->element);
        return take(std::move(step));
    }

    void plug(const Element& original, ElementId copy) {
        for (const Element::Reference& reference : original.references) {
            const auto inside = copies_.find(reference.target);
            const Element& target = fragment_.document.get(reference.target);
            const ElementId plugged = inside != copies_.end() ? inside->second : counterpart(result_->document, target);
            if (!plugged.isValid() || !take(setReference(result_->document, catalog_, copy, reference.key, plugged)))
                note(copy, "'" + target.name + "', to which it was connected, does not exist in this model.",
                     "Connect it to another element.");
        }
    }

    void calculate(const Element& original, ElementId copy) {
        for (const Element::Formula& formula : original.formulas) {
            std::string text = formula.text;
            const auto parsed = Expression::parse(text);
            if (const auto* const expression = std::get_if<Expression>(&parsed)) text = renamed(*expression, text);
            if (!take(setFormula(result_->document, catalog_, copy, formula.key, text)))
                note(copy, "Formula " + formula.text + " has no valid result in this model; the number is kept.",
                     "Copy the parameters too, or define them.");
        }
    }

    /// Lets properties that are formulas refer to the copies.
    void follow(const Element& original, ElementId copy) {
        Element changed = original;
        changeFormulas(changed, catalog_,
                       [this](const Expression& formula, const std::string& text) { return renamed(formula, text); });
        for (std::size_t i = 0; i < original.properties.size(); ++i)
            if (!equal(changed.properties[i].value, original.properties[i].value))
                take(setProperty(result_->document, catalog_, copy, original.properties[i].key,
                                 changed.properties[i].value));
    }

    /// The formula with names of copied elements replaced by those of the copies.
    std::string renamed(const Expression& expression, std::string text) const {
        for (const ExpressionName& name : expression.getNames()) {
            std::string owner = name.element;
            // An output may be quoted as a whole: 'Pivot.reaction force'.
            while (name.key.empty() && !fragment_.document.findByName(owner) && owner.find('.') != std::string::npos)
                owner.resize(owner.rfind('.'));
            const Element* const original = fragment_.document.findByName(owner);
            const auto copy = original ? copies_.find(original->id) : copies_.end();
            if (copy == copies_.end()) continue;
            const auto parsed = Expression::parse(text);
            text = withNewName(fragment_.document, std::get<Expression>(parsed), owner,
                               result_->document.get(copy->second).name);
        }
        return text;
    }

    void note(ElementId element, std::string message, std::string remedy) {
        result_.diagnostics.note(titleOf(catalog_, result_->document.get(element)), std::move(message),
                                 std::move(remedy), element);
    }

    const TypeCatalog& catalog_;
    const Fragment& fragment_;
    Result<Edit> result_;
    /// By id of the original.
    std::map<ElementId, ElementId> copies_;
};

}  // namespace

Fragment copyElements(const Document& document, const std::set<ElementId>& elements) {
    Fragment fragment;
    for (const ElementId id : elements)
        if (document.find(id))
            for (const ElementId below : document.subtree(id)) fragment.elements.insert(below);

    // Referenced elements are included without content, to keep their names.
    std::set<ElementId> known = fragment.elements;
    for (const ElementId id : fragment.elements) {
        for (const Element::Reference& reference : document.get(id).references) known.insert(reference.target);
        if (document.get(id).parent.isValid()) known.insert(document.get(id).parent);
    }
    DocumentBuilder builder{Document()};
    std::vector<ElementId> roots;
    for (const ElementId id : document.treeOrder()) {
        if (!known.contains(id)) continue;
        Element element = document.get(id);
        std::erase_if(element.children, [&](ElementId child) { return !known.contains(child); });
        if (!fragment.elements.contains(id)) {
            element.references.clear();
            element.formulas.clear();
        }
        if (!known.contains(element.parent)) {
            element.parent = {};
            roots.push_back(id);
        }
        builder.put(std::move(element));
    }
    builder.setChildren({}, std::move(roots));
    builder.setNextId(document.nextId());
    fragment.document = std::move(builder).build();
    return fragment;
}

std::string writeFragment(const Fragment& fragment) {
    std::string text(heading);
    for (const ElementId id : fragment.elements) text += ' ' + std::to_string(id.value);
    return text + '\n' + writeDocument(fragment.document);
}

Result<Fragment> readFragment(std::string_view text, const TypeCatalog& catalog) {
    Result<Fragment> result;
    const std::size_t lineEnd = text.find('\n');
    if (!text.starts_with(heading) || lineEnd == std::string_view::npos) return result;
    Fragment fragment;
    const char* at = text.data() + heading.size();
    const char* const end = text.data() + lineEnd;
    while (at < end) {
        if (*at++ != ' ') return result;
        std::uint64_t id = 0;
        const auto [after, fault] = std::from_chars(at, end, id);
        if (fault != std::errc()) return result;
        at = after;
        fragment.elements.insert(ElementId{id});
    }
    // Formulas may use elements that were not copied; pasteElements() checks them.
    Result<Document> read = readDocument(text.substr(lineEnd + 1), catalog, FormulaCheck::Never);
    if (!read) return result;
    fragment.document = std::move(*read);
    std::erase_if(fragment.elements, [&](ElementId id) { return !fragment.document.find(id); });
    result.value = std::move(fragment);
    return result;
}

Result<Edit> pasteElements(const Document& document, const TypeCatalog& catalog, const Fragment& fragment,
                           std::set<ElementId>& added) {
    return Pasting(document, catalog, fragment).run(added);
}

}  // namespace trammel
