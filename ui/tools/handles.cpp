// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/handles.h"

#include <QLineF>
#include <algorithm>
#include <cmath>

namespace trammel::ui {

Real metersPerPixel(const ViewGeometry& view, const Vec3& p_G) {
    constexpr Real near = 1e-3, usual = 1e-3;
    const QPointF at = view.project(p_G);
    qreal pixels = 0;
    for (int i = 0; i < 3; ++i) {
        Vec3 aside = p_G;
        aside[i] += near;
        pixels = std::max(pixels, QLineF(at, view.project(aside)).length());
    }
    return pixels > 0 && std::isfinite(pixels) ? near / pixels : usual;
}

qreal distanceToSegment(const QPointF& p, const QPointF& a, const QPointF& b) {
    const QPointF along = b - a;
    const qreal square = QPointF::dotProduct(along, along);
    const qreal t = square > 0 ? std::clamp(QPointF::dotProduct(p - a, along) / square, 0., 1.) : 0;
    return QLineF(p, a + t * along).length();
}

qreal distanceToLine(const ViewGeometry& view, const QPointF& p, const Vec3& from_G, const Vec3& to_G) {
    const QPointF from = view.project(from_G), to = view.project(to_G);
    return QLineF(from, to).length() < HandleReach ? Infinity : distanceToSegment(p, from, to);
}

Real travelAlong(const ViewGeometry& view, const QPointF& position, const Vec3& origin_G, const Vec3& direction_G) {
    return travelAlong(view.rayThrough(position), origin_G, direction_G);
}

Real travelAlong(const ViewGeometry::Ray& ray, const Vec3& origin_G, const Vec3& direction_G) {
    const Real slope = direction_G.dot(ray.direction);
    const Vec3 between = ray.origin - origin_G;
    const Real square = 1 - slope * slope;
    if (square < 1e-6) return 0;
    return (between.dot(direction_G) - slope * between.dot(ray.direction)) / square;
}

}  // namespace trammel::ui
