// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <utility>

#include "runtime/background_task.h"
#include "ui/session/left_work.h"

class QWidget;

namespace trammel::ui {

/// Title and text of the dialog while something is computed in the background.
struct WaitTexts {
    QString title;
    /// Called repeatedly: the current activity.
    std::function<QString()> activity;
};
/// Wait without a dialog, ms.
inline constexpr int WaitPatience = 400;

/// Delivers events until @p isFinished; after @p patience, ms, a dialog over @p parent shows the activity and can
/// cancel. False if the user canceled or the program quits. Before the dialog, input is deferred.
bool waitInBackground(const std::function<bool()>& isFinished, const WaitTexts& texts, QWidget* parent,
                      int patience = WaitPatience);

/// Result of @p work, done on another thread; null if it was canceled, and then ends on its own.
/// @param work may access only data that it owns
template <class T>
std::shared_ptr<BackgroundTask<T>> computeInBackground(std::function<T()> work, const WaitTexts& texts, QWidget* parent,
                                                       int patience = WaitPatience) {
    auto task = std::make_shared<BackgroundTask<T>>(std::move(work));
    const auto isFinished = [task] { return task->isFinished(); };
    if (waitInBackground(isFinished, texts, parent, patience)) return task;
    leaveUntil(isFinished);
    return nullptr;
}

}  // namespace trammel::ui
