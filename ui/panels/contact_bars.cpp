// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/contact_bars.h"

#include <QPainter>
#include <algorithm>
#include <array>

#include "compile/contacts.h"
#include "ui/session/ending_work.h"
#include "ui/session/search_portions.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

struct ContactBars::Search : SearchPortions<TouchHistory> {
    using SearchPortions::SearchPortions;
};

ContactBars::ContactBars(Session& session, PlotData& data, QObject* parent)
    : QObject(parent), session_(session), data_(data) {
    timer_.setInterval(Search::LookInterval);
    connect(&timer_, &QTimer::timeout, this, &ContactBars::advance);
    connect(&data_, &PlotData::listed, this, &ContactBars::listContacts);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Run) follow(), listContacts();
        if (changes & SessionChange::Selection) choose();
    });
}
ContactBars::~ContactBars() { leaveWork(search_, ending_); }

void ContactBars::follow() {
    const RunEntry* const current = session_.runs().current();
    std::shared_ptr<const SimulationRun> run = current ? current->run : nullptr;
    if (run != run_) {
        run_ = std::move(run);
        pairs_.clear();
        times_.clear();
        endWork(search_, ending_);
        if (run_ && hasContacts(run_->getDocument())) search_ = std::make_unique<Search>(run_);
        choose();
    }
    const bool waits = isAnyBusy(ending_) || (search_ && !search_->isUpToDate());
    if (waits && !timer_.isActive()) timer_.start();
}

void ContactBars::advance() {
    const bool waits = isAnyBusy(ending_);
    if (!search_ && !waits) timer_.stop();
    const TouchHistory* const found = search_ ? search_->found() : nullptr;
    if (!found) return;
    if (search_->takeLackOfMemory())
        Q_EMIT session_.notice(
            tr("Memory ran out: the timeline does not show all contacts of the run. Remove runs, or "
               "close other programs."));
    // Read first: frames stored later are looked at next time.
    const bool ended = run_->getStatus().phase != RunPhase::Running;
    const bool isAll = found->isUpToDate();
    const bool isMore = found->getTimes().size() != times_.size();
    if (isMore) {
        pairs_ = found->getPairs();
        times_ = found->getTimes();
    }
    if (!isAll)
        search_->start(session_.player().isPlaying());
    else if (ended && !waits)
        timer_.stop();
    if (isMore) choose();
}

void ContactBars::listContacts() {
    const RunEntry* const current = session_.runs().current();
    const RunId now = current ? current->id : 0;
    if (now == contactsOf_) return;
    contacts_.clear();
    // The list of outputs of a large model takes tens of megabytes.
    const bool mayTouch = current && hasContacts(current->run->getDocument());
    const auto outputs = mayTouch ? data_.outputsInTime(*current) : nullptr;
    // Otherwise they are listed soon.
    if (outputs || !mayTouch) contactsOf_ = now;
    if (!outputs) return choose();
    // Labels of compliant and of rigid contacts.
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> counts{
        {{"touching places", "sticking places"}, {"closed points", "sticking points"}}};
    for (const Output& output : outputs->getAll())
        for (const auto& [touching, sticking] : counts) {
            if (output.label != touching || contacts_.size() >= MostBars) continue;
            const std::string start = output.name.substr(0, output.name.size() - touching.size());
            auto touches = data_.follow(*current, output.name);
            auto sticks = data_.follow(*current, start + std::string(sticking));
            if (touches && sticks)
                contacts_.push_back(
                    {session_.nameOf(output.element), std::move(touches), std::move(sticks), std::nullopt});
        }
    choose();
}

void ContactBars::choose() {
    const std::set<ElementId>& selected = session_.selection();
    const Document& document = session_.document();
    const auto isSelected = [&](ElementId id) {
        const Element* const element = document.find(id);
        return element && (selected.contains(id) || selected.contains(element->parent));
    };
    std::vector<Bar> ofPairs;
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        const PairTouches& pair = pairs_[k];
        if (pairs_.size() > MostBars && !isSelected(pair.first) && !isSelected(pair.second)) continue;
        if (ofPairs.size() < MostBars)
            ofPairs.push_back(
                {tr("%1 on %2").arg(session_.nameOf(pair.second), session_.nameOf(pair.first)), {}, {}, k});
    }
    bars_ = ofPairs.empty() ? contacts_ : std::move(ofPairs);
    Q_EMIT changed();
}

std::size_t ContactBars::frames(const Bar& bar) const {
    if (bar.pair) return pairs_[*bar.pair].frames.size();
    return std::min({bar.touching->times->size(), bar.touching->values->size(), bar.sticking->values->size()});
}

std::size_t ContactBars::firstAfter(const Bar& bar, Real time, std::size_t from) const {
    if (!bar.pair) return std::min(frames(bar), bar.touching->times->upperBound(time, from));
    const auto first = times_.begin() + std::ptrdiff_t(from), end = times_.begin() + std::ptrdiff_t(frames(bar));
    return std::size_t(std::upper_bound(first, end, time) - times_.begin());
}

PairTouches::Touching ContactBars::most(const Bar& bar, std::size_t from, std::size_t to) const {
    if (bar.pair) {
        const std::vector<PairTouches::Touching>& all = pairs_[*bar.pair].frames;
        return *std::max_element(all.begin() + std::ptrdiff_t(from), all.begin() + std::ptrdiff_t(to));
    }
    if (!(bar.touching->values->range(from, to).highest > 0)) return PairTouches::Apart;
    return bar.sticking->values->range(from, to).highest > 0 ? PairTouches::Sticks : PairTouches::Slips;
}

void ContactBars::paint(QPainter& painter, std::size_t index, const QRectF& area,
                        const std::function<Real(double)>& timeAt) const {
    const Bar& bar = bars_[index];
    const ThemeColors& colors = Theme::instance().colors();
    const std::size_t count = frames(bar);
    std::size_t from = 0;
    for (int x = int(area.left()); x < int(area.right()) && from < count; ++x) {
        const std::size_t to = firstAfter(bar, timeAt(x + 1), from);
        // Between two frames the last one holds.
        const std::size_t first = to == from && from > 0 ? from - 1 : from;
        const PairTouches::Touching touching = most(bar, first, std::max(to, first + 1));
        if (touching != PairTouches::Apart)
            painter.fillRect(QRectF(x, area.top(), 1, area.height()),
                             touching == PairTouches::Sticks ? colors.good : colors.caution);
        from = to;
    }
}

QString ContactBars::tip(std::size_t index, Real at) const {
    const Bar& bar = bars_[index];
    const std::size_t after = firstAfter(bar, at, 0);
    if (after == 0) return bar.name;
    const QString start = tr("%1 at %2 s").arg(bar.name).arg(at, 0, 'f', 3);
    const PairTouches::Touching touching = most(bar, after - 1, after);
    if (touching == PairTouches::Apart) return tr("%1: no touch").arg(start);
    if (bar.pair) return (touching == PairTouches::Sticks ? tr("%1: sticks") : tr("%1: slips")).arg(start);
    return tr("%1: %2 touching, %3 sticking")
        .arg(start)
        .arg((*bar.touching->values)[after - 1], 0, 'f', 0)
        .arg((*bar.sticking->values)[after - 1], 0, 'f', 0);
}

}  // namespace trammel::ui
