// SPDX-License-Identifier: Apache-2.0
// Models: any text that is read is compiled, and runs for some steps, or is refused with a message.
#include "compile/catalog.h"
#include "document/document_file.h"
#include "tests/fuzz/short_run.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace trammel;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<Document> read = readDocument(text, builtinCatalog());
    promiseWords(read.diagnostics, text);
    // Large models take longer, but no other code paths.
    constexpr std::size_t mostElements = 60;
    constexpr int steps = 3;
    if (read && read->size() <= mostElements) compileAndRun(*read, nullptr, steps, text);
    return 0;
}
