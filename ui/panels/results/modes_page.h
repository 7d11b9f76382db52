// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "inspect/pose_study.h"
#include "ui/session/session.h"

class QCheckBox;
class QLabel;

namespace trammel::ui {

class ResultTable;

/// Vibration modes about the initial pose: frequency, damping, moving elements, and those that take part in none. The
/// selected mode can be animated in the view. Computed in the background while visible, again after each edit.
class ModesPage : public QWidget {
    Q_OBJECT

public:
    /// @param session not owned; must outlive the page
    explicit ModesPage(Session& session, QWidget* parent = nullptr);
    ~ModesPage() override;

    /// The modes in table order.
    const std::vector<VibrationMode>& modes() const { return modes_; }
    bool isComputing() const { return task_ != nullptr; }

Q_SIGNALS:
    /// The pose to display during animation; empty to end it.
    void poseShown(std::optional<trammel::State> pose);
    /// The user asked to move the initial pose to equilibrium.
    void equilibriumRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Task;
    void update();
    void collect();
    void showMessage(const QString& failure);
    void fillTable();
    /// Unit of an acceleration, by its place among the independent speeds.
    QString unitOfAcceleration(int speed) const;
    void swing();
    void stopSwinging();

    Session& session_;
    QLabel* about_;
    QLabel* others_;
    ResultTable* table_;
    QCheckBox* animate_;
    QTimer timer_{this}, poll_{this};
    QElapsedTimer clock_;
    CompiledModelPtr model_;
    LinearizedModel linear_;
    std::vector<VibrationMode> modes_;
    State pose_;
    std::unique_ptr<Task> task_;
};

}  // namespace trammel::ui
