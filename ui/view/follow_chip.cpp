// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/follow_chip.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "authoring/body_mass.h"
#include "authoring/displace.h"
#include "ui/theme/mnemonic.h"
#include "ui/view/run_poses.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
/// Shortest interval between two checks during playback, ms.
constexpr int Interval = 150;
/// Displacement below which a body counts as still, m.
constexpr Real Still = 1e-9;
constexpr int TopMargin = 10;
/// Share of the greatest mass above which a body counts as one of the heaviest.
constexpr Real ShareOfHeaviest = 0.999;
}  // namespace

FollowChip::FollowChip(Session& session, Viewport& viewport, ViewOverlays& overlays)
    : QToolButton(&viewport), session_(session), viewport_(viewport), overlays_(overlays) {
    setObjectName(QStringLiteral("followChip"));
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::ArrowCursor);
    setStyleSheet(
        QStringLiteral("QToolButton { background:#27456b; color:white; border-radius:6px; padding:4px 10px; }"));
    hide();
    connect(this, &QToolButton::clicked, this, &FollowChip::followNow);
    connect(&viewport_, &Viewport::cameraMoved, this, &FollowChip::refresh);
    // Queued.
    connect(&overlays_.runPoses(), &RunPoses::gathered, this, &FollowChip::refresh, Qt::QueuedConnection);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (!(changes & (SessionChange::Playhead | SessionChange::Run | SessionChange::Model))) return;
        lookSoon();
    });
    pace_.setSingleShot(true);
    pace_.setInterval(Interval);
    connect(&pace_, &QTimer::timeout, this, [this] {
        if (std::exchange(looksAgain_, false)) lookSoon();
    });
}

void FollowChip::lookSoon() {
    const bool plays = session_.player().isPlaying(), waits = plays && pace_.isActive();
    looksAgain_ = waits;
    if (waits) return;
    refresh();
    if (plays) pace_.start();
}

void FollowChip::refresh() {
    const DisplayedState& shown = session_.displayed();
    if (!session_.player().showsFrame() || overlays_.followed().isValid() || !shown.model() ||
        shown.stage() < Stage::Position)
        return hide();
    const CompiledModel& model = *shown.model();
    const std::vector<Body>& bodies = bodiesOf(shown.model());
    struct Mover {
        ElementId body;
        Vec3 place;
        Real mass;
    };
    std::vector<Mover> movers;
    std::vector<int> away;
    Vec3 middle(0.), way(0.);
    for (const auto& [body, index, start, mass] : bodies) {
        const Vec3 place = model.calcBodyPose(body, shown.state()).p();
        const Vec3 moved = place - start;
        if (!place.allFinite() || moved.norm() < Still) continue;
        // Without a number where it is behind the camera.
        const QPointF seen = viewport_.project(place);
        if (!std::isfinite(seen.x()) || !QRectF(viewport_.rect()).contains(seen)) away.push_back(index);
        middle += place;
        way += moved;
        movers.push_back({body, place, mass});
    }
    const auto areMost = [&movers](std::size_t count) { return !movers.empty() && 2 * count > movers.size(); };
    // Rectangles take long and are rarely needed.
    if (!areMost(away.size()) || !areMost(countOutside(away))) return hide();
    // The offer depends on the motion of the run.
    if (overlays_.runPoses().poses().empty()) return hide();
    middle /= Real(movers.size());
    way_ = way / Real(movers.size());
    const Real heaviest = std::ranges::max_element(movers, {}, &Mover::mass)->mass;
    body_ = std::ranges::min_element(movers, {}, [&](const Mover& mover) {
                return std::pair(mover.mass < ShareOfHeaviest * heaviest, (mover.place - middle).squaredNorm());
            })->body;
    const bool stays = overlays_.motionStaysAround();
    const QString label =
        stays ? tr("Out of view: show all of the run") : tr("Out of view: follow %1").arg(session_.nameOf(body_));
    setText(withoutMnemonic(label));
    setToolTip(stays ? tr("Frame the whole motion of this run") : tr("Frame it and let the camera follow"));
    setAccessibleName(label);
    adjustSize();
    place();
    show();
    raise();
}

std::size_t FollowChip::countOutside(const std::vector<int>& bodies) const {
    const std::map<int, QRectF> rects = viewport_.bodyRects();
    return std::size_t(std::ranges::count_if(bodies, [&](int body) {
        const auto rect = rects.find(body);
        // A bar seen end on or edge on projects to a line.
        return rect == rects.end() || !rect->second.adjusted(0, 0, 1, 1).intersects(viewport_.rect());
    }));
}

const std::vector<FollowChip::Body>& FollowChip::bodiesOf(const CompiledModelPtr& model) {
    if (model == bodiesModel_.lock()) return bodies_;
    bodiesModel_ = model;
    bodies_.clear();
    const State& start = model->getInitialState();
    for (const ElementId body : model->getDocument().elementsOf("body"))
        bodies_.push_back(
            {body, findBodyId(*model, body), model->calcBodyPose(body, start).p(), calcBodyMass(*model, body)});
    return bodies_;
}

void FollowChip::place() { move(std::max(4, (viewport_.width() - width()) / 2), TopMargin); }

void FollowChip::followNow() {
    if (overlays_.motionStaysAround()) return viewport_.frameAll(overlays_.runPoses().poses());
    // Distance and direction as at the start.
    CameraPose camera = viewport_.cameraPose();
    camera.focus += way_;
    viewport_.setCameraPose(camera);
    overlays_.follow(body_);
    hide();
}

}  // namespace trammel::ui
