// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// A way out of a problem: what it is called on a button, and the document as it would be.
struct Fix {
    std::string label;
    Document document;
};

/// What a file says of an element and the model could not take as it is.
struct ReadFault {
    enum class Kind { Name, Formula, Value, Reference };
    Kind kind = Kind::Name;
    ElementId element;
    /// Of the property, formula or socket; empty for a name.
    std::string key;
    /// As the file has it.
    std::string given;
    /// The place of the diagnostic that tells of it.
    std::string place;
};

/// What can be made of it, the likeliest first: a number read in some unit or without the one it has, a name that is spelled
/// nearly like it, a parameter of that name, a value brought into its range, two names exchanged, the element deleted.
/// Each has been tried. Empty if nothing is known.
std::vector<Fix> findReadFixes(const Document& document, const TypeCatalog& catalog, const ReadFault& fault);

/// What it means to leave the element as it was read: "Keep 0.3 m, without the formula".
std::string describeAsRead(const Document& document, const TypeCatalog& catalog, const ReadFault& fault);

}  // namespace trammel
