// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/diff_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "base/failure_text.h"
#include "inspect/row_units.h"
#include "runtime/background_task.h"
#include "ui/panels/column_fit.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/intervals.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
/// Characters of a value in the table, and in its tooltip with all digits.
constexpr int LongestInDiff = 120, LongestExact = 400;
/// Digits of a value: at least so many, and so many beyond the first that differs.
constexpr int FewestDigits = 5, DigitsBeyond = 2, MostDigits = 17;
constexpr int Percent = 100;
/// Columns of the values.
constexpr int ValueA = 4, ValueB = 5;

QPushButton* addButton(QHBoxLayout* row, const char* name, const QString& label, const QString& tip) {
    auto* const button = new QPushButton(label);
    button->setObjectName(QLatin1StringView(name));
    button->setToolTip(tip);
    row->addWidget(button);
    return button;
}

/// Digits by which two values differ, for narrow columns.
int digitsFor(Real relative) {
    if (!(relative > 0) || relative >= Infinity) return FewestDigits;
    return std::clamp(int(std::ceil(-std::log10(relative))) + DigitsBeyond, FewestDigits, MostDigits);
}

/// The first numbers of @p numbers, whole, with an ellipsis if these are not all.
QString shortened(const QString& numbers, qsizetype most) {
    if (numbers.size() <= most) return numbers;
    const qsizetype comma = numbers.lastIndexOf(QStringLiteral(", "), most);
    if (comma > 0) return numbers.left(comma) + QStringLiteral(", …");
    return numbers.left(most) + QChar(0x2026);
}

/// The numbers of "0.125, -3.5, 0" with @p digits each, 0: all; other texts as they are.
QString rounded(const QString& numbers, int digits) {
    if (digits == 0) return numbers;
    QStringList parts = numbers.split(QStringLiteral(", "));
    for (QString& part : parts) {
        if (part == QStringLiteral("…")) continue;
        bool isNumber = false;
        const double value = part.toDouble(&isNumber);
        if (!isNumber) return numbers;
        part = QString::number(value, 'g', digits);
    }
    return parts.join(QStringLiteral(", "));
}
}  // namespace

struct DiffPanel::Search {
    Search(RecordedRun first, RecordedRun second) : a(std::move(first)), b(std::move(second)) {}

    const RecordedRun a, b;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    BackgroundTask<RunDivergence> task{[this] { return trammel::findDivergence(a, b, &control); }};
};

PanelDescriptor DiffPanel::descriptor() {
    return {.id = "diffDock",
            .title = tr("Compare"),
            .hint = tr("Find where two states or runs diverge"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new DiffPanel(w.debugger(), w.units()); },
            .isShown = false,
            .isOfDebugger = true};
}

DiffPanel::DiffPanel(Debugger& debugger, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent), debugger_(debugger), units_(units), message_(new QLabel(this)), table_(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("diff"));
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(6, 4, 6, 2);
    top->setSpacing(6);
    static const char* const names[] = {"diffKeepA", "diffKeepB"};
    for (int side = 0; side < 2; ++side) {
        const auto i = static_cast<std::size_t>(side);
        buttons_[i] = addButton(top, names[side], side == 0 ? tr("Capture A") : tr("Capture B"),
                                tr("Capture the displayed state and its run for comparison"));
        labels_[i] = new ElidedLabel(tr("empty"), this);
        labels_[i]->setForegroundRole(QPalette::PlaceholderText);
        labels_[i]->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        top->addWidget(labels_[i], 1);
        connect(buttons_[i], &QPushButton::clicked, this, [this, side] { keep(side); });
    }
    bisect_ = addButton(top, "diffBisect", tr("Find divergence"),
                        tr("Recompute runs A and B to find the first differing step, stage and entry"));
    auto* const verify = addButton(top, "diffVerify", tr("Verify this frame"),
                                   tr("Realize this frame again and compare with the recorded checksums"));
    connect(bisect_, &QPushButton::clicked, this, &DiffPanel::findDivergence);
    connect(verify, &QPushButton::clicked, this, &DiffPanel::verify);
    timer_.setInterval(PollInterval);
    connect(&timer_, &QTimer::timeout, this, &DiffPanel::poll);
    message_->setObjectName(QStringLiteral("diffTold"));
    message_->setAccessibleName(tr("Comparison result"));
    message_->setWordWrap(true);
    message_->setText(tr("Capture two states of different times, runs or edits to compare them."));
    message_->setContentsMargins(6, 0, 6, 2);
    table_->setObjectName(QStringLiteral("diffTable"));
    table_->setAccessibleName(tr("Differences, largest relative change first"));
    table_->setHeaderLabels({tr("Variable or entry"), tr("Stage"), tr("Relative"), tr("Largest in"), tr("A"), tr("B")});
    for (const int column : {ValueA, ValueB})
        table_->headerItem()->setToolTip(column, tr("Variables in display units, entries in SI units"));
    table_->setRootIsDecorated(false);
    table_->setUniformRowHeights(true);
    table_->setFrameShape(QFrame::NoFrame);
    // Keeps the unit of a cut value.
    table_->setTextElideMode(Qt::ElideMiddle);
    new ColumnFit(*table_, *table_->header(), {{24, 14}, {9, 6}, {8, 6}, {20, 8}, {20, 8}, {20, 8}});
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(message_);
    layout->addWidget(table_, 1);
}

