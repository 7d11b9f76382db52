// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "multibody/state_formula.h"

namespace trammel {

struct ElementInputs;
struct TypeDescriptor;

/// The values of a trigger or action that may change while the System stays, each list in the order of its properties.
struct EventParameters {
    /// Numbers and points that its formulas name.
    std::vector<FormulaNumbers> formulas;
    /// Numbers; of a choice the index of the option.
    std::vector<Real> numbers;
    /// Points on their bodies.
    std::vector<Vec3> points;
    /// The event is disabled when it has occurred.
    bool once = false;

    friend bool operator==(const EventParameters&, const EventParameters&) = default;
    static constexpr const char* fieldNames[] = {"formulas", "numbers", "points", "once"};
    static auto valueFields(auto& self) { return std::tie(self.formulas, self.numbers, self.points, self.once); }
};

/// Throws UnusableElement if a formula is invalid.
EventParameters readEventParameters(const TypeDescriptor& type, const ElementInputs& in);

/// Key of the property that is EventParameters::once.
inline constexpr const char* onceKey = "once";

}  // namespace trammel
