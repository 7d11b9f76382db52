// SPDX-License-Identifier: Apache-2.0
// Studies: computing them, and reading their results.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>

#include "app/cli/progress_line.h"
#include "app/cli/study_commands.h"
#include "compile/catalog.h"
#include "document/document_file.h"
#include "formats/csv.h"
#include "runtime/stored_run.h"
#include "study/study_point.h"
#include "study/study_run.h"
#include "study/study_table.h"

namespace trammel::cli {

namespace {

struct StudyRequest {
    std::string file, study, out;
    std::optional<int> jobs;
    std::optional<std::uint64_t> seed;
    double secondsPerRun = Infinity;
    bool resume = false, dryRun = false;
};

/// The run that Ctrl+C pauses.
StudyRun* interrupted = nullptr;
extern "C" void pauseStudy(int signal) {
    if (interrupted) interrupted->requestPause();
    // A second one ends a program with a run that never returns.
    std::signal(signal, SIG_DFL);
}

std::string countOf(std::size_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

/// The study by name, or the only one; invalid, with an error, if not found.
ElementId findStudy(const Document& document, const std::string& name) {
    const std::vector<ElementId> all = document.elementsOf(studyFamily);
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const ElementId id : all) names.push_back(document.get(id).name);
    if (name.empty() && all.size() == 1) return all.front();
    std::string list;
    for (const std::string& each : names) list += (list.empty() ? "'" : ", '") + each + "'";
    if (all.empty())
        fail("the model has no study. Add one in the window, under Studies.");
    else if (name.empty())
        fail("the model has several studies: choose one with --study. They are " + list + ".");
    else if (const auto found = std::ranges::find(names, name); found != names.end())
        return all[std::size_t(found - names.begin())];
    else
        fail("there is no study '" + name + "'. The studies are " + list + ".");
    return {};
}

void printStudy(const StudyDefinition& study, std::ostream& out) {
    out << study.name << ": " << (study.search ? "up to " : "") << countOf(study.mostRuns(), "run") << ", seed "
        << study.seed << "\n";
    for (const StudyFactor& factor : study.factors)
        out << "  factor " << columnTitle(factor.number, factor.unit) << ", now " << factor.present << "\n";
    for (const StudyResponse& response : study.responses)
        out << "  response " << columnTitle(response.name, response.unit) << "\n";
}

void printRow(const std::vector<std::string>& columns, const StudyRow& row, std::ostream& out) {
    out << "  run " << row.run << ": " << keyOf(row.outcome) << "\n";
    std::size_t column = 0;
    for (const std::vector<Real>* const values : {&row.factors, &row.responses})
        for (const Real x : *values) out << "    " << columns[column++] << " = " << toRoundTripText(x) << "\n";
    if (!row.message.empty()) out << "    " << row.message << "\n";
}

void printAnalysis(const std::vector<ResponseAnalysis>& analyses, std::ostream& out) {
    constexpr int nameWidth = 28, width = 16;
    for (const ResponseAnalysis& analysis : analyses)
        for (const AnalysisTable& table : analysis.tables) {
            out << "\n"
                << columnTitle(analysis.response, analysis.unit) << ": " << table.title << "\n"
                << std::string(nameWidth, ' ');
            for (const std::string& column : table.columns) out << std::setw(width + 2) << column;
            out << "\n";
            for (const AnalysisTable::Row& row : table.rows) {
                out << std::left << std::setw(nameWidth) << "  " + row.name << std::right;
                for (const Real x : row.values) out << std::setw(width + 2) << x;
                out << "\n";
            }
            if (!table.note.empty()) out << "  " << table.note << "\n";
        }
}

/// Shows progress until the workers end.
void watch(StudyRun& run) {
    showProgress([&] { return run.getProgress().phase != StudyPhase::Computing; },
                 [&] {
                     const StudyProgress now = run.getProgress();
                     return std::to_string(now.done) + " of " + countOf(now.planned, "run") + ", " +
                            std::to_string(now.failed) + " failed" +
                            (std::isnan(now.secondsLeft) ? "" : ", " + durationText(now.secondsLeft) + " left");
                 });
    run.wait();
}

int finish(StudyRun& run, const StudyStore& store) {
    const StudyProgress end = run.getProgress();
    std::cout << run.getStudy().name << ": " << countOf(end.done, "run") << ", " << end.failed << " failed, in "
              << store.getPath().string() << "\n";
    if (const std::vector<StudyRow> rows = run.copyRows(); const StudyRow* const best = bestOf(run.getStudy(), rows)) {
        std::cout << "best:\n";
        printRow(run.getStudy().columns(), *best, std::cout);
    }
    if (!end.message.empty()) return fail(end.message);
    if (end.phase != StudyPhase::Complete) {
        std::cerr << "Incomplete. Repeat the command with --resume to continue.\n";
        return end.done == 0 ? int(Failure) : int(NotComplete);
    }
    return end.failed > 0 ? int(FailedRuns) : int(Success);
}

int computeStudy(const StudyRequest& request) {
    if (request.file.empty()) return fail("name a model file, or a command: see 'trammel-cli study --help'.");
    const LoadedModel loaded = load(request.file);
    if (!loaded.sound) return Failure;
    const StudyDefinitionPtr study = defineStudyNamed(loaded.model->getDocument(), request.study, request.seed);
    if (!study) return Failure;
    if (request.dryRun) {
        printStudy(*study, std::cout);
        return Success;
    }
    const std::filesystem::path out = request.out.empty()
                                          ? std::filesystem::path(request.file).replace_extension(StudyFileSuffix)
                                          : std::filesystem::path(request.out);
    if (!checkOutputs({request.file}, {out.string()})) return Failure;
    const bool exists = std::filesystem::exists(out);
    if (exists && !request.resume)
        return fail("'" + out.string() + "' exists. Add --resume to continue it, or choose another file with --out.");
    const auto store = exists ? StudyStore::resume(out, *study) : StudyStore::create(out, *study);
    if (!report(store.diagnostics) || !store) return Failure;
    const int jobs = request.jobs.value_or(usableProcessors());
    if (jobs < 1) return fail("--jobs must be at least 1.");
    StudyRun run(study, *store, {jobs, request.secondsPerRun});
    interrupted = &run;
    std::signal(SIGINT, pauseStudy);
    std::signal(SIGTERM, pauseStudy);
    run.start();
    watch(run);
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    interrupted = nullptr;
    run.pause();
    return finish(run, **store);
}

/// Results with their study, from a file.
struct OpenedStudy {
    std::shared_ptr<StudyStore> store;
    StudyDefinitionPtr study;
    std::vector<StudyRow> rows;
};
/// No store, with errors, if it cannot be read.
OpenedStudy openStudy(const std::string& file) {
    OpenedStudy opened;
    const auto store = StudyStore::open(file);
    if (!report(store.diagnostics) || !store) return opened;
    const std::string text = (*store)->readModel();
    if (!(*store)->getFailure().empty()) {
        fail((*store)->getFailure());
        return opened;
    }
    const Result<Document> model = readDocument(text, builtinCatalog());
    if (!report(model.diagnostics) || !model) return opened;
    opened.study = defineStudyNamed(*model, (*store)->getIdentity().study, (*store)->getIdentity().seed);
    if (!opened.study) return opened;
    opened.rows = (*store)->readRows();
    if (!(*store)->getFailure().empty()) fail((*store)->getFailure());
    opened.store = *store;
    return opened;
}

struct ShowRequest {
    std::string file, csv;
    std::size_t best = 0;
    bool failedOnly = false;
};

int showStudy(const ShowRequest& request) {
    if (!checkOutputs({request.file}, {request.csv})) return Failure;
    const OpenedStudy opened = openStudy(request.file);
    if (!opened.store) return Failure;
    std::vector<StudyRow> rows = opened.rows;
    if (request.failedOnly) std::erase_if(rows, [](const StudyRow& row) { return row.outcome == RunOutcome::Ok; });
    std::map<std::string, std::size_t> outcomes;
    for (const StudyRow& row : opened.rows) ++outcomes[keyOf(row.outcome)];
    std::ostream& out = request.csv == "-" ? std::cerr : std::cout;
    printStudy(*opened.study, out);
    out << "  " << opened.rows.size() << " of " << opened.store->countPlanned() << " runs"
        << (opened.store->isComplete() ? ", complete" : "") << "\n";
    const StudyIdentity& is = opened.store->getIdentity();
    out << "  model " << is.modelHash << ", build " << is.engine << ", functions " << is.functions << "\n";
    for (const auto& [outcome, count] : outcomes) out << "    " << outcome << ": " << count << "\n";
    std::vector<StudyRow> left = opened.rows;
    for (std::size_t i = 0; i < request.best; ++i) {
        const StudyRow* const best = bestOf(*opened.study, left);
        if (!best) break;
        printRow(opened.store->getColumns(), *best, out);
        left.erase(left.begin() + (best - left.data()));
    }
    if (request.failedOnly && request.csv.empty())
        for (const StudyRow& row : rows) printRow(opened.store->getColumns(), row, out);
    const bool written =
        writeOutput(request.csv, [&](std::ostream& csv) { writeStudyTable(opened.store->getColumns(), rows, csv); });
    return written && opened.store->getFailure().empty() ? Success : Failure;
}

int analyzeFile(const std::string& file) {
    const OpenedStudy opened = openStudy(file);
    if (!opened.store) return Failure;
    printStudy(*opened.study, std::cout);
    printAnalysis(analyzeStudy(*opened.study, opened.rows), std::cout);
    return opened.store->getFailure().empty() ? Success : Failure;
}

/// Recomputes a run, compares it with its row, and saves it as a run file.
int openRunOf(const std::string& file, std::size_t number, const std::string& output) {
    if (!checkOutputs({file}, {output}, {output})) return Failure;
    const OpenedStudy opened = openStudy(file);
    if (!opened.store) return Failure;
    const auto row = std::ranges::find(opened.rows, number, &StudyRow::run);
    if (row == opened.rows.end()) return fail("there is no run " + std::to_string(number) + " in '" + file + "'.");
    printRow(opened.store->getColumns(), *row, std::cout);
    const std::optional<StudyRow> again = computePoint(*opened.study, number, row->factors);
    const bool same = again && sameResult(*row, *again);
    std::cout << (same ? "  recomputed bitwise identically\n" : "  recomputed with another result\n");
    if (output.empty()) return same ? Success : Failure;
    const Result<Edit> at = documentAt(*opened.study, opened.study->document, row->factors);
    if (!report(at.diagnostics) || !at) return Failure;
    const Result<CompiledModelPtr> model = compileDocument(at->document, opened.study->base);
    if (!report(model.diagnostics) || !model) return Failure;
    RunOptions options;
    options.settings = (*model)->getSettings();
    SimulationRun run(*model, (*model)->getInitialState(), options);
    run.start();
    run.wait();
    const std::string name = opened.study->name + ", run " + std::to_string(number);
    if (!report(saveRun(run, {"A", name, {}, NaN}, output))) return Failure;
    std::cout << "  written to " << output << "\n";
    return same ? Success : Failure;
}

}  // namespace

StudyDefinitionPtr defineStudyNamed(const Document& document, const std::string& name,
                                    std::optional<std::uint64_t> seed) {
    const ElementId id = findStudy(document, name);
    if (!id.isValid()) return nullptr;
    const Result<StudyDefinitionPtr> study = defineStudy(document, id, seed);
    report(study.diagnostics);
    return study.value.value_or(nullptr);
}

void addStudyCommands(CLI::App& app, int& code) {
    // Shared with the callbacks, which run after this function.
    const auto request = std::make_shared<StudyRequest>();
    const auto show = std::make_shared<ShowRequest>();
    const auto number = std::make_shared<std::size_t>(0);
    CLI::App* const study = app.add_subcommand(
        "study", "Compute a study of a model: sweep, optimization, sensitivity; or read its results");
    study->add_option("FILE", request->file, "Model file with a study");
    study->add_option("--study", request->study, "The study by name (default: the only one)");
    study->add_option("--jobs", request->jobs, "Runs computed at the same time (default: one per processor)");
    study->add_option("--out", request->out, "Result file (default: FILE with the extension .tstudy)");
    study->add_flag("--resume", request->resume, "Continue the study in an existing result file");
    study->add_option("--seed", request->seed, "Seed of random numbers (default: the study's)");
    study->add_option("--time-limit", request->secondsPerRun, "Limit of a run's computing time, s");
    study->add_flag("--dry-run", request->dryRun, "Describe the study without computing it");
    study->require_subcommand(0, 1);
    study->footer("Exit code 0: complete, 3: complete with failed runs, 4: not complete, 1: nothing done.");

    CLI::App* const show_ = study->add_subcommand("show", "Describe results, or write them as CSV");
    show_->add_option("RESULTS", show->file, "Result file (.tstudy)")->required();
    show_->add_option("--best", show->best, "Show this many of the best runs");
    show_->add_flag("--failed", show->failedOnly, "Only runs that failed");
    show_->add_option("--csv", show->csv, "Write a table; a file, or '-' for standard output");
    show_->callback([show, &code] { code = showStudy(*show); });

    CLI::App* const analyze = study->add_subcommand("analyze", "Print distributions and the influence of each factor");
    analyze->alias("analyse");
    analyze->add_option("RESULTS", show->file, "Result file (.tstudy)")->required();
    analyze->callback([show, &code] { code = analyzeFile(show->file); });

    CLI::App* const open = study->add_subcommand("open", "Recompute a run and compare it bitwise");
    open->add_option("RESULTS", show->file, "Result file (.tstudy)")->required();
    open->add_option("RUN", *number, "Number of the run")->required();
    open->add_option("--save", show->csv, "Save the run to this file (.trun)");
    open->callback([show, number, &code] { code = openRunOf(show->file, *number, show->csv); });

    addUnitCommands(*study, code);
    study->callback([study, request, &code] {
        if (study->get_subcommands().empty()) code = computeStudy(*request);
    });
}

}  // namespace trammel::cli
