// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/breakpoints_panel.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/commands/command_table.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/properties/combo_box.h"
#include "ui/session/instant_text.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

constexpr int LimitDigits = 6;

/// A list whose rows can be deleted with the Delete key.
class BreakpointList : public QListWidget {
public:
    BreakpointList(Debugger& debugger, QWidget* parent) : QListWidget(parent), debugger_(debugger) {}
    /// Two rows: in a small panel the list gives way first, for the whole reason of a pause.
    QSize sizeHint() const override { return {QListWidget::sizeHint().width(), 2 * fontMetrics().height()}; }
    QSize minimumSizeHint() const override { return {QListWidget::minimumSizeHint().width(), sizeHint().height()}; }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Delete && currentRow() >= 0)
            debugger_.removeBreakpoint(static_cast<std::size_t>(currentRow()));
        else
            QListWidget::keyPressEvent(event);
    }

private:
    Debugger& debugger_;
};

/// Height of three rows of buttons, a reason of three lines and both choices.
constexpr QSize LeastSize(LeastSidePanel.width(), 240);
}  // namespace

PanelDescriptor BreakpointsPanel::descriptor() {
    return {.id = "breakpointsDock",
            .title = tr("Breakpoints"),
            .hint = tr("Choose where runs pause"),
            .area = PanelArea::Left,
            .make = [](Workspace& w) { return new BreakpointsPanel(w.debugger(), w.commands(), w.units()); },
            .isShown = false,
            .isOfDebugger = true,
            .leastSize = LeastSize,
            .sizeInDebugger = {330, 400}};
}

BreakpointsPanel::BreakpointsPanel(Debugger& debugger, CommandTable& commands, const DisplayUnits& units,
                                   QWidget* parent)
    : QWidget(parent),
      debugger_(debugger),
      units_(units),
      cause_(new QLabel(this)),
      stages_(new QLabel(this)),
      list_(new BreakpointList(debugger, this)) {
    setObjectName(QStringLiteral("breakpoints"));
    // Too low for a long reason, it scrolls.
    auto* const content = new QWidget;
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    auto* const buttons = new FlowLayout(nullptr);
    buttons->setSpacing(2);
    for (const char* id : {"simulate.newRun", "debug.stopSoon", "simulate.step", "debug.oneStage", "debug.toStage"}) {
        auto* const button = new QToolButton(this);
        button->setDefaultAction(commands.action(QLatin1StringView(id)));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        buttons->addWidget(button);
    }
    layout->addLayout(buttons);
    cause_->setObjectName(QStringLiteral("stopCause"));
    cause_->setAccessibleName(tr("Pause reason"));
    cause_->setWordWrap(true);
    cause_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    stages_->setObjectName(QStringLiteral("stopStages"));
    stages_->setAccessibleName(tr("Stage costs of the paused run"));
    stages_->setWordWrap(true);
    layout->addWidget(cause_);
    layout->addWidget(stages_);
    layout->addWidget(makeAdder());
    list_->setObjectName(QStringLiteral("breakpointList"));
    list_->setAccessibleName(tr("Breakpoints; press Delete to remove one"));
    list_->setFrameShape(QFrame::NoFrame);
    layout->addWidget(list_, 1);
    auto* const scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Breakpoints"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    auto* const all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scroll);

    connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        debugger_.setEnabled(static_cast<std::size_t>(list_->row(item)), item->checkState() == Qt::Checked);
    });
    connect(&debugger_, &Debugger::wishesChanged, this, &BreakpointsPanel::showBreakpoints, Qt::QueuedConnection);
    connect(&debugger_, &Debugger::stopChanged, this, &BreakpointsPanel::showStop);
    connect(&debugger_.session(), &Session::changed, this, [this](SessionChanges changes) {
        if (changes.changesOutputs()) {
            populateTargets();
            showBreakpoints();
        }
    });
    showBreakpoints();
    showStop();
}

void BreakpointsPanel::chooseStage() {
    QMenu menu;
    for (Stage stage = Stage::Time; stage <= Stage::Report; stage = stage.next())
        menu.addAction(text(stage.getName()), this, [this, stage] { debugger_.runToStage(stage); });
    menu.exec(QCursor::pos());
}

