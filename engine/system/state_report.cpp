// SPDX-License-Identifier: Apache-2.0
#include "system/state_report.h"

#include <algorithm>
#include <exception>
#include <sstream>

#include "system/state_data.h"
#include "system/system.h"
#include "system/variable_report.h"

namespace trammel {

std::string nameOf(const State& state, const DiscreteVarKey& key) {
    return quoted(state.getPerSubsystemInfo(key.subsystem), state.getDiscreteVarInfo(key).getName());
}
std::string nameOf(const State& state, const CacheEntryKey& key) {
    return quoted(state.getPerSubsystemInfo(key.subsystem), state.getCacheEntryInfo(key).getName());
}

namespace {

class Reporter {
public:
    Reporter(const State& state, const System* system, bool withVariables = true)
        : state_(state), system_(system), withVariables_(withVariables) {}

    VariableReport variable(const DiscreteVarKey& key) const { return discrete(key); }
    StateReport report() const {
        StateReport all;
        all.stage = state_.getSystemStage();
        all.topologyVersion = state_.getSystemTopologyStageVersion();
        all.time.kind = VariableReport::Kind::Time;
        all.time.name = "t";
        all.time.type = "double";
        all.time.allocated = Stage::Empty;
        all.time.invalidates = Stage::Time;
        all.time.bytes = sizeof(Real);
        for (int i = 0; i < state_.getNumSubsystems(); ++i) all.subsystems.push_back(subsystem(SubsystemIndex(i)));
        return all;
    }

private:
    SubsystemReport subsystem(SubsystemIndex ix) const {
        const PerSubsystemInfo& info = state_.getPerSubsystemInfo(ix);
        SubsystemReport report;
        report.index = ix;
        report.name = info.name;
        report.version = info.version;
        report.stage = info.stage;
        for (int g = Stage::LowestValid; g <= Stage::HighestValid; ++g)
            report.stageVersions.push_back(state_.getSubsystemStageVersion(ix, Stage(g)));
        if (withVariables_) addVariables(ix, info, report);
        if (state_.getSystemStage() >= Stage::Model) addSharedVectors(info, report);
        if (state_.getSystemStage() >= Stage::Instance) addErrors(info, report);
        for (std::size_t e = 0; e < info.cacheEntries.size(); ++e)
            report.entries.push_back(entry({ix, CacheEntryIndex(e)}));
        return report;
    }

    void addVariables(SubsystemIndex ix, const PerSubsystemInfo& info, SubsystemReport& report) const {
        if (state_.getSystemStage() >= Stage::Model) addContinuous(info, report);
        for (std::size_t v = 0; v < info.discreteVariables.size(); ++v)
            report.variables.push_back(discreteWithDependents({ix, DiscreteVariableIndex(v)}));
    }

    std::vector<std::string> names(const ListOfDependents& keys) const {
        std::vector<std::string> result;
        for (const CacheEntryKey& key : keys.all()) result.push_back(nameOf(state_, key));
        return result;
    }

    void addContinuous(const PerSubsystemInfo& info, SubsystemReport& report) const {
        using Kind = VariableReport::Kind;
        const auto block = [&](Kind kind, const char* name, const Vector& values, Stage invalidates,
                               ValueVersion version, const ListOfDependents* dependents, int yStart) {
            if (values.size() == 0) return;
            VariableReport v;
            v.kind = kind;
            v.name = name;
            v.type = "Vector";
            v.count = int(values.size());
            v.allocated = yStart < 0 ? Stage::Model : Stage::Topology;
            v.invalidates = invalidates;
            v.version = version;
            v.bytes = std::size_t(values.size()) * sizeof(Real);
            if (dependents) v.dependents = names(*dependents);
            for (int i = 0; system_ && yStart >= 0 && i < v.count; ++i)
                v.elements.push_back(system_->describeY(state_, yStart + i));
            report.variables.push_back(std::move(v));
        };
        const State& s = state_;
        block(Kind::Q, "q", info.q, Stage::Position, s.getQValueVersion(), &s.getQDependents(),
              s.getQStart() + info.qStart);
        block(Kind::U, "u", info.u, Stage::Velocity, s.getUValueVersion(), &s.getUDependents(),
              s.getUStart() + info.uStart);
        block(Kind::Z, "z", info.z, Stage::Dynamics, s.getZValueVersion(), &s.getZDependents(),
              s.getZStart() + info.zStart);
        block(Kind::UWeights, "u weights", info.uWeights, Stage::Report, 0, nullptr, -1);
        block(Kind::ZWeights, "z weights", info.zWeights, Stage::Report, 0, nullptr, -1);
        if (s.getSystemStage() >= Stage::Instance) {
            block(Kind::QErrWeights, "position error weights", info.qErrWeights, Stage::Position, 0, nullptr, -1);
            block(Kind::UErrWeights, "velocity error weights", info.uErrWeights, Stage::Velocity, 0, nullptr, -1);
        }
    }

