// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plots/plot_data.h"

#include <algorithm>
#include <exception>
#include <new>
#include <span>
#include <utility>

#include "ui/session/left_memory.h"
#include "ui/session/model_compiler.h"

namespace trammel::ui {

namespace {
/// Polling interval of samplers, ms.
constexpr int Interval = 50;
/// Polling interval of a list being made, ms.
constexpr int ListInterval = 5;
/// Time between attempts after lack of memory, ms.
constexpr int LackInterval = 2000;

auto appendTo(Series& series) {
    return [&series](std::span<const Real> values) { series.append(values); };
}
}  // namespace

PlotData::PlotData(Session& session, QObject* parent) : QObject(parent), session_(session) {
    timer_.setInterval(Interval);
    connect(&timer_, &QTimer::timeout, this, &PlotData::gather);
    listTimer_.setInterval(ListInterval);
    connect(&listTimer_, &QTimer::timeout, this, &PlotData::collectList);
    lackTimer_.setInterval(LackInterval);
    lackTimer_.setSingleShot(true);
    connect(&lackTimer_, &QTimer::timeout, this, &PlotData::continueAfterLack);
    connect(&session_, &Session::changed, this, [this](const SessionChanges& changes) {
        if (!changes.isOtherDocument()) return;
        for (const QMetaObject::Connection& each : waiting_) disconnect(each);
        waiting_.clear();
    });
    connect(&session_.runs(), &RunList::runRemoved, this, [this](int id) {
        runs_.erase(id);
        costs_.erase(id);
    });
    connect(&session_.runs(), &RunList::runChanged, this, [this](int id) {
        if ((runs_.count(id) || costs_.count(id)) && !timer_.isActive()) timer_.start();
    });
    connect(&session_.runs(), &RunList::currentChanged, this, [this] {
        // clear() does not signal each run.
        const auto isGone = [this](const auto& each) { return !session_.runs().find(each.first); };
        std::erase_if(runs_, isGone);
        std::erase_if(costs_, isGone);
        if (!runs_.empty() && !timer_.isActive()) timer_.start();
    });
}

void PlotData::LeaveSampler::operator()(Sampler* sampler) const {
    sampler->stop();
    leaveUntil([left = std::shared_ptr<Sampler>(sampler)] { return !left->isComputing(); });
}

PlotData::~PlotData() {
    if (listing_) leaveUntil([list = listing_] { return list->isFinished(); });
}

std::shared_ptr<const Outputs> PlotData::outputsOf(const CompiledModelPtr& model) {
    std::erase_if(lists_, [](const auto& list) { return list.expired(); });
    for (const auto& list : lists_)
        if (auto known = list.lock(); known && known->getModel() == model) return known;
    auto made = std::make_shared<const Outputs>(model);
    lists_.push_back(made);
    return made;
}

std::shared_ptr<const Outputs> PlotData::outputsInTime() {
    const CompiledModelPtr& model = session_.lastModel();
    if (model && ofModel_ && &ofModel_->getModel()->getSystem() == &model->getSystem()) return ofModel_;
    return ofModel_ = outputsInTime(model);
}

std::shared_ptr<const Outputs> PlotData::outputsInTime(const CompiledModelPtr& model) {
    const auto isOfModel = [&](const auto& list) {
        const auto known = list.lock();
        return known && known->getModel() == model;
    };
    if (!model) return nullptr;
    if (model->getDocument().size() < LargeModel || std::ranges::any_of(lists_, isOfModel)) return outputsOf(model);
    startListing([model] { return model; });
    return nullptr;
}

std::shared_ptr<const Outputs> PlotData::outputsInTime(const RunEntry& entry) {
    if (entry.run->hasModel()) return outputsInTime(entry.run->getModel());
    startListing([run = entry.run] { return run->getModel(); });
    return nullptr;
}

void PlotData::whenListed(QObject* context, std::function<void(const std::shared_ptr<const Outputs>&)> act) {
    const auto all = outputsInTime();
    if (all || !session_.lastModel()) return act(all);
    std::erase_if(waiting_, [](const QMetaObject::Connection& each) { return !each; });
    // The list in progress may be of another model.
    waiting_.push_back(connect(
        this, &PlotData::listed, context, [this, context, act = std::move(act)] { whenListed(context, act); },
        Qt::SingleShotConnection));
}

void PlotData::startListing(const std::function<CompiledModelPtr()>& getModel) {
    // Another list in progress comes first; listed() asks again.
    if (listing_) return;
    listing_ = std::make_shared<BackgroundTask<std::shared_ptr<const Outputs>>>(
        [getModel] { return sharedWithWindow(std::make_unique<const Outputs>(getModel())); });
    listTimer_.start();
}

void PlotData::collectList() {
    if (!listing_->isFinished()) return;
    listTimer_.stop();
    const auto done = std::exchange(listing_, nullptr);
    const auto made = done->getResult().value_or(nullptr);
    if (!made) return;
    lists_.push_back(made);
    // The displayed model may have changed meanwhile; runs keep theirs.
    const CompiledModelPtr& model = session_.lastModel();
    if (model && &made->getModel()->getSystem() == &model->getSystem()) ofModel_ = made;
    for (const auto& entry : session_.runs().entries())
        if (entry->run->hasModel() && entry->run->getModel() == made->getModel() && dataOf(*entry)) timer_.start();
    Q_EMIT listed();
}

PlotData::RunData* PlotData::dataOf(const RunEntry& entry) {
    if (const auto known = runs_.find(entry.id); known != runs_.end() && known->second.sampler) return &known->second;
    auto all = outputsInTime(entry);
    if (!all) return nullptr;
    RunData& data = runs_[entry.id];
    data.sampler.reset(new Sampler(entry.run, std::move(all)));
    return &data;
}

std::shared_ptr<Series> PlotData::seriesOf(RunData& data, std::size_t output) {
    std::shared_ptr<Series>& series = data.series[output];
    if (!series) {
        series = std::make_shared<Series>();
        data.sampler->want(output);
        timer_.start();
    }
    return series;
}

std::optional<PlotData::Trail> PlotData::follow(const RunEntry& entry, const std::string& output) {
    if (const auto known = runs_.find(entry.id); known != runs_.end()) {
        if (known->second.missing.contains(output)) return std::nullopt;
        if (const auto asked = known->second.asked.find(output); asked != known->second.asked.end()) {
            const auto& [index, what] = asked->second;
            return Trail{seriesOf(known->second, Sampler::Time), seriesOf(known->second, index), what};
        }
    }
    RunData* const data = dataOf(entry);
    if (!data) return std::nullopt;
    if (isFormula(QString::fromStdString(output))) return followFormula(*data, output);
    const Outputs& all = data->sampler->getOutputs();
    const std::optional<std::size_t> index = all.find(output);
    if (!index) {
        data->missing.insert(output);
        return std::nullopt;
    }
    data->asked.emplace(output, std::pair(*index, all.getAll()[*index]));
    return Trail{seriesOf(*data, Sampler::Time), seriesOf(*data, *index), all.getAll()[*index]};
}

PlotData::Cost PlotData::followCost(const RunEntry& entry) {
    const auto [at, isNew] = costs_.try_emplace(entry.id);
    CostData& data = at->second;
    if (isNew) {
        data = {SamplerPtr(new Sampler(entry.run, nullptr)), std::make_shared<Series>(), std::make_shared<Series>()};
        for (const std::size_t each : {Sampler::Time, Sampler::ComputeTime}) data.sampler->want(each);
    }
    // A paused run may have resumed.
    if (data.sampler) timer_.start();
    return {data.times, data.seconds};
}

std::optional<PlotData::Trail> PlotData::followFormula(RunData& data, const std::string& formula) {
    auto known = data.formulas.find(formula);
    if (known == data.formulas.end()) {
        auto parsed = FormulaSeries::parse(data.sampler->getOutputs(), formula);
        auto* const expression = std::get_if<OutputExpression>(&parsed);
        if (!expression) return std::nullopt;
        const std::shared_ptr<const Series> times = seriesOf(data, Sampler::Time);
        std::vector<std::shared_ptr<const Series>> inputs;
        for (const std::size_t output : expression->getOutputs()) inputs.push_back(seriesOf(data, output));
        known = data.formulas.emplace(formula, FormulaSeries(std::move(*expression), times, std::move(inputs))).first;
        timer_.start();
    }
    return Trail{seriesOf(data, Sampler::Time), known->second.values(),
                 FormulaSeries::describe(formula, known->second.expression())};
}

QString PlotData::explainError(const QString& formula) {
    const auto all = outputsInTime();
    if (!all) return session_.lastModel() ? tr("The outputs are being listed.") : QString();
    const auto parsed = FormulaSeries::parse(*all, formula.toStdString());
    const auto* const wrong = std::get_if<std::string>(&parsed);
    return wrong ? QString::fromStdString(*wrong) : QString();
}

std::optional<Output> PlotData::describe(const QString& output) {
    const auto all = outputsInTime();
    if (!all) return std::nullopt;
    if (!isFormula(output)) {
        const auto index = all->find(output.toStdString());
        return index ? std::optional(all->getAll()[*index]) : std::nullopt;
    }
    const auto parsed = FormulaSeries::parse(*all, output.toStdString());
    const auto* const expression = std::get_if<OutputExpression>(&parsed);
    return expression ? std::optional(FormulaSeries::describe(output.toStdString(), *expression)) : std::nullopt;
}

std::vector<double> PlotData::readBetweenFrames(const RunEntry& entry, Real time, const QStringList& outputs) {
    const TrajectoryStore& frames = entry.frames();
    if (frames.empty() || time < frames.getStartTime() || time > frames.getEndTime()) return {};
    const RunInstant instant = findInstant(*entry.run, time);
    // Without its model, only the interpolated line is known.
    if (!instant.between || !entry.run->hasModel()) return {};
    try {
        State state = entry.run->getInitialState();
        restoreInstant(*entry.run, instant, state);
        return read(entry, std::move(state), outputs);
    } catch (const std::exception&) {
        // Only the interpolated line is known.
        return {};
    }
}

std::vector<double> PlotData::readDisplayed(const RunEntry& entry, const QStringList& outputs) {
    const DisplayedState& shown = session_.displayed();
    const bool fits =
        shown.model() && entry.run->hasModel() && &shown.model()->getSystem() == &entry.run->getModel()->getSystem();
    try {
        // A copy: the displayed state stays at its stage.
        return fits ? read(entry, shown.state(), outputs) : std::vector<double>();
    } catch (const std::exception&) {
        return {};
    }
}

std::vector<double> PlotData::read(const RunEntry& entry, State state, const QStringList& outputs) {
    // After its list of outputs was released, only the interpolated line is known.
    if (const auto known = runs_.find(entry.id); known != runs_.end() && !known->second.sampler) return {};
    const RunData* const data = dataOf(entry);
    if (!data) return {};
    const Outputs& all = data->sampler->getOutputs();
    std::vector<std::size_t> which, place;
    for (qsizetype i = 0; i < outputs.size(); ++i) {
        const std::optional<std::size_t> index = all.find(outputs[i].toStdString());
        if (!index || all.getAll()[*index].origin != Output::Origin::State || all.getAll()[*index].inSteps) continue;
        which.push_back(*index);
        place.push_back(static_cast<std::size_t>(i));
    }
    std::vector<double> values(static_cast<std::size_t>(outputs.size()), NaN), known(which.size());
    all.calc(which, state, known);
    for (std::size_t k = 0; k < which.size(); ++k) values[place[k]] = known[k];
    return values;
}

void PlotData::Gathered::add(const Gathered& other) {
    any = any || other.any;
    more = more || other.more;
    lacksMemory = lacksMemory || other.lacksMemory;
}

PlotData::Gathered PlotData::takeValues(RunData& data) {
    Gathered found;
    if (!data.sampler) return found;
    // Read before sampling: frames stored meanwhile are sampled next time.
    found.more = data.sampler->continueSampling();
    for (const auto& [output, series] : data.series)
        found.any = data.sampler->take(output, appendTo(*series)) || found.any;
    found.lacksMemory = data.sampler->isOutOfMemory();
    for (auto& [text, formula] : data.formulas) {
        found.any = formula.update() || found.any;
        found.more = found.more || (!found.lacksMemory && !formula.isComplete());
    }
    return found;
}

PlotData::Gathered PlotData::takeValues(RunId id, CostData& data) {
    Gathered found;
    if (!data.sampler) return found;
    const RunEntry* const entry = session_.runs().find(id);
    found.more = data.sampler->continueSampling();
    found.lacksMemory = data.sampler->isOutOfMemory();
    for (const auto& [what, series] : {std::pair(Sampler::Time, data.times), {Sampler::ComputeTime, data.seconds}})
        found.any = data.sampler->take(what, appendTo(*series)) || found.any;
    if (!found.more && !found.lacksMemory && entry && !entry->isUnderWay()) data.sampler.reset();
    return found;
}

void PlotData::noteLackOfMemory() {
    if (!lackTimer_.isActive()) lackTimer_.start();
    if (std::exchange(isLackTold_, true)) return;
    Q_EMIT session_.notice(
        tr("Memory ran out: curves end before the end of the run, and continue once there is memory. Remove runs, or "
           "close other programs."));
}

void PlotData::continueAfterLack() {
    const auto retry = [](auto& all) {
        for (auto& [id, data] : all)
            if (data.sampler) data.sampler->retry();
    };
    retry(runs_);
    retry(costs_);
    timer_.start();
}

void PlotData::gather() {
    Gathered all;
    try {
        for (auto& [id, data] : runs_) all.add(takeValues(data));
        for (auto& [id, data] : costs_) all.add(takeValues(id, data));
    } catch (const std::bad_alloc&) {
        // Values that were not appended are taken again.
        all = {.any = true, .more = false, .lacksMemory = true};
    }
    if (!all.more) {
        timer_.stop();
        if (!all.lacksMemory) release();
    }
    if (all.lacksMemory)
        noteLackOfMemory();
    else if (!all.more)
        isLackTold_ = false;
    if (all.any) Q_EMIT grown();
}

void PlotData::release() {
    for (auto& [id, data] : runs_) {
        const RunEntry* const entry = session_.runs().find(id);
        // Formulas refer to the list.
        const bool isInUse =
            !entry || entry == session_.runs().current() || entry->isUnderWay() || !data.formulas.empty();
        if (!data.sampler || isInUse || entry->run->getDocument().size() < LargeModel) continue;
        if (!data.sampler->continueSampling()) data.sampler.reset();
    }
    session_.runs().releaseModelsSoon();
}

}  // namespace trammel::ui
