// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/log_panel.h"

#include <QTime>

#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/run_report.h"

namespace trammel::ui {

namespace {
constexpr int MostLines = 2000;
}

PanelDescriptor LogPanel::descriptor() {
    return {.id = "logDock",
            .title = tr("Log"),
            .hint = tr("Show all messages of this session"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new LogPanel(w.session()); },
            .leastSize = LeastBottomPanel};
}

LogPanel::LogPanel(Session& session, QWidget* parent) : QPlainTextEdit(parent), session_(session) {
    setObjectName(QStringLiteral("log"));
    setAccessibleName(tr("Log"));
    setReadOnly(true);
    setMaximumBlockCount(MostLines);
    setFrameShape(QFrame::NoFrame);
    connect(&session_, &Session::notice, this, &LogPanel::append);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Run) noteRun();
    });
}

void LogPanel::append(const QString& text) {
    appendPlainText(QTime::currentTime().toString(QStringLiteral("HH:mm:ss  ")) + text);
}

void LogPanel::noteRun() {
    const Player& player = session_.player();
    const RunStatus& status = player.status();
    if (player.run() == lastRun_ && status.phase == lastPhase_) return;
    const bool fresh = player.run() != lastRun_;
    lastRun_ = player.run();
    lastPhase_ = status.phase;
    if (!lastRun_) return;
    if (fresh) {
        const SimulationSettings& s = lastRun_->getOptions().settings;
        append(tr("Run of %1 s with %2, accuracy %3").arg(s.duration).arg(integratorLabel(s)).arg(s.accuracy));
    }
    if (status.phase == RunPhase::Running || status.phase == RunPhase::Ready) return;
    append(tr("Run ended at %1 s: %2 frames, %3 of %4 steps accepted, %5 realizations, %6 s computing time. %7")
               .arg(status.time, 0, 'g', 6)
               .arg(status.frames)
               .arg(status.stepsTaken)
               .arg(status.stepsAttempted)
               .arg(status.realizations)
               .arg(status.computeSeconds, 0, 'f', 2)
               .arg(QString::fromStdString(status.message)));
    if (!status.methods.empty()) append(QString::fromStdString(status.methods));
}

}  // namespace trammel::ui
