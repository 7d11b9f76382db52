// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/stage_ladder.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/debugger.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

constexpr Stage Lowest = Stage::Topology;
constexpr Stage Highest = Stage::Report;
/// Lower rungs fit panels that others have made lower.
constexpr int RungHeight = 22, LeastRungHeight = 18;
constexpr int RungMargin = 10;
constexpr int RungGap = 3;
/// Repaint limit while the playhead moves.
constexpr int LadderRefreshInterval = 100;
constexpr int FadeInterval = 50;
constexpr double FadeStep = 0.12;

std::size_t at(Stage stage) { return static_cast<std::size_t>(int(stage)); }

QString describe(Stage stage) {
    static const std::array<const char*, Stage::NRealizable> texts{
        "",
        QT_TRANSLATE_NOOP("StageLadder", "Bodies, joints, constraints and forces of the system."),
        QT_TRANSLATE_NOOP("StageLadder", "Modeling options: the choice of variables."),
        QT_TRANSLATE_NOOP("StageLadder", "Parameters: masses, lengths, stiffnesses, enabled flags."),
        QT_TRANSLATE_NOOP("StageLadder", "Time, and quantities that depend only on it."),
        QT_TRANSLATE_NOOP("StageLadder", "Positions and position errors of constraints."),
        QT_TRANSLATE_NOOP("StageLadder", "Velocities and velocity errors of constraints."),
        QT_TRANSLATE_NOOP("StageLadder", "Forces and energies."),
        QT_TRANSLATE_NOOP("StageLadder", "Accelerations, reactions and constraint forces."),
        QT_TRANSLATE_NOOP("StageLadder", "Quantities computed only for output.")};
    return StageLadder::tr(texts.at(at(stage)));
}

QString formatTime(double seconds) { return seconds < 0 ? QString() : formatDuration(seconds); }

}  // namespace

PanelDescriptor StageLadder::descriptor() {
    return {.id = "stagesDock",
            .title = tr("Stages"),
            .hint = tr("Show and choose the realized stage"),
            .area = PanelArea::Right,
            .make =
                [](Workspace& w) {
                    auto* const ladder = new StageLadder(w.session());
                    ladder->follow(w.debugger());
                    auto* const scroll = new QScrollArea;
                    scroll->setObjectName(QStringLiteral("stagesScroll"));
                    scroll->setWidget(ladder);
                    scroll->setWidgetResizable(true);
                    scroll->setFrameShape(QFrame::NoFrame);
                    scroll->setAccessibleName(tr("Stages"));
                    return scroll;
                },
            .leastSize = LeastSidePanel,
            .size = {370, 330},
            .sizeInDebugger = {0, 330}};
}

