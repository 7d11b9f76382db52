// SPDX-License-Identifier: Apache-2.0
#include <istream>
#include <optional>

#include "base/exceptions.h"
#include "system/state_file.h"
#include "system/state_file_contents.h"

namespace trammel {

using namespace state_file;

namespace {

// --- Building a State ---

const char* const otherModel = "Open the model, or the version of it, that the file was saved from.";
const char* const otherCopy = "Use another copy of the file.";

/// Builds a new State from file contents. Each step adds errors and stops at the first inconsistency.
class Builder {
public:
    Builder(const FileContents& contents, const System& system, Diagnostics& diagnostics)
        : contents_(contents), system_(system), diagnostics_(diagnostics), state_(system.getDefaultState()) {}

    std::optional<State> build() {
        if (contents_.system != system_.getName())
            diagnostics_.warning(
                "line 2", "The State was saved for '" + contents_.system + "', not for '" + system_.getName() + "'.",
                "Continue if the model was only renamed.");
        if (!checkSubsystems()) return {};
        // Model variables determine how many other variables exist.
        if (!setDiscrete(true)) return {};
        system_.realizeModel(state_);
        if (!checkCounts() || !setDiscrete(false)) return {};
        state_.setTime(*contents_.time);
        if (!setContinuous() || !setErrorWeights() || !setNext()) return {};
        return std::move(state_);
    }

private:
    bool fail(int line, const std::string& message, const char* remedy = otherModel) {
        diagnostics_.error(at(line), message, remedy);
        return false;
    }
    const PerSubsystemInfo& info(std::size_t s) const { return state_.getPerSubsystemInfo(SubsystemIndex(s)); }
    static std::string in(const PerSubsystemInfo& s) { return " of subsystem '" + s.name + "'"; }

    bool checkSubsystems() {
        const std::vector<SubsystemLines>& saved = contents_.subsystems;
        for (std::size_t s = 0; s < saved.size() && s < std::size_t(state_.getNumSubsystems()); ++s) {
            if (saved[s].name != info(s).name)
                return fail(saved[s].line, "The file has subsystem '" + saved[s].name + "' where the model has '" +
                                               info(s).name + "'.");
            if (saved[s].version != info(s).version)
                return fail(saved[s].line, "The file was made with version " + saved[s].version + in(info(s)) +
                                               ", the model has version " + info(s).version + ".");
        }
        if (int(saved.size()) != state_.getNumSubsystems())
            return fail(saved.empty() ? 1 : saved.back().line, "The file has " + std::to_string(saved.size()) +
                                                                   " subsystems, the model has " +
                                                                   std::to_string(state_.getNumSubsystems()) + ".");
        return true;
    }

    bool checkCounts() {
        bool good = true;
        for (std::size_t s = 0; s < contents_.subsystems.size(); ++s) {
            const SubsystemLines& saved = contents_.subsystems[s];
            const SubsystemIndex ix(s);
            const auto compare = [&](const char* what, std::size_t inFile, int inModel) {
                if (int(inFile) != inModel)
                    good = fail(saved.line, "The file has " + std::to_string(inFile) + " " + what + in(info(s)) +
                                                ", the model has " + std::to_string(inModel) + ".");
            };
            compare("coordinates q", saved.q.size(), state_.getNQ(ix));
            compare("speeds u", saved.u.size(), state_.getNU(ix));
            compare("variables z", saved.z.size(), state_.getNZ(ix));
            compare("discrete variables", saved.discrete.size(), int(info(s).discreteVariables.size()));
        }
        return good;
    }

    bool setDiscrete(bool ofModelStage) {
        bool good = true;
        for (std::size_t s = 0; s < contents_.subsystems.size(); ++s) {
            const std::vector<DiscreteLine>& saved = contents_.subsystems[s].discrete;
            for (std::size_t v = 0; v < saved.size() && v < info(s).discreteVariables.size(); ++v)
                if ((saved[v].stage == Stage(Stage::Model).getName()) == ofModelStage)
                    good = setDiscrete(saved[v], s, DiscreteVariableIndex(v)) && good;
        }
        return good;
    }

    bool setDiscrete(const DiscreteLine& saved, std::size_t s, DiscreteVariableIndex vx) {
        const DiscreteVarInfo& v = info(s).discreteVariables[std::size_t(int(vx))];
        if (saved.name != v.getName())
            return fail(saved.line, "The file has variable '" + saved.name + "'" + in(info(s)) +
                                        " where the model has '" + v.getName() + "'.");
        if (saved.stage != v.getInvalidatedStage().getName())
            return fail(saved.line, "Variable '" + saved.name + "'" + in(info(s)) + " belongs to stage " + saved.stage +
                                        " in the file, to " + v.getInvalidatedStage().getName() + " in the model.");
        if (saved.type != v.getValue().getTypeName())
            return fail(saved.line, "Variable '" + saved.name + "'" + in(info(s)) +
                                        " has different value types in the file and in the model.");
        const auto value = read(saved.value, v.getValue());
        if (!value)
            return fail(
                saved.line,
                "The value of variable '" + saved.name + "'" + in(info(s)) + " cannot be parsed: " + saved.value,
                otherCopy);
        state_.restoreDiscreteVariable(SubsystemIndex(s), vx, *value, saved.updated);
        return true;
    }

