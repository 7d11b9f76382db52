// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline_panel.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/commands/command_table.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/workspace.h"
#include "ui/properties/units.h"
#include "ui/session/instant_text.h"

namespace trammel::ui {

namespace {
constexpr double Speeds[] = {0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10};
/// Refresh interval of readouts, ms.
constexpr int SlowInterval = 200;
/// Fewest and most decimals of the time on a frame, and most between two.
constexpr int Decimals = 3, MostDecimals = 6, ExactDecimals = 9;
/// Digits that fit the time field.
constexpr int FieldDigits = 8;
/// Durations of playback beyond which another speed is offered, and the duration that it aims at, s.
constexpr Real ShortestPlayback = 0.5, LongestPlayback = 120, PleasantPlayback = 6;
/// Tolerance between requested and displayed time, s.
constexpr Real SameTime = 1e-9;

/// The nearest of 1, 2 and 5 times a power of ten.
Real roundSpeed(Real speed) {
    const Real decade = std::pow(10, std::floor(std::log10(speed)));
    Real nearest = decade;
    for (const Real digit : {2., 5., 10.})
        if (std::abs(std::log(digit * decade / speed)) < std::abs(std::log(nearest / speed))) nearest = digit * decade;
    return nearest;
}

/// Decimals by which the times of frames differ.
int decimalsOfFrames(const Player& player) {
    const Real interval = player.run() ? player.run()->getOptions().settings.frameInterval : 0;
    if (!(interval > 0)) return Decimals;
    Real units = interval * std::pow(10, Decimals);
    for (int decimals = Decimals; decimals < MostDecimals; ++decimals, units *= 10)
        if (units >= 1 && std::abs(units - std::round(units)) < 1e-6 * units) return decimals;
    // No round interval: frames per second.
    return std::clamp(int(std::ceil(-std::log10(interval))) + 1, Decimals, MostDecimals);
}

/// Two digits, without an exponent where that is shorter: "1000", not "1e+03".
QString secondsText(Real seconds) {
    constexpr Real whole = 10, large = 1e6;
    return seconds >= whole && seconds < large ? QString::number(seconds, 'f', 0) : QString::number(seconds, 'g', 2);
}
}  // namespace

PanelDescriptor TimelinePanel::descriptor() {
    return {.id = "timeline",
            .title = tr("Timeline"),
            .hint = tr("Navigate in time"),
            .area = PanelArea::BelowView,
            .make = [](Workspace& w) {
                auto* const panel = new TimelinePanel(w.session(), w.commands(), w.plotData(), w.bookmarks());
                w.commands().listenIn(panel->bar(), KeyScope::View);
                w.commands().listenIn(panel->bar(), KeyScope::Elements);
                return panel;
            }};
}

TimelinePanel::TimelinePanel(Session& session, CommandTable& commands, PlotData& data, Bookmarks& bookmarks,
                             QWidget* parent)
    : QWidget(parent),
      session_(session),
      bar_(new TimelineBar(session, data, bookmarks, this)),
      time_(new QLineEdit(this)),
      speed_(new QComboBox(this)),
      proposal_(new QToolButton(this)),
      factor_(new QLabel(this)),
      between_(new QLabel(tr("between frames"), this)) {
    setObjectName(QStringLiteral("timeline"));
    QFont digits = time_->font();
    digits.setPointSizeF(digits.pointSizeF() * 1.15);
    digits.setBold(true);
    time_->setFont(digits);
    time_->setObjectName(QStringLiteral("timeField"));
    time_->setAlignment(Qt::AlignRight);
    time_->setFixedWidth(QFontMetrics(digits).horizontalAdvance(QString(FieldDigits, '0') + QStringLiteral(". s")) +
                         14);
    time_->setAccessibleName(tr("Displayed time"));
    time_->setToolTip(tr("Displayed time; enter 1.25 or 850 ms to go there (Ctrl+L)"));

    speed_->setObjectName(QStringLiteral("speed"));
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("Simulated seconds per second; any number"));
    speed_->setFocusPolicy(Qt::ClickFocus);
    speed_->setEditable(true);
    speed_->setInsertPolicy(QComboBox::NoInsert);
    speed_->setCompleter(nullptr);
    for (const double speed : Speeds) {
        speed_->addItem(QStringLiteral("×%1").arg(speed), speed);
        if (speed == 1) speed_->setCurrentIndex(speed_->count() - 1);
    }
    proposal_->setObjectName(QStringLiteral("proposedSpeed"));
    proposal_->setAutoRaise(true);
    proposal_->setFocusPolicy(Qt::NoFocus);
    proposal_->hide();
    connect(proposal_, &QToolButton::clicked, this, [this] {
        Player& player = session_.player();
        player.setSpeed(std::copysign(proposedSpeed_, player.speed()));
        showSpeed();
    });
    factor_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("RTF 00.00")) + 4);
    factor_->setToolTip(tr("Real-time factor: simulated over wall time during playback"));
    factor_->setObjectName(QStringLiteral("realTimeFactor"));
    factor_->setAccessibleName(tr("Real-time factor"));
    between_->setObjectName(QStringLiteral("betweenFrames"));
    between_->setToolTip(tr("State interpolated between frames; Left and Right go to the nearest frame"));
    between_->setForegroundRole(QPalette::Highlight);
    between_->hide();

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(6);
    layout->addWidget(makeTransport(commands));
    layout->addWidget(time_);
    layout->addWidget(speed_);
    layout->addWidget(proposal_);
    layout->addWidget(factor_);
    layout->addWidget(between_);
    layout->addWidget(bar_, 1);
    optional_.insert(optional_.begin(), factor_);
    optional_.push_back(speed_);
    for (const char* id : {"simulate.end", "simulate.stepBack"})
        for (QToolButton* const button : findChildren<QToolButton*>())
            if (button->defaultAction() == commands.action(id)) optional_.push_back(button);

    throttle_.setSingleShot(true);
    throttle_.setInterval(SlowInterval);
    connect(&throttle_, &QTimer::timeout, this, &TimelinePanel::showSlow);
    connect(speed_, &QComboBox::activated, this, &TimelinePanel::commitSpeed);
    connect(speed_->lineEdit(), &QLineEdit::editingFinished, this, &TimelinePanel::commitSpeed);
    connect(&session_.player(), &Player::playingChanged, this, &TimelinePanel::showSpeed);
    connect(time_, &QLineEdit::returnPressed, this, &TimelinePanel::commitTime);
    connect(time_, &QLineEdit::editingFinished, this, [this] {
        time_->setModified(false);
        showTime();
    });
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::Playhead | SessionChange::Run | SessionChange::Model)) showTime();
        if (changes & SessionChange::Run && !throttle_.isActive()) throttle_.start();
        if (changes & SessionChange::Playhead && !throttle_.isActive()) throttle_.start();
    });
    showTime();
    showSlow();
}

