// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "meta/type_catalog.h"

namespace trammel {

/// The reference page of one type of the built-in catalog in Markdown, with its drawing at the address
/// @p drawingFolder + "joint.slider.svg". Compiles a small model: some ms.
std::string makeTypePage(const TypeDescriptor& type, const std::string& drawingFolder);

/// The pages of all types.
std::string makeTypePages(const std::string& drawingFolder);

/// All drawings in SVG, by file name.
std::map<std::string, std::string> makeTypeDrawings();

}  // namespace trammel
