// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameters_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "compile/parameter_types.h"
#include "meta/expression.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/properties/formula_text.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

const std::string valueKey = "value";

/// A number with any unit: "2*pi rad".
std::optional<std::pair<Quantity, Real>> numberWithUnit(const QString& typed) {
    for (const Quantity quantity : allQuantities) {
        const ParsedQuantity parsed = parseQuantity(typed, quantity, unitsOf(quantity).front());
        if (const Real* const value = std::get_if<Real>(&parsed)) return std::pair(quantity, *value);
    }
    return std::nullopt;
}

std::optional<Quantity> quantityOf(const Dimension& dimension) {
    for (const Quantity quantity : allQuantities)
        if (dimensionOf(quantity) == dimension) return quantity;
    return std::nullopt;
}

}  // namespace

QString addParameter(Session& session, const QString& definition) {
    const qsizetype sign = definition.indexOf('=');
    const QString name = definition.left(sign).trimmed();
    const QString typed = sign < 0 ? QString() : definition.mid(sign + 1).trimmed();
    if (sign < 0 || name.isEmpty() || typed.isEmpty())
        return ParametersPanel::tr("Enter a name, =, and a number with its unit: L1 = 80 mm");
    if (quotedName(name.toStdString()) != name.toStdString())
        return ParametersPanel::tr("'%1' is not a valid name. Use one word of letters and digits, such as L1.")
            .arg(name);
    if (session.document().findByName(name.toStdString()))
        return ParametersPanel::tr("An element named '%1' already exists.").arg(name);

    Quantity quantity = Quantity::None;
    Real number = 0;
    const bool formula = isFormula(typed);
    if (formula) {
        const NamedValue value = evaluateFormula(session.document(), session.catalog(), typed.toStdString());
        if (const auto* const why = std::get_if<std::string>(&value)) return text(*why);
        const auto found = quantityOf(std::get<Measured>(value).dimension);
        if (!found)
            return ParametersPanel::tr("No quantity has the unit %1.")
                .arg(text(describe(std::get<Measured>(value).dimension)));
        quantity = *found;
    } else {
        const auto found = numberWithUnit(typed);
        if (!found) {
            const auto parsed = Expression::parse(typed.toStdString());
            const auto* const why = std::get_if<std::string>(&parsed);
            return why ? text(*why) : ParametersPanel::tr("'%1' is not a number with a unit.").arg(typed);
        }
        std::tie(quantity, number) = *found;
    }
    const TypeDescriptor& type = *findParameterType(session.catalog(), quantity);
    const auto result =
        session.edit(ParametersPanel::tr("Add parameter %1 = %2").arg(name, typed), [&](const Document& document) {
            Element draft = Element::draft(type.family, type.key, name.toStdString());
            draft.set(valueKey, number);
            if (formula) draft.setFormula(valueKey, typed.toStdString());
            return addElement(document, session.catalog(), std::move(draft));
        });
    return result ? QString() : reasonsOf(result.diagnostics);
}

ParametersModel::ParametersModel(Session& session, const DisplayUnits& units, QObject* parent)
    : QAbstractTableModel(parent), session_(session), units_(units) {
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Document) refresh();
    });
    connect(&units_, &DisplayUnits::changed, this, &ParametersModel::refresh);
    refresh();
}

void ParametersModel::refresh() {
    const std::vector<ElementId> now = session_.document().elementsOf("parameter");
    if (now == parameters_) {
        if (!now.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    parameters_ = now;
    endResetModel();
}

int ParametersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(parameters_.size());
}

int ParametersModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ParametersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case NameColumn: return tr("Name");
        case TypedColumn: return tr("Number or formula");
        case ResultColumn: return tr("Value");
        default: return tr("Used by");
    }
}

Qt::ItemFlags ParametersModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags own = QAbstractTableModel::flags(index);
    return index.column() <= TypedColumn ? own | Qt::ItemIsEditable : own;
}

QString ParametersModel::usersOf(ElementId element) const {
    const std::string& name = session_.document().get(element).name;
    QStringList users;
    for (const ElementId id : session_.document().treeOrder()) {
        const Element& other = session_.document().get(id);
        for (const Element::Formula& formula : other.formulas) {
            const auto parsed = Expression::parse(formula.text);
            const auto* const expression = std::get_if<Expression>(&parsed);
            if (!expression) continue;
            for (const ExpressionName& used : expression->getNames())
                if (used.element == name) users += text(other.name);
        }
    }
    users.removeDuplicates();
    return users.join(", ");
}

QVariant ParametersModel::data(const QModelIndex& index, int role) const {
    const Element* const element = index.isValid() ? session_.document().find(elementAt(index.row())) : nullptr;
    const TypeDescriptor* const type = element ? session_.typeOf(*element) : nullptr;
    if (!type) return {};
    if (role == Qt::ToolTipRole) return text(type->doc);
    if (role != Qt::DisplayRole && role != Qt::EditRole) return {};
    const std::string* const formula = element->formula(valueKey);
    const auto value = [&](int digits) {
        return formatQuantity(element->valueAs<Real>(*type, valueKey), type->properties.front().quantity, units_,
                              digits);
    };
    switch (index.column()) {
        case NameColumn: return text(element->name);
        case TypedColumn: return formula ? QStringLiteral("= ") + text(*formula) : value(0);
        case ResultColumn: return value(7);
        default: return usersOf(element->id);
    }
}

