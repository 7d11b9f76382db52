// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// Evaluates a formula without equals sign for a quantity; an error message on failure.
ParsedQuantity formulaValue(const Session& session, const QString& formula, Quantity quantity);

}  // namespace trammel::ui
