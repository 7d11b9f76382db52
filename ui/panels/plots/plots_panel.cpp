// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plots/plots_panel.h"

#include <QHBoxLayout>
#include <QJsonArray>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/panel_descriptor.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/source_tree.h"
#include "ui/panels/workspace.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
const QString MemoryKey = QStringLiteral("plots");
/// Least height of a plot in lines of text; a panel with more plots scrolls.
constexpr int LeastPlotLines = 9;
}  // namespace

PanelDescriptor PlotsPanel::descriptor() {
    return {.id = "plotsDock",
            .title = tr("Plots"),
            .hint = tr("Plot outputs of runs"),
            .area = PanelArea::Bottom,
            .make =
                [](Workspace& w) {
                    auto* const panel = new PlotsPanel(w.session(), w.plotData(), w.memory(), w.units());
                    connect(panel, &PlotsPanel::provenanceRequested, &w, &Workspace::provenanceRequested);
                    connect(&w, &Workspace::plotRequested, panel, [&w, panel](const QStringList& outputs) {
                        Q_EMIT w.panelRequested(QStringLiteral("plotsDock"));
                        panel->plot(outputs);
                    });
                    return panel;
                },
            .leastSize = LeastBottomPanel};
}

PlotsPanel::PlotsPanel(Session& session, PlotData& data, DocumentMemory& memory, const DisplayUnits& units,
                       QWidget* parent)
    : QWidget(parent),
      session_(session),
      data_(data),
      memory_(memory),
      units_(units),
      sources_(new SourceTree(units, this)),
      stack_(new QSplitter(Qt::Vertical)),
      scroll_(new QScrollArea(this)) {
    setObjectName(QStringLiteral("plotsPanel"));
    auto* const left = new QWidget(this);
    auto* const leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(4, 4, 2, 4);
    leftLayout->setSpacing(3);
    leftLayout->addWidget(makeHeader());
    leftLayout->addWidget(sources_, 1);
    auto* const split = new QSplitter(Qt::Horizontal, this);
    split->addWidget(left);
    scroll_->setAccessibleName(tr("Plots"));
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidget(stack_);
    split->addWidget(scroll_);
    split->setStretchFactor(0, 0);
    split->setStretchFactor(1, 1);
    split->setSizes({230, 900});
    split->setObjectName(QStringLiteral("plotsSplit"));
    split_ = split;
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(split);
    stack_->setChildrenCollapsible(false);

    rebuild_.setSingleShot(true);
    rebuild_.setInterval(0);
    connect(&rebuild_, &QTimer::timeout, this, &PlotsPanel::rebuild);
    connect(sources_, &SourceTree::chosen, this, &PlotsPanel::plot);
    connect(&data_, &PlotData::grown, this, [this] {
        if (!isVisible()) return;
        for (PlotFrame* each : plots_) each->refresh();
    });
    connect(&data_, &PlotData::listed, this, &PlotsPanel::rebuildSoon);
    RunList& runs = session_.runs();
    for (const auto signal : {&RunList::runAdded, &RunList::runRemoved})
        connect(&runs, signal, this, [this] { rebuildSoon(); });
    connect(&runs, &RunList::currentChanged, this, &PlotsPanel::rebuildSoon);
    connect(&units_, &DisplayUnits::changed, this, [this] {
        // The list shows units.
        sources_->setOutputs(listed_.get());
        rebuildSoon();
    });
    connect(&Theme::instance(), &Theme::changed, this, &PlotsPanel::rebuildSoon);
    connect(&session_, &Session::changed, this, &PlotsPanel::sessionChanged);
    connect(&memory_, &DocumentMemory::replaced, this, &PlotsPanel::recall);
    recall();
}

