// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_geometry.h"

namespace trammel {

/// Two balls: one smooth region. Concentric balls touch along the x axis of A.
void calcBallBall(const ContactShape& A, const ContactShape& B, const Transform& X_AB, ContactRegions& out);

}  // namespace trammel
