// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/mobility_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <algorithm>
#include <set>
#include <utility>

#include "authoring/fixes.h"
#include "compile/coordinates.h"
#include "inspect/grashof.h"
#include "runtime/background_task.h"
#include "ui/panels/fix_bar.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/plain_list.h"
#include "ui/panels/wiggle_list.h"
#include "ui/panels/workspace.h"
#include "ui/session/left_work.h"

namespace trammel::ui {

namespace {
constexpr int FrameMilliseconds = 16;
constexpr int WiggleMilliseconds = 2400;
constexpr int Swings = 2;
constexpr int WatchMilliseconds = 20;
/// More redundant equations, and elements with fixes, are counted rather than listed.
constexpr std::size_t SetsListed = 20, FixesSought = 5;
}  // namespace

struct MobilityPanel::Search {
    TaskControl control;
    BackgroundTask<std::shared_ptr<const Wiggles>> task;

    explicit Search(CompiledModelPtr model)
        : task([this, of = std::move(model)] {
              return std::make_shared<const Wiggles>(of, of->getInitialState(),
                                                     [this] { return control.isCanceled(); });
          }) {}
};

PanelDescriptor MobilityPanel::descriptor() {
    return {.id = "mobilityDock",
            .title = tr("Mobility"),
            .hint = tr("Analyze degrees of freedom and redundant equations"),
            .area = PanelArea::Bottom,
            .make =
                [](Workspace& w) {
                    auto* const panel = new MobilityPanel(w.session());
                    connect(panel, &MobilityPanel::poseShown, &w, &Workspace::poseRequested);
                    return panel;
                },
            .leastSize = LeastBottomPanel};
}

MobilityPanel::MobilityPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), summary_(new QLabel(this)), ways_(new WiggleList(this)) {
    setObjectName(QStringLiteral("mobility"));
    setAccessibleName(tr("Mobility"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    summary_->setObjectName(QStringLiteral("mobilitySummary"));
    summary_->setWordWrap(true);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(summary_);
    auto* const split = new QSplitter(Qt::Horizontal, this);
    split->setChildrenCollapsible(false);
    split->addWidget(makeWays());
    split->addWidget(makeNotes());
    split->setStretchFactor(0, 1);
    split->setStretchFactor(1, 1);
    split->setSizes({1000, 1000});
    layout->addWidget(split, 1);

    poll_.setInterval(WatchMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &MobilityPanel::collect);
    timer_.setInterval(FrameMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &MobilityPanel::tick);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (!(changes & SessionChange::Model)) return;
        motion_.reset();
        stale_ = true;
        isWanted_ = false;
        if (search_) search_->control.cancel();
        // A dock behind another tab also counts as visible.
        if (!visibleRegion().isEmpty()) refresh();
    });
}

MobilityPanel::~MobilityPanel() {
    if (!search_) return;
    search_->control.cancel();
    leaveUntil([left = std::shared_ptr<Search>(std::move(search_))] { return left->task.isFinished(); });
}

QWidget* MobilityPanel::makeWays() {
    auto* const part = new QWidget(this);
    auto* const layout = new QVBoxLayout(part);
    layout->setContentsMargins(0, 4, 0, 0);
    list_ = new QListView(part);
    list_->setObjectName(QStringLiteral("wiggles"));
    list_->setUniformItemSizes(true);
    list_->setModel(ways_);
    setUpPlainList(list_, tr("Degrees of freedom"));
    animate_ = new QPushButton(tr("Animate"), part);
    animate_->setObjectName(QStringLiteral("animateWiggle"));
    animate_->setToolTip(tr("Show the selected degree of freedom in the view"));
    layout->addWidget(list_, 1);
    layout->addWidget(animate_, 0, Qt::AlignLeft);
    connect(animate_, &QPushButton::clicked, this, [this] { wiggle(list_->currentIndex().row()); });
    connect(list_, &QListView::activated, this, [this](const QModelIndex& index) { wiggle(index.row()); });
    return part;
}

QWidget* MobilityPanel::makeNotes() {
    auto* const notes = new QScrollArea(this);
    notes->setAccessibleName(tr("Redundant and conflicting equations"));
    notes->setFrameShape(QFrame::NoFrame);
    notes->setWidgetResizable(true);
    auto* const content = new QWidget(notes);
    rows_ = new QVBoxLayout(content);
    rows_->setContentsMargins(0, 4, 0, 0);
    notes->setWidget(content);
    return notes;
}

void MobilityPanel::paintEvent(QPaintEvent* event) {
    QWidget::paintEvent(event);
    if (stale_) QMetaObject::invokeMethod(this, &MobilityPanel::refresh, Qt::QueuedConnection);
}

void MobilityPanel::addNote(const QString& text) {
    auto* const note = new QLabel(text);
    note->setWordWrap(true);
    rows_->addWidget(note);
}

