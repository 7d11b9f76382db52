// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFlags>

namespace trammel::ui {

/// What a panel may have to look at again after Session::changed().
enum class Aspect {
    /// The elements, their properties or references.
    Document = 1,
    /// Path, title or whether there is something to save; also the undo list.
    File = 2,
    /// The compiled model, or whether it can run.
    Model = 4,
    Problems = 8,
    Selection = 16,
    /// A run began, went on or ended; playing or paused.
    Run = 32,
    /// Another frame is shown.
    Playhead = 64,
    /// The State in view: its variables, or the stage it has reached.
    Shown = 128,
    /// Which elements are hidden.
    Visibility = 256
};
Q_DECLARE_FLAGS(Aspects, Aspect)
Q_DECLARE_OPERATORS_FOR_FLAGS(Aspects)

inline constexpr Aspects AllAspects = Aspects(0x1ff);

}  // namespace trammel::ui
