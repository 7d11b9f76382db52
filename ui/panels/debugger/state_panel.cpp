// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/state_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <cmath>

#include "ui/panels/column_fit.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/intervals.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

constexpr int LongestValue = 400;
/// Role of the row number.
constexpr int RowRole = Qt::UserRole;
/// Role of the output names to drag.
constexpr int PlottedRole = Qt::UserRole + 1;

Quantity rateOf(Quantity quantity) {
    switch (quantity) {
        case Quantity::Angle: return Quantity::AngularSpeed;
        case Quantity::AngularSpeed: return Quantity::AngularAcceleration;
        case Quantity::Length: return Quantity::Speed;
        case Quantity::Speed: return Quantity::Acceleration;
        default: return Quantity::None;
    }
}

}  // namespace

PanelDescriptor StatePanel::descriptor() {
    return {.id = "stateDock",
            .title = tr("State"),
            .hint = tr("Show and edit all variables of the state"),
            .area = PanelArea::Bottom,
            .make =
                [](Workspace& w) {
                    auto* const panel = new StatePanel(w.debugger(), w.units());
                    connect(panel, &StatePanel::variableProvenanceRequested, &w,
                            &Workspace::variableProvenanceRequested);
                    connect(panel, &StatePanel::multiplierProvenanceRequested, &w,
                            &Workspace::multiplierProvenanceRequested);
                    connect(&w, &Workspace::variableRequested, panel, [&w, panel](const QString& name) {
                        Q_EMIT w.panelRequested(QStringLiteral("stateDock"));
                        panel->search(name);
                    });
                    return panel;
                },
            .isShown = false,
            .isOfDebugger = true};
}

StatePanel::StatePanel(Debugger& debugger, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent),
      debugger_(debugger),
      units_(units),
      tree_(new QTreeWidget(this)),
      search_(new QLineEdit(this)),
      message_(new QLabel(this)) {
    setObjectName(QStringLiteral("statePanel"));
    tree_->setObjectName(QStringLiteral("stateTree"));
    tree_->setAccessibleName(tr("State variables"));
    tree_->setColumnCount(ColumnCount);
    tree_->setHeaderLabels({tr("Variable"), tr("Value"), tr("Rate"), tr("Acceleration / multiplier"), tr("Weight"),
                            tr("Invalidates"), tr("Version"), tr("Written at"), tr("Type")});
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setAlternatingRowColors(true);
    tree_->setUniformRowHeights(true);
    tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    new ColumnFit(*tree_, *tree_->header(),
                  {{20, 13}, {12, 9}, {12, 11}, {14, 11}, {7, 5}, {9, 6}, {6, 4}, {8, 6}, {16, 8}});
    search_->setObjectName(QStringLiteral("stateSearch"));
    search_->setPlaceholderText(tr("Search variables"));
    search_->setAccessibleName(tr("Search variables"));
    search_->setClearButtonEnabled(true);
    message_->setObjectName(QStringLiteral("stateDamage"));
    message_->setWordWrap(true);
    message_->setContentsMargins(6, 2, 6, 4);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(2);
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(6, 0, 6, 0);
    top->addWidget(search_);
    layout->addLayout(top);
    layout->addWidget(tree_, 1);
    layout->addWidget(message_);

    throttle_.setSingleShot(true);
    throttle_.setInterval(RefreshInterval);
    connect(&throttle_, &QTimer::timeout, this, &StatePanel::refresh);
    connect(&debugger_, &Debugger::inspectedChanged, this, &StatePanel::refreshSoon);
    connect(&units_, &DisplayUnits::changed, this, &StatePanel::refresh);
    connect(search_, &QLineEdit::textChanged, this, &StatePanel::filter);
    connect(tree_, &QTreeWidget::itemChanged, this, &StatePanel::edited);
    connect(tree_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        if (item->flags() & Qt::ItemIsEditable && !debugger_.inspectsWorker()) tree_->editItem(item, Value);
    });
    connect(tree_, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) {
        if (item->flags() & Qt::ItemIsEditable && !debugger_.inspectsWorker()) tree_->editItem(item, Value);
    });
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    new PlotDragSource(tree_->viewport(), [this](const QPoint& at) { return dragFrom(tree_->itemAt(at)); });
    connect(tree_, &QWidget::customContextMenuRequested, this, &StatePanel::openMenu);
}

