// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/motion_framing.h"

#include "ui/view/run_poses.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

MotionFraming::MotionFraming(Session& session, Viewport& viewport, ViewOverlays& overlays)
    : QObject(&viewport), session_(session), viewport_(viewport), overlays_(overlays) {
    connect(&overlays_.runPoses(), &RunPoses::gathered, this, &MotionFraming::refresh, Qt::QueuedConnection);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Run) refresh();
    });
}

void MotionFraming::refresh() {
    const Player& player = session_.player();
    if (!player.run() || player.isComputing() || player.isOutdated()) return;
    if (!viewport_.isFramedAutomatically() || overlays_.followed().isValid()) return;
    RunPoses& motion = overlays_.runPoses();
    // The call gathers the poses of a run that has grown.
    const auto& poses = motion.poses();
    if (poses.empty() || motion.isGathering() || motion.version() == seen_) return;
    seen_ = motion.version();
    if (overlays_.motionStaysAround()) viewport_.keepInView(poses);
}

}  // namespace trammel::ui
