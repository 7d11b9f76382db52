// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "ui/panels/studies/study_runner.h"

class QComboBox;
class QLabel;
class QStackedWidget;

namespace trammel::ui {

class HeatMap;
class ParallelPlot;
class ScatterPlot;
class StudyTableModel;

/// The runs of a study as points over two axes, in parallel coordinates, or as a heat map. All show the same chosen run.
class StudyPlots : public QWidget {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the widget.
    StudyPlots(const StudyRunner& runner, const StudyTableModel& rows, QWidget* parent = nullptr);

    ScatterPlot* scatter() const { return scatter_; }
    ParallelPlot* parallel() const { return parallel_; }
    HeatMap* heatMap() const { return heat_; }

    /// Shows the kind of plot that suits the study, until a person has chosen one.
    void suggestKind();
    /// After the columns changed: fills the lists of axes.
    void fillAxes();
    /// Shows the current rows; does nothing while hidden.
    void showRows();
    void setChosen(std::optional<std::size_t> row);

Q_SIGNALS:
    void rowChosen(std::size_t row);

protected:
    void showEvent(QShowEvent* event) override;

private:
    enum Kind { Points, Parallel, Heat };
    QComboBox* addAxis(const char* name, const QString& label, QLabel*& caption);
    void showKind();
    std::vector<double> column(const QComboBox* axis) const;
    void showScatter();
    void showParallel();
    void showHeat();
    /// The best value so far over the number of the run, if these are the axes and the response has a goal.
    void showConvergence(const std::vector<double>& runs, const std::vector<double>& values);

    const StudyRunner& runner_;
    const StudyTableModel& rows_;
    bool kindChosen_ = false;
    QComboBox *kind_, *x_, *y_, *color_;
    QLabel *xCaption_, *yCaption_, *colorCaption_;
    QStackedWidget* stack_;
    ScatterPlot* scatter_;
    ParallelPlot* parallel_;
    HeatMap* heat_;
};

}  // namespace trammel::ui
