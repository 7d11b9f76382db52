// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plots/plot_frame.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/panels/elided_label.h"
#include "ui/plots/curve_legend.h"
#include "ui/plots/plot_export.h"
#include "ui/session/plot_drag.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

/// Drop zone of the abscissa below the curves, pixels.
constexpr int AlongZone = 34;
/// Maximum number of curves per plot that can be distinguished by color.
constexpr qsizetype MostOutputs = 12;

QToolButton* makeButton(QWidget* parent, const char* iconName, const QString& tip) {
    auto* const button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setIconSize({15, 15});
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QString lastPart(const QString& output) { return output.section('.', -1); }

}  // namespace

Unit shownUnit(const Output& what, const DisplayUnits& units) {
    return what.quantity != Quantity::None ? units.unitFor(what.quantity)
                                           : Unit{QString::fromStdString(what.unit.str()), 1};
}

PlotFrame::PlotFrame(Session& session, PlotData& data, const DisplayUnits& units, QWidget* parent)
    : QFrame(parent),
      session_(session),
      data_(data),
      units_(units),
      measured_(new MeasuredCurves(this)),
      title_(new ElidedLabel(this)),
      view_(new PlotView(this)) {
    setObjectName(QStringLiteral("plotFrame"));
    setAcceptDrops(true);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(makeStrip());
    layout->addWidget(view_, 1);
    view_->canvas()->installEventFilter(this);
    connect(view_, &PlotView::timeChosen, this, [this](double time) {
        if (form_ == CurveForm::Spectrum) return;
        session_.player().pause();
        session_.player().seekTime(time);
    });
    connect(view_, &PlotView::marksChanged, this, &PlotFrame::arrangementChanged);
    measured_->setQuantities([this] {
        std::set<Quantity> all;
        for (const QString& output : outputs_)
            if (const std::optional<Output> what = data_.describe(output)) all.insert(what->quantity);
        return all;
    });
    connect(measured_, &MeasuredCurves::failed, &session_, &Session::notice);
    connect(measured_, &MeasuredCurves::changed, this, [this] {
        rebuild();
        Q_EMIT arrangementChanged();
    });
    connect(view_, &PlotView::menuRequested, this, &PlotFrame::openMenu);
    connect(view_, &PlotView::removalRequested, this, [this](const QString& key) { remove(key.section('\n', 0, 0)); });
    rebuild();
}

QWidget* PlotFrame::makeStrip() {
    auto* const strip = new QWidget(this);
    auto* const layout = new QHBoxLayout(strip);
    layout->setContentsMargins(10, 2, 4, 0);
    layout->setSpacing(0);
    QFont bold = title_->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 0.95);
    title_->setFont(bold);
    title_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    layout->addWidget(title_, 1);
    auto* const fit = makeButton(strip, "frame-all", tr("Fit all data (double-click)"));
    marks_ = makeButton(strip, "marks", tr("Show markers A and B and their difference"));
    marks_->setObjectName(QStringLiteral("plotMarks"));
    marks_->setCheckable(true);
    auto* const more = makeButton(strip, "menu", tr("Plot menu"));
    more->setObjectName(QStringLiteral("more"));
    auto* const close = makeButton(strip, "close", tr("Close this plot"));
    for (QToolButton* button : {fit, marks_, more, close}) layout->addWidget(button);
    connect(fit, &QToolButton::clicked, this, [this] { view_->fit(); });
    connect(marks_, &QToolButton::clicked, this, &PlotFrame::toggleMarks);
    connect(more, &QToolButton::clicked, this,
            [this, more] { openMenu(more->mapToGlobal(QPoint(0, more->height()))); });
    connect(close, &QToolButton::clicked, this, &PlotFrame::closeRequested);
    return strip;
}

void PlotFrame::add(const QStringList& outputs) {
    const qsizetype before = outputs_.size();
    for (const QString& output : outputs)
        if (!outputs_.contains(output) && outputs_.size() < MostOutputs) outputs_ += output;
    if (outputs_.size() == before) return;
    rebuild();
    Q_EMIT arrangementChanged();
}

