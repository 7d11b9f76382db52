// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/trace_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/panels/debugger/flame_view.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

TraceModel::TraceModel(const FlameView& flame, QObject* parent) : QAbstractListModel(parent), flame_(flame) {}

void TraceModel::reset() {
    beginResetModel();
    count_ = static_cast<int>(flame_.events().size());
    endResetModel();
}

int TraceModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : count_; }
int TraceModel::mirrored(int number) const { return count_ - 1 - number; }

QVariant TraceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= count_) return {};
    const TraceEvent& event = flame_.events()[static_cast<std::size_t>(mirrored(index.row()))];
    if (role == Qt::DisplayRole) return flame_.describe(event);
    if (role == Qt::ForegroundRole && event.kind == TraceEvent::Kind::StagesInvalidated)
        return Theme::instance().colors().caution;
    if (role == Qt::ForegroundRole && event.kind == TraceEvent::Kind::EntryReadWhileInvalid)
        return Theme::instance().colors().bad;
    return {};
}

PanelDescriptor TracePanel::descriptor() {
    return {.id = "traceDock",
            .title = tr("Trace"),
            .hint = tr("Show what a run computed, and when"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new TracePanel(w.debugger()); },
            .isShown = false,
            .isOfDebugger = true};
}

TracePanel::TracePanel(Debugger& debugger, QWidget* parent)
    : QWidget(parent),
      debugger_(debugger),
      on_(new QCheckBox(tr("Record"), this)),
      flame_(new FlameView(this)),
      model_(new TraceModel(*flame_, this)),
      list_(new QListView(this)) {
    setObjectName(QStringLiteral("trace"));
    on_->setObjectName(QStringLiteral("traceOn"));
    on_->setToolTip(tr("Keep the last %1 events; slows down the run").arg(RunMonitor::traceCapacity()));
    auto* const fit = new QPushButton(tr("Last steps"), this);
    auto* const again = new QPushButton(tr("Update"), this);
    again->setObjectName(QStringLiteral("traceUpdate"));
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(6, 4, 6, 2);
    top->addWidget(on_);
    top->addStretch();
    top->addWidget(again);
    top->addWidget(fit);
    list_->setObjectName(QStringLiteral("traceList"));
    list_->setAccessibleName(tr("Events, latest first"));
    list_->setModel(model_);
    list_->setUniformItemSizes(true);
    list_->setFrameShape(QFrame::NoFrame);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(top);
    layout->addWidget(flame_);
    layout->addWidget(list_, 1);

    connect(on_, &QCheckBox::clicked, &debugger_, &Debugger::setTracing);
    connect(&debugger_, &Debugger::wishesChanged, this, [this] { on_->setChecked(debugger_.isTracing()); });
    connect(fit, &QPushButton::clicked, flame_, &FlameView::fit);
    connect(again, &QPushButton::clicked, this, &TracePanel::refresh);
    // During a run the trace grows too fast to read: refresh when the worker pauses or ends.
    connect(&debugger_, &Debugger::stopChanged, this, &TracePanel::refresh);
    connect(&debugger_.session(), &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Run && debugger_.isTracing() && !debugger_.session().player().isComputing())
            refresh();
    });
    connect(flame_, &FlameView::clicked, this, [this](int event) {
        if (event >= 0) list_->setCurrentIndex(model_->index(model_->mirrored(event), 0));
    });
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& row) {
        if (row.isValid() && list_->hasFocus()) flame_->goTo(static_cast<std::size_t>(model_->mirrored(row.row())));
    });
}

void TracePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void TracePanel::refresh() {
    if (!isVisible() || !debugger_.isTracing()) return;
    const auto monitor = debugger_.monitor();
    flame_->setTrace(monitor ? monitor->copyTrace() : RunMonitor::Trace(), debugger_.inspected().entries());
    model_->reset();
}

}  // namespace trammel::ui
