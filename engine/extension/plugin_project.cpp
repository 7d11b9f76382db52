// SPDX-License-Identifier: Apache-2.0
#include "extension/plugin_project.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>

#include "document/file_access.h"
#include "document/file_failure.h"
#include "extension/child_process.h"
#include "extension/plugin_file.h"
#include "extension/plugin_templates.h"

namespace trammel {

namespace {

const char* const cmakeLists = R"(cmake_minimum_required(VERSION 3.25)
project(@NAME@ LANGUAGES CXX)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
find_package(trammel REQUIRED)
# The plugin, and a test that examines its types: ctest --test-dir build
trammel_add_plugin(@NAME@ @NAME@.cpp)
)";

const char* const firstLines = R"(// @NAME@: types of elements for Trammel. See README.md.
#include "plugin/plugin.h"

using namespace SimTK;
using namespace trammel::plugin;

)";

const char* const readMe = R"(# @NAME@

A plugin of Trammel with a type of your own.

Build and examine it:

    trammel-cli plugin build .
    trammel-cli plugin check build/@NAME@.so

Use it:

    trammel-cli --plugin build/@NAME@.so types @NAME@.@NAME@
    trammel-cli --plugin build/@NAME@.so run MODEL.trammel

In the window: Build > Plugins, Load. Each time the source is saved, the window builds it again and takes the new version
in; errors appear in Problems.

For long runs: `cmake -D CMAKE_BUILD_TYPE=Release build`, and build it again.

By hand: `cmake -B build -D CMAKE_PREFIX_PATH=PREFIX && cmake --build build && ctest --test-dir build`, where PREFIX is the
folder that Trammel is installed in.

The classes are those of Simbody's Advanced Programming Guide. `plugin/plugin.h` describes what is added to them: key,
label, doc, properties and inputs.
)";

std::string replaceAll(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// "magnetic_spring" becomes "MagneticSpring".
std::string classNameOf(const std::string& name) {
    std::string result;
    bool upper = true;
    for (const char c : name) {
        if (c == '_') {
            upper = true;
            continue;
        }
        result += upper ? char(std::toupper(static_cast<unsigned char>(c))) : c;
        upper = false;
    }
    return result;
}

bool isIdentifier(const std::string& text) {
    return !text.empty() && std::islower(static_cast<unsigned char>(text[0])) &&
           std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

/// The folder of the CMake package that belongs to the library in use: beside it.
std::filesystem::path packageFolder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&programStamp), &info) == 0 || !info.dli_fname) return {};
    std::error_code error;
    const auto library = std::filesystem::canonical(info.dli_fname, error);
    return library.parent_path() / "cmake" / "trammel";
}

}  // namespace

const std::vector<PluginKind>& pluginKinds() {
    static const std::vector<PluginKind> kinds = [] {
        std::vector<PluginKind> all;
        all.reserve(std::size_t(pluginTemplateCount));
        for (int i = 0; i < pluginTemplateCount; ++i)
            all.push_back({pluginTemplates[i].key, pluginTemplates[i].label, pluginTemplates[i].doc});
        return all;
    }();
    return kinds;
}

Result<PluginProject> writePluginProject(const std::filesystem::path& parent, const std::string& name,
                                         const std::string& kind) {
    Result<PluginProject> result;
    const auto refuse = [&](std::string what, std::string remedy) {
        result.diagnostics.error(name, std::move(what), std::move(remedy));
        return result;
    };
    if (!isIdentifier(name))
        return refuse("The name of a plugin begins with a lower-case letter and has letters, digits and '_' only.",
                      "Choose a name such as magnetic_spring.");
    const PluginTemplate* const end = pluginTemplates + pluginTemplateCount;
    const PluginTemplate* const chosen =
        std::find_if(pluginTemplates, end, [&](const PluginTemplate& t) { return kind == t.key; });
    if (chosen == end)
        return refuse("There is no kind of plugin '" + kind + "'.",
                      "Choose force, constraint, mobilizer, motion, subsystem or event.");
    const PluginProject project{name, parent / name};
    std::error_code error;
    if (std::filesystem::exists(project.folder, error))
        return refuse("The folder " + project.folder.string() + " exists already.", "Choose another name or folder.");
    result.diagnostics = makeFolder(project.folder);
    if (result.diagnostics.hasErrors()) return result;
    const auto write = [&](const std::filesystem::path& file, const std::string& text) {
        if (result.diagnostics.hasErrors()) return;
        const std::string filled = replaceAll(replaceAll(text, "@NAME@", name), "@TYPE@", classNameOf(name));
        result.diagnostics.append(writeFile(file, [&](std::ostream& out) { return bool(out << filled); }));
    };
    write(project.source(), firstLines + std::string(chosen->source) + "\nTRAMMEL_PLUGIN(\"@NAME@\", " +
                                chosen->function + "<@TYPE@>())\n");
    write(project.folder / "CMakeLists.txt", cmakeLists);
    write(project.folder / "README.md", readMe);
    // A partial folder would prevent a second attempt.
    if (result.diagnostics.hasErrors())
        std::filesystem::remove_all(project.folder, error);
    else
        result.value = project;
    return result;
}