    static void addSharedVectors(const PerSubsystemInfo& info, SubsystemReport& report) {
        addShared(report, "qdot", info.qdot, Stage::Velocity);
        addShared(report, "zdot", info.zdot, Stage::Dynamics);
        addShared(report, "udot", info.udot, Stage::Acceleration);
        addShared(report, "qdotdot", info.qdotdot, Stage::Acceleration);
    }

    static void addErrors(const PerSubsystemInfo& info, SubsystemReport& report) {
        addShared(report, "position errors", info.qErr, Stage::Position);
        addShared(report, "velocity errors", info.uErr, Stage::Velocity);
        addShared(report, "acceleration errors", info.uDotErr, Stage::Acceleration);
        addShared(report, "constraint multipliers", info.multipliers, Stage::Acceleration);
        for (int g = Stage::Topology; g < Stage::NValid; ++g)
            addShared(report, "event triggers of stage " + Stage(g).getName(), info.triggers[std::size_t(g)], Stage(g));
    }

    static void addShared(SubsystemReport& report, std::string name, const Vector& values, Stage from) {
        if (values.size() == 0) return;
        report.sharedCache.push_back({std::move(name), int(values.size()), from, report.stage >= from});
    }

    VariableReport discrete(const DiscreteVarKey& key) const {
        const DiscreteVarInfo& info = state_.getDiscreteVarInfo(key);
        VariableReport v;
        v.kind =
            info.getAutoUpdateEntry().isValid() ? VariableReport::Kind::AutoUpdate : VariableReport::Kind::Discrete;
        v.key = key;
        v.name = info.getName();
        v.type = info.getValue().getTypeName();
        // A type of the user may refuse.
        try {
            if (info.getValue().hasText()) v.value = info.getValue().writeText();
        } catch (const std::exception& e) {
            v.value = std::string("It cannot be written: ") + e.what();
        }
        v.allocated = info.getAllocationStage();
        v.invalidates = info.getInvalidatedStage();
        v.version = info.getValueVersion();
        v.lastUpdate = info.getTimeLastUpdated();
        v.bytes = info.getValue().getSize();
        return v;
    }
    VariableReport discreteWithDependents(const DiscreteVarKey& key) const {
        VariableReport v = discrete(key);
        v.dependents = names(state_.getDiscreteVarInfo(key).getDependents());
        return v;
    }

    CacheEntryReport entry(const CacheEntryKey& key) const {
        const CacheEntryInfo& info = state_.getCacheEntryInfo(key);
        CacheEntryReport e;
        e.key = key;
        e.name = info.getName();
        e.type = info.getValue().getTypeName();
        e.allocated = info.getAllocationStage();
        e.earliest = info.getDependsOnStage();
        e.latest = info.getComputedByStage();
        e.lazy = e.latest == Stage::Infinity;
        e.nextValue = info.isNextValue();
        const auto continuous = [&](bool depends, const char* name, ValueVersion version, StateChange::Kind kind) {
            if (depends) e.prerequisites.push_back({name, version, state_.hasChangedSince(key, kind)});
        };
        continuous(info.dependsOnQ(), "q", state_.getQValueVersion(), StateChange::Q);
        continuous(info.dependsOnU(), "u", state_.getUValueVersion(), StateChange::U);
        continuous(info.dependsOnZ(), "z", state_.getZValueVersion(), StateChange::Z);
        for (const DiscreteVarKey& v : info.getDiscretePrerequisites())
            e.prerequisites.push_back(
                {nameOf(state_, v), state_.getDiscreteVarInfo(v).getValueVersion(), state_.hasChangedSince(key, v)});
        for (const CacheEntryKey& upstream : info.getCachePrerequisites())
            e.prerequisites.push_back({nameOf(state_, upstream), state_.getCacheEntryInfo(upstream).getValueVersion(),
                                       state_.hasChangedSince(key, upstream)});
        e.dependents = names(info.getDependents());
        e.versionSeen = info.getDependsOnVersionSeen();
        e.versionNow = state_.getSubsystemStageVersion(key.subsystem, e.earliest);
        e.version = info.getValueVersion();
        e.validity = state_.getCacheValidity(key);
        e.reason = state_.explainCacheValidity(key);
        e.bytes = info.getValue().getSize();
        return e;
    }

