// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/session/session.h"

class QComboBox;
class QLabel;
class QLineEdit;

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

private:
    QWidget* makeTransport(CommandTable& commands);
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
    QTimer throttle_;
};

}  // namespace trammel::ui
