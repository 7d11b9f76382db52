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
struct PanelDescriptor;

/// Transport buttons, time field, speed and timeline, always visible below the view.
class TimelinePanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    /// @param commands must contain the commands named in the .cpp file
    TimelinePanel(Session& session, CommandTable& commands, PlotData& data, Bookmarks& bookmarks,
                  QWidget* parent = nullptr);

    TimelineBar* bar() const { return bar_; }
    /// Focuses the time field.
    void editTime();
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTransport(CommandTable& commands);
    /// Hides controls that do not fit, least important first, and offers their commands in the overflow menu.
    void fit();
    void showTime();
    void showSlow();
    void commitTime();
    void commitSpeed();
    void showSpeed();
    /// Offers a speed for runs whose playback would end at once, or take minutes.
    void showProposal();

    Session& session_;
    TimelineBar* bar_;
    QLineEdit* time_;
    QComboBox* speed_;
    QToolButton* proposal_;
    Real proposedSpeed_ = 1;
    QLabel* factor_;
    QLabel* between_;
    /// Controls that may be hidden, in that order.
    std::vector<QWidget*> optional_;
    /// Overflow menu of the hidden controls.
    QToolButton* more_ = nullptr;
    QTimer throttle_{this};
};

}  // namespace trammel::ui
