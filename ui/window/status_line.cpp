// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "compile/coordinates.h"
#include "inspect/grashof.h"
#include "ui/panels/mobility_panel.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/workspace.h"
#include "ui/session/debugger.h"
#include "ui/session/instant_text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr int RefreshInterval = 150;
constexpr int NoticeTime = 8000;
/// In narrower windows the autosave time and the stage, which panels show too, give way to the prompt.
constexpr int RoomForAll = 1100;
/// Constraint violation shown in a warning color.
constexpr Real WorryingError = 1e-3;

void setColored(QToolButton* button, const QString& text, const QColor& color) {
    if (button->text() != text) button->setText(text);
    const QString style = color.isValid() ? QStringLiteral("color:%1;").arg(color.name()) : QString();
    if (button->styleSheet() != style) button->setStyleSheet(style);
}
}  // namespace

StatusLine::StatusLine(Workspace& workspace, QWidget* parent)
    : QStatusBar(parent),
      workspace_(workspace),
      session_(workspace.session()),
      path_(new QLabel(this)),
      kept_(new QLabel(this)) {
    setObjectName(QStringLiteral("statusLine"));
    setSizeGripEnabled(false);
    path_->setContentsMargins(8, 0, 8, 0);
    // Long texts are cut here rather than in the readouts.
    path_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    path_->installEventFilter(this);
    addWidget(path_, 1);
    kept_->setObjectName(QStringLiteral("statusKept"));
    kept_->setForegroundRole(QPalette::PlaceholderText);
    kept_->setToolTip(tr("Recovery copy; only Save changes your file"));
    kept_->hide();
    addPermanentWidget(kept_);
    units_ = addReadOut(QStringLiteral("statusUnits"), tr("Units"));
    units_->setToolTip(tr("Units of numbers without a unit; click for others"));
    units_->setPopupMode(QToolButton::InstantPopup);
    units_->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image:none; }"));
    auto* const choices = new QMenu(units_);
    for (const Command& command : workspace_.commands().commands())
        if (command.id.startsWith(QStringLiteral("view.units.")))
            choices->addAction(workspace_.commands().action(command.id));
    units_->setMenu(choices);
    connect(&workspace_.units(), &DisplayUnits::changed, this, &StatusLine::showUnits);
    mobility_ = addReadOut(QStringLiteral("statusMobility"), tr("Mobility"));
    constraintError_ = addReadOut(QStringLiteral("statusConstraintError"), tr("Constraint violation"));
    stage_ = addReadOut(QStringLiteral("statusStage"), tr("Realized stage"));
    worker_ = addReadOut(QStringLiteral("statusWorker"), tr("Run status"));
    constraintError_->setToolTip(tr("Largest constraint violation of the displayed state, m or rad; click to plot it"));
    stage_->setToolTip(tr("Realized stage of the displayed state; click for the stage ladder"));
    const std::pair<QToolButton*, const char*> details[] = {
        {mobility_, "mobilityDock"}, {stage_, "stagesDock"}, {worker_, "logDock"}};
    for (const auto& [button, panel] : details)
        connect(button, &QToolButton::clicked, this,
                [this, id = QLatin1StringView(panel)] { Q_EMIT workspace_.panelRequested(id); });
    connect(constraintError_, &QToolButton::clicked, this, &StatusLine::plotConstraintError);
    connect(&workspace_.debugger(), &Debugger::stopChanged, this, &StatusLine::readPause);

    throttle_.setSingleShot(true);
    throttle_.setInterval(RefreshInterval);
    connect(&throttle_, &QTimer::timeout, this, &StatusLine::refresh);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::Selection | SessionChange::Document)) {
            // A notice is about the step before, unless this change is part of that step.
            if (!isNoticeNew_) noticeTime_.stop();
            showPath();
        }
        if (changes & ~SessionParts(SessionChange::Selection) && !throttle_.isActive()) throttle_.start();
    });
    noticeTime_.setSingleShot(true);
    noticeTime_.setInterval(NoticeTime);
    connect(&noticeTime_, &QTimer::timeout, this, &StatusLine::showPath);
    connect(&session_, &Session::notice, this, [this](const QString& text) {
        notice_ = text;
        isNoticeNew_ = true;
        QTimer::singleShot(0, this, [this] { isNoticeNew_ = false; });
        noticeTime_.start();
        showPath();
    });
    showUnits();
    refresh();
}