QWidget* TimelinePanel::makeTransport(CommandTable& commands) {
    auto* box = new QWidget(this);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    for (const char* id : {"simulate.reset", "simulate.stepBack", "simulate.toggle", "simulate.step", "simulate.end",
                           "simulate.newRun", "time.backward", "time.loop", "time.bookmark"}) {
        auto* button = new QToolButton(box);
        button->setDefaultAction(commands.action(id));
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAutoRaise(true);
        // Keep keyboard focus in the view.
        button->setFocusPolicy(Qt::NoFocus);
        const bool main = qstrcmp(id, "simulate.toggle") == 0;
        button->setIconSize(main ? QSize(26, 26) : QSize(18, 18));
        layout->addWidget(button);
        if (qstrncmp(id, "time.", 5) == 0) optional_.push_back(button);
    }
    more_ = new QToolButton(box);
    more_->setObjectName(QStringLiteral("moreOfTimeline"));
    more_->setText(QStringLiteral("⋯"));
    more_->setToolTip(tr("Show hidden timeline controls"));
    more_->setAccessibleName(tr("Hidden timeline controls"));
    more_->setAutoRaise(true);
    more_->setFocusPolicy(Qt::NoFocus);
    more_->setPopupMode(QToolButton::InstantPopup);
    auto* const menu = new QMenu(more_);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (QWidget* const each : optional_)
            if (auto* const button = qobject_cast<QToolButton*>(each); button && button->isHidden())
                menu->addAction(button->defaultAction());
        if (speed_->isVisible()) return;
        auto* const speeds = menu->addMenu(tr("Speed"));
        for (const double speed : Speeds) {
            auto* const action = speeds->addAction(QStringLiteral("×%1").arg(speed), this, [this, speed] {
                speed_->setEditText(QString::number(speed));
                commitSpeed();
            });
            action->setCheckable(true);
            action->setChecked(std::abs(session_.player().speed()) == speed);
        }
    });
    more_->setMenu(menu);
    more_->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image:none; }"));
    layout->addWidget(more_);
    more_->hide();
    return box;
}

QSize TimelinePanel::minimumSizeHint() const {
    constexpr int leastWidth = 430;
    return {leastWidth, QWidget::minimumSizeHint().height()};
}

void TimelinePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void TimelinePanel::fit() {
    constexpr int leastBar = 150;
    const int gap = layout()->spacing();
    int wanted = time_->width() + speed_->sizeHint().width() + factor_->minimumWidth() + leastBar + 6 * gap;
    for (const QToolButton* const button : findChildren<QToolButton*>())
        if (button != more_ && (button != proposal_ || !proposal_->isHidden()))
            wanted += button->sizeHint().width() + 1;
    int lacking = wanted - width();
    const bool isNarrow = lacking > 0;
    if (isNarrow) lacking += more_->sizeHint().width();
    for (QWidget* const each : optional_) {
        each->setVisible(lacking <= 0);
        if (lacking > 0) lacking -= (each == factor_ ? factor_->minimumWidth() : each->sizeHint().width()) + 1;
    }
    more_->setVisible(isNarrow);
}

void TimelinePanel::editTime() {
    time_->setFocus();
    time_->selectAll();
}

void TimelinePanel::showTime() {
    // Do not overwrite a text being typed during playback.
    if (time_->hasFocus()) return;
    const Player& player = session_.player();
    between_->setVisible(player.isBetweenFrames());
    const auto number = [&] {
        if (player.isPausedInStep()) return pausedTimeText(player.time());
        // Between frames as exactly as fits; on frames so that each has another text.
        const int whole = int(QString::number(player.time(), 'f', 0).size());
        const int fitting = std::max(FieldDigits - whole, Decimals);
        const int least = std::min(decimalsOfFrames(player), fitting);
        const int most = player.isBetweenFrames() ? std::min(ExactDecimals, fitting) : least;
        QString exact = QString::number(player.time(), 'f', std::max(least, most));
        while (exact.endsWith('0') && exact.size() - exact.indexOf('.') > least + 1) exact.chop(1);
        return exact;
    };
    const QString text = tr("%1 s").arg(number());
    if (time_->text() != text) time_->setText(text);
}

void TimelinePanel::showSlow() {
    const Real factor = session_.player().realTimeFactor();
    factor_->setText(factor < 0 ? tr("RTF –") : tr("RTF %1").arg(factor, 0, 'f', 2));
    showProposal();
}

void TimelinePanel::commitTime() {
    const ParsedQuantity typed = parseQuantity(time_->text(), Quantity::Time, unitsOf(Quantity::Time).front());
    time_->setModified(false);
    if (const Real* const seconds = std::get_if<Real>(&typed)) {
        session_.player().pause();
        Player& player = session_.player();
        player.seekExactly(*seconds);
        if (player.frameCount() > 0 && std::abs(player.time() - *seconds) > SameTime)
            Q_EMIT session_.notice(
                tr("%1 s is outside the run (%2 s to %3 s).")
                    .arg(formatNumber(*seconds), formatNumber(player.startTime()), formatNumber(player.computedEnd())));
        else if (player.frameCount() == 0)
            Q_EMIT session_.notice(tr("There is no run yet. Press Space to run the model."));
    } else {
        Q_EMIT session_.notice(std::get<QString>(typed));
    }
    bar_->setFocus();
    showTime();
}

void TimelinePanel::commitSpeed() {
    Player& player = session_.player();
    bool isNumber = false;
    const double speed = speed_->currentText().remove(QChar(0xd7)).trimmed().toDouble(&isNumber);
    // Keep the sign: a separate button reverses playback.
    if (isNumber && speed > 0 && std::isfinite(speed)) player.setSpeed(std::copysign(speed, player.speed()));
    showSpeed();
    if (speed_->lineEdit()->hasFocus()) bar_->setFocus();
}

void TimelinePanel::showSpeed() {
    if (speed_->lineEdit()->hasFocus() && speed_->lineEdit()->isModified()) return;
    speed_->setEditText(QStringLiteral("×%1").arg(std::abs(session_.player().speed())));
    showProposal();
}

void TimelinePanel::showProposal() {
    const Player& player = session_.player();
    const Real length = player.plannedEnd() - player.startTime();
    const Real playback = length / std::abs(player.speed());
    const bool offers = player.frameCount() > 1 && !player.isLive() && length > 0 &&
                        (playback < ShortestPlayback || playback > LongestPlayback);
    if (offers) {
        proposedSpeed_ = roundSpeed(length / PleasantPlayback);
        proposal_->setText(tr("×%1?").arg(proposedSpeed_));
        proposal_->setToolTip(tr("Play the run in %1 s instead of %2 s")
                                  .arg(secondsText(length / proposedSpeed_), secondsText(playback)));
        proposal_->setAccessibleName(tr("Proposed speed: %1").arg(proposedSpeed_));
    }
    if (offers == !proposal_->isHidden()) return;
    proposal_->setVisible(offers);
    fit();
}

}  // namespace trammel::ui
