// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/dimension_marks.h"

#include <algorithm>
#include <cmath>

#include "ui/tools/handles.h"
#include "ui/tools/marks.h"

namespace trammel::ui {

namespace {

// Logical pixels.
constexpr Real DimensionAside = 26, DimensionBeyond = 5, TextGap = 3, FreeTextAside = 14, ArrowTip = 9, ArcRadius = 42,
               ArcStep = 18, Shortest = 6;
/// Possible places of a text along its line, the best first.
constexpr Real Shares[] = {0.5, 0.35, 0.65, 0.2, 0.8, 0, 1};
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
            drawn_.text_G = dimension_.from_G + Vec3(FreeTextAside * pixel_ * Vec3(1, 1, 0));
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
        drawn_.obstacles.emplace_back(from, to);
        drawn_.obstacles.emplace_back(dimension_.from_G, dimension_.to_G);
        for (const Real share : Shares) drawn_.spots.push_back({from + share * Vec3(to - from), off});
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
        drawn_.obstacles.insert(drawn_.obstacles.end(), drawn_.lines.begin(), drawn_.lines.end());
        for (const Real share : Shares)
            drawn_.spots.push_back(
                {at(radius, value * share), at(radius + pixel_, value * share) - at(radius, value * share)});
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
    void line(const Vec3& from, const Vec3& to) {
        add(decor::Line{from, to});
        drawn_.obstacles.emplace_back(from, to);
    }
    void arrow(const Vec3& from, const Vec3& to) { add(decor::Arrow{from, to, ArrowTip * pixel_}); }

    const DrivingDimension& dimension_;
    const Color color_;
    const Real thickness_;
    /// Length of a pixel, m.
    const Real pixel_;
    const Vec3 sight_;
    DimensionMark drawn_;
};

QRectF rectOf(const DimensionMark& mark, const QPointF& center) {
    QRectF rect(QPointF(), measureLabelSize(mark.text));
    rect.moveCenter(center);
    return rect;
}

/// Center of the text of a mark at a spot, as near to the line as its rectangle allows; @p lines scales the distance,
/// negative values lie beyond the line.
Vec3 textAt(const DimensionMark& mark, const DimensionMark::Spot& spot, const ViewGeometry& view, Real lines) {
    constexpr Real probe = 10;
    const QPointF step = (view.project(spot.at_G + probe * spot.away_G) - view.project(spot.at_G)) / probe;
    const Real length = std::hypot(step.x(), step.y());
    // A line seen end on.
    constexpr Real least = 0.2;
    if (!(length > least)) return spot.at_G + FreeTextAside * spot.away_G;
    const QSizeF size = measureLabelSize(mark.text);
    const Real half = (std::abs(step.x()) * size.width() + std::abs(step.y()) * size.height()) / (2 * length);
    return spot.at_G + lines * (half + TextGap) / length * spot.away_G;
}

using Segment = std::pair<QPointF, QPointF>;

/// True if a segment has a point in a rectangle: clips it by each pair of sides.
bool crosses(const Segment& segment, const QRectF& rect) {
    const QPointF way = segment.second - segment.first;
    qreal from = 0, to = 1;
    const auto clip = [&](qreal start, qreal along, qreal low, qreal high) {
        if (along == 0) return low <= start && start <= high;
        const qreal a = (low - start) / along, b = (high - start) / along;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
        return from <= to;
    };
    return clip(segment.first.x(), way.x(), rect.left(), rect.right()) &&
           clip(segment.first.y(), way.y(), rect.top(), rect.bottom());
}

}  // namespace

void placeTexts(std::vector<DimensionMark>& all, const ViewGeometry& view) {
    std::vector<Segment> segments;
    for (const DimensionMark& mark : all)
        if (mark.isVisible)
            for (const auto& [from, to] : mark.obstacles) segments.emplace_back(view.project(from), view.project(to));
    // A covered text cannot be read, a crossed one can.
    constexpr Real covered = 100, crossed = 5, farther = 0.1;
    constexpr Real distances[] = {1, -1, 2.2, -2.2, 3.4, 4.6};
    std::vector<QRectF> taken;
    for (DimensionMark& mark : all) {
        if (!mark.isVisible) continue;
        Real best = Infinity, later = 0;
        for (const Real lines : distances)
            for (const DimensionMark::Spot& spot : mark.spots) {
                later += farther;
                if (later >= best) continue;
                const Vec3 center = textAt(mark, spot, view, lines);
                const QRectF rect = rectOf(mark, view.project(center));
                const auto hits = [&](const auto& each) { return crosses(each, rect); };
                const auto covers = [&](const QRectF& other) { return other.intersects(rect); };
                const Real cost = later + covered * Real(std::ranges::count_if(taken, covers)) +
                                  crossed * Real(std::ranges::count_if(segments, hits));
                if (cost >= best) continue;
                best = cost;
                mark.text_G = center;
            }
        taken.push_back(rectOf(mark, view.project(mark.text_G)));
    }
}

void appendMark(const DimensionMark& mark, std::vector<DecorativeGeometry>& out) {
    if (!mark.isVisible) return;
    out.insert(out.end(), mark.marks.begin(), mark.marks.end());
    DecorativeGeometry label = measureLabel(mark.text_G, mark.text);
    out.push_back(mark.isLit ? label.setColor(LitDimension) : label);
}

DimensionMark drawDimension(const DrivingDimension& dimension, const ViewGeometry& view, const QString& text, bool lit,
                            int rank) {
    DimensionDraft draft(dimension, view, lit);
    DimensionMark drawn = dimension.kind == DrivingDimension::Kind::Angle ? draft.angle(rank) : draft.length();
    drawn.text = text;
    drawn.isLit = lit;
    if (!drawn.spots.empty()) drawn.text_G = textAt(drawn, drawn.spots.front(), view, 1);
    return drawn;
}

int rankOfAngle(const std::vector<DrivingDimension>& all, std::size_t index) {
    const auto isBefore = [&](const DrivingDimension& other) {
        constexpr Real same = 1e-9;
        return other.kind == DrivingDimension::Kind::Angle && (other.from_G - all[index].from_G).norm() < same;
    };
    return static_cast<int>(std::count_if(all.begin(), all.begin() + std::ptrdiff_t(index), isBefore));
}

bool isOnText(const DimensionMark& mark, const ViewGeometry& view, const QPointF& position) {
    if (!mark.isVisible) return false;
    return rectOf(mark, view.project(mark.text_G)).contains(position);
}

qreal distanceToMark(const DimensionMark& mark, const ViewGeometry& view, const QPointF& position) {
    qreal nearest = Infinity;
    if (mark.isVisible)
        for (const auto& [from, to] : mark.lines)
            nearest = std::min(nearest, distanceToSegment(position, view.project(from), view.project(to)));
    return nearest;
}

}  // namespace trammel::ui
