// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

#include "ui/session/session.h"

namespace trammel::ui {

/// What happened in this session, line by line with the time of day: notices, runs and how they ended.
class LogPanel : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit LogPanel(Session& session, QWidget* parent = nullptr);

    void append(const QString& text);

private:
    void noteRun();

    Session& session_;
    const SimulationRun* lastRun_ = nullptr;
    RunPhase lastPhase_ = RunPhase::Ready;
};

}  // namespace trammel::ui
