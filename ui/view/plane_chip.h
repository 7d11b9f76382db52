// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace trammel::ui {

class ToolHost;
class Viewport;

/// Button at the bottom of the view while a work plane is set: a click returns to the planes of the world. Shows the grid of the
/// plane in the view.
class PlaneChip : public QToolButton {
    Q_OBJECT

public:
    PlaneChip(Viewport& viewport, ToolHost& host);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void place();

    Viewport& viewport_;
    ToolHost& host_;
};

}  // namespace trammel::ui
