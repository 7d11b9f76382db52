// SPDX-License-Identifier: Apache-2.0
// Edits of one element's values: set property, set reference, set type.
#include "document/edit_values.h"

#include "document/document_content.h"
#include "document/edit.h"
#include "document/edit_rules.h"
#include "document/element_name.h"
#include "document/formulas.h"
#include "document/utf8.h"

namespace trammel {

namespace {
template <class Rows>
std::string keyList(const Rows& rows) {
    std::string text;
    for (const auto& row : rows) text += (text.empty() ? "" : ", ") + row.key;
    return text.empty() ? "It has no properties." : "It has: " + text + ".";
}

/// The type of the edited element; null, with a report, if the element or its type is unknown.
const TypeDescriptor* typeToEdit(const TypeCatalog& catalog, const Element* element, Diagnostics& diagnostics) {
    if (!element) {
        reportMissing(diagnostics);
        return nullptr;
    }
    const TypeDescriptor* type = catalog.findType(element->family, element->type);
    if (!type)
        diagnostics.error(titleOf(catalog, *element),
                          "Its type '" + element->type + "' is unknown to this version of Trammel.",
                          "It can be renamed, moved or removed, but its values cannot be changed.", element->id);
    return type;
}

Edit replaced(const Document& document, Element element) {
    const ElementId id = element.id;
    DocumentBuilder builder(document);
    builder.put(std::move(element));
    return {std::move(builder).build(), id, {}, {}, {}};
}

Result<Edit> rename(const Document& document, const TypeCatalog& catalog, const Element& element,
                    const std::optional<PropertyValue>& value) {
    Result<Edit> result;
    const auto* text = value ? std::get_if<std::string>(&*value) : nullptr;
    const std::string name = text ? cleanName(*text) : std::string();
    const Element* holder = document.findByName(name);
    if (name.empty()) {
        result.diagnostics.error(titleOf(catalog, element), "A name must not be empty.",
                                 "Enter at least one character.", element.id);
    } else if (name == OwnName) {
        result.diagnostics.error(titleOf(catalog, element), "'" + name + "' is reserved for formulas.",
                                 "Choose another name.", element.id);
    } else if (holder && holder->id != element.id) {
        result.diagnostics.error(titleOf(catalog, element), "There is already an element named '" + name + "'.",
                                 "Choose another name, such as '" +
                                     freeName(name, [&](const auto& n) { return document.findByName(n) != nullptr; }) +
                                     "'.",
                                 element.id);
    } else if (holder) {
        result.value = Edit{document, element.id, {}, {}, {}};
    } else {
        Element renamed = element;
        renamed.name = name;
        result.value = replaced(document, std::move(renamed));
        followRename(*result, catalog, element.name, name);
    }
    return result;
}

Result<Edit> setText(const Document& document, const std::string& key, const std::optional<PropertyValue>& value) {
    Result<Edit> result;
    DocumentTexts texts = document.texts();
    std::string* target = key == "name" ? &texts.name : key == "notes" ? &texts.notes : nullptr;
    if (!target) {
        result.diagnostics.error("Document", "A document has no property '" + key + "'.", "It has: name, notes.");
        return result;
    }
    const auto* text = value ? std::get_if<std::string>(&*value) : nullptr;
    if (value && !text) {
        result.diagnostics.error("Document", "Its " + key + " must be text.", "Enter text.");
        return result;
    }
    *target = text ? replaceInvalidUtf8(*text) : std::string();
    if (texts == document.texts()) {
        result.value = Edit{document, {}, {}, {}, {}};
        return result;
    }
    DocumentBuilder builder(document);
    builder.setTexts(std::move(texts));
    result.value = Edit{std::move(builder).build(), {}, {}, {}, {}};
    return result;
}
}  // namespace

void reportMissing(Diagnostics& diagnostics) {
    diagnostics.error("Model", "The element no longer exists.", "Select another element.");
}

bool checkProperty(const TypeCatalog& catalog, const Element& element, const TypeDescriptor& type,
                   Element::Property& property, Diagnostics& diagnostics) {
    const std::string title = titleOf(catalog, element);
    const PropertyDescriptor* descriptor = type.findProperty(property.key);
    if (!descriptor) {
        diagnostics.error(title, type.label + " has no property '" + property.key + "'.", keyList(type.properties),
                          element.id);
        return false;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&property.value); whole && descriptor->kind == ValueKind::Real)
        property.value = static_cast<Real>(*whole);
    if (auto* text = std::get_if<std::string>(&property.value)) *text = replaceInvalidUtf8(*text);
    const std::string fault = describeInvalidValue(*descriptor, property.value);
    if (fault.empty()) return true;
    diagnostics.error(title, descriptor->label + " " + fault + ".", "Enter another value.", element.id);
    return false;
}

