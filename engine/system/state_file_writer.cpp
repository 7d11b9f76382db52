// SPDX-License-Identifier: Apache-2.0
#include <ostream>

#include "base/exceptions.h"
#include "system/state_file.h"
#include "system/state_file_format.h"

namespace trammel {

using namespace state_file;

namespace {

class Writer {
public:
    Writer(const System& system, const State& state) : system_(system), state_(state) {}

    void writeAll() {
        line(TextWriter().word(heading));
        line(TextWriter().word("system").quoted(system_.getName()));
        line(TextWriter().word("time").real(state_.getTime()));
        for (int i = 0; i < state_.getNumSubsystems(); ++i) writeSubsystem(SubsystemIndex(i));
    }
    /// All lines, sealed with the checksum.
    std::string sealed() const {
        return text_ + TextWriter().word("end").word("checksum").word(checksumOf(text_)).text() + "\n";
    }

    Diagnostics diagnostics;

private:
    void line(const TextWriter& words) { text_ += words.text() + "\n"; }

    void writeSubsystem(SubsystemIndex ix) {
        const PerSubsystemInfo& info = state_.getPerSubsystemInfo(ix);
        line(TextWriter().word("subsystem").quoted(info.name).word("version").quoted(info.version));
        for (const DiscreteVarInfo& v : info.discreteVariables) {
            const AbstractValue& value = v.getValue();
            if (!value.hasText())
                diagnostics.error("variable '" + v.getName() + "' of subsystem '" + info.name + "'",
                                  "Its value type (" + value.getTypeName() + ") has no text form.",
                                  "Describe the parts of the type; see system/value_parts.h.");
            line(TextWriter()
                     .word("discrete")
                     .quoted(v.getName())
                     .word("type")
                     .quoted(value.getTypeName())
                     .word("invalidates")
                     .word(v.getInvalidatedStage().getName())
                     .word("updated")
                     .real(v.getTimeLastUpdated())
                     .word("=")
                     .word(value.writeText()));
            const CacheEntryIndex next = v.getAutoUpdateEntry();
            if (next.isValid() && state_.isCacheValueRealized(ix, next))
                line(TextWriter().word("next").word("=").word(state_.getCacheEntry(ix, next).writeText()));
        }
        writeContinuous("q", state_.getQStart() + state_.getQStart(ix), state_.getQ(ix), nullptr);
        writeContinuous("u", state_.getUStart() + state_.getUStart(ix), state_.getU(ix), &state_.getUWeights(ix));
        writeContinuous("z", state_.getZStart() + state_.getZStart(ix), state_.getZ(ix), &state_.getZWeights(ix));
        if (state_.getSystemStage() >= Stage::Instance) {
            writeErrorWeights("qerr-weights", state_.getQErrWeights(ix));
            writeErrorWeights("uerr-weights", state_.getUErrWeights(ix));
        }
    }

    void writeContinuous(const char* kind, int start, const Vector& values, const Vector* weights) {
        for (int i = 0; i < values.size(); ++i) {
            TextWriter words;
            words.word(kind).quoted(system_.describeY(state_, start + i)).word("=").real(values[i]);
            if (weights) words.word("weight").real((*weights)[i]);
            line(words);
        }
    }

    void writeErrorWeights(const char* kind, const Vector& weights) {
        if (weights.size() == 0) return;
        TextWriter words;
        words.word(kind).integer(weights.size());
        for (int i = 0; i < weights.size(); ++i) words.real(weights[i]);
        line(words);
    }

    const System& system_;
    const State& state_;
    std::string text_;
};

}  // namespace

std::string state_file::checksumOf(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(hash >> shift) & 15u];
    return digits;
}

Diagnostics saveState(std::ostream& out, const System& system, const State& state) {
    const char* const where = "saveState()";
    if (!system.systemTopologyHasBeenRealized() ||
        state.getSystemTopologyStageVersion() != system.getSystemTopologyCacheVersion() ||
        state.getNumSubsystems() != system.getNumSubsystems())
        throw StaleState(where, system.getName(), state.getSystemTopologyStageVersion(),
                         system.getSystemTopologyCacheVersion());
    if (state.getSystemStage() < Stage::Model)
        throw StageTooLow(where, "the contents of a State file", Stage::Model, state.getSystemStage());
    Writer writer(system, state);
    writer.writeAll();
    if (writer.diagnostics.hasErrors()) return writer.diagnostics;
    if (!(out << writer.sealed()).flush())
        writer.diagnostics.error("", "The State could not be written.", "Check the free disk space.");
    return writer.diagnostics;
}

}  // namespace trammel
