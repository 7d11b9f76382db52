// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "document/edit.h"
#include "meshes/convex_parts.h"

namespace trammel {

/// True for a body or shape drawn as one mesh, which can be divided into convex parts.
bool isDrawnAsMesh(const Document& document, ElementId id);

/// The convex parts of the mesh of a body or shape, in the unit of its mesh. Fails with a reason, also where the mesh is
/// convex already. Takes seconds for large meshes; safe to call from any thread.
Result<ConvexParts> findConvexParts(const Document& document, ElementId id, const ConvexPartsOptions& options,
                                    const std::function<bool()>& isCanceled = {});

/// Lets convex parts touch in place of the mesh of @p id: adds a mesh and a hidden shape for each, with its place and surface.
/// A shape made for collision alone is removed; others stay as they look, and no longer touch. The element of the Edit is the
/// first new shape. The parts are for collision alone, unless that would keep other shapes of the body from touching.
Result<Edit> touchWithParts(const Document& document, ElementId id, const ConvexParts& parts);

}  // namespace trammel