DiffPanel::~DiffPanel() {
    if (search_) endSearch();
}

QString DiffPanel::statusText() const { return message_->text(); }

void DiffPanel::keep(int side) {
    const Session& session = debugger_.session();
    if (!session.displayed().model()) return;
    const Player& player = session.player();
    const auto i = static_cast<std::size_t>(side);
    Kept& kept = kept_[i].emplace();
    kept.model = session.displayed().model();
    kept.state = session.displayed().state();
    if (player.run()) kept.run = RecordedRun::of(*player.run());
    const auto& labels = session.history().labels();
    const RunEntry* const run = session.runs().current();
    const QString ofRun = run && player.showsFrame() ? tr("Run %1").arg(run->title()) : tr("Initial pose");
    kept.label = tr("%1, %2 s, after “%3”")
                     .arg(ofRun)
                     .arg(kept.state.getTime(), 0, 'g', 6)
                     .arg(text(labels[session.history().index()]));
    labels_[i]->setText(kept.label);
    labels_[i]->setToolTip(kept.label);
    compare();
}

void DiffPanel::compare() {
    table_->clear();
    if (!kept_[0] || !kept_[1]) return message_->setText(tr("Capture another state to compare with."));
    Kept &a = *kept_[0], &b = *kept_[1];
    try {
        realize(*a.model, a.state, Stage::Report);
        realize(*b.model, b.state, Stage::Report);
    } catch (const std::exception& fault) {
        return message_->setText(tr("Cannot realize everything: %1").arg(text(failureText(fault))));
    }
    const std::vector<StateDifference> differences = compareStates(*a.model, a.state, *b.model, b.state);
    const auto entries = std::count_if(differences.begin(), differences.end(), [](const auto& d) { return d.isEntry; });
    const auto alone =
        std::count_if(differences.begin(), differences.end(), [](const auto& d) { return d.a.empty() != d.b.empty(); });
    message_->setText(differences.empty()
                          ? tr("A and B are bitwise identical in all variables and entries.")
                          : tr("%1 variables and %2 cache entries differ.")
                                    .arg(static_cast<long>(differences.size()) - entries - alone)
                                    .arg(entries) +
                                (alone > 0 ? tr(" %1 exist in only one state.").arg(alone) : QString()));
    show(differences);
}

void DiffPanel::findDivergence() {
    if (search_) {
        endSearch();
        return message_->setText(tr("Canceled."));
    }
    if (!kept_[0] || !kept_[1] || !kept_[0]->run || !kept_[1]->run)
        return message_->setText(tr("First capture a frame of one run as A and a frame of another as B."));
    table_->clear();
    search_ = std::make_unique<Search>(*kept_[0]->run, *kept_[1]->run);
    bisect_->setText(tr("Cancel"));
    timer_.start();
    poll();
}

void DiffPanel::poll() {
    if (!search_) return;
    if (!search_->task.isFinished())
        return message_->setText(
            tr("Searching for the divergence: %1 %").arg(qRound(Percent * search_->control.getProgress())));
    if (const auto& found = search_->task.getResult()) {
        message_->setText(text(found->sentence));
        show(found->differences);
    } else {
        message_->setText(tr("The runs cannot be recomputed: %1").arg(text(search_->task.getFailure())));
    }
    endSearch();
}

