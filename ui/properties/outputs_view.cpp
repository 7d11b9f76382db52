// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/outputs_view.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <exception>

#include "ui/session/plot_drag.h"

namespace trammel::ui {

namespace {
/// Interval of text updates, ms: faster is unreadable, and repainting beside software OpenGL is slow.
constexpr int OutputsRefreshInterval = 100;

QString afterLastDot(const std::string& name) { return QString::fromStdString(name).section('.', -1); }
}  // namespace

OutputsView::OutputsView(Session& session, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent), session_(session), units_(units), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(10, 0, 10, 8);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(3);
    grid_->setColumnStretch(1, 1);
    throttle_.setSingleShot(true);
    throttle_.setInterval(OutputsRefreshInterval);
    connect(&throttle_, &QTimer::timeout, this, &OutputsView::refresh);
    connect(&units_, &DisplayUnits::changed, this, &OutputsView::refresh);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes.changesOutputs()) rebuild();
        if (changes & SessionChange::DisplayedState && !throttle_.isActive()) throttle_.start();
    });
}

void OutputsView::setElement(ElementId element) {
    if (element == element_) return;
    element_ = element;
    rebuild();
}

void OutputsView::rebuild() {
    for (const Row& row : rows_) delete row.value;
    rows_.clear();
    qDeleteAll(findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly));
    const CompiledModelPtr& model = session_.displayed().model();
    if (model && element_.isValid()) {
        const auto& readings = model->getSignals();
        for (std::size_t i = 0; i < readings.size(); ++i) {
            if (readings[i].element != element_) continue;
            if (rows_.empty()) {
                auto* heading = new QLabel(tr("Outputs"), this);
                QFont bold = heading->font();
                bold.setBold(true);
                heading->setFont(bold);
                grid_->addWidget(heading, 0, 0, 1, 2);
            }
            const int line = static_cast<int>(rows_.size()) + 1;
            auto* value = new QLabel(this);
            value->setAlignment(Qt::AlignRight);
            value->setTextInteractionFlags(Qt::TextSelectableByMouse);
            auto* label = new QLabel(afterLastDot(readings[i].name), this);
            for (QLabel* const part : {label, value}) {
                auto* why = new QAction(tr("Show provenance"), part);
                part->setContextMenuPolicy(Qt::ActionsContextMenu);
                part->addAction(why);
                new PlotDragSource(part, [name = QString::fromStdString(readings[i].name)](const QPoint&) {
                    return PlotDrag{{name}, {}};
                });
                connect(why, &QAction::triggered, this,
                        [this, name = QString::fromStdString(readings[i].name)] { Q_EMIT provenanceRequested(name); });
            }
            new PlotDragSource(label, [name = QString::fromStdString(readings[i].name)](const QPoint&) {
                return PlotDrag{{name}, {}};
            });
            grid_->addWidget(label, line, 0);
            grid_->addWidget(value, line, 1);
            rows_.push_back({i, value});
        }
    }
    setVisible(!rows_.empty());
    refresh();
}

void OutputsView::refresh() {
    const DisplayedState& shown = session_.displayed();
    if (!shown.model()) return;
    const auto& readings = shown.model()->getSignals();
    for (const Row& row : rows_) {
        if (row.signal >= readings.size()) continue;
        const CompiledModel::Signal& reading = readings[row.signal];
        const bool known = shown.stage() >= reading.stage;
        QString text = tr("needs %1").arg(QString::fromStdString(reading.stage.getName()));
        if (known) {
            try {
                const Real si = shown.model()->calcSignal(row.signal, shown.state());
                text = formatQuantity(si, reading.quantity, units_, 6);
            } catch (const std::exception&) {
                text = tr("undefined at this pose");
            }
        }
        row.value->setEnabled(known);
        if (row.value->text() != text) row.value->setText(text);
    }
}

}  // namespace trammel::ui
