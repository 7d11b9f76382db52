// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_view.h"

#include <QApplication>
#include <QRubberBand>
#include <QSplitter>
#include <QSvgGenerator>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/plots/curve_layer.h"
#include "ui/plots/curve_legend.h"

namespace trammel::ui {

namespace {
/// Pixels beside a cursor within which it is meant.
constexpr double GripReach = 6;
constexpr double CurveReach = 9;
/// Of the legend in pixels, without and with columns for the marks.
constexpr int LegendWidth = 230, WideLegendWidth = 440;
/// A wheel turned by one notch.
constexpr double ZoomStep = 0.8;
/// Free above and below fitted curves, of the whole.
constexpr double Margin = 0.06;

QColor blend(const QColor& a, const QColor& b, float part) {
    const auto mix = [part](float x, float y) { return x + (y - x) * part; };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QFont smallFont(const QFont& font, double factor) {
    QFont small = font;
    small.setPointSizeF(small.pointSizeF() * factor);
    return small;
}

/// A range that shows @p range with some air, also when it is a single value.
QCPRange withMargin(const QCPRange& range) {
    double half = range.size() * (0.5 + Margin);
    const double least = std::max(1e-9, std::abs(range.center()) * 1e-6);
    if (half < least) half = std::max(least, std::abs(range.center()) * 0.1);
    return {range.center() - half, range.center() + half};
}
}  // namespace

/// What is drawn over the curves and changes with the time: cursor, marks, points on the curves, what is pointed at.
class PlotView::Cursors : public QCPLayerable {
public:
    Cursors(QCustomPlot* plot, const PlotView::Parts& parts)
        : QCPLayerable(plot, QStringLiteral("cursors")), parts_(parts) {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    void drawLine(QCPPainter& painter, double time, const QColor& color, Qt::PenStyle style, const QString& letter);
    /// Of a mark, beside the point where it is on a curve.
    void drawLetter(QCPPainter& painter, const CurveLayer& layer, double time, const QString& letter);
    void drawPointedAt(QCPPainter& painter);

    const PlotView::Parts& parts_;
};

/// The plot itself, with the gestures.
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
    /// Axes up by unit, in order of first use.
    std::vector<QCPAxis*> axes;
    QString hint;
    double time = 0, from = 0, to = 1;
    std::optional<Marks> marks;
    bool fitted = true;
    /// The curve pointed at, and its frame.
    int pointed = -1;
    std::size_t pointedFrame = 0;

