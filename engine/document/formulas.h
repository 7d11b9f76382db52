// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/edit.h"

namespace trammel {

/// A number of an element that a formula can give: a real property, or one part of a vector.
struct FormulaTarget {
    const PropertyDescriptor* property = nullptr;
    /// 0, 1 or 2 for a part of a vector; -1 for a property that is one number.
    int part = -1;

    explicit operator bool() const { return property != nullptr; }
    Real get(const Element& element, const TypeDescriptor& type) const;
    void put(Element& element, const TypeDescriptor& type, Real value) const;
};

/// What "length" or "point.x" means for a type; nothing if it names no number that a formula can give.
FormulaTarget findFormulaTarget(const TypeDescriptor& type, const std::string& key);

/// A formula that gives no permitted number.
struct FormulaFault {
    ElementId element;
    std::string key, text;
    /// One sentence.
    std::string why;
    /// Only because another one that it speaks of gives none.
    bool isInherited = false;
};

/// All formulas of a document that give no permitted number, in tree order. O(1) for a document without formulas.
std::vector<FormulaFault> findFormulaFaults(const Document& document, const TypeCatalog& catalog);

/// What to do about it, one sentence.
std::string remedyOf(const FormulaFault& fault);

/// The edit with every number that has a formula brought up to date; without a value if one of them has none that is
/// permitted. O(1) for a document without formulas.
Result<Edit> recalculated(Result<Edit> edit, const TypeCatalog& catalog);

/// The edit of a document in which an element is called @p to now: formulas speak of it by that name.
void followRename(Edit& edit, const std::string& from, const std::string& to);

/// Takes the formulas that speak of elements which are gone away; the numbers stay, and a note says so.
void dropOrphanedFormulas(Edit& edit, const Document& before, const TypeCatalog& catalog, Diagnostics& diagnostics);

/// Takes the formulas away that gave a number of an angle where the joint that is plugged in moves along a length, or the
/// other way round; the numbers stay, and a note says so.
void dropMisfitFormulas(Edit& edit, const TypeCatalog& catalog, Diagnostics& diagnostics);

}  // namespace trammel
