// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "document/document.h"
#include "multibody/function_value.h"
#include "system/state.h"

namespace trammel {

struct BuiltSystem;
struct TypeDescriptor;

/// Numbers of elements that events have set, by target.
struct SetNumbers {
    std::vector<int> targets;
    std::vector<Real> values;
    static constexpr const char* fieldNames[] = {"[target]", "[value]"};
    friend bool operator==(const SetNumbers&, const SetNumbers&) = default;
    static auto valueFields(auto& self) { return std::tie(self.targets, self.values); }
};

/// Sets numbers of elements during a run as an edit of the document would, formulas that name them included.
class NumberSetter {
public:
    /// @param built to be complete when numbers are set
    NumberSetter(Document document, std::map<ElementId, FunctionValue> functions, const BuiltSystem& built);

    /// The index of a number of @p element with key or label @p name. Throws UnusableElement if not found, or if a change
    /// of it would need a new System.
    int addTarget(const Element& element, const std::string& name);
    /// The property of a target.
    const PropertyDescriptor& getProperty(int target) const;
    /// Its quantity; none if it takes any unit.
    std::optional<Quantity> findQuantity(int target) const;
    /// Sets a number, SI. Throws NumericalFailure, with the name @p action, if the value is invalid.
    void set(State& s, int target, Real value, const std::string& action) const;

private:
    struct Target {
        ElementId element;
        std::string key;
    };
    /// The document with one number changed; none with an invalid value, whose reason is set.
    std::optional<Document> changed(const Document& document, int target, Real value, std::string& why) const;
    /// Why the System does not suit a changed document; empty if it does.
    std::string explainStructural(const Document& before, const Document& after) const;

    Document document_;
    std::map<ElementId, FunctionValue> functions_;
    const BuiltSystem& built_;
    std::vector<Target> targets_;
};

/// Writes all numbers of @p document to the State, except for the flags that say what is enabled: parameters, masses,
/// joint frames. Equal values are not written.
void applyNumbers(const Document& document, const BuiltSystem& built,
                  const std::map<ElementId, FunctionValue>& functions, State& s);

}  // namespace trammel
