// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "ui/tools/tool.h"

namespace trammel::ui {

class Viewport;

/// A model at one instant, as it is to be drawn.
struct Moment {
    const CompiledModel& model;
    /// Realized through Position at least.
    const State& state;
    /// The run and its frame; null: the start pose.
    const SimulationRun* run = nullptr;
    std::size_t frame = 0;
};

/// Keeps the 3-D view and the session in step: what is shown, selected and hovered over.
class SceneView : public QObject {
    Q_OBJECT

public:
    SceneView(Session& session, Viewport& viewport, QObject* parent = nullptr);

    /// The element under the pointer; none over empty space.
    ElementId hovered() const { return hovered_; }
    /// Shows what a tool would make instead of the model, and its marks. An empty one: the model again.
    void showPreview(const Preview& preview);
    /// Shows the present model in another pose instead; none: as it is.
    void showPose(std::optional<State> pose);
    /// Asked for what to add whenever the State in view is drawn.
    void setAddition(std::function<void(const Moment&, Scene&)> addition) { addition_ = std::move(addition); }
    /// The State in view.
    Moment moment() const;
    /// The model with the paths of traced points, without what is hidden; @p add draws between the two.
    void compose(const Moment& moment, const std::function<void(const Moment&, Scene&)>& add, Scene& scene) const;
    /// Draws anew what is in view.
    void refresh() { showState(); }
    /// Whether a click selects; not while a tool is in hand.
    void setSelecting(bool selecting) { selecting_ = selecting; }

Q_SIGNALS:
    void hoverChanged();
    /// The view has been given another model to show.
    void sceneReplaced();

private:
    void sessionChanged(SessionChanges changes);
    void showState();
    bool fillScene();
    void displace();
    void dropHidden(Scene& scene) const;
    /// Whether the element or one above it is among @p elements.
    bool isWithin(const std::set<ElementId>& elements, ElementId id) const;
    void clicked(ElementId element, Qt::KeyboardModifiers modifiers);

    Session& session_;
    Viewport& viewport_;
    ElementId hovered_;
    bool selecting_ = true;
    Preview preview_;
    std::optional<State> pose_;
    /// What the pose is one of: an edit may leave it behind.
    CompiledModelPtr poseModel_;
    std::function<void(const Moment&, Scene&)> addition_;
    Scene scene_;
    /// The model whose scene the view has; only compared.
    const CompiledModel* shownModel_ = nullptr;
    std::size_t marksShown_ = 0;
    std::set<ElementId> hiddenShown_;
};

}  // namespace trammel::ui