void PlotFrame::remove(const QString& output) {
    if (const auto measured = measured_->find(output)) return measured_->remove(*measured);
    if (outputs_.removeAll(output) == 0) return;
    rebuild();
    Q_EMIT arrangementChanged();
}

void PlotFrame::setAlong(const QString& output) {
    if (output == along_) return;
    // A spectrum is over frequency.
    if (form_ == CurveForm::Spectrum) setForm(CurveForm::Values, cutoff_);
    along_ = output;
    rebuild();
    view_->fit();
    Q_EMIT arrangementChanged();
}

bool PlotFrame::isOnlyAlong(const QString& output) const { return output == along_ && outputs_.size() > 1; }

void PlotFrame::setForm(CurveForm form, double cutoff) {
    if (form == form_ && cutoff == cutoff_) return;
    const bool wasSpectrum = form_ == CurveForm::Spectrum;
    form_ = form;
    cutoff_ = cutoff;
    if (form == CurveForm::Spectrum) along_.clear();
    // Markers are at times or at frequencies.
    if (wasSpectrum != (form == CurveForm::Spectrum) && view_->marks()) toggleMarks();
    derived_.clear();
    rebuild();
    view_->fit();
    Q_EMIT arrangementChanged();
}

DerivedSeries& PlotFrame::derivedOf(const QString& key, const PlotData::Trail& trail) {
    std::unique_ptr<DerivedSeries>& derived = derived_[key];
    if (!derived || !derived->isOf(*trail.values))
        derived = std::make_unique<DerivedSeries>(form_, trail.times, trail.values, trail.what.inSteps, cutoff_);
    derived->update();
    return *derived;
}

void PlotFrame::setAllRuns(bool all) {
    if (all == allRuns_) return;
    allRuns_ = all;
    rebuild();
}

void PlotFrame::setActive(bool active) {
    active_ = active;
    update();
}