QWidget* BreakpointsPanel::makeAdder() {
    auto* const adder = new QWidget(this);
    auto* const lines = new QVBoxLayout(adder);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(2);
    auto* const row = new QWidget(adder);
    lines->addWidget(row);
    wrong_ = new QLabel(adder);
    wrong_->setObjectName(QStringLiteral("breakpointWrong"));
    wrong_->setAccessibleName(tr("Breakpoint error"));
    wrong_->setWordWrap(true);
    wrong_->hide();
    lines->addWidget(wrong_);
    // Below each other, for whole names also in a narrow panel.
    auto* const layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    kind_ = new ComboBox(row, 12);
    kind_->setObjectName(QStringLiteral("breakpointKind"));
    kind_->setAccessibleName(tr("Kind of breakpoint"));
    for (const BreakpointKind& kind : breakpointKinds()) {
        kind_->addItem(text(kind.label));
        kind_->setItemData(kind_->count() - 1, tr("Pauses %1").arg(text(kind.doc).remove(u'`')), Qt::ToolTipRole);
    }
    what_ = new ComboBox(row, 8);
    what_->setObjectName(QStringLiteral("breakpointWhat"));
    what_->setAccessibleName(tr("Stage, entry or output"));
    // On a line of its own, which a narrow panel shows whole.
    limitRow_ = new QWidget(adder);
    limit_ = new QLineEdit(limitRow_);
    limit_->setObjectName(QStringLiteral("breakpointLimit"));
    unit_ = new QLabel(limitRow_);
    unit_->setObjectName(QStringLiteral("breakpointUnit"));
    add_ = new QToolButton(row);
    add_->setObjectName(QStringLiteral("breakpointAdd"));
    add_->setIcon(icon("add"));
    add_->setToolTip(tr("Add this breakpoint"));
    add_->setAccessibleName(add_->toolTip());
    add_->setAutoRaise(true);
    layout->addWidget(kind_);
    auto* const target = new QHBoxLayout;
    target->addWidget(what_, 1);
    // Stays at the right of a kind without target.
    target->addStretch();
    target->addWidget(add_);
    layout->addLayout(target);
    auto* const limitLine = new QHBoxLayout(limitRow_);
    limitLine->setContentsMargins(0, 0, 0, 0);
    limitLine->addWidget(limit_, 1);
    limitLine->addWidget(unit_);
    limitLine->addStretch();
    lines->insertWidget(1, limitRow_);
    connect(kind_, &QComboBox::currentIndexChanged, this, &BreakpointsPanel::populateTargets);
    connect(what_, &QComboBox::currentIndexChanged, this, &BreakpointsPanel::showUnit);
    connect(&units_, &DisplayUnits::changed, this, [this] {
        showUnit();
        showBreakpoints();
    });
    connect(add_, &QToolButton::clicked, this, &BreakpointsPanel::add);
    connect(limit_, &QLineEdit::returnPressed, this, &BreakpointsPanel::add);
    connect(limit_, &QLineEdit::textEdited, wrong_, &QLabel::hide);
    populateTargets();
    return adder;
}

const BreakpointKind& BreakpointsPanel::kind() const {
    return breakpointKinds()[static_cast<std::size_t>(kind_->currentIndex())];
}

void BreakpointsPanel::populateTargets() {
    const BreakpointTarget target = kind().target;
    const QString before = what_->currentText();
    what_->clear();
    const CompiledModelPtr& model = debugger_.session().lastModel();
    if (target == BreakpointTarget::Stage)
        for (Stage s = Stage::Instance; s <= Stage::Report; s = s.next()) what_->addItem(text(s.getName()), int(s));
    if (target == BreakpointTarget::Entry && model)
        for (const SubsystemReport& s : inspectState(*model, model->getInitialState()).subsystems)
            for (const CacheEntryReport& e : s.entries)
                what_->addItem(tr("%1 of %2").arg(text(e.name), text(s.name)),
                               QPoint(int(e.key.subsystem), int(e.key.entry)));
    if (target == BreakpointTarget::OutputAndLimit && model)
        for (const CompiledModel::BasicOutput& output : model->getBasicOutputs()) what_->addItem(text(output.name));
    what_->setVisible(what_->count() > 0);
    const bool isCondition = target == BreakpointTarget::Condition;
    limitRow_->setVisible(target == BreakpointTarget::Limit || target == BreakpointTarget::OutputAndLimit ||
                          isCondition);
    limit_->setAccessibleName(isCondition ? tr("Expression") : tr("Limit"));
    limit_->setPlaceholderText(isCondition ? tr("Crank.q > 90 deg && KE < 2") : tr("limit"));
    limit_->setToolTip(isCondition
                           ? tr("Outputs by name, t, KE, PE, E; + - * / ^, functions, < > ==, && || !; units or SI")
                           : QString());
    limit_->setMaximumWidth(isCondition ? QWIDGETSIZE_MAX
                                        : fontMetrics().horizontalAdvance(QStringLiteral("-0.000000e-00")));
    wrong_->hide();
    const int position = target == BreakpointTarget::Stage ? Stage::Position - Stage::Instance : 0;
    const int same = what_->findText(before);
    what_->setCurrentIndex(same >= 0 ? same : position);
    showUnit();
}

Quantity BreakpointsPanel::limitQuantity() const {
    const CompiledModelPtr& model = debugger_.session().lastModel();
    const auto output = static_cast<std::size_t>(std::max(0, what_->currentIndex()));
    if (kind().target == BreakpointTarget::OutputAndLimit)
        return model && output < model->getBasicOutputs().size() ? model->getBasicOutputs()[output].quantity
                                                                 : Quantity::None;
    return kind().limitQuantity;
}

