// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"
#include "system/state.h"

namespace trammel::plugin {

/// The numbers of an element that may change while its System stays: a variable of the State.
struct ParameterValues {
    std::vector<Real> numbers;
    static constexpr const char* fieldNames[] = {"numbers"};
    static auto valueFields(auto& self) { return std::tie(self.numbers); }
    bool operator==(const ParameterValues&) const = default;
};

/// Storage of the numbers of one element. Shared by the element and its Parameters.
class ParameterTable {
public:
    explicit ParameterTable(const TypeDescriptor& type);

    /// Index of the first number of a property; -1 if it is not a number that may change.
    int find(const std::string& key) const;
    /// The lowest stage that one of them invalidates.
    Stage stage() const { return stage_; }
    /// Null without parameters.
    std::unique_ptr<Value<ParameterValues>> readValue(const ElementInputs&) const;

    /// The variable with the numbers; known once topology is realized.
    DiscreteVarKey variable;

private:
    struct Row {
        std::string key;
        bool isVector;
        int first;
    };
    std::vector<Row> rows_;
    int count_ = 0;
    Stage stage_ = Stage::Report;
};

/// A number of an element in a State (requires Model). Properties that do not rebuild the System are read like this.
class Parameter {
public:
    Parameter() = default;
    Parameter(std::shared_ptr<const ParameterTable> table, int place) : table_(std::move(table)), place_(place) {}
    Real operator()(const State&) const;

private:
    std::shared_ptr<const ParameterTable> table_;
    int place_ = 0;
};

/// Three numbers of an element in a State.
class VectorParameter {
public:
    VectorParameter() = default;
    VectorParameter(const std::shared_ptr<const ParameterTable>& table, int place)
        : x_(table, place), y_(table, place + 1), z_(table, place + 2) {}
    Vec3 operator()(const State& s) const { return {x_(s), y_(s), z_(s)}; }

private:
    Parameter x_, y_, z_;
};

}  // namespace trammel::plugin
