// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "ui/panels/studies/study_runner.h"

class QComboBox;
class QLabel;
class QSortFilterProxyModel;
class QTableView;
class QTabWidget;
class QToolButton;
class QTreeWidget;

namespace trammel::ui {

class StudyAnalysis;
class StudyPlots;
class StudyTableModel;
class Workspace;
struct PanelDescriptor;

/// Studies of the model: factors and responses of the chosen one, its progress, and its results as a table, a plot and
/// an analysis. A chosen run can be opened among the runs, or its values applied to the model.
class StudiesPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit StudiesPanel(Workspace& workspace, QWidget* parent = nullptr);

    StudyRunner& runner() { return runner_; }
    StudyPlots* plots() const { return plots_; }
    QTableView* table() const { return table_; }

private:
    QWidget* makeHead();
    QWidget* makeParts();
    QToolButton* makeButton(const char* name, const QString& label, const QString& tip, const char* sign = nullptr);
    ElementId study() const;
    void refreshStudies();
    void refreshParts();
    void showProgress();
    /// Why no study can be started; empty if one can.
    QString startBlocker() const;
    void startOrPause();
    /// The row of the runner selected in the table; empty without a selection.
    std::optional<std::size_t> chosenRow() const;
    /// The row that meets the goals of the study best; empty while it is computed, and without goals.
    std::optional<std::size_t> bestRow() const;
    void chooseRow(std::size_t row);
    void showChosen();
    void openChosen();
    /// Recomputes a row of the runner as a run of the session; empty, with a message, if it is refused.
    std::optional<RunId> openRun(std::size_t row);
    void applyChosen();
    void say(const QString& what);

    Workspace& workspace_;
    Session& session_;
    QComboBox* studies_;
    QToolButton* start_;
    QToolButton* open_;
    QToolButton* apply_;
    QLabel* status_;
    QLabel* message_;
    QTreeWidget* parts_;
    QTabWidget* tabs_;
    QTableView* table_;
    StudyPlots* plots_;
    StudyAnalysis* analysis_;
    /// Declared last, so that its workers end first.
    StudyRunner runner_;
    StudyTableModel* rows_;
    QSortFilterProxyModel* sorted_;
};

}  // namespace trammel::ui
