// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "inspect/pose_study.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QLabel;
class QPushButton;

namespace trammel::ui {

class ResultTable;

/// Result of a search for static equilibrium: coordinates before and after, frequencies about it, and the loads at
/// rest.
class EquilibriumPage : public QWidget {
    Q_OBJECT

public:
    /// @param session, units not owned; must outlive the page
    EquilibriumPage(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

    /// Shows the result of a search from the initial pose of @p model that ended at @p pose.
    void showResult(CompiledModelPtr model, const State& pose, const Equilibrium& found);

Q_SIGNALS:
    /// The user asked to search again.
    void searchRequested();
    /// The user asked for the help about an outcome that is not a stable equilibrium.
    void explanationRequested();

private:
    /// Shows the outcome, and whether the model has changed since.
    void showAbout();
    /// The largest unbalanced load with its unit, and its coordinate.
    QString unbalancedText() const;
    void fill();
    void fillLoads();

    Session& session_;
    const DisplayUnits& units_;
    QLabel* about_;
    QPushButton* explain_;
    ResultTable* table_;
    /// The model searched, and that of the session when the result came.
    CompiledModelPtr model_, current_;
    State pose_;
    Equilibrium found_;
};

}  // namespace trammel::ui