PlotDrag StatePanel::dragFrom(const QTreeWidgetItem* row) const {
    PlotDrag drag;
    if (!row || !row->parent()) return drag;
    drag.outputs = row->data(Name, PlottedRole).toStringList();
    // The first row is time.
    const int number = row->data(Name, RowRole).toInt() - 1;
    if (number >= 0 && static_cast<std::size_t>(number) < variables_.size())
        drag.variable = variables_[static_cast<std::size_t>(number)].index;
    return drag;
}

void StatePanel::openMenu(const QPoint& at) {
    const QTreeWidgetItem* const item = tree_->itemAt(at);
    const int number = item && item->parent() ? item->data(Name, RowRole).toInt() : -1;
    if (number < 1) return;
    // Coordinates and speeds follow time, then the equations.
    const auto variable = static_cast<std::size_t>(number) - 1;
    QMenu menu;
    if (variable < variables_.size()) {
        menu.addAction(tr("Show provenance"), this,
                       [this, y = variables_[variable].index] { Q_EMIT variableProvenanceRequested(y); });
    } else if (const std::size_t equation = variable - variables_.size(); equation < equations_.size()) {
        const QString name = text(equations_[equation].name);
        menu.addAction(tr("Show provenance of the multiplier"), this,
                       [this, name] { Q_EMIT multiplierProvenanceRequested(name); });
    }
    if (!menu.isEmpty()) menu.exec(tree_->viewport()->mapToGlobal(at));
}

void StatePanel::search(const QString& name) {
    search_->setText(name);
    tree_->setFocus();
}

void StatePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void StatePanel::refreshSoon() {
    if (!debugger_.session().player().isPlaying()) return refresh();
    if (!throttle_.isActive()) throttle_.start();
}

std::vector<std::size_t> StatePanel::shape() const {
    std::vector<std::size_t> all{variables_.size(), equations_.size()};
    for (const SubsystemReport& s : debugger_.inspected().report.subsystems) all.push_back(s.variables.size());
    return all;
}

void StatePanel::refresh() {
    if (!isVisible()) return;
    const InspectionTarget& inspected = debugger_.inspected();
    if (!inspected.model) {
        tree_->clear();
        rows_.clear();
        system_ = nullptr;
        return;
    }
    if (inspected.stop) {
        variables_ = inspected.stop->variables;
        equations_ = inspected.stop->equations;
        return fill();
    }
    variables_ = readVariables(*inspected.model, *inspected.state);
    equations_ = inspected.state->getSystemStage() >= Stage::Instance
                     ? readEquations(*inspected.model, *inspected.state)
                     : std::vector<EquationReading>();
    fill();
}

void StatePanel::fill() {
    const InspectionTarget& inspected = debugger_.inspected();
    const QSignalBlocker quiet(tree_);
    if (system_ != &inspected.model->getSystem() || shape() != shape_) rebuild();
    for (const Row& row : rows_) row.fill(row.item);
    const InvalidationSummary& invalidation = debugger_.session().displayed().invalidation();
    message_->setText(invalidation.number > 0 ? tr("Last edit: ") + invalidation.describe() : QString());
}

void StatePanel::rebuild() {
    system_ = &debugger_.inspected().model->getSystem();
    shape_ = shape();
    tree_->clear();
    rows_.clear();
    addVariables();
    addEquations();
    addDiscrete();
    tree_->expandAll();
    filter(search_->text());
}

QTreeWidgetItem* StatePanel::addGroup(const QString& name, const QString& tip) {
    auto* const group = new QTreeWidgetItem(tree_, {name});
    group->setFlags(Qt::ItemIsEnabled);
    group->setToolTip(0, tip);
    QFont bold = font();
    bold.setBold(true);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    return group;
}

