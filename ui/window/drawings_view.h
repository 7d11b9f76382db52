// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "compile/vector_drawing.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QLabel;

namespace trammel::ui {

class SceneView;
class Viewport;

/// What the Show menu adds to the picture: arrows and signs on bodies and joints, ghosts of other runs and of other
/// instants; and the camera that follows a body. A legend in the view says how long an arrow is for how much.
///
/// What needs a higher stage than the view has it realized, as long as it is shown.
class DrawingsView : public QObject {
    Q_OBJECT

public:
    DrawingsView(Session& session, const DisplayUnits& units, Viewport& viewport, SceneView& scene,
                 QObject* parent = nullptr);

    bool isShown(const Drawing& drawing) const { return shown_.count(drawing.key) > 0; }
    void setShown(const Drawing& drawing, bool shown);
    /// Arrows @p factor times as long.
    void scaleArrows(Real factor);
    /// The run at other instants, faintly.
    bool showsInstants() const { return instantsShown_; }
    void setInstantsShown(bool shown);
    /// The element that the camera goes along with; none: it stands.
    ElementId followed() const { return followed_; }
    void follow(ElementId element);
    /// "Velocities: this long = 2 m/s", a line for each kind of arrow; empty without any.
    QStringList legendLines() const;

private:
    void appendTo(Scene& scene);
    void appendArrows(const ShownState& shown, Scene& scene);
    void appendRuns(Scene& scene) const;
    void appendInstants(Scene& scene);
    void demand();
    void showLegend();
    void moveCamera();
    std::optional<Vec3> placeOf(ElementId element) const;
    /// Of a standard arrow, m.
    Real arrowLength(const CompiledModel& model) const;

    Session& session_;
    const DisplayUnits& units_;
    Viewport& viewport_;
    SceneView& scene_;
    std::set<std::string> shown_;
    /// What an arrow of standard length stands for, SI, by drawing.
    std::map<std::string, Real> standard_;
    Real arrowFactor_ = 1;
    /// The stage demanded here, and what was demanded before.
    Stage raisedTo_ = Stage::Empty, raisedFrom_ = Stage::Position;
    bool instantsShown_ = false;
    /// Of the run and number of frames below.
    std::vector<DecorativeGeometry> instants_;
    RunId instantsOf_ = 0;
    std::size_t instantsAt_ = 0;
    ElementId followed_;
    Vec3 followedAt_{0., 0., 0.};
    QLabel* legend_;
};

}  // namespace trammel::ui
