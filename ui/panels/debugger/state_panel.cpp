// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/state_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyledItemDelegate>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "inspect/partial_inspection.h"
#include "runtime/run_monitor.h"
#include "ui/panels/column_fit.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/intervals.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

constexpr int LongestValue = 400;
Quantity rateOf(Quantity quantity) {
    switch (quantity) {
        case Quantity::Angle: return Quantity::AngularSpeed;
        case Quantity::AngularSpeed: return Quantity::AngularAcceleration;
        case Quantity::Length: return Quantity::Speed;
        case Quantity::Speed: return Quantity::Acceleration;
        default: return Quantity::None;
    }
}

/// Name and tooltip of a group of variables of y.
struct KindText {
    VariableReading::Kind kind;
    const char *name, *tip;
    Stage::Level stage;
};
constexpr KindText KindTexts[] = {
    {VariableReading::Kind::Q, QT_TRANSLATE_NOOP("trammel::ui::StatePanel", "Coordinates q"),
     QT_TRANSLATE_NOOP("trammel::ui::StatePanel", "Joint positions; rate and acceleration are qdot and qdotdot"),
     Stage::Position},
    {VariableReading::Kind::U, QT_TRANSLATE_NOOP("trammel::ui::StatePanel", "Speeds u"),
     QT_TRANSLATE_NOOP("trammel::ui::StatePanel", "Joint speeds; rate is udot"), Stage::Velocity},
    {VariableReading::Kind::Z, QT_TRANSLATE_NOOP("trammel::ui::StatePanel", "Auxiliary variables z"),
     QT_TRANSLATE_NOOP("trammel::ui::StatePanel", "Auxiliary states of forces; derivative zdot"), Stage::Dynamics}};

}  // namespace

/// A row of the tree. Keeps the place of what it shows, no texts.
class StatePanel::Row : public QTreeWidgetItem {
public:
    Row(StatePanel& panel, const Place& what, bool isEditable) : place(what), panel_(panel) {
        if (isEditable) setFlags(flags() | Qt::ItemIsEditable);
    }

    QVariant data(int column, int role) const override {
        // First: a State that is realized less far has no equations.
        panel_.catchUp();
        if (!panel_.isShown(place)) return {};
        const bool isNumber = column != Name && column != Invalidates && column != Type;
        switch (role) {
            case Qt::DisplayRole:
            case Qt::EditRole: return panel_.textOf(place, column);
            case Qt::TextAlignmentRole: return isNumber ? int(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
            case Qt::ToolTipRole: {
                const QString tip = panel_.tipOf(place, column);
                const bool isField = tip.isEmpty() && column == Value && flags() & Qt::ItemIsEditable;
                return isField ? tr("Double-click to edit the displayed state") : tip;
            }
            default: return {};
        }
    }
    void setData(int column, int role, const QVariant& value) override {
        const bool isText = role == Qt::EditRole || role == Qt::DisplayRole;
        if (!isText || column != Value || !(flags() & Qt::ItemIsEditable)) return;
        // The rounded value that is shown is not written.
        if (value.toString() != data(column, role).toString()) panel_.edited(place, value.toString());
    }

    const Place place;

private:
    StatePanel& panel_;
};

/// Writes only what was typed: an editor that is left without a change has the value of the instant at which it was opened.
class StatePanel::Field : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override {
        const auto* const line = qobject_cast<const QLineEdit*>(editor);
        if (!line || line->isModified()) QStyledItemDelegate::setModelData(editor, model, index);
    }
};

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
    tree_->setItemDelegate(new Field(tree_));
    new ColumnFit(*tree_, *tree_->header(),
                  {{20, 14}, {13, 12}, {12, 11}, {14, 11}, {7, 5}, {9, 6}, {6, 4}, {8, 6}, {16, 8}});
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
    connect(tree_, &QTreeWidget::itemActivated, this, &StatePanel::edit);
    connect(tree_, &QTreeWidget::itemDoubleClicked, this, &StatePanel::edit);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    new PlotDragSource(tree_->viewport(), [this](const QPoint& at) { return dragFrom(tree_->itemAt(at)); });
    connect(tree_, &QWidget::customContextMenuRequested, this, &StatePanel::openMenu);
}

