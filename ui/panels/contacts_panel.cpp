// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/contacts_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "authoring/touch_edit.h"
#include "inspect/contact_pair_outputs.h"
#include "ui/panels/column_fit.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/workspace.h"
#include "ui/session/debugger.h"
#include "ui/session/text.h"
#include "ui/session/touching_pairs.h"
#include "ui/theme/icons.h"
#include "ui/theme/mnemonic.h"

namespace trammel::ui {

namespace {
constexpr int Digits = 3;
/// Rows of exceptions; models of many fixed bodies have more than is readable.
constexpr std::size_t MostExceptions = 500;
/// Rows of touching pairs that are filled even where they are not in view.
constexpr int FirstRows = 100;
enum TouchColumn { First, Second, Places, Depth, NormalForce, Friction, Use, Slip, Status };

/// @p si with few digits, where it is small in a thousandth of the display unit: "0.215 mm" where the unit is m.
QString formatReading(Real si, Quantity quantity, const DisplayUnits& units) {
    constexpr Real thousandth = 1e-3, small = 0.1;
    const Unit& displayed = units.unitFor(quantity);
    const auto isFiner = [&displayed](const Unit& unit) {
        return std::abs(unit.factor / displayed.factor - thousandth) < thousandth * thousandth;
    };
    const std::vector<Unit>& all = unitsOf(quantity);
    if (si == 0 || std::abs(si) >= small * displayed.factor) return formatQuantity(si, quantity, units, Digits);
    const auto finer = std::ranges::find_if(all, isFiner);
    const Unit& unit = finer == all.end() ? displayed : *finer;
    const Real number = si / unit.factor;
    const QString text =
        std::abs(number) < thousandth ? QStringLiteral("<%1").arg(thousandth) : QString::number(number, 'g', Digits);
    return text + ' ' + unit.symbol;
}
}  // namespace

PanelDescriptor ContactsPanel::descriptor() {
    return {.id = "contactsDock",
            .title = tr("Contacts"),
            .hint = tr("List where bodies touch, and what never touches"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new ContactsPanel(w); },
            .leastSize = LeastBottomPanel};
}

ContactsPanel::ContactsPanel(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      workspace_(workspace),
      session_(workspace.session()),
      units_(workspace.units()),
      tabs_(new QTabWidget(this)),
      note_(new QLabel(this)) {
    setObjectName(QStringLiteral("contacts"));
    setAccessibleName(tr("Contacts"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 6, 10, 6);
    auto* const head = new QHBoxLayout;
    note_->setObjectName(QStringLiteral("contactsNote"));
    note_->setWordWrap(true);
    note_->setTextFormat(Qt::PlainText);
    head->addWidget(note_, 1);
    touch_ = makeButton(QStringLiteral("letTouch"), tr("Let them touch"), tr("Let the selected two bodies touch"));
    group_ = makeButton(QStringLiteral("groupForContact"), tr("Group"),
                        tr("Put the selected bodies into a new contact group"));
    head->addWidget(touch_);
    head->addWidget(group_);
    layout->addLayout(head);
    table_ = makeTable(QStringLiteral("contactsTable"), tr("Touching pairs"),
                       {tr("First"), tr("Second"), tr("Places"), tr("Depth"), tr("Normal force"), tr("Friction force"),
                        tr("Friction used"), tr("Slip speed"), tr("State")});
    for (int column = Places; column <= Slip; ++column)
        table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    // Widths that stay as the numbers change.
    new ColumnFit(*table_, *table_->horizontalHeader(),
                  {{14, 5}, {14, 5}, {4, 4}, {9, 6}, {9, 6}, {9, 6}, {9, 5}, {9, 7}, {6, 4}});
    exceptionTable_ = makeTable(QStringLiteral("contactExceptions"), tr("Pairs that never touch"),
                                {tr("First"), tr("Second"), tr("Reason")});
    exceptionTable_->horizontalHeader()->setStretchLastSection(true);
    tabs_->setObjectName(QStringLiteral("contactTabs"));
    tabs_->setAccessibleName(tr("Contacts"));
    tabs_->setDocumentMode(true);
    tabs_->addTab(table_, tr("Touching"));
    tabs_->addTab(exceptionTable_, tr("Never touching"));
    layout->addWidget(tabs_, 1);

    connect(table_->verticalScrollBar(), &QScrollBar::valueChanged, this, &ContactsPanel::fillRowsInView);
    connect(table_->verticalScrollBar(), &QScrollBar::rangeChanged, this, &ContactsPanel::fillRowsInView);
    connect(table_, &QTableWidget::cellClicked, this, [this](int row, int) {
        if (row < 0 || std::size_t(row) >= readings_.size()) return;
        const TouchingPair& reading = readings_[std::size_t(row)];
        session_.select(std::set<ElementId>{reading.first, reading.second});
    });
    connect(exceptionTable_, &QTableWidget::cellClicked, this, [this](int row, int) {
        if (row < 0 || std::size_t(row) >= exceptions_.size()) return;
        const ContactException& exception = exceptions_[std::size_t(row)];
        std::set<ElementId> both{exception.first, exception.second.value_or(ElementId{})};
        both.erase(ElementId{});
        session_.select(both);
    });
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table_, &QWidget::customContextMenuRequested, this, &ContactsPanel::openMenu);
    connect(touch_, &QToolButton::clicked, this, [this] {
        if (askedPair()) session_.edit(touch_->text(), [this](const Document&) { return lettingTouch(); });
    });
    connect(group_, &QToolButton::clicked, this, &ContactsPanel::groupSelection);
    connect(&units_, &DisplayUnits::changed, this, [this] { stale_ = true, update(); });
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (!(changes & (SessionChange::Model | SessionChange::Playhead | SessionChange::DisplayedState |
                         SessionChange::Selection)))
            return;
        stale_ = true;
        update();
    });
}

