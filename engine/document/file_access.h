// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "base/diagnostics.h"

namespace trammel {

/// Empty if @p path is a regular file that can be read; else the reason.
Diagnostics checkReadable(const std::filesystem::path& path);

/// Reads a regular file of at most @p largest bytes; errors give the reason of a failure.
Result<std::string> readWholeFile(const std::filesystem::path& path, std::size_t largest);

/// A new file that takes the place of another in one step, so that every reader finds the old or the new one, whole,
/// even if the program is killed or the disk is full.
///
/// The new file has a name of its own beside the old one, so that two programs that write the same file do not
/// interfere, and the old one's owner and permissions. A symbolic link stays one: the file it points to is replaced.
/// Folders, pipes and devices are refused. begin() also removes the temporary files of programs that were killed while
/// they wrote.
class FileReplacement {
public:
    /// No value, with an error, if the file cannot be made.
    static Result<FileReplacement> begin(const std::filesystem::path& path);
    FileReplacement(FileReplacement&&) noexcept;
    FileReplacement& operator=(FileReplacement&&) noexcept;
    /// Removes the new file if it was not committed.
    ~FileReplacement();

    /// Path to write to until commit().
    const std::filesystem::path& temporaryPath() const;
    /// The open temporary file, to write to; stays owned by this object.
    int descriptor() const;
    /// Flushes the new file to disk, then renames it. Empty on success; otherwise the old file is untouched.
    Diagnostics commit();
    /// The error for errno @p error of a write to descriptor(); the old file is untouched.
    Diagnostics describeFailure(int error) const;

private:
    struct Impl;
    explicit FileReplacement(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Replaces a file in one step by @p bytes; see FileReplacement. Empty if it succeeded.
Diagnostics replaceFile(const std::filesystem::path& path, std::string_view bytes);

/// Replaces a file in one step by the output of @p write; false from it cancels, and the old file stays. An existing pipe or
/// character device is written to directly. Empty if it succeeded or was canceled.
Diagnostics writeFile(const std::filesystem::path& path, const std::function<bool(std::ostream&)>& write);

/// Gives the file a second name beside it, "NAME.bak" or, where that is taken, "NAME.bak2" and so on, under which it
/// stays when the file is replaced. The new name, or the reason why there is none.
Result<std::filesystem::path> keepBackup(const std::filesystem::path& path);

/// Whether both are the same file on disk, by any names or links; false where one does not exist.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace trammel
