// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "document/edit.h"

namespace trammel {

/// A number of an element that can have a formula: a real property, or a component of a vector.
struct FormulaTarget {
    const PropertyDescriptor* property = nullptr;
    /// Component 0, 1 or 2 of a vector; -1 for a scalar property.
    int part = -1;

    explicit operator bool() const { return property != nullptr; }
    Real get(const Element& element, const TypeDescriptor& type) const;
    void put(Element& element, const TypeDescriptor& type, Real value) const;
};

/// Value of a number computed from the properties of @p element.
Measured valueOf(const DerivedNumber& derived, const Element& element, const TypeDescriptor& type);

/// The number named by "length" or "point.x" in a type; empty without one that can have a formula.
FormulaTarget findFormulaTarget(const TypeDescriptor& type, const std::string& key);

/// True for a property that is not a number, such as an outline, a number of teeth or a color: it can have the formula
/// "Plate.outline", which gives it the value of the same property of another element of the same type.
bool canFollow(const TypeDescriptor& type, const std::string& key);

/// A formula for a number, or for a property that canFollow().
struct FormulaOf {
    ElementId element;
    std::string key, text;
};
/// Sets many formulas at once, in place of those that are there; an empty text removes one and keeps the value.
Result<Edit> setFormulas(const Document& document, const TypeCatalog& catalog, const std::vector<FormulaOf>& formulas);

/// A formula without valid result.
struct FormulaFault {
    ElementId element;
    std::string key, text;
    /// One sentence.
    std::string why;
};

/// The document with every number that has a formula brought up to date, without the formulas that yield no permitted
/// value: their numbers stay, and formulas that refer to them use these. Of a cycle, one formula is removed. O(n log n)
/// for n formulas, however they depend on each other; O(1) for a document without formulas.
/// @param faults the formulas that were removed, in tree order
Document withoutFaultyFormulas(const Document& document, const TypeCatalog& catalog, std::vector<FormulaFault>& faults);

/// The remedy, one sentence.
std::string remedyOf(const FormulaFault& fault);

/// The edit with all formulas reevaluated; no value if one has no valid result. O(1) for a document without formulas.
Result<Edit> recalculated(Result<Edit> edit, const TypeCatalog& catalog);

/// @p formula with element @p from renamed to @p to, also in outputs of it that are quoted as a whole, such as
/// 'Pivot.reaction force'.
/// @param document has the other elements, whose names may begin alike
std::string withNewName(const Document& document, const Expression& formula, const std::string& from,
                        const std::string& to);

/// Updates formulas of numbers and of properties that are formulas, after an element was renamed to @p to.
void followRename(Edit& edit, const TypeCatalog& catalog, const std::string& from, const std::string& to);

/// Replaces each text of @p element that is a formula, of a number or of a property, by @p change of it.
void changeFormulas(Element& element, const TypeCatalog& catalog,
                    const std::function<std::string(const Expression& formula, const std::string& text)>& change);

/// Removes formulas that use deleted elements; their numbers are kept, and a note says so.
void dropOrphanedFormulas(Edit& edit, const Document& before, const TypeCatalog& catalog, Diagnostics& diagnostics);

/// Removes formulas of the wrong dimension after an input was connected to a joint whose coordinate is a length instead
/// of an angle, or vice versa; their numbers are kept, and a note says so.
void dropMisfitFormulas(Edit& edit, const TypeCatalog& catalog, Diagnostics& diagnostics);

}  // namespace trammel
