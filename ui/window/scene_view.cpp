// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/scene_view.h"

#include "ui/theme/theme.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

SceneView::SceneView(Session& session, Viewport& viewport, QObject* parent)
    : QObject(parent), session_(session), viewport_(viewport) {
    viewport_.setNameProvider([this](ElementId id) { return session_.nameOf(id); });
    connect(&viewport_, &Viewport::elementClicked, this, &SceneView::clicked);
    connect(&viewport_, &Viewport::elementHovered, this, [this](ElementId element) {
        if (element == hovered_) return;
        hovered_ = element;
        Q_EMIT hoverChanged();
    });
    connect(&session_, &Session::changed, this, &SceneView::sessionChanged);
    const auto applyTheme = [this] {
        const ThemeColors& colors = Theme::instance().colors();
        viewport_.setBackground(colors.viewTop, colors.viewBottom);
    };
    connect(&Theme::instance(), &Theme::changed, this, applyTheme);
    applyTheme();
    // An empty view shows the ground; the first model is framed by itself.
    viewport_.setCameraPose({.distance = 3, .yaw = 0.5, .pitch = 0.35});
    showState();
}

void SceneView::sessionChanged(Aspects aspects) {
    if (aspects & Aspect::Shown) showState();
    if (aspects & Aspect::Selection) viewport_.setSelection(session_.selection());
}

void SceneView::showState() {
    const ShownState& shown = session_.shown();
    if (shown.model() && shown.stage() >= Stage::Position) {
        shown.model()->calcScene(shown.state(), scene_);
        session_.traces().appendTo(scene_, session_.player().frame());
    } else if (!shown.model()) {
        scene_ = {};
    } else {
        // Somebody dropped Position to see what happens: the last picture stays.
        return;
    }
    if (shown.model().get() == shownModel_) return viewport_.updateGeometry(scene_);
    shownModel_ = shown.model().get();
    viewport_.setScene(scene_);
}

void SceneView::clicked(ElementId element, Qt::KeyboardModifiers modifiers) {
    if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        if (element.isValid()) session_.toggleSelected(element);
    } else if (element.isValid()) {
        session_.select(element);
    } else {
        session_.select(std::set<ElementId>{});
    }
}

}  // namespace trammel::ui