QString MobilityPanel::describeDriven(const CompiledModel& model) {
    const int driven = model.getMobility().drivenDegrees;
    if (driven == 0) return {};
    QStringList locked;
    for (const ElementId joint : findLockedJoints(model.getDocument()))
        locked += QString::fromStdString(model.getDocument().get(joint).name);
    if (locked.isEmpty()) return tr("%1 driven by motors").arg(driven);
    if (model.getDocument().elementsOf("motion").empty()) return tr("%1 locked: %2").arg(driven).arg(locked.join(", "));
    return tr("%1 driven by motors or locked: %2").arg(driven).arg(locked.join(", "));
}

void MobilityPanel::refresh() {
    if (!std::exchange(stale_, false)) return;
    while (QLayoutItem* const item = rows_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    ways_->show(nullptr);
    animate_->setText(tr("Animate"));
    const CompiledModelPtr& model = session_.lastModel();
    const bool isEmpty = !model || session_.document().size() == 0;
    animate_->setEnabled(false);
    if (isEmpty) {
        summary_->setText(tr("The model has no movable bodies yet."));
        return;
    }
    const MobilityReport& mobility = model->getMobility();
    const int ways = mobility.degreesOfFreedom;
    QString text =
        (ways == 1 ? tr("<b>1 degree of freedom</b>") : tr("<b>%1 degrees of freedom</b>").arg(ways)) +
        tr(" · %1 of %2 equations redundant").arg(mobility.redundantEquations).arg(mobility.constraintEquations) +
        (mobility.loops == 1 ? tr(" · 1 loop") : tr(" · %1 loops").arg(mobility.loops));
    if (const QString held = describeDriven(*model); !held.isEmpty())
        text += QStringLiteral(" · ") + held.toHtmlEscaped();
    if (const std::string grashof = describeGrashof(*model); !grashof.empty())
        text += QStringLiteral("<br>") + tr("Four-bar: %1.").arg(QString::fromStdString(grashof).toHtmlEscaped());
    summary_->setText(text);
    if (!model->getAssembly().assembled) addNote(tr("Loops are open; values are for the nearest pose."));
    for (const std::string& conflict : mobility.conflicts) addNote(QString::fromStdString(conflict));
    if (!mobility.conflicts.empty())
        if (const auto conflicting = findConflicting(*model); !conflicting.empty()) addFixes(conflicting.front());
    addRedundantSets();
    if (rows_->count() == 0) addNote(tr("No equation is redundant or in conflict."));
    rows_->addStretch(1);
    search();
}

void MobilityPanel::search() {
    animate_->setText(tr("Analyzing…"));
    if (search_) search_->control.cancel();
    isWanted_ = true;
    poll_.start();
    collect();
}

void MobilityPanel::collect() {
    if (search_ && search_->task.isFinished()) {
        const std::unique_ptr<Search> done = std::move(search_);
        if (!done->control.isCanceled()) {
            if (const auto& found = done->task.getResult()) {
                ways_->show(*found);
                list_->setCurrentIndex(ways_->index(0));
            } else {
                addNote(QString::fromStdString(done->task.getFailure()));
            }
            animate_->setText(tr("Animate"));
            animate_->setEnabled(ways_->rowCount() > 0);
        }
    }
    if (!search_ && std::exchange(isWanted_, false) && session_.lastModel())
        search_ = std::make_unique<Search>(session_.lastModel());
    if (!search_) poll_.stop();
}

void MobilityPanel::addRedundantSets() {
    const auto& sets = session_.lastModel()->getMobility().redundantSets;
    for (std::size_t i = 0; i < std::min(sets.size(), SetsListed); ++i) {
        QStringList equations;
        for (const std::string& name : sets[i].equations) equations += QString::fromStdString(name);
        addNote((sets[i].consistent ? tr("Redundant: remove any one of %1") : tr("Conflicting: remove any one of %1"))
                    .arg(equations.join(QStringLiteral(", "))));
    }
    if (sets.size() > SetsListed) addNote(tr("%n more redundant equations", nullptr, int(sets.size() - SetsListed)));
    std::set<ElementId> owners;
    for (const MobilityReport::RedundantSet& set : sets) owners.insert(set.constraints.begin(), set.constraints.end());
    std::size_t sought = 0;
    for (const ElementId owner : owners)
        if (sought++ < FixesSought) addFixes(owner);
}

void MobilityPanel::addFixes(ElementId element) {
    auto* const fixes = new FixBar(session_);
    rows_->addWidget(fixes);
    fixes->offerFor(element);
}

void MobilityPanel::wiggle(int index) {
    if (index < 0 || index >= ways_->rowCount()) return;
    if (session_.player().showsFrame()) session_.player().reset();
    // The list is of this model.
    moved_ = session_.lastModel();
    motion_ = std::make_unique<WiggleMotion>(moved_, ways_->report(index));
    clock_.start();
    timer_.start();
}

void MobilityPanel::tick() {
    if (!motion_ || moved_ != session_.lastModel() || clock_.elapsed() > WiggleMilliseconds) {
        timer_.stop();
        motion_.reset();
        moved_.reset();
        Q_EMIT poseShown(std::nullopt);
        return;
    }
    const Real part = Real(clock_.elapsed()) / WiggleMilliseconds;
    Q_EMIT poseShown(motion_->at(2 * Pi * Swings * part));
}

}  // namespace trammel::ui
