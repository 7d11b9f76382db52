// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>

#include "system/state_file.h"
#include "system/state_file_contents.h"

namespace trammel {

using namespace state_file;

namespace {

/// Matches the n-th occurrence of a name, so that duplicate names are paired in order.
template <class T>
class ByName {
public:
    void add(const std::string& name, T thing) { all_[{name, counts_[name]++}] = std::move(thing); }
    /// The next occurrence of a name; null if none.
    const T* next(const std::string& name) {
        const auto found = all_.find({name, asked_[name]++});
        return found == all_.end() ? nullptr : &found->second;
    }

private:
    std::map<std::pair<std::string, int>, T> all_;
    std::map<std::string, int> counts_, asked_;
};

class Pairing {
public:
    Pairing(const FileContents& contents, const System& system, StateMapping& mapping)
        : contents_(contents), system_(system), mapping_(mapping), state_(system.getDefaultState()) {}

    State make() {
        pairSubsystems();
        mapping_.discrete.resize(contents_.subsystems.size());
        setDiscrete(true);
        system_.realizeModel(state_);
        setDiscrete(false);
        state_.setTime(*contents_.time);
        setContinuous();
        return std::move(state_);
    }

private:
    void pairSubsystems() {
        ByName<int> ours;
        for (int s = 0; s < state_.getNumSubsystems(); ++s)
            ours.add(state_.getPerSubsystemInfo(SubsystemIndex(s)).name, s);
        for (const SubsystemLines& saved : contents_.subsystems) {
            const int* const found = ours.next(saved.name);
            partner_.push_back(found ? *found : -1);
        }
    }

    void setDiscrete(bool ofModelStage) {
        for (std::size_t s = 0; s < contents_.subsystems.size(); ++s) {
            const std::vector<DiscreteLine>& saved = contents_.subsystems[s].discrete;
            mapping_.discrete[s].resize(saved.size());
            if (partner_[s] < 0) continue;
            const SubsystemIndex ours(partner_[s]);
            const auto& variables = state_.getPerSubsystemInfo(ours).discreteVariables;
            ByName<DiscreteVariableIndex> byName;
            for (std::size_t v = 0; v < variables.size(); ++v)
                byName.add(variables[v].getName(), DiscreteVariableIndex(int(v)));
            for (std::size_t v = 0; v < saved.size(); ++v) {
                const DiscreteVariableIndex* const found = byName.next(saved[v].name);
                if (!found) continue;
                const DiscreteVarInfo& variable = variables[std::size_t(int(*found))];
                const bool isOfModel = variable.getInvalidatedStage() == Stage::Model;
                if (isOfModel != ofModelStage || variable.getValue().getTypeName() != saved[v].type) continue;
                const auto value = variable.getValue().clone();
                if (!value->readText(saved[v].value)) continue;
                state_.restoreDiscreteVariable(ours, *found, *value, saved[v].updated);
                mapping_.discrete[s][v] = DiscreteVarKey{ours, *found};
            }
        }
    }

    /// Order in file and State: all q, all u, all z, each by subsystem.
    void setContinuous() {
        mapping_.source.assign(std::size_t(state_.getNY()), -1);
        int inFile = 0;
        const auto pair = [&](const std::vector<ContinuousLine> SubsystemLines::*lines, const auto& rangeOf) {
            for (std::size_t s = 0; s < contents_.subsystems.size(); ++s) {
                ByName<std::pair<int, Real>> saved;
                for (const ContinuousLine& line : contents_.subsystems[s].*lines)
                    saved.add(line.name, {inFile++, line.value});
                if (partner_[s] < 0) continue;
                const auto [start, count] = rangeOf(SubsystemIndex(partner_[s]));
                for (int i = start; i < start + count; ++i)
                    if (const auto* const found = saved.next(system_.describeY(state_, i))) {
                        mapping_.source[std::size_t(i)] = found->first;
                        state_.updY()[i] = found->second;
                    }
            }
        };
        pair(&SubsystemLines::q,
             [&](SubsystemIndex s) { return std::pair(state_.getQStart() + state_.getQStart(s), state_.getNQ(s)); });
        pair(&SubsystemLines::u,
             [&](SubsystemIndex s) { return std::pair(state_.getUStart() + state_.getUStart(s), state_.getNU(s)); });
        pair(&SubsystemLines::z,
             [&](SubsystemIndex s) { return std::pair(state_.getZStart() + state_.getZStart(s), state_.getNZ(s)); });
        mapping_.nyInFile = inFile;
        for (int i = 0; i < state_.getNY(); ++i)
            if (mapping_.source[std::size_t(i)] < 0) mapping_.missing.push_back(system_.describeY(state_, i));
    }

    const FileContents& contents_;
    const System& system_;
    StateMapping& mapping_;
    State state_;
    /// By subsystem of the file: the System's subsystem; -1: none.
    std::vector<int> partner_;
};

}  // namespace

Result<State> loadStateByNames(std::istream& in, const System& system, StateMapping& mapping) {
    Result<State> result;
    mapping = {};
    const FileContents contents = parse(in, result.diagnostics);
    if (!result.diagnostics.hasErrors()) result.value = Pairing(contents, system, mapping).make();
    return result;
}

}  // namespace trammel
