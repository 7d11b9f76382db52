// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "app/cli/commands.h"
#include "compile/catalog.h"
#include "import/importer.h"

namespace trammel::cli {

CompiledModelPtr load(const std::string& path, bool strict) {
    const auto say = [](const Diagnostics& diagnostics) {
        for (const Diagnostic& d : diagnostics) std::cerr << d.toString() << "\n";
    };
    const ImportResult read = readModelFile(path, builtinCatalog());
    say(read.diagnostics);
    if (!read.document) return nullptr;
    if (!read.report.format.empty())
        std::cerr << read.report.format << ": " << read.report.summary() << ". See 'trammel-cli import'.\n";
    const Result<CompiledModelPtr> model = compileDocument(*read.document);
    say(model.diagnostics);
    if (!model) return nullptr;
    return strict && (read.diagnostics.hasErrors() || model.diagnostics.hasErrors()) ? nullptr : *model;
}

}  // namespace trammel::cli