PlotDrag StatePanel::dragFrom(const QTreeWidgetItem* item) const {
    PlotDrag drag;
    if (!item || !item->parent()) return drag;
    const Place& row = static_cast<const Row*>(item)->place;
    if (!isShown(row)) return drag;
    drag.outputs = plottedBy(row);
    if (row.kind == Kind::Variable) drag.variable = variables_[row.first].index;
    return drag;
}

QStringList StatePanel::plottedBy(const Place& row) const {
    if (row.kind != Kind::Discrete) return {};
    // A scalar can be plotted by its name.
    const VariableReport variable = discreteOf(row);
    bool isNumber = variable.value == "true" || variable.value == "false";
    if (!isNumber) text(variable.value).toDouble(&isNumber);
    return isNumber ? QStringList(text(variable.name)) : QStringList();
}

void StatePanel::openMenu(const QPoint& at) {
    const QTreeWidgetItem* const item = tree_->itemAt(at);
    if (!item || !item->parent()) return;
    const Place& row = static_cast<const Row*>(item)->place;
    if (!isShown(row)) return;
    QMenu menu;
    if (row.kind == Kind::Variable) {
        menu.addAction(tr("Show provenance"), this,
                       [this, y = variables_[row.first].index] { Q_EMIT variableProvenanceRequested(y); });
    } else if (row.kind == Kind::Equation) {
        const QString name = text(equations_[row.first].name);
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
    const State& state = *debugger_.inspected().state;
    for (int s = 0; s < state.getNumSubsystems(); ++s)
        all.push_back(state.getPerSubsystemInfo(SubsystemIndex(s)).discreteVariables.size());
    return all;
}

void StatePanel::refresh() {
    if (!isVisible()) return;
    const InspectionTarget& inspected = debugger_.inspected();
    if (!inspected.model) {
        tree_->clear();
        system_ = nullptr;
        return;
    }
    read();
    fill();
}

void StatePanel::catchUp() {
    const InspectionTarget& inspected = debugger_.inspected();
    const bool isOfRows = system_ && inspected.model && &inspected.model->getSystem() == system_;
    if (!isOfRows || inspected.stop || inspected.state->getTime() == time_) return;
    read();
}

void StatePanel::read() {
    const InspectionTarget& inspected = debugger_.inspected();
    time_ = inspected.state->getTime();
    if (inspected.stop) {
        variables_ = inspected.stop->variables;
        equations_ = inspected.stop->equations;
        return;
    }
    variables_ = readVariables(*inspected.model, *inspected.state);
    equations_ = inspected.state->getSystemStage() >= Stage::Instance
                     ? readEquations(*inspected.model, *inspected.state)
                     : std::vector<EquationReading>();
}

void StatePanel::fill() {
    const InspectionTarget& inspected = debugger_.inspected();
    if (system_ != &inspected.model->getSystem() || shape() != shape_) rebuild();
    tree_->viewport()->update();
    const InvalidationSummary& invalidation = debugger_.session().displayed().invalidation();
    message_->setText(invalidation.number > 0 ? tr("Last edit: ") + invalidation.describe() : QString());
}

void StatePanel::rebuild() {
    system_ = &debugger_.inspected().model->getSystem();
    shape_ = shape();
    tree_->clear();
    isFiltered_ = false;
    addVariables();
    addEquations();
    addDiscrete();
    // The groups alone: the view keeps an entry for each expanded row.
    tree_->expandToDepth(0);
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
    addGroup(tr("Time"), tr("A write invalidates Time and above"))
        ->addChild(new Row(*this, {.kind = Kind::Time}, true));
    for (const auto& [kind, name, tip, stage] : KindTexts) {
        // Added together, which is faster.
        QList<QTreeWidgetItem*> rows;
        for (std::size_t i = 0; i < variables_.size(); ++i)
            if (variables_[i].kind == kind) rows += new Row(*this, {Kind::Variable, i}, true);
        if (!rows.isEmpty()) addGroup(tr(name), tr(tip))->addChildren(rows);
    }
}

void StatePanel::addEquations() {
    if (equations_.empty()) return;
    const CompiledModel& model = *debugger_.inspected().model;
    const State& now = *debugger_.inspected().state;
    quantities_ = findQuantitiesByRow(model, now.getSystemStage() >= Stage::Position ? now : model.getInitialState());
    quantities_.resize(equations_.size());
    QList<QTreeWidgetItem*> rows;
    for (std::size_t i = 0; i < equations_.size(); ++i) rows += new Row(*this, {Kind::Equation, i}, false);
    addGroup(tr("Constraint equations"), tr("Position and velocity errors, multiplier; weights of position errors"))
        ->addChildren(rows);
}

void StatePanel::addDiscrete() {
    const State& state = *debugger_.inspected().state;
    for (int s = 0; s < state.getNumSubsystems(); ++s) {
        const PerSubsystemInfo& subsystem = state.getPerSubsystemInfo(SubsystemIndex(s));
        QList<QTreeWidgetItem*> rows;
        for (std::size_t v = 0; v < subsystem.discreteVariables.size(); ++v) {
            const DiscreteVarInfo& variable = subsystem.discreteVariables[v];
            const bool isEditable = variable.getValue().hasText() && variable.getInvalidatedStage() > Stage::Model;
            rows += new Row(*this, {Kind::Discrete, std::size_t(s), v}, isEditable);
        }
        if (!rows.isEmpty())
            addGroup(tr("Discrete variables of %1 (SI units)").arg(text(subsystem.name)),
                     tr("Parameters and discrete states, changed only by explicit writes"))
                ->addChildren(rows);
    }
}

QString StatePanel::nameOfRow(const Place& row) const {
    switch (row.kind) {
        case Kind::Time: return tr("t");
        case Kind::Variable: return text(variables_[row.first].name);
        case Kind::Equation: return text(equations_[row.first].name);
        case Kind::Discrete: {
            // Without the text of its value: a search reads the names of all.
            const PerSubsystemInfo& subsystem =
                debugger_.inspected().state->getPerSubsystemInfo(SubsystemIndex(int(row.first)));
            return text(subsystem.discreteVariables[row.second].getName());
        }
    }
    return {};
}

VariableReport StatePanel::discreteOf(const Place& row) const {
    const InspectionTarget& inspected = debugger_.inspected();
    const DiscreteVarKey key{SubsystemIndex(int(row.first)), DiscreteVariableIndex(int(row.second))};
    if (!inspected.stop) return inspectVariable(*inspected.state, key);
    // Versions are those of the worker's own State. Its discrete variables follow each other, after the few continuous
    // ones.
    const std::vector<VariableReport>& all = inspected.stop->report.subsystems[row.first].variables;
    const DiscreteVarKey first{key.subsystem, DiscreteVariableIndex(0)};
    const auto place = std::size_t(std::ranges::find(all, first, &VariableReport::key) - all.begin()) + row.second;
    return place < all.size() && all[place].key == key ? all[place] : VariableReport();
}

bool StatePanel::isShown(const Place& row) const {
    const InspectionTarget& inspected = debugger_.inspected();
    if (!system_ || !inspected.model || &inspected.model->getSystem() != system_) return false;
    switch (row.kind) {
        case Kind::Time: return true;
        case Kind::Variable: return row.first < variables_.size();
        case Kind::Equation: return row.first < std::min(equations_.size(), quantities_.size());
        case Kind::Discrete: {
            const State& state = *inspected.state;
            const auto subsystem = SubsystemIndex(int(row.first));
            return int(row.first) < state.getNumSubsystems() &&
                   row.second < state.getPerSubsystemInfo(subsystem).discreteVariables.size();
        }
    }
    return false;
}

QString StatePanel::textOf(const Place& row, int column) const {
    if (column == Name) return nameOfRow(row);
    switch (row.kind) {
        case Kind::Time:
            if (column == Value) return number(time_, Quantity::Time);
            return column == Invalidates ? nameOf(Stage::Time) : QString();
        case Kind::Variable: return textOfVariable(variables_[row.first], column);
        case Kind::Equation: return textOfEquation(row.first, column);
        case Kind::Discrete:
            if (column == Rate || column == Acceleration || column == Weight) return {};
            return textOfDiscrete(discreteOf(row), column);
    }
    return {};
}

QString StatePanel::textOfVariable(const VariableReading& variable, int column) const {
    const Quantity rate = rateOf(variable.quantity);
    switch (column) {
        case Value: return number(variable.value, variable.quantity);
        case Rate: return number(variable.rate, rate);
        case Acceleration: return number(variable.acceleration, rateOf(rate));
        case Weight: return number(variable.weight, Quantity::None);
        case Invalidates: return nameOf(KindTexts[int(variable.kind)].stage);
        default: return {};
    }
}

QString StatePanel::textOfEquation(std::size_t equation, int column) const {
    const EquationReading& e = equations_[equation];
    const EquationQuantity& quantity = quantities_[equation];
    switch (column) {
        case Value: return number(e.positionError, quantity.error);
        case Rate: return number(e.velocityError, rateOf(quantity.error));
        case Acceleration: return number(e.multiplier, quantity.multiplier);
        case Weight: return number(e.positionWeight, Quantity::None);
        default: return {};
    }
}

QString StatePanel::textOfDiscrete(const VariableReport& variable, int column) const {
    switch (column) {
        case Value: return text(variable.value).left(LongestValue);
        case Invalidates: return nameOf(variable.invalidates);
        case Version: return QString::number(variable.version);
        case Written:
            return std::isnan(variable.lastUpdate) ? tr("never") : number(variable.lastUpdate, Quantity::Time);
        case Type: return text(variable.type);
        default: return {};
    }
}

QString StatePanel::tipOf(const Place& row, int column) const {
    if (row.kind == Kind::Discrete && (column == Name || column == Value)) {
        const VariableReport variable = discreteOf(row);
        if (column == Value) return text(variable.value).left(LongestValue);
        if (column == Name && variable.kind == VariableReport::Kind::AutoUpdate) return tr("Updated after each step");
    }
    if (column == Name) return nameOfRow(row);
    if (column != Acceleration || row.kind != Kind::Equation) return {};
    const Quantity acceleration = rateOf(rateOf(quantities_[row.first].error));
    return tr("Multiplier; acceleration error %1").arg(number(equations_[row.first].accelerationError, acceleration));
}

void StatePanel::edit(QTreeWidgetItem* item) {
    if (!(item->flags() & Qt::ItemIsEditable)) return;
    if (!debugger_.inspectsWorker()) return tree_->editItem(item, Value);
    // The rows may be rebuilt for the displayed state.
    const Place place = static_cast<const Row*>(item)->place;
    debugger_.inspectWorker(false);
    refresh();
    for (QTreeWidgetItemIterator i(tree_, QTreeWidgetItemIterator::Editable); *i; ++i) {
        if (!(*i)->parent() || static_cast<const Row*>(*i)->place != place) continue;
        Q_EMIT debugger_.session().notice(tr("Editing the displayed state; the paused run does not change."));
        tree_->setCurrentItem(*i);
        return tree_->editItem(*i, Value);
    }
}

void StatePanel::edited(const Place& row, const QString& typed) {
    // Queued: the change may rebuild the rows during the editor's own call.
    QTimer::singleShot(0, this, [this, row, typed] {
        const QString wrong = isShown(row) ? write(row, typed) : QString();
        if (wrong.isEmpty()) return;
        refresh();
        message_->setText(wrong);
    });
}

QString StatePanel::write(const Place& row, const QString& typed) {
    switch (row.kind) {
        case Kind::Time:
            return writeNumber(typed, Quantity::Time, [](DisplayedState& shown, Real t) { shown.setTime(t); });
        case Kind::Variable: {
            const VariableReading variable = variables_[row.first];
            return writeNumber(typed, variable.quantity,
                               [&](DisplayedState& shown, Real x) { shown.setVariable(variable.index, x); });
        }
        case Kind::Equation: return {};
        case Kind::Discrete: {
            bool written = false;
            debugger_.session().inspect(
                [&, key = discreteOf(row).key](DisplayedState& shown) { written = shown.setDiscrete(key, typed); });
            return written ? QString() : tr("Invalid value; previous value kept.");
        }
    }
    return {};
}

void StatePanel::filter(const QString& wanted) {
    // All rows are shown.
    if (wanted.isEmpty() && !isFiltered_) return;
    isFiltered_ = !wanted.isEmpty();
    for (int g = 0; g < tree_->topLevelItemCount(); ++g) {
        QTreeWidgetItem* const group = tree_->topLevelItem(g);
        bool any = false;
        for (int i = 0; i < group->childCount(); ++i) {
            QTreeWidgetItem* const row = group->child(i);
            const bool fits = row->text(Name).contains(wanted, Qt::CaseInsensitive);
            if (row->isHidden() == fits) row->setHidden(!fits);
            any = any || fits;
        }
        group->setHidden(!any);
    }
}

}  // namespace trammel::ui
