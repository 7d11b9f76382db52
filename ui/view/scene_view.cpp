// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/scene_view.h"

#include <cmath>

#include "authoring/copied.h"
#include "compile/contacts.h"
#include "compile/group_type.h"
#include "inspect/realization.h"
#include "inspect/up_direction.h"
#include "ui/session/visibility.h"
#include "ui/theme/theme.h"
#include "ui/tools/marks.h"
#include "ui/viewport/camera_rig.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
/// Outlines of bodies on paper, pixels: thicker than dimension lines.
constexpr Real OutlineThickness = 3;

/// @p pose turned to the face that it nearly looks along, since lengths on paper are true only along a face. A view across
/// faces, such as an isometric one, is meant as it is.
CameraPose turnedToFace(CameraPose pose) {
    constexpr Real near = 25 * Pi / 180, quarter = Pi / 2;
    const Real yaw = quarter * std::round(pose.yaw / quarter), pitch = quarter * std::round(pose.pitch / quarter);
    if (std::abs(pose.yaw - yaw) > near || std::abs(pose.pitch - pitch) > near) return pose;
    pose.yaw = yaw;
    pose.pitch = pitch;
    return pose;
}

bool haveSameDirection(const CameraPose& a, const CameraPose& b) {
    return a.yaw == b.yaw && a.pitch == b.pitch && a.up == b.up;
}
}  // namespace

SceneView::SceneView(Session& session, Viewport& viewport, QObject* parent)
    : QObject(parent), session_(session), viewport_(viewport) {
    // An active tool names the element under the pointer.
    viewport_.setNameProvider([this](ElementId id) { return selecting_ ? session_.nameOf(id) : QString(); });
    connect(&viewport_, &Viewport::elementClicked, this, &SceneView::clicked);
    connect(&viewport_, &Viewport::elementHovered, this, [this](ElementId element) {
        if (element == hovered_) return;
        hovered_ = element;
        Q_EMIT hoverChanged();
    });
    connect(&session_, &Session::changed, this, &SceneView::sessionChanged);
    connect(&Theme::instance(), &Theme::changed, this, &SceneView::showBackground);
    showBackground();
    // An empty view shows the ground plane; the first model is framed automatically.
    viewport_.setCameraPose({.distance = 3, .yaw = 0.5, .pitch = 0.35});
    showState();
}

void SceneView::showBackground() {
    const ThemeColors& colors = Theme::instance().colors();
    if (drawingLook_)
        viewport_.setBackground(Qt::white, Qt::white);
    else
        viewport_.setBackground(colors.viewTop, colors.viewBottom);
}

void SceneView::setDrawingLook(bool on) {
    if (on == drawingLook_) return;
    drawingLook_ = on;
    const CameraPose now = viewport_.cameraPose();
    if (on) {
        wasOrthographic_ = now.orthographic;
        hadGrid_ = viewport_.isGridVisible();
        cameraBefore_ = now;
        turned_ = turnedToFace(now);
        if (!haveSameDirection(turned_, now)) viewport_.setCameraPose(turned_);
    } else if (haveSameDirection(now, turned_) && !haveSameDirection(now, cameraBefore_)) {
        // Its place is kept: it may follow an element, or have been framed meanwhile.
        CameraPose back = now;
        back.yaw = cameraBefore_.yaw;
        back.pitch = cameraBefore_.pitch;
        viewport_.setCameraPose(back);
    }
    viewport_.setOrthographic(on || wasOrthographic_);
    viewport_.setGridVisible(!on && hadGrid_);
    showBackground();
    showState();
}

void SceneView::sessionChanged(SessionChanges changes) {
    // Robot models from other programs have z up.
    if (changes & (SessionChange::File | SessionChange::Document))
        viewport_.setHomeUpAxis(nearestUpAxis(upDirection(session_.document())));
    // The first scene after an empty one is framed.
    if (changes.isOtherDocument()) {
        viewport_.setScene({});
        shownModel_ = nullptr;
    }
    if (changes & SessionChange::DisplayedState) showState();
    if (changes & SessionChange::Selection) viewport_.setSelection(drawnSelection());
}

