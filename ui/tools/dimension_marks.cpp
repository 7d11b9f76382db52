// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/dimension_marks.h"

#include <algorithm>
#include <cmath>

#include "ui/tools/handles.h"
#include "ui/tools/marks.h"

namespace trammel::ui {

namespace {

// Logical pixels.
constexpr Real DimensionAside = 26, DimensionBeyond = 5, TextGap = 11, ArrowTip = 9, ArcRadius = 42, ArcStep = 18,
               Shortest = 6;
constexpr qreal LetterWidth = 7.5, LetterHeight = 20;
const Color PlainDimension(0.1f, 0.25f, 0.5f), LitDimension(0.95f, 0.35f, 0.1f);

class DimensionDraft {
public:
    DimensionDraft(const DrivingDimension& dimension, const ViewGeometry& view, bool lit)
        : dimension_(dimension),
          color_(lit ? LitDimension : PlainDimension),
          thickness_(lit ? 2.4 : 1.4),
          pixel_(metersPerPixel(view, dimension.from_G)),
          sight_(view.rayThrough(view.middle()).direction) {}

    DimensionMark length() {
        const Vec3 way = dimension_.to_G - dimension_.from_G;
        // Distances on one side, and lengths on the other, where no angle is drawn.
        const Real side = dimension_.kind == DrivingDimension::Kind::Length ? -1 : 1;
        const Vec3 aside = side * sight_.cross(way);
        // A travel of zero has no line, only its text.
        if (aside.norm() < Shortest * pixel_) {
            drawn_.text_G = dimension_.from_G + Vec3(TextGap * pixel_ * Vec3(1, 1, 0));
            drawn_.isVisible = way.norm() < Shortest * pixel_;
            return std::move(drawn_);
        }
        const Vec3 off = aside.normalized() * pixel_;
        const Vec3 from = dimension_.from_G + DimensionAside * off, to = dimension_.to_G + DimensionAside * off;
        line(dimension_.from_G, from + DimensionBeyond * off);
        line(dimension_.to_G, to + DimensionBeyond * off);
        const Vec3 middle = (from + to) / 2;
        arrow(middle, from);
        arrow(middle, to);
        drawn_.lines.emplace_back(from, to);
        drawn_.text_G = middle + TextGap * off;
        drawn_.isVisible = true;
        return std::move(drawn_);
    }

    DimensionMark angle(int rank) {
        const Real radius = (ArcRadius + ArcStep * rank) * pixel_;
        const Vec3 u = (dimension_.to_G - dimension_.from_G).normalized(), v = dimension_.axis_G.cross(u);
        const Real value = std::remainder(dimension_.value, 2 * Pi);
        const auto at = [&](Real r, Real a) {
            return Vec3(dimension_.from_G + r * (std::cos(a) * u + std::sin(a) * v));
        };
        constexpr int pieces = 24;
        decor::Polyline arc;
        for (int i = 0; i <= pieces; ++i) arc.points.push_back(at(radius, value * i / pieces));
        for (int i = 0; i < pieces; ++i)
            drawn_.lines.emplace_back(arc.points[std::size_t(i)], arc.points[std::size_t(i) + 1]);
        const Real tip = std::copysign(std::min(std::abs(value), ArrowTip * pixel_ / radius), value);
        if (tip != 0) arrow(at(radius, value - tip), at(radius, value));
        add(std::move(arc));
        line(dimension_.from_G, at(radius + DimensionBeyond * pixel_, 0));
        line(dimension_.from_G, at(radius + DimensionBeyond * pixel_, value));
        drawn_.text_G = at(radius + 2 * TextGap * pixel_, value / 2);
        drawn_.isVisible = true;
        return std::move(drawn_);
    }

private:
    void add(DecorativeShape shape) {
        drawn_.marks.push_back(DecorativeGeometry(std::move(shape))
                                   .setRole(DecorationRole::Annotation)
                                   .setColor(color_)
                                   .setLineThickness(thickness_));
    }
    void line(const Vec3& from, const Vec3& to) { add(decor::Line{from, to}); }
    void arrow(const Vec3& from, const Vec3& to) { add(decor::Arrow{from, to, ArrowTip * pixel_}); }

    const DrivingDimension& dimension_;
    const Color color_;
    const Real thickness_;
    /// Length of a pixel, m.
    const Real pixel_;
    const Vec3 sight_;
    DimensionMark drawn_;
};

}  // namespace

DimensionMark drawDimension(const DrivingDimension& dimension, const ViewGeometry& view, const QString& text, bool lit,
                            int rank) {
    DimensionDraft draft(dimension, view, lit);
    DimensionMark drawn = dimension.kind == DrivingDimension::Kind::Angle ? draft.angle(rank) : draft.length();
    drawn.text = text;
    if (drawn.isVisible) {
        DecorativeGeometry label = measureLabel(drawn.text_G, text);
        drawn.marks.push_back(lit ? label.setColor(LitDimension) : label);
    }
    return drawn;
}

bool isOnText(const DimensionMark& mark, const ViewGeometry& view, const QPointF& position) {
    if (!mark.isVisible) return false;
    const QPointF off = view.project(mark.text_G) - position;
    return std::abs(off.x()) < LetterWidth * qreal(mark.text.size()) / 2 + 4 && std::abs(off.y()) < LetterHeight / 2;
}

qreal distanceToMark(const DimensionMark& mark, const ViewGeometry& view, const QPointF& position) {
    qreal nearest = Infinity;
    if (mark.isVisible)
        for (const auto& [from, to] : mark.lines)
            nearest = std::min(nearest, distanceToSegment(position, view.project(from), view.project(to)));
    return nearest;
}

}  // namespace trammel::ui
