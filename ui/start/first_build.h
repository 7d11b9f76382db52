// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>
#include <vector>

#include "ui/session/session.h"

class QLabel;

namespace trammel::ui {

class ToolHost;

/// A list of the steps to a first four-bar linkage, over a corner of the view. The step to be done next is marked, and the
/// list goes on by itself when it is done; undo leads back.
class FirstBuild : public QFrame {
    Q_OBJECT

public:
    /// @param host must outlive the list
    FirstBuild(Session& session, const ToolHost& host, QWidget* view);

    /// Shows the list, from the first step on.
    void start();
    /// The step to be done next, from 0; stepCount() when all are done.
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