StageLadder::StageLadder(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), seconds_(Stage::NValid, -1.), flash_(Stage::NValid, 0.) {
    setObjectName(QStringLiteral("stageLadder"));
    setAccessibleName(tr("Stage ladder"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    throttle_.setSingleShot(true);
    throttle_.setInterval(LadderRefreshInterval);
    connect(&throttle_, &QTimer::timeout, this, [this] {
        read();
        update();
    });
    fade_.setInterval(FadeInterval);
    connect(&fade_, &QTimer::timeout, this, [this] {
        bool visible = false;
        for (int level = Lowest; level <= Highest; ++level) {
            double& flash = flash_[at(Stage(level))];
            if (flash == 0) continue;
            flash = std::max(0., flash - FadeStep);
            visible = visible || flash > 0;
            update(paintedRect(Stage(level)));
        }
        if (!visible) fade_.stop();
    });
    connect(&session_, &Session::changed, this, &StageLadder::sessionChanged);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

void StageLadder::sessionChanged(SessionChanges changes) {
    if (!(changes & (SessionChange::DisplayedState | SessionChange::Model))) return;
    if (!(changes & SessionChange::Playhead)) return refresh();
    // Playback and scrubbing move the playhead faster than the ladder repaints, and its flash would never end.
    if (throttle_.isActive()) {
        if (!session_.player().isPlaying()) rest();
        return;
    }
    if (!session_.player().isPlaying()) refresh();
    throttle_.start();
}

void StageLadder::rest() {
    read();
    fade_.stop();
    std::fill(flash_.begin(), flash_.end(), 0.);
}

void StageLadder::follow(Debugger& debugger) {
    debugger_ = &debugger;
    connect(debugger_, &Debugger::stopChanged, this, &StageLadder::refresh);
    connect(debugger_, &Debugger::inspectedChanged, this, [this] { sessionChanged(SessionChange::DisplayedState); });
}

bool StageLadder::showsWorker() const { return debugger_ && debugger_->inspectsWorker(); }

std::vector<double> StageLadder::readSeconds() const {
    std::vector<double> seconds(Stage::NValid, -1.);
    for (int level = 0; level < Stage::NRealizable; ++level) {
        const auto i = static_cast<std::size_t>(level);
        seconds[i] =
            showsWorker() ? debugger_->stop()->seconds[i] : session_.displayed().log().seconds({}, Stage(level));
    }
    return seconds;
}

std::vector<StageLadder::Column> StageLadder::readColumns() const {
    if (showsWorker()) {
        const PauseInfo& stop = *debugger_->stop();
        std::vector<Column> columns(1);
        columns[0] = {tr("all"), stop.stage, stop.versions};
        columns[0].versions.resize(Stage::NValid, 0);
        for (const SubsystemReport& s : stop.report.subsystems)
            columns.push_back({QString::fromStdString(s.name), s.stage, s.stageVersions});
        return columns;
    }
    const DisplayedState& shown = session_.displayed();
    if (!shown.model()) return {};
    const State& state = shown.state();
    std::vector<Column> columns(1);
    columns[0] = {tr("all"), state.getSystemStage(), {}};
    Array_<StageVersion> versions;
    state.getSystemStageVersions(versions);
    columns[0].versions.assign(versions.begin(), versions.end());
    columns[0].versions.resize(Stage::NValid, 0);
    for (SubsystemIndex s(0); s < state.getNumSubsystems(); ++s) {
        Column column{QString::fromStdString(state.getSubsystemName(s)), state.getSubsystemStage(s), {}};
        for (int level = 0; level < Stage::NValid; ++level)
            column.versions.push_back(level < Stage::NRealizable ? state.getSubsystemStageVersion(s, Stage(level)) : 0);
        columns.push_back(std::move(column));
    }
    return columns;
}

bool StageLadder::read() {
    const std::vector<Column> before = std::exchange(columns_, readColumns());
    std::vector<double> seconds = readSeconds();
    const bool same = before == columns_ && seconds == seconds_ && demanded_ == session_.displayed().demanded();
    if (same) return false;
    seconds_ = std::move(seconds);
    demanded_ = session_.displayed().demanded();
    if (before.size() != columns_.size()) updateGeometry();
    return true;
}

void StageLadder::refresh() {
    const std::vector<Column> before = columns_;
    if (!read()) return;
    if (!session_.player().isPlaying()) flashLost(before);
    update();
}

void StageLadder::flashLost(const std::vector<Column>& before) {
    if (before.empty() || columns_.empty()) return;
    for (int level = Lowest; level <= Highest; ++level) {
        const Stage stage(level);
        const bool hadIt = before[0].reached >= stage;
        const bool lost =
            columns_[0].versions[at(stage)] != before[0].versions[at(stage)] || columns_[0].reached < stage;
        if (hadIt && lost) flash_[at(stage)] = 1;
    }
    if (std::any_of(flash_.begin(), flash_.end(), [](double f) { return f > 0; })) fade_.start();
}

Stage StageLadder::shownStage(std::size_t column) const { return columns_.at(column).reached; }

int StageLadder::labelWidth() const { return measured().label + 10; }
int StageLadder::timeWidth() const { return measured().time + 4; }

const StageLadder::Measured& StageLadder::measured() const {
    // Cached: used by every painted cell, and text layout is slow.
    QStringList names;
    for (const Column& column : columns_) names += column.name;
    if (names != measured_.names || font() != measured_.font) {
        QFont bold = font();
        bold.setBold(true);
        measured_ = {names, font(), 0, QFontMetrics(bold).horizontalAdvance(tr("Acceleration")),
                     fontMetrics().horizontalAdvance(QStringLiteral("88.8 µs"))};
        measured_.versions = font();
        measured_.versions.setPointSizeF(font().pointSizeF() * 0.82);
        measured_.digit = QFontMetricsF(measured_.versions).horizontalAdvance(QLatin1Char('8'));
        for (const QString& name : names)
            measured_.longest = std::max(measured_.longest, fontMetrics().horizontalAdvance(name));
    }
    return measured_;
}

int StageLadder::headerHeight() const {
    const int longest = measured().longest;
    // Height of slanted names: length times the sine of the slant.
    return std::min(90, static_cast<int>(longest * 0.75) + fontMetrics().height());
}

int StageLadder::heightOf(int rungHeight) const {
    return RungMargin + headerHeight() + (Highest - Lowest + 1) * rungHeight + RungMargin / 2;
}

int StageLadder::rungHeight() const {
    return std::clamp((height() - heightOf(0)) / (Highest - Lowest + 1), LeastRungHeight, RungHeight);
}

QRect StageLadder::rungRect(Stage stage) const {
    const int line = Highest - stage, each = rungHeight();
    return {RungMargin, RungMargin / 2 + headerHeight() + line * each, width() - 2 * RungMargin, each};
}

QRect StageLadder::paintedRect(Stage stage) const { return rungRect(stage).adjusted(-4, -RungGap, 4, RungGap); }

QRectF StageLadder::cellRect(Stage stage, std::size_t column) const {
    const QRect rung = rungRect(stage);
    const double left = rung.left() + labelWidth();
    const double each =
        (rung.right() - timeWidth() - left) / static_cast<double>(std::max<std::size_t>(columns_.size(), 1));
    return QRectF(left + each * static_cast<double>(column), rung.top(), each, rung.height())
        .adjusted(RungGap / 2., RungGap / 2., -RungGap / 2., -RungGap / 2.);
}

QSize StageLadder::sizeHint() const { return {320, heightOf(RungHeight)}; }

QSize StageLadder::minimumSizeHint() const { return {220, heightOf(LeastRungHeight)}; }

void StageLadder::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (columns_.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter, tr("No model yet"));
        return;
    }
    if (event->rect().top() < paintedRect(Highest).top()) paintHeader(painter);
    for (int level = Highest; level >= Lowest; --level)
        if (event->region().intersects(paintedRect(Stage(level)))) paintRung(painter, Stage(level));
}

void StageLadder::paintHeader(QPainter& painter) const {
    constexpr double Slant = -50;
    painter.setPen(showsWorker() ? Theme::instance().colors().caution : palette().color(QPalette::PlaceholderText));
    if (showsWorker()) painter.drawText(QPointF(RungMargin, rungRect(Highest).top() - 8), tr("Run"));
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const QRectF cell = cellRect(Highest, c);
        painter.save();
        painter.translate(cell.center().x() + 2, cell.top() - 5);
        painter.rotate(Slant);
        QFont font = painter.font();
        font.setBold(c == 0);
        painter.setFont(font);
        const QString name = fontMetrics().elidedText(columns_[c].name, Qt::ElideRight, 105);
        painter.drawText(QPointF(0, 0), name);
        painter.restore();
    }
    painter.drawText(QRectF(width() - RungMargin - timeWidth(), rungRect(Highest).top() - fontMetrics().height() - 4,
                            timeWidth(), fontMetrics().height()),
                     Qt::AlignRight, tr("time"));
}

