// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/contacts_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>

#include "base/numerical_failure.h"
#include "inspect/realization.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"

namespace trammel::ui {

namespace {
constexpr int Digits = 4;
enum TouchColumn { First, Second, Depth, NormalForce, Friction, Use, Slip, Status, TouchColumnCount };
}  // namespace

PanelDescriptor ContactsPanel::descriptor() {
    return {.id = "contactsDock",
            .title = tr("Contacts"),
            .hint = tr("List where bodies touch, with forces and slip"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new ContactsPanel(w.session(), w.units()); },
            .leastSize = LeastBottomPanel};
}

ContactsPanel::ContactsPanel(Session& session, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent), session_(session), units_(units), table_(new QTableWidget(this)), note_(new QLabel(this)) {
    setObjectName(QStringLiteral("contacts"));
    setAccessibleName(tr("Contacts"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 6, 10, 6);
    note_->setObjectName(QStringLiteral("contactsNote"));
    note_->setWordWrap(true);
    note_->setTextFormat(Qt::PlainText);
    layout->addWidget(note_);
    table_->setObjectName(QStringLiteral("contactsTable"));
    table_->setAccessibleName(tr("Touching pairs"));
    table_->setColumnCount(TouchColumnCount);
    table_->setHorizontalHeaderLabels({tr("First"), tr("Second"), tr("Depth"), tr("Normal force"), tr("Friction force"),
                                       tr("Used friction"), tr("Slip speed"), tr("State")});
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setShowGrid(false);
    table_->setFrameShape(QFrame::NoFrame);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 6);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    layout->addWidget(table_, 1);

    connect(table_, &QTableWidget::cellClicked, this, [this](int row, int) {
        if (row < 0 || std::size_t(row) >= readings_.size()) return;
        const ContactReading& reading = readings_[std::size_t(row)];
        session_.select(std::set<ElementId>{reading.first, reading.second});
    });
    connect(&units_, &DisplayUnits::changed, this, [this] { stale_ = true, update(); });
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (!(changes & (SessionChange::Model | SessionChange::Playhead | SessionChange::DisplayedState |
                         SessionChange::Selection)))
            return;
        stale_ = true;
        update();
    });
}

void ContactsPanel::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    if (stale_) QMetaObject::invokeMethod(this, &ContactsPanel::refresh, Qt::QueuedConnection);
}

void ContactsPanel::refresh() {
    if (!stale_) return;
    stale_ = false;
    readings_.clear();
    if (const CompiledModelPtr& model = session_.displayed().model()) {
        // A copy, so that the table costs the displayed state no stage.
        State copy = session_.displayed().state();
        try {
            realize(*model, copy, Stage::Acceleration);
            readings_ = readContacts(*model, copy);
        } catch (const NumericalFailure&) {
        }
    }
    table_->setRowCount(int(readings_.size()));
    for (std::size_t i = 0; i < readings_.size(); ++i) fillRow(int(i), readings_[i]);
    note_->setText(describe());
}

void ContactsPanel::fillRow(int row, const ContactReading& reading) {
    const auto set = [&](TouchColumn column, const QString& text) {
        auto* const item = new QTableWidgetItem(text);
        if (column >= Depth && column <= Slip) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        table_->setItem(row, column, item);
    };
    const auto quantity = [&](Real si, Quantity q) { return formatQuantity(si, q, units_, Digits); };
    set(First, session_.nameOf(reading.first));
    set(Second, session_.nameOf(reading.second));
    set(Depth, quantity(reading.depth, Quantity::Length));
    if (!reading.forces) return;
    const ContactReading::Forces& f = *reading.forces;
    set(NormalForce, quantity(f.normal, Quantity::Force));
    set(Friction, quantity(f.friction, Quantity::Force));
    set(Use, tr("%1 %").arg(100 * f.use, 0, 'f', 0));
    set(Slip, quantity(f.slip, Quantity::Speed));
    set(Status, f.sticks ? tr("Sticks") : tr("Slips"));
}

QString ContactsPanel::describe() const {
    const CompiledModelPtr& model = session_.displayed().model();
    if (!model) return {};
    const auto& selected = session_.selection();
    if (selected.size() == 2) {
        const std::string reason =
            explainNoContact(*model, session_.displayed().state(), *selected.begin(), *std::next(selected.begin()));
        if (!reason.empty()) return QString::fromStdString(reason);
    }
    return readings_.empty() ? tr("No contact in this frame. Select two bodies to see the reason.")
                             : tr("%n touching place(s) in this frame.", nullptr, int(readings_.size()));
}

}  // namespace trammel::ui