QTreeWidgetItem* StatePanel::addRow(QTreeWidgetItem* group, const QString& name, bool editable,
                                    std::function<void(QTreeWidgetItem*)> fill,
                                    std::function<QString(const QString&)> write) {
    auto* const item = new QTreeWidgetItem(group, {name});
    item->setToolTip(Name, name);
    if (editable) {
        item->setFlags(item->flags() | Qt::ItemIsEditable);
        item->setToolTip(Value, tr("Double-click to edit the displayed state"));
    }
    for (const int column : {int(Value), int(Rate), int(Acceleration), int(Weight), int(Version), int(Written)})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(Name, RowRole, static_cast<int>(rows_.size()));
    rows_.push_back({item, std::move(fill), std::move(write)});
    return item;
}

QString StatePanel::number(Real si, Quantity quantity) const {
    return std::isnan(si) ? QStringLiteral("–") : formatQuantity(si, quantity, units_, 8);
}

QString StatePanel::writeNumber(const QString& typed, Quantity quantity,
                                const std::function<void(DisplayedState&, Real)>& put) {
    const ParsedQuantity parsed = parseQuantity(typed, quantity, units_.unitFor(quantity));
    if (const auto* const wrong = std::get_if<QString>(&parsed)) return *wrong;
    debugger_.session().inspect([&](DisplayedState& shown) { put(shown, std::get<Real>(parsed)); });
    return {};
}

void StatePanel::addVariables() {
    QTreeWidgetItem* group = addGroup(tr("Time"), tr("A write invalidates Time and above"));
    addRow(
        group, tr("t"), true,
        [this](QTreeWidgetItem* item) {
            item->setText(Value, number(debugger_.inspected().state->getTime(), Quantity::Time));
            item->setText(Invalidates, nameOf(Stage::Time));
        },
        [this](const QString& typed) {
            return writeNumber(typed, Quantity::Time, [](DisplayedState& shown, Real t) { shown.setTime(t); });
        });
    static const struct {
        VariableReading::Kind kind;
        const char *name, *tip;
        Stage::Level stage;
    } kinds[] = {
        {VariableReading::Kind::Q, QT_TR_NOOP("Coordinates q"),
         QT_TR_NOOP("Joint positions; rate and acceleration are qdot and qdotdot"), Stage::Position},
        {VariableReading::Kind::U, QT_TR_NOOP("Speeds u"), QT_TR_NOOP("Joint speeds; rate is udot"), Stage::Velocity},
        {VariableReading::Kind::Z, QT_TR_NOOP("Auxiliary variables z"),
         QT_TR_NOOP("Auxiliary states of forces; derivative zdot"), Stage::Dynamics}};
    for (const auto& [kind, name, tip, stage] : kinds) {
        group = nullptr;
        for (std::size_t i = 0; i < variables_.size(); ++i) {
            if (variables_[i].kind != kind) continue;
            if (!group) group = addGroup(tr(name), tr(tip));
            addRow(
                group, text(variables_[i].name), true,
                [this, i, level = stage](QTreeWidgetItem* item) {
                    const VariableReading& v = variables_[i];
                    const Quantity rate = rateOf(v.quantity);
                    item->setText(Value, number(v.value, v.quantity));
                    item->setText(Rate, number(v.rate, rate));
                    item->setText(Acceleration, number(v.acceleration, rateOf(rate)));
                    item->setText(Weight, number(v.weight, Quantity::None));
                    item->setText(Invalidates, nameOf(level));
                },
                [this, i](const QString& typed) {
                    return writeNumber(typed, variables_[i].quantity, [this, i](DisplayedState& shown, Real x) {
                        shown.setVariable(variables_[i].index, x);
                    });
                });
        }
    }
}