QWidget* PlotsPanel::makeHeader() {
    auto* const header = new QWidget(this);
    auto* const layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* const add = new QToolButton(header);
    add->setIcon(icon("plot"));
    add->setText(tr("New plot"));
    add->setToolTip(tr("Add a plot below"));
    allRunsButton_ = new QToolButton(header);
    allRunsButton_->setObjectName(QStringLiteral("allRuns"));
    allRunsButton_->setIcon(icon("history"));
    allRunsButton_->setText(tr("All runs"));
    allRunsButton_->setToolTip(tr("Plot all runs, not only the current one"));
    allRunsButton_->setCheckable(true);
    allRunsButton_->setChecked(allRuns_);
    for (QToolButton* button : {add, allRunsButton_}) {
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    connect(add, &QToolButton::clicked, this, [this] { addPlot(); });
    connect(allRunsButton_, &QToolButton::toggled, this, &PlotsPanel::setAllRuns);
    return header;
}

PlotFrame& PlotsPanel::addPlot() {
    auto* const added = new PlotFrame(session_, data_, units_, stack_);
    added->setAllRuns(allRuns_);
    added->setMinimumHeight(LeastPlotLines * fontMetrics().lineSpacing());
    plots_.push_back(added);
    stack_->addWidget(added);
    connect(added, &PlotFrame::arrangementChanged, this, &PlotsPanel::remember);
    connect(added, &PlotFrame::closeRequested, this, [this, added] { close(*added); });
    connect(added, &PlotFrame::provenanceRequested, this, &PlotsPanel::provenanceRequested);
    connect(added, &PlotFrame::activated, this, [this, added] { setActive(added); });
    PlotView& view = added->view();
    connect(&view, &PlotView::alongRangeChosen, this, [this, added](double from, double to) {
        for (PlotFrame* each : plotsOverTimeBeside(*added)) each->view().setAlongRange(from, to);
    });
    connect(&view, &PlotView::fitChosen, this, [this, added] {
        for (PlotFrame* each : plotsOverTimeBeside(*added)) each->view().fit();
    });
    connect(&view, &PlotView::widthsChosen, this, [this, added] {
        for (PlotFrame* each : plots_)
            if (each != added) each->view().setWidths(added->view().widths());
    });
    connect(&view, &PlotView::neededLegendChanged, this, &PlotsPanel::shareLegendWidth);
    if (const PlotView& first = plots_.front()->view(); plots_.size() > 1 && first.areWidthsChosen())
        view.setWidths(first.widths());
    align();
    shareLegendWidth();
    setActive(added);
    remember();
    // Updates the layout later. Plots of an opened document are shown from the first.
    if (!recalling_) QTimer::singleShot(0, added, [this, added] { scroll_->ensureWidgetVisible(added); });
    Q_EMIT plotAdded(added);
    return *added;
}

std::vector<PlotFrame*> PlotsPanel::plotsOverTimeBeside(const PlotFrame& plot) const {
    std::vector<PlotFrame*> others;
    for (PlotFrame* each : plots_)
        if (each != &plot && plot.isOverTime() && each->isOverTime()) others.push_back(each);
    return others;
}

void PlotsPanel::align() {
    for (PlotFrame* each : plots_) {
        each->view().alignWith(&plots_.front()->view());
        each->view().keepLegend(plots_.size() > 1);
    }
}

void PlotsPanel::shareLegendWidth() {
    int least = 0;
    for (PlotFrame* const each : plots_) least = std::max(least, each->view().neededLegend());
    for (PlotFrame* each : plots_) each->view().setLeastLegend(least);
}

void PlotsPanel::close(PlotFrame& plot) {
    const auto at = std::find(plots_.begin(), plots_.end(), &plot);
    if (at == plots_.end()) return;
    plots_.erase(at);
    plot.view().alignWith(nullptr);
    if (!plots_.empty()) align();
    shareLegendWidth();
    plot.hide();
    plot.deleteLater();
    if (plots_.empty()) addPlot();
    setActive(plots_[std::min(active_, plots_.size() - 1)]);
    remember();
}

void PlotsPanel::plot(const QStringList& outputs) { active().add(outputs); }

void PlotsPanel::offer(ElementId element) {
    rebuild();
    sources_->find(session_.nameOf(element));
}

void PlotsPanel::setAllRuns(bool all) {
    allRuns_ = all;
    allRunsButton_->setChecked(all);
    for (PlotFrame* each : plots_) each->setAllRuns(all);
}

void PlotsPanel::setActive(const PlotFrame* plot) {
    for (std::size_t i = 0; i < plots_.size(); ++i) {
        if (plots_[i] == plot) active_ = i;
        // A single plot needs no active mark.
        plots_[i]->setActive(plots_[i] == plot && plots_.size() > 1);
    }
}

void PlotsPanel::sessionChanged(SessionChanges changes) {
    if (changes & SessionChange::Model) rebuildSoon();
    if (!isVisible()) return;
    if (changes & SessionChange::Playhead)
        for (PlotFrame* each : plots_) each->showTime();
}

void PlotsPanel::rebuildSoon() {
    if (isVisible() && !rebuild_.isActive()) rebuild_.start();
}

void PlotsPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Outputs take at most a third, unless the user gives them more.
    constexpr int share = 3;
    if (event->size().width() == event->oldSize().width() || split_->sizes().front() * share <= width()) return;
    split_->setSizes({width() / share, width() - width() / share});
}

void PlotsPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    rebuildSoon();
}

void PlotsPanel::rebuild() {
    // The list of a large model is long, and an edit of a number leaves it unchanged.
    auto outputs = data_.outputsInTime();
    const bool isComing = !outputs && session_.lastModel();
    if (!isComing && (!outputs || outputs != listed_)) {
        sources_->setOutputs(outputs.get());
        listed_ = std::move(outputs);
    }
    for (PlotFrame* each : plots_) each->rebuild();
}

void PlotsPanel::remember() {
    if (recalling_) return;
    QJsonArray all;
    for (const PlotFrame* each : plots_) all += each->toJson();
    memory_.setValue(MemoryKey, all);
}

void PlotsPanel::recall() {
    recalling_ = true;
    for (PlotFrame* each : plots_) {
        each->view().alignWith(nullptr);
        each->deleteLater();
    }
    plots_.clear();
    active_ = 0;
    for (const auto& each : memory_.value(MemoryKey).toArray()) addPlot().fromJson(each.toObject());
    if (plots_.empty()) addPlot();
    setActive(plots_.front());
    recalling_ = false;
    rebuildSoon();
}

}  // namespace trammel::ui
