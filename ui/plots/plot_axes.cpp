// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "ui/plots/plot_parts.h"

namespace trammel::ui {

namespace {
/// Relative margin above and below fitted curves.
constexpr double Margin = 0.06;

/// @p range with a margin, also for a single value; ±1 for zero.
QCPRange withMargin(const QCPRange& range) {
    if (range.lower == 0 && range.upper == 0) return {-1, 1};
    double half = range.size() * (0.5 + Margin);
    const double least = std::max(1e-9, std::abs(range.center()) * 1e-6);
    if (half < least) half = std::max(least, std::abs(range.center()) * 0.1);
    return {range.center() - half, range.center() + half};
}

/// As many labels as do not touch along an axis, with a true minus sign, and digits enough to differ.
class ValueTicker : public QCPAxisTicker {
public:
    explicit ValueTicker(const QCPAxis& axis) : axis_(axis) {}

protected:
    double getTickStep(const QCPRange& range) override {
        constexpr int fewest = 2, most = 5, linesPerLabel = 2, mostDigits = 15;
        const QFontMetrics font(axis_.tickLabelFont());
        const bool isHorizontal = axis_.orientation() == Qt::Horizontal;
        const int length = isHorizontal ? axis_.axisRect()->width() : axis_.axisRect()->height();
        const int label =
            isHorizontal ? font.horizontalAdvance(QStringLiteral("\u22120.00000")) : linesPerLabel * font.height();
        // A round step may leave a single label, which shows no scale.
        double step = 0;
        for (int count = std::clamp(length / std::max(label, 1), fewest, most); count <= most; ++count) {
            setTickCount(count);
            step = QCPAxisTicker::getTickStep(range);
            if (std::floor(range.upper / step) > std::ceil(range.lower / step)) break;
        }
        const double size = std::max(std::abs(range.lower), std::abs(range.upper));
        digits_ = size > 0 && step > 0 ? std::min(int(std::ceil(std::log10(size / step))) + 1, mostDigits) : 0;
        return step;
    }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
        QString label = QCPAxisTicker::getTickLabel(tick, locale, format, std::max(precision, digits_));
        if (label.startsWith('-')) label[0] = QChar(0x2212);
        return label;
    }

private:
    const QCPAxis& axis_;
    /// Digits by which neighboring labels differ.
    int digits_ = 0;
};
}  // namespace

QColor blend(const QColor& a, const QColor& b, float part) {
    const auto mix = [part](float x, float y) { return x + (y - x) * part; };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QFont smallFont(const QFont& font, double factor) {
    QFont small = font;
    small.setPointSizeF(small.pointSizeF() * factor);
    return small;
}

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
    std::vector<QCPAxis*> all = axes;
    all.push_back(along());
    for (QCPAxis* const axis : all)
        if (!axis->ticker().dynamicCast<ValueTicker>())
            axis->setTicker(QSharedPointer<ValueTicker>(new ValueTicker(*axis)));
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
            // A run that is paused in a step may be beyond its frames.
            const auto exact = isPhase() ? exactly.end() : exactly.find(layer->curve().key);
            if (any && exact != exactly.end()) all.expand(exact->second);
        }
        if (any) axis->setRange(withMargin(all));
    }
    if (!isPhase() || !equalScales) return;
    // Widen the axis with the finer scale about its middle.
    const QRect area = plot->axisRect()->rect();
    if (area.width() <= 0 || area.height() <= 0) return;
    const QCPRange x = along()->range(), y = axes.front()->range();
    const double perPixel = std::max(x.size() / area.width(), y.size() / area.height());
    along()->setRange(x.center(), perPixel * area.width(), Qt::AlignCenter);
    axes.front()->setRange(y.center(), perPixel * area.height(), Qt::AlignCenter);
}

}  // namespace trammel::ui
