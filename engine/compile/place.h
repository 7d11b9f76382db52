// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel {

/// A point fixed to a body, as elements refer to it: an anchor of the body and an offset from there.
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
/// Location of a place in Ground (needs Position).
Vec3 calcPosition(const CompiledModel& model, const State& state, const Place& place);

/// The place on @p body that lies at @p position_G now. Measured from the body's tip where the axis through origin and
/// tip passes there, so that it follows when the length changes.
Place makePlace(const CompiledModel& model, const State& state, ElementId body, const Vec3& position_G);

/// Which property of a type holds the point on the body in @p socket: "parentPoint" for "parent", "point1" for "body1".
/// None if the type asks for no point there.
std::optional<std::string> pointPropertyOf(const TypeDescriptor& type, const std::string& socket);

/// Which property of a type holds the orientation of the frame on the body in @p socket: "parentOrientation" for
/// "parent", "orientation1" for "body1". None if the type asks for none there.
std::optional<std::string> orientationPropertyOf(const TypeDescriptor& type, const std::string& socket);

/// Whether a direction is one on the body in @p socket: "axis2" on "body2", one without a number on the first body.
bool belongsTo(const PropertyDescriptor& direction, const std::string& socket);

/// Plugs @p place into a socket of @p draft, with the point that belongs to it where the type has one.
void plugPlace(Element& draft, const TypeDescriptor& type, const std::string& socket, const Place& place);

}  // namespace trammel