    QCPAxis* along() const { return plot->xAxis; }
    bool isPhase() const { return !curves.empty() && curves.front().isPhase(); }
    void showValues() const {
        std::optional<std::pair<double, double>> ab;
        if (marks) ab.emplace(marks->a, marks->b);
        legend->showValues(curves, time, ab);
    }
    void style() const;
    void fitNow() const;
    void makeAxes();
};

// --- What is drawn over the curves ---

void PlotView::Cursors::draw(QCPPainter* painter) {
    applyDefaultAntialiasingHint(painter);
    const QCustomPlot& plot = *mParentPlot;
    const QRect area = plot.axisRect()->rect();
    const QPalette palette = plot.palette();
    const bool anything =
        std::any_of(parts_.curves.begin(), parts_.curves.end(), [](const Curve& c) { return c.size() > 0; });
    if (!anything && !parts_.hint.isEmpty()) {
        painter->setPen(palette.color(QPalette::PlaceholderText));
        painter->setFont(plot.font());
        painter->drawText(area.adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, parts_.hint);
    }
    painter->save();
    painter->setClipRect(area.adjusted(-8, -12, 8, 1));
    if (!parts_.isPhase()) {
        if (parts_.marks) {
            const QColor color = palette.color(QPalette::Text);
            const QColor band = blend(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.5F);
            QColor clear = band;
            clear.setAlpha(28);
            const double a = parts_.along()->coordToPixel(parts_.marks->a);
            const double b = parts_.along()->coordToPixel(parts_.marks->b);
            painter->fillRect(QRectF(QPointF(std::min(a, b), area.top()), QPointF(std::max(a, b), area.bottom())),
                              clear);
            drawLine(*painter, parts_.marks->a, color, Qt::DashLine, QStringLiteral("A"));
            drawLine(*painter, parts_.marks->b, color, Qt::DashLine, QStringLiteral("B"));
        }
        drawLine(*painter, parts_.time, palette.color(QPalette::Highlight), Qt::SolidLine, {});
    }
    painter->setClipRect(area);
    for (const CurveLayer* layer : parts_.layers) {
        const Curve& curve = layer->curve();
        if (curve.size() == 0) continue;
        const std::size_t frame = std::min(curve.times->nearest(parts_.time), curve.size() - 1);
        if (std::isnan(valueAt(curve, parts_.time))) continue;
        painter->setPen(QPen(palette.color(QPalette::Base), 1.5));
        painter->setBrush(curve.color);
        painter->drawEllipse(layer->pixelOf(frame), 4, 4);
        if (parts_.isPhase() && parts_.marks) {
            drawLetter(*painter, *layer, parts_.marks->a, QStringLiteral("A"));
            drawLetter(*painter, *layer, parts_.marks->b, QStringLiteral("B"));
        }
    }
    painter->restore();
    drawPointedAt(*painter);
}

void PlotView::Cursors::drawLine(QCPPainter& painter, double time, const QColor& color, Qt::PenStyle style,
                                 const QString& letter) {
    const QRect area = mParentPlot->axisRect()->rect();
    const double x = parts_.along()->coordToPixel(time);
    if (x < area.left() - 1 || x > area.right() + 1) return;
    painter.setPen(QPen(color, 1.2, style));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    if (letter.isEmpty()) {
        painter.drawPolygon(QPolygonF({{x - 5, area.top() - 7.}, {x + 5, area.top() - 7.}, {x, area.top() + 1.}}));
        return;
    }
    const QRectF flag(x - 7, area.top() - 11, 14, 13);
    painter.drawRoundedRect(flag, 3, 3);
    painter.setPen(mParentPlot->palette().color(QPalette::Base));
    painter.setFont(smallFont(mParentPlot->font(), 0.8));
    painter.drawText(flag, Qt::AlignCenter, letter);
}

void PlotView::Cursors::drawLetter(QCPPainter& painter, const CurveLayer& layer, double time, const QString& letter) {
    const Curve& curve = layer.curve();
    if (std::isnan(valueAt(curve, time))) return;
    const QPointF at = layer.pixelOf(std::min(curve.times->nearest(time), curve.size() - 1));
    const QPalette palette = mParentPlot->palette();
    painter.setPen(QPen(palette.color(QPalette::Text), 1.2));
    painter.setBrush(palette.color(QPalette::Base));
    painter.drawEllipse(at, 7, 7);
    painter.setFont(smallFont(mParentPlot->font(), 0.8));
    painter.drawText(QRectF(at - QPointF(7, 7), QSizeF(14, 14)), Qt::AlignCenter, letter);
}

void PlotView::Cursors::drawPointedAt(QCPPainter& painter) {
    if (parts_.pointed < 0 || static_cast<std::size_t>(parts_.pointed) >= parts_.layers.size()) return;
    const CurveLayer& layer = *parts_.layers[static_cast<std::size_t>(parts_.pointed)];
    const Curve& curve = layer.curve();
    if (parts_.pointedFrame >= curve.size()) return;
    const QPointF at = layer.pixelOf(parts_.pointedFrame);
    const QPalette palette = mParentPlot->palette();
    const QString text =
        QStringLiteral("%1   %2   at %3 s")
            .arg(layer.name(), curveValueText((*curve.values)[parts_.pointedFrame] / curve.factor, curve.unit))
            .arg((*curve.times)[parts_.pointedFrame], 0, 'g', 6);
    painter.setFont(smallFont(mParentPlot->font(), 0.9));
    const QFontMetricsF metrics(painter.font());
    const QRect area = mParentPlot->axisRect()->rect();
    QRectF label(0, 0, metrics.horizontalAdvance(text) + 14, metrics.height() + 6);
    label.moveBottomLeft(at + QPointF(10, -8));
    if (label.right() > area.right()) label.moveRight(at.x() - 10);
    if (label.left() < area.left()) label.moveLeft(area.left() + 2);
    if (label.top() < area.top()) label.moveTop(at.y() + 10);
    painter.setPen(QPen(palette.color(QPalette::Mid), 1));
    painter.setBrush(palette.color(QPalette::ToolTipBase));
    painter.drawRoundedRect(label, 4, 4);
    painter.setPen(palette.color(QPalette::ToolTipText));
    painter.drawText(label, Qt::AlignCenter, text);
    painter.setPen(QPen(curve.color, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, 5, 5);
}

// --- Gestures ---

PlotView::Canvas::Grip PlotView::Canvas::gripAt(const QPointF& pixel) const {
    const Parts& parts = *view_.parts_;
    if (parts.isPhase() || !axisRect()->outerRect().contains(pixel.toPoint())) return Grip::Shift;
    const auto isNear = [&](double time) {
        return std::abs(parts.along()->coordToPixel(time) - pixel.x()) <= GripReach;
    };
    if (parts.marks && isNear(parts.marks->a)) return Grip::MarkA;
    if (parts.marks && isNear(parts.marks->b)) return Grip::MarkB;
    return isNear(parts.time) ? Grip::Time : Grip::Shift;
}

void PlotView::Canvas::mousePressEvent(QMouseEvent* event) {
    pressedAt_ = lastAt_ = event->position();
    moved_ = false;
    grip_ = Grip::None;
    if (event->button() == Qt::MiddleButton) grip_ = Grip::Shift;
    if (event->button() != Qt::LeftButton) return;
    setFocus(Qt::MouseFocusReason);
    if (event->modifiers() & Qt::ShiftModifier) {
        grip_ = Grip::Box;
        if (!box_) box_ = new QRubberBand(QRubberBand::Rectangle, this);
        box_->setGeometry(QRect(pressedAt_.toPoint(), QSize()));
        box_->show();
        return;
    }
    grip_ = gripAt(pressedAt_);
}

void PlotView::Canvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF pixel = event->position();
    Parts& parts = *view_.parts_;
    if (grip_ == Grip::None) {
        const Grip under = gripAt(pixel);
        setCursor(under == Grip::Shift ? Qt::ArrowCursor : Qt::SplitHCursor);
        int pointed = -1;
        double nearest = CurveReach;
        for (std::size_t i = 0; i < parts.layers.size(); ++i) {
            const CurveLayer::Hit hit = parts.layers[i]->hit(pixel);
            if (hit.distance >= nearest) continue;
            nearest = hit.distance;
            pointed = static_cast<int>(i);
            parts.pointedFrame = hit.frame;
        }
        if (pointed < 0 && parts.pointed < 0) return;
        parts.pointed = pointed;
        parts.cursorLayer->replot();
        return;
    }
    if (!moved_ && (pixel - pressedAt_).manhattanLength() < QApplication::startDragDistance() / 2) return;
    moved_ = true;
    parts.pointed = -1;
    if (grip_ == Grip::Box)
        box_->setGeometry(QRect(pressedAt_.toPoint(), pixel.toPoint()).normalized());
    else if (grip_ == Grip::Shift)
        shift(pixel);
    else
        moveGrip(pixel);
    lastAt_ = pixel;
}

void PlotView::Canvas::moveGrip(const QPointF& pixel) {
    Parts& parts = *view_.parts_;
    const double time = parts.along()->pixelToCoord(pixel.x());
    if (grip_ == Grip::Time) {
        Q_EMIT view_.timeChosen(time);
        return;
    }
    (grip_ == Grip::MarkA ? parts.marks->a : parts.marks->b) = time;
    parts.showValues();
    parts.cursorLayer->replot();
    Q_EMIT view_.marksChanged();
}

void PlotView::Canvas::shift(const QPointF& pixel) {
    Parts& parts = *view_.parts_;
    parts.fitted = false;
    const QRect area = axisRect()->rect();
    const auto move = [](QCPAxis& axis, double from, double to) {
        axis.moveRange(axis.pixelToCoord(from) - axis.pixelToCoord(to));
    };
    // Beside the curves only the axis under the pointer moves.
    const bool onAlong = pressedAt_.y() > area.bottom();
    if (onAlong || area.contains(pressedAt_.toPoint())) move(*parts.along(), lastAt_.x(), pixel.x());
    for (QCPAxis* axis : parts.axes)
        if (area.contains(pressedAt_.toPoint()) || axis->selectTest(pressedAt_, false) >= 0)
            move(*axis, lastAt_.y(), pixel.y());
    replot(rpQueuedReplot);
}

void PlotView::Canvas::mouseReleaseEvent(QMouseEvent* event) {
    const Grip grip = std::exchange(grip_, Grip::None);
    Parts& parts = *view_.parts_;
    if (event->button() == Qt::RightButton && !moved_) {
        Q_EMIT view_.menuRequested(event->globalPosition().toPoint());
        return;
    }
    if (grip == Grip::Box) {
        box_->hide();
        if (!moved_) return;
        const QRectF box = QRectF(pressedAt_, event->position()).normalized();
        parts.fitted = false;
        parts.along()->setRange(parts.along()->pixelToCoord(box.left()), parts.along()->pixelToCoord(box.right()));
        for (QCPAxis* axis : parts.axes)
            axis->setRange(axis->pixelToCoord(box.bottom()), axis->pixelToCoord(box.top()));
        replot(rpQueuedReplot);
        return;
    }
    if (event->button() == Qt::LeftButton && !moved_) click(event->position());
}

void PlotView::Canvas::click(const QPointF& pixel) {
    const Parts& parts = *view_.parts_;
    if (!axisRect()->rect().contains(pixel.toPoint())) return;
    const CurveLayer* nearest = nullptr;
    CurveLayer::Hit best{0, CurveReach};
    for (const CurveLayer* layer : parts.layers) {
        const CurveLayer::Hit hit = layer->hit(pixel);
        if (hit.distance >= best.distance) continue;
        best = hit;
        nearest = layer;
    }
    if (nearest) {
        const std::size_t frame = nearest->peakNear(best.frame, CurveReach);
        Q_EMIT view_.timeChosen((*nearest->curve().times)[frame]);
    } else if (!parts.isPhase()) {
        Q_EMIT view_.timeChosen(parts.along()->pixelToCoord(pixel.x()));
    }
}

void PlotView::Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) view_.fit();
}

