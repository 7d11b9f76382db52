// SPDX-License-Identifier: Apache-2.0
#include "multibody/function_value.h"

#include <algorithm>

#include "base/exceptions.h"
#include "functions/function_arguments.h"
#include "functions/function_type.h"

namespace trammel {

namespace {

const TypeDescriptor* findFunctionType(const std::string& key) {
    static const std::vector<TypeDescriptor> rows = functionTypes();
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const TypeDescriptor& type) { return type.key == key; });
    return row == rows.end() ? nullptr : &*row;
}

/// The first problem with the values for that type's properties; empty if valid.
std::string describeFault(const TypeDescriptor& type, const std::vector<PropertyValue>& values) {
    if (values.size() != type.properties.size()) return "has another number of properties";
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::string wrong = describeInvalidValue(type.properties[i], values[i]); !wrong.empty())
            return type.properties[i].label + " " + wrong;
    return {};
}

}  // namespace

Result<FunctionValue> FunctionValue::make(std::string name, const std::string& key, std::vector<PropertyValue> values) {
    Result<FunctionValue> result;
    const TypeDescriptor* type = findFunctionType(key);
    if (!type) {
        result.diagnostics.error(name, "Unknown function type '" + key + "'.", "Choose an existing type.");
        return result;
    }
    if (const std::string fault = describeFault(*type, values); !fault.empty()) {
        result.diagnostics.error(name, fault + ".", "Correct it.");
        return result;
    }
    FunctionInputs in;
    in.name = name;
    in.property = [type, &values](const std::string& property) {
        return values[std::size_t(type->findProperty(property) - type->properties.data())];
    };
    auto made = dynamic_cast<const FunctionType&>(*type->implementation).create(in);
    result.diagnostics = std::move(made.diagnostics);
    if (!made) return result;
    FunctionValue f;
    f.name_ = std::move(name);
    f.type_ = key;
    f.values_ = std::move(values);
    f.function_ = std::move(*made);
    result.value = std::move(f);
    return result;
}

Real FunctionValue::calcDerivative(int order, Real x) const {
    if (!function_) throw Exception("FunctionValue::calcDerivative(): the function is empty.");
    return calcDerivativeOf(*function_, order, x);
}

bool operator==(const FunctionValue& a, const FunctionValue& b) {
    return a.type_ == b.type_ && std::equal(a.values_.begin(), a.values_.end(), b.values_.begin(), b.values_.end(),
                                            [](const auto& x, const auto& y) { return equal(x, y); });
}

FunctionValue ValueParts<FunctionValue>::make(const std::string& type, const std::vector<PropertyValue>& values) {
    if (type.empty()) return {};
    const Result<FunctionValue> made = FunctionValue::make("function", type, values);
    if (!made) throw Exception("It does not define a function: " + made.diagnostics.items().front().message);
    return *made;
}

}  // namespace trammel
