// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "runtime/run_table.h"
#include "runtime/stored_run.h"

namespace trammel {

/// The subject of a format.
enum class ExportSubject {
    /// The model in its initial pose.
    Model,
    /// A run with all its frames.
    Run
};

/// A model or a run to be exported.
struct ExportSource {
    /// Not null.
    CompiledModelPtr model;
    /// Not null for formats of ExportSubject::Run.
    std::shared_ptr<const SimulationRun> run = {};
    /// Descriptive data of the run.
    RunMetadata notes = {};
};

/// A file format that models or runs are written in: one registry row.
struct ExportFormat {
    std::string key, label;
    /// One sentence without a period.
    std::string doc;
    /// File name extension without the dot, in lower case.
    std::string ending;
    /// Option of `trammel-cli run` that writes it, without dashes; empty for models.
    std::string option;
    ExportSubject subject;
    /// Writes to a stream; errors set its state. Returns false if canceled. Null: the format is written by `save`.
    std::function<bool(const ExportSource&, std::ostream&, const Progress&)> write;
    /// Replaces a file in one step. Null: the format is written by `write`.
    std::function<Diagnostics(const ExportSource&, const std::filesystem::path&)> save;
    /// The reasons why a source cannot be written; null: all can.
    std::function<Diagnostics(const ExportSource&)> check;
};

/// A row from a class with static members: key, label, doc, ending, option, subject; write() or save(); check() if needed.
template <class E>
ExportFormat describeExporter() {
    ExportFormat format{E::key, E::label, E::doc, E::ending, E::option, E::subject, {}, {}, {}};
    if constexpr (requires { &E::write; })
        format.write = &E::write;
    else
        format.save = &E::save;
    if constexpr (requires { &E::check; }) format.check = &E::check;
    return format;
}

/// All formats that can be exported, in the order of a menu.
const std::vector<ExportFormat>& exportFormats();
/// Null if there is no such format.
const ExportFormat* findExportFormat(const std::string& key);
/// The first format with the extension of that file name; null without one.
const ExportFormat* findExportFormatByName(const std::filesystem::path& file);

/// Replaces a file in one step by the export, see FileReplacement; canceled by @p progress, the old file stays. Empty if
/// it succeeded or was canceled. May be called from any thread.
Diagnostics exportFile(const ExportFormat& format, const ExportSource& source, const std::filesystem::path& path,
                       const Progress& progress = {});

/// A line about a format in a list: "csv: run as table (CSV)...".
std::string describe(const ExportFormat& format);

}  // namespace trammel
