// SPDX-License-Identifier: Apache-2.0
#include "document/document_file.h"

#include <new>

#include "document/file_access.h"

namespace trammel {

Result<Document> readDocumentFile(const std::filesystem::path& path, const TypeCatalog& catalog,
                                  std::vector<ReadError>* errors) {
    Result<Document> result;
    try {
        const Result<std::string> bytes = readWholeFile(path, LargestFileSize);
        if (bytes) return readDocument(*bytes, catalog, FormulaCheck::Always, errors);
        result.diagnostics = bytes.diagnostics;
    } catch (const std::bad_alloc&) {
        result.diagnostics.error("File", "Not enough memory to read the file.",
                                 "Close other programs, or split the model into smaller ones.");
    }
    return result;
}

Diagnostics saveDocumentFile(const Document& document, const std::filesystem::path& path) {
    return replaceFile(path, writeDocument(document));
}

}  // namespace trammel
