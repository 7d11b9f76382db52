// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include "ui/session/session.h"

namespace trammel::ui {

struct PanelDescriptor;

/// Session log with time of day: notices, runs and their outcomes.
class LogPanel : public QPlainTextEdit {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit LogPanel(Session& session, QWidget* parent = nullptr);

    void append(const QString& text);

private:
    void noteRun();

    Session& session_;
    const SimulationRun* lastRun_ = nullptr;
    RunPhase lastPhase_ = RunPhase::Ready;
};

}  // namespace trammel::ui