QTableWidget* ContactsPanel::makeTable(const QString& objectName, const QString& title, const QStringList& columns) {
    auto* const table = new QTableWidget(this);
    table->setObjectName(objectName);
    table->setAccessibleName(title);
    table->setColumnCount(int(columns.size()));
    table->setHorizontalHeaderLabels(columns);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    return table;
}

QToolButton* ContactsPanel::makeButton(const QString& objectName, const QString& label, const QString& tip) {
    auto* const button = new QToolButton(this);
    button->setObjectName(objectName);
    button->setText(label);
    button->setToolTip(tip);
    button->setAccessibleName(label);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void ContactsPanel::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    if (stale_) QMetaObject::invokeMethod(this, &ContactsPanel::refresh, Qt::QueuedConnection);
}

void ContactsPanel::refresh() {
    if (!stale_) return;
    stale_ = false;
    readings_ = readTouchingPairs(session_.displayed());
    const CompiledModelPtr& model = session_.displayed().model();
    table_->setRowCount(int(readings_.size()));
    fillRowsInView();
    tabs_->setTabText(0, tr("Touching (%1)").arg(readings_.size()));
    if (!model || exceptionsOf_.lock() != model) {
        exceptionsOf_ = model;
        exceptions_ = model ? listContactExceptions(*model) : std::vector<ContactException>();
        showExceptions();
    }
    const QString why = reasonOfPair();
    note_->setText(why.isEmpty() ? summary() : why);
    touch_->setVisible(!why.isEmpty() && !lettingTouch()->document.sharesContentWith(session_.document()));
    const auto isBody = [this](ElementId id) {
        const Element* const element = session_.document().find(id);
        return element && element->family == session_.catalog().families().front().key;
    };
    group_->setVisible(std::ranges::any_of(session_.selection(), isBody));
}

void ContactsPanel::fillRowsInView() {
    const int rows = std::min(table_->rowCount(), int(readings_.size()));
    const int height = table_->viewport()->height(), last = table_->rowAt(height - 1);
    const int first = std::max(0, table_->rowAt(0)), end = last < 0 ? rows : last + 1;
    for (int row = 0; row < std::min(rows, FirstRows); ++row) fillRow(row, readings_[std::size_t(row)]);
    for (int row = std::max(first, FirstRows); row < std::min(rows, end); ++row)
        fillRow(row, readings_[std::size_t(row)]);
}

void ContactsPanel::fillRow(int row, const TouchingPair& reading) {
    const auto set = [&](TouchColumn column, const QString& text) {
        if (QTableWidgetItem* const present = table_->item(row, column)) return present->setText(text);
        auto* const item = new QTableWidgetItem(text);
        if (column >= Places && column <= Slip) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        table_->setItem(row, column, item);
    };
    const auto quantity = [&](Real si, Quantity q) { return formatReading(si, q, units_); };
    set(First, session_.nameOf(reading.first));
    set(Second, session_.nameOf(reading.second));
    set(Places, QString::number(reading.places));
    set(Depth, quantity(reading.depth, Quantity::Length));
    if (!reading.forces) {
        for (const TouchColumn column : {NormalForce, Friction, Use, Slip, Status}) set(column, {});
        return;
    }
    const ContactReading::Forces& f = *reading.forces;
    set(NormalForce, quantity(f.normal, Quantity::Force));
    set(Friction, quantity(f.friction, Quantity::Force));
    set(Use, tr("%1 %").arg(100 * f.use, 0, 'f', 0));
    set(Slip, quantity(f.slip, Quantity::Speed));
    set(Status, f.sticks ? tr("Sticks") : tr("Slips"));
}

QString ContactsPanel::nameOf(ElementId id) const { return id.isValid() ? session_.nameOf(id) : tr("Ground"); }

