// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_view.h"

#include <QBuffer>
#include <QSvgGenerator>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/plots/plot_parts.h"

namespace trammel::ui {

namespace {
/// Width of a legend without marker columns, and of the curves beside one with them, pixels.
constexpr int LegendWidth = 230, LeastCanvasWidth = 280;
/// Narrower views that are not low have the legend below the curves, with this part of their height.
constexpr int NarrowView = 460, LowView = 260, LegendPart = 3;
/// Beside the plot the legend has at most two fifths of the width, in small views up to a half for names and values.
constexpr int ReadableLegend = 200;
constexpr int FullLegendView = LegendWidth * 5 / 2;
}  // namespace

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
    // Repaint with the rest of the window, not separately.
    parts.plot->setPlottingHint(QCP::phImmediateRefresh, false);
    parts.plot->setNoAntialiasingOnDrag(false);
    parts.legend = new CurveLegend(this);
    parts.legend->hide();
    split->addWidget(parts.plot);
    split->addWidget(parts.legend);
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 0);
    split->setCollapsible(0, false);
    split->setSizes({1000, LegendWidth});
    parts.split = split;
    parts.margins = new QCPMarginGroup(parts.plot);
    connect(split, &QSplitter::splitterMoved, this, [this] {
        parts_->chosenLegend = parts_->split->sizes().back();
        // Also while markers are shown: it stays when they are gone.
        parts_->widens = false;
        parts_->neededLegend = parts_->leastLegend = 0;
        Q_EMIT widthsChosen();
    });

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
    // Wider axis labels here move the plot areas aligned with this one.
    connect(parts.plot, &QCustomPlot::afterReplot, this, [&rect, last = rect.margins()]() mutable {
        if (rect.margins() == std::exchange(last, rect.margins())) return;
        const QCPMarginGroup* const group = rect.marginGroup(QCP::msLeft);
        for (QCPLayoutElement* const other : group ? group->elements(QCP::msLeft) : QList<QCPLayoutElement*>())
            if (other->margins().left() != rect.margins().left() || other->margins().right() != rect.margins().right())
                other->parentPlot()->replot(QCustomPlot::rpQueuedReplot);
    });
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
    // Panning an empty plot chooses no range for its first curve.
    if (parts.curves.empty()) parts.fitted = true;
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
    showLegend();
    updateNeededLegend();
}

void PlotView::keepLegend(bool on) {
    parts_->keepsLegend = on;
    showLegend();
}

void PlotView::showLegend() {
    // Without curves the hint has all of the space.
    const bool isShown = parts_->keepsLegend || !parts_->curves.empty();
    if (isShown == !parts_->legend->isHidden()) return;
    parts_->legend->setVisible(isShown);
    if (!isShown) return;
    divide();
    parts_->widens = parts_->marks.has_value();
    updateNeededLegend();
}

const std::vector<Curve>& PlotView::curves() const { return parts_->curves; }
void PlotView::setAlongTitle(const QString& title) { parts_->along()->setLabel(title); }
QString PlotView::alongTitle() const { return parts_->along()->label(); }
void PlotView::setTimeUnit(const QString& unit) { parts_->timeUnit = unit; }
const QString& PlotView::timeUnit() const { return parts_->timeUnit; }
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
    // Longer values of a run that grows; a legend that also became narrower with each of them would be restless.
    if (parts_->widens && parts_->legend->neededWidth(mostLegend()) > parts_->neededLegend) updateNeededLegend();
    parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::setTime(double time, std::map<QString, double> exactly) {
    if (time == parts_->time && exactly == parts_->exactly) return;
    const bool refits = parts_->fitted && exactly != parts_->exactly;
    parts_->time = time;
    parts_->exactly = std::move(exactly);
    if (refits) return refresh();
    parts_->showValues();
    parts_->cursorLayer->replot();
}

double PlotView::time() const { return parts_->time; }

void PlotView::setMarks(std::optional<Marks> marks) {
    const bool isOther = marks.has_value() != parts_->marks.has_value();
    parts_->marks = marks;
    parts_->showValues();
    if (isOther) parts_->widens = marks.has_value();
    if (isOther) updateNeededLegend();
    parts_->cursorLayer->replot();
}

int PlotView::mostLegend() const { return std::max(width() - LeastCanvasWidth, width() / 2); }

void PlotView::updateNeededLegend() {
    Parts& parts = *parts_;
    // Before it is shown, the view has no size.
    if (!isVisible()) return;
    const bool isBeside = !parts.legend->isHidden() && parts.split->orientation() == Qt::Horizontal;
    // Names alone do not narrow the curves as much as values at markers.
    const int forNames = areWidthsChosen() ? 0 : width() * 2 / 5;
    const int needed = isBeside ? parts.legend->neededWidth(parts.widens ? mostLegend() : forNames) : 0;
    if (needed == parts.neededLegend) return;
    parts.neededLegend = needed;
    setLeastLegend(needed);
    Q_EMIT neededLegendChanged();
}

int PlotView::neededLegend() const { return parts_->neededLegend; }
void PlotView::setLeastLegend(int width) {
    if (width == parts_->leastLegend) return;
    parts_->leastLegend = width;
    if (parts_->legend->isHidden() || parts_->split->orientation() != Qt::Horizontal) return;
    divide();
    // Wider columns may show more.
    parts_->showValues();
}

const std::optional<PlotView::Marks>& PlotView::marks() const { return parts_->marks; }