void StatusLine::showUnits() {
    const DisplayUnits& units = workspace_.units();
    units_->setText(tr("%1 · %2").arg(units.unitFor(Quantity::Length).symbol, units.unitFor(Quantity::Angle).symbol));
}

QToolButton* StatusLine::addReadOut(const QString& name, const QString& accessibleName) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setAccessibleName(accessibleName);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    addPermanentWidget(button);
    return button;
}

void StatusLine::setHovered(ElementId element) {
    hovered_ = element;
    showPath();
}

void StatusLine::setPrompt(const QString& prompt) {
    if (prompt == prompt_) return;
    prompt_ = prompt;
    noticeTime_.stop();
    showPath();
}

void StatusLine::setKept(const QDateTime& when) {
    if (when.isValid())
        kept_->setText(tr("autosaved %1").arg(when.toString(QStringLiteral("hh:mm:ss"))));
    else
        kept_->clear();
    kept_->setVisible(when.isValid() && width() >= RoomForAll);
}

void StatusLine::readPause() {
    const auto& pause = workspace_.debugger().stop();
    pausedText_ = pause ? tr("Paused at %1 s").arg(pausedTimeText(pause->time)) : QString();
    pauseCause_ = pause ? QString::fromStdString(pause->cause) : QString();
    showWorker();
}

void StatusLine::plotConstraintError() {
    const QString output = QStringLiteral("constraint error");
    workspace_.plotData().whenListed(this, [this, output](const auto& outputs) {
        if (outputs && outputs->find(output.toStdString()))
            Q_EMIT workspace_.plotRequested({output});
        else
            Q_EMIT session_.notice(tr("This model has no constraints, so there is nothing to plot."));
    });
}

void StatusLine::refresh() {
    showPath();
    showMobility();
    showConstraintError();
    showStage();
    showWorker();
}

void StatusLine::showPath() {
    const auto pathOf = [this](ElementId id) {
        return QString::fromStdString(session_.document().path(id)).replace('/', QStringLiteral(" › "));
    };
    const std::size_t count = session_.selection().size();
    QString text;
    if (noticeTime_.isActive())
        text = notice_;
    else if (!prompt_.isEmpty())
        text = prompt_;
    else if (hovered_.isValid() && session_.document().find(hovered_))
        text = pathOf(hovered_);
    else if (count == 1)
        text = pathOf(session_.selectedElement());
    else if (count > 1)
        text = tr("%1 elements selected").arg(count);
    else if (session_.document().size() == 0)
        text = tr("Press L to draw a link, add a body, or open an example");
    else
        text = tr("Click selects, drag orbits, wheel zooms; Space runs");
    said_ = text;
    elide();
}

void StatusLine::elide() {
    const int room = path_->width() - path_->contentsMargins().left() - path_->contentsMargins().right();
    const QString shown = fontMetrics().elidedText(said_, Qt::ElideRight, room);
    if (path_->text() != shown) path_->setText(shown);
    path_->setToolTip(shown == said_ ? QString() : said_);
}

void StatusLine::resizeEvent(QResizeEvent* event) {
    QStatusBar::resizeEvent(event);
    kept_->setVisible(!kept_->text().isEmpty() && width() >= RoomForAll);
    stage_->setVisible(width() >= RoomForAll);
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event) {
    if (watched == path_ && event->type() == QEvent::Resize) elide();
    return QStatusBar::eventFilter(watched, event);
}

