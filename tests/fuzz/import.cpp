// SPDX-License-Identifier: Apache-2.0
// Models of other programs: any bytes are read to a model that is saved and compiled, or refused in words.
#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/changes.h"
#include "document/document_file.h"
#include "import/importer.h"
#include "tests/fuzz/promise.h"
#include "tests/fuzz/scratch_file.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace trammel;
    static const ScratchFolder folder;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    // The format is found by the outermost element; that of a drawing in DXF, which begins with a number, by its name.
    const std::string_view head = text.substr(0, 200);
    const bool isDxf = !head.empty() && (head[0] == ' ' || (head[0] >= '0' && head[0] <= '9'));
    const bool isSvg = head.find("<svg") != head.npos;
    const auto file = folder.write(isDxf ? "drawing.dxf" : isSvg ? "drawing.svg" : "model.xml", text);
    const ImportResult imported = readModelFile(file, builtinCatalog());
    promise(imported.document || imported.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(imported.diagnostics, text);
    if (!imported.document) return 0;
    const Result<Document> again = readDocument(writeDocument(*imported.document), builtinCatalog());
    promise(again && identical(*imported.document, *again), "an imported model is read back identical");
    constexpr std::size_t mostElements = 60;
    if (imported.document->size() > mostElements) return 0;
    promiseWords(compileDocument(*imported.document).diagnostics, text);
    return 0;
}