void PlotView::setStatistics(bool on) {
    if (on == hasStatistics()) return;
    parts_->legend->setStatistics(on);
    parts_->showValues();
    parts_->widens = parts_->marks.has_value();
    updateNeededLegend();
}

bool PlotView::hasStatistics() const { return parts_->legend->hasStatistics(); }

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

void PlotView::setEqualScales(bool on) {
    if (on == parts_->equalScales) return;
    parts_->equalScales = on;
    refresh();
}

void PlotView::alignWith(PlotView* first) {
    parts_->plot->axisRect()->setMarginGroup(QCP::msLeft | QCP::msRight, first ? first->parts_->margins : nullptr);
    parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

QList<int> PlotView::widths() const {
    QList<int> widths = parts_->split->sizes();
    // A legend that waits for curves keeps its width.
    if (parts_->legend->isHidden()) widths = {widths.front() - parts_->chosenLegend, parts_->chosenLegend};
    // Markers may widen a chosen legend.
    const int added = widths.back() - parts_->chosenLegend;
    if (areWidthsChosen() && parts_->leastLegend > 0 && added > 0)
        widths = {widths.front() + added, parts_->chosenLegend};
    return widths;
}
void PlotView::setWidths(const QList<int>& widths) {
    parts_->chosenLegend = widths.back();
    parts_->widens = false;
    parts_->neededLegend = parts_->leastLegend = 0;
    if (!parts_->legend->isHidden()) parts_->split->setSizes(widths);
}
bool PlotView::areWidthsChosen() const { return parts_->chosenLegend > 0; }

void PlotView::divide() {
    const bool isBelow = parts_->split->orientation() == Qt::Vertical;
    const int all = isBelow ? height() : width();
    const int usual =
        isBelow ? all / LegendPart : std::clamp(all * 2 / 5, std::min(ReadableLegend, all / 2), LegendWidth);
    // A chosen size leaves space for the curves.
    int legend = areWidthsChosen() ? std::min(parts_->chosenLegend, all * 4 / 5) : usual;
    if (!isBelow) legend = std::max(legend, parts_->leastLegend);
    parts_->split->setSizes({all - legend, legend});
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const Qt::Orientation arrangement = width() < NarrowView && height() > LowView ? Qt::Vertical : Qt::Horizontal;
    const bool isOther = arrangement != parts_->split->orientation();
    parts_->split->setOrientation(arrangement);
    const bool isSmall = width() < FullLegendView, wasSmall = event->oldSize().width() < FullLegendView;
    if (isOther) {
        // No width is chosen on the other side.
        parts_->chosenLegend = 0;
        parts_->widens = parts_->marks.has_value();
    }
    if (isOther || isSmall != wasSmall || (isSmall && event->size() != event->oldSize())) divide();
    updateNeededLegend();
    if (parts_->equalScales && parts_->fitted) refresh();
}

void PlotView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    // Markers of a saved model.
    if (parts_->marks && !areWidthsChosen()) parts_->widens = true;
    updateNeededLegend();
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

void PlotView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    parts_->style();
    parts_->plot->replot(QCustomPlot::rpQueuedReplot);
}

// --- Images ---

namespace {
/// Width of a legend entry in an image, pixels.
constexpr int EntryWidth = 180;

/// Least size of an image before scaling, pixels; the panel may be smaller.
constexpr QSize LeastImage(640, 400);

/// Shows the plot's legend below the curves and hides cursors during its lifetime.
class Portrait {
public:
    /// @param width of the image, pixels
    Portrait(QCustomPlot& plot, QCPLayer& cursors, int width) : plot_(plot), cursors_(cursors) {
        const int row = plot_.plotLayout()->rowCount();
        plot_.axisRect()->insetLayout()->take(plot_.legend);
        plot_.plotLayout()->addElement(row, 0, plot_.legend);
        // Minimal height.
        plot_.plotLayout()->setRowStretchFactor(row, 1e-3);
        plot_.legend->setWrap(std::max(1, width / EntryWidth));
        plot_.legend->setFillOrder(QCPLegend::foColumnsFirst);
        plot_.legend->setVisible(true);
        cursors_.setVisible(false);
    }
    ~Portrait() {
        plot_.legend->setVisible(false);
        plot_.plotLayout()->take(plot_.legend);
        plot_.plotLayout()->simplify();
        plot_.axisRect()->insetLayout()->addElement(plot_.legend, Qt::AlignTop | Qt::AlignRight);
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

QSize PlotView::imageSize() const {
    const QSize shown = parts_->plot->size();
    // Equal scales hold for the area on the screen only.
    return parts_->isPhase() && parts_->equalScales ? shown : shown.expandedTo(LeastImage);
}

QByteArray PlotView::png(double scale) {
    const QSize size = imageSize();
    const Portrait portrait(*parts_->plot, *parts_->cursorLayer, size.width());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    parts_->plot->toPixmap(size.width(), size.height(), scale).save(&buffer, "PNG");
    return bytes;
}

QByteArray PlotView::svg() {
    const QSize size = imageSize();
    const Portrait portrait(*parts_->plot, *parts_->cursorLayer, size.width());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setSize(size);
    svg.setViewBox(QRect(QPoint(), size));
    QCPPainter painter;
    painter.begin(&svg);
    painter.setMode(QCPPainter::pmVectorized);
    parts_->plot->toPainter(&painter, size.width(), size.height());
    painter.end();
    return bytes;
}

}  // namespace trammel::ui
