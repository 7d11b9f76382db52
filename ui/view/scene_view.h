// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "ui/tools/tool.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

class Viewport;

/// A model at one instant, as drawn.
struct Moment {
    const CompiledModel& model;
    /// Realized to Position or higher.
    const State& state;
    /// The run and its frame; null: the initial pose.
    const SimulationRun* run = nullptr;
    std::size_t frame = 0;
};

/// Keeps the 3-D view in sync with the session: contents, selection and hover.
class SceneView : public QObject {
    Q_OBJECT

public:
    SceneView(Session& session, Viewport& viewport, QObject* parent = nullptr);

    /// The element under the pointer; invalid in empty space.
    ElementId hovered() const { return hovered_; }
    /// The selection, with the contents of its groups and the bodies of its contact groups.
    std::set<ElementId> drawnSelection() const;
    /// Shows the preview of a tool and its marks; an empty one restores the model.
    void showPreview(const Preview& preview);
    /// Shows the current model in another pose; empty restores the displayed state.
    void showPose(std::optional<State> pose);
    /// Called to add graphics whenever the displayed state is drawn.
    void setAddition(std::function<void(const Moment&, Scene&)> addition) { addition_ = std::move(addition); }
    /// The displayed state.
    Moment moment() const;
    /// The model with traces of points, without hidden elements; @p add draws in between.
    void compose(const Moment& moment, const std::function<void(const Moment&, Scene&)>& add, Scene& scene) const;
    /// Draws as on paper: bodies white with their edges, on white, in orthographic projection and without grid, along the
    /// face that the camera nearly looks along. Off, the view is as before; a camera turned meanwhile stays.
    void setDrawingLook(bool on);
    bool hasDrawingLook() const { return drawingLook_; }
    /// Redraws the displayed state.
    void refresh() { showState(); }
    /// Enables selection by click; off while a tool is active.
    void setSelecting(bool selecting) { selecting_ = selecting; }

Q_SIGNALS:
    void hoverChanged();
    /// The view shows another model.
    void sceneReplaced();

private:
    void sessionChanged(SessionChanges changes);
    void showState();
    bool fillScene();
    void showBackground();
    void displace();
    void dropHidden(Scene& scene) const;
    void clicked(ElementId element, Qt::KeyboardModifiers modifiers);

    Session& session_;
    Viewport& viewport_;
    ElementId hovered_;
    bool selecting_ = true;
    bool drawingLook_ = false;
    /// The view before the drawing look.
    bool wasOrthographic_ = false, hadGrid_ = true;
    /// Its camera, and the one that the look has turned to.
    CameraPose cameraBefore_, turned_;
    Preview preview_;
    std::optional<State> pose_;
    /// Model of the pose; an edit may replace it.
    CompiledModelPtr poseModel_;
    std::function<void(const Moment&, Scene&)> addition_;
    Scene scene_;
    /// Model shown by the view; only compared, never dereferenced.
    const CompiledModel* shownModel_ = nullptr;
    std::size_t marksShown_ = 0;
    std::set<ElementId> hiddenShown_;
};

}  // namespace trammel::ui
