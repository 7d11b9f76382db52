// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/outputs_view.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <exception>

#include "inspect/realization.h"
#include "ui/session/plot_drag.h"

namespace trammel::ui {

namespace {
/// Interval of text updates, ms: faster is unreadable, and repainting beside software OpenGL is slow.
constexpr int OutputsRefreshInterval = 100;

enum OutputColumn { OutputName, OutputStart, OutputNow };
}  // namespace

OutputsView::OutputsView(Session& session, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent), session_(session), units_(units), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(10, 0, 10, 8);
    grid_->setHorizontalSpacing(10);
    grid_->setVerticalSpacing(3);
    grid_->setColumnStretch(OutputStart, 1);
    grid_->setColumnStretch(OutputNow, 1);
    throttle_.setSingleShot(true);
    throttle_.setInterval(OutputsRefreshInterval);
    connect(&throttle_, &QTimer::timeout, this, &OutputsView::refresh);
    connect(&units_, &DisplayUnits::changed, this, [this] {
        showStart();
        refresh();
    });
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
    rows_.clear();
    now_ = nullptr;
    qDeleteAll(findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly));
    const CompiledModelPtr& model = session_.displayed().model();
    if (model && element_.isValid()) {
        const auto& outputs = model->getBasicOutputs();
        for (std::size_t i = 0; i < outputs.size(); ++i)
            if (outputs[i].element == element_) addRow(i);
    }
    setVisible(!rows_.empty());
    showStart();
    refresh();
}

void OutputsView::addRow(std::size_t index) {
    if (rows_.empty()) {
        const auto head = [this](const QString& text, int column) {
            auto* const label = new QLabel(text, this);
            QFont bold = label->font();
            bold.setBold(true);
            label->setFont(bold);
            grid_->addWidget(label, 0, column, column == OutputName ? Qt::AlignLeft : Qt::AlignRight);
            return label;
        };
        head(tr("Outputs"), OutputName);
        head(tr("Start"), OutputStart)->setToolTip(tr("In the initial pose"));
        now_ = head(tr("Now"), OutputNow);
        now_->setObjectName(QStringLiteral("outputsNow"));
        now_->setToolTip(tr("At the displayed time"));
    }
    const int line = static_cast<int>(rows_.size()) + 1;
    const QString name = QString::fromStdString(session_.displayed().model()->getBasicOutputs()[index].name);
    QLabel* parts[OutputNow + 1];
    for (const int column : {OutputName, OutputStart, OutputNow}) {
        auto* const part = parts[column] = new QLabel(this);
        part->setAlignment(column == OutputName ? Qt::AlignLeft : Qt::AlignRight);
        if (column != OutputName) part->setTextInteractionFlags(Qt::TextSelectableByMouse);
        auto* const why = new QAction(tr("Show provenance"), part);
        part->setContextMenuPolicy(Qt::ActionsContextMenu);
        part->addAction(why);
        new PlotDragSource(part, [name](const QPoint&) { return PlotDrag{{name}, {}}; });
        connect(why, &QAction::triggered, this, [this, name] { Q_EMIT provenanceRequested(name); });
        grid_->addWidget(part, line, column);
    }
    parts[OutputName]->setText(name.section('.', -1));
    rows_.push_back({index, parts[OutputStart], parts[OutputNow]});
}

QString OutputsView::textOf(std::size_t index, const State& state) const {
    const CompiledModel& model = *session_.displayed().model();
    const CompiledModel::BasicOutput& output = model.getBasicOutputs()[index];
    if (state.getSystemStage() < output.stage)
        return tr("needs %1").arg(QString::fromStdString(output.stage.getName()));
    try {
        return formatQuantity(model.calcBasicOutput(index, state), output.quantity, units_, 6);
    } catch (const std::exception&) {
        return tr("undefined at this pose");
    }
}

void OutputsView::showStart() {
    startOf_ = session_.displayed().model();
    if (!startOf_ || rows_.empty()) return;
    const CompiledModel& model = *startOf_;
    State start = model.getInitialState();
    Stage highest = Stage::Time;
    const auto& outputs = model.getBasicOutputs();
    const auto isKnown = [&outputs](const Row& row) { return row.index < outputs.size(); };
    for (const Row& row : rows_)
        if (isKnown(row)) highest = std::max(highest, outputs[row.index].stage);
    try {
        realize(model, start, highest);
    } catch (const std::exception&) {
        // Outputs of realized stages are shown.
    }
    for (const Row& row : rows_)
        if (isKnown(row)) row.start->setText(textOf(row.index, start));
}

void OutputsView::refresh() {
    const DisplayedState& shown = session_.displayed();
    if (!shown.model() || rows_.empty()) return;
    // An edit of a number changes the initial pose.
    if (shown.model() != startOf_) showStart();
    const auto& outputs = shown.model()->getBasicOutputs();
    const Player& player = session_.player();
    const bool isFrame = player.showsFrame();
    const RunEntry* const run = session_.runs().current();
    const QString now =
        isFrame && run
            ? tr("Now: run %1, %2").arg(run->letter, formatQuantity(player.time(), Quantity::Time, units_, 4))
            : tr("Now: initial pose");
    if (now_->text() != now) now_->setText(now);
    for (const Row& row : rows_) {
        if (row.index >= outputs.size()) continue;
        const QString text = textOf(row.index, shown.state());
        row.value->setEnabled(shown.stage() >= outputs[row.index].stage);
        if (row.value->text() != text) row.value->setText(text);
    }
}

}  // namespace trammel::ui