bool ParametersModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || role != Qt::EditRole || value == data(index, Qt::EditRole)) return false;
    const ElementId element = elementAt(index.row());
    const QString typed = value.toString().trimmed();
    if (index.column() == TypedColumn) {
        setTyped(element, typed);
        return true;
    }
    if (quotedName(typed.toStdString()) != typed.toStdString()) {
        Q_EMIT refused(tr("A parameter name is one word of letters and digits, such as L1."));
        return false;
    }
    const auto result = session_.setValue(tr("Rename %1 to %2").arg(session_.nameOf(element), typed), element, "name",
                                          typed.toStdString());
    Q_EMIT refused(result ? QString() : reasonsOf(result.diagnostics));
    return bool(result);
}

void ParametersModel::setTyped(ElementId element, const QString& typed) {
    const Element& present = session_.document().get(element);
    const TypeDescriptor& type = *session_.typeOf(present);
    const Quantity quantity = type.properties.front().quantity;
    const QString name = session_.nameOf(element);
    const QString before = formatQuantity(present.valueAs<Real>(type, valueKey), quantity, units_, 7);
    if (isFormula(typed)) {
        const auto result = session_.edit(tr("%1 = %2").arg(name, formulaOf(typed)), [&](const Document& document) {
            return trammel::setFormula(document, session_.catalog(), element, valueKey, formulaOf(typed).toStdString());
        });
        Q_EMIT refused(result ? QString() : reasonsOf(result.diagnostics));
        return;
    }
    const ParsedQuantity parsed = parseQuantity(typed, quantity, units_.unitFor(quantity));
    if (const auto* const why = std::get_if<QString>(&parsed)) {
        Q_EMIT refused(*why);
        return;
    }
    const Real number = std::get<Real>(parsed);
    const auto result = session_.edit(
        tr("%1 %2→%3").arg(name, before, formatQuantity(number, quantity, units_, 7)), [&](const Document& document) {
            const Result<Edit> plain = trammel::setFormula(document, session_.catalog(), element, valueKey, {});
            return trammel::setProperty(plain->document, session_.catalog(), element, valueKey, number);
        });
    Q_EMIT refused(result ? QString() : reasonsOf(result.diagnostics));
}

PanelDescriptor ParametersPanel::descriptor() {
    return {.id = "parametersDock",
            .title = tr("Parameters"),
            .hint = tr("Define numbers for use in formulas"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new ParametersPanel(w.session(), w.units()); },
            .leastSize = LeastBottomPanel};
}

ParametersPanel::ParametersPanel(Session& session, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent),
      session_(session),
      model_(new ParametersModel(session, units, this)),
      table_(new QTableView(this)),
      line_(new QLineEdit(this)),
      message_(new QLabel(this)) {
    setObjectName(QStringLiteral("parameters"));
    table_->setModel(model_);
    table_->setObjectName(QStringLiteral("parameterTable"));
    table_->setAccessibleName(tr("Parameters"));
    table_->setFrameShape(QFrame::NoFrame);
    table_->setShowGrid(false);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->horizontalHeader()->resizeSection(ParametersModel::NameColumn, 110);
    table_->horizontalHeader()->resizeSection(ParametersModel::TypedColumn, 190);
    table_->horizontalHeader()->setStretchLastSection(true);
    line_->setObjectName(QStringLiteral("newParameter"));
    line_->setAccessibleName(tr("New parameter"));
    line_->setPlaceholderText(tr("New parameter: L1 = 80 mm"));
    line_->setClearButtonEnabled(true);
    auto* const plus = new QToolButton(this);
    plus->setIcon(icon("add"));
    plus->setAutoRaise(true);
    plus->setToolTip(tr("Add this parameter"));
    plus->setAccessibleName(plus->toolTip());
    message_->setObjectName(QStringLiteral("parameterMessage"));
    message_->setWordWrap(true);
    message_->hide();

    auto* const below = new QHBoxLayout;
    below->setContentsMargins(8, 4, 8, 4);
    below->addWidget(line_, 1);
    below->addWidget(plus);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(table_, 1);
    layout->addWidget(message_);
    layout->addLayout(below);

    auto* const remove = new QAction(tr("Delete parameter"), table_);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    table_->addAction(remove);
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(remove, &QAction::triggered, this, &ParametersPanel::removeChosen);
    connect(line_, &QLineEdit::returnPressed, this, &ParametersPanel::add);
    connect(line_, &QLineEdit::textEdited, this, [this] { say({}); });
    connect(plus, &QToolButton::clicked, this, &ParametersPanel::add);
    // The next edit makes the message out of date.
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Document) say({});
    });
    connect(model_, &ParametersModel::refused, this, &ParametersPanel::say);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (index.isValid()) session_.select(model_->elementAt(index.row()));
    });
}

void ParametersPanel::beginNew() {
    line_->setFocus();
    line_->selectAll();
}

void ParametersPanel::add() {
    const QString why = addParameter(session_, line_->text());
    say(why);
    if (why.isEmpty()) line_->clear();
}

void ParametersPanel::removeChosen() {
    const QModelIndex chosen = table_->currentIndex();
    if (!chosen.isValid()) return;
    const ElementId element = model_->elementAt(chosen.row());
    session_.edit(tr("Delete parameter %1").arg(session_.nameOf(element)),
                  [&](const Document& document) { return removeElement(document, session_.catalog(), element); });
}

void ParametersPanel::say(const QString& what) {
    message_->setText(what);
    message_->setContentsMargins(10, 3, 10, 0);
    message_->setStyleSheet(QStringLiteral("color:%1;").arg(Theme::instance().colors().bad.name()));
    message_->setVisible(!what.isEmpty());
}

}  // namespace trammel::ui
