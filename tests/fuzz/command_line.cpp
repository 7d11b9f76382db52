// SPDX-License-Identifier: Apache-2.0
// The command line: any words are a command or refused with a message; loads and poses are read as the commands read
// them. Commands that read or write files are not run.
#include <iostream>
#include <sstream>
#include <vector>

#include "tests/fuzz/promise.h"

#define main trammelCli
#include "app/cli/main.cpp"
#undef main

namespace trammel::cli {
int computePose(const PoseCommand& command);
int findRest(const PoseCommand& command);
int linearize(const std::string& file, bool matrices, bool atEquilibrium);
}  // namespace trammel::cli
#define assembleModel computePose
#define equilibrium findRest
#define linearizeModel linearize
#include "app/cli/studies.cpp"
#undef assembleModel
#undef equilibrium
#undef linearizeModel

namespace trammel::cli {

namespace {
const char* const fourBarFile = TRAMMEL_SOURCE_DIR "/models/four_bar.trammel";

const CompiledModel& fourBar() {
    static const CompiledModelPtr model = load(fourBarFile).model;
    return *model;
}
}  // namespace

int run(const RunRequest& request) {
    RunOptions options;
    RunRequest loads = request;
    loads.pullsOf.clear();
    return planPulls(loads, fourBar(), options) ? Success : Failure;
}
int assembleModel(const PoseCommand& command) {
    PoseCommand four = command;
    four.file = fourBarFile;
    four.output.clear();
    return computePose(four);
}
int equilibrium(const PoseCommand&) { return Success; }
int linearizeModel(const std::string&, bool, bool) { return Success; }
int replay(const ReplayRequest&) { return Success; }
// The target's own handlers of crashes stay.
void installCrashNotice() {}
int reachEnd(int code) { return code; }
int check(const std::string&) { return Success; }
int importFile(const ImportRequest&) { return Success; }
int exportModelOrRun(const ExportRequest&) { return Success; }
int formats(const std::string&) { return Success; }
int audit(const std::string&) { return Success; }
int info(const std::string&) { return Success; }
int types(const std::string&) { return Success; }
int typeDrawings(const std::string&) { return Success; }
int schema() { return Success; }
int inverseDynamics(const InverseDynamicsCommand&) { return Success; }
int driveModel(const DriveCommand&) { return Success; }
int staticOptimization(const StaticOptimizationCommand&) { return Success; }
int trackModel(const TrackCommand&) { return Success; }
void addStudyCommands(CLI::App&, int&) {}
void addPluginCommands(CLI::App&, int&) {}
bool loadPlugins(const std::vector<std::string>&) { return true; }

}  // namespace trammel::cli

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    std::vector<std::string> words{"trammel-cli"};
    for (std::string word; std::getline(in, word);) words.push_back(word.substr(0, word.find('\0')));
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    // Its output is collected, not reported.
    std::ostringstream said, complained;
    std::streambuf* const out = std::cout.rdbuf(said.rdbuf());
    std::streambuf* const err = std::cerr.rdbuf(complained.rdbuf());
    const int code = trammel::cli::program(static_cast<int>(words.size()), argv.data());
    std::cout.rdbuf(out);
    std::cerr.rdbuf(err);
    promise(code == 0 || !complained.str().empty() || !said.str().empty(), "a failure has words");
    return 0;
}
