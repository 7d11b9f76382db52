// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/session/run_list.h"

namespace trammel::ui {

/// Label of the integrator in the settings, or its key if unknown.
QString integratorLabel(const SimulationSettings& settings);

/// Outcome and settings of an ended run, in a paragraph for the notes of a model; names no files.
QString makeRunReport(const RunEntry& entry);

/// The section of the help page "failures" about the message of a run that failed; empty if it has none.
QString failureSectionOf(const QString& message);

}  // namespace trammel::ui
