// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

namespace trammel::ui {

// Edits of how elements are connected, each one undo step. Bodies stay where they are.

/// Plugs @p target into a socket; points and frames on it stay in place too.
Result<Edit> reconnect(Session& session, const QString& label, ElementId element, const std::string& socket,
                       ElementId target);
/// Deletes elements with all their dependents.
Result<Edit> removeElements(Session& session, const QString& label, const std::set<ElementId>& elements);

}  // namespace trammel::ui
