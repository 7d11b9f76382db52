// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "app/cli/commands.h"
#include "compile/catalog.h"
#include "document/document_file.h"

namespace trammel::cli {

CompiledModelPtr load(const std::string& path, bool strict) {
    const auto say = [](const Diagnostics& diagnostics) {
        for (const Diagnostic& d : diagnostics) std::cerr << d.toString() << "\n";
    };
    const Result<Document> document = readDocumentFile(path, builtinCatalog());
    say(document.diagnostics);
    if (!document) return nullptr;
    const Result<CompiledModelPtr> model = compileDocument(*document);
    say(model.diagnostics);
    if (!model) return nullptr;
    return strict && (document.diagnostics.hasErrors() || model.diagnostics.hasErrors()) ? nullptr : *model;
}

}  // namespace trammel::cli
