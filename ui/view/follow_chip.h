// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QToolButton>

#include "ui/session/session.h"

namespace trammel::ui {

class ViewOverlays;
class Viewport;

/// "Out of view: show all of the run", at the top of the view while most of what moves in it is outside. Of what goes far
/// away, "follow Frame": a click brings it back, and the camera goes along with that body from then on.
class FollowChip : public QToolButton {
    Q_OBJECT

public:
    FollowChip(Session& session, Viewport& viewport, ViewOverlays& drawings);

private:
    void look();
    void place();
    void followNow();
    /// What moves comes not so far that a view of all of it would be too small.
    bool staysAround() const;

    Session& session_;
    Viewport& viewport_;
    ViewOverlays& drawings_;
    /// In the middle of those that move.
    ElementId body_;
    /// From where they started, on average, m.
    Vec3 way_{0., 0., 0.};
    QElapsedTimer looked_;
};

}  // namespace trammel::ui
