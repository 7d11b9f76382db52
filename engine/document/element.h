// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/element_id.h"
#include "meta/type_catalog.h"

namespace trammel {

/// JSON from a file that this program does not understand, kept for writing back. Each is the text of one JSON object,
/// or empty.
struct UnknownKeys {
    /// Beside "id", "name", ...
    std::string element;
    /// Inside "properties".
    std::string properties;
    /// Inside "references".
    std::string references;

    friend bool operator==(const UnknownKeys&, const UnknownKeys&) = default;
};

/// An element of a model: a value. Const inside a Document; outside it serves as a draft to add.
///
/// TypeCatalog defines what its type allows. An element of unknown type is legal in a document (it came from a file),
/// keeps all its content in `unknown`, and can be renamed, moved and removed.
struct Element {
    struct Property {
        std::string key;
        PropertyValue value;
    };
    struct Reference {
        std::string key;
        ElementId target;
    };
    /// Formula of a property's number; the property holds its result.
    struct Formula {
        /// Key of the property, or of a component of a vector: "length", "point.x".
        std::string key;
        /// An Expression of parameters and numbers of other elements: "3*L1".
        std::string text;

        friend bool operator==(const Formula&, const Formula&) = default;
    };

    ElementId id;
    /// Unique in its document, not empty, trimmed.
    std::string name;
    std::string family;
    std::string type;
    /// Invalid at the top level.
    ElementId parent;
    std::vector<ElementId> children;
    /// Explicitly set properties, in the descriptor's order; others have the descriptor's default.
    std::vector<Property> properties;
    /// Connected inputs, in the descriptor's order.
    std::vector<Reference> references;
    /// Sorted by key.
    std::vector<Formula> formulas;
    UnknownKeys unknown;

    /// The explicitly set value; null if the default applies.
    const PropertyValue* findExplicit(std::string_view key) const;

    /// The explicit value, otherwise the default of @p descriptor, which must be this element's type. Throws Exception
    /// if the type has no such property.
    const PropertyValue& value(const TypeDescriptor& descriptor, const std::string& key) const;

    /// The value as T (bool, std::int64_t, Real, std::string or Vec3). Throws WrongValueType if it is of another kind.
    template <class T>
    const T& valueAs(const TypeDescriptor& descriptor, const std::string& key) const {
        const auto* held = std::get_if<T>(&value(descriptor, key));
        if (!held) throwWrongValueType(descriptor, key);
        return *held;
    }

    /// The element connected to input @p key; invalid if none (Ground for a body).
    ElementId reference(std::string_view key) const;
    /// The formula of a property or of a component, or null.
    const std::string* formula(std::string_view key) const;

    /// Sets a property of a draft without checks; addElement() checks and sorts.
    Element& set(std::string key, PropertyValue propertyValue);
    /// Connects @p target to an input of a draft without checks; an invalid target disconnects.
    Element& plug(std::string key, ElementId target);
    /// Sets a formula of a draft without checks; an empty text removes it.
    Element& setFormula(const std::string& key, std::string text);

    /// A draft of the given type.
    static Element draft(std::string family, std::string type, std::string name = {});

private:
    [[noreturn]] void throwWrongValueType(const TypeDescriptor& descriptor, const std::string& key) const;
};

/// True if all members are equal.
bool sameContent(const Element& a, const Element& b);

/// Sorts properties and references in the order of @p descriptor, which must have all of them.
void sortByDescriptor(Element& element, const TypeDescriptor& descriptor);

}  // namespace trammel
