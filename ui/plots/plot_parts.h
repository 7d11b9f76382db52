// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRubberBand>
#include <QSplitter>
#include <optional>
#include <vector>

#include "ui/plots/curve_layer.h"
#include "ui/plots/curve_legend.h"
#include "ui/plots/plot_view.h"

// Internal parts of PlotView.
namespace trammel::ui {

/// Interpolates between two colors.
QColor blend(const QColor& a, const QColor& b, float part);
QFont smallFont(const QFont& font, double factor);
/// Pick distance of a curve, pixels.
inline constexpr double CurveReach = 9;

/// Overlay that changes with time: playhead, markers, points on curves, hover.
class PlotView::Cursors : public QCPLayerable {
public:
    Cursors(QCustomPlot* plot, const PlotView::Parts& parts)
        : QCPLayerable(plot, QStringLiteral("cursors")), parts_(parts) {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    void drawLine(QCPPainter& painter, double time, const QColor& color, Qt::PenStyle style, const QString& letter);
    /// Letter of a marker next to its point on a curve.
    void drawLetter(QCPPainter& painter, const CurveLayer& layer, double time, const QString& letter);
    void drawPointedAt(QCPPainter& painter);
    /// Why there are no curves.
    void drawHint(QCPPainter& painter);

    const PlotView::Parts& parts_;
};

/// The plot widget with its gestures.
class PlotView::Canvas : public QCustomPlot {
public:
    explicit Canvas(PlotView& view) : view_(view) {}

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override { event->ignore(); }

private:
    enum class Grip { None, Time, MarkA, MarkB, Shift, Box };
    Grip gripAt(const QPointF& pixel) const;
    void moveGrip(const QPointF& pixel);
    void shift(const QPointF& pixel);
    void click(const QPointF& pixel);
    /// Draws with the range that a gesture has set, and reports it.
    void chooseRange();

    PlotView& view_;
    Grip grip_ = Grip::None;
    bool moved_ = false;
    QPointF pressedAt_, lastAt_;
    QRubberBand* box_ = nullptr;
};

struct PlotView::Parts {
    Canvas* plot = nullptr;
    CurveLegend* legend = nullptr;
    QSplitter* split = nullptr;
    Cursors* cursors = nullptr;
    QCPLayer* cursorLayer = nullptr;
    std::vector<Curve> curves;
    std::vector<CurveLayer*> layers;
    /// Value axes by unit, in order of first use.
    std::vector<QCPAxis*> axes;
    /// Shared by all plots aligned with this one; owned by the plot.
    QCPMarginGroup* margins = nullptr;
    QString hint, timeUnit = QStringLiteral("s");
    bool equalScales = false;
    double time = 0, from = 0, to = 1;
    /// Exact values at the current time, by key.
    std::map<QString, double> exactly;
    std::optional<Marks> marks;
    bool fitted = true, keepsLegend = false;
    /// Size of the legend that the user has chosen; 0: none.
    int chosenLegend = 0;
    /// True while markers may widen the legend: from when they are shown until the user chooses another width.
    bool widens = false;
    /// Width that its columns need for markers, and the greatest of all plots of the panel; 0: none.
    int neededLegend = 0, leastLegend = 0;
    /// The hovered curve and its frame.
    int pointed = -1;
    std::size_t pointedFrame = 0;

    QCPAxis* along() const { return plot->xAxis; }
    double valueNow(const Curve& curve) const {
        const auto known = exactly.find(curve.key);
        return known != exactly.end() ? known->second : curve.valueAt(time);
    }
    bool isPhase() const { return !curves.empty() && curves.front().isPhase(); }
    void showValues() const {
        std::optional<std::pair<double, double>> ab;
        if (marks) ab.emplace(marks->a, marks->b);
        std::vector<double> now;
        for (const Curve& curve : curves) now.push_back(valueNow(curve));
        legend->showValues(curves, now, ab, timeUnit);
    }
    void style() const;
    void fitNow() const;
    void makeAxes();
};

}  // namespace trammel::ui
