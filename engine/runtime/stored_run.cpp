// SPDX-License-Identifier: Apache-2.0
#include "runtime/stored_run.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <sstream>

#include "base/private_paths.h"
#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "multibody/multibody_system.h"
#include "runtime/frame_codec.h"
#include "runtime/unreadable_frames.h"
#include "system/state_file.h"
#include "system/value_text.h"

namespace trammel {

namespace {
using Kind = RunFile::Kind;
/// Maximum number of variables named in a message.
constexpr std::size_t MostNamed = 5;

// --- Header: one line per item, starting with its keyword ---

std::string headerText(const RunOptions& options, const RunMetadata& notes) {
    const SimulationSettings& s = options.settings;
    std::string text;
    const auto line = [&text](const TextWriter& words) { text += words.text() + "\n"; };
    line(TextWriter().word("build").quoted(buildId()));
    line(TextWriter().word("letter").quoted(notes.letter));
    line(TextWriter().word("name").quoted(notes.name));
    line(TextWriter().word("branch").real(notes.branchTime).quoted(notes.parent));
    line(TextWriter().word("integrator").quoted(s.integrator));
    line(TextWriter().word("accuracy").real(s.accuracy));
    line(TextWriter().word("duration").real(s.duration));
    line(TextWriter().word("frame-interval").real(s.frameInterval));
    line(TextWriter().word("fixed-step").real(s.fixedStep));
    line(TextWriter().word("pull-interval").real(options.pullInterval));
    if (options.isRecorded) line(TextWriter().word("recorded-motion"));
    return text;
}

/// Unknown keywords are skipped: a newer version may have written them.
void readHeader(const std::string& text, OpenedRun& opened, RunOptions& options) {
    SimulationSettings& s = options.settings;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        TextReader in(line);
        std::string word;
        if (!in.word(word)) continue;
        if (word == "build") in.quoted(opened.build);
        if (word == "letter") in.quoted(opened.notes.letter);
        if (word == "name") in.quoted(opened.notes.name);
        if (word == "branch" && in.real(opened.notes.branchTime)) in.quoted(opened.notes.parent);
        if (word == "integrator") in.quoted(s.integrator);
        if (word == "accuracy") in.real(s.accuracy);
        if (word == "duration") in.real(s.duration);
        if (word == "frame-interval") in.real(s.frameInterval);
        if (word == "fixed-step") in.real(s.fixedStep);
        if (word == "pull-interval") in.real(options.pullInterval);
        if (word == "recorded-motion") options.isRecorded = true;
    }
}

// --- Outcome ---

std::string endText(const RunStatus& status) {
    return TextWriter()
        .integer(int(status.phase))
        .integer(status.stepsTaken)
        .integer(status.stepsAttempted)
        .integer(status.realizations)
        .real(status.constraintError)
        .real(status.lastStepSize)
        .real(status.computeSeconds)
        .quoted(withoutPaths(status.message))
        .quoted(status.methods)
        .text();
}

bool readEnd(const std::string& text, RunStatus& status) {
    TextReader in(text);
    std::int64_t phase = 0, taken = 0, attempted = 0, realizations = 0;
    const bool good = in.integer(phase) && in.integer(taken) && in.integer(attempted) && in.integer(realizations) &&
                      in.real(status.constraintError) && in.real(status.lastStepSize) &&
                      in.real(status.computeSeconds) && in.quoted(status.message) && phase >= 0 &&
                      phase <= int(RunPhase::Failed);
    if (!good) return false;
    // Absent in older files.
    in.quoted(status.methods);
    status.phase = RunPhase(phase);
    status.stepsTaken = long(taken);
    status.stepsAttempted = long(attempted);
    status.realizations = long(realizations);
    return true;
}

bool writeHead(RunFile& file, const CompiledModel& model, const State& initial, const RunOptions& options,
               const RunMetadata& notes) {
    std::ostringstream start;
    return !saveState(start, model.getSystem(), initial).hasErrors() &&
           file.append(Kind::Header, headerText(options, notes)) &&
           file.append(Kind::Model, writeDocument(model.getDocument())) && file.append(Kind::Initial, start.str());
}

/// Text of the first record of a kind, if any.
std::optional<std::string> textOf(const RunFile& file, Kind kind) {
    for (const RunFile::Record& record : file.getRecords())
        if (record.kind == kind) return file.readText(record);
    return std::nullopt;
}

/// The variable with these indices in the file, if any.
std::optional<DiscreteVarKey> variableOf(std::int64_t subsystem, std::int64_t variable, const State& initial,
                                         const StateMapping* mapping) {
    if (subsystem < 0 || variable < 0) return std::nullopt;
    if (mapping) {
        const auto& all = mapping->discrete;
        const auto s = std::size_t(subsystem), v = std::size_t(variable);
        return s < all.size() && v < all[s].size() ? all[s][v] : std::nullopt;
    }
    const DiscreteVarKey key{SubsystemIndex(int(subsystem)), DiscreteVariableIndex(int(variable))};
    if (subsystem >= initial.getNumSubsystems() || !initial.hasDiscreteVar(key)) return std::nullopt;
    return key;
}

/// The first State of a run computed by another version with other variables; empty if coordinates are missing.
std::optional<State> readOtherStart(const std::string& start, const System& system, StateMapping& mapping,
                                    const std::string& place, Diagnostics& diagnostics) {
    std::istringstream text(start);
    Result<State> read = loadStateByNames(text, system, mapping);
    diagnostics.append(read.diagnostics);
    if (!read) return std::nullopt;
    std::string names;
    bool knowsPoses = true;
    for (std::size_t i = 0, count = mapping.missing.size(); i < count; ++i) {
        if (i < MostNamed) names += (i > 0 ? ", '" : "'") + mapping.missing[i] + "'";
        if (i == MostNamed) names += " and " + std::to_string(count - i) + " more";
    }
    for (int i = 0; i < read->getNQ(); ++i) knowsPoses = knowsPoses && mapping.source[std::size_t(i)] >= 0;
    if (!knowsPoses) {
        diagnostics.error(
            place, "The run was computed by another version and lacks coordinates required to show it: " + names + ".",
            "Open the model and run it again.");
        return std::nullopt;
    }
    const std::string what =
        names.empty() ? "" : " Not known to that version; shown at their initial values: " + names + ".";
    diagnostics.warning(place,
                        "The run was computed by another version with other variables. It is shown as recorded, but "
                        "recomputing it may give slightly different results." +
                            what,
                        "Run the model again for results of this version.");
    return std::move(*read.value);
}

/// Returns the number of entries affecting the motion that cannot be read, since another version wrote them
/// differently.
/// @param mapping for a file with other variables; null: equal variables
std::size_t readNotes(const RunFile& file, const State& initial, const StateMapping* mapping, TrajectoryStore& store) {
    std::size_t unread = 0;
    for (const RunFile::Record& record : file.getRecords()) {
        if (record.kind == Kind::Event) {
            const std::string text = file.readText(record);
            TextReader in(text);
            RunEvent event;
            if (in.real(event.time) && in.quoted(event.what)) store.noteEvent(std::move(event));
        } else if (record.kind == Kind::Pull) {
            PullChange change;
            if (readPull(file.readText(record), change))
                store.notePull(change);
            else
                ++unread;
        } else if (record.kind == Kind::Checkpoint && !mapping) {
            const std::string text = file.readText(record);
            TextReader in(text);
            RunCheckpoint checkpoint;
            std::int64_t moments = 0;
            checkpoint.frame = record.first;
            if (!in.integer(moments) || !in.real(checkpoint.pulledUntil) || !in.quoted(checkpoint.memory)) continue;
            checkpoint.pullMoments = long(moments);
            checkpoint.memory = packText(checkpoint.memory);
            store.noteCheckpoint(std::move(checkpoint));
        } else if (record.kind == Kind::Discrete) {
            const std::string text = file.readText(record);
            TextReader in(text);
            std::int64_t subsystem = -1, variable = -1;
            Real updated = NaN;
            if (!in.integer(subsystem) || !in.integer(variable) || !in.real(updated)) continue;
            const auto found = variableOf(subsystem, variable, initial, mapping);
            if (!found) continue;
            const DiscreteVarKey key = *found;
            const auto value = initial.getDiscreteVariable(key.subsystem, key.variable).clone();
            if (value->readText(in.rest()))
                store.noteDiscreteVariable(key, record.first, *value, updated);
            else
                ++unread;
        }
    }
    return unread;
}

/// "run-4711-3.trun": process id and number of the run.
const std::string SpillPrefix = "run-";

const char* cutOff = "The program ended while the run was computing; these are the frames stored until then.";
}  // namespace

