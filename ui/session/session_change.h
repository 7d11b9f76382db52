// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFlags>

namespace trammel::ui {

/// Parts of the session that Session::changed() reports.
enum class SessionChange {
    /// Elements, their properties or references.
    Document = 1,
    /// Path, title, modified flag or undo list.
    File = 2,
    /// Compiled model, or whether it can run.
    Model = 4,
    Problems = 8,
    Selection = 16,
    /// A run started, resumed or ended; playback started or paused.
    Run = 32,
    /// Another frame is displayed.
    Playhead = 64,
    /// Displayed state: its variables or its realized stage.
    DisplayedState = 128,
    /// Set of hidden elements.
    Visibility = 256
};
Q_DECLARE_FLAGS(SessionChanges, SessionChange)
Q_DECLARE_OPERATORS_FOR_FLAGS(SessionChanges)

inline constexpr SessionChanges AllSessionChanges = SessionChanges(0x1ff);

}  // namespace trammel::ui
