// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "inspect/contact_reading.h"
#include "ui/session/displayed_state.h"

namespace trammel::ui {

/// Pairs that touch in the displayed frame, with their forces. Realizes a copy, so that the displayed state is realized no
/// further. Empty where the forces cannot be computed.
std::vector<TouchingPair> readTouchingPairs(const DisplayedState& displayed);

}  // namespace trammel::ui
