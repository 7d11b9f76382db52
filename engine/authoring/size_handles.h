// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// A size of a body or shape with a handle: the end of its geometry along one of its axes.
struct SizeHandle {
    /// The number it changes: "length", or a vector component, "size.x".
    std::string key;
    /// "Length", "Size x".
    std::string label;
    /// m
    Real value = 0;
    /// Position of the end in Ground, and direction of growth.
    Vec3 position_G{0.}, direction_G{0.};
    /// Displacement of the end per meter of the size.
    Real rate = 1;
    /// 0, 1 or 2: along x, y or z of the element's frame.
    int axis = 0;
    /// Displacement of the element per meter of the size that keeps the opposite side in place; zero if it grows about
    /// its center: round shapes, links, and bodies held at their tips.
    Vec3 shift_G{0.};
};

/// The handles of @p element at @p state (requires Position), one for each visible size; found by perturbing the sizes,
/// so independent of the type. Empty for elements other than bodies and shapes.
std::vector<SizeHandle> findSizeHandles(const CompiledModel& model, const State& state, ElementId element);

/// The document with that size of @p element set to @p value, m, replacing a formula. Elements placed from the body's
/// tip follow, as does a mass that is a formula of the sizes.
Result<Edit> setSize(const Document& document, const TypeCatalog& catalog, ElementId element, const std::string& key,
                     Real value);

/// Like setSize() by a handle of @p model at @p state: the opposite side stays in place, see SizeHandle::shift_G.
/// @param formula formula of @p value, "L1/2"; empty: a number
Result<Edit> pullSize(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                      const State& state, ElementId element, const SizeHandle& handle, Real value,
                      const std::string& formula = {});

}  // namespace trammel
