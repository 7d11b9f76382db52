// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>
#include <optional>
#include <vector>

#include "inspect/pose_study.h"
#include "ui/session/session.h"

class QCheckBox;
class QLabel;
class QTableWidget;

namespace trammel::ui {

/// Vibration modes about the initial pose: frequency, damping, moving elements. The selected mode can be animated in
/// the view.
class VibrationModesWindow : public QDialog {
    Q_OBJECT

public:
    /// @param session not owned; must outlive the window
    explicit VibrationModesWindow(Session& session, QWidget* parent = nullptr);
    ~VibrationModesWindow() override;

    /// The modes in table order.
    const std::vector<VibrationMode>& modes() const { return modes_; }

Q_SIGNALS:
    /// The pose to display during animation; empty to end it.
    void poseShown(std::optional<trammel::State> pose);
    /// The user asked to move the initial pose to equilibrium.
    void equilibriumWanted();

private:
    void sessionChanged(SessionChanges changes);
    void compute();
    void fillTable();
    void swing();
    void stopSwinging();

    Session& session_;
    QLabel* about_;
    QTableWidget* table_;
    QCheckBox* animate_;
    QTimer timer_{this};
    QElapsedTimer clock_;
    CompiledModelPtr model_;
    LinearizedModel linear_;
    std::vector<VibrationMode> modes_;
    State pose_;
};

}  // namespace trammel::ui
