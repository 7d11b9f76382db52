// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// What a type's page shows beside what its descriptor says.
struct TypePageParts {
    /// Address of a picture; empty: none.
    std::string drawing;
    /// Where a joint's frames are, in Markdown; empty: nothing to say.
    std::string frames;
    struct Coordinate {
        std::string name;
        Quantity quantity = Quantity::None;
    };
    /// Of a joint.
    std::vector<Coordinate> coordinates, speeds;
};

/// The reference of all types in Markdown: a chapter per family; per type what it is, its picture, when to choose it, its
/// coordinates and speeds, its equations, its properties with unit, range, default and the stage they invalidate, its
/// sockets and its outputs. @p partsOf supplies what descriptors do not know.
std::string makeTypeReference(const TypeCatalog& catalog,
                              const std::function<TypePageParts(const TypeDescriptor&)>& partsOf = {});

/// The section of one type.
std::string makeTypeReference(const TypeCatalog& catalog, const TypeDescriptor& type, const TypePageParts& parts = {});

}  // namespace trammel
