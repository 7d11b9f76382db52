// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <QRect>
#include <memory>
#include <set>

#include "ui/session/session.h"

class QRubberBand;

namespace trammel::ui {

class ToolHost;
class Viewport;

/// Box selection: Shift and a left drag from empty space selects elements inside the box; Ctrl adds to the selection.
/// Disabled while a tool is active.
class BoxSelect : public QObject {
    Q_OBJECT

public:
    BoxSelect(Session& session, Viewport& viewport, const ToolHost& host, QObject* parent = nullptr);
    ~BoxSelect() override;

    /// Visible elements whose position is inside @p box, logical pixels of the view.
    std::set<ElementId> elementsIn(const QRect& box) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Session& session_;
    Viewport& viewport_;
    const ToolHost& host_;
    std::unique_ptr<QRubberBand> band_;
    QPoint start_;
};

}  // namespace trammel::ui
