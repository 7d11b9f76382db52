// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/element_id.h"
#include "meta/type_catalog.h"

namespace trammel {

/// JSON that a file held and this program does not understand, kept to be written back.
/// Each is the text of one JSON object, or empty.
struct UnknownKeys {
    /// Beside "id", "name", ...
    std::string element;
    /// Inside "properties".
    std::string properties;
    /// Inside "references".
    std::string references;

    friend bool operator==(const UnknownKeys&, const UnknownKeys&) = default;
};

/// One element of a model: a value. Inside a Document it is const; outside it serves as a draft to add.
///
/// What its type allows stands in the TypeCatalog; an element whose type the catalog does not have is legal in a
/// document (it came from a file), keeps all its content in `unknown`, and can be renamed, moved and removed.
struct Element {
    struct Property {
        std::string key;
        PropertyValue value;
    };
    struct Reference {
        std::string key;
        ElementId target;
    };
    /// Where the number of a property comes from; the property holds what it gives.
    struct Formula {
        /// The property's key, and the part of a vector: "length", "point.x".
        std::string key;
        /// An Expression over parameters and numbers of other elements: "3*L1".
        std::string text;

        friend bool operator==(const Formula&, const Formula&) = default;
    };

    ElementId id;
    /// Unique in its document, not empty, without blanks around it.
    std::string name;
    std::string family;
    std::string type;
    /// Invalid at the root.
    ElementId parent;
    std::vector<ElementId> children;
    /// Only those set explicitly, in the descriptor's order; all others have the descriptor's default.
    std::vector<Property> properties;
    /// Only sockets that are plugged in, in the descriptor's order.
    std::vector<Reference> references;
    /// Sorted by key.
    std::vector<Formula> formulas;
    UnknownKeys unknown;

    /// The value set explicitly, or null when the default holds.
    const PropertyValue* findExplicit(std::string_view key) const;

    /// The value in force: the explicit one, else the default of @p descriptor, which must be this element's type.
    /// Throws Exception if the type has no such property.
    const PropertyValue& value(const TypeDescriptor& descriptor, const std::string& key) const;

    /// The same as T (bool, std::int64_t, Real, std::string or Vec3). Throws WrongValueType if it is of another.
    template <class T>
    const T& valueAs(const TypeDescriptor& descriptor, const std::string& key) const {
        const auto* held = std::get_if<T>(&value(descriptor, key));
        if (!held) throwWrongValueType(descriptor, key);
        return *held;
    }

    /// What is plugged into the socket @p key; invalid if nothing (Ground where a body is asked for).
    ElementId reference(std::string_view key) const;
    /// The formula of a property or of a part of one, or null.
    const std::string* formula(std::string_view key) const;

    /// Sets a property of a draft, without any check; addElement() checks and sorts.
    Element& set(std::string key, PropertyValue propertyValue);
    /// Plugs @p target into a socket of a draft, without any check; an invalid target unplugs.
    Element& plug(std::string key, ElementId target);
    /// Gives a property of a draft a formula, without any check; an empty text takes it away.
    Element& setFormula(const std::string& key, std::string text);

    /// A draft of the given type.
    static Element draft(std::string family, std::string type, std::string name = {});

private:
    [[noreturn]] void throwWrongValueType(const TypeDescriptor& descriptor, const std::string& key) const;
};

/// Whether all members are equal.
bool sameContent(const Element& a, const Element& b);

/// Puts properties and references in the order of @p descriptor, which must have all of them.
void sortByDescriptor(Element& element, const TypeDescriptor& descriptor);

}  // namespace trammel