void PlotView::Canvas::wheelEvent(QWheelEvent* event) {
    Parts& parts = *view_.parts_;
    const double factor = std::pow(ZoomStep, event->angleDelta().y() / 120.);
    const QPointF pixel = event->position();
    const QRect area = axisRect()->rect();
    parts.fitted = false;
    bool onAxis = false;
    for (QCPAxis* axis : parts.axes)
        if (!area.contains(pixel.toPoint()) && axis->selectTest(pixel, false) >= 0) {
            axis->scaleRange(factor, axis->pixelToCoord(pixel.y()));
            onAxis = true;
        }
    const bool up = (event->modifiers() & Qt::ControlModifier) || parts.isPhase();
    if (!onAxis && up)
        for (QCPAxis* axis : parts.axes) axis->scaleRange(factor, axis->pixelToCoord(pixel.y()));
    if (!onAxis && (!up || parts.isPhase())) parts.along()->scaleRange(factor, parts.along()->pixelToCoord(pixel.x()));
    replot(rpQueuedReplot);
    event->accept();
}

void PlotView::Canvas::leaveEvent(QEvent* event) {
    QCustomPlot::leaveEvent(event);
    if (std::exchange(view_.parts_->pointed, -1) >= 0) view_.parts_->cursorLayer->replot();
}