const char* buildId() { return TRAMMEL_BUILD_ID; }

std::shared_ptr<RunFile> makeSpillFile(const CompiledModel& model, const State& initial, const RunOptions& options) {
    static std::atomic<int> number{0};
    std::error_code ignored;
    std::filesystem::create_directories(options.spillFolder, ignored);
    Result<std::shared_ptr<RunFile>> made;
    // A program that was killed may have left files with this process's number.
    constexpr int mostTries = 1000;
    bool isTaken = true;
    for (int i = 0; !made && isTaken && i < mostTries; ++i) {
        const std::filesystem::path path = options.spillFolder / (SpillPrefix + std::to_string(getpid()) + "-" +
                                                                  std::to_string(++number) + RunFileSuffix);
        made = RunFile::create(path);
        isTaken = std::filesystem::exists(path, ignored);
    }
    if (!made) return nullptr;
    (*made)->setTemporary(true);
    return writeHead(**made, model, initial, options, {}) ? *made : nullptr;
}

std::vector<std::filesystem::path> findRunsLeftBehind(const std::filesystem::path& spillFolder) {
    std::vector<std::filesystem::path> found;
    std::error_code failure;
    for (const auto& entry : std::filesystem::directory_iterator(spillFolder, failure)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with(SpillPrefix) || !name.ends_with(RunFileSuffix)) continue;
        int process = 0;
        std::from_chars(name.data() + SpillPrefix.size(), name.data() + name.size(), process);
        if (process > 0 && kill(process, 0) != 0 && errno == ESRCH) found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) {
        return std::filesystem::last_write_time(a, failure) < std::filesystem::last_write_time(b, failure);
    });
    return found;
}

