// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QStatusBar>
#include <QTimer>

#include "ui/session/session.h"

class QLabel;
class QToolButton;

namespace trammel::ui {

class Workspace;

/// Status bar: selection or message, units, mobility, constraint violation, stage, and run status. Each readout is a button
/// that opens details.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(Workspace& workspace, QWidget* parent = nullptr);

    /// The hovered element to name; invalid: the selection.
    void setHovered(ElementId element);

    /// Prompt of the active tool, shown instead of the selection; empty: none.
    void setPrompt(const QString& prompt);
    /// Time of the last recovery copy; invalid without one.
    void setKept(const QDateTime& when);
    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addReadOut(const QString& name, const QString& accessibleName);
    void refresh();
    void showUnits();
    void showPath();
    /// Elides the message to the available width; the tooltip has the full text.
    void elide();
    void showMobility();
    void showConstraintError();
    void showStage();
    void showWorker();
    /// The place and reason of a pause at a breakpoint.
    void readPause();
    void plotConstraintError();

    Workspace& workspace_;
    Session& session_;
    ElementId hovered_;
    QString prompt_;
    /// Transient message, shown while the timer runs.
    QString notice_;
    QTimer noticeTime_{this};
    /// True until the event that brought the notice ends.
    bool isNoticeNew_ = false;
    QString pausedText_, pauseCause_;
    /// Full text of the left label.
    QString said_;
    QLabel* path_;
    QLabel* kept_;
    QToolButton* units_;
    QToolButton* mobility_;
    QToolButton* constraintError_;
    QToolButton* stage_;
    QToolButton* worker_;
    QTimer throttle_{this};
};

}  // namespace trammel::ui