void StatusLine::showMobility() {
    const CompiledModelPtr& model = session_.lastModel();
    const bool known = model && session_.document().size() > 0;
    mobility_->setVisible(known);
    if (!known) return;
    const MobilityReport& mobility = model->getMobility();
    const QColor color = mobility.redundantEquations > 0 ? Theme::instance().colors().caution : QColor();
    QString words = tr("DOF %1 · redundant %2 · loops %3")
                        .arg(mobility.degreesOfFreedom)
                        .arg(mobility.redundantEquations)
                        .arg(mobility.loops);
    if (const std::size_t locked = findLockedJoints(session_.document()).size(); locked > 0)
        words += tr(" · locked %1").arg(locked);
    setColored(mobility_, words, color);
    QStringList redundant;
    constexpr std::size_t most = 5;
    const std::vector<std::string>& names = mobility.redundantConstraints;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) redundant += QString::fromStdString(names[i]);
    if (names.size() > most) redundant += tr("%1 more").arg(names.size() - most);
    QString tip = tr("Degrees of freedom, redundant equations, loops (initial pose)");
    if (const QString held = MobilityPanel::describeDriven(*model); !held.isEmpty()) tip += '\n' + held;
    const QString grashof = QString::fromStdString(describeGrashof(*model));
    if (!grashof.isEmpty()) tip += '\n' + tr("Four-bar linkage, %1.").arg(grashof);
    if (!redundant.isEmpty()) tip += '\n' + tr("Redundant: %1").arg(redundant.join(QStringLiteral(", ")));
    mobility_->setToolTip(tip);
}

void StatusLine::showConstraintError() {
    const DisplayedState& shown = session_.displayed();
    const bool known = shown.model() && shown.stage() >= Stage::Position;
    constraintError_->setVisible(known);
    if (!known) return;
    const Real error = shown.model()->calcConstraintError(shown.state());
    setColored(constraintError_, tr("‖qerr‖ %1").arg(error, 0, 'g', 2),
               error > WorryingError ? Theme::instance().colors().bad : QColor());
}

void StatusLine::showStage() {
    const Stage stage = session_.displayed().stage();
    setColored(stage_, tr("Stage %1").arg(QString::fromStdString(stage.getName())), QColor());
}

void StatusLine::showWorker() {
    const Player& player = session_.player();
    const RunStatus& status = player.status();
    const ThemeColors& colors = Theme::instance().colors();
    const QString obstacle = session_.runBlocker();
    const RunEntry* const current = session_.runs().current();
    const QString run = current ? current->letter : QString();
    QString tip = QString::fromStdString(status.message);
    if (session_.document().size() == 0) {
        setColored(worker_, tr("No model"), QColor());
    } else if (session_.isCompiling() && pausedText_.isEmpty()) {
        setColored(worker_, tr("Applying the edit"), colors.accent);
        tip = tr("View and run show the model before the edit until the new one is compiled");
    } else if (!player.run()) {
        setColored(worker_, obstacle.isEmpty() ? tr("Ready") : tr("Cannot run"),
                   obstacle.isEmpty() ? QColor() : colors.caution);
        tip = obstacle;
    } else if (player.isComputing() && !pausedText_.isEmpty()) {
        setColored(worker_, pausedText_, colors.caution);
        tip = pauseCause_;
    } else if (player.isComputing()) {
        const double speed = status.computeSeconds > 0 ? status.time / status.computeSeconds : 0;
        setColored(worker_,
                   speed > 0 ? tr("Computing, %1× real time").arg(speed, 0, 'f', speed < 10 ? 1 : 0) : tr("Computing"),
                   colors.accent);
    } else if (status.phase == RunPhase::Failed) {
        setColored(worker_, tr("Run %1 failed at %2 s").arg(run).arg(status.time, 0, 'g', 4), colors.bad);
    } else if (status.phase == RunPhase::Canceled) {
        setColored(worker_, tr("Run %1 canceled at %2 s").arg(run).arg(status.time, 0, 'g', 4), QColor());
    } else {
        setColored(worker_, tr("Idle"), QColor());
    }
    if (player.isOutdated() && tip.isEmpty()) tip = tr("Computed before the last edit; F5 runs again.");
    worker_->setToolTip(tip);
}

}  // namespace trammel::ui
