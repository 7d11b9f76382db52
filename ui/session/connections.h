// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

namespace trammel::ui {

/// Plugs @p target into a socket as one undo step. Bodies stay in place, and so do points and frames on them.
Result<Edit> reconnect(Session& session, const QString& label, ElementId element, const std::string& socket,
                       ElementId target);

}  // namespace trammel::ui
