// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>

#include "document/document.h"
#include "multibody/element_inputs.h"
#include "multibody/function_value.h"

namespace trammel {

class MatterSubsystem;
class BuiltMeasure;
struct BuiltSystem;

/// Engine indices of built elements, for resolving inputs.
struct EngineIndices {
    /// By body element, and by the joint element that moves them.
    const std::map<ElementId, MobilizedBodyIndex>& bodies;
    const std::map<ElementId, MobilizedBodyIndex>& joints;
    const std::map<ElementId, FunctionValue>& functions;
    const MatterSubsystem* matter;
    /// Measures that formulas may read; null: none.
    const std::map<ElementId, std::unique_ptr<BuiltMeasure>>* measures = nullptr;
    /// Complete before measures and events read outputs of its elements; null: none can be read.
    const BuiltSystem* built = nullptr;
};

/// Inputs for a type's implementation from a document element. Refers to @p document and @p indices, which must outlive
/// the result. Invalid references yield Ground; the compiler has checked them.
ElementInputs makeElementInputs(const Document& document, const Element& element, const EngineIndices& indices);

/// Location in its body's frame of the point given by property @p point and its anchor.
Vec3 calcStation(const Document& document, const Element& element, ElementId body, const std::string& point);

}  // namespace trammel