void DiffPanel::endSearch() {
    timer_.stop();
    bisect_->setText(tr("Find divergence"));
    search_->control.cancel();
    // An element may never return: nothing waits for it.
    leaveUntil([left = std::shared_ptr<Search>(std::move(search_))] { return left->task.isFinished(); });
}

void DiffPanel::verify() {
    const Session& session = debugger_.session();
    const Player& player = session.player();
    const auto monitor = debugger_.monitor();
    const auto recorded = monitor && player.showsFrame() && !player.isBetweenFrames()
                              ? monitor->getDigests(player.frame())
                              : std::vector<EntryDigest>();
    table_->clear();
    if (recorded.empty())
        return message_->setText(
            tr("No checksums were recorded for this frame. Enable “Record checksums”, run, and select a frame."));
    debugger_.session().demandStage(Stage::Report);
    const std::vector<EntryDigest> now = digestEntries(session.displayed().state());
    const auto compared = [&] {
        std::size_t both = 0;
        for (std::size_t i = 0; i < std::min(now.size(), recorded.size()); ++i)
            both += now[i].digest != 0 && recorded[i].digest != 0;
        return both;
    }();
    const std::vector<std::string> differing = differingEntries(session.displayed().state(), now, recorded);
    QStringList names, without;
    for (const std::string& name : differing) names += text(name);
    const State& state = session.displayed().state();
    for (const EntryDigest& d : now)
        if (d.digest == 0 && state.getCacheValidity(d.key) == CacheValidity::Valid)
            without += text(nameOf(state, d.key));
    const QString rest =
        without.isEmpty() ? QString()
                          : tr(" Without checksum, because their types have no text form: %1.").arg(without.join(", "));
    message_->setText((differing.empty()
                           ? tr("Bitwise identical: the checksums of %1 entries match those recorded at %2 s.")
                                 .arg(compared)
                                 .arg(player.time(), 0, 'g', 6)
                           : tr("%1 of %2 entries differ from the recorded checksums: %3.")
                                 .arg(differing.size())
                                 .arg(compared)
                                 .arg(names.join(QStringLiteral(", ")))) +
                      rest);
}

void DiffPanel::show(const std::vector<StateDifference>& differences) {
    table_->clear();
    quantities_.clear();
    for (const std::optional<Kept>& kept : kept_)
        if (kept)
            for (const VariableReading& v : readVariables(*kept->model, kept->state)) quantities_[v.name] = v.quantity;
    for (const StateDifference& d : differences) {
        const QString relative = d.a.empty()             ? tr("only in B")
                                 : d.b.empty()           ? tr("only in A")
                                 : d.relative < Infinity ? QString::number(d.relative, 'e', 1)
                                                         : tr("different");
        const std::string &a = d.place.empty() ? d.a : d.thereA, &b = d.place.empty() ? d.b : d.thereB;
        const int digits = digitsFor(d.relative);
        auto* const row = new QTreeWidgetItem(table_, {text(d.name), text(d.stage.getName()), relative, text(d.place),
                                                       withUnit(d, a, digits), withUnit(d, b, digits)});
        row->setForeground(1, Theme::instance().stageColor(d.stage));
        row->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        for (int column = 0; column < table_->columnCount(); ++column) row->setToolTip(column, row->text(column));
        row->setToolTip(ValueA, withUnit(d, a, 0));
        row->setToolTip(ValueB, withUnit(d, b, 0));
    }
}

QString DiffPanel::withUnit(const StateDifference& difference, const std::string& value, int digits) const {
    const auto quantity = quantities_.find(difference.name);
    bool isNumber = false;
    // Values of large models are long: convert no more than is shown.
    const QString shown = shortened(text(value.substr(0, LongestExact + 1)), LongestExact);
    const double si = shown.toDouble(&isNumber);
    if (difference.isEntry) {
        const std::string unit = shown.isEmpty() ? "" : unitOfRow(difference.name, difference.place);
        const QString numbers = digits == 0 ? shown : shortened(rounded(shown, digits), LongestInDiff);
        return unit.empty() ? numbers : numbers + ' ' + text(unit);
    }
    if (!isNumber) return digits == 0 ? shown : shortened(shown, LongestInDiff);
    if (difference.name == "time") return formatQuantity(si, Quantity::Time, units_, digits);
    return quantity == quantities_.end() ? rounded(shown, digits)
                                         : formatQuantity(si, quantity->second, units_, digits);
}

}  // namespace trammel::ui
