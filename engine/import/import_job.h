// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "import/importer.h"
#include "import/mesh_store.h"
#include "import/model_draft.h"
#include "import/source_files.h"

namespace trammel {

/// An import in progress: what an importer reads from and writes to.
class ImportJob {
public:
    ImportJob(const ImportFormat& format, const std::filesystem::path& file, std::string bytes,
              const ImportOptions& options)
        : files(file, options.searchFolders),
          meshes(files, draft, {options.cancel, options.meshesRead}),
          format_(format),
          options_(options),
          bytes_(std::move(bytes)) {
        report.file = file.string();
        report.format = format.label;
    }

    const std::string& bytes() const { return bytes_; }
    std::string fileName() const { return files.mainFile().filename().string(); }
    /// The choice for an option of the format.
    std::string choice(const std::string& option) const;
    bool isCanceled() const { return options_.cancel && options_.cancel->load(); }

    SourceFiles files;
    ModelDraft draft;
    MeshStore meshes;
    ImportReport report;
    /// Name and notes of the model; without a name it has that of its file.
    std::string name, notes;
    /// Reasons why no model can be made; any of them fails the import.
    Diagnostics failures;

private:
    const ImportFormat& format_;
    const ImportOptions& options_;
    std::string bytes_;
};

}  // namespace trammel
