// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

/// Half-space and ball: one smooth region.
void calcHalfSpaceBall(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

}  // namespace trammel
