// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// What a formula over names, typed without the sign before it, gives now for a quantity; or, as text, what is wrong.
ParsedQuantity formulaValue(const Session& session, const QString& formula, Quantity quantity);

}  // namespace trammel::ui
