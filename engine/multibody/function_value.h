// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "base/diagnostics.h"
#include "functions/function.h"
#include "meta/property.h"
#include "system/value_parts.h"

namespace trammel {

/// A function of one argument defined by a document element, passed through an input and stored as a State parameter.
///
/// Copies share the function. Equality compares definitions; state files store the definition.
class FunctionValue {
public:
    /// An empty function.
    FunctionValue() = default;
    /// Creates a function of a registered type.
    /// @param name of the defining element, for messages
    /// @param values of the type's properties, in table order
    /// @return no value, with diagnostics, if the values do not define a function
    static Result<FunctionValue> make(std::string name, const std::string& type, std::vector<PropertyValue> values);

    explicit operator bool() const { return function_ != nullptr; }
    const std::string& getName() const { return name_; }
    const std::shared_ptr<const Function>& getFunction() const { return function_; }

    /// The derivative of @p order 0, 1 or 2 at @p x. Throws Exception if empty or if the derivative does not exist.
    Real calcDerivative(int order, Real x) const;

    const std::string& getType() const { return type_; }
    const std::vector<PropertyValue>& getValues() const { return values_; }
    friend bool operator==(const FunctionValue& a, const FunctionValue& b);

private:
    std::string name_, type_;
    std::vector<PropertyValue> values_;
    std::shared_ptr<const Function> function_;
};

template <>
struct ValueParts<FunctionValue> {
    static std::tuple<std::string, std::vector<PropertyValue>> get(const FunctionValue& f) {
        return {f.getType(), f.getValues()};
    }
    /// Throws Exception if the values do not define a function.
    static FunctionValue make(const std::string& type, const std::vector<PropertyValue>& values);
};

}  // namespace trammel
