// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/provenance_panel.h"

#include <QAbstractListModel>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

#include "base/failure_text.h"
#include "runtime/background_task.h"
#include "ui/panels/debugger/provenance_graph.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/workspace.h"
#include "ui/session/intervals.h"
#include "ui/session/left_work.h"
#include "ui/session/model_compiler.h"
#include "ui/session/text.h"

namespace trammel::ui {

struct ProvenancePanel::Search {
    const std::shared_ptr<const Outputs> outputs;
    const std::size_t output;
    const State state;
    const std::shared_ptr<const StateReport> report;
    /// Last member: its thread ends before the data it uses is destroyed.
    BackgroundTask<Provenance> task{[this] { return findProvenance(*outputs, output, state, *report); }};
};

/// Names of the outputs of a State; the text of a row is made when it is asked for, since large models have 100 000.
class ProvenancePanel::OutputNames : public QAbstractListModel {
public:
    using QAbstractListModel::QAbstractListModel;

    void list(std::shared_ptr<const Outputs> outputs) {
        beginResetModel();
        outputs_ = std::move(outputs);
        rows_.clear();
        for (std::size_t i = 0; i < outputs_->getAll().size(); ++i)
            if (outputs_->getAll()[i].origin == Output::Origin::State) rows_.push_back(i);
        endResetModel();
    }
    /// Outputs of the same names.
    void replace(std::shared_ptr<const Outputs> outputs) { outputs_ = std::move(outputs); }

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(rows_.size()); }
    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::EditRole)) return {};
        return text(outputs_->getAll()[rows_[std::size_t(index.row())]].name);
    }
    /// -1 for an unknown name.
    int rowOf(const QString& name) const {
        const auto output = outputs_ ? outputs_->find(name.toStdString()) : std::nullopt;
        const auto row = output ? std::ranges::lower_bound(rows_, *output) : rows_.end();
        return row != rows_.end() && *row == *output ? int(row - rows_.begin()) : -1;
    }

private:
    std::shared_ptr<const Outputs> outputs_;
    std::vector<std::size_t> rows_;
};

PanelDescriptor ProvenancePanel::descriptor() {
    return {.id = "whyDock",
            .title = tr("Provenance"),
            .hint = tr("Show what an output depends on"),
            .area = PanelArea::Bottom,
            .make =
                [](Workspace& w) {
                    auto* const panel = new ProvenancePanel(w.debugger(), w.plotData(), w.units());
                    connect(panel, &ProvenancePanel::entryVisited, &w, &Workspace::cacheEntryRequested);
                    connect(panel, &ProvenancePanel::variableVisited, &w, &Workspace::variableRequested);
                    const auto raise = [&w] { Q_EMIT w.panelRequested(QStringLiteral("whyDock")); };
                    connect(&w, &Workspace::provenanceRequested, panel, [raise, panel](const QString& output) {
                        raise();
                        panel->explain(output);
                    });
                    connect(&w, &Workspace::variableProvenanceRequested, panel, [raise, panel](int index) {
                        raise();
                        panel->explainVariable(index);
                    });
                    connect(&w, &Workspace::multiplierProvenanceRequested, panel,
                            [raise, panel](const QString& equation) {
                                raise();
                                panel->explainMultiplier(equation);
                            });
                    return panel;
                },
            .isShown = false,
            .isOfDebugger = true};
}

