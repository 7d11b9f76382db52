// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

namespace trammel::ui {

class ViewOverlays;
class Viewport;

/// Keeps the motion of a computed run in the view: until the user moves the camera after the model was framed, the view
/// widens to all of the motion. Motion that goes far away is left to FollowChip.
class MotionFraming : public QObject {
    Q_OBJECT

public:
    MotionFraming(Session& session, Viewport& viewport, ViewOverlays& overlays);

private:
    void refresh();

    Session& session_;
    Viewport& viewport_;
    ViewOverlays& overlays_;
    /// Version of the poses last seen.
    int seen_ = 0;
};

}  // namespace trammel::ui
