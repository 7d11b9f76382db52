// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "document/document.h"
#include "meta/expression.h"
#include "multibody/state_formula.h"

namespace trammel {

struct BuiltSystem;

/// An output of an element in a formula.
struct OutputName {
    std::shared_ptr<const FormulaReading> reading;
    Dimension dimension = {};
    /// Why it cannot be read; empty if it can.
    std::string why = {};
};

/// The output @p key of @p element, as in its type: "potentialEnergy", "tension", "force.x". A force on bodies is that on the
/// first connected one. Empty if the type has no such output. The element may be built later, but before it is read.
/// @param built outlives the result
std::optional<OutputName> findOutputReading(const BuiltSystem& built, const Element& element,
                                            const TypeDescriptor& type, const std::string& key);

/// "kineticEnergy" or "potentialEnergy" of the whole model; null for other names.
std::shared_ptr<const FormulaReading> findEnergyReading(const BuiltSystem& built, const ExpressionName& name);

}  // namespace trammel
