// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>
#include <vector>

#include "exploration/synthesis/four_bar.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace trammel::ui {

class LinkagePreview;
class NumberField;

/// Makes a point follow a curve drawn in the view or read from a file: searches four-bar linkages in the background and
/// adds the chosen one to the model, or adds a study that adapts the existing mechanism. Modeless.
class FollowCurveDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the dialog.
    FollowCurveDialog(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);
    ~FollowCurveDialog() override;

    /// The curve in the order of drawing, m.
    void setCurve(const std::vector<Complex>& points);
    void readFile(const QString& path);
    const std::vector<PathSolution>& solutions() const { return solutions_; }

Q_SIGNALS:
    /// A curve is to be drawn in the view and given by setCurve().
    void drawingRequested();

private:
    struct Task;
    QWidget* makeCurveSide();
    QWidget* makeSolutionSide();
    void chooseFile();
    void curveChanged();
    /// The points to follow.
    std::vector<Complex> evenPoints() const;
    /// The trace whose mechanism a study is to shape; invalid for a new linkage.
    ElementId chosenTrace() const;
    void fillMechanisms();
    void search();
    void cancel();
    void collect();
    void fillTable();
    void showChosen();
    void add();
    void addLinkage();
    void addStudy();
    void showMessage(const QString& what);
    void updateButtons();

    Session& session_;
    const DisplayUnits& units_;
    std::vector<Complex> drawn_;
    std::vector<PathSolution> solutions_;
    LinkagePreview* preview_;
    QComboBox* mechanism_;
    QCheckBox* closed_;
    NumberField* transmission_;
    QTableWidget* table_;
    QLabel *transmissionLabel_, *message_;
    QProgressBar* progress_;
    QPushButton *search_, *add_;
    QTimer poll_{this};
    std::unique_ptr<Task> task_;
};

}  // namespace trammel::ui
