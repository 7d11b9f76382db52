// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// A point fixed to a body, as an anchor of the body and an offset.
struct Place {
    /// None: Ground.
    ElementId body = {};
    /// "origin", "tip" or "massCenter" of the body.
    std::string anchor = "origin";
    /// From the anchor, in the body's frame, m.
    Vec3 offset = Vec3(0.);
};

/// Location of a place in its body's frame.
Vec3 calcStation(const Document& document, const Place& place);
/// Location of a place in Ground (requires Position).
Vec3 calcPosition(const CompiledModel& model, const State& state, const Place& place);

/// The place on @p body currently at @p position_G. Measured from the body's tip if the axis through origin and tip
/// passes through it, so that it follows changes of the length.
Place makePlace(const CompiledModel& model, const State& state, ElementId body, const Vec3& position_G);

/// The property of a type for the point on the body in input @p socket: "parentPoint" for "parent", "point1" for
/// "body1". None if the type has none.
std::optional<std::string> pointPropertyOf(const TypeDescriptor& type, const std::string& socket);

/// The property of a type for the frame orientation on the body in input @p socket: "parentOrientation" for "parent",
/// "orientation1" for "body1". None if the type has none.
std::optional<std::string> orientationPropertyOf(const TypeDescriptor& type, const std::string& socket);

/// True if a direction belongs to the body in input @p socket: "axis2" to "body2", one without number to the first
/// body.
bool belongsTo(const PropertyDescriptor& direction, const std::string& socket);

/// Connects @p place to an input of @p draft, and sets the corresponding point if the type has one.
void plugPlace(Element& draft, const TypeDescriptor& type, const std::string& socket, const Place& place);

}  // namespace trammel
