// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QObject>
#include <QPoint>
#include <QString>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "inspect/vector_drawing.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"
#include "ui/viewport/view_types.h"

class QLabel;
class QPainter;

namespace trammel::ui {

class RunPoses;
class SceneView;
class Viewport;
struct Moment;

/// What the Show menu adds to the picture: arrows and signs on bodies and joints, ghosts of other runs and of other
/// instants; and the camera that follows a body. A legend in the view says how long an arrow is for how much.
///
/// What needs a higher stage than the view has it realized, as long as it is shown.
class ViewOverlays : public QObject {
    Q_OBJECT

public:
    ViewOverlays(Session& session, const DisplayUnits& units, Viewport& viewport, SceneView& scene,
                 QObject* parent = nullptr);

    bool isShown(const Drawing& drawing) const { return shown_.count(drawing.key) > 0; }
    void setShown(const Drawing& drawing, bool shown);
    /// Arrows @p factor times as long.
    void scaleArrows(Real factor);
    Real arrowFactor() const { return arrowFactor_; }
    /// The run at other instants, faintly.
    bool showsInstants() const { return instantsShown_; }
    void setInstantsShown(bool shown);
    /// Where the bodies are in the run in view.
    RunPoses& runPoses() { return *runPoses_; }
    /// The element that the camera goes along with; none: it stands.
    ElementId followed() const { return followed_; }
    void follow(ElementId element);
    /// What an arrow of standard length stands for, SI, by drawing.
    using Scales = std::map<std::string, Real>;
    const Scales& scales() const { return scales_; }
    /// "Velocities: this long = 2 m/s", a line for each kind of arrow; empty without any.
    QStringList legendLines() const;

    // --- Pictures beside the view ---
    /// The stage that all that is shown needs.
    Stage neededStage() const;
    /// Adds what is shown, with arrows in @p scales, which change only for arrows that would be too long in them.
    void appendTo(const Moment& moment, Scales& scales, Scene& scene);
    /// The legend as it is to be painted, by any thread.
    struct Legend {
        QString html;
        QFont font;
        QPoint place;
        void paint(QPainter& painter) const;
    };
    Legend legendOf(const Moment& moment, const Scales& scales) const;
    /// Where the camera stands when it goes along.
    CameraPose cameraAt(const Moment& moment) const;
    /// Where the model's loops do not close: the pose in which they last did, pale, so that it is seen what went where.
    void appendLastClosed(Scene& scene);

private:
    void appendArrows(const Moment& moment, Scales& scales, bool mayGrow, Scene& scene) const;
    void appendRuns(const Moment& moment, Scene& scene) const;
    /// To the view: one more, or one anew, at a time.
    void addInstants(const Moment& moment, Scene& scene);
    /// As an event of its own.
    void refreshSoon();
    std::vector<const std::vector<Transform>*> posesOfInstants(const Moment& moment) const;
    QStringList legendLines(const Moment& moment, const Scales& scales) const;
    QString legendText(const QStringList& lines) const;
    void demand();
    void showLegend();
    void moveCamera();
    /// Shadows fall below where the run in view goes, as far as it has come.
    void layFloor();
    std::optional<Vec3> placeOf(ElementId element, const Moment& moment) const;
    /// Of a standard arrow, m.
    Real arrowLength(const CompiledModel& model) const;

    Session& session_;
    const DisplayUnits& units_;
    /// The last model of this history whose loops closed.
    CompiledModelPtr lastClosed_;
    Viewport& viewport_;
    SceneView& scene_;
    std::set<std::string> shown_;
    Scales scales_;
    Real arrowFactor_ = 1;
    /// The stage demanded here, and what was demanded before.
    Stage raisedTo_ = Stage::Empty, raisedFrom_ = Stage::Position;
    bool instantsShown_ = false;
    /// As they are in the view; the next of them to be as in this version of the run's poses.
    std::vector<std::vector<Transform>> instants_;
    std::size_t nextInstant_ = 0;
    int instantsVersion_ = 0;
    RunPoses* runPoses_;
    /// Of the poses that the floor is below; 0: of none.
    int floorVersion_ = 0;
    ElementId followed_;
    Vec3 followedAt_{0., 0., 0.};
    QLabel* legend_;
};

}  // namespace trammel::ui
