// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/memory_return.h"

#include "runtime/heap_pools.h"
#include "ui/session/session.h"

namespace trammel::ui {

namespace {
/// Between a change, or a return, and the next one, ms.
constexpr int Interval = 2000;
}  // namespace

MemoryReturn::MemoryReturn(Session& session, QObject* parent) : QObject(parent) {
    timer_.setSingleShot(true);
    timer_.setInterval(Interval);
    connect(&timer_, &QTimer::timeout, this, &MemoryReturn::work);
    connect(&session, &Session::changed, this, [this](const SessionChanges& changes) {
        // Not started again, so that memory is returned while one change follows another.
        if (changes & (SessionChange::Model | SessionChange::Run) && !timer_.isActive()) timer_.start();
    });
}

void MemoryReturn::work() {
    // Still under way on a loaded machine: the next change asks again.
    if (work_ && !work_->isFinished()) return;
    work_.emplace(returnFreedMemory);
}

}  // namespace trammel::ui
