// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/profile_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <numeric>

#include "ui/session/displayed_state.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr int Lines = 3;
constexpr double Margin = 6;
/// Slices beyond this multiple of the typical cost are outliers; the share that counts as typical.
constexpr double Outlier = 3, Most = 0.95;

double perStep(const RunProfile::Slice& slice, double seconds) {
    return seconds / static_cast<double>(std::max(slice.steps, 1L));
}
double whole(const RunProfile::Slice& slice) {
    return perStep(slice, std::accumulate(slice.seconds.begin(), slice.seconds.end(), 0.));
}
}  // namespace

ProfileStrip::ProfileStrip(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("profileStrip"));
    setAccessibleName(tr("Cost per step over the run"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ProfileStrip::paintCut(QPainter& painter, const QRectF& bar) const {
    // A gap below the top, as in charts with a broken axis.
    constexpr double Top = 4, Gap = 2;
    painter.fillRect(QRectF(bar.left(), Top, bar.width(), Gap), palette().color(QPalette::Window));
    painter.fillRect(QRectF(bar.left(), 0, bar.width(), Top), Theme::instance().colors().bad);
}

QSize ProfileStrip::sizeHint() const { return {200, Lines * fontMetrics().height()}; }

void ProfileStrip::show(std::vector<RunProfile::Slice> slices) {
    slices_ = std::move(slices);
    highest_ = 0;
    std::vector<double> costs;
    for (const RunProfile::Slice& slice : slices_) costs.push_back(whole(slice));
    if (!costs.empty()) {
        std::ranges::sort(costs);
        highest_ = costs.back();
        const double usual = costs[static_cast<std::size_t>(Most * static_cast<double>(costs.size() - 1))];
        scale_ = usual > 0 && highest_ > Outlier * usual ? Outlier / 2 * usual : highest_;
    }
    update();
}

QRectF ProfileStrip::sliceRect(std::size_t number) const {
    // Intervals without samples repeat the last known cost.
    const double begin = slices_.front().begin, end = std::max(slices_.back().end, begin + 1e-12);
    const auto place = [&](double time) { return Margin + (width() - 2 * Margin) * (time - begin) / (end - begin); };
    const double right = number + 1 < slices_.size() ? place(slices_[number + 1].begin) : place(end);
    const double left = place(slices_[number].begin);
    const double tall = scale_ > 0 ? (height() - 2) * std::min(1., whole(slices_[number]) / scale_) : 0;
    return {left, height() - tall, std::max(right - left, 1.), tall};
}

bool ProfileStrip::isCut(std::size_t number) const { return whole(slices_.at(number)) > scale_; }

void ProfileStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (slices_.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter, tr("Shows the cost per step over the run."));
        return;
    }
    for (std::size_t i = 0; i < slices_.size(); ++i) {
        QRectF place = sliceRect(i);
        const double cost = whole(slices_[i]), full = place.height(), right = place.right();
        for (Stage stage = Stage::Instance; stage <= Stage::Report && cost > 0; stage = stage.next()) {
            const double seconds = slices_[i].seconds[static_cast<std::size_t>(int(stage))];
            const double tall = full * perStep(slices_[i], seconds) / cost;
            painter.fillRect(QRectF(place.left(), place.bottom() - tall, place.width(), tall),
                             Theme::instance().stageColor(stage));
            place.setBottom(place.bottom() - tall);
        }
        if (isCut(i)) paintCut(painter, QRectF(QPointF(place.left(), 0), QPointF(right, height())));
    }
    QString message = tr("%1 per step").arg(formatDuration(scale_));
    if (highest_ > scale_) message += tr(", at most %1").arg(formatDuration(highest_));
    const QRect label(static_cast<int>(Margin), 0, fontMetrics().horizontalAdvance(message) + 8,
                      fontMetrics().height());
    painter.fillRect(label, palette().color(QPalette::Window));
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(label, Qt::AlignCenter, message);
}

void ProfileStrip::mouseMoveEvent(QMouseEvent* event) {
    for (std::size_t i = slices_.size(); i-- > 0;) {
        const QRectF place = sliceRect(i);
        if (event->position().x() < place.left()) continue;
        const RunProfile::Slice& slice = slices_[i];
        QStringList message{tr("%1 s to %2 s, %3 steps sampled")
                                .arg(slice.begin, 0, 'g', 5)
                                .arg(slice.end, 0, 'g', 5)
                                .arg(slice.steps)};
        for (Stage stage = Stage::Report; stage >= Stage::Instance; stage = stage.prev())
            if (const double s = slice.seconds[static_cast<std::size_t>(int(stage))]; s > 0)
                message += tr("%1: %2 per step")
                               .arg(QString::fromStdString(stage.getName()), formatDuration(perStep(slice, s)));
        const double rate = slice.entries.hitRate();
        if (rate == rate) message += tr("Cache hits: %1 %").arg(100 * rate, 0, 'f', 0);
        return setToolTip(message.join('\n'));
    }
}

}  // namespace trammel::ui
