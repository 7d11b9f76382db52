// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

#include "ui/session/session.h"

class QLabel;

namespace trammel::ui {

class ToolHost;

/// Tutorial for a first four-bar linkage in a corner of the view. Marks the current step and advances when it is done;
/// undo goes back.
class FirstBuild : public QFrame {
    Q_OBJECT

public:
    /// @param host not owned; must outlive the list
    FirstBuild(Session& session, const ToolHost& host, QWidget* view);

    /// Shows the list at the first step.
    void start();
    /// Index of the current step; stepCount() when all are done.
    int step() const;
    int stepCount() const { return int(steps_.size()); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Step {
        QString words;
        std::function<bool()> isDone;
    };
    void showSteps();
    void place();

    std::vector<Step> steps_;
    QLabel* list_;
};

}  // namespace trammel::ui