ProvenancePanel::ProvenancePanel(Debugger& debugger, PlotData& data, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent),
      debugger_(debugger),
      data_(data),
      units_(units),
      output_(new QComboBox(this)),
      names_(new OutputNames(this)),
      message_(new QLabel(this)),
      scroll_(new QScrollArea(this)),
      graph_(new ProvenanceGraph) {
    setObjectName(QStringLiteral("provenance"));
    auto* const label = new QLabel(tr("Provenance of"), this);
    label->setBuddy(output_);
    output_->setObjectName(QStringLiteral("provenanceOutput"));
    output_->setAccessibleName(tr("Output"));
    output_->setModel(names_);
    output_->setEditable(true);
    output_->setInsertPolicy(QComboBox::NoInsert);
    output_->setMinimumContentsLength(20);
    output_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    output_->completer()->setCompletionMode(QCompleter::PopupCompletion);
    output_->completer()->setFilterMode(Qt::MatchContains);
    message_->setObjectName(QStringLiteral("provenanceTold"));
    message_->setAccessibleName(tr("Value and its prerequisites"));
    // A long message must not widen the window, and a second line must not move what is below.
    message_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    message_->setWordWrap(true);
    message_->setMinimumHeight(2 * message_->fontMetrics().lineSpacing());
    scroll_->setAccessibleName(tr("Provenance graph"));
    scroll_->setWidget(graph_);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->viewport()->installEventFilter(this);
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(6, 4, 6, 0);
    top->setSpacing(6);
    top->addWidget(label);
    top->addWidget(output_);
    top->addWidget(message_, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(top);
    layout->addWidget(scroll_, 1);

    throttle_.setSingleShot(true);
    throttle_.setInterval(RefreshInterval);
    connect(&throttle_, &QTimer::timeout, this, &ProvenancePanel::refresh);
    poll_.setInterval(PollInterval);
    connect(&poll_, &QTimer::timeout, this, &ProvenancePanel::poll);
    connect(&debugger_, &Debugger::inspectedChanged, this, &ProvenancePanel::refreshSoon);
    connect(&units_, &DisplayUnits::changed, this, &ProvenancePanel::refresh);
    connect(&debugger_.session(), &Session::changed, this, [this](const SessionChanges& changes) {
        if (changes.isOtherDocument()) wanted_ = {};
    });
    connect(&data_, &PlotData::listed, this, [this] {
        const auto wanted = std::exchange(wanted_, {});
        wanted ? wanted() : refresh();
    });
    connect(output_, &QComboBox::activated, this, [this] {
        refresh();
        showAnswer();
    });
    connect(graph_, &ProvenanceGraph::visited, this, &ProvenancePanel::visit);
}

ProvenancePanel::~ProvenancePanel() {
    if (search_) leaveUntil([left = search_] { return left->task.isFinished(); });
}

void ProvenancePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void ProvenancePanel::explain(const QString& output) {
    wanted_ = {};
    if (!offerOutputs()) {
        wanted_ = [this, output] { explain(output); };
        return refresh();
    }
    const int known = names_->rowOf(output);
    if (known < 0) return;
    output_->setCurrentIndex(known);
    refresh();
    showAnswer();
}

void ProvenancePanel::showAnswer() {
    // Its place is known only after layout.
    QTimer::singleShot(0, scroll_, [this] {
        if (graph_->frames().empty()) return;
        const QPoint answer = graph_->frameRect(0).center().toPoint();
        scroll_->ensureVisible(answer.x(), answer.y(), scroll_->viewport()->width() / 2,
                               scroll_->viewport()->height() / 2);
    });
}

bool ProvenancePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == scroll_->viewport() && event->type() == QEvent::Resize) {
        graph_->fitTo(scroll_->viewport()->width());
        showAnswer();
    }
    return QWidget::eventFilter(watched, event);
}

void ProvenancePanel::explainVariable(int index) {
    wanted_ = {};
    if (!offerOutputs()) {
        wanted_ = [this, index] { explainVariable(index); };
        return refresh();
    }
    const auto output = outputs_ ? outputs_->findVariable(index) : std::nullopt;
    if (output) explain(text(outputs_->getAll()[*output].name));
}

void ProvenancePanel::explainMultiplier(const QString& equation) {
    const QString constraint = equation.section(QStringLiteral(", "), 0, -2);
    if (constraint.isEmpty()) return explain(equation + QStringLiteral(".multiplier"));
    const QString number = equation.section(QStringLiteral(", "), -1).section(' ', 0, 0);
    explain(constraint + QStringLiteral(".multiplier ") + number);
}

QStringList ProvenancePanel::outputsOf(ElementId element) {
    QStringList names;
    if (!offerOutputs() || !outputs_) return names;
    for (const Output& o : outputs_->getAll()) {
        const std::string& label = o.label;
        const bool isComponent = label.size() > 2 && label[label.size() - 2] == ' ' && label.back() >= 'x';
        if (o.element == element && o.origin == Output::Origin::State && !isComponent) names += text(o.name);
    }
    return names;
}

void ProvenancePanel::refreshSoon() {
    if (!debugger_.session().player().isPlaying()) return refresh();
    if (!throttle_.isActive()) throttle_.start();
}

bool ProvenancePanel::offerOutputs() {
    const CompiledModelPtr model = debugger_.inspected().model;
    if (!model || (outputs_ && outputs_->getModel() == model)) return true;
    // A long list of names; an edit of a number, which outputs may read from the model, leaves it unchanged.
    const bool isListed = outputs_ && &outputs_->getModel()->getSystem() == &model->getSystem();
    outputs_ = data_.outputsInTime(model);
    if (outputs_ && isListed) names_->replace(outputs_);
    if (!outputs_ || isListed) return outputs_ != nullptr;
    const QString before = output_->currentText();
    const QSignalBlocker quiet(output_);
    names_->list(outputs_);
    output_->setCurrentIndex(names_->rowOf(before));
    return true;
}

