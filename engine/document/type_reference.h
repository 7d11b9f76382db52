// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// Parts of a type's page that are not in its descriptor.
struct TypePageParts {
    /// Address of an image; empty: none.
    std::string drawing;
    /// Placement of a joint's frames, in Markdown; empty: none.
    std::string frames;
    struct Coordinate {
        std::string name;
        Quantity quantity = Quantity::None;
    };
    /// For joints.
    std::vector<Coordinate> coordinates, speeds;
};

/// Reference of all types in Markdown: a chapter per family; per type its description, image, when to choose it,
/// coordinates and speeds, equations, properties with unit, range, default and invalidated stage, inputs and outputs.
/// @p partsOf supplies the parts not in descriptors.
std::string makeTypeReference(const TypeCatalog& catalog,
                              const std::function<TypePageParts(const TypeDescriptor&)>& partsOf = {});

/// The section of one type.
std::string makeTypeReference(const TypeCatalog& catalog, const TypeDescriptor& type, const TypePageParts& parts = {});

}  // namespace trammel
