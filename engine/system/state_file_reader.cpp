// SPDX-License-Identifier: Apache-2.0
#include <istream>
#include <optional>

#include "base/exceptions.h"
#include "system/state_file.h"
#include "system/state_file_format.h"

namespace trammel {

using namespace state_file;

namespace {

// --- What stands in a file ---

struct DiscreteLine {
    int line = 0;
    std::string name, type, stage, value;
    Real updated = NaN;
    /// Value after the next step, for auto-update variables; empty: none.
    int nextLine = 0;
    std::string next;
};
struct ContinuousLine {
    int line = 0;
    std::string name;
    Real value = 0, weight = 1;
};
struct WeightsLine {
    int line = 0;
    std::vector<Real> weights;
};
struct SubsystemLines {
    int line = 0;
    std::string name, version;
    std::vector<DiscreteLine> discrete;
    std::vector<ContinuousLine> q, u, z;
    WeightsLine qErrWeights, uErrWeights;
};
struct FileContents {
    std::string system;
    std::optional<Real> time;
    std::vector<SubsystemLines> subsystems;
};

std::string at(int line) { return "line " + std::to_string(line); }

/// Turns lines into FileContents; knows nothing of any model.
class Parser {
public:
    Parser(std::istream& in, Diagnostics& diagnostics) : in_(in), diagnostics_(diagnostics) {}

    FileContents parse() {
        std::string text;
        while (!ended_ && std::getline(in_, text)) {
            ++line_;
            if (!text.empty() && text.back() == '\r') text.pop_back();
            parseLine(text);
            if (diagnostics_.count(Severity::Error) > 20) return contents_;
            read_ += text + "\n";
        }
        if (line_ == 0) {
            diagnostics_.error("line 1", "The file is empty.", "Choose a file that was saved as a State.");
        } else if (!ended_ && headed_) {
            diagnostics_.error(at(line_), "The file ends too early: its last line, 'end', is missing.",
                               "The file was cut off; use another copy.");
        }
        if (ended_ && headed_ && !contents_.time && !diagnostics_.hasErrors())
            diagnostics_.error(at(line_), "The line 'time' is missing.", "Restore the line, or use another copy.");
        for (; ended_ && std::getline(in_, text); ++line_)
            if (!TextReader(text).atEnd()) {
                diagnostics_.error(at(line_ + 1), "There is something after the line 'end'.",
                                   "Remove what does not belong to this State.");
                break;
            }
        return std::move(contents_);
    }

private:
    void parseLine(const std::string& text) {
        TextReader in(text);
        if (in.atEnd() || in.rest().starts_with('#')) return;
        if (!headed_) {
            if (in.rest() != heading) {
                diagnostics_.error(at(line_),
                                   "This is not a State file; the first line should be '" + std::string(heading) + "'.",
                                   "Choose a file that was saved as a State.");
                ended_ = true;
            }
            headed_ = true;
            return;
        }
        std::string kind;
        in.word(kind);
        if (kind == "end") {
            ended_ = true;
            std::string checksum;
            if (in.expect("checksum") && (!in.word(checksum) || checksum != checksumOf(read_)))
                diagnostics_.error(at(line_), "The file is damaged: its contents do not fit its checksum.",
                                   "Use another copy. If you changed the file by hand, leave 'checksum ...' out.");
            return requireEnd(in);
        }
        const bool understood = kind == "system"      ? in.quoted(contents_.system)
                                : kind == "time"      ? in.real(contents_.time.emplace())
                                : kind == "subsystem" ? parseSubsystem(in)
                                                      : parseVariable(kind, in);
        if (!understood)
            diagnostics_.error(at(line_), "This cannot be understood as a line of kind '" + kind + "': " + text,
                               "Restore the line, or use another copy of the file.");
        else
            requireEnd(in);
    }

    void requireEnd(TextReader& in) {
        if (!in.atEnd())
            diagnostics_.error(at(line_), "There is more on the line than belongs there: " + std::string(in.rest()),
                               "Restore the line, or use another copy of the file.");
    }

