// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/mobility_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <set>
#include <utility>

#include "authoring/fixes.h"
#include "base/numerical_failure.h"
#include "compile/coordinates.h"
#include "inspect/grashof.h"
#include "ui/panels/fix_bar.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"

namespace trammel::ui {

namespace {
constexpr int FrameMilliseconds = 16;
constexpr int WiggleMilliseconds = 2400;
constexpr int Swings = 2;
constexpr std::size_t MoversNamed = 3;
constexpr Real ShareNamed = 0.02;
}  // namespace

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
    : QWidget(parent), session_(session), summary_(new QLabel(this)) {
    setObjectName(QStringLiteral("mobility"));
    setAccessibleName(tr("Mobility"));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    summary_->setObjectName(QStringLiteral("mobilitySummary"));
    summary_->setWordWrap(true);
    summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(summary_);
    auto* const scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Degrees of freedom"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    auto* const content = new QWidget(scroll);
    rows_ = new QVBoxLayout(content);
    rows_->setContentsMargins(0, 4, 0, 0);
    scroll->setWidget(content);
    layout->addWidget(scroll, 1);

    timer_.setInterval(FrameMilliseconds);
    connect(&timer_, &QTimer::timeout, this, &MobilityPanel::tick);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (!(changes & (SessionChange::Model | SessionChange::Document))) return;
        motion_.reset();
        stale_ = true;
        // A dock behind another tab also counts as visible, and searching fixes of a large mechanism is slow.
        if (!visibleRegion().isEmpty()) refresh();
    });
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
    QStringList locked;
    for (const ElementId joint : findLockedJoints(model.getDocument()))
        locked += QString::fromStdString(model.getDocument().get(joint).name);
    if (driven == 0) return {};
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
    ways_.clear();
    const CompiledModelPtr& model = session_.model();
    if (!model || session_.document().size() == 0) {
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
    addWays();
    addRedundantSets();
    rows_->addStretch(1);
}

void MobilityPanel::addWays() {
    try {
        ways_ = session_.model()->calcWiggles(session_.model()->getInitialState());
    } catch (const NumericalFailure& failure) {
        addNote(QString::fromUtf8(failure.what()));
    }
    for (std::size_t i = 0; i < ways_.size(); ++i) {
        auto* const row = new QWidget;
        auto* const layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        auto* const button = new QPushButton(tr("Animate"), row);
        button->setObjectName(QStringLiteral("wiggle%1").arg(i));
        button->setAccessibleName(tr("Animate degree of freedom %1").arg(i + 1));
        connect(button, &QPushButton::clicked, this, [this, i] { wiggle(i); });
        QStringList names;
        for (const WiggleReport::Mover& mover : ways_[i].movers)
            if (std::size_t(names.size()) < MoversNamed && mover.share > ShareNamed)
                names += tr("%1 (%2 %)").arg(QString::fromStdString(mover.name)).arg(100 * mover.share, 0, 'f', 0);
        auto* const label = new QLabel(names.join(QStringLiteral(", ")), row);
        label->setWordWrap(true);
        layout->addWidget(button);
        layout->addWidget(label, 1);
        rows_->addWidget(row);
    }
}

void MobilityPanel::addRedundantSets() {
    for (const MobilityReport::RedundantSet& set : session_.model()->getMobility().redundantSets) {
        QStringList equations;
        for (const std::string& name : set.equations) equations += QString::fromStdString(name);
        addNote((set.consistent ? tr("Redundant: remove any one of %1") : tr("Conflicting: remove any one of %1"))
                    .arg(equations.join(QStringLiteral(", "))));
    }
    std::set<ElementId> owners;
    for (const MobilityReport::RedundantSet& set : session_.model()->getMobility().redundantSets)
        owners.insert(set.constraints.begin(), set.constraints.end());
    for (ElementId owner : owners) addFixes(owner);
}

void MobilityPanel::addFixes(ElementId element) {
    auto* const fixes = new FixBar(session_);
    rows_->addWidget(fixes);
    fixes->offerFor(element);
}

void MobilityPanel::wiggle(std::size_t index) {
    if (index >= ways_.size()) return;
    if (session_.player().showsFrame()) session_.player().reset();
    motion_ = std::make_unique<WiggleMotion>(session_.model(), ways_[index]);
    clock_.start();
    timer_.start();
}

void MobilityPanel::tick() {
    if (!motion_ || clock_.elapsed() > WiggleMilliseconds) {
        timer_.stop();
        motion_.reset();
        Q_EMIT poseShown(std::nullopt);
        return;
    }
    const Real part = Real(clock_.elapsed()) / WiggleMilliseconds;
    Q_EMIT poseShown(motion_->at(2 * Pi * Swings * part));
}

}  // namespace trammel::ui
