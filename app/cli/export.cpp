// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "app/cli/commands.h"

namespace trammel::cli {

namespace {

/// The model, or the run with its model, of a file; no model if it cannot be read. Reports problems.
/// @param isSound receives whether the file was read completely and has no errors
ExportSource readSource(const std::string& file, bool& isSound) {
    if (!file.ends_with(RunFileSuffix)) {
        const LoadedModel loaded = load(file);
        isSound = loaded.sound;
        return {loaded.model};
    }
    const Result<OpenedRun> opened = openRun(file);
    isSound = report(opened.diagnostics);
    if (!opened) return {};
    return {opened->run->getModel(), opened->run, opened->notes};
}

std::string listOfFormats() {
    std::string list;
    for (const ExportFormat& format : exportFormats()) list += "\n  " + describe(format);
    return list;
}

}  // namespace

bool writeExport(const ExportFormat& format, const ExportSource& source, const std::string& path) {
    if (path.empty()) return true;
    if (path != "-") return report(exportFile(format, source, path));
    if (format.check && !report(format.check(source))) return false;
    if (format.write) return writeOutput(path, [&](std::ostream& out) { format.write(source, out, {}); });
    fail("the format '" + format.key + "' cannot be written to standard output. Name a file.");
    return false;
}

int exportModelOrRun(const ExportRequest& request) {
    if (!checkOutputs({request.file}, {request.output})) return Failure;
    const ExportFormat* const format =
        request.format.empty() ? findExportFormatByName(request.output) : findExportFormat(request.format);
    if (!format)
        return fail((request.format.empty() ? "the extension of '" + request.output + "' belongs to no known format."
                                            : "there is no format '" + request.format + "'.") +
                    " Known formats:" + listOfFormats());
    if (format->save && format->subject == ExportSubject::Run && !checkOutputs({}, {request.output}, {request.output}))
        return Failure;
    bool isSound = false;
    const ExportSource source = readSource(request.file, isSound);
    if (!source.model) return Failure;
    if (format->subject == ExportSubject::Run && !source.run)
        return fail("'" + request.file + "' is a model, and " + format->key +
                    " describes a run. Give a run file (.trun), or use 'trammel-cli run FILE --" + format->option +
                    " OUT'.");
    if (!writeExport(*format, source, request.output)) return Failure;
    if (request.output != "-") std::cout << "written to " << request.output << "\n";
    return isSound ? Success : Failure;
}

}  // namespace trammel::cli
