// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "ui/session/session.h"

namespace trammel::ui {

class Viewport;

/// Badge at the top of the view while no frame of a run is shown: a worker paused within a step, or a state edited by
/// hand, which a click moves onto the constraints that it violates.
class InstantChip : public QToolButton {
    Q_OBJECT

public:
    InstantChip(Session& session, Viewport& viewport);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void place();
    void satisfyConstraints();

    Session& session_;
    Viewport& viewport_;
};

}  // namespace trammel::ui
