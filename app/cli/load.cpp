// SPDX-License-Identifier: Apache-2.0
// Shared by commands: reading a model, reporting, writing files.
#include <algorithm>
#include <iostream>

#include "app/cli/commands.h"
#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "document/output_file.h"
#include "import/importer.h"

namespace trammel::cli {

bool report(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics) std::cerr << d.toString() << "\n";
    return !diagnostics.hasErrors();
}

int fail(const std::string& text) {
    std::cerr << "Error: " << text << "\n";
    return Failure;
}

std::string titleOf(const CompiledModel& model) {
    const std::string& name = model.getDocument().name();
    return name.empty() ? "Unnamed model" : name;
}

LoadedModel load(const std::string& path) {
    LoadedModel loaded;
    const ImportResult read = readModelFile(path, builtinCatalog());
    loaded.readWhole = report(read.diagnostics);
    if (!read.document) return loaded;
    loaded.isImported = !read.report.format.empty();
    if (loaded.isImported)
        std::cerr << read.report.format << ": " << read.report.summary() << ". See 'trammel-cli import'.\n";
    const Result<CompiledModelPtr> compiled = compileDocument(*read.document);
    const bool compiles = report(compiled.diagnostics);
    loaded.model = compiled.value.value_or(nullptr);
    loaded.sound = loaded.model && loaded.readWhole && compiles;
    return loaded;
}

bool mayWrite(const LoadedModel& loaded, const std::string& file, const std::string& output) {
    if (!isSameFile(file, output) || (loaded.readWhole && !loaded.isImported)) return true;
    fail("'" + output + (loaded.isImported ? "' has another format" : "' was not read completely") +
         "; saving over it would lose the rest. Choose another file to write to.");
    return false;
}

namespace {
bool isFile(const std::string& path) { return !path.empty() && path != "-"; }

bool areSame(const std::string& a, const std::string& b) {
    std::error_code error;
    // A pipe or device accepts the data of several outputs.
    if (std::filesystem::exists(a, error) && !std::filesystem::is_regular_file(a, error)) return false;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(a, error);
    // A path that cannot be followed, such as one that is too long, has no other.
    return (!error && whole == std::filesystem::weakly_canonical(b, error) && !error) || isSameFile(a, b);
}

/// False, with the reason, if no file can be made there now.
bool canWrite(const std::string& path, bool onlyFile) {
    return report(onlyFile ? FileReplacement::begin(path).diagnostics : checkWritable(path));
}

}  // namespace

bool checkOutputs(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                  const std::vector<std::string>& onlyFiles) {
    if (std::ranges::count(outputs, "-") > 1) {
        fail("Several outputs would be mixed on standard output. Choose '-' for one of them.");
        return false;
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!isFile(outputs[i])) continue;
        for (const std::string& input : inputs)
            if (isFile(input) && areSame(input, outputs[i])) {
                fail("'" + outputs[i] + "' is an input file. Choose another output file.");
                return false;
            }
        for (std::size_t k = 0; k < i; ++k)
            if (isFile(outputs[k]) && areSame(outputs[k], outputs[i])) {
                fail("'" + outputs[i] + "' would be written twice. Choose two files.");
                return false;
            }
    }
    // Before anything is computed.
    return std::ranges::all_of(outputs, [&](const std::string& path) {
        return !isFile(path) || canWrite(path, std::ranges::find(onlyFiles, path) != onlyFiles.end());
    });
}

bool writeOutput(const std::string& path, const std::function<void(std::ostream&)>& write) {
    if (path.empty()) return true;
    if (path != "-")
        return report(writeFile(path, [&](std::ostream& out) {
            write(out);
            return true;
        }));
    write(std::cout);
    if (std::cout.flush()) return true;
    fail("cannot write to standard output.");
    return false;
}

}  // namespace trammel::cli
