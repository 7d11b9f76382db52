// SPDX-License-Identifier: Apache-2.0
#include "inspect/provenance.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "inspect/inspection.h"
#include "integrate/integration_failure.h"
#include "multibody/multibody_system.h"
#include "system/observer.h"

namespace trammel {

namespace {

/// Vectors shared by all subsystems.
struct SharedVector {
    const char* name;
    const Vector& (State::*get)() const;
    Stage stage;
    bool isVariable;
};
const std::vector<SharedVector>& sharedVectors() {
    static const std::vector<SharedVector> all = {
        {"q", &State::getQ, Stage::Position, true},
        {"u", &State::getU, Stage::Velocity, true},
        {"z", &State::getZ, Stage::Dynamics, true},
        {"u weights", &State::getUWeights, Stage::Report, true},
        {"z weights", &State::getZWeights, Stage::Report, true},
        {"position error weights", &State::getQErrWeights, Stage::Position, true},
        {"velocity error weights", &State::getUErrWeights, Stage::Velocity, true},
        {"position errors", &State::getQErr, Stage::Position, false},
        {"qdot", &State::getQDot, Stage::Velocity, false},
        {"velocity errors", &State::getUErr, Stage::Velocity, false},
        {"zdot", &State::getZDot, Stage::Acceleration, false},
        {"udot", &State::getUDot, Stage::Acceleration, false},
        {"qdotdot", &State::getQDotDot, Stage::Acceleration, false},
        {"acceleration errors", &State::getUDotErr, Stage::Acceleration, false},
        {"constraint multipliers", &State::getMultipliers, Stage::Acceleration, false},
    };
    return all;
}
const SharedVector* findShared(const std::string& name) {
    for (const SharedVector& v : sharedVectors())
        if (name == v.name) return &v;
    return nullptr;
}
/// Some names denote several vectors.
std::vector<std::string> partsOf(const std::string& vector) {
    if (vector == "y") return {"q", "u", "z"};
    if (vector == "ydot") return {"qdot", "udot", "zdot"};
    if (vector == "yerr") return {"position errors", "velocity errors"};
    return {vector};
}

std::string shortened(const std::vector<Real>& numbers) {
    constexpr std::size_t few = 6;
    if (numbers.empty()) return "no numbers";
    std::string text;
    if (numbers.size() <= few) {
        for (const Real x : numbers) text += (text.empty() ? "" : ", ") + readable(x, 6);
        return text;
    }
    const bool finite = std::all_of(numbers.begin(), numbers.end(), [](Real x) { return std::isfinite(x); });
    return std::to_string(numbers.size()) + (finite ? " numbers" : " numbers, not all finite");
}

std::string shortened(const AbstractValue& value) {
    constexpr std::size_t longest = 40;
    if (!value.hasText()) return "no text form";
    const std::vector<Real> numbers = numbersOf(value);
    if (!numbers.empty()) return shortened(numbers);
    const std::string text = value.writeText();
    return text.size() <= longest ? text : text.substr(0, longest) + "…";
}

/// Builds the graph while a State is realized and read.
class Recorder : public RealizationObserver {
public:
    std::vector<ProvenanceNode> nodes{1};
    /// By node.
    std::vector<std::set<std::size_t>> inputs{1};

    explicit Recorder(const StateReport& report) : report_(report) {}

    /// Starts attributing reads to the output itself.
    void startReading() {
        reading_ = true;
        asked_.clear();
    }

    std::size_t nodeOf(const State& s, CacheEntryKey key) {
        const auto [at, fresh] = entries_.try_emplace({int(key.subsystem), int(key.entry)}, nodes.size());
        if (!fresh) return at->second;
        ProvenanceNode& node = add(ProvenanceNode::Kind::Entry, nameOf(s, key));
        const CacheEntryInfo& info = s.getCacheEntryInfo(key);
        node.entry = key;
        node.stage = Stage(std::min<int>(info.getComputedByStage(), Stage::HighestRuntime));
        return at->second;
    }
    std::size_t nodeOf(const State& s, DiscreteVarKey key) {
        const auto [at, fresh] = parameters_.try_emplace({int(key.subsystem), int(key.variable)}, nodes.size());
        if (!fresh) return at->second;
        ProvenanceNode& node = add(ProvenanceNode::Kind::Parameter, nameOf(s, key));
        node.parameter = key;
        node.stage = s.getDiscreteVarInfo(key).getInvalidatedStage();
        return at->second;
    }
    std::size_t nodeOf(const std::string& vector) {
        const auto [at, fresh] = vectors_.try_emplace(vector, nodes.size());
        if (!fresh) return at->second;
        const SharedVector* const shared = findShared(vector);
        const bool isVariable = !shared || shared->isVariable;
        add(isVariable ? ProvenanceNode::Kind::Variable : ProvenanceNode::Kind::Vector, vector).stage =
            shared ? shared->stage : Stage(Stage::Time);
        return at->second;
    }

