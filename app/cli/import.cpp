// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "app/cli/commands.h"
#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "import/importer.h"

namespace trammel::cli {

namespace {

bool readChoices(const std::vector<std::string>& texts, ImportOptions& options) {
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos) {
            std::cerr << "Error: '" << text << "' is not of the form OPTION=CHOICE.\n";
            return false;
        }
        const std::string key = text.substr(0, equals), choice = text.substr(equals + 1);
        const auto [known, isNew] = options.choices.try_emplace(key, choice);
        if (!isNew && known->second != choice) {
            std::cerr << "Error: '" << key << "' is given as '" << known->second << "' and as '" << choice
                      << "'. Give it once.\n";
            return false;
        }
    }
    return true;
}

/// Options that the format does not have, or choices that they do not have, are errors.
bool checkChoices(const ImportFormat& format, const ImportOptions& options) {
    for (const auto& [key, choice] : options.choices) {
        std::string known;
        bool found = false;
        for (const PropertyDescriptor& option : format.options)
            for (const auto& one : option.options) {
                known += "\n  " + option.key + "=" + one.key;
                found = found || (option.key == key && one.key == choice);
            }
        if (found) continue;
        std::cerr << "Error: " << format.label << " has no option '" << key << "=" << choice << "'."
                  << (known.empty() ? "" : " It has:") << known << "\n";
        return false;
    }
    return true;
}

void printRow(const ImportRow& row) {
    std::cout << nameOf(row.outcome) << ": ";
    if (!row.file.empty()) std::cout << row.file << (row.line > 0 ? ":" + std::to_string(row.line) : "") << ": ";
    std::cout << row.subject << ": " << row.message << "\n";
}

void say(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics) std::cerr << d.toString() << "\n";
}

}  // namespace

int importFile(const ImportRequest& request) {
    if (!checkOutputs({request.file}, {request.output, request.report}, {request.output, request.report}))
        return Failure;
    ImportOptions options;
    if (!readChoices(request.choices, options)) return Failure;
    options.searchFolders.assign(request.searchFolders.begin(), request.searchFolders.end());
    if (const ImportFormat* format = findImportFormat(request.file); format && !checkChoices(*format, options))
        return Failure;
    const ImportResult read = importModel(request.file, builtinCatalog(), options);
    for (const ImportRow& row : read.report.rows())
        if (row.outcome != ImportOutcome::Imported) printRow(row);
    say(read.diagnostics);
    bool succeeded = read.document && !read.diagnostics.hasErrors();
    if (!request.report.empty()) {
        const Diagnostics problems = replaceFile(request.report, read.report.toJson());
        say(problems);
        succeeded = succeeded && !problems.hasErrors();
    }
    if (!read.document) return Failure;
    std::cout << read.report.format << " '" << read.document->name() << "': " << read.report.summary() << "\n";
    const Result<CompiledModelPtr> model = compileDocument(*read.document);
    say(model.diagnostics);
    if (!model || model.diagnostics.hasErrors()) {
        std::cerr << "Error: the model cannot be simulated as it is.\n";
        succeeded = false;
    } else if (!(*model)->getAssembly().assembled) {
        std::cerr << "Warning: the loops do not close; the gap is " << (*model)->getAssembly().worstError << ".\n";
    }
    if (!request.output.empty()) {
        const Diagnostics problems = saveDocumentFile(*read.document, request.output);
        say(problems);
        succeeded = succeeded && !problems.hasErrors();
    }
    return succeeded ? Success : Failure;
}

int formats(const std::string& key) {
    bool found = false;
    for (const ImportFormat& format : importFormats()) {
        if (!key.empty() && format.key != key) continue;
        found = true;
        if (key.empty())
            std::cout << format.key << ": " << format.doc << "\n";
        else
            std::cout << makeImportPage(format);
    }
    if (key.empty()) std::cout << "\nWritten by 'trammel-cli export':\n";
    for (const ExportFormat& format : exportFormats()) {
        if (!key.empty() && format.key != key) continue;
        found = true;
        std::cout << describe(format) << "\n";
    }
    if (!found) std::cerr << "Error: there is no format '" << key << "'. 'trammel-cli formats' lists them all.\n";
    return found ? Success : Failure;
}

}  // namespace trammel::cli
