// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "ui/session/session.h"

namespace trammel::ui {

class Viewport;

/// Keeps the 3-D view and the session in step: what is shown, selected and hovered over.
class SceneView : public QObject {
    Q_OBJECT

public:
    SceneView(Session& session, Viewport& viewport, QObject* parent = nullptr);

    /// The element under the pointer; none over empty space.
    ElementId hovered() const { return hovered_; }
    /// Shows what a tool would make instead of the model, and its marks. Null and none: the model again.
    void showPreview(CompiledModelPtr model, std::vector<DecorativeGeometry> marks);
    /// Shows the present model in another pose instead; none: as it is.
    void showPose(std::optional<State> pose);
    /// Asked for what to add whenever the State in view is drawn.
    void setAddition(std::function<void(Scene&)> addition) { addition_ = std::move(addition); }
    /// Draws anew what is in view.
    void refresh() { showState(); }
    /// Whether a click selects; not while a tool is in hand.
    void setSelecting(bool selecting) { selecting_ = selecting; }

Q_SIGNALS:
    void hoverChanged();

private:
    void sessionChanged(Aspects aspects);
    void showState();
    bool fillScene();
    void dropHidden();
    void clicked(ElementId element, Qt::KeyboardModifiers modifiers);

    Session& session_;
    Viewport& viewport_;
    ElementId hovered_;
    bool selecting_ = true;
    CompiledModelPtr preview_;
    std::vector<DecorativeGeometry> marks_;
    std::optional<State> pose_;
    std::function<void(Scene&)> addition_;
    Scene scene_;
    /// The model whose scene the view has; only compared.
    const CompiledModel* shownModel_ = nullptr;
    std::size_t marksShown_ = 0;
    std::set<ElementId> hiddenShown_;
};

}  // namespace trammel::ui