std::set<ElementId> SceneView::drawnSelection() const {
    std::set<ElementId> drawn;
    for (const ElementId id : session_.selection()) {
        drawn.insert(id);
        const Element* const element = session_.document().find(id);
        if (element && element->family == groupFamily) drawn.merge(withDescendants(session_.document(), {id}));
        if (element && isContactGroup(*element))
            for (const ElementId user : session_.document().dependentsOf(id))
                if (contactGroupOf(session_.document(), user) == id) drawn.insert(user);
    }
    return drawn;
}

void SceneView::showPreview(const Preview& preview) {
    const auto isEmpty = [](const Preview& p) { return !p.model && p.marks.empty() && p.displaced.empty(); };
    if (isEmpty(preview) && isEmpty(preview_)) return;
    preview_ = preview;
    showState();
}

void SceneView::showPose(std::optional<State> pose) {
    if (!pose && !pose_) return;
    pose_ = std::move(pose);
    poseModel_ = session_.lastModel();
    // A copied State has an empty cache.
    if (pose_ && poseModel_) realize(*poseModel_, *pose_, Stage::Position);
    showState();
}

bool SceneView::fillScene() {
    const DisplayedState& shown = session_.displayed();
    if (preview_.model) {
        preview_.model->calcScene(preview_.model->getInitialState(), scene_);
        // Draw previews translucent.
        for (DecorativeGeometry& g : scene_.geometry)
            if (g.getElement().isValid() && !session_.document().find(g.getElement())) g = ghost(g, g.getBodyId());
    } else if (pose_ && poseModel_ && poseModel_ == session_.lastModel()) {
        poseModel_->calcScene(*pose_, scene_);
    } else if (shown.model() && shown.stage() >= Stage::Position) {
        compose(moment(), addition_, scene_);
    } else if (!shown.model()) {
        scene_ = {};
    } else {
        // Position was invalidated in the stage ladder; keep the last image.
        return false;
    }
    displace();
    dropHidden(scene_);
    scene_.geometry.insert(scene_.geometry.end(), preview_.marks.begin(), preview_.marks.end());
    if (scene_.bodyPoses.empty()) scene_.bodyPoses.emplace_back();
    return true;
}

void SceneView::displace() {
    if (preview_.displaced.empty()) return;
    for (DecorativeGeometry& g : scene_.geometry) {
        if (!isWithin(session_.document(), preview_.displaced, g.getElement())) continue;
        const Transform& X_GB = scene_.bodyPoses[static_cast<std::size_t>(g.getBodyId())];
        g.setTransform(preview_.displacement_G * (X_GB * g.getTransform())).setBodyId(0);
    }
}

Moment SceneView::moment() const {
    const DisplayedState& shown = session_.displayed();
    const Player& player = session_.player();
    return {*shown.model(), shown.state(), player.run(), player.frame()};
}

void SceneView::compose(const Moment& moment, const std::function<void(const Moment&, Scene&)>& add,
                        Scene& scene) const {
    moment.model.calcScene(moment.state, scene);
    // Traces belong to the current run.
    if (moment.run == session_.player().run())
        session_.traces().appendTo(scene, moment.frame, moment.model, moment.state,
                                   &moment.state == &session_.displayed().state() && session_.displayed().isEdited());
    if (add) add(moment, scene);
    if (drawingLook_)
        for (DecorativeGeometry& g : scene.geometry)
            if (g.getRole() == DecorationRole::Body)
                g.setColor(Color(1, 1, 1)).setOpacity(1).setLineThickness(OutlineThickness);
    dropHidden(scene);
}

void SceneView::dropHidden(Scene& scene) const {
    if (session_.hidden().empty()) return;
    std::erase_if(scene.geometry, [&](const DecorativeGeometry& g) {
        return isWithin(session_.document(), session_.hidden(), g.getElement());
    });
}

void SceneView::showState() {
    if (!fillScene()) return;
    const CompiledModel* const model = preview_.model ? preview_.model.get() : session_.displayed().model().get();
    if (model == shownModel_ && preview_.marks.size() == marksShown_ && session_.hidden() == hiddenShown_)
        return viewport_.updateGeometry(scene_);
    shownModel_ = model;
    hiddenShown_ = session_.hidden();
    marksShown_ = preview_.marks.size();
    viewport_.setScene(scene_);
    Q_EMIT sceneReplaced();
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
