// SPDX-License-Identifier: Apache-2.0
#include "live/program_inspector.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <utility>

#include "system/state_report.h"

namespace trammel::live {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds OrderInterval(50), ShowInterval(100), LongWait(60000);
/// Maximum length of a value, and approximate maximum of all together: messages are limited.
constexpr std::size_t LongestValue = 4000, MostText = LongestMessage / 4;

std::string shortened(std::string text, std::size_t longest) {
    if (text.size() > longest) text = text.substr(0, longest) + " …";
    return text;
}

std::string numberText(Real x) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), x).ptr;
    return {text.data(), end};
}

SubsystemView viewOf(const SubsystemReport& report) {
    return {report.name, int(report.stage), {report.stageVersions.begin(), report.stageVersions.end()}};
}

EntryView viewOf(const State& state, const CacheEntryReport& report, std::size_t longest) {
    EntryView view;
    view.subsystem = int(report.key.subsystem);
    view.entry = int(report.key.entry);
    view.name = report.name;
    view.valid = report.validity == CacheValidity::Valid;
    view.reason = report.reason;
    view.earliest = int(report.earliest);
    view.latest = int(report.latest);
    view.version = std::int64_t(report.version);
    if (!view.valid) return view;
    // A type of the user may refuse.
    try {
        view.value = shortened(state.getCacheEntryInfo(report.key).getValue().writeTextForPeople(), longest);
    } catch (const std::exception& e) {
        view.value = shortened(std::string("It cannot be written: ") + e.what(), longest);
    }
    return view;
}

}  // namespace

Inspection inspect(const System& system, const State& state) {
    const StateReport report = reportState(state, &system);
    Inspection result;
    result.time = state.getTime();
    result.activity = state.getActivity();
    Array_<StageVersion> versions;
    state.getSystemStageVersions(versions);
    result.subsystems.push_back({"all", int(state.getSystemStage()), {versions.begin(), versions.end()}});
    std::size_t values = 1;
    for (const SubsystemReport& subsystem : report.subsystems)
        values += subsystem.entries.size() + subsystem.variables.size();
    const std::size_t longest = std::min(LongestValue, MostText / values);
    for (const SubsystemReport& subsystem : report.subsystems) {
        result.subsystems.push_back(viewOf(subsystem));
        for (const CacheEntryReport& entry : subsystem.entries) result.entries.push_back(viewOf(state, entry, longest));
        for (const VariableReport& variable : subsystem.variables) {
            if (variable.kind != VariableReport::Kind::Discrete && variable.kind != VariableReport::Kind::AutoUpdate)
                continue;
            result.variables.push_back({int(subsystem.index), variable.name, shortened(variable.value, longest),
                                        int(variable.invalidates), std::int64_t(variable.version)});
        }
    }
    if (state.getSystemStage() < Stage::Model) return result;
    std::vector<VariableView> continuous{{0, "time", numberText(state.getTime()), int(Stage::Time), 0}};
    const int nq = state.getNQ(), nu = state.getNU();
    const Vector& y = state.getY();
    for (int i = 0; i < state.getNY(); ++i) {
        const Stage invalidates = i < nq ? Stage::Position : i < nq + nu ? Stage::Velocity : Stage::Dynamics;
        continuous.push_back({0, system.describeY(state, i), numberText(y[i]), int(invalidates), 0});
    }
    result.variables.insert(result.variables.begin(), continuous.begin(), continuous.end());
    return result;
}

/// Observer of the reported States, whose lifetimes are unknown: never freed, and detached from its inspector at its
/// end. Copies of these States share it; their use on threads other than the Visualizer's is not observed.
class StateWatch : public RealizationObserver {
public:
    void serve(ProgramInspector* inspector) { inspector_ = inspector; }
    void systemRealized(const State& s, Stage stage, double seconds) override {
        if (isWanted()) inspector_->stageRealized(s, stage, seconds);
    }
    void stagesInvalidated(const State& s, Stage lowest, const StateChange& change) override {
        if (isWanted()) inspector_->stageInvalidated(s, lowest, change.name);
    }
    void entryComputed(const State& s, CacheEntryKey key, double seconds) override {
        if (isWanted()) inspector_->entryComputed(s, key, seconds);
    }
    void entryRead(const State&, CacheEntryKey key) override {
        if (isWanted()) inspector_->log_.entryRead(key);
    }

private:
    /// Another address in each thread.
    static const void* thisThread() {
        static thread_local char mark = 0;
        return &mark;
    }
    bool isWanted() const {
        return thread_ == thisThread() && inspector_ && inspector_->request_.on && !inspector_->looking_;
    }
    const void* const thread_ = thisThread();
    ProgramInspector* inspector_ = nullptr;
};

namespace {
/// All observers; intentionally never freed.
StateWatch* makeWatch() {
    static auto* const all = new std::vector<std::unique_ptr<StateWatch>>();
    return all->emplace_back(std::make_unique<StateWatch>()).get();
}
}  // namespace