    const State& state_;
    const System* system_;
    bool withVariables_;
};

}  // namespace

StateReport reportState(const State& state, const System* system) { return Reporter(state, system).report(); }
VariableReport reportVariable(const State& state, const DiscreteVarKey& key) {
    return Reporter(state, nullptr).variable(key);
}
StateReport reportEntries(const State& state) { return Reporter(state, nullptr, false).report(); }

std::size_t countVariableBytes(const State& state) {
    std::size_t bytes = sizeof(Real);
    for (int i = 0; i < state.getNumSubsystems(); ++i) {
        const PerSubsystemInfo& info = state.getPerSubsystemInfo(SubsystemIndex(i));
        auto numbers = info.q.size() + info.u.size() + info.z.size() + info.uWeights.size() + info.zWeights.size();
        if (state.getSystemStage() >= Stage::Instance) numbers += info.qErrWeights.size() + info.uErrWeights.size();
        if (state.getSystemStage() >= Stage::Model) bytes += std::size_t(numbers) * sizeof(Real);
        for (const DiscreteVarInfo& variable : info.discreteVariables) bytes += variable.getValue().getSize();
    }
    return bytes;
}

int StateReport::countEntries() const {
    int n = 0;
    for (const SubsystemReport& s : subsystems) n += int(s.entries.size());
    return n;
}

int StateReport::countValidEntries() const {
    int n = 0;
    for (const SubsystemReport& s : subsystems)
        n += int(std::count_if(s.entries.begin(), s.entries.end(),
                               [](const CacheEntryReport& e) { return e.validity == CacheValidity::Valid; }));
    return n;
}

std::size_t StateReport::totalBytes() const {
    std::size_t bytes = time.bytes;
    for (const SubsystemReport& s : subsystems) {
        for (const VariableReport& v : s.variables) bytes += v.bytes;
        for (const CacheEntryReport& e : s.entries) bytes += e.bytes;
    }
    return bytes;
}

std::string StateReport::toString() const {
    std::ostringstream text;
    text << "State at stage " << stage.getName() << ", " << countValidEntries() << " of " << countEntries()
         << " cache entries valid, " << totalBytes() << " bytes\n";
    for (const SubsystemReport& s : subsystems) {
        text << "subsystem '" << s.name << "' " << s.version << " at stage " << s.stage.getName() << "\n";
        for (const VariableReport& v : s.variables) {
            text << "  variable '" << v.name << "' (" << v.count << " x " << v.type << ", invalidates "
                 << v.invalidates.getName() << ")";
            if (!v.value.empty()) text << " = " << v.value;
            text << "\n";
        }
        for (const SharedCacheReport& c : s.sharedCache)
            text << "  " << c.count << " " << c.name << ", available from " << c.availableFrom.getName()
                 << (c.available ? "\n" : ": not yet\n");
        for (const CacheEntryReport& e : s.entries) {
            text << "  entry '" << e.name << "' (" << e.earliest.getName() << " .. " << e.latest.getName() << ")";
            for (std::size_t p = 0; p < e.prerequisites.size(); ++p)
                text << (p == 0 ? " needs " : ", ") << e.prerequisites[p].name;
            text << ": " << e.reason << "\n";
        }
    }
    return text.str();
}

}  // namespace trammel