    static std::unique_ptr<AbstractValue> read(const std::string& text, const AbstractValue& like) {
        auto value = like.clone();
        return value->readText(text) ? std::move(value) : nullptr;
    }

    bool setContinuous() {
        bool good = true;
        const auto copy = [&](const std::vector<ContinuousLine>& saved, int start, Vector& values, Vector* weights) {
            for (std::size_t i = 0; i < saved.size(); ++i) {
                if (const std::string name = system_.describeY(state_, start + int(i)); saved[i].name != name)
                    good =
                        fail(saved[i].line, "The file has '" + saved[i].name + "' where the model has '" + name + "'.");
                values[int(i)] = saved[i].value;
                if (weights) (*weights)[int(i)] = saved[i].weight;
            }
        };
        for (std::size_t s = 0; s < contents_.subsystems.size(); ++s) {
            const SubsystemLines& saved = contents_.subsystems[s];
            const SubsystemIndex ix(s);
            copy(saved.q, state_.getQStart() + state_.getQStart(ix), state_.updQ(ix), nullptr);
            copy(saved.u, state_.getUStart() + state_.getUStart(ix), state_.updU(ix), &state_.updUWeights(ix));
            copy(saved.z, state_.getZStart() + state_.getZStart(ix), state_.updZ(ix), &state_.updZWeights(ix));
        }
        return good;
    }

    bool setErrorWeights() {
        bool any = false, good = true;
        for (const SubsystemLines& s : contents_.subsystems)
            any = any || !s.qErrWeights.weights.empty() || !s.uErrWeights.weights.empty();
        if (!any) return true;
        system_.realize(state_, Stage::Instance);  // sizes are known only now
        const auto copy = [&](const WeightsLine& saved, Vector& weights, const PerSubsystemInfo& s) {
            if (saved.weights.empty()) return;
            if (int(saved.weights.size()) != weights.size())
                good = fail(saved.line, "The file has weights of " + std::to_string(saved.weights.size()) +
                                            " constraint errors" + in(s) + ", the model has " +
                                            std::to_string(weights.size()) + " such errors.");
            else
                std::copy(saved.weights.begin(), saved.weights.end(), weights.data());
        };
        for (std::size_t s = 0; s < contents_.subsystems.size(); ++s) {
            copy(contents_.subsystems[s].qErrWeights, state_.updQErrWeights(SubsystemIndex(s)), info(s));
            copy(contents_.subsystems[s].uErrWeights, state_.updUErrWeights(SubsystemIndex(s)), info(s));
        }
        return good;
    }

    bool setNext() {
        bool good = true;
        for (std::size_t s = 0; s < contents_.subsystems.size(); ++s) {
            const std::vector<DiscreteLine>& saved = contents_.subsystems[s].discrete;
            for (std::size_t v = 0; v < saved.size(); ++v)
                if (!saved[v].next.empty()) good = setNext(saved[v], s, DiscreteVariableIndex(v)) && good;
        }
        return good;
    }
    bool setNext(const DiscreteLine& saved, std::size_t s, DiscreteVariableIndex vx) {
        const DiscreteVarInfo& v = info(s).discreteVariables[std::size_t(int(vx))];
        if (!v.getAutoUpdateEntry().isValid())
            return fail(saved.nextLine,
                        "Variable '" + saved.name + "'" + in(info(s)) +
                            " has an update value in the file but is not an auto-update variable in the model.");
        const auto value = read(saved.next, v.getValue());
        if (!value)
            return fail(
                saved.nextLine,
                "The update value of variable '" + saved.name + "'" + in(info(s)) + " cannot be parsed: " + saved.next,
                otherCopy);
        state_.restoreDiscreteVarUpdateValue(SubsystemIndex(s), vx, *value);
        return true;
    }

    const FileContents& contents_;
    const System& system_;
    Diagnostics& diagnostics_;
    State state_;
};

}  // namespace

Result<State> loadState(std::istream& in, const System& system) {
    Result<State> result;
    const FileContents contents = parse(in, result.diagnostics);
    if (result.diagnostics.hasErrors()) return result;
    Builder builder(contents, system, result.diagnostics);
    try {
        result.value = builder.build();
    } catch (const std::exception& e) {
        result.diagnostics.error(
            "", std::string("The model cannot be realized with the State of the file: ") + e.what(), otherModel);
    }
    return result;
}

}  // namespace trammel
