// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "functions/function.h"
#include "meta/type_catalog.h"

namespace trammel {

/// What a registered function type is given when a function of it is made: the property values of an element.
struct FunctionInputs {
    /// The element's name, for messages.
    std::string name;
    /// Value of a property by key; the descriptor's default when it was not set. Always of the descriptor's kind.
    std::function<PropertyValue(const std::string& key)> property;

    Real real(const std::string& key) const { return std::get<Real>(property(key)); }
    /// The numbers in a text property. Words that are no finite numbers are reported and left out.
    std::vector<Real> numbers(const std::string& key, Diagnostics& diagnostics) const;
    /// The numbers in a text property as pairs x, y with x strictly increasing; at least @p least of them. What is wrong
    /// is reported, and then the result is not to be used.
    struct Samples {
        Vector x, y;
    };
    Samples samples(const std::string& key, int least, Diagnostics& diagnostics) const;
    /// Where a message about a property belongs: "name, property".
    std::string place(const std::string& key) const;
};

/// Registered behaviour of a function type: what a TypeDescriptor of family "function" carries.
class FunctionType : public TypeImplementation {
public:
    /// A function of one argument. No value, and diagnostics that say why, when the properties do not fit together.
    virtual Result<std::unique_ptr<Function>> create(const FunctionInputs&) const = 0;
};

/// A registry row from a class F that implements FunctionType: key, label, doc, reference, properties().
template <class F>
TypeDescriptor describeFunction() {
    TypeDescriptor type;
    type.family = "function";
    type.key = F::key;
    type.label = F::label;
    type.doc = F::doc;
    type.reference = F::reference;
    type.properties = F::properties();
    // Constraints and motions hold functions as State parameters, so a change of one need not rebuild anything; joints
    // do not, and are built again.
    for (PropertyDescriptor& property : type.properties) property.at(Stage::Position);
    type.implementation = std::make_shared<F>();
    return type;
}

/// All registered function types, family "function".
std::vector<TypeDescriptor> functionTypes();

}  // namespace trammel
