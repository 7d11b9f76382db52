// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_metadata.h"

namespace trammel::ui {

RunMetadata metadataOf(const RunEntry& entry, const RunList& runs) {
    RunMetadata notes{entry.letter.toStdString(), entry.name.toStdString(), {}, NaN};
    if (const RunEntry* const parent = runs.find(entry.parent)) {
        notes.parent = parent->letter.toStdString();
        notes.branchTime = entry.branchTime;
    }
    return notes;
}

}  // namespace trammel::ui