bool checkReference(const Document& document, const TypeCatalog& catalog, const Element& element,
                    const TypeDescriptor& type, const Element::Reference& reference, Diagnostics& diagnostics) {
    const std::string title = titleOf(catalog, element);
    const SocketDescriptor* socket = type.findSocket(reference.key);
    if (!socket) {
        diagnostics.error(title, type.label + " has no input '" + reference.key + "'.", keyList(type.sockets),
                          element.id);
        return false;
    }
    if (!reference.target.isValid()) return true;
    const Element* target = document.find(reference.target);
    const std::string fault = target ? describeInvalidTarget(catalog, *socket, element.id, *target)
                                     : "The element for input '" + socket->label + "' is not in the model.";
    if (fault.empty()) return true;
    diagnostics.error(title, fault, "Choose another element.", element.id);
    return false;
}

Result<Edit> setProperty(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                         const std::optional<PropertyValue>& value) {
    if (!id.isValid()) return setText(document, key, value);
    const Element* element = document.find(id);
    if (element && key == "name") return rename(document, catalog, *element, value);

    Result<Edit> result;
    const TypeDescriptor* type = typeToEdit(catalog, element, result.diagnostics);
    if (!type) return result;

    const PropertyDescriptor* descriptor = type->findProperty(key);
    Element::Property property{key, value.value_or(descriptor ? descriptor->defaultValue : PropertyValue{})};
    if (!checkProperty(catalog, *element, *type, property, result.diagnostics)) return result;

    const PropertyValue* before = element->findExplicit(key);
    // A number that was changed explicitly loses its formula.
    Element changed = *element;
    std::erase_if(changed.formulas, [&](const Element::Formula& f) {
        const FormulaTarget target = findFormulaTarget(*type, f.key);
        const PropertyValue& held = element->value(*type, key);
        if (!target) return f.key == key && !equal(held, property.value);
        if (target.property != descriptor) return false;
        return target.part < 0 ? !equal(held, property.value)
                               : std::get<Vec3>(held)[target.part] != std::get<Vec3>(property.value)[target.part];
    });
    if (value ? before && equal(*before, property.value) : !before) {
        result.value = Edit{document, id, {}, {}, {}};
        return result;
    }
    if (value)
        changed.set(key, std::move(property.value));
    else
        std::erase_if(changed.properties, [&](const Element::Property& p) { return p.key == key; });
    sortByDescriptor(changed, *type);
    result.value = replaced(document, std::move(changed));
    dropMisfitFormulas(*result.value, catalog, result.diagnostics);
    return recalculated(std::move(result), catalog);
}

Result<Edit> setType(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key) {
    Result<Edit> result;
    const Element* const element = document.find(id);
    const TypeDescriptor* const before = typeToEdit(catalog, element, result.diagnostics);
    if (!before) return result;
    const TypeDescriptor* const after = catalog.findType(element->family, key);
    if (!after) {
        result.diagnostics.error(titleOf(catalog, *element), "There is no type '" + key + "' of its kind.",
                                 "Choose another type.", id);
        return result;
    }
    if (after == before) {
        result.value = Edit{document, id, {}, {}, {}};
        return result;
    }
    const auto has = [&](const std::string& property) {
        const PropertyDescriptor* const was = before->findProperty(property);
        const PropertyDescriptor* const is = after->findProperty(property);
        return was && is && was->kind == is->kind && was->quantity == is->quantity &&
               describeInvalidValue(*is, element->value(*before, property)).empty();
    };
    Element changed = *element;
    changed.type = key;
    std::erase_if(changed.properties, [&](const Element::Property& p) { return !has(p.key); });
    std::erase_if(changed.formulas, [&](const Element::Formula& f) {
        // A property that is not a number follows only an element of the same type.
        const FormulaTarget target = findFormulaTarget(*after, f.key);
        return !target || !has(target.property->key);
    });
    std::erase_if(changed.references, [&](const Element::Reference& r) {
        const SocketDescriptor* const socket = after->findSocket(r.key);
        return !socket || !describeInvalidTarget(catalog, *socket, id, document.get(r.target)).empty();
    });
    sortByDescriptor(changed, *after);
    result.value = replaced(document, std::move(changed));
    dropMisfitFormulas(*result.value, catalog, result.diagnostics);
    return recalculated(std::move(result), catalog);
}

Result<Edit> setReference(const Document& document, const TypeCatalog& catalog, ElementId id,
                          const std::string& socketKey, ElementId target) {
    Result<Edit> result;
    const Element* element = document.find(id);
    const TypeDescriptor* type = typeToEdit(catalog, element, result.diagnostics);
    if (!type || !checkReference(document, catalog, *element, *type, {socketKey, target}, result.diagnostics))
        return result;
    if (element->reference(socketKey) == target) {
        result.value = Edit{document, id, {}, {}, {}};
        return result;
    }
    Element changed = *element;
    changed.plug(socketKey, target);
    sortByDescriptor(changed, *type);
    result.value = replaced(document, std::move(changed));
    dropMisfitFormulas(*result.value, catalog, result.diagnostics);
    return recalculated(std::move(result), catalog);
}

}  // namespace trammel