QString BreakpointsPanel::describeShown(const Breakpoint& breakpoint, const CompiledModel& model) const {
    const QString told = text(describe(breakpoint, model));
    const BreakpointKind* const kind = findBreakpointKind(breakpoint.kind);
    Quantity quantity = kind ? kind->limitQuantity : Quantity::None;
    if (kind && kind->target == BreakpointTarget::OutputAndLimit && breakpoint.output < model.getBasicOutputs().size())
        quantity = model.getBasicOutputs()[breakpoint.output].quantity;
    // The engine describes limits in SI.
    const bool isInSi = quantity == Quantity::None || units_.unitFor(quantity).factor == 1;
    return isInSi ? told : tr("%1 (%2)").arg(told, formatQuantity(breakpoint.limit, quantity, units_, LimitDigits));
}

void BreakpointsPanel::showUnit() {
    unit_->setText(limitRow_->isHidden() || kind().target == BreakpointTarget::Condition
                       ? QString()
                       : units_.unitFor(limitQuantity()).symbol);
}

void BreakpointsPanel::add() {
    const BreakpointTarget target = kind().target;
    Breakpoint b;
    b.kind = kind().key;
    if (target == BreakpointTarget::Stage) b.stage = Stage(what_->currentData().toInt());
    if (target == BreakpointTarget::Entry) {
        const QPoint key = what_->currentData().toPoint();
        b.entry = {SubsystemIndex(key.x()), CacheEntryIndex(key.y())};
    }
    if (target == BreakpointTarget::OutputAndLimit)
        b.output = static_cast<std::size_t>(std::max(0, what_->currentIndex()));
    if ((target == BreakpointTarget::Limit || target == BreakpointTarget::OutputAndLimit) && !readLimit(b)) return;
    if (target == BreakpointTarget::Condition && !readCondition(b)) return;
    wrong_->hide();
    debugger_.addBreakpoint(b);
}

bool BreakpointsPanel::readLimit(Breakpoint& breakpoint) {
    const Quantity quantity = limitQuantity();
    const ParsedQuantity parsed = parseQuantity(limit_->text(), quantity, units_.unitFor(quantity));
    if (const Real* const si = std::get_if<Real>(&parsed)) {
        breakpoint.limit = *si;
        return true;
    }
    wrong_->setText(std::get<QString>(parsed));
    wrong_->show();
    limit_->setFocus();
    return false;
}

bool BreakpointsPanel::readCondition(Breakpoint& breakpoint) {
    breakpoint.condition = limit_->text().trimmed().toStdString();
    const CompiledModelPtr& model = debugger_.session().lastModel();
    const QString wrong = model ? text(explainError(breakpoint, model)) : tr("There is no model.");
    wrong_->setText(wrong);
    wrong_->setVisible(!wrong.isEmpty());
    if (wrong.isEmpty()) return true;
    limit_->setFocus();
    return false;
}

void BreakpointsPanel::showBreakpoints() {
    const QSignalBlocker quiet(list_);
    const int current = list_->currentRow();
    list_->clear();
    const CompiledModelPtr& model = debugger_.session().lastModel();
    for (const Breakpoint& b : debugger_.breakpoints()) {
        auto* const item = new QListWidgetItem(model ? describeShown(b, *model) : QString(), list_);
        if (const std::string wrong = model ? explainError(b, model) : ""; !wrong.empty()) {
            item->setForeground(Theme::instance().colors().bad);
            item->setToolTip(text(wrong));
        }
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(b.enabled ? Qt::Checked : Qt::Unchecked);
    }
    list_->setCurrentRow(std::min(current, list_->count() - 1));
}

QString BreakpointsPanel::causeShown() const { return cause_->text(); }

void BreakpointsPanel::showStop() {
    const auto& stop = debugger_.stop();
    cause_->setStyleSheet(
        stop ? QStringLiteral("color:%1; font-weight:bold;").arg(Theme::instance().colors().caution.name())
             : QString());
    if (!stop) {
        cause_->setText(tr("Not paused. F9 toggles a breakpoint on invalidation of Position; F5 runs."));
        stages_->clear();
        return;
    }
    cause_->setText(tr("Paused at %1 s, stage %2. %3")
                        .arg(pausedTimeText(stop->time), text(stop->stage.getName()), text(stop->cause)));
    QStringList costs;
    for (Stage s = Stage::Time; s <= Stage::Report; s = s.next()) {
        const double seconds = stop->seconds[static_cast<std::size_t>(int(s))];
        if (seconds < 0) continue;
        const QString cost = tr("%1 %2").arg(text(s.getName()), formatDuration(seconds));
        costs += s <= stop->stage ? QStringLiteral("<b>%1</b>").arg(cost) : cost;
    }
    stages_->setText(costs.join(QStringLiteral(" · ")));
    keepHeights();
}

void BreakpointsPanel::keepHeights() {
    for (QLabel* const label : {cause_, stages_})
        label->setMinimumHeight(std::max(label->minimumHeight(), label->heightForWidth(label->width())));
}

void BreakpointsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (event->size().width() == event->oldSize().width()) return;
    for (QLabel* const label : {cause_, stages_}) label->setMinimumHeight(0);
}

}  // namespace trammel::ui
