// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/session/session.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace trammel::ui {

class CommandTable;
class Bookmarks;
class PlotData;
class TimelineBar;

/// Transport buttons, exact time, speed, and the time line. Always visible below the view.
class TimelinePanel : public QWidget {
    Q_OBJECT

public:
    /// @param commands must have the commands named in the .cpp file
    TimelinePanel(Session& session, CommandTable& commands, PlotData& data, Bookmarks& bookmarks,
                  QWidget* parent = nullptr);

    TimelineBar* bar() const { return bar_; }
    /// Puts the cursor into the time, to type another.
    void editTime();
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTransport(CommandTable& commands);
    /// Takes away what there is no room for, the least wanted first; its commands go to the menu at the end.
    void fit();
    void showTime();
    void showSlow();
    void commitTime();
    void commitSpeed();
    void showSpeed();

    Session& session_;
    TimelineBar* bar_;
    QLineEdit* time_;
    QComboBox* speed_;
    QLabel* factor_;
    QLabel* between_;
    /// What gives way in a narrow window, the first first.
    std::vector<QWidget*> optional_;
    /// Stands for those that have given way.
    QToolButton* more_ = nullptr;
    QTimer throttle_;
};

}  // namespace trammel::ui
