// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/scene_view.h"

#include "compile/realization.h"
#include "ui/theme/theme.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
constexpr Real GhostOpacity = 0.55;
}

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

void SceneView::showPreview(CompiledModelPtr model, std::vector<DecorativeGeometry> marks) {
    if (!model && !preview_ && marks.empty() && marks_.empty()) return;
    preview_ = std::move(model);
    marks_ = std::move(marks);
    showState();
}

void SceneView::showPose(std::optional<State> pose) {
    if (!pose && !pose_) return;
    pose_ = std::move(pose);
    // Copies of States have no cache.
    if (pose_ && session_.model()) realize(*session_.model(), *pose_, Stage::Position);
    showState();
}

bool SceneView::fillScene() {
    const ShownState& shown = session_.shown();
    if (preview_) {
        preview_->calcScene(preview_->getInitialState(), scene_);
        // What is not there yet looks like it.
        for (DecorativeGeometry& g : scene_.geometry)
            if (g.getElement().isValid() && !session_.document().find(g.getElement()))
                g.setOpacity(GhostOpacity * g.getOpacity()).setElement({});
    } else if (pose_ && session_.model()) {
        session_.model()->calcScene(*pose_, scene_);
    } else if (shown.model() && shown.stage() >= Stage::Position) {
        shown.model()->calcScene(shown.state(), scene_);
        session_.traces().appendTo(scene_, session_.player().frame());
        if (addition_) addition_(scene_);
    } else if (!shown.model()) {
        scene_ = {};
    } else {
        // Somebody dropped Position to see what happens: the last picture stays.
        return false;
    }
    dropHidden();
    scene_.geometry.insert(scene_.geometry.end(), marks_.begin(), marks_.end());
    if (scene_.bodyPoses.empty()) scene_.bodyPoses.emplace_back();
    return true;
}

void SceneView::dropHidden() {
    if (session_.hidden().empty()) return;
    std::erase_if(scene_.geometry, [&](const DecorativeGeometry& g) {
        ElementId id = g.getElement();
        for (const Element* e = session_.document().find(id); e; e = session_.document().find(e->parent))
            if (session_.hidden().contains(e->id)) return true;
        return false;
    });
}

void SceneView::showState() {
    if (!fillScene()) return;
    const CompiledModel* const model = preview_ ? preview_.get() : session_.shown().model().get();
    if (model == shownModel_ && marks_.size() == marksShown_ && session_.hidden() == hiddenShown_)
        return viewport_.updateGeometry(scene_);
    shownModel_ = model;
    hiddenShown_ = session_.hidden();
    marksShown_ = marks_.size();
    viewport_.setScene(scene_);
}

void SceneView::clicked(ElementId element, Qt::KeyboardModifiers modifiers) {
    if (!selecting_) return;
    if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        if (element.isValid()) session_.toggleSelected(element);
    } else if (element.isValid()) {
        session_.select(element);
    } else {
        session_.select(std::set<ElementId>{});
    }
}

}  // namespace trammel::ui
