// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// A joint's coordinates as the values of its element's properties.
struct CoordinateValues {
    ElementId joint;
    /// {"angle", 0.3}
    std::vector<std::pair<std::string, PropertyValue>> values;
};

/// The coordinates of all joints at @p state as their types' properties give them; the inverse of what compiling does.
/// Quaternions become body-fixed x-y-z angles. Joints whose coordinates no property gives are left out.
std::vector<CoordinateValues> readCoordinates(const CompiledModel& model, const State& state);

/// The document with the initial coordinates of its joints as they are at @p state, a State of @p model; speeds are left
/// alone. Coordinates nearer than 1e-12 to what compiling the document gives anyway stay as they are written.
Result<Edit> setInitialPose(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                            const State& state);

}  // namespace trammel
