// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/opened_model.h"

#include "document/document_file.h"
#include "ui/session/left_memory.h"
#include "ui/session/model_compiler.h"

namespace trammel::ui {

Result<CompiledModelPtr> compileSafely(const Document& document, const CompiledModelPtr& previous) {
    try {
        Result<CompiledModelPtr> compiled = compileDocument(document, previous);
        if (!compiled.value || *compiled.value == previous || document.size() < LargeModel) return compiled;
        const bool isOtherSystem = !previous || &(*compiled)->getSystem() != &previous->getSystem();
        compiled.value = preparedForWindow(std::move(*compiled.value), isOtherSystem);
        return compiled;
    } catch (...) {
        Result<CompiledModelPtr> failed;
        failed.diagnostics.error(document.name(), "An element failed while the model was built.",
                                 "Remove what was added last, or update the plugin.");
        return failed;
    }
}

OpenedModel readModelFile(const QString& path, const TypeCatalog& catalog,
                          const std::function<void(std::size_t)>& onRead) {
    OpenedModel opened;
    opened.catalog = &catalog;
    opened.stamp = FileStamp::of(path);
    opened.read = readDocumentFile(path.toStdString(), catalog, &opened.errors);
    if (!opened.read) return opened;
    if (onRead) onRead(opened.read->size());
    opened.compiled = compileSafely(*opened.read);
    return opened;
}

}  // namespace trammel::ui
