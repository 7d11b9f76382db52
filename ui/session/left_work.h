// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QTimer>
#include <functional>
#include <utility>

namespace trammel::ui {

/// Lets background work whose result is no longer required end on its own, so that its owner need not wait. For the GUI
/// thread; the program waits for it at its end.
/// @param isFinished owns the work, and is destroyed once it returns true
inline void leaveUntil(std::function<bool()> isFinished) {
    constexpr int pollMilliseconds = 50;
    // Without an application there is no event loop to watch it: waits.
    if (!QCoreApplication::instance() || isFinished()) return;
    auto* const watch = new QTimer(QCoreApplication::instance());
    QObject::connect(watch, &QTimer::timeout, watch, [watch, isFinished = std::move(isFinished)] {
        if (isFinished()) watch->deleteLater();
    });
    watch->start(pollMilliseconds);
}

}  // namespace trammel::ui
