// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/curve.h"
#include "ui/plots/custom_plot.h"

namespace trammel::ui {

/// Draws one curve with about as many strokes as there are pixels, however many points it has.
class CurveLayer : public QCPAbstractPlottable {
public:
    CurveLayer(QCPAxis* along, QCPAxis* up, Curve curve);

    const Curve& curve() const { return curve_; }
    void setCurve(Curve curve);

    /// Where frame @p frame is drawn, in pixels of the plot.
    QPointF pixelOf(std::size_t frame) const;
    /// Where a value, as shown, is drawn that the curve has at @p time.
    QPointF pixelAt(double time, double value) const;
    /// The frame whose point is drawn nearest to @p pixel, and how far that is; only within a few pixels beside it.
    struct Hit {
        std::size_t frame;
        double distance;
    };
    Hit hit(const QPointF& pixel) const;
    /// The highest or lowest point within @p reach pixels beside @p frame on the side to which the curve bulges there; else
    /// the frame itself.
    std::size_t peakNear(std::size_t frame, double reach) const;
    /// Lowest and highest value shown of what lies within a range of the axis along.
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
