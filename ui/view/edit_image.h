// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

namespace trammel::ui {

class Viewport;

/// Draws the image of an edit before the panels show it: once per turn of the event loop. Later images of a turn, those of
/// a run that plays and those of many thousand elements, which take long to draw, follow as usual.
///
/// Made after the parts of the view and before the panels, since these hear of the edit in the same order.
class EditImage : public QObject {
    Q_OBJECT

public:
    EditImage(Session& session, Viewport& viewport);

private:
    void draw();

    Viewport& viewport_;
    bool drawnInTurn_ = false;
};

}  // namespace trammel::ui
