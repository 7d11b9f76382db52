// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>
#include <optional>
#include <vector>

#include "compile/pose_study.h"
#include "ui/session/session.h"

class QCheckBox;
class QLabel;
class QTableWidget;

namespace trammel::ui {

/// The ways in which the model vibrates about the pose from which it starts: frequency, damping, what moves; the one that
/// is selected can be shown in the view.
class VibrationModesWindow : public QDialog {
    Q_OBJECT

public:
    /// @param session must outlive the window
    explicit VibrationModesWindow(Session& session, QWidget* parent = nullptr);
    ~VibrationModesWindow() override;

    /// What the table lists, in its order.
    const std::vector<VibrationMode>& modes() const { return modes_; }

Q_SIGNALS:
    /// The model swings: to be shown in place of what is; none: no more.
    void poseShown(std::optional<trammel::State> pose);
    /// The pose is to become that in which the model rests.
    void equilibriumWanted();

private:
    void sessionChanged(Aspects aspects);
    void compute();
    void fillTable();
    void swing();
    void stopSwinging();

    Session& session_;
    QLabel* about_;
    QTableWidget* table_;
    QCheckBox* animate_;
    QTimer timer_;
    QElapsedTimer clock_;
    CompiledModelPtr model_;
    LinearizedModel linear_;
    std::vector<VibrationMode> modes_;
    State pose_;
};

}  // namespace trammel::ui