std::vector<Curve> PlotFrame::curvesOf(const RunEntry& entry, bool several) {
    std::vector<Curve> curves;
    std::optional<PlotData::Trail> along;
    if (!along_.isEmpty() && !(along = data_.follow(entry, along_.toStdString()))) return {};
    const bool current = &entry == session_.runs().current();
    for (qsizetype i = 0; i < outputs_.size(); ++i) {
        if (isOnlyAlong(outputs_[i])) continue;
        const auto trail = data_.follow(entry, outputs_[i].toStdString());
        if (!trail) continue;
        const Unit unit = shownUnit(trail->what, units_);
        Curve curve;
        curve.key = outputs_[i] + '\n' + QString::number(entry.id);
        curve.name = outputs_[i];
        if (several) curve.run = tr("Run %1").arg(session_.runs().legendOf(entry));
        curve.unit = unit.symbol;
        curve.factor = unit.factor;
        // One output of several runs uses run colors, several outputs use their own.
        curve.color = several && outputs_.size() == 1
                          ? entry.color
                          : curveColor(static_cast<std::size_t>(i), Theme::instance().isDark());
        curve.subdued = several && !current;
        curve.inSteps = trail->what.inSteps;
        curve.times = trail->times;
        curve.values = trail->values;
        applyForm(curve, *trail);
        if (along) {
            curve.along = along->values;
            curve.alongFactor = shownUnit(along->what, units_).factor;
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

void PlotFrame::applyForm(Curve& curve, const PlotData::Trail& trail) {
    if (form_ == CurveForm::Values) return;
    const DerivedSeries& derived = derivedOf(curve.key, trail);
    curve.name = descriptorOf(form_).name.arg(curve.name);
    curve.unit = trammel::ui::unitOf(form_, curve.unit);
    curve.times = derived.abscissas();
    curve.values = derived.values();
    curve.inSteps = curve.inSteps && form_ == CurveForm::Filtered;
}

std::vector<Curve> PlotFrame::measuredCurves() {
    std::vector<Curve> curves;
    if (!along_.isEmpty()) return curves;
    for (const MeasuredCurves::Entry& entry : measured_->all()) {
        if (!entry.values) continue;
        const Unit unit = shownUnit(entry.what, units_);
        Curve curve;
        curve.name = measured_->nameOf(entry);
        curve.key = entry.key();
        curve.unit = unit.symbol;
        curve.factor = unit.factor;
        curve.color = curveColor(static_cast<std::size_t>(outputs_.size()) + curves.size(), Theme::instance().isDark());
        curve.times = entry.times;
        curve.values = entry.values;
        applyForm(curve, {entry.times, entry.values, entry.what});
        curves.push_back(std::move(curve));
    }
    return curves;
}

void PlotFrame::rebuild() {
    std::vector<Curve> curves;
    const RunList& runs = session_.runs();
    const RunEntry* const current = runs.current();
    std::vector<const RunEntry*> shown;
    for (const auto& entry : runs.entries())
        if (entry.get() != current && allRuns_) shown.push_back(entry.get());
    // The current run is drawn on top and listed first.
    if (current) shown.insert(shown.begin(), current);
    for (const RunEntry* entry : shown)
        for (Curve& curve : curvesOf(*entry, shown.size() > 1)) curves.push_back(std::move(curve));
    for (Curve& curve : measuredCurves()) curves.push_back(std::move(curve));
    QStringList names;
    for (const QString& output : outputs_)
        if (!isOnlyAlong(output)) names += descriptorOf(form_).name.arg(output);
    title_->setText(names.isEmpty()    ? tr("Empty plot")
                    : along_.isEmpty() ? names.join(QStringLiteral(", "))
                                       : tr("%1 over %2").arg(names.join(QStringLiteral(", ")), along_));
    title_->setToolTip(title_->text());
    QString alongUnit = QStringLiteral("s");
    if (!along_.isEmpty()) {
        const std::optional<Output> what = data_.describe(along_);
        alongUnit = what ? shownUnit(*what, units_).symbol : QString();
    }
    const bool isSpectrum = form_ == CurveForm::Spectrum;
    view_->setTimeUnit(isSpectrum ? QStringLiteral("Hz") : QStringLiteral("s"));
    view_->setEqualScales(equalScales_);
    view_->setAlongTitle(isSpectrum            ? tr("frequency [Hz]")
                         : along_.isEmpty()    ? tr("time [s]")
                         : alongUnit.isEmpty() ? along_
                                               : QStringLiteral("%1 [%2]").arg(along_, alongUnit));
    std::erase_if(derived_,
                  [&](const auto& each) { return std::ranges::find(curves, each.first, &Curve::key) == curves.end(); });
    view_->setCurves(std::move(curves));
    refresh();
    showTime();
}

void PlotFrame::refresh() {
    const Player& player = session_.player();
    double from = player.startTime(), to = player.plannedEnd();
    for (const auto& entry : session_.runs().entries()) {
        if (!allRuns_ || entry->frames().empty()) continue;
        from = std::min(from, entry->frames().getStartTime());
        to = std::max(to, entry->frames().getEndTime());
    }
    for (const MeasuredCurves::Entry& entry : measured_->all())
        if (entry.times && entry.times->size() > 0) {
            from = std::min(from, entry.times->values().front());
            to = std::max(to, entry.times->values().back());
        }
    for (const auto& [key, derived] : derived_) derived->update();
    if (form_ == CurveForm::Spectrum) {
        from = to = 0;
        for (const Curve& curve : view_->curves())
            if (curve.size() > 0) to = std::max(to, (*curve.times)[curve.size() - 1]);
    }
    view_->setTimeSpan(from, to);
    view_->setHint(hint());
    view_->refresh();
}

QString PlotFrame::hint() const {
    if (outputs_.isEmpty()) return tr("Drag an output here, or double-click it in the list");
    if (session_.runs().isEmpty()) return tr("Press Space to run the model and plot %1").arg(outputs_.join(tr(", ")));
    return data_.isListing() ? tr("Outputs are being listed…") : tr("The run has no such output");
}

void PlotFrame::showTime() {
    const Player& player = session_.player();
    std::map<QString, double> exactly;
    if (form_ == CurveForm::Spectrum) return view_->setTime(NaN);
    // Exact values between frames replace the interpolated ones.
    if ((player.isBetweenFrames() || player.isPausedInStep()) && along_.isEmpty() && form_ == CurveForm::Values) {
        std::map<RunId, std::vector<double>> values;
        for (const auto& entry : session_.runs().entries())
            if (allRuns_ || entry.get() == session_.runs().current())
                values[entry->id] = player.isPausedInStep() && entry.get() == session_.runs().current()
                                        ? data_.readDisplayed(*entry, outputs_)
                                        : data_.readBetweenFrames(*entry, player.time(), outputs_);
        for (const Curve& curve : view_->curves()) {
            const std::vector<double>& ofRun = values[curve.key.section('\n', 1).toInt()];
            const auto which = static_cast<std::size_t>(outputs_.indexOf(curve.key.section('\n', 0, 0)));
            if (which < ofRun.size() && std::isfinite(ofRun[which])) exactly[curve.key] = ofRun[which] / curve.factor;
        }
    }
    view_->setTime(player.time(), std::move(exactly));
}

void PlotFrame::toggleMarks() {
    if (view_->marks()) {
        view_->setMarks(std::nullopt);
    } else {
        // Markers are times for any abscissa.
        const Player& player = session_.player();
        const auto [from, to] =
            along_.isEmpty() ? view_->alongRange() : std::pair<double, double>(player.startTime(), player.plannedEnd());
        view_->setMarks(PlotView::Marks{from + (to - from) / 3, from + (to - from) * 2 / 3});
    }
    marks_->setChecked(view_->marks().has_value());
    Q_EMIT arrangementChanged();
}

void PlotFrame::toggleStatistics() {
    view_->setStatistics(!view_->hasStatistics());
    if (view_->hasStatistics() && !view_->marks()) toggleMarks();
    Q_EMIT arrangementChanged();
}

// --- Files ---

void PlotFrame::exportAs(const QString& suffix) {
    // A formula is not a file name.
    const QString first = outputs_.value(0);
    const QString name = first.isEmpty() || PlotData::isFormula(first) ? tr("plot") : lastPart(first);
    const QString path = QFileDialog::getSaveFileName(this, tr("Export plot"), name + '.' + suffix,
                                                      tr("%1 files (*.%2)").arg(suffix.toUpper(), suffix), nullptr,
                                                      QFileDialog::DontUseNativeDialog);
    if (path.isEmpty()) return;
    const QString failure = writeTo(path.endsWith('.' + suffix) ? path : path + '.' + suffix);
    Q_EMIT session_.notice(failure.isEmpty() ? tr("Wrote %1").arg(path) : failure);
}

QString PlotFrame::writeTo(const QString& path) {
    return exportPlot(*view_, path) ? QString() : tr("Cannot write %1. Choose a writable folder.").arg(path);
}

QJsonObject PlotFrame::toJson() const {
    QJsonObject json;
    json[QStringLiteral("readings")] = QJsonArray::fromStringList(outputs_);
    if (!along_.isEmpty()) json[QStringLiteral("along")] = along_;
    if (form_ != CurveForm::Values) json[QStringLiteral("form")] = QLatin1String(descriptorOf(form_).key);
    if (form_ == CurveForm::Filtered) json[QStringLiteral("cutoff")] = cutoff_;
    if (const QJsonArray measured = measured_->toJson(); !measured.isEmpty())
        json[QStringLiteral("measured")] = measured;
    if (equalScales_) json[QStringLiteral("equalScales")] = true;
    if (view_->hasStatistics()) json[QStringLiteral("statistics")] = true;
    if (view_->marks()) {
        json[QStringLiteral("a")] = view_->marks()->a;
        json[QStringLiteral("b")] = view_->marks()->b;
    }
    return json;
}

void PlotFrame::fromJson(const QJsonObject& json) {
    outputs_.clear();
    for (const auto& output : json[QStringLiteral("readings")].toArray()) outputs_ += output.toString();
    along_ = json[QStringLiteral("along")].toString();
    form_ = CurveForm::Values;
    for (const CurveFormDescriptor& row : curveForms())
        if (json[QStringLiteral("form")].toString() == QLatin1String(row.key)) form_ = row.form;
    if (form_ == CurveForm::Spectrum) along_.clear();
    cutoff_ = json[QStringLiteral("cutoff")].toDouble(DefaultCutoff);
    equalScales_ = json[QStringLiteral("equalScales")].toBool();
    view_->setStatistics(json[QStringLiteral("statistics")].toBool());
    derived_.clear();
    measured_->fromJson(json[QStringLiteral("measured")].toArray());
    if (json.contains(QStringLiteral("a")))
        view_->setMarks(PlotView::Marks{json[QStringLiteral("a")].toDouble(), json[QStringLiteral("b")].toDouble()});
    marks_->setChecked(view_->marks().has_value());
    rebuild();
    view_->fit();
}

// --- Drag and drop ---

void PlotFrame::offerOutputsOf(const Outputs* all, ElementId element, bool asAlong) {
    QStringList outputs;
    if (all)
        for (const Output& o : all->getAll())
            if (o.element == element) outputs += QString::fromStdString(o.name);
    if (outputs.isEmpty()) {
        Q_EMIT session_.notice(tr("%1 has no outputs to plot.").arg(session_.nameOf(element)));
        return;
    }
    if (outputs.size() == 1) return take(outputs, asAlong);
    auto* const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("outputsMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(session_.nameOf(element));
    for (const QString& output : outputs)
        menu->addAction(lastPart(output), this, [this, output, asAlong] { take({output}, asAlong); });
    menu->popup(QCursor::pos());
}

void PlotFrame::take(const QStringList& outputs, bool asAlong) {
    if (asAlong)
        setAlong(outputs.front());
    else
        add(outputs);
    Q_EMIT activated();
}

bool PlotFrame::isAlongZone(const QPointF& position) const {
    return !outputs_.isEmpty() && position.y() > height() - std::min(AlongZone, height() / 4);
}

void PlotFrame::dragEnterEvent(QDragEnterEvent* event) {
    if (!PlotDrag::fromMime(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void PlotFrame::dragMoveEvent(QDragMoveEvent* event) {
    dropZone_ = isAlongZone(event->position()) ? DropZone::Along : DropZone::Add;
    event->acceptProposedAction();
    update();
}

void PlotFrame::dragLeaveEvent(QDragLeaveEvent*) {
    dropZone_ = DropZone::None;
    update();
}

void PlotFrame::dropEvent(QDropEvent* event) {
    const PlotDrag drag = PlotDrag::fromMime(event->mimeData());
    const bool asAlong = isAlongZone(event->position());
    dropZone_ = DropZone::None;
    update();
    event->acceptProposedAction();
    if (!drag.outputs.isEmpty()) return take(drag.outputs, asAlong);
    data_.whenListed(this, [this, drag, asAlong](const auto& outputs) {
        const auto variable = outputs ? outputs->findVariable(drag.variable) : std::nullopt;
        if (variable)
            take({QString::fromStdString(outputs->getAll()[*variable].name)}, asAlong);
        else if (drag.element.isValid())
            offerOutputsOf(outputs.get(), drag.element, asAlong);
    });
}

void PlotFrame::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    QPainter painter(this);
    if (dropZone_ != DropZone::None) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        if (dropZone_ == DropZone::Along)
            painter.drawRect(QRect(0, height() - AlongZone, width(), AlongZone).adjusted(1, 1, -1, -1));
        else
            painter.drawRect(rect().adjusted(1, 1, -1, -1));
    } else if (active_) {
        painter.fillRect(QRect(0, 0, 2, height()), palette().color(QPalette::Highlight));
    }
}

bool PlotFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn) Q_EMIT activated();
    return QFrame::eventFilter(watched, event);
}

}  // namespace trammel::ui