    void entryRead(const State& s, CacheEntryKey key) override { note(nodeOf(s, key)); }
    void entryMissed(const State& s, CacheEntryKey key) override {
        const std::size_t node = nodeOf(s, key);
        note(node);
        asked_.push_back(node);
    }
    void entryComputed(const State& s, CacheEntryKey key, double) override {
        const std::size_t node = nodeOf(s, key);
        const auto asked = std::find(asked_.begin(), asked_.end(), node);
        // Earlier misses without computation are complete.
        if (asked != asked_.end())
            asked_.erase(asked, asked_.end());
        else if (!reading_)
            products_.push_back({node, int(key.subsystem)});
    }
    void variableRead(const State& s, DiscreteVarKey key) override { note(nodeOf(s, key)); }
    void vectorRead(const State&, const char* what) override {
        if (std::string_view(what).substr(0, 14) == "event triggers") return;
        for (const std::string& part : partsOf(what)) note(nodeOf(part));
    }
    void subsystemRealized(const State&, SubsystemIndex subsystem, Stage stage, double) override {
        for (const SharedCacheReport& shared : report_.subsystems[std::size_t(int(subsystem))].sharedCache) {
            const SharedVector* const vector = findShared(shared.name);
            if (vector && vector->stage == stage) products_.push_back({nodeOf(shared.name), int(subsystem)});
        }
        readsOfStage_.insert(reads_.begin(), reads_.end());
        readsOf_[int(subsystem)] = std::move(reads_);
        reads_.clear();
        asked_.clear();
    }
    void systemRealized(const State&, Stage, double) override {
        std::set<std::size_t> together;
        for (const auto& [node, subsystem] : products_) together.insert(node);
        for (const auto& [node, subsystem] : products_) {
            // Accumulators read nothing themselves: all participants in the stage may have contributed.
            const auto& own = readsOf_[subsystem];
            for (const std::size_t input : own.empty() ? readsOfStage_ : own)
                if (!together.count(input)) inputs[node].insert(input);
        }
        products_.clear();
        readsOf_.clear();
        readsOfStage_.clear();
    }

private:
    ProvenanceNode& add(ProvenanceNode::Kind kind, std::string name) {
        inputs.emplace_back();
        ProvenanceNode& node = nodes.emplace_back();
        node.kind = kind;
        node.name = std::move(name);
        return node;
    }
    void note(std::size_t node) {
        if (!asked_.empty())
            inputs[asked_.back()].insert(node);
        else if (reading_)
            inputs[0].insert(node);
        else
            reads_.insert(node);
    }

    const StateReport& report_;
    bool reading_ = false;
    std::map<std::pair<int, int>, std::size_t> entries_, parameters_;
    std::map<std::string, std::size_t> vectors_;
    /// Entries being computed after a miss, innermost last.
    std::vector<std::size_t> asked_;
    /// Reads by a subsystem's stage realization, outside of entries computed on demand.
    std::set<std::size_t> reads_, readsOfStage_;
    std::map<int, std::set<std::size_t>> readsOf_;
    /// Entries computed by a stage, with their subsystem.
    std::vector<std::pair<std::size_t, int>> products_;
};

void addDeclared(Recorder& recorder, const State& s) {
    // The list grows by declared prerequisites.
    for (std::size_t i = 1; i < recorder.nodes.size(); ++i) {
        if (recorder.nodes[i].kind != ProvenanceNode::Kind::Entry) continue;
        const CacheEntryInfo& info = s.getCacheEntryInfo(recorder.nodes[i].entry);
        const auto add = [&](std::size_t node) { recorder.inputs[i].insert(node); };
        if (info.dependsOnQ()) add(recorder.nodeOf("q"));
        if (info.dependsOnU()) add(recorder.nodeOf("u"));
        if (info.dependsOnZ()) add(recorder.nodeOf("z"));
        for (const DiscreteVarKey key : info.getDiscretePrerequisites()) add(recorder.nodeOf(s, key));
        for (const CacheEntryKey key : info.getCachePrerequisites()) add(recorder.nodeOf(s, key));
    }
}

/// The nodes the first one depends on, without cycles: inputs that are being computed are omitted.
struct Pruning {
    const Recorder& all;
    std::vector<int> places = std::vector<int>(all.nodes.size(), -1);
    std::vector<char> open = std::vector<char>(all.nodes.size(), 0);
    Provenance result = {};

