// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTimer>
#include <memory>
#include <optional>

#include "formats/recorded_load.h"
#include "inspect/motion_reading.h"
#include "inspect/pose_study.h"
#include "inspect/static_optimization.h"
#include "ui/dialogs/recorded_motion_task.h"
#include "ui/properties/units.h"
#include "ui/session/motion_forces.h"
#include "ui/session/session.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace trammel {
class SimulationRun;
}

namespace trammel::ui {

class NumberField;
class PlotView;
struct Curve;

/// A recorded motion beside the model: the coordinates found in a table or by tracking markers, with residuals; drives
/// the model by them, and computes the required forces. Modeless; reads and computes in the background.
class RecordedMotionDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither is owned; both must outlive the dialog.
    RecordedMotionDialog(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);
    ~RecordedMotionDialog() override;

    /// Asks for a file; false if canceled.
    bool chooseFile();
    void read(const QString& file);
    /// Asks for external loads that act with the motion.
    void chooseLoads();
    /// Computes the forces as soon as the file is read.
    void computeForces();
    /// Whether a file with that name is of a kind that can be read here.
    static bool mayRead(const QString& file);

    const PlotView& plot() const { return *plot_; }

Q_SIGNALS:
    /// Inverse dynamics has a result.
    void forcesFound(std::shared_ptr<const trammel::ui::MotionForces> forces);

private:
    using Work = RecordedMotionTask::Work;
    enum Content { Coordinates, Residuals, Forces, Activations, Tensions };

    void addDynamicsRows(QFormLayout& form);
    /// Fills in the smoothing that the cutoff frequency means.
    void smoothByCutoff();
    /// Computes the forces again if they are shown or being computed.
    void refreshForces();
    void readAgain();
    void start(Work what);
    void collect();
    void cancel();
    void modelChanged();
    void fillTable();
    void fillContents();
    void showContent();
    void addCurve(std::vector<Curve>& curves, const std::string& name, Quantity quantity,
                  const std::vector<double>& values) const;
    void addMuscles(std::vector<Curve>& curves, Quantity quantity, const Matrix& values) const;
    void drive();
    /// Adds the recording to the runs, drawn translucent beside the current one.
    void showGhost();
    void addGhost(const std::shared_ptr<SimulationRun>& run);
    void save();
    void updateButtons();
    void showMessage(const QString& text);

    Session& session_;
    const DisplayUnits& units_;
    QString file_;
    QLabel *fileName_, *message_;
    QComboBox *angles_, *content_;
    NumberField *smoothing_, *cutoff_;
    QLabel* loadsName_;
    QCheckBox* withoutMuscles_;
    std::vector<RecordedLoad> loads_;
    QTableWidget* table_;
    PlotView* plot_;
    QProgressBar* progress_;
    QPushButton *cancel_, *drive_, *ghost_, *forces_, *muscles_, *save_;
    /// The model for which motion_ was read.
    CompiledModelPtr model_;
    std::optional<ReadMotion> motion_;
    std::optional<InverseDynamicsResult> forcesFound_;
    std::optional<StaticOptimization> musclesFound_;
    bool wantsForces_ = false;
    QTimer poll_{this};
    std::unique_ptr<RecordedMotionTask> task_;
};

}  // namespace trammel::ui
