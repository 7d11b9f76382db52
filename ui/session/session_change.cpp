// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_change.h"

#include <algorithm>

namespace trammel::ui {

bool SessionChanges::changesTree() const {
    if (!edit_) return isOtherDocument();
    return !edit_->added.empty() || !edit_->removed.empty() || edit_->rootsChanged ||
           std::ranges::any_of(edit_->changed,
                               [](const ElementChange& change) { return change.reparented || change.childrenChanged; });
}

bool SessionChanges::changesOutputs() const {
    if (!testFlag(SessionChange::Model)) return false;
    return changesTree() || lowestInvalidated() <= Stage::Model ||
           (edit_ && std::ranges::any_of(edit_->changed, &ElementChange::renamed));
}

}  // namespace trammel::ui