    std::size_t visit(std::size_t node) {
        places[node] = int(result.nodes.size());
        const std::size_t place = result.nodes.size();
        result.nodes.push_back(all.nodes[node]);
        open[node] = 1;
        for (const std::size_t input : all.inputs[node]) {
            if (open[input]) continue;
            const std::size_t at = places[input] < 0 ? visit(input) : std::size_t(places[input]);
            result.nodes[place].inputs.push_back(at);
        }
        open[node] = 0;
        return place;
    }
};

const CacheEntryReport& reportOf(const StateReport& report, CacheEntryKey key) {
    return report.subsystems.at(std::size_t(int(key.subsystem))).entries.at(std::size_t(int(key.entry)));
}

/// Determines validity of data that requires a stage, with the sentence that explains it.
void judgeByStage(ProvenanceNode& node, Stage needed, Stage reached) {
    node.valid = reached >= needed;
    node.reason = node.valid
                      ? "valid: stage " + needed.getName() + " is realized"
                      : "not realized: requires stage " + needed.getName() + ", the State is at " + reached.getName();
}

void fillIn(ProvenanceNode& node, const State& realized, const StateReport& report) {
    switch (node.kind) {
        case ProvenanceNode::Kind::Output: judgeByStage(node, node.stage, report.stage); break;
        case ProvenanceNode::Kind::Entry: {
            const CacheEntryReport& e = reportOf(report, node.entry);
            node.valid = e.validity == CacheValidity::Valid;
            node.reason = e.reason;
            node.value = shortened(realized.getCacheEntryInfo(node.entry).getValue());
            break;
        }
        case ProvenanceNode::Kind::Parameter: {
            const DiscreteVarInfo& info = realized.getDiscreteVarInfo(node.parameter);
            node.reason = "a parameter: writing it invalidates stage " + node.stage.getName();
            node.value = shortened(info.getValue());
            break;
        }
        case ProvenanceNode::Kind::Vector: judgeByStage(node, node.stage, report.stage); break;
        case ProvenanceNode::Kind::Variable:
            node.reason = "a variable: writing it invalidates stage " + node.stage.getName();
            break;
    }
    if (node.name == "time" && node.kind == ProvenanceNode::Kind::Variable)
        node.value = shortened(std::vector<Real>{realized.getTime()}) + " s";
    else if (const SharedVector* const vector = node.entry.entry.isValid() ? nullptr : findShared(node.name);
             vector && node.kind != ProvenanceNode::Kind::Parameter && realized.getSystemStage() >= vector->stage) {
        const Vector& v = (realized.*vector->get)();
        node.value = shortened(std::vector<Real>(v.data(), v.data() + v.size()));
    }
}

}  // namespace

std::vector<int> Provenance::findDepths() const {
    std::vector<int> depths(nodes.size(), 0);
    // The longest path determines the depth; terminates, since there are no cycles.
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < nodes.size(); ++i)
            for (const std::size_t input : nodes[i].inputs)
                if (depths[input] <= depths[i]) {
                    depths[input] = depths[i] + 1;
                    changed = true;
                }
    }
    return depths;
}

Provenance findProvenance(const Outputs& outputs, std::size_t output, const State& state, const StateReport& report) {
    const Output& what = outputs.getAll().at(output);
    State scratch = state;
    scratch.invalidateAllCacheAtOrAbove(Stage::Instance);
    Recorder recorder(report);
    recorder.nodes[0].name = what.name;
    recorder.nodes[0].stage = what.stage;
    scratch.setObserver(&recorder);
    outputs.getModel()->getSystem().realize(scratch, std::max(what.stage, Stage(Stage::Position)));
    recorder.startReading();
    Real value = NaN;
    outputs.calc({&output, 1}, scratch, {&value, 1});
    scratch.setObserver(nullptr);
    addDeclared(recorder, scratch);

    Pruning pruning{recorder};
    pruning.visit(0);
    Provenance found = std::move(pruning.result);
    for (ProvenanceNode& node : found.nodes) fillIn(node, scratch, report);
    found.value = value;
    found.nodes[0].value = readable(value, 6) + (what.unit.empty() ? "" : " " + what.unit.str());
    return found;
}

}  // namespace trammel
