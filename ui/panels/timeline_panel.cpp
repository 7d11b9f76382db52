// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline_panel.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <cmath>

#include "ui/commands/command_table.h"
#include "ui/panels/timeline_bar.h"
#include "ui/properties/units.h"

namespace trammel::ui {

namespace {
constexpr double Speeds[] = {0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10};
/// What is read rather than watched need not change faster.
constexpr int SlowInterval = 200;
/// s, between an instant asked for and a frame.
constexpr Real SameTime = 1e-9;
}  // namespace

TimelinePanel::TimelinePanel(Session& session, CommandTable& commands, PlotData& data, Bookmarks& bookmarks,
                             QWidget* parent)
    : QWidget(parent),
      session_(session),
      bar_(new TimelineBar(session, data, bookmarks, this)),
      time_(new QLineEdit(this)),
      speed_(new QComboBox(this)),
      factor_(new QLabel(this)) {
    setObjectName(QStringLiteral("timeline"));
    QFont digits = time_->font();
    digits.setPointSizeF(digits.pointSizeF() * 1.15);
    digits.setBold(true);
    time_->setFont(digits);
    time_->setObjectName(QStringLiteral("timeField"));
    time_->setAlignment(Qt::AlignRight);
    time_->setFixedWidth(QFontMetrics(digits).horizontalAdvance(QStringLiteral("0000.0000 s")) + 14);
    time_->setAccessibleName(tr("Time in view"));
    time_->setToolTip(tr("Time in view; type another to go there, as 1.25 or 850 ms (Ctrl+L)"));

    speed_->setObjectName(QStringLiteral("speed"));
    speed_->setAccessibleName(tr("Speed"));
    speed_->setToolTip(tr("Simulated seconds per second; type any number"));
    speed_->setFocusPolicy(Qt::ClickFocus);
    speed_->setEditable(true);
    speed_->setInsertPolicy(QComboBox::NoInsert);
    speed_->setCompleter(nullptr);
    for (const double speed : Speeds) {
        speed_->addItem(QStringLiteral("×%1").arg(speed), speed);
        if (speed == 1) speed_->setCurrentIndex(speed_->count() - 1);
    }
    factor_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("RTF 00.00")) + 4);
    factor_->setToolTip(
        tr("Real-time factor: simulated over wall time while playing.\n"
           "Less than the speed chosen means that computing cannot keep up."));
    factor_->setObjectName(QStringLiteral("realTimeFactor"));
    factor_->setAccessibleName(tr("Real-time factor"));

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 2);
    layout->setSpacing(6);
    layout->addWidget(makeTransport(commands));
    layout->addWidget(time_);
    layout->addWidget(speed_);
    layout->addWidget(factor_);
    layout->addWidget(bar_, 1);

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
    connect(&session_, &Session::changed, this, [this](Aspects aspects) {
        if (aspects & (Aspect::Playhead | Aspect::Run | Aspect::Model)) showTime();
        if (aspects & Aspect::Run && !throttle_.isActive()) throttle_.start();
        if (aspects & Aspect::Playhead && !throttle_.isActive()) throttle_.start();
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
                           "simulate.newRun", "time.backwards", "time.loop", "time.bookmark"}) {
        auto* button = new QToolButton(box);
        button->setDefaultAction(commands.action(id));
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setAutoRaise(true);
        // The focus stays in the view, so that its keys go on working.
        button->setFocusPolicy(Qt::NoFocus);
        const bool main = qstrcmp(id, "simulate.toggle") == 0;
        button->setIconSize(main ? QSize(26, 26) : QSize(18, 18));
        layout->addWidget(button);
    }
    return box;
}

void TimelinePanel::editTime() {
    time_->setFocus();
    time_->selectAll();
}

void TimelinePanel::showTime() {
    if (time_->hasFocus() && time_->isModified()) return;
    const QString text = tr("%1 s").arg(session_.player().time(), 0, 'f', 3);
    if (time_->text() != text) time_->setText(text);
}

void TimelinePanel::showSlow() {
    const Real factor = session_.player().realTimeFactor();
    factor_->setText(factor < 0 ? tr("RTF –") : tr("RTF %1").arg(factor, 0, 'f', 2));
}

void TimelinePanel::commitTime() {
    const ParsedQuantity typed = parseQuantity(time_->text(), Quantity::Time, unitsOf(Quantity::Time).front());
    time_->setModified(false);
    if (const Real* const seconds = std::get_if<Real>(&typed)) {
        session_.player().pause();
        Player& player = session_.player();
        player.seekTime(*seconds);
        if (player.frameCount() > 0 && std::abs(player.time() - *seconds) > SameTime)
            Q_EMIT session_.notice(
                tr("The run has no frame at %1 s; the nearest is at %2 s. A smaller frame interval in "
                   "the simulation settings keeps more.")
                    .arg(formatNumber(*seconds), formatNumber(player.time())));
    } else {
        Q_EMIT session_.notice(std::get<QString>(typed));
    }
    showTime();
    bar_->setFocus();
}

void TimelinePanel::commitSpeed() {
    Player& player = session_.player();
    bool isNumber = false;
    const double speed = speed_->currentText().remove(QChar(0xd7)).trimmed().toDouble(&isNumber);
    // Backwards stays backwards: a button of its own turns.
    if (isNumber && speed > 0 && std::isfinite(speed)) player.setSpeed(std::copysign(speed, player.speed()));
    showSpeed();
    if (speed_->lineEdit()->hasFocus()) bar_->setFocus();
}

void TimelinePanel::showSpeed() {
    if (speed_->lineEdit()->hasFocus() && speed_->lineEdit()->isModified()) return;
    speed_->setEditText(QStringLiteral("×%1").arg(std::abs(session_.player().speed())));
}

}  // namespace trammel::ui
