// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "runtime/stored_run.h"
#include "ui/session/run_list.h"

namespace trammel::ui {

/// The description of a run for its file, with its place in the list.
RunMetadata metadataOf(const RunEntry& entry, const RunList& runs);

}  // namespace trammel::ui