ProgramInspector::ProgramInspector(const System& system, SceneOutlet& outlet)
    : system_(system), outlet_(outlet), watch_(makeWatch()) {
    watch_->serve(this);
}
ProgramInspector::~ProgramInspector() { watch_->serve(nullptr); }

void ProgramInspector::takeOrders() {
    std::deque<WindowMessage> others;
    for (WindowMessage& message : outlet_.input()) {
        if (auto* request = std::get_if<InspectRequest>(&message)) {
            if (request->on && !request_.on) {
                nextShow_ = {};
                log_.clear();
            }
            request_ = std::move(*request);
            holdSoon_ = holdSoon_ && request_.on;
            continues_ = continues_ || !request_.on;
        } else if (const auto* order = std::get_if<HoldOrder>(&message)) {
            holdSoon_ = order->kind != HoldOrder::Kind::Continue;
            continues_ = order->kind != HoldOrder::Kind::Hold;
        } else {
            others.push_back(std::move(message));
        }
    }
    outlet_.input() = std::move(others);
    if (!outlet_.hasWindow()) request_ = {};
    if (!request_.on) cause_.clear();
}

void ProgramInspector::reported(const State& state) {
    if (!request_.on && state.getObserver() != watch_) return;
    // Observing changes no value of the State.
    const_cast<State&>(state).setObserver(request_.on ? watch_ : nullptr);
    if (!request_.on || Clock::now() < nextShow_) return;
    nextShow_ = Clock::now() + ShowInterval;
    show(state, false, {});
}

void ProgramInspector::show(const State& state, bool held, const std::string& cause) {
    Inspection inspection;
    looking_ = true;
    try {
        inspection = inspect(system_, state);
        log_.write(state, inspection);
    } catch (const std::exception& e) {
        // From a discrete variable, or a name, of the user.
        inspection.activity = std::string("The State cannot be shown: ") + e.what();
    } catch (...) {
        looking_ = false;
        throw;
    }
    looking_ = false;
    inspection.held = held;
    inspection.cause = cause;
    outlet_.send(inspection, !held);
}

// --- Holding ---

const HoldPoint* ProgramInspector::findStage(HoldPoint::Kind kind, Stage lowest, Stage highest) const {
    const auto found = std::find_if(request_.holdPoints.begin(), request_.holdPoints.end(), [&](const HoldPoint& p) {
        return p.kind == kind && p.stage >= int(lowest) && p.stage <= int(highest);
    });
    return found == request_.holdPoints.end() ? nullptr : &*found;
}

void ProgramInspector::entryComputed(const State& state, CacheEntryKey key, double seconds) {
    log_.entryComputed(state, key, seconds);
    for (const HoldPoint& p : request_.holdPoints)
        if (p.kind == HoldPoint::Kind::EntryComputed && p.subsystem == int(key.subsystem) &&
            p.entry == int(key.entry) && cause_.empty())
            cause_ = nameOf(state, key) + " was computed.";
}

void ProgramInspector::stageInvalidated(const State& state, Stage lowest, std::string_view by) {
    log_.stagesInvalidated(state, lowest, by);
    const HoldPoint* const point = findStage(HoldPoint::Kind::StageInvalidated, lowest, Stage::Report);
    if (!point || !cause_.empty()) return;
    const std::string actor = state.getActivity().empty() ? "" : " by the " + std::string(state.getActivity());
    cause_ = "Stage " + Stage(Stage::Level(point->stage)).getName() + " was invalidated" + actor + ".";
}

void ProgramInspector::stageRealized(const State& state, Stage stage, double seconds) {
    log_.systemRealized(state, stage, seconds);
    if (findStage(HoldPoint::Kind::StageRealized, stage, stage) && cause_.empty())
        cause_ = "Stage " + stage.getName() + " was realized.";
    if (cause_.empty() && !holdSoon_ && Clock::now() >= nextLook_) {
        nextLook_ = Clock::now() + OrderInterval;
        outlet_.exchange();
        takeOrders();
    }
    if (cause_.empty() && holdSoon_) cause_ = "Stage " + stage.getName() + " was realized, as requested.";
    if (!cause_.empty()) hold(state, std::exchange(cause_, {}));
}

void ProgramInspector::hold(const State& state, const std::string& cause) {
    holdSoon_ = continues_ = false;
    show(state, true, cause);
    // Keys and menu picks are kept for later; waiting ends with any input.
    std::deque<WindowMessage> later;
    while (!continues_ && request_.on && outlet_.hasWindow()) {
        outlet_.exchange(LongWait);
        takeOrders();
        for (WindowMessage& message : outlet_.input()) later.push_back(std::move(message));
        outlet_.input().clear();
    }
    outlet_.input() = std::move(later);
    if (outlet_.hasWindow()) outlet_.send(Continued{}, false);
}

}  // namespace trammel::live
