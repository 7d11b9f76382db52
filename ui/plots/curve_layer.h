// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/curve.h"
#include "ui/plots/custom_plot.h"

namespace trammel::ui {

/// Draws a curve with a number of strokes proportional to the width in pixels, not to the number of points.
class CurveLayer : public QCPAbstractPlottable {
public:
    CurveLayer(QCPAxis* along, QCPAxis* up, Curve curve);

    const Curve& curve() const { return curve_; }
    void setCurve(Curve curve);

    /// Position of frame @p frame, plot pixels.
    QPointF pixelOf(std::size_t frame) const;
    /// Position of a shown value of the curve at @p time, plot pixels.
    QPointF pixelAt(double time, double value) const;
    /// The frame drawn nearest to @p pixel and its distance, within a few pixels.
    struct Hit {
        std::size_t frame;
        double distance;
    };
    Hit hit(const QPointF& pixel) const;
    /// The extremum within @p reach pixels of @p frame on the side to which the curve bends; @p frame itself without
    /// an extremum.
    std::size_t peakNear(std::size_t frame, double reach) const;
    /// Range of shown values within a range of the abscissa.
    QCPRange visibleValues(const QCPRange& along) const;

    double selectTest(const QPointF& pixel, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& found, QCP::SignDomain domain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain domain, const QCPRange& inKeyRange) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    QPen penFor(bool dense) const;
    void drawOverTime(QCPPainter* painter);
    void drawPhase(QCPPainter* painter);

    Curve curve_;
};

}  // namespace trammel::ui
