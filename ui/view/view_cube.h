// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPixmap>
#include <QPolygonF>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "math/vec.h"
#include "ui/viewport/view_types.h"

namespace trammel::ui {

class Viewport;

/// A cube in the corner of the view that shows the direction of sight. A click on a face, edge or corner looks from there at the
/// same focus; a drag orbits. Focused by Tab, arrow keys choose a part and Enter looks from it.
class ViewCube : public QWidget {
    Q_OBJECT

public:
    explicit ViewCube(Viewport& viewport);

    /// A part of the cube: its direction from the center in the axes of viewAxes(), each component -1, 0 or 1.
    using Part = std::array<int, 3>;
    /// "Front", "Front top", "Front right top".
    static QString nameOf(const Part& part);
    /// The part drawn at a pixel of this widget; empty outside the cube.
    std::optional<Part> partAt(const QPointF& position) const;
    /// Pixel in the middle of a part; empty if it is on the far side.
    std::optional<QPointF> middleOf(const Part& part) const;
    /// Looks from a part.
    void lookFrom(const Part& part);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    /// Takes its keys before the shortcuts of the view.
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// A part as seen, with its depth toward the viewer.
    struct Tile {
        Part part;
        QPolygonF outline;
        Real facing = 0;
    };
    std::vector<Tile> tiles() const;
    void draw(QPainter& painter) const;
    QPointF project(const Vec3& p_U) const;
    /// From pixels about the middle of a face, seen from outside, to the widget.
    QTransform placeOn(const Part& face) const;
    /// The part that the camera looks from.
    Part nearestPart() const;
    void mark(std::optional<Part> part);
    void place();

    Viewport& viewport_;
    std::optional<Part> marked_;
    QPointF pressed_, last_;
    /// Everything that the image depends on.
    struct Look {
        Real yaw = 0, pitch = 0;
        std::optional<Part> marked;
        bool hasFocus = false, isDark = false;
        qint64 palette = 0;
        QFont font;
        qreal pixelRatio = 0;
        bool operator==(const Look&) const = default;
    };
    Look drawn_;
    QPixmap image_;
    bool isPressed_ = false, drags_ = false;
};

}  // namespace trammel::ui
