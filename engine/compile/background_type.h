// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.h"
#include "document/document.h"
#include "meta/type_catalog.h"

namespace trammel {

/// Family of images to trace over. It has no effect on the mechanism.
inline constexpr const char* backgroundFamily = "background";

TypeDescriptor backgroundType();

/// Warns of backgrounds without an image, or whose data are neither PNG nor JPEG.
void checkBackgrounds(const Document& document, Diagnostics& diagnostics);

}  // namespace trammel