Diagnostics saveRun(const SimulationRun& run, const RunMetadata& notes, const std::filesystem::path& path) {
    const RunStatus status = run.getStatus();
    Result<FileReplacement> replacement = FileReplacement::begin(path);
    if (!replacement) return replacement.diagnostics;
    errno = 0;
    const auto made = RunFile::createIn(replacement->temporaryPath(), replacement->descriptor());
    // Names the file to be replaced, not the temporary one.
    if (!made) return replacement->describeFailure(errno);
    RunFile& file = **made;
    errno = 0;
    try {
        if (!writeHead(file, *run.getModel(), run.getInitialState(), run.getOptions(), notes) ||
            !run.getTrajectory()->writeTo(file) || !file.append(Kind::End, endText(status)))
            return replacement->describeFailure(errno);
    } catch (const UnreadableFrames& unreadable) {
        return unreadable.describe(path);
    }
    return replacement->commit();
}

Result<OpenedRun> openRun(const std::filesystem::path& path) {
    Result<OpenedRun> result;
    Result<std::shared_ptr<RunFile>> file = RunFile::open(path);
    result.diagnostics = file.diagnostics;
    if (!file) return result;
    const bool isDamaged = file.diagnostics.hasErrors();
    const std::string place = path.filename().string();
    const auto fail = [&](const char* what) {
        result.diagnostics.error(place, what, "Choose another file.");
        return result;
    };

    const auto header = textOf(**file, Kind::Header), model = textOf(**file, Kind::Model),
               start = textOf(**file, Kind::Initial);
    if (!header || !model || !start) return fail("The file is truncated: the model is missing.");
    OpenedRun opened;
    opened.isComplete = !isDamaged;
    const Result<Document> document = readDocument(*model, builtinCatalog());
    result.diagnostics.append(document.diagnostics);
    if (!document) return fail("The model in the file cannot be read.");
    const Result<CompiledModelPtr> compiled = compileDocument(*document);
    result.diagnostics.append(compiled.diagnostics);
    if (!compiled) return fail("The model in the file cannot be compiled.");
    RunOptions options;
    options.settings = (*compiled)->getSettings();
    readHeader(*header, opened, options);

    std::istringstream startText(*start);
    const Result<State> same = loadState(startText, (*compiled)->getSystem());
    std::optional<State> initial = same.value;
    StateMapping mapping;
    if (same)
        result.diagnostics.append(same.diagnostics);
    else
        initial = readOtherStart(*start, (*compiled)->getSystem(), mapping, place, result.diagnostics);
    if (!initial)
        return fail("This version compiles the model in the file differently; its numbers cannot be interpreted.");
    const auto frames = same ? TrajectoryStore::open(*file, initial->getNY())
                             : TrajectoryStore::open(*file, mapping.nyInFile, mapping.source, initial->getY());
    if (!frames) return fail("The frames do not match the model in the file.");
    if (const std::size_t unread = readNotes(**file, *initial, same ? nullptr : &mapping, *frames))
        result.diagnostics.warning(
            place,
            "Another version wrote " + std::to_string(unread) +
                " entries of the run, for pulls and discrete variables, in a format that this version cannot read. The "
                "motion is shown as recorded without them; recomputing it may give another one.",
            "Run the model again for a file of this version.");

    RunStatus status;
    const auto end = textOf(**file, Kind::End);
    if (!end || !readEnd(*end, status)) {
        status.phase = RunPhase::Canceled;
        status.message = cutOff;
        if (result.diagnostics.empty()) result.diagnostics.warning(place, cutOff);
        opened.isComplete = false;
    } else if (status.phase < RunPhase::Finished) {
        status.phase = RunPhase::Canceled;
        status.message = "The run was saved while it was computing.";
    }
    status.frames = frames->size();
    status.time = frames->empty() ? initial->getTime() : frames->getEndTime();
    opened.run = std::make_shared<SimulationRun>(*compiled, *initial, options, frames, status);
    result.value = std::move(opened);
    return result;
}

}  // namespace trammel
