// SPDX-License-Identifier: Apache-2.0
#include "import/importer.h"

#include <algorithm>
#include <array>
#include <map>

#include "document/document_file.h"
#include "document/file_access.h"
#include "document/formulas.h"
#include "document/make_document.h"
#include "import/import_job.h"
#include "import/import_limits.h"
#include "import/moved_mass.h"
#include "import/stiff_joints.h"
#include "import/xml_source.h"

namespace trammel {

namespace {

/// Bytes of a file that suffice to recognize its format.
constexpr std::size_t probeLength = 65'536;
constexpr const char* ownEnding = ".trammel";

std::string endingOf(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    if (!ending.empty()) ending.erase(0, 1);
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending;
}

const ImportFormat* findFormat(const std::filesystem::path& file, std::string_view head) {
    const std::string root = rootElementOf(head);
    for (const ImportFormat& format : importFormats())
        if (!format.rootElement.empty() && format.rootElement == root) return &format;
    return findImportFormatByName(file);
}

/// Reports elements that got a number because their name was taken.
void reportNewNames(const std::vector<Element>& drafts, const Document& document, ImportReport& report) {
    for (const Element& draft : drafts) {
        const Element* made = document.find(draft.id);
        if (!made || made->name == draft.name || draft.name.empty()) continue;
        if (draft.family != "body" && draft.family != "joint") continue;
        report.add({ImportOutcome::Approximated,
                    draft.family + " '" + draft.name + "'",
                    "Renamed to '" + made->name + "': names are unique in a model.",
                    {},
                    0,
                    draft.id});
    }
}

}  // namespace

std::string ImportJob::choice(const std::string& option) const {
    const auto chosen = options_.choices.find(option);
    for (const PropertyDescriptor& known : format_.options) {
        if (known.key != option) continue;
        const bool isOne = chosen != options_.choices.end() &&
                           std::ranges::any_of(known.options, [&](const auto& o) { return o.key == chosen->second; });
        return isOne ? chosen->second : std::get<std::string>(known.defaultValue);
    }
    return {};
}

const ImportFormat* findImportFormatByName(const std::filesystem::path& file) {
    const std::string ending = endingOf(file);
    for (const ImportFormat& format : importFormats())
        if (std::ranges::find(format.endings, ending) != format.endings.end()) return &format;
    return nullptr;
}

const ImportFormat* findImportFormat(const std::filesystem::path& file) {
    const Result<std::string> bytes = readWholeFile(file, importLimits.modelBytes);
    return bytes ? findFormat(file, std::string_view(*bytes.value).substr(0, probeLength))
                 : findImportFormatByName(file);
}

ImportResult importModel(const std::filesystem::path& file, const TypeCatalog& catalog, const ImportOptions& options) {
    ImportResult result;
    result.report.file = file.string();
    Result<std::string> bytes = readWholeFile(file, importLimits.modelBytes);
    if (!bytes) {
        result.diagnostics = bytes.diagnostics;
        return result;
    }
    const ImportFormat* format = findFormat(file, std::string_view(*bytes).substr(0, probeLength));
    if (!format) {
        const std::string ending = endingOf(file);
        const bool isMesh =
            std::ranges::any_of(std::array{"stl", "obj", "step", "stp"}, [&](const char* of) { return ending == of; });
        result.diagnostics.error(file.filename().string(),
                                 isMesh ? "It is a part, not a model." : "Files of this kind cannot be opened.",
                                 isMesh ? "Add it to a model by Build ▸ Body ▸ Mesh."
                                        : "Open a .trammel model or a file of a format that can be imported.");
        return result;
    }
    ImportJob job(*format, file, std::move(*bytes), options);
    for (const PropertyDescriptor& option : format->options) {
        const std::string chosen = job.choice(option.key);
        for (const auto& one : option.options)
            if (one.key == chosen) job.report.choices.push_back(option.label + ": " + one.label);
    }
    format->read(job);
    if (job.isCanceled()) job.failures.error(job.fileName(), "The import was canceled.");
    if (!job.failures.hasErrors()) {
        giveMassToMovedBodies(job);
        chooseIntegrator(job);
        if (job.name.empty()) job.name = job.files.mainFile().stem().string();
        std::string notes = "Imported from " + job.fileName() + " (" + format->label + ").";
        for (const std::string& choice : job.report.choices) notes += "\n" + choice;
        if (!job.notes.empty()) notes += "\n\n" + job.notes;
        Result<Document> made = makeDocument(catalog, {job.name, notes, {}}, job.draft.elements());
        // Numbers out of range, in place of which defaults stand.
        for (const Diagnostic& d : made.diagnostics)
            job.report.addDamage({ImportOutcome::LeftOut, d.place, d.message, {}, 0, d.element});
        reportNewNames(job.draft.elements(), *made, job.report);
        // Numbers by formula, such as masses, get their values.
        std::vector<FormulaFault> faults;
        result.document = withoutFaultyFormulas(*made, catalog, faults);
        for (const FormulaFault& fault : faults)
            job.report.add({ImportOutcome::LeftOut, "formula " + fault.text, fault.why, {}, 0, fault.element});
        if (job.report.isDamaged())
            job.failures.error(
                job.fileName(),
                "The model is not whole: a file of it is damaged, cut off, or has numbers that cannot be used.",
                "See the report for the place, and repair the file.");
    }
    result.report = std::move(job.report);
    result.diagnostics = std::move(job.failures);
    return result;
}

ImportResult readModelFile(const std::filesystem::path& file, const TypeCatalog& catalog,
                           const ImportOptions& options) {
    if (file.extension() != ownEnding && findImportFormat(file)) return importModel(file, catalog, options);
    ImportResult result;
    result.report.file = file.string();
    Result<Document> read = readDocumentFile(file, catalog);
    if (read) result.document = std::move(*read);
    result.diagnostics = std::move(read.diagnostics);
    return result;
}

std::string makeImportPage(const ImportFormat& format) {
    std::string page = "# " + format.label + "\n\n" + format.doc + "\n\n";
    std::string endings;
    for (const std::string& ending : format.endings) endings += (endings.empty() ? "`." : ", `.") + ending + "`";
    page += "Files: " + endings + ". Open one with File > Open, drop it on the window, or run\n\n";
    page += "    trammel-cli import FILE -o MODEL.trammel --report REPORT.json\n\n";
    page += format.help;
    if (!format.options.empty()) {
        page += "\n\n## Choices\n\n| Option | Choice | Meaning |\n|---|---|---|\n";
        for (const PropertyDescriptor& option : format.options)
            for (const auto& one : option.options)
                page += "| `" + option.key + "` | `" + one.key + "`" +
                        (std::get<std::string>(option.defaultValue) == one.key ? " (default)" : "") + " | " +
                        option.label + ": " + one.label + " |\n";
    }
    page += "\n## Supported elements\n\n| In the file | In the model |\n|---|---|\n";
    for (const SupportedElement& element : format.elements)
        page += "| " + element.element + " | " +
                (element.becomes.empty() ? "left out, with a row in the report" : element.becomes) + " |\n";
    return page;
}

}  // namespace trammel
