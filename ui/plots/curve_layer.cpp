// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/curve_layer.h"

#include <algorithm>
#include <cmath>

namespace trammel::ui {

namespace {
/// Above this many points per pixel, draw their extent.
constexpr double DenseAbove = 2;
/// Hover distance, pixels.
constexpr double Reach = 8;

QCPRange asRange(const Series::Range& r, double factor) { return {r.lowest / factor, r.highest / factor}; }

/// Polyline with gaps at NaN.
class Strokes {
public:
    explicit Strokes(QCPPainter& painter) : painter_(painter) {}
    ~Strokes() { flush(); }
    void add(double x, double y) {
        if (std::isnan(x) || std::isnan(y)) return flush();
        line_.push_back({x, y});
    }
    void flush() {
        if (line_.size() == 1) painter_.drawPoint(line_.front());
        if (line_.size() > 1) painter_.drawPolyline(line_);
        line_.clear();
    }
    Strokes(const Strokes&) = delete;
    Strokes& operator=(const Strokes&) = delete;

private:
    QCPPainter& painter_;
    QPolygonF line_;
};

}  // namespace

CurveLayer::CurveLayer(QCPAxis* along, QCPAxis* up, Curve curve) : QCPAbstractPlottable(along, up) {
    setCurve(std::move(curve));
}

void CurveLayer::setCurve(Curve curve) {
    curve_ = std::move(curve);
    setName(curve_.run.isEmpty() ? curve_.name : curve_.name + QStringLiteral("   ") + curve_.run);
    setPen(penFor(false));
}

QPen CurveLayer::penFor(bool dense) const {
    // Wide pens are many times slower and add nothing where points are dense.
    QPen pen(curve_.color, dense || curve_.subdued ? 1 : 1.6);
    if (curve_.subdued && !dense) pen.setStyle(Qt::DashLine);
    if (curve_.subdued && dense) {
        QColor faint = curve_.color;
        faint.setAlpha(140);
        pen.setColor(faint);
    }
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

QPointF CurveLayer::pixelOf(std::size_t frame) const {
    const double x = curve_.isPhase() ? (*curve_.along)[frame] / curve_.alongFactor : (*curve_.times)[frame];
    return {mKeyAxis->coordToPixel(x), mValueAxis->coordToPixel((*curve_.values)[frame] / curve_.factor)};
}

QPointF CurveLayer::pixelAt(double time, double value) const {
    return {mKeyAxis->coordToPixel(curve_.alongAt(time)), mValueAxis->coordToPixel(value)};
}

CurveLayer::Hit CurveLayer::hit(const QPointF& pixel) const {
    Hit best{0, 1e9};
    const std::size_t count = curve_.size();
    if (count == 0) return best;
    const auto consider = [&](std::size_t frame) {
        const QPointF gap = pixelOf(frame) - pixel;
        const double distance = std::hypot(gap.x(), gap.y());
        if (distance < best.distance) best = {frame, distance};
    };
    if (curve_.isPhase()) {
        const std::size_t stride = std::max<std::size_t>(1, count / 20000);
        for (std::size_t i = 0; i < count; i += stride) consider(i);
        return best;
    }
    const std::size_t from = curve_.times->upperBound(mKeyAxis->pixelToCoord(pixel.x() - Reach));
    const std::size_t to = std::min(count, curve_.times->upperBound(mKeyAxis->pixelToCoord(pixel.x() + Reach)) + 1);
    const std::size_t stride = std::max<std::size_t>(1, (to - std::min(from, to)) / 4000);
    for (std::size_t i = from; i < to; i += stride) consider(i);
    if (from > 0) consider(from - 1);
    // The line between two distant points may pass nearby.
    const std::size_t here = std::min(count - 1, curve_.times->nearest(mKeyAxis->pixelToCoord(pixel.x())));
    const double x = mKeyAxis->pixelToCoord(pixel.x()), t = (*curve_.times)[here];
    const std::size_t next = x > t ? std::min(count - 1, here + 1) : here - (here > 0 ? 1 : 0);
    if (curve_.inSteps) {
        const std::size_t holds = std::min(here, next);
        const double gap = std::abs(pixelOf(holds).y() - pixel.y());
        return gap < best.distance ? Hit{holds, gap} : best;
    }
    const QPointF a = pixelOf(here), b = pixelOf(next);
    const double part = std::abs(b.x() - a.x()) > 1e-9 ? (pixel.x() - a.x()) / (b.x() - a.x()) : 0;
    const double onLine = std::abs(a.y() + std::clamp(part, 0., 1.) * (b.y() - a.y()) - pixel.y());
    if (onLine < best.distance) best = {here, onLine};
    return best;
}

std::size_t CurveLayer::peakNear(std::size_t frame, double reach) const {
    if (curve_.isPhase()) return frame;
    const Series& y = *curve_.values;
    const double x = mKeyAxis->coordToPixel((*curve_.times)[frame]);
    const std::size_t from = curve_.times->upperBound(mKeyAxis->pixelToCoord(x - reach));
    const std::size_t to = std::min(curve_.size(), curve_.times->upperBound(mKeyAxis->pixelToCoord(x + reach)));
    std::size_t lowest = frame, highest = frame;
    for (std::size_t i = from; i < to; ++i) {
        if (y[i] < y[lowest]) lowest = i;
        if (y[i] > y[highest]) highest = i;
    }
    const auto isInside = [&](std::size_t i) { return i > from && i + 1 < to; };
    // Extremes at the ends of the range belong to a slope; only interior ones are peaks.
    if (isInside(highest) && (!isInside(lowest) || y[highest] - y[frame] <= y[frame] - y[lowest])) return highest;
    return isInside(lowest) ? lowest : frame;
}

QCPRange CurveLayer::visibleValues(const QCPRange& along) const {
    if (curve_.isPhase()) return asRange(curve_.values->range(0, curve_.size()), curve_.factor);
    const std::size_t from = curve_.times->upperBound(along.lower), to = curve_.times->upperBound(along.upper);
    return asRange(curve_.values->range(from > 0 ? from - 1 : 0, std::min(to + 1, curve_.size())), curve_.factor);
}

double CurveLayer::selectTest(const QPointF& pixel, bool, QVariant*) const { return hit(pixel).distance; }

QCPRange CurveLayer::getKeyRange(bool& found, QCP::SignDomain) const {
    found = curve_.size() > 0;
    if (!found) return {};
    const QCPRange range = curve_.isPhase() ? asRange(curve_.along->range(0, curve_.size()), curve_.alongFactor)
                                            : QCPRange((*curve_.times)[0], (*curve_.times)[curve_.size() - 1]);
    found = range.lower <= range.upper && std::isfinite(range.size());
    return range;
}

QCPRange CurveLayer::getValueRange(bool& found, QCP::SignDomain, const QCPRange& inKeyRange) const {
    const QCPRange range = inKeyRange == QCPRange() ? asRange(curve_.values->range(0, curve_.size()), curve_.factor)
                                                    : visibleValues(inKeyRange);
    found = range.lower <= range.upper && std::isfinite(range.size());
    return range;
}

void CurveLayer::draw(QCPPainter* painter) {
    if (curve_.size() == 0) return;
    painter->setBrush(Qt::NoBrush);
    applyDefaultAntialiasingHint(painter);
    if (curve_.isPhase())
        drawPhase(painter);
    else
        drawOverTime(painter);
}

void CurveLayer::drawOverTime(QCPPainter* painter) {
    const Series& times = *curve_.times;
    const Series& values = *curve_.values;
    const std::size_t count = curve_.size();
    // Include one point beyond each edge so that the line reaches it.
    std::size_t from = times.upperBound(mKeyAxis->range().lower);
    const std::size_t to = std::min(count, times.upperBound(mKeyAxis->range().upper) + 1);
    if (from > 0) --from;
    if (from >= to) return;
    const QRect area = clipRect();
    const bool dense = static_cast<double>(to - from) > DenseAbove * area.width();
    painter->setPen(penFor(dense));
    Strokes strokes(*painter);
    const auto up = [&](double value) { return mValueAxis->coordToPixel(value / curve_.factor); };
    if (!dense) {
        for (std::size_t i = from; i < to; ++i) {
            const double x = mKeyAxis->coordToPixel(times[i]);
            if (curve_.inSteps && i > from) strokes.add(x, up(values[i - 1]));
            strokes.add(x, up(values[i]));
        }
        return;
    }
    // Vertical lines need no antialiasing, which is many times slower.
    painter->setAntialiasing(false);
    std::size_t i = from;
    for (int column = area.left(); column <= area.right() + 1 && i < to; ++column) {
        const std::size_t end = std::min(to, times.upperBound(mKeyAxis->pixelToCoord(column + 0.5), i));
        if (end == i) continue;
        const Series::Range range = values.range(i, end);
        if (range.isEmpty()) {
            strokes.flush();
        } else {
            // Enter at the end nearer to the previous point; leave at the last point.
            const bool rises = values[end - 1] >= values[i];
            strokes.add(column, up(rises ? range.lowest : range.highest));
            if (range.lowest < range.highest) strokes.add(column, up(rises ? range.highest : range.lowest));
        }
        i = end;
    }
}

void CurveLayer::drawPhase(QCPPainter* painter) {
    const std::size_t count = curve_.size();
    const QRect area = clipRect();
    painter->setPen(penFor(static_cast<double>(count) > 20. * area.width()));
    Strokes strokes(*painter);
    QPointF last(1e9, 1e9);
    for (std::size_t i = 0; i < count; ++i) {
        const QPointF point = pixelOf(i);
        // Skip points on the previous pixel.
        if (std::abs(point.x() - last.x()) + std::abs(point.y() - last.y()) < 0.75) continue;
        strokes.add(point.x(), point.y());
        last = point;
    }
}

void CurveLayer::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const {
    applyDefaultAntialiasingHint(painter);
    painter->setPen(penFor(false));
    painter->drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
}

}  // namespace trammel::ui
