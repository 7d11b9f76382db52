// SPDX-License-Identifier: Apache-2.0
#include "export/exporter.h"

#include <algorithm>
#include <ostream>

#include "document/file_access.h"
#include "runtime/unreadable_frames.h"

namespace trammel {

const ExportFormat* findExportFormat(const std::string& key) {
    const auto& all = exportFormats();
    const auto found = std::ranges::find(all, key, &ExportFormat::key);
    return found == all.end() ? nullptr : &*found;
}

const ExportFormat* findExportFormatByName(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const auto& all = exportFormats();
    const auto found = std::ranges::find_if(all, [&](const ExportFormat& f) { return "." + f.ending == ending; });
    return found == all.end() ? nullptr : &*found;
}

Diagnostics exportFile(const ExportFormat& format, const ExportSource& source, const std::filesystem::path& path,
                       const Progress& progress) {
    if (format.check)
        if (Diagnostics faults = format.check(source); faults.hasErrors()) return faults;
    if (format.save) return format.save(source, path);
    try {
        return writeFile(path, [&](std::ostream& out) {
            // No need to compute the rest for a full disk.
            return format.write(source, out, [&](double done) { return out && (!progress || progress(done)); });
        });
    } catch (const UnreadableFrames& unreadable) {
        return unreadable.describe(path);
    }
}

std::string describe(const ExportFormat& format) {
    return format.key + ": " + format.doc + " (." + format.ending + ", from a " +
           (format.subject == ExportSubject::Run ? "run" : "model") + ")";
}

}  // namespace trammel