    bool parseSubsystem(TextReader& in) {
        SubsystemLines& s = contents_.subsystems.emplace_back();
        s.line = line_;
        return in.quoted(s.name) && in.expect("version") && in.quoted(s.version);
    }

    bool parseVariable(const std::string& kind, TextReader& in) {
        if (contents_.subsystems.empty()) return false;
        SubsystemLines& s = contents_.subsystems.back();
        if (kind == "discrete") {
            DiscreteLine& v = s.discrete.emplace_back();
            v.line = line_;
            return in.quoted(v.name) && in.expect("type") && in.quoted(v.type) && in.expect("invalidates") &&
                   in.word(v.stage) && in.expect("updated") && in.real(v.updated) && in.expect("=") &&
                   takeRest(in, v.value);
        }
        if (kind == "next") {
            if (s.discrete.empty() || !s.discrete.back().next.empty()) return false;
            s.discrete.back().nextLine = line_;
            return in.expect("=") && takeRest(in, s.discrete.back().next);
        }
        if (kind == "q" || kind == "u" || kind == "z") {
            ContinuousLine& c = (kind == "q" ? s.q : kind == "u" ? s.u : s.z).emplace_back();
            c.line = line_;
            if (!in.quoted(c.name) || !in.expect("=") || !in.real(c.value)) return false;
            return kind == "q" || (in.expect("weight") && in.real(c.weight));
        }
        if (kind == "qerr-weights" || kind == "uerr-weights") {
            WeightsLine& w = kind == "qerr-weights" ? s.qErrWeights : s.uErrWeights;
            w.line = line_;
            std::int64_t n = 0;
            if (!w.weights.empty() || !in.integer(n) || n < 0) return false;
            for (Real weight = 0; n > 0; --n) {
                if (!in.real(weight)) return false;
                w.weights.push_back(weight);
            }
            return true;
        }
        return false;
    }

    static bool takeRest(TextReader& in, std::string& value) {
        value = in.rest();
        in = TextReader({});
        return !value.empty();
    }

    std::istream& in_;
    Diagnostics& diagnostics_;
    FileContents contents_;
    /// All lines so far, as their checksum sees them.
    std::string read_;
    int line_ = 0;
    bool headed_ = false, ended_ = false;
};

// --- Putting it into a State ---

const char* const otherModel =
    "The file belongs to another model or to another version of it; open the one it was saved from.";
const char* const otherCopy = "The file is damaged; use another copy.";

/// Builds a new State from what stands in a file. Each step adds errors and stops at what makes no sense.
class Builder {
public:
    Builder(const FileContents& contents, const System& system, Diagnostics& diagnostics)
        : contents_(contents), system_(system), diagnostics_(diagnostics), state_(system.getDefaultState()) {}

    std::optional<State> build() {
        if (contents_.system != system_.getName())
            diagnostics_.warning(
                "line 2", "The State was saved for '" + contents_.system + "', not for '" + system_.getName() + "'.",
                "Go on if the model was only renamed.");
        if (!checkSubsystems()) return {};
        // Model variables settle how many others there are.
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
                                        " holds another kind of value in the file than in the model.");
        const auto value = read(saved.value, v.getValue());
        if (!value)
            return fail(
                saved.line,
                "The value of variable '" + saved.name + "'" + in(info(s)) + " cannot be understood: " + saved.value,
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
        system_.realize(state_, Stage::Instance);  // only then is it known how many there are
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
                            " has a next value in the file, but is no auto-update variable in the model.");
        const auto value = read(saved.next, v.getValue());
        if (!value)
            return fail(saved.nextLine,
                        "The next value of variable '" + saved.name + "'" + in(info(s)) +
                            " cannot be understood: " + saved.next,
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
    const FileContents contents = Parser(in, result.diagnostics).parse();
    if (result.diagnostics.hasErrors()) return result;
    Builder builder(contents, system, result.diagnostics);
    try {
        result.value = builder.build();
    } catch (const std::exception& e) {
        result.diagnostics.error("", std::string("The model cannot be put into the State of the file: ") + e.what(),
                                 otherModel);
    }
    return result;
}

}  // namespace trammel
