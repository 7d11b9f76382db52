// SPDX-License-Identifier: Apache-2.0
// Studies on several computers: units of a plan, and the engines that start them.
#include "study/study_units.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/cli/study_commands.h"

namespace trammel::cli {

namespace {

struct SubmitRequest {
    std::string file, study, plan, results, engine = "slurm";
    std::optional<std::uint64_t> seed;
    int units = 0;
    double secondsPerRun = Infinity;
    bool print = false;
    std::vector<std::string> options;
};

/// "0-4,7,9-12"
std::string rangesOf(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t last = i;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[i]);
        if (last > i) text += "-" + std::to_string(numbers[last]);
        i = last + 1;
    }
    return text;
}

/// A word for the shell.
std::string quoted(const std::string& word) {
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

/// This program, as other computers call it.
std::string programPath() {
    std::error_code error;
    const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::string("trammel-cli") : path.string();
}

/// The command that computes the missing units by an engine; empty for an unknown one.
std::string commandOf(const SubmitRequest& request, const UnitPlan& plan) {
    const std::string folder = std::filesystem::absolute(plan.getFolder()).string();
    const std::string unit = quoted(programPath()) + " study unit " + quoted(folder);
    std::string options;
    for (const std::string& option : request.options) options += " " + quoted(option);
    const std::vector<int> missing = plan.missing();
    if (request.engine == "slurm")
        // Preempted tasks and those of a lost node restart; each writes its unit by renaming.
        return "sbatch --parsable --requeue --open-mode=append --job-name=" +
               quoted("trammel " + plan.getStudy()->name) + " --output=" + quoted(folder + "/slurm-%A.log") +
               " --array=" + rangesOf(missing) + options + " --wrap=" + quoted(unit + " $SLURM_ARRAY_TASK_ID") + " > " +
               quoted(folder + "/job");
    if (request.engine == "parallel") {
        std::string units;
        for (const int each : missing) units += " " + std::to_string(each);
        return "parallel --retries 3" + options + " " + quoted(unit + " {}") + " :::" + units;
    }
    if (request.engine == "mpi") return "mpirun" + options + " " + unit;
    return {};
}

/// The plan in a folder; empty, with errors, if it cannot be used.
std::optional<UnitPlan> openPlan(const std::string& folder) {
    const Result<UnitPlan> plan = UnitPlan::open(folder);
    report(plan.diagnostics);
    return plan.value;
}

int submitStudy(const SubmitRequest& request) {
    std::filesystem::path folder = request.plan;
    if (folder.empty()) folder = std::filesystem::path(request.file).replace_extension(".plan");
    std::error_code error;
    std::optional<UnitPlan> plan;
    if (std::filesystem::exists(folder / "plan.txt", error)) {
        // Missing units of an earlier plan.
        plan = openPlan(folder.string());
    } else {
        const LoadedModel loaded = load(request.file);
        if (!loaded.sound) return Failure;
        const StudyDefinitionPtr study = defineStudyNamed(loaded.model->getDocument(), request.study, request.seed);
        if (!study) return Failure;
        // Enough units that no worker waits long for the last one.
        constexpr int usualUnits = 64;
        const Result<UnitPlan> made = UnitPlan::create(folder, *study, request.units > 0 ? request.units : usualUnits);
        report(made.diagnostics);
        plan = made.value;
    }
    if (!plan) return Failure;
    if (!request.results.empty()) {
        const Result<std::shared_ptr<StudyStore>> results = StudyStore::open(request.results);
        if (!report(results.diagnostics) || !report(plan->adopt(**results))) return Failure;
    }
    if (plan->missing().empty()) {
        std::cout << folder.string() << ": all units are done\n";
        return Success;
    }
    const std::string command = commandOf(request, *plan);
    if (command.empty()) return fail("there is no engine '" + request.engine + "'. Choose slurm, mpi or parallel.");
    if (request.print) {
        std::cout << command << "\n";
        return Success;
    }
    std::cout << folder.string() << ": " << plan->missing().size() << " of " << plan->countUnits() << " units to "
              << request.engine << "\n"
              << std::flush;
    if (std::system(command.c_str()) != 0)
        return fail("'" + request.engine + "' did not accept the study. Its message is above; the plan is in '" +
                    folder.string() + "', and the same command continues it.");
    return Success;
}

/// One unit; or, without a number, those of this process among all that mpirun started.
int computeUnits(const std::string& folder, std::optional<int> unit, double secondsPerRun) {
    const std::optional<UnitPlan> plan = openPlan(folder);
    if (!plan) return Failure;
    if (unit) return report(plan->compute(*unit, secondsPerRun)) ? Success : Failure;
    const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
    const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
    if (!rank || !size) return fail("name the number of a unit, or start the command with mpirun.");
    bool good = true;
    for (int k = std::atoi(rank); k < plan->countUnits(); k += std::max(1, std::atoi(size)))
        good = report(plan->compute(k, secondsPerRun)) && good;
    return good ? Success : Failure;
}

int planStatus(const std::string& folder) {
    const std::optional<UnitPlan> plan = openPlan(folder);
    if (!plan) return Failure;
    const std::vector<int> missing = plan->missing();
    std::cout << plan->getStudy()->name << ": " << plan->countUnits() - int(missing.size()) << " of "
              << plan->countUnits() << " units done\n";
    if (!missing.empty()) std::cout << "  missing: " << rangesOf(missing) << "\n";
    return missing.empty() ? int(Success) : int(NotComplete);
}

int collectUnits(const std::string& folder, const std::string& out) {
    const std::optional<UnitPlan> plan = openPlan(folder);
    if (!plan) return Failure;
    std::filesystem::path file = out;
    if (file.empty()) file = std::filesystem::path(folder).replace_extension(StudyFileSuffix);
    const auto store = std::filesystem::exists(file) ? StudyStore::resume(file, *plan->getStudy())
                                                     : StudyStore::create(file, *plan->getStudy());
    if (!report(store.diagnostics) || !store) return Failure;
    const bool good = report(plan->collect(**store));
    std::size_t failed = 0;
    const std::vector<StudyRow> rows = (*store)->readRows();
    for (const StudyRow& row : rows) failed += row.outcome == RunOutcome::Ok ? 0 : 1;
    std::cout << plan->getStudy()->name << ": " << rows.size() << " runs, " << failed << " failed, in " << file.string()
              << "\n";
    if (!good) return Failure;
    if (!(*store)->isComplete()) return NotComplete;
    return failed > 0 ? int(FailedRuns) : int(Success);
}

int cancelPlan(const std::string& folder) {
    const std::filesystem::path job = std::filesystem::path(folder) / "job";
    if (!std::filesystem::exists(job))
        return fail("'" + folder + "' was not submitted to Slurm. End mpirun or parallel with Ctrl+C.");
    const std::string command = "scancel $(cat " + quoted(job.string()) + ")";
    return std::system(command.c_str()) == 0 ? int(Success) : fail("scancel failed; its message is above.");
}

}  // namespace