void StageLadder::paintRung(QPainter& painter, Stage stage) const {
    const QRect rung = rungRect(stage);
    const bool reached = columns_[0].reached >= stage;
    if (stage == hovered_ || (hasFocus() && stage == cursor_)) {
        QColor wash = palette().color(QPalette::Highlight);
        wash.setAlpha(stage == hovered_ ? 34 : 22);
        painter.setPen(hasFocus() && stage == cursor_ ? QPen(palette().color(QPalette::Highlight)) : QPen(Qt::NoPen));
        painter.setBrush(wash);
        painter.drawRoundedRect(QRectF(rung).adjusted(-4, 0.5, 4, -0.5), 5, 5);
    }
    QFont font = painter.font();
    font.setBold(stage == columns_[0].reached);
    painter.setFont(font);
    painter.setPen(palette().color(reached ? QPalette::WindowText : QPalette::PlaceholderText));
    const QString label = QString::fromStdString(stage.getName());
    painter.drawText(rung.adjusted(2, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, label);
    font.setBold(false);
    painter.setFont(font);
    for (std::size_t c = 0; c < columns_.size(); ++c) paintCell(painter, stage, c);
    painter.setFont(font);

    // Some panel demands more than the view.
    if (stage == demanded_ && demanded_ > Stage::Position) {
        painter.setPen(QPen(Theme::instance().colors().caution, 2));
        const QRectF first = cellRect(stage, 0);
        const QRectF last = cellRect(stage, columns_.size() - 1);
        painter.drawLine(QPointF(first.left(), first.top() - 1.5), QPointF(last.right(), last.top() - 1.5));
    }
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(rung, Qt::AlignRight | Qt::AlignVCenter, formatTime(reached ? seconds_[at(stage)] : -1));
}

void StageLadder::paintCell(QPainter& painter, Stage stage, std::size_t column) const {
    const QRectF cell = cellRect(stage, column);
    const bool filled = columns_[column].reached >= stage;
    QColor color = Theme::instance().stageColor(stage);
    if (column > 0) color.setAlpha(190);
    painter.setPen(filled ? QPen(Qt::NoPen) : QPen(Theme::instance().colors().line));
    painter.setBrush(filled ? QBrush(color) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(cell, 4, 4);
    if (const double flash = flash_[at(stage)]; flash > 0) {
        QColor lost = Theme::instance().colors().caution;
        lost.setAlphaF(static_cast<float>(flash * 0.9));
        painter.setPen(Qt::NoPen);
        painter.setBrush(lost);
        painter.drawRoundedRect(cell, 4, 4);
    }
    const QString version = QString::number(columns_[column].versions[at(stage)]);
    if (measured().digit * double(version.size()) >= cell.width() - 2) return;
    painter.setFont(measured().versions);
    painter.setPen(filled ? QColor(255, 255, 255, column == 0 ? 255 : 215)
                          : palette().color(QPalette::PlaceholderText));
    painter.drawText(cell, Qt::AlignCenter, version);
}

Stage StageLadder::stageAt(const QPoint& position) const {
    for (int level = Lowest; level <= Highest; ++level)
        if (rungRect(Stage(level)).contains(position)) return Stage(level);
    return Stage::Empty;
}

QString StageLadder::costsOf(Stage stage) const {
    QStringList costs;
    for (std::size_t c = 1; c < columns_.size() && !showsWorker(); ++c)
        if (const double s = session_.displayed().log().seconds(SubsystemIndex(c - 1), stage); s >= 0)
            costs += tr("%1 %2").arg(columns_[c].name.toHtmlEscaped(), formatTime(s));
    return costs.isEmpty() ? QString() : QStringLiteral("<br>") + tr("Time: %1.").arg(costs.join(QStringLiteral(", ")));
}

QString StageLadder::explain(Stage stage) const {
    const bool reached = !columns_.empty() && columns_[0].reached >= stage;
    QString text = QStringLiteral("<b>%1</b><br>%2<br>").arg(QString::fromStdString(stage.getName()), describe(stage));
    if (reached)
        text += tr("Realized; version %1.").arg(columns_[0].versions[at(stage)]) + costsOf(stage);
    else if (showsWorker())
        text += tr("Not realized yet by the paused run.");
    else if (!session_.displayed().failure().isEmpty())
        text += tr("Not realized: %1").arg(session_.displayed().failure().toHtmlEscaped());
    else
        text += tr("Not realized: not required by any panel.");
    const DisplayedState& shown = session_.displayed();
    if (shown.log().lastLost() <= stage && !shown.log().lastCause().isEmpty())
        text += QStringLiteral("<br>") + tr("Last invalidated by a write to %1.").arg(shown.log().lastCause());
    text += QStringLiteral("<br><i>%1</i>")
                .arg(showsWorker() ? tr("Click: run to this stage.")
                                   : tr("Click: realize to this stage, now and for later frames."));
    if (stage >= Stage::Instance && !showsWorker())
        text += QStringLiteral("<br><i>%1</i>").arg(tr("Ctrl+click: invalidate this stage and above."));
    return text;
}

void StageLadder::choose(Stage stage, bool invalidate) {
    if (stage == Stage::Empty || columns_.empty()) return;
    if (showsWorker()) {
        // The worker owns its cache: it can advance, but not be invalidated.
        if (!invalidate && stage > Stage::Instance) debugger_->runToStage(stage);
        return;
    }
    cursor_ = stage;
    if (!invalidate)
        session_.demandStage(stage);
    else if (stage >= Stage::Instance)
        session_.invalidateFrom(stage);
}

void StageLadder::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        choose(stageAt(event->position().toPoint()), event->modifiers() & Qt::ControlModifier);
}

void StageLadder::mouseMoveEvent(QMouseEvent* event) {
    const Stage now = stageAt(event->position().toPoint());
    if (now == hovered_) return;
    hovered_ = now;
    update();
}

void StageLadder::leaveEvent(QEvent*) {
    hovered_ = Stage::Empty;
    update();
}

void StageLadder::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Up: cursor_ = std::min<Stage>(cursor_.next(), Highest); break;
        case Qt::Key_Down: cursor_ = std::max<Stage>(cursor_.prev(), Lowest); break;
        case Qt::Key_Return:
        case Qt::Key_Enter: choose(cursor_, event->modifiers() & Qt::ControlModifier); break;
        default: return QWidget::keyPressEvent(event);
    }
    update();
}

void StageLadder::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void StageLadder::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

bool StageLadder::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* const help = static_cast<QHelpEvent*>(event);
        const Stage stage = stageAt(help->pos());
        if (stage == Stage::Empty)
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), explain(stage), this, rungRect(stage));
        return true;
    }
    return QWidget::event(event);
}

}  // namespace trammel::ui
