// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "authoring/copied.h"
#include "authoring/linked_copies.h"
#include "compile/compiled_model.h"
#include "document/edit.h"
#include "math/isometry.h"

namespace trammel {

/// A plane in Ground.
struct MirrorPlane {
    Vec3 point_G = Vec3(0.);
    /// A unit vector.
    Vec3 normal_G = Vec3(1, 0, 0);
    /// Displacement of the image, in Ground: into a layer of its own.
    Vec3 shift_G = Vec3(0.);

    /// From the elements to their image.
    Isometry motion() const { return Isometry(Transform(shift_G)).after(Isometry::reflection(point_G, normal_G)); }
};

/// Adds a mirror image of @p elements withConnections(), from the initial pose.
///
/// The image moves as the mirror shows it: bodies have mirrored mass properties, plates and meshes, and joints mirrored
/// frames, coordinates and speeds. Each image of a frame has its z axis reversed, so that the angle of a pin and the travel
/// of a slider have the values of the originals, and motors and limits stay as they are. Screws get the other hand; where a
/// coordinate changes its sign, a warning names what acts on it. A gear pair with a joint outside turns with it as the
/// original does. As in addPattern(), references outside stay, at the mirrored points; elements that a model has only once
/// are skipped, with a note.
/// @param added receives the copies
Result<Edit> addMirrored(const Document& document, const CompiledModelPtr& current, const std::set<ElementId>& elements,
                         const MirrorPlane& plane, std::set<ElementId>& added, CopyKind kind = CopyKind::Free);

/// Adds mirror images of @p elements to an existing image @p image: of springs, motors and shapes, for example, that
/// act on its sources or are their children. They are connected to the image as the elements are to its sources; an
/// element on something without counterpart there gets no image.
/// @param added receives each element with its image
Result<Edit> addToMirrorImage(const Document& document, const CompiledModelPtr& current,
                              const std::set<ElementId>& elements, const LinkedPairs& image, const MirrorPlane& plane,
                              LinkedPairs& added);

}  // namespace trammel
