// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// A size of a body or shape with a place where it can be pulled: where what is drawn ends, along one of its own axes.
struct SizeHandle {
    /// The number that it changes: "length", or part of a vector, "size.x".
    std::string key;
    /// "Length", "Size x".
    std::string label;
    /// m
    Real value = 0;
    /// Where the outline ends in Ground, and which way it grows.
    Vec3 position_G{0.}, direction_G{0.};
    /// How far the end goes for each meter of the size.
    Real rate = 1;
    /// 0, 1 or 2: along x, y or z of the element's frame.
    int axis = 0;
    /// How far the element goes for each meter of the size so that the side opposite the handle stays where it is; zero
    /// where it grows about its middle: what is round, links, and bodies held by their tips.
    Vec3 shift_G{0.};
};

/// The handles of @p element at @p state (needs Position), one for each of its sizes that shows; found by looking how what is
/// drawn changes with it, so for any type. Empty for anything but bodies and shapes.
std::vector<SizeHandle> findSizeHandles(const CompiledModel& model, const State& state, ElementId element);

/// The document with that number of @p element set to @p value, m; a formula that gave it is gone. What is placed from
/// the body's tip follows, and a mass that is a formula of the sizes.
Result<Edit> setSize(const Document& document, const TypeCatalog& catalog, ElementId element, const std::string& key,
                     Real value);

/// The same by a handle of @p model at @p state: the side opposite it stays where it is, see SizeHandle::shift_G.
/// @param formula where @p value comes from, "L1/2"; empty: it is a number
Result<Edit> pullSize(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                      const State& state, ElementId element, const SizeHandle& handle, Real value,
                      const std::string& formula = {});

}  // namespace trammel
