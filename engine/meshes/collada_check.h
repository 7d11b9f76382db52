// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace trammel {

/// True if the lists of numbers of a COLLADA file (.dae) have their declared lengths, hold numbers, and its elements
/// are not nested too deeply. Assimp's reader relies on all of that: it reads beyond lists that are too short, and does
/// not end on a letter among indices.
bool areColladaListsSound(std::string_view bytes);

/// The file without images, effects and materials, for which Assimp's reader refuses whole files; empty if it is not XML.
std::string withoutColladaMaterials(std::string_view bytes);

}  // namespace trammel
