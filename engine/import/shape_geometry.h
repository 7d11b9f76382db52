// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "import/import_job.h"
#include "import/xml_source.h"

namespace trammel {

/// Name, place and look of a shape to be read.
struct ShapePlace {
    std::string name;
    ElementId body;
    Transform X_BS;
    ShapeLook look;
    /// The file that holds the shape; empty for the main file.
    std::filesystem::path file = {};
};

/// Adds a primitive or mesh as URDF and SDF describe it, `<box>`, `<sphere>`, `<cylinder>`, `<capsule>`, `<ellipsoid>`,
/// `<mesh>`, with sizes checked and rows written.
/// @param sizes reads a number or vector that belongs to the geometry: "size", "radius", "length", "radii", "scale"
/// @param address of a mesh
/// @returns the solid of density 1 in the frame of the body; nothing where it has no volume
Solid addGeometry(ImportJob& job, const XmlValues& values, const pugi::xml_node& geometry, const ShapePlace& place,
                  const std::function<std::optional<std::vector<Real>>(const char* key, std::size_t count)>& sizes,
                  const std::string& address);

/// Adds a visible floor of usual size that touches, level where z is the vertical of @p X_G.
ElementId addFloor(ModelDraft& draft, const std::string& name, const Transform& X_G);

/// Draws an unbounded @p floor so that a view of it shows a model of @p size, m, on it.
void setDrawnSize(ModelDraft& draft, ElementId floor, Real size);

/// Adds a plane, whose normal is z, as a floor.
/// @param length, width drawn, along x and y; a usual size where they are not positive
ElementId addPlane(ModelDraft& draft, const XmlValues& values, const pugi::xml_node& plane, const ShapePlace& place,
                   Real length, Real width);

}  // namespace trammel