void StatePanel::addEquations() {
    if (equations_.empty()) return;
    const CompiledModel& model = *debugger_.inspected().model;
    const State& now = *debugger_.inspected().state;
    quantities_ = findQuantitiesByRow(model, now.getSystemStage() >= Stage::Position ? now : model.getInitialState());
    quantities_.resize(equations_.size());
    QTreeWidgetItem* const group = addGroup(tr("Constraint equations"),
                                            tr("Position and velocity errors, multiplier; weights of position errors"));
    for (std::size_t i = 0; i < equations_.size(); ++i)
        addRow(group, text(equations_[i].name), false, [this, i](QTreeWidgetItem* item) {
            const EquationReading& e = equations_[i];
            const EquationQuantity& quantity = quantities_[i];
            const Quantity rate = rateOf(quantity.error);
            item->setText(Value, number(e.positionError, quantity.error));
            item->setText(Rate, number(e.velocityError, rate));
            item->setText(Acceleration, number(e.multiplier, quantity.multiplier));
            item->setText(Weight, number(e.positionWeight, Quantity::None));
            item->setToolTip(Acceleration,
                             tr("Multiplier; acceleration error %1").arg(number(e.accelerationError, rateOf(rate))));
        });
}

void StatePanel::addDiscrete() {
    const StateReport& report = debugger_.inspected().report;
    for (std::size_t s = 0; s < report.subsystems.size(); ++s) {
        QTreeWidgetItem* group = nullptr;
        for (std::size_t v = 0; v < report.subsystems[s].variables.size(); ++v) {
            const VariableReport& variable = report.subsystems[s].variables[v];
            using Kind = VariableReport::Kind;
            if (variable.kind != Kind::Discrete && variable.kind != Kind::AutoUpdate) continue;
            if (!group)
                group = addGroup(tr("Discrete variables of %1 (SI units)").arg(text(report.subsystems[s].name)),
                                 tr("Parameters and discrete states, changed only by explicit writes"));
            const bool editable = !variable.value.empty() && variable.invalidates > Stage::Model;
            QTreeWidgetItem* const row = addRow(
                group, text(variable.name), editable,
                [this, s, v](QTreeWidgetItem* item) {
                    const VariableReport& now = debugger_.inspected().report.subsystems[s].variables[v];
                    item->setText(Value, text(now.value).left(LongestValue));
                    item->setToolTip(Value, text(now.value).left(LongestValue));
                    item->setText(Invalidates, nameOf(now.invalidates));
                    item->setText(Version, QString::number(now.version));
                    item->setText(Written,
                                  std::isnan(now.lastUpdate) ? tr("never") : number(now.lastUpdate, Quantity::Time));
                    item->setText(Type, text(now.type));
                    if (now.kind == VariableReport::Kind::AutoUpdate)
                        item->setToolTip(Name, tr("Updated after each step"));
                },
                [this, key = variable.key](const QString& typed) {
                    bool written = false;
                    debugger_.session().inspect(
                        [&](DisplayedState& shown) { written = shown.setDiscrete(key, typed); });
                    return written ? QString() : tr("Invalid value; previous value kept.");
                });
            // A scalar can be plotted by its name.
            bool isNumber = variable.value == "true" || variable.value == "false";
            if (!isNumber) text(variable.value).toDouble(&isNumber);
            if (isNumber) row->setData(Name, PlottedRole, QStringList(text(variable.name)));
        }
    }
}

void StatePanel::edited(QTreeWidgetItem* item, int column) {
    const auto number = static_cast<std::size_t>(item->data(Name, RowRole).toInt());
    if (column != Value || number >= rows_.size() || rows_[number].item != item || !rows_[number].write) return;
    // Queued: the change may rebuild the rows during the editor's own call.
    QTimer::singleShot(0, this, [this, write = rows_[number].write, typed = item->text(Value)] {
        const QString wrong = write(typed);
        if (wrong.isEmpty()) return;
        refresh();
        message_->setText(wrong);
    });
}

void StatePanel::filter(const QString& wanted) {
    for (int g = 0; g < tree_->topLevelItemCount(); ++g) {
        QTreeWidgetItem* const group = tree_->topLevelItem(g);
        bool any = false;
        for (int i = 0; i < group->childCount(); ++i) {
            const bool fits = group->child(i)->text(Name).contains(wanted, Qt::CaseInsensitive);
            group->child(i)->setHidden(!fits);
            any = any || fits;
        }
        group->setHidden(!any);
    }
}

}  // namespace trammel::ui
