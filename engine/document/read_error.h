// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// A fix for a problem: its button label, and the resulting document.
struct Fix {
    std::string label;
    Document document;
};

/// Content of a file that could not be used as given.
struct ReadError {
    enum class Kind { Name, Formula, Value, Reference };
    Kind kind = Kind::Name;
    ElementId element;
    /// Key of the property, formula or input; empty for a name.
    std::string key;
    /// As the file has it.
    std::string given;
    /// Place of the corresponding diagnostic.
    std::string place;
};

/// Possible fixes, most likely first: a number read in a certain unit or without unit, a similarly spelled name, a new
/// parameter of that name, a value clamped to its range, two names exchanged, the element deleted. All have been
/// tested. Empty if none.
std::vector<Fix> findReadFixes(const Document& document, const TypeCatalog& catalog, const ReadError& error);

/// Consequence of leaving the element as read: "Keep 0.3 m, without the formula".
std::string describeAsRead(const Document& document, const TypeCatalog& catalog, const ReadError& error);

}  // namespace trammel
