// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QStatusBar>
#include <QTimer>

#include "ui/session/session.h"

class QLabel;
class QToolButton;

namespace trammel::ui {

/// The line at the bottom: what is selected or said, mobility, constraint error, stage, and what the worker does.
/// Each read-out is a button that leads to where there is more.
class StatusLine : public QStatusBar {
    Q_OBJECT

public:
    explicit StatusLine(Session& session, QWidget* parent = nullptr);

    /// The element to name while the pointer is over it; none: the selection.
    void setHovered(ElementId element);

    /// The next step of the tool in hand, in place of what is selected; empty: none.
    void setPrompt(const QString& prompt);
    /// When unsaved work was last put where a crash cannot take it; invalid: there is nothing to be kept.
    void setKept(const QDateTime& when);
    /// The worker stands at a breakpoint: where and why; empty: it does not.
    void setStanding(const QString& where, const QString& why);

    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void mobilityClicked();
    void constraintErrorClicked();
    void stageClicked();
    void workerClicked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addReadOut(const QString& name, const QString& accessibleName);
    void refresh();
    void showPath();
    /// Shows as much of what is said as there is room for; the rest under the pointer.
    void elide();
    void showMobility();
    void showConstraintError();
    void showStage();
    void showWorker();

    Session& session_;
    ElementId hovered_;
    QString prompt_;
    /// Something to tell in passing, while the timer runs.
    QString notice_;
    QTimer noticeTime_;
    QString standing_, whyStanding_;
    /// All of what the label at the left says.
    QString said_;
    QLabel* path_;
    QLabel* kept_;
    QToolButton* mobility_;
    QToolButton* constraintError_;
    QToolButton* stage_;
    QToolButton* worker_;
    QTimer throttle_;
};

}  // namespace trammel::ui
