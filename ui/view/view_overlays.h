// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QObject>
#include <QPoint>
#include <QString>
#include <QTimer>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "inspect/vector_drawing.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"
#include "ui/view/arrow_thinning.h"
#include "ui/viewport/view_types.h"

class QLabel;
class QPainter;

namespace trammel::ui {

class ArrowRange;
class RunPoses;
class SceneView;
class Viewport;
struct Moment;

/// Overlays of the Show menu: arrows and signs on bodies and joints, ghosts of other runs and frames, and the follow
/// camera. A legend shows the arrow scales.
///
/// Demands the stage that the visible overlays require.
class ViewOverlays : public QObject {
    Q_OBJECT

public:
    ViewOverlays(Session& session, const DisplayUnits& units, Viewport& viewport, SceneView& scene,
                 QObject* parent = nullptr);

    bool isShown(const Drawing& drawing) const { return shown_.count(drawing.key) > 0; }
    void setShown(const Drawing& drawing, bool shown);
    /// Multiplies arrow lengths by @p factor.
    void scaleArrows(Real factor);
    Real arrowFactor() const { return arrowFactor_; }
    /// Value of an arrow of standardLength(), SI; empty: chosen by the largest vector of the run or, without a run, by
    /// the current one.
    void setFixedScale(const Drawing& drawing, std::optional<Real> value);
    std::optional<Real> fixedScale(const Drawing& drawing) const;
    /// m; 0 without a model.
    Real standardLength() const;
    /// Writes the magnitude at each arrow.
    void setArrowLabels(bool on);
    bool hasArrowLabels() const { return arrowLabels_; }
    /// Frames the whole motion of the run unless it goes far away, else everything at this instant.
    void frameMotion();
    /// True if a view of the whole run still shows the mechanism.
    bool motionStaysAround() const;
    /// Ghosts of other frames of the run, drawn translucent.
    bool showsInstants() const { return instantsShown_; }
    void setInstantsShown(bool shown);
    /// Body poses of the current run.
    RunPoses& runPoses() { return *runPoses_; }
    /// The element that the camera follows; invalid: none.
    ElementId followed() const { return followed_; }
    void follow(ElementId element);
    /// Value of an arrow of standard length, SI, by drawing.
    using Scales = std::map<std::string, Real>;
    const Scales& scales() const { return scales_; }
    /// One line per kind of arrow, "Velocities: 50 mm = 2 m/s"; empty if none.
    QStringList legendLines() const;

    // --- Images besides the view ---
    /// Highest stage that the visible overlays require.
    Stage neededStage() const;
    /// Adds the overlays with arrows in @p scales, which are adjusted only for arrows that would be too long.
    void appendTo(const Moment& moment, Scales& scales, Scene& scene);
    /// Text of the legend, for painting on any thread.
    struct Legend {
        QString html;
        QFont font;
        QPoint place;
        void paint(QPainter& painter) const;
    };
    Legend legendOf(const Moment& moment, const Scales& scales) const;
    /// Camera pose while following.
    CameraPose cameraAt(const Moment& moment) const;
    /// Sets the function that adds dimensions to the view and to images of it.
    void setDimensions(std::function<void(const Moment&, Scene&)> append) { appendDimensions_ = std::move(append); }
    /// If loops are open: the last closed pose, translucent, to show what moved.
    void appendLastClosed(Scene& scene);

Q_SIGNALS:
    /// Other arrows are shown, or they have other scales or units.
    void legendChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void appendArrows(const Moment& moment, Scales& scales, bool mayGrow, Scene& scene);
    /// Removes arrows of a drawing, those from index @p first on, of hidden elements and that larger ones cover.
    void thinArrows(const Drawing& drawing, std::size_t first, Scene& scene);
    /// Chooses again which arrows are shown once the camera rests, if it depends on the camera.
    void thinAgainSoon();
    /// Labels of the arrows of a drawing from index @p first on.
    void labelArrows(const Drawing& drawing, Real metersPerUnit, std::size_t first, Scene& scene) const;
    void appendRuns(const Moment& moment, Scene& scene) const;
    /// Adds or updates one ghost frame in the view per call.
    void addInstants(const Moment& moment, Scene& scene);
    /// Queued.
    void refreshSoon();
    std::vector<const std::vector<Transform>*> posesOfInstants(const Moment& moment) const;
    bool isInLegend(const Drawing& drawing) const;
    QStringList legendLines(const Moment& moment, const Scales& scales) const;
    QString legendText(const QStringList& lines) const;
    void demand();
    void showLegend();
    void moveCamera();
    /// Keeps the shadow floor below all frames of the run computed so far.
    void layFloor();
    std::optional<Vec3> placeOf(ElementId element, const Moment& moment) const;
    /// Length of a standard arrow, m.
    Real arrowLength(const CompiledModel& model) const;

    Session& session_;
    const DisplayUnits& units_;
    /// The last model of this history whose loops closed.
    CompiledModelPtr lastClosed_;
    Viewport& viewport_;
    SceneView& scene_;
    std::set<std::string> shown_;
    Scales scales_, fixedScales_;
    Real arrowFactor_ = 1;
    bool arrowLabels_ = false;
    ArrowRange* range_;
    ArrowThinning thinning_;
    /// Until the camera rests.
    QTimer thinAgain_;
    /// The stage demanded here, and the stage demanded before.
    Stage raisedTo_ = Stage::Empty, raisedFrom_ = Stage::Position;
    bool instantsShown_ = false;
    /// Ghost poses in the view, and the index of the next to update to the current version of the run's poses.
    std::vector<std::vector<Transform>> instants_;
    std::size_t nextInstant_ = 0;
    int instantsVersion_ = 0;
    RunPoses* runPoses_;
    /// Version of the poses that the floor is below; 0: none.
    int floorVersion_ = 0;
    ElementId followed_;
    Vec3 followedAt_{0., 0., 0.};
    QLabel* legend_;
    std::function<void(const Moment&, Scene&)> appendDimensions_;
};

}  // namespace trammel::ui
