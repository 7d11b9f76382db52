// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "app/cli/commands.h"
#include "extension/plugin_check.h"
#include "extension/plugin_project.h"

namespace trammel::cli {

bool loadPlugins(const std::vector<std::string>& files) {
    bool all = true;
    for (const std::string& file : files) all &= report(loadPlugin(file).diagnostics);
    return all;
}

namespace {

struct PluginRequest {
    std::string name, kind = "force", folder = ".", file;
    double timeLimit = defaultInspectionTime;
};

int makeNew(const PluginRequest& request) {
    const Result<PluginProject> project = writePluginProject(request.folder, request.name, request.kind);
    if (!report(project.diagnostics)) return Failure;
    std::cout << "Written: " << project->source().string() << "\nBuild it: trammel-cli plugin build "
              << project->folder.string() << "\n";
    return Success;
}

int build(const PluginRequest& request) {
    const Result<PluginProject> project = findPluginProject(request.folder);
    if (!report(project.diagnostics)) return Failure;
    const Result<std::filesystem::path> built = buildPlugin(*project);
    if (!report(built.diagnostics) || !built) return Failure;
    std::cout << "Built: " << built->string() << "\n";
    return Success;
}

/// Loads the plugin into this process: 'check' runs it in another.
int inspect(const PluginRequest& request) {
    const Result<LoadedPlugin> plugin = loadPlugin(request.file);
    Diagnostics problems = plugin.diagnostics;
    if (plugin) problems.append(checkPluginTypes(*plugin));
    for (const Diagnostic& d : problems)
        std::cout << (plugin ? d.place + ": " : std::string()) << d.message << (d.remedy.empty() ? "" : " ") << d.remedy
                  << "\n";
    if (!problems.hasErrors()) return Success;
    return plugin ? foundSomething : int(Failure);
}

int checkPlugin(const PluginRequest& request) {
    const Diagnostics problems =
        inspectPlugin(std::filesystem::read_symlink("/proc/self/exe"), request.file, request.timeLimit);
    report(problems);
    if (!problems.empty()) return Failure;
    std::cout << request.file << ": no errors\n";
    return Success;
}

}  // namespace

void addPluginCommands(CLI::App& app, int& code) {
    const auto request = std::make_shared<PluginRequest>();
    CLI::App* const plugin = app.add_subcommand("plugin", "Make, build and check types of elements in C++");
    plugin->require_subcommand(1);

    std::string kinds;
    std::vector<std::string> keys;
    for (const PluginKind& kind : pluginKinds()) {
        keys.push_back(kind.key);
        kinds += (kinds.empty() ? "" : ", ") + kind.key;
    }
    CLI::App* const new_ = plugin->add_subcommand("new", "Write a small project with one type");
    new_->add_option("NAME", request->name, "Name: letters, digits and '_'")->required();
    new_->add_option("--kind", request->kind, "One of " + kinds)->check(CLI::IsMember(keys));
    new_->add_option("--folder", request->folder, "Parent folder of the project's folder (default: the current one)");
    new_->callback([request, &code] { code = makeNew(*request); });

    CLI::App* const build_ = plugin->add_subcommand("build", "Build a project with CMake and the system's compiler");
    build_->add_option("FOLDER", request->folder, "Folder of the project")->required();
    build_->callback([request, &code] { code = build(*request); });

    CLI::App* const check_ =
        plugin->add_subcommand("check", "Load a plugin in a process of its own and examine its types");
    check_->add_option("FILE", request->file, "Plugin (.so)")->required();
    check_->add_option("--time-limit", request->timeLimit, "Time limit, s (default 20)")->check(CLI::PositiveNumber);
    check_->callback([request, &code] { code = checkPlugin(*request); });

    CLI::App* const inspect_ =
        plugin->add_subcommand("inspect", "Examine a plugin in this process; see 'check'")->group("");
    inspect_->add_option("FILE", request->file, "Plugin (.so)")->required();
    inspect_->callback([request, &code] { code = inspect(*request); });
}

}  // namespace trammel::cli
