// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"

namespace trammel {

/// Message and remedy of the first problem.
std::string reasonOf(const Diagnostics& problems);

/// Finds and reads the files that a model file refers to, and no others.
///
/// A file is read only if it lies, symbolic links followed, below the model file's folder, at most
/// ImportLimits::foldersAbove folders above it, below the folder of the package that is named, or below a search folder.
/// Addresses of other machines are refused. Safe for any text as an address.
class SourceFiles {
public:
    /// @param mainFile the model file;
    /// @param searchFolders further folders to search for packages and meshes
    SourceFiles(std::filesystem::path mainFile, std::vector<std::filesystem::path> searchFolders);

    const std::filesystem::path& mainFile() const { return mainFile_; }

    /// The file behind an address: "meshes/a.stl", "package://p/a.stl", "model://m/a.dae", "file:///x/a.obj"; ignoring
    /// case if no file has exactly that name. No value if none exists, with a diagnostic that names the places
    /// searched.
    /// @param from the file that holds the address
    Result<std::filesystem::path> find(const std::string& address, const std::filesystem::path& from) const;
    /// Looks in @p folders first, in order.
    Result<std::filesystem::path> find(const std::string& address, const std::filesystem::path& from,
                                       const std::vector<std::filesystem::path>& folders) const;

private:
    struct Candidate {
        /// The file must lie below this folder.
        std::filesystem::path within;
        std::filesystem::path file;
    };
    std::vector<Candidate> candidatesFor(const std::string& address, const std::filesystem::path& from,
                                         const std::vector<std::filesystem::path>& folders) const;

    std::filesystem::path mainFile_, folder_;
    /// The highest folder that paths of the model may reach.
    std::filesystem::path highest_;
    std::vector<std::filesystem::path> searchFolders_;
};

}  // namespace trammel
