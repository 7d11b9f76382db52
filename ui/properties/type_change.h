// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "meta/type_catalog.h"

class QMenu;

namespace trammel::ui {

class DisplayUnits;
class Session;

/// The types with the inputs that most joints have, in the order of the catalog.
std::vector<const TypeDescriptor*> changeableTypes(const Session& session);

/// The types that all selected joints can be changed to, in the order of the catalog; empty if something else is selected.
std::vector<const TypeDescriptor*> typesForSelection(const Session& session);

/// Why the selected elements cannot be changed to @p type, one sentence; empty if they can.
QString typeChangeBlocker(const Session& session, const TypeDescriptor& type);

/// Changes all selected joints to @p type in place, in one undo step; a notice says what was kept and dropped.
void changeSelectionTo(Session& session, const DisplayUnits& units, const TypeDescriptor& type);

/// One entry for each type that the selected joints can be changed to; their common type is checked.
void fillTypeMenu(Session& session, const DisplayUnits& units, QMenu& menu);

}  // namespace trammel::ui
