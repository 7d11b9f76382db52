// SPDX-License-Identifier: Apache-2.0
// 'trammel-cli study' as used by hand and from scripts.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "cli_rig.h"

extern char** environ;

namespace trammel::test {
namespace {

/// A pendulum with a grid of @p runs runs of @p duration s each.
std::string pendulumWith(int runs, double duration, const std::string& plan = R"("type": "grid", "name": "Sweep")") {
    std::ostringstream text;
    text << R"({"trammel": 1, "name": "Swing", "nextId": 20, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.5, "mass": 1}},
 {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": 0.3}, "references": {"child": 1}},
 {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"},
 {"id": 4, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"accuracy": 1e-06, "duration": )"
         << duration << R"(}},
 {"id": 5, "family": "study", )"
         << plan << R"(},
 {"id": 6, "family": "factor", "type": "range", "name": "Length", "parent": 5, "properties": {"number": "length", "from": 0.2, "to": 0.8, "levels": )"
         << runs << R"(}, "references": {"element": 1}},
 {"id": 7, "family": "response", "type": "minimum", "name": "Lowest", "parent": 5, "properties": {"output": "Pivot.angle", "goal": "minimize"}}]})";
    return text.str();
}

class Study : public CommandLine {
protected:
    std::string path(const std::string& name) const { return "'" + (folder / name).string() + "'"; }
    /// The table of a result file, without its comment lines.
    std::string table(const std::string& name) {
        const Outcome shown = call("study show " + path(name) + " --csv " + path("table.csv"));
        EXPECT_EQ(shown.code, 0) << shown.text;
        std::string all;
        for (const std::string& line : lines(folder / "table.csv")) all += line + "\n";
        return all;
    }
    /// Runs the program until it is killed, without warning, before call @p call of those that write a file whose path
    /// begins with @p path.
    static void expectKilled(std::vector<std::string> words, const std::string& path, int call) {
        words.insert(words.begin(), TRAMMEL_CLI);
        std::vector<std::string> variables{"LD_PRELOAD=" TRAMMEL_EVERY_NTH_CALL, "FAULT_FOLDER=" + path,
                                           "FAULT_EVERY=" + std::to_string(call), "FAULT_ERROR=0"};
        std::vector<char*> arguments, environment;
        for (std::string& word : words) arguments.push_back(word.data());
        for (std::string& variable : variables) environment.push_back(variable.data());
        for (char** variable = environ; *variable; ++variable) environment.push_back(*variable);
        arguments.push_back(nullptr);
        environment.push_back(nullptr);
        pid_t child = 0;
        ASSERT_EQ(posix_spawn(&child, TRAMMEL_CLI, nullptr, nullptr, arguments.data(), environment.data()), 0);
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
    }
    /// Computes a study until this process has started @p runs of its runs, and kills it then.
    void killAfterStarts(const std::string& model, const std::string& out, int runs, const std::string& more) {
        const std::string result = (folder / out).string();
        std::vector<std::string> words{"study", (folder / model).string(), "--jobs", "2", "--out", result};
        if (!more.empty()) words.push_back(more);
        // The file is opened, then written at each start.
        expectKilled(words, result + ".started", 2 + runs);
    }
};

TEST_F(Study, ResultsAreTheSameForAnyNumberOfJobs) {
    const std::string model = file("swing.trammel", pendulumWith(30, 0.5));
    for (const char* const jobs : {"1", "2", "16"}) {
        const Outcome run =
            call("study " + model + " --jobs " + jobs + " --out " + path(std::string(jobs) + ".tstudy"));
        EXPECT_EQ(run.code, 0) << run.text;
        EXPECT_NE(run.text.find("30 runs, 0 failed"), std::string::npos) << run.text;
    }
    const std::string one = table("1.tstudy");
    EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 31);
    EXPECT_EQ(one.rfind("run,status,message,Rod.length [m],Lowest [rad]\n", 0), 0u) << one.substr(0, 100);
    EXPECT_EQ(table("2.tstudy"), one);
    EXPECT_EQ(table("16.tstudy"), one);
}

TEST_F(Study, KilledThreeTimesResumesToTheSameResults) {
    const std::string model = file("swing.trammel", pendulumWith(400, 1));
    const Outcome whole = call("study " + model + " --out " + path("whole.tstudy"));
    ASSERT_EQ(whole.code, 0) << whole.text;
    killAfterStarts("swing.trammel", "killed.tstudy", 70, "");
    killAfterStarts("swing.trammel", "killed.tstudy", 80, "--resume");
    killAfterStarts("swing.trammel", "killed.tstudy", 110, "--resume");
    // The file is readable during the study.
    const Outcome partial = call("study show " + path("killed.tstudy"));
    EXPECT_EQ(partial.code, 0) << partial.text;
    EXPECT_EQ(partial.text.find("complete"), std::string::npos) << partial.text;
    const Outcome rest = call("study " + model + " --resume --jobs 1 --out " + path("killed.tstudy"));
    EXPECT_EQ(rest.code, 0) << rest.text;
    EXPECT_EQ(table("killed.tstudy"), table("whole.tstudy"));
    EXPECT_FALSE(std::filesystem::exists(folder / "killed.tstudy.started"));
}

TEST_F(Study, WithFailedRunsHasItsOwnExitCodeAndListsThem) {
    std::string text = pendulumWith(4, 0.2);
    text.replace(text.find(R"("from": 0.2)"), 11, R"("from": -0.2)");
    const std::string model = file("swing.trammel", text);
    const Outcome run = call("study " + model + " --out " + path("a.tstudy"));
    EXPECT_EQ(run.code, 3) << run.text;
    const Outcome failed = call("study show --failed " + path("a.tstudy"));
    EXPECT_NE(failed.text.find("refused value"), std::string::npos) << failed.text;
    EXPECT_NE(failed.text.find("Rod"), std::string::npos) << failed.text;
}

TEST_F(Study, OptimizesShowsTheBestAndRecomputesItBitwise) {
    const std::string model = file(
        "swing.trammel",
        pendulumWith(5, 0.3, R"("type": "optimization", "name": "Best", "properties": {"starts": 2, "points": 40})"));
    const Outcome run = call("study " + model + " --out " + path("a.tstudy"));
    EXPECT_EQ(run.code, 0) << run.text;
    const std::size_t at = run.text.find("best:\n  run ");
    ASSERT_NE(at, std::string::npos) << run.text;
    const std::string number = std::to_string(std::stoi(run.text.substr(at + 12)));
    const Outcome opened = call("study open " + path("a.tstudy") + " " + number + " --save " + path("best.trun"));
    EXPECT_EQ(opened.code, 0) << opened.text;
    EXPECT_NE(opened.text.find("recomputed bitwise identically"), std::string::npos) << opened.text;
    const Outcome checked = call("replay --check " + path("best.trun"));
    EXPECT_EQ(checked.code, 0) << checked.text;
    const Outcome analysis = call("study analyze " + path("a.tstudy"));
    EXPECT_EQ(analysis.code, 0);
    EXPECT_NE(analysis.text.find("median"), std::string::npos) << analysis.text;
}

TEST_F(Study, ReportsErrorsAndComputesNothing) {
    const std::string model = file("swing.trammel", pendulumWith(3, 0.1));
    const auto fails = [&](const std::string& arguments, const std::string& reason) {
        const Outcome run = call("study " + arguments);
        EXPECT_EQ(run.code, 1) << arguments;
        EXPECT_NE(run.text.find(reason), std::string::npos) << run.text;
    };
    fails(fourBar, "the model has no study");
    fails(model + " --study Nothing", "The studies are 'Sweep'");
    fails(model + " --jobs 0 --out " + path("x.tstudy"), "--jobs must be at least 1");
    fails("show " + model, "not a result file");
    fails("", "name a model file");
    EXPECT_EQ(call("study " + model + " --out " + path("y.tstudy")).code, 0);
    fails(model + " --out " + path("y.tstudy"), "Add --resume");
    fails(model + " --seed 5 --resume --out " + path("y.tstudy"), "another seed");
    const Outcome dry = call("study --dry-run " + model);
    EXPECT_EQ(dry.code, 0);
    EXPECT_NE(dry.text.find("Sweep: 3 runs, seed 1"), std::string::npos) << dry.text;
}

TEST_F(Study, UsesTheSameMathematicalFunctionsOnAllProcessors) {
    const std::string model = file("swing.trammel", pendulumWith(3, 0.1));
    const auto functions = [&](const std::string& name) {
        EXPECT_EQ(call("study " + model + " --out " + path(name)).code, 0);
        const Outcome shown = call("study show " + path(name));
        const std::size_t at = shown.text.find("functions ");
        EXPECT_NE(at, std::string::npos) << shown.text;
        return shown.text.substr(at, 26);
    };
    const std::string usual = functions("usual.tstudy");
    // As on a processor without fused operations.
    setenv("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4", 1);
    const std::string plain = functions("plain.tstudy");
    unsetenv("GLIBC_TUNABLES");
    EXPECT_EQ(usual, plain);
}

/// True if the shell finds a program.
bool isInstalled(const std::string& program) {
    return std::system(("command -v " + program + " > /dev/null 2>&1").c_str()) == 0;
}

TEST_F(Study, UnitsOfAPlanGiveTheResultsOfALocalStudy) {
    const std::string model = file("swing.trammel", pendulumWith(20, 0.3));
    ASSERT_EQ(call("study " + model + " --out " + path("local.tstudy")).code, 0);
    const Outcome printed = call("study submit " + model + " --units 3 --print --plan " + path("plan"));
    EXPECT_EQ(printed.code, 0) << printed.text;
    EXPECT_NE(printed.text.find("sbatch --parsable --requeue"), std::string::npos) << printed.text;
    EXPECT_NE(printed.text.find("--array=0-2"), std::string::npos) << printed.text;
    for (const char* const unit : {"2", "0"}) EXPECT_EQ(call("study unit " + path("plan") + " " + unit).code, 0);
    const Outcome status = call("study status " + path("plan"));
    EXPECT_EQ(status.code, 4);
    EXPECT_NE(status.text.find("2 of 3 units done"), std::string::npos) << status.text;
    EXPECT_NE(status.text.find("missing: 1"), std::string::npos) << status.text;
    EXPECT_EQ(call("study collect " + path("plan") + " --out " + path("plan.tstudy")).code, 4);
    EXPECT_EQ(call("study unit " + path("plan") + " 1").code, 0);
    EXPECT_EQ(call("study status " + path("plan")).code, 0);
    EXPECT_EQ(call("study collect " + path("plan") + " --out " + path("plan.tstudy")).code, 0);
    EXPECT_EQ(table("plan.tstudy"), table("local.tstudy"));
    EXPECT_EQ(call("study unit " + path("plan") + " 7").code, 1);
    EXPECT_EQ(call("study unit " + path("plan")).code, 1);
}

TEST_F(Study, SubmittedToParallelAndMpiGivesTheResultsOfALocalStudy) {
    const std::string model = file("swing.trammel", pendulumWith(12, 0.3));
    ASSERT_EQ(call("study " + model + " --out " + path("local.tstudy")).code, 0);
    const std::pair<const char*, const char*> engines[] = {{"parallel", "-j 2"},
                                                           {"mpi", "--allow-run-as-root --oversubscribe -n 2"}};
    int tried = 0;
    for (const auto& [engine, options] : engines) {
        if (!isInstalled(std::string(engine) == "mpi" ? "mpirun" : engine)) continue;
        ++tried;
        const std::string plan = path(std::string(engine) + ".plan"), result = std::string(engine) + ".tstudy";
        const Outcome submitted =
            call("study submit " + model + " --engine " + engine + " --units 5 --plan " + plan + " -- " + options);
        EXPECT_EQ(submitted.code, 0) << submitted.text;
        EXPECT_EQ(call("study collect " + plan + " --out " + path(result)).code, 0);
        EXPECT_EQ(table(result), table("local.tstudy"));
    }
    if (tried == 0) GTEST_SKIP() << "GNU parallel and mpirun are not installed";
}

TEST_F(Study, ContinuesWithTheUnitsOfAKilledWorker) {
    const std::string model = file("swing.trammel", pendulumWith(40, 2));
    ASSERT_EQ(call("study " + model + " --out " + path("local.tstudy")).code, 0);
    ASSERT_EQ(call("study submit " + model + " --units 4 --print --plan " + path("plan")).code, 0);
    const std::string plan = (folder / "plan").string();
    expectKilled({"study", "unit", plan, "2"}, plan, 1);
    EXPECT_FALSE(std::filesystem::exists(folder / "plan/unit-2"));
    for (const char* const unit : {"0", "1", "2", "3"})
        EXPECT_EQ(call("study unit " + path("plan") + " " + unit).code, 0);
    EXPECT_EQ(call("study collect " + path("plan") + " --out " + path("plan.tstudy")).code, 0);
    EXPECT_EQ(table("plan.tstudy"), table("local.tstudy"));
}

}  // namespace
}  // namespace trammel::test