// --- Axes ---

void PlotView::Parts::makeAxes() {
    QCPAxisRect& rect = *plot->axisRect();
    QStringList units;
    for (const Curve& curve : curves)
        if (!units.contains(curve.unit)) units += curve.unit;
    if (units.isEmpty()) units += QString();
    while (static_cast<int>(axes.size()) > std::max<qsizetype>(2, units.size())) {
        rect.removeAxis(axes.back());
        axes.pop_back();
    }
    while (static_cast<qsizetype>(axes.size()) < units.size()) {
        QCPAxis* const axis = rect.addAxis(QCPAxis::atRight);
        axis->setPadding(6);
        axes.push_back(axis);
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const bool used = i < static_cast<std::size_t>(units.size());
        axes[i]->setVisible(used);
        axes[i]->setLabel(used ? units[static_cast<qsizetype>(i)] : QString());
    }
    for (CurveLayer* layer : layers)
        layer->setValueAxis(axes[static_cast<std::size_t>(units.indexOf(layer->curve().unit))]);
}

void PlotView::Parts::style() const {
    const QPalette palette = plot->palette();
    const QColor base = palette.color(QPalette::Base), text = palette.color(QPalette::Text);
    const QColor faint = palette.color(QPalette::PlaceholderText);
    plot->setBackground(QBrush(base));
    QList<QCPAxis*> all{along(), plot->xAxis2};
    for (QCPAxis* axis : axes) all += axis;
    for (QCPAxis* axis : all) {
        axis->setBasePen(QPen(blend(base, text, 0.25F)));
        axis->setTickPen(QPen(blend(base, text, 0.25F)));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(faint);
        axis->setLabelColor(faint);
        axis->setTickLabelFont(smallFont(plot->font(), 0.85));
        axis->setLabelFont(smallFont(plot->font(), 0.9));
        axis->setTickLength(0, 3);
        axis->setNumberFormat(QStringLiteral("gb"));
        axis->setNumberPrecision(5);
        axis->setLabelPadding(2);
        axis->grid()->setPen(QPen(blend(base, text, 0.09F)));
        axis->grid()->setZeroLinePen(QPen(blend(base, text, 0.22F)));
    }
    for (std::size_t i = 1; i < axes.size(); ++i) axes[i]->grid()->setVisible(false);
    plot->legend->setBrush(base);
    plot->legend->setTextColor(text);
    plot->legend->setBorderPen(Qt::NoPen);
    plot->legend->setFont(smallFont(plot->font(), 0.9));
}

