// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// A property that several elements have in common.
struct CommonValue {
    /// As in the first element, with its quantity there.
    PropertyDescriptor property;
    /// The value of the first element.
    PropertyValue value;
    /// True if the values differ; of a vector, by component.
    bool isMixed = false;
    std::array<bool, 3> isMixedPart{};
    /// The formula of each part ("" whole, ".x") that is the same in all elements.
    std::vector<Element::Formula> formulas = {};
};

/// The properties that all of @p elements share by key, kind, options and quantity, in the order of the first; not
/// meshes. Empty for fewer than two elements, and if one is of unknown type.
std::vector<CommonValue> findCommonValues(const Document& document, const TypeCatalog& catalog,
                                          const std::vector<ElementId>& elements);

/// Sets the property @p key of all @p elements; no value resets it to the default of each.
/// @param part component of a vector to set, 0 to 2, the others keep what they are; negative: the whole value
/// @param model the compiled document: joints that become locked keep their coordinates in its initial pose, as by setLock();
///        null: they are locked at the coordinates they have in the document
Result<Edit> setCommonValue(const Document& document, const TypeCatalog& catalog, const CompiledModelPtr& model,
                            const std::vector<ElementId>& elements, const std::string& key, int part,
                            const std::optional<PropertyValue>& value);

/// Sets the formula of a number of all @p elements, as setFormula() does.
Result<Edit> setCommonFormula(const Document& document, const TypeCatalog& catalog,
                              const std::vector<ElementId>& elements, const std::string& key,
                              const std::string& formula);

}  // namespace trammel
