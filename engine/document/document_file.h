// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "document/document.h"
#include "document/read_error.h"

namespace trammel {

/// Version of the written file format: the value of the key "trammel".
inline constexpr int FileVersion = 1;

/// Larger files, in bytes, are rejected.
inline constexpr std::size_t LargestFileSize = std::size_t{256} << 20;
/// JSON nested deeper than this is rejected.
inline constexpr std::size_t DeepestNesting = 64;
/// Maximum number of problems reported individually per file.
inline constexpr std::size_t MostProblems = 1000;

/// Whether formulas are evaluated while reading. A fragment of a model may refer to elements outside.
enum class FormulaCheck { Always, Never };

/// Reads the text of a `.trammel` file.
///
/// Accepts any input: never throws, and loads the valid part. Each problem is reported with its place ("line 3,
/// column 7" for malformed JSON, otherwise "elements[3] 'Crank' › properties.mass"), the consequence and a remedy.
/// **An error means that the file holds something that the document does not**: saving over the file would lose it.
/// - malformed JSON: loads the complete elements before it; error
/// - duplicate key: the last value is used; no key "elements": the model is empty; errors
/// - invalid value: replaced by the default; a part of the wrong kind: ignored; errors
/// - reference to nothing, to the element itself or to an unsuitable family: cleared; error
/// - formula without a valid result: removed, its number is kept; error
/// - duplicate id: the second element gets a new one; error
/// - parents that form a cycle: one element moves to the top level; error
/// - element of a type unknown to @p catalog, or unknown key: kept and written back; warning
/// - duplicate name, no name, no usable id: the element gets a new one; warning
/// No value if the text is not a Trammel model or has a newer file version.
/// @param errors receives the problems that can be fixed, with the original text; may be null
Result<Document> readDocument(std::string_view text, const TypeCatalog& catalog,
                              FormulaCheck check = FormulaCheck::Always, std::vector<ReadError>* errors = nullptr);

/// Reads a file on disk; a missing, unreadable or too large file is an error without value.
Result<Document> readDocumentFile(const std::filesystem::path& path, const TypeCatalog& catalog,
                                  std::vector<ReadError>* errors = nullptr);

/// The text of a `.trammel` file: UTF-8 JSON, LF line ends, keys and elements in fixed order, doubles in the shortest
/// form that reads back to the same bits. Reading it yields an identical document, and writing that the same text.
std::string writeDocument(const Document& document);

/// Saves atomically: the file on disk is always the complete old or new one, even if the program is killed; see
/// FileReplacement. On failure the old file is unchanged; the errors give the reason and a remedy.
Diagnostics saveDocumentFile(const Document& document, const std::filesystem::path& path);

/// Hash of the content (without nextId), equal on all machines: 16 hexadecimal digits. O(n).
std::string contentHash(const Document& document);

}  // namespace trammel