Result<PluginProject> findPluginProject(const std::filesystem::path& folder) {
    Result<PluginProject> result;
    std::error_code error;
    const auto full = std::filesystem::canonical(folder, error);
    std::ifstream in(full / "CMakeLists.txt");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::string call = "trammel_add_plugin(";
    if (const std::size_t at = text.find(call); at != std::string::npos) {
        std::istringstream words(text.substr(at + call.size()));
        std::string name;
        if (words >> name) result.value = PluginProject{name, full};
    }
    if (!result)
        result.diagnostics.error(folder.string(),
                                 "It is not a plugin folder: it has no CMakeLists.txt with trammel_add_plugin().",
                                 "Create one with 'trammel-cli plugin new'.");
    return result;
}

Diagnostics readCompilerOutput(const std::string& output) {
    Diagnostics found;
    std::istringstream lines(output);
    std::string line;
    while (std::getline(lines, line)) {
        // FILE:LINE:COLUMN: error: TEXT, from compilers and linkers; "CMake Error at FILE:LINE"
        for (const auto& [mark, severity] :
             {std::pair{": fatal error: ", Severity::Error}, std::pair{": error: ", Severity::Error},
              std::pair{": warning: ", Severity::Warning}}) {
            const std::size_t at = line.find(mark);
            if (at == std::string::npos) continue;
            std::string place = line.substr(0, at);
            const std::size_t column = place.rfind(':'),
                              row = column == std::string::npos ? column : place.rfind(':', column - 1);
            if (row != std::string::npos)
                place = place.substr(0, row) + ", line " + place.substr(row + 1, column - row - 1);
            found.add({severity, std::move(place), line.substr(at + std::string(mark).size()), {}, {}});
            break;
        }
        const std::string undefined = "undefined reference to ";
        if (const std::size_t at = line.find(undefined); at != std::string::npos)
            found.error("linker", "It uses " + line.substr(at + undefined.size()) + ", which is not defined.");
    }
    return found;
}

Result<std::filesystem::path> buildPlugin(const PluginProject& project, const std::function<bool()>& isCanceled) {
    Result<std::filesystem::path> result;
    const std::filesystem::path build = project.folder / "build";
    const ChildOptions options{project.folder, 0, isCanceled};
    std::error_code error;
    const auto run = [&](const std::vector<std::string>& command) {
        const ChildResult child = runChild(command, options);
        if (child.end == ChildResult::End::Canceled) return false;
        if (child.end == ChildResult::End::NotStarted) {
            result.diagnostics.error(project.name, "CMake cannot be started.", "Install cmake and a C++ compiler.");
            return false;
        }
        result.diagnostics.append(readCompilerOutput(child.output));
        if (!child.succeeded() && !result.diagnostics.hasErrors())
            result.diagnostics.error(
                project.name,
                "It cannot be built: " + child.output.substr(child.output.size() > 500 ? child.output.size() - 500 : 0),
                "Correct CMakeLists.txt, or install a C++ compiler and trammel-dev.");
        return child.succeeded();
    };
    if (!std::filesystem::exists(build / "CMakeCache.txt", error) &&
        !run({"cmake", "-S", project.folder.string(), "-B", build.string(),
              "-Dtrammel_DIR=" + packageFolder().string()})) {
        std::filesystem::remove(build / "CMakeCache.txt", error);
        return result;
    }
    if (run({"cmake", "--build", build.string()}) && std::filesystem::exists(project.library(), error))
        result.value = project.library();
    return result;
}

}  // namespace trammel
