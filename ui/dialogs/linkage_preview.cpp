// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/linkage_preview.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>

#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr int PathSamples = 180;
constexpr qreal PreviewMargin = 16, LinkWidth = 5, PivotRadius = 4, PointRadius = 2.5;

/// Maps the plane to the widget: y up, same scale both ways.
class PlaneScale {
public:
    PlaneScale(const std::vector<Complex>& points, const QSize& size) {
        qreal left = Infinity, right = -Infinity, low = Infinity, high = -Infinity;
        for (const Complex& p : points) {
            left = std::min(left, p.real()), right = std::max(right, p.real());
            low = std::min(low, p.imag()), high = std::max(high, p.imag());
        }
        const qreal width = std::max(right - left, 1e-9), height = std::max(high - low, 1e-9);
        scale_ = std::min((size.width() - 2 * PreviewMargin) / width, (size.height() - 2 * PreviewMargin) / height);
        origin_ =
            QPointF(size.width() / 2. - scale_ * (left + right) / 2, size.height() / 2. + scale_ * (low + high) / 2);
    }
    QPointF operator()(const Complex& p) const {
        return {origin_.x() + scale_ * p.real(), origin_.y() - scale_ * p.imag()};
    }

private:
    qreal scale_ = 1;
    QPointF origin_;
};
}  // namespace

LinkagePreview::LinkagePreview(QWidget* parent) : QWidget(parent) {
    setMinimumSize(260, 220);
    setAccessibleName(tr("Curve and linkage"));
}

void LinkagePreview::setCurve(std::vector<Complex> points, bool closed) {
    curve_ = std::move(points);
    isClosed_ = closed;
    update();
}

void LinkagePreview::setSolution(std::optional<PathSolution> solution) {
    solution_ = std::move(solution);
    update();
}

std::vector<Complex> LinkagePreview::path() const {
    std::vector<Complex> path;
    for (int i = 0; solution_ && i <= PathSamples; ++i)
        path.push_back(solution_->linkage.pointAt(2 * Pi * i / PathSamples));
    return path;
}

void LinkagePreview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().base());
    if (curve_.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Draw a curve in the view, or read one from a file"));
        return;
    }
    const std::vector<Complex> curve = path();
    std::vector<Complex> all = curve_;
    all.insert(all.end(), curve.begin(), curve.end());
    if (solution_) {
        all.push_back(solution_->linkage.crankPivot);
        all.push_back(solution_->linkage.rockerPivot);
    }
    const PlaneScale at(all, size());
    const auto line = [&](const std::vector<Complex>& points, bool closed) {
        QPolygonF polygon;
        for (const Complex& p : points) polygon << at(p);
        if (closed && !polygon.isEmpty()) polygon << polygon.front();
        return polygon;
    };
    QColor target = palette().color(QPalette::Text);
    painter.setPen(QPen(target, 1, Qt::DashLine));
    painter.drawPolyline(line(curve_, isClosed_));
    painter.setBrush(target);
    painter.setPen(Qt::NoPen);
    for (const Complex& p : curve_) painter.drawEllipse(at(p), PointRadius, PointRadius);
    if (!solution_) return;
    const FourBar& bar = solution_->linkage;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
    painter.drawPolyline(line(curve, false));
    const Real crank = solution_->crankDirections.front();
    const Complex tip = bar.crankPivot + std::polar(bar.crank, crank);
    const Complex end = tip + std::polar(bar.coupler, bar.couplerDirection(crank)), point = bar.pointAt(crank);
    QColor link = palette().color(QPalette::Text);
    constexpr int faint = 110;
    link.setAlpha(faint);
    QColor plate = link;
    plate.setAlpha(faint / 3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(plate);
    painter.drawPolygon(QPolygonF() << at(tip) << at(end) << at(point));
    painter.setPen(QPen(link, LinkWidth, Qt::SolidLine, Qt::RoundCap));
    for (const auto& [from, to] : {std::pair(bar.crankPivot, tip), {tip, end}, {end, bar.rockerPivot}, {tip, point}})
        painter.drawLine(at(from), at(to));
    painter.setPen(QPen(palette().color(QPalette::Text), 1.5));
    painter.setBrush(palette().base());
    for (const Complex& p : {bar.crankPivot, bar.rockerPivot, tip, end})
        painter.drawEllipse(at(p), PivotRadius, PivotRadius);
    painter.setBrush(palette().highlight());
    painter.drawEllipse(at(point), PivotRadius, PivotRadius);
}

}  // namespace trammel::ui
