// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <array>
#include <vector>

#include "runtime/pull.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;

namespace trammel::ui {

class NumberField;

/// Forces and torques at points of bodies over time ranges; a run started here uses them as its track of pulls.
/// Modeless; entries stay until changed.
class LoadDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the dialog.
    LoadDialog(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

    struct Load {
        ElementId body;
        /// Point in the body frame, m; force, N, and torque, N·m, in Ground or body axes; times, s.
        Vec3 point = Vec3(0.), force = Vec3(0.), torque = Vec3(0.);
        bool inBodyAxes = false;
        Real from = 0, to = 1;
    };
    const std::vector<Load>& loads() const { return loads_; }
    /// The loads as a track; hand ids count from 1.
    PullTrack track() const;

private:
    using Row = std::array<NumberField*, 3>;
    QWidget* makeForm();
    Row makeRow(const QString& name, Quantity quantity, Vec3 Load::*value, QWidget* parent);
    NumberField* makeField(const QString& name, Quantity quantity, QWidget* parent);
    void addLoad();
    void removeLoad();
    void sessionChanged(SessionChanges changes);
    void fillBodies();
    void showLoads();
    void showForm();
    /// The load being edited; null if none.
    Load* current();
    QString describe(const Load& load) const;
    QString unsupportedReason() const;
    void showMessage(const QString& text);
    void start(bool fromHere);

    Session& session_;
    const DisplayUnits& units_;
    std::vector<Load> loads_;
    QListWidget* list_;
    QPushButton *add_, *remove_, *run_, *branch_;
    QWidget* form_ = nullptr;
    QComboBox *body_ = nullptr, *axes_ = nullptr;
    Row point_{}, force_{}, torque_{};
    NumberField *from_ = nullptr, *to_ = nullptr;
    QLabel* message_;
};

}  // namespace trammel::ui