void ContactsPanel::showExceptions() {
    tabs_->setTabText(1, tr("Never touching (%1)").arg(exceptions_.size()));
    const std::size_t shown = std::min(exceptions_.size(), MostExceptions);
    exceptionTable_->setRowCount(int(shown));
    if (shown == 0) return;
    const Document& document = session_.displayed().model()->getDocument();
    for (std::size_t i = 0; i < shown; ++i) {
        const ContactException& each = exceptions_[i];
        QString reason = text(describeReason(document, each));
        reason[0] = reason[0].toUpper();
        const QStringList cells{nameOf(each.first), each.second ? nameOf(*each.second) : tr("All"), reason};
        for (int column = 0; column < cells.size(); ++column)
            exceptionTable_->setItem(int(i), column, new QTableWidgetItem(cells[column]));
    }
}

std::optional<std::pair<ElementId, ElementId>> ContactsPanel::askedPair() const {
    const auto& selected = session_.selection();
    if (selected.size() != 2) return std::nullopt;
    for (const ElementId id : selected) {
        const Element* const element = session_.document().find(id);
        const TypeDescriptor* const type = element ? session_.typeOf(*element) : nullptr;
        if (!type || !type->findProperty("touches")) return std::nullopt;
    }
    return std::pair(*selected.begin(), *std::next(selected.begin()));
}

QString ContactsPanel::reasonOfPair() const {
    const CompiledModelPtr& model = session_.displayed().model();
    const auto pair = askedPair();
    const bool isKnown =
        model && pair && model->getDocument().find(pair->first) && model->getDocument().find(pair->second);
    if (!isKnown) return {};
    return text(explainNoContact(*model, session_.displayed().state(), pair->first, pair->second));
}

Result<Edit> ContactsPanel::lettingTouch() const {
    const auto pair = askedPair();
    return letTouch(session_.document(), pair->first, pair->second);
}

QString ContactsPanel::summary() const {
    if (!session_.displayed().model()) return {};
    if (readings_.empty()) return tr("No contact in this frame. Select two bodies to see the reason.");
    return readings_.size() == 1 ? tr("One pair touches in this frame.")
                                 : tr("%1 pairs touch in this frame.").arg(readings_.size());
}

void ContactsPanel::groupSelection() {
    const auto made = session_.edit(tr("Add contact group"), [this](const Document& document) {
        return groupForContact(document, session_.selection());
    });
    if (made) session_.select(made->element);
}

void ContactsPanel::openMenu(const QPoint& at) {
    const int row = table_->rowAt(at.y());
    if (row < 0 || std::size_t(row) >= readings_.size()) return;
    const QPoint place = table_->viewport()->mapToGlobal(at);
    workspace_.plotData().whenListed(this, [this, touching = readings_[std::size_t(row)], place](const auto& outputs) {
        if (outputs) openMenuOf(touching, *outputs, place);
    });
}

void ContactsPanel::openMenuOf(const TouchingPair& touching, const Outputs& outputs, const QPoint& place) {
    const ElementId contact = touching.contact;
    // The table may be that of an older run.
    const Document& document = outputs.getModel()->getDocument();
    for (const ElementId id : {contact, touching.first, touching.second})
        if (id.isValid() && !document.find(id))
            return Q_EMIT session_.notice(tr("This contact is not part of the current model."));
    auto* const menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("contactMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Select %1").arg(withoutMnemonic(session_.nameOf(contact))), this,
                    [this, contact] { session_.select(contact); });
    QMenu* const plot = menu->addMenu(icon("plot"), tr("&Plot"));
    QMenu* const stop = menu->addMenu(icon("pause"), tr("&Break when above zero"));
    QMenu* const why = menu->addMenu(icon("help"), tr("Show pro&venance"));
    const auto add = [&](const Output& output, const QString& label) {
        const QString name = text(output.name);
        plot->addAction(label, this, [this, name] { Q_EMIT workspace_.plotRequested({name}); });
        why->addAction(label, this, [this, name] { Q_EMIT workspace_.provenanceRequested(name); });
        // That of a rigid contact is above zero while it is open.
        if (output.label == "gap") return;
        stop->addAction(label, this, [this, name] {
            Breakpoint breakpoint;
            breakpoint.kind = "condition-true";
            breakpoint.condition = "'" + name.toStdString() + "' > 0";
            workspace_.debugger().addBreakpoint(breakpoint);
            Q_EMIT session_.notice(tr("Runs pause when %1.").arg(text(breakpoint.condition)));
        });
    };
    // The pair of this row comes first, then the whole contact.
    const std::string pair = nameOfContactPair(document, contact, std::minmax(touching.first, touching.second));
    std::vector<const Output*> ofAll;
    for (const Output& output : outputs.getAll()) {
        if (output.element != contact || output.origin != Output::Origin::State) continue;
        if (output.owner == pair)
            add(output, text(output.label));
        else if (output.owner == document.get(contact).name)
            ofAll.push_back(&output);
    }
    const bool isAmongOthers = !plot->isEmpty();
    for (QMenu* const each : {plot, stop, why})
        if (isAmongOthers) each->addSeparator();
    for (const Output* const output : ofAll)
        add(*output, isAmongOthers ? tr("All pairs: %1").arg(text(output->label)) : text(output->label));
    menu->popup(place);
}

}  // namespace trammel::ui
