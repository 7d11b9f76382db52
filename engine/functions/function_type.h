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

/// Input for creating a registered function: the property values of an element.
struct FunctionInputs {
    /// The element's name, for messages.
    std::string name;
    /// Value of a property by key, or the descriptor's default if unset. Always of the descriptor's kind.
    std::function<PropertyValue(const std::string& key)> property;

    Real real(const std::string& key) const { return std::get<Real>(property(key)); }
    /// The numbers in a text property. Reports and omits words that are not finite numbers.
    std::vector<Real> numbers(const std::string& key, Diagnostics& diagnostics) const;
    /// The numbers in a text property as pairs x, y with strictly increasing x; at least @p least of them. If it
    /// reports errors, the result must not be used.
    struct Samples {
        Vector x, y;
    };
    Samples samples(const std::string& key, int least, Diagnostics& diagnostics) const;
    /// Place of a diagnostic about a property: "name, property".
    std::string place(const std::string& key) const;
};

/// Implementation of a function type, stored in a TypeDescriptor of family "function".
class FunctionType : public TypeImplementation {
public:
    /// Creates a function of one argument. On inconsistent properties there is no value and diagnostics explain why.
    virtual Result<std::unique_ptr<Function>> create(const FunctionInputs&) const = 0;
};

/// Registry row from a class F that implements FunctionType: key, label, doc, reference, properties().
template <class F>
TypeDescriptor describeFunction() {
    TypeDescriptor type = describeType<F>("function");
    // Constraints and motions hold functions as State parameters, so changing one keeps the System; joints are rebuilt.
    for (PropertyDescriptor& property : type.properties) property.at(Stage::Position);
    type.implementation = std::make_shared<F>();
    return type;
}

/// All registered function types, family "function".
std::vector<TypeDescriptor> functionTypes();

}  // namespace trammel
