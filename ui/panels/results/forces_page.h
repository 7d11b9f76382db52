// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/properties/units.h"
#include "ui/session/motion_forces.h"
#include "ui/session/session.h"

class QLabel;
class QSplitter;

namespace trammel::ui {

class PlotView;
class ResultTable;

/// Forces of the drivers that a recorded motion needs: extremes in a table, curves over time, all numbers as CSV.
class ForcesPage : public QWidget {
    Q_OBJECT

public:
    /// @param session, units not owned; must outlive the page
    ForcesPage(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

    void showResult(std::shared_ptr<const MotionForces> forces);

Q_SIGNALS:
    /// Another motion was requested.
    void motionRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows the result, and whether the model has changed since.
    void showAbout();
    void fill();
    /// Unless the user has moved the splitter.
    void fitTable();
    /// Draws the selected rows, or all.
    void plot();
    void exportForces();

    Session& session_;
    const DisplayUnits& units_;
    QLabel* about_;
    ResultTable* table_;
    PlotView* plot_;
    QSplitter* split_;
    bool isSplitChosen_ = false;
    std::shared_ptr<const MotionForces> forces_;
};

}  // namespace trammel::ui
