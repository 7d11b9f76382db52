// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "document/document.h"
#include "import/import_report.h"
#include "meta/property.h"

namespace trammel {

class ImportJob;

/// Options of an import.
struct ImportOptions {
    /// Values of the format's options by key: PropertyDescriptor::Option::key. Missing ones have their default.
    std::map<std::string, std::string> choices = {};
    /// Folders with packages and meshes, besides those of the model.
    std::vector<std::filesystem::path> searchFolders = {};
    /// Set from another thread to cancel; the result then has no document. May be null.
    const std::atomic<bool>* cancel = nullptr;
    /// Counts the meshes read so far, for another thread. May be null.
    std::atomic<int>* meshesRead = nullptr;
};

/// Result of an import.
struct ImportResult {
    /// The model; none if nothing usable could be read.
    std::optional<Document> document;
    ImportReport report;
    /// Why there is no document, or why it is incomplete.
    Diagnostics diagnostics;
};

/// A row of the table on a format's help page.
struct SupportedElement {
    /// "joint, type revolute".
    std::string element;
    /// Type of element that it becomes; empty if it is left out.
    std::string becomes;
};

/// A file format that models come in: one registry row.
struct ImportFormat {
    std::string key, label;
    /// One sentence.
    std::string doc;
    /// File name extensions without the dot, in lower case.
    std::vector<std::string> endings;
    std::string mediaType;
    /// The outermost element of a file in XML; empty for other formats.
    std::string rootElement;
    /// Choices to make, ValueKind::Choice each.
    std::vector<PropertyDescriptor> options;
    /// Table of the help page.
    std::vector<SupportedElement> elements;
    /// Paragraphs for the help page, Markdown.
    std::string help;
    std::function<void(ImportJob&)> read;
};

/// A row from a class with static members: key, label, doc, mediaType, rootElement, help; endings(), options(),
/// elements(), read().
template <class I>
ImportFormat describeImporter() {
    return {I::key,         I::label,     I::doc,        I::endings(), I::mediaType,
            I::rootElement, I::options(), I::elements(), I::help,      &I::read};
}

/// All formats that can be imported, in the order of a file dialog.
const std::vector<ImportFormat>& importFormats();

/// The format of a file by its content, else by its name; null if no importer reads it.
const ImportFormat* findImportFormat(const std::filesystem::path& file);
/// The format with the extension of that file name; null without one.
const ImportFormat* findImportFormatByName(const std::filesystem::path& file);

/// Reads a model from a file of any of importFormats().
///
/// For any input: never throws but std::bad_alloc; reads no file outside the folders of SourceFiles. All that is
/// not imported exactly is in the report. Safe to call concurrently.
ImportResult importModel(const std::filesystem::path& file, const TypeCatalog& catalog, const ImportOptions& options);

/// Reads a model of any kind, Trammel's own format included.
ImportResult readModelFile(const std::filesystem::path& file, const TypeCatalog& catalog,
                           const ImportOptions& options = {});

/// The help page of a format, Markdown.
std::string makeImportPage(const ImportFormat& format);

}  // namespace trammel
