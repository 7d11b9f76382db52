// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "document/document.h"
#include "document/read_fault.h"

namespace trammel {

/// Version of the file format that this program writes: the value of the key "trammel".
inline constexpr int FileVersion = 1;

/// A file larger than this many bytes is refused.
inline constexpr std::size_t LargestFileSize = std::size_t{256} << 20;
/// JSON nested deeper than this is refused.
inline constexpr std::size_t DeepestNesting = 64;
/// At most this many problems are reported one by one for one file.
inline constexpr std::size_t MostProblems = 1000;

/// Whether formulas are calculated as they are read. Part of a model may speak of what is not in it.
enum class FormulaCheck { Always, Never };

/// Reads the text of a `.trammel` file.
///
/// For any input whatever: never throws, and loads what is valid. Each fault is reported with its place ("line 3,
/// column 7" for broken JSON, else "elements[3] 'Crank' › properties.mass"), the consequence and a remedy:
/// - text that is no JSON from some place on: what stands complete before it is loaded, with an error;
/// - an element of a type that @p catalog does not have, and unknown keys: kept and written back, with a warning;
/// - a bad or out-of-range value: the default holds instead, with a warning;
/// - a reference to nothing, to itself or to a family its socket does not take: left empty, with an error;
/// - a formula that gives nothing: left out, its number stays, with a warning;
/// - an id used twice: the second element gets a new one, with an error; a name used twice: likewise, a warning;
/// - elements that are each other's parents: one of them moves to the root, with an error.
/// No value if the text is no Trammel model at all or was made by a newer version of the format.
/// @param faults those of them that can be mended, with what the file said; null: nobody asks
Result<Document> readDocument(std::string_view text, const TypeCatalog& catalog,
                              FormulaCheck check = FormulaCheck::Always, std::vector<ReadFault>* faults = nullptr);

/// The same for a file on disk; a missing, unreadable or too large file gives an error and no value.
Result<Document> readDocumentFile(const std::filesystem::path& path, const TypeCatalog& catalog,
                                  std::vector<ReadFault>* faults = nullptr);

/// The text of a `.trammel` file: UTF-8 JSON, two blanks of indent, "\n" line ends, keys in a fixed order, elements in
/// tree order, doubles in a short form that reads back to the same bits. Reading it back gives an identical
/// document, and writing that the same text.
std::string writeDocument(const Document& document);

/// Saves so that at every moment the file on disk is the old or the new one, whole, even if the program is killed:
/// writes a temporary file beside it, flushes it to the disk and renames it. Keeps permissions; a symbolic link stays
/// one and the file it points to is replaced. On failure the old file is untouched; the errors say why and what to do.
Diagnostics saveDocumentFile(const Document& document, const std::filesystem::path& path);

/// A fingerprint of the content (not of nextId), the same on every machine: 16 hexadecimal digits. O(n).
std::string contentHash(const Document& document);

}  // namespace trammel
