// SPDX-License-Identifier: Apache-2.0
#include "inspect/transmission_drawing.h"

#include <algorithm>
#include <cmath>

#include "inspect/four_bar.h"

namespace trammel {

const Drawing& transmissionDrawing() {
    static const Drawing drawing{"transmissionAngle",
                                 "Transmission angle",
                                 "Angle between coupler and output of a four-bar, and dead points of its links.",
                                 Quantity::None,
                                 Stage::Position,
                                 {0.75f, 0.15f, 0.55f}};
    return drawing;
}

void appendTransmission(const CompiledModel& model, const State& s, std::vector<DecorativeGeometry>& out) {
    const auto loop = findFourBar(model);
    if (!loop) return;
    const auto add = [&](DecorativeShape shape, Real thickness) {
        out.push_back(DecorativeGeometry(std::move(shape))
                          .setColor(transmissionDrawing().color)
                          .setRole(DecorationRole::Annotation)
                          .setLineThickness(thickness));
    };
    const Vec3 at = calcPosition(model, s, loop->pivots[2]);
    const auto toward = [&](const Place& place) {
        const Vec3 way = calcPosition(model, s, place) - at;
        return Vec3(way - loop->axis_G * loop->axis_G.dot(way)).normalized();
    };
    const Vec3 u = toward(loop->pivots[1]), w = toward(loop->pivots[3]);
    constexpr Real share = 0.3;
    constexpr int pieces = 24;
    const Real radius = share * std::min(loop->lengths[2], loop->lengths[3]);
    const Real angle = std::atan2(loop->axis_G.dot(u.cross(w)), u.dot(w));
    const Vec3 v = loop->axis_G.cross(u);
    decor::Polyline arc;
    for (int i = 0; i <= pieces; ++i) {
        const Real a = angle * i / pieces;
        arc.points.push_back(at + radius * (std::cos(a) * u + std::sin(a) * v));
    }
    add(std::move(arc), 3);
    add(decor::Line{at, at + 1.2 * radius * u}, 1.5);
    add(decor::Line{at, at + 1.2 * radius * w}, 1.5);
    for (const int link : {1, 3})
        for (const auto& [from, to] : findDeadPoints(*loop, link, model, s)) add(decor::Line{from, to}, 1.5);
}

}  // namespace trammel