void PlotView::Parts::fitNow() const {
    if (isPhase()) {
        bool any = false;
        QCPRange all;
        for (const CurveLayer* layer : layers) {
            bool found = false;
            const QCPRange range = layer->getKeyRange(found, QCP::sdBoth);
            if (found) all = any ? all.expanded(range) : range;
            any = any || found;
        }
        if (any) along()->setRange(withMargin(all));
    } else {
        along()->setRange(from, to > from ? to : from + 1);
    }
    for (QCPAxis* axis : axes) {
        bool any = false;
        QCPRange all;
        for (const CurveLayer* layer : layers) {
            if (layer->valueAxis() != axis) continue;
            bool found = false;
            const QCPRange range = layer->getValueRange(found, QCP::sdBoth, QCPRange());
            if (found) all = any ? QCPRange(std::min(all.lower, range.lower), std::max(all.upper, range.upper)) : range;
            any = any || found;
        }
        if (any) axis->setRange(withMargin(all));
    }
}

// --- The widget ---

PlotView::PlotView(QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const split = new QSplitter(Qt::Horizontal, this);
    layout->addWidget(split);
    Parts& parts = *parts_;
    parts.plot = new Canvas(*this);
    parts.plot->setObjectName(QStringLiteral("plotCanvas"));
    parts.plot->setAccessibleName(tr("Plot"));
    parts.plot->setFocusPolicy(Qt::StrongFocus);
    parts.plot->setMinimumHeight(90);
    parts.plot->setPlottingHint(QCP::phFastPolylines, true);
    parts.plot->setNoAntialiasingOnDrag(false);
    parts.legend = new CurveLegend(this);
    split->addWidget(parts.plot);
    split->addWidget(parts.legend);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    split->setCollapsible(0, false);
    split->setSizes({1000, LegendWidth});
    parts.split = split;

    QCPAxisRect& rect = *parts.plot->axisRect();
    rect.setMinimumMargins({12, 14, 14, 6});
    rect.setupFullAxesBox();
    parts.plot->xAxis2->setTickLabels(false);
    parts.plot->xAxis2->setTicks(false);
    connect(parts.plot->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), parts.plot->xAxis2,
            qOverload<const QCPRange&>(&QCPAxis::setRange));
    parts.axes = {parts.plot->yAxis, parts.plot->yAxis2};
    QObject::disconnect(parts.plot->yAxis, nullptr, parts.plot->yAxis2, nullptr);
    parts.plot->yAxis2->setTickLabels(true);
    parts.plot->addLayer(QStringLiteral("cursors"));
    parts.cursorLayer = parts.plot->layer(QStringLiteral("cursors"));
    parts.cursorLayer->setMode(QCPLayer::lmBuffered);
    // Owned by the plot.
    parts.cursors = new Cursors(parts.plot, parts);
    parts.plot->setMouseTracking(true);
    connect(parts.legend, &CurveLegend::removalRequested, this, &PlotView::removalRequested);
    parts.makeAxes();
    parts.style();
    parts.fitNow();
    parts.showValues();
}

PlotView::~PlotView() = default;

void PlotView::setCurves(std::vector<Curve> curves) {
    Parts& parts = *parts_;
    parts.curves = std::move(curves);
    parts.pointed = -1;
    for (CurveLayer* layer : parts.layers) parts.plot->removePlottable(layer);
    parts.layers.clear();
    for (const Curve& curve : parts.curves)
        parts.layers.push_back(new CurveLayer(parts.along(), parts.axes.front(), curve));
    parts.makeAxes();
    parts.style();
    parts.legend->setCurves(parts.curves);
    refresh();
}

