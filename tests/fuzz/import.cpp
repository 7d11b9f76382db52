// SPDX-License-Identifier: Apache-2.0
// Models of other programs: any bytes are read to a model that is saved and compiled, or refused with a message. A line
// "=== NAME" begins a file beside the model: an include, a mesh, a robot.yaml.
#include <cctype>
#include <filesystem>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/changes.h"
#include "document/document_file.h"
#include "import/importer.h"
#include "tests/fuzz/promise.h"
#include "tests/fuzz/scratch_file.h"

namespace {
using namespace trammel;

constexpr std::string_view nextFile = "\n=== ";

/// Writes the files after the first, each under a name without folders; returns the first one.
std::string_view writeOthers(const ScratchFolder& folder, std::string_view text) {
    const std::string_view first = text.substr(0, text.find(nextFile));
    std::string_view rest = text.substr(first.size());
    constexpr int most = 5;
    for (int i = 0; i < most && rest.starts_with(nextFile); ++i) {
        rest.remove_prefix(nextFile.size());
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string name(1, 'f');
        for (const char c : rest.substr(0, std::min<std::size_t>(end, 20)))
            if (std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_') name += c;
        rest.remove_prefix(end);
        const std::string_view bytes = rest.substr(0, rest.find(nextFile));
        folder.write(name == "frobot.yaml" ? "robot.yaml" : name, bytes.substr(std::min<std::size_t>(1, bytes.size())));
        rest.remove_prefix(bytes.size());
    }
    return first;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const ScratchFolder folder;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) std::filesystem::remove(entry.path());
    const std::string_view all(reinterpret_cast<const char*>(data), size), text = writeOthers(folder, all);
    // The format follows from the outermost element; that of a DXF drawing, which begins with a number, from its name.
    const std::string_view head = text.substr(0, 200);
    const bool isDxf = !head.empty() && (head[0] == ' ' || (head[0] >= '0' && head[0] <= '9'));
    const bool isSvg = head.find("<svg") != head.npos;
    const auto file = folder.write(isDxf ? "drawing.dxf" : isSvg ? "drawing.svg" : "model.xml", text);
    const ImportResult imported = readModelFile(file, builtinCatalog());
    promise(imported.document || imported.diagnostics.hasErrors(), "a refusal has words");
    promise(!imported.document || imported.report.isDamaged() == imported.diagnostics.hasErrors(),
            "a model that is not whole is a failure");
    promiseWords(imported.diagnostics, all);
    if (!imported.document) return 0;
    const Result<Document> again = readDocument(writeDocument(*imported.document), builtinCatalog());
    promise(again && identical(*imported.document, *again), "an imported model is read back identical");
    constexpr std::size_t mostElements = 60;
    if (imported.document->size() > mostElements) return 0;
    promiseWords(compileDocument(*imported.document).diagnostics, all);
    return 0;
}
