// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QToolButton>
#include <memory>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

class ViewOverlays;
class Viewport;

/// Chip at the top of the view while most moving bodies are outside: "Out of view: show all of the run", or for far
/// travel "follow Frame", which makes the camera follow that body.
class FollowChip : public QToolButton {
    Q_OBJECT

public:
    FollowChip(Session& session, Viewport& viewport, ViewOverlays& overlays);

private:
    void refresh();
    /// Checks now; during playback at the end of the interval.
    void lookSoon();
    void place();
    void followNow();

    /// A body, its place and its mass (kg) at the start.
    struct Body {
        ElementId id;
        int index;
        Vec3 start;
        Real mass;
    };
    const std::vector<Body>& bodiesOf(const CompiledModelPtr& model);
    /// How many of these bodies, by index, whose origins are outside the view, show no part in it.
    std::size_t countOutside(const std::vector<int>& bodies) const;

    Session& session_;
    Viewport& viewport_;
    ViewOverlays& overlays_;
    /// The heaviest of the moving bodies; of several, the middle one.
    ElementId body_;
    /// Mean displacement from the start, m.
    Vec3 way_{0., 0., 0.};
    std::vector<Body> bodies_;
    std::weak_ptr<const CompiledModel> bodiesModel_;
    QTimer pace_{this};
    bool looksAgain_ = false;
};

}  // namespace trammel::ui
