// SPDX-License-Identifier: Apache-2.0
#include "authoring/common_values.h"

#include <algorithm>
#include <functional>

#include "authoring/density.h"
#include "authoring/pose_edit.h"
#include "authoring/touch_edit.h"
#include "document/property_quantity.h"

namespace trammel {

namespace {

const TypeDescriptor* typeIn(const Document& document, const TypeCatalog& catalog, ElementId id) {
    const Element* const element = document.find(id);
    return element ? catalog.findType(element->family, element->type) : nullptr;
}

bool haveSameOptions(const PropertyDescriptor& a, const PropertyDescriptor& b) {
    return std::ranges::equal(a.options, b.options, {}, &PropertyDescriptor::Option::key,
                              &PropertyDescriptor::Option::key);
}

/// Applies @p verb to one element after the other; the first failure is that of the whole.
Result<Edit> forEach(const Document& document, const std::vector<ElementId>& elements,
                     const std::function<Result<Edit>(const Document&, ElementId)>& verb) {
    Result<Edit> whole;
    whole.value = Edit{document, {}, {}, {}, {}};
    for (const ElementId id : elements) {
        Result<Edit> next = verb(whole->document, id);
        whole.diagnostics.append(next.diagnostics);
        if (!next) return {std::nullopt, whole.diagnostics};
        whole->document = std::move(next->document);
        whole->element = next->element;
    }
    return whole;
}

/// Joins another element to the common value; false if it does not have the property.
bool join(CommonValue& common, const Document& document, const TypeCatalog& catalog, ElementId id) {
    const Element& element = document.get(id);
    const TypeDescriptor& type = *typeIn(document, catalog, id);
    const PropertyDescriptor* const own = type.findProperty(common.property.key);
    if (!own || own->kind != common.property.kind || !haveSameOptions(*own, common.property) ||
        quantityOf(document, catalog, element, *own).value_or(Quantity::None) != common.property.quantity)
        return false;
    const PropertyValue& value = element.value(type, own->key);
    if (!equal(value, common.value)) common.isMixed = true;
    if (const auto* const three = std::get_if<Vec3>(&value))
        for (int i = 0; i < 3; ++i)
            if ((*three)[i] != std::get<Vec3>(common.value)[i]) common.isMixedPart[std::size_t(i)] = true;
    std::erase_if(common.formulas, [&](const Element::Formula& formula) {
        const std::string* const held = element.formula(own->key + formula.key);
        return !held || *held != formula.text;
    });
    return true;
}

}  // namespace

std::vector<CommonValue> findCommonValues(const Document& document, const TypeCatalog& catalog,
                                          const std::vector<ElementId>& elements) {
    std::vector<CommonValue> all;
    const bool known = std::ranges::all_of(elements, [&](ElementId id) { return typeIn(document, catalog, id); });
    if (elements.size() < 2 || !known) return all;
    const Element& first = document.get(elements.front());
    const TypeDescriptor& type = *typeIn(document, catalog, first.id);
    for (const PropertyDescriptor& property : type.properties) {
        if (property.key == meshKeyOf(type)) continue;
        CommonValue common{propertyOf(document, catalog, first, property), first.value(type, property.key)};
        for (const char* const part : {"", ".x", ".y", ".z"})
            if (const std::string* const formula = first.formula(property.key + part))
                common.formulas.push_back({part, *formula});
        if (std::all_of(elements.begin() + 1, elements.end(),
                        [&](ElementId id) { return join(common, document, catalog, id); }))
            all.push_back(std::move(common));
    }
    return all;
}

Result<Edit> setCommonValue(const Document& document, const TypeCatalog& catalog, const CompiledModelPtr& model,
                            const std::vector<ElementId>& elements, const std::string& key, int part,
                            const std::optional<PropertyValue>& value) {
    return forEach(document, elements, [&](const Document& d, ElementId id) {
        const TypeDescriptor* const type = typeIn(d, catalog, id);
        std::optional<PropertyValue> own = value;
        if (type && part >= 0 && own) {
            Vec3 three = d.get(id).valueAs<Vec3>(*type, key);
            three[part] = std::get<Vec3>(*value)[part];
            own = three;
        }
        const bool isLock = type && type->family == "joint" && key == "locked";
        return isLock && model ? setLock(d, catalog, *model, model->getInitialState(), id, own)
                               : setGivenNumber(d, catalog, id, key, own);
    });
}

Result<Edit> setCommonFormula(const Document& document, const TypeCatalog& catalog,
                              const std::vector<ElementId>& elements, const std::string& key,
                              const std::string& formula) {
    return forEach(document, elements,
                   [&](const Document& d, ElementId id) { return setFormula(d, catalog, id, key, formula); });
}

}  // namespace trammel
