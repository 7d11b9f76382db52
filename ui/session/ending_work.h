// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "ui/session/left_work.h"

namespace trammel::ui {

/// Canceled background work that is kept until it has ended, so that its owner can start other work without waiting. Work has
/// cancel() and isBusy(). For the GUI thread.
template <class Work>
using EndingWork = std::vector<std::unique_ptr<Work>>;

/// Cancels @p work and keeps it in @p ending; null: does nothing.
template <class Work>
void endWork(std::unique_ptr<Work>& work, EndingWork<Work>& ending) {
    if (!work) return;
    work->cancel();
    ending.push_back(std::move(work));
}

/// Destroys what has ended; true if something has not.
template <class Work>
bool isAnyBusy(EndingWork<Work>& ending) {
    std::erase_if(ending, [](const auto& work) { return !work->isBusy(); });
    return !ending.empty();
}

/// At the end of the owner: cancels @p work, and lets it and @p ending end on their own.
template <class Work>
void leaveWork(std::unique_ptr<Work>& work, EndingWork<Work>& ending) {
    endWork(work, ending);
    for (std::unique_ptr<Work>& each : ending)
        leaveUntil([left = std::shared_ptr<Work>(std::move(each))] { return !left->isBusy(); });
}

}  // namespace trammel::ui
