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

/// Shift and a drag with the left button from empty space selects what has its place inside the box; Ctrl adds to what is
/// selected. Not while a tool is in hand.
class BoxSelect : public QObject {
    Q_OBJECT

public:
    BoxSelect(Session& session, Viewport& viewport, const ToolHost& host, QObject* parent = nullptr);
    ~BoxSelect() override;

    /// Elements that are seen with their place inside @p box, logical pixels of the view.
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