const std::vector<Curve>& PlotView::curves() const { return parts_->curves; }
void PlotView::setAlongTitle(const QString& title) { parts_->along()->setLabel(title); }
void PlotView::setHint(const QString& hint) {
    if (hint == parts_->hint) return;
    parts_->hint = hint;
    parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::setTimeSpan(double from, double to) {
    parts_->from = from;
    parts_->to = to;
}

void PlotView::refresh() {
    if (parts_->fitted) parts_->fitNow();
    parts_->showValues();
    parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::setTime(double time) {
    if (time == parts_->time) return;
    parts_->time = time;
    parts_->showValues();
    parts_->cursorLayer->replot();
}

double PlotView::time() const { return parts_->time; }

void PlotView::setMarks(std::optional<Marks> marks) {
    const bool widen = marks && !parts_->marks && parts_->legend->width() < WideLegendWidth;
    parts_->marks = marks;
    if (widen) {
        const int all = parts_->plot->width() + parts_->legend->width();
        parts_->split->setSizes({std::max(all - WideLegendWidth, all / 2), std::min(WideLegendWidth, all / 2)});
    }
    parts_->showValues();
    parts_->cursorLayer->replot();
}

const std::optional<PlotView::Marks>& PlotView::marks() const { return parts_->marks; }

double PlotView::valueAt(const Curve& curve, double time) {
    const std::size_t count = curve.size();
    if (count == 0) return std::numeric_limits<double>::quiet_NaN();
    // Half a frame beyond its ends a curve has nothing to tell.
    const double first = (*curve.times)[0], last = (*curve.times)[count - 1];
    const double slack = count > 1 ? (last - first) / static_cast<double>(count - 1) : 0;
    if (time < first - slack || time > last + slack) return std::numeric_limits<double>::quiet_NaN();
    return (*curve.values)[std::min(curve.times->nearest(time), count - 1)] / curve.factor;
}

void PlotView::fit() {
    parts_->fitted = true;
    refresh();
}

bool PlotView::isFitted() const { return parts_->fitted; }

std::pair<double, double> PlotView::alongRange() const {
    return {parts_->along()->range().lower, parts_->along()->range().upper};
}

void PlotView::setAlongRange(double from, double to) {
    parts_->fitted = false;
    parts_->along()->setRange(from, to);
    parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

QStringList PlotView::axisTitles() const {
    QStringList titles;
    for (const QCPAxis* axis : parts_->axes)
        if (axis->visible()) titles += axis->label();
    return titles;
}

QPointF PlotView::pixelOf(std::size_t curve, std::size_t frame) const { return parts_->layers[curve]->pixelOf(frame); }
QWidget* PlotView::canvas() const { return parts_->plot; }
CurveLegend* PlotView::legend() const { return parts_->legend; }
void PlotView::drawNow() { parts_->plot->replot(QCustomPlot::rpImmediateRefresh); }

void PlotView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    parts_->style();
    parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

// --- Pictures ---

namespace {
/// Shows the plot's own legend, and no cursors, while it lives.
class Portrait {
public:
    Portrait(QCustomPlot& plot, QCPLayer& cursors) : plot_(plot), cursors_(cursors) {
        plot_.legend->setVisible(true);
        cursors_.setVisible(false);
    }
    ~Portrait() {
        plot_.legend->setVisible(false);
        cursors_.setVisible(true);
        plot_.replot(QCustomPlot::rpQueuedReplot);
    }
    Portrait(const Portrait&) = delete;
    Portrait& operator=(const Portrait&) = delete;

private:
    QCustomPlot& plot_;
    QCPLayer& cursors_;
};
}  // namespace

bool PlotView::savePng(const QString& path, double scale) {
    const Portrait portrait(*parts_->plot, *parts_->cursorLayer);
    return parts_->plot->savePng(path, 0, 0, scale);
}

bool PlotView::saveSvg(const QString& path) {
    const Portrait portrait(*parts_->plot, *parts_->cursorLayer);
    QSvgGenerator svg;
    svg.setFileName(path);
    svg.setSize(parts_->plot->size());
    svg.setViewBox(QRect(QPoint(), parts_->plot->size()));
    QCPPainter painter;
    if (!painter.begin(&svg)) return false;
    painter.setMode(QCPPainter::pmVectorized);
    parts_->plot->toPainter(&painter, parts_->plot->width(), parts_->plot->height());
    return painter.end();
}

}  // namespace trammel::ui
