// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>

#include "runtime/background_work.h"

namespace trammel::ui {

class Session;

/// Gives the memory of former models and runs back to the system: some time after a model or a run has changed, on another
/// thread. Nothing happens while nothing changes.
class MemoryReturn : public QObject {
    Q_OBJECT

public:
    MemoryReturn(Session& session, QObject* parent);

private:
    void work();

    QTimer timer_{this};
    std::optional<BackgroundWork> work_;
};

}  // namespace trammel::ui