void ProvenancePanel::refresh() {
    isOutdated_ = true;
    if (!isVisible()) return;
    const bool isListed = offerOutputs();
    const InspectionTarget& inspected = debugger_.inspected();
    const auto index = outputs_ ? outputs_->find(output_->currentText().toStdString()) : std::nullopt;
    if (!inspected.model || !index) {
        provenance_ = {};
        message_->setText(isListed ? tr("Select an output, or right-click an element, an arrow or an output.")
                                   : tr("Outputs are being listed…"));
        return graph_->show({});
    }
    try {
        if (inspected.model->getDocument().size() >= LargeModel) return searchInBackground(*index);
        showFound(findProvenance(*outputs_, *index, *inspected.state, *inspected.entries()), *index);
    } catch (const std::exception& fault) {
        // A pose may have no accelerations; report only that.
        showMessage(text(failureText(fault)));
    }
}

void ProvenancePanel::searchInBackground(std::size_t output) {
    // An answer stays while it is searched again, not below the name of another output.
    const auto& nodes = provenance_.nodes;
    if (!nodes.empty() && nodes[0].name != outputs_->getAll()[output].name)
        showMessage(tr("Searching for the provenance…"));
    if (search_) return;
    isOutdated_ = false;
    const InspectionTarget& inspected = debugger_.inspected();
    try {
        search_.reset(new Search{outputs_, output, *inspected.state, inspected.entries()});
    } catch (const std::system_error&) {
        return showMessage(tr("The system cannot start another thread. Close other programs."));
    }
    poll_.start();
}

void ProvenancePanel::poll() {
    if (search_ && !search_->task.isFinished()) return;
    poll_.stop();
    const auto done = std::exchange(search_, nullptr);
    if (!done) return;
    showResult(*done);
    // A State that changes all the time is searched at the pace of the searches.
    if (isOutdated_) refresh();
}

void ProvenancePanel::showResult(Search& done) {
    const bool isSelected =
        done.outputs == outputs_ && outputs_->find(output_->currentText().toStdString()) == done.output;
    if (!isSelected) return;
    if (!done.task.getResult()) return showMessage(text(done.task.getFailure()));
    Provenance& found = *done.task.getResult();
    const bool isOther = provenance_.nodes.empty() || provenance_.nodes[0].name != found.nodes[0].name;
    showFound(std::move(found), done.output);
    if (isOther) showAnswer();
}

void ProvenancePanel::showFound(Provenance found, std::size_t output) {
    provenance_ = std::move(found);
    const auto count = [this](ProvenanceNode::Kind kind) {
        return std::count_if(provenance_.nodes.begin(), provenance_.nodes.end(),
                             [kind](const ProvenanceNode& n) { return n.kind == kind; });
    };
    // In display units, as in the rest of the window; other values are the engine's, in SI.
    constexpr int digits = 6;
    const Quantity quantity = outputs_->getAll()[output].quantity;
    std::string& value = provenance_.nodes.front().value;
    if (quantity != Quantity::None) value = formatQuantity(provenance_.value, quantity, units_, digits).toStdString();
    message_->setText(tr("= %1, computed from entries: %2, variables: %3, parameters: %4")
                          .arg(text(value))
                          .arg(count(ProvenanceNode::Kind::Entry))
                          .arg(count(ProvenanceNode::Kind::Variable))
                          .arg(count(ProvenanceNode::Kind::Parameter)));
    message_->setToolTip(message_->text());
    graph_->show(provenance_);
}

void ProvenancePanel::showMessage(const QString& message) {
    provenance_ = {};
    message_->setText(message);
    message_->setToolTip(message);
    graph_->show(provenance_);
}

void ProvenancePanel::visit(std::size_t node) {
    const ProvenanceNode& visited = provenance_.nodes.at(node);
    if (visited.kind == ProvenanceNode::Kind::Entry) return Q_EMIT entryVisited(visited.entry);
    const bool named = visited.kind == ProvenanceNode::Kind::Parameter;
    const State& state = *debugger_.inspected().state;
    Q_EMIT variableVisited(named && state.hasDiscreteVar(visited.parameter)
                               ? text(state.getDiscreteVarInfo(visited.parameter).getName())
                               : QString());
}

}  // namespace trammel::ui