void addUnitCommands(CLI::App& study, int& code) {
    const auto request = std::make_shared<SubmitRequest>();
    const auto unit = std::make_shared<std::optional<int>>();
    CLI::App* const submit =
        study.add_subcommand("submit", "Divide a study into units, and have a cluster compute them");
    submit->add_option("FILE", request->file, "Model file with a study")->required();
    submit->add_option("--study", request->study, "The study by name (default: the only one)");
    submit->add_option("--engine", request->engine, "slurm, mpi or parallel (default: slurm)");
    submit->add_option("--plan", request->plan, "Folder for plan and units (default: FILE with the extension .plan)");
    submit->add_option("--results", request->results, "Result file of the study, whose runs are kept");
    submit->add_option("--units", request->units, "Number of units (default: 64)");
    submit->add_option("--seed", request->seed, "Seed of random numbers (default: the study's)");
    submit->add_flag("--print", request->print, "Print the command of the engine without running it");
    submit->add_option("OPTIONS", request->options, "After '--': options of the engine");
    submit->callback([request, &code] { code = submitStudy(*request); });

    const auto plan = [request](CLI::App* command) {
        command->add_option("PLAN", request->plan, "Folder of the plan")->required();
        return command;
    };
    CLI::App* const compute = plan(study.add_subcommand("unit", "Compute one unit of a plan, unless it is done"));
    compute->add_option("UNIT", *unit, "Its number (default under mpirun: those of this process)");
    compute->add_option("--time-limit", request->secondsPerRun, "Limit of a run's computing time, s");
    compute->callback([request, unit, &code] { code = computeUnits(request->plan, *unit, request->secondsPerRun); });
    plan(study.add_subcommand("status", "Show which units of a plan are done"))->callback([request, &code] {
        code = planStatus(request->plan);
    });
    CLI::App* const collect = plan(study.add_subcommand("collect", "Gather the units of a plan into a result file"));
    collect->add_option("--out", request->file, "Result file (default: PLAN with the extension .tstudy)");
    collect->callback([request, &code] { code = collectUnits(request->plan, request->file); });
    plan(study.add_subcommand("cancel", "Cancel the jobs of a plan; finished units are kept"))
        ->callback([request, &code] { code = cancelPlan(request->plan); });
}

}  // namespace trammel::cli
