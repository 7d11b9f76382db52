// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "live/messages.h"

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel::ui {

/// System and State of a program: stages of its subsystems, cache entries with the reason of their validity, variables,
/// the last events and their costs; and hold points, which stop the program between two stages.
class InspectionPanel : public QWidget {
    Q_OBJECT

public:
    explicit InspectionPanel(QWidget* parent = nullptr);

    /// True if the program is asked for its State.
    bool isAsking() const;
    void ask(bool on);
    void show(const live::Inspection& inspection);
    void showContinued();
    /// The program has ended.
    void end();
    const std::vector<live::HoldPoint>& holdPoints() const { return holdPoints_; }
    /// Sets a hold point, or removes it.
    void toggle(const live::HoldPoint& point);

Q_SIGNALS:
    void wished(const trammel::live::InspectRequest& wish);
    void ordered(const trammel::live::HoldOrder& order);

private:
    QToolButton* addButton(const QString& text, const QString& tip, const char* name, live::HoldOrder::Kind order);
    QTreeWidget* makeTree(const QStringList& columns, const QString& name, const char* objectName);
    void fillStages();
    void fillEntries();
    void fillVariables();
    void fillCosts();
    void fillTrace();
    void filter();
    void showValue();
    void setHeld(bool held);
    bool isSet(const live::HoldPoint& point) const;

    QToolButton *ask_, *hold_, *continue_, *next_;
    QLabel* message_;
    QLineEdit* search_;
    QTreeWidget *stages_, *entries_, *variables_, *costs_, *trace_;
    QPlainTextEdit* value_;
    live::Inspection shown_;
    std::vector<live::HoldPoint> holdPoints_;
};

}  // namespace trammel::ui
