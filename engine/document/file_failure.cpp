// SPDX-License-Identifier: Apache-2.0
#include "document/file_failure.h"

#include <cerrno>
#include <string>

namespace trammel {

namespace fs = std::filesystem;

void reportFileFailure(int error, FileUse use, const fs::path& path, Diagnostics& diagnostics) {
    const bool saving = use == FileUse::Saving;
    std::error_code ignored;
    const std::string consequence = saving && fs::exists(path, ignored) ? " The file on disk is unchanged." : "";
    const auto report = [&](const char* whenSaving, const char* whenReading, const char* remedySaving,
                            const char* remedyReading) {
        diagnostics.error(path.string(), (saving ? whenSaving : whenReading) + consequence,
                          saving ? remedySaving : remedyReading);
    };
    switch (error) {
        case EACCES:
        case EPERM:
        case EROFS:
            return report("No permission to write to the folder or file.", "No permission to read the file.",
                          "Save to another folder, or change the permissions of this one.",
                          "Change the permissions of the file, or choose another one.");
        case ENOSPC:
        case EDQUOT:
        case EFBIG:
            return report("The disk is full.", "The disk is full.", "Free some space, or save to another disk.",
                          "Free some space.");
        case ENOENT:
        case ENOTDIR:
            return report("The folder does not exist.", "The file does not exist.",
                          "Create the folder, or save to another one.", "Choose another file.");
        case ENAMETOOLONG:
            return report("The file name is too long.", "The file name is too long.", "Choose a shorter name.",
                          "Choose another file.");
        case ELOOP:
            return report("The file is a symbolic link to itself.", "The file is a symbolic link to itself.",
                          "Choose another file.", "Choose another file.");
        default:
            return report("The file cannot be written: I/O error.", "The file cannot be read: I/O error.",
                          "Check the disk and its connection, then retry or use another disk.",
                          "Check the disk and its connection, then retry.");
    }
}

Diagnostics makeFolder(const fs::path& folder) {
    Diagnostics diagnostics;
    std::error_code failure, ignored;
    do fs::create_directories(folder, failure);
    while (failure.value() == EINTR);
    if (!failure || fs::is_directory(folder, ignored)) return diagnostics;
    const auto report = [&](const char* reason, const char* remedy) {
        diagnostics.error(folder.string(), std::string("Cannot create the folder: ") + reason, remedy);
        return diagnostics;
    };
    switch (failure.value()) {
        case EACCES:
        case EPERM:
        case EROFS:
            return report("no permission to write to its parent folder.",
                          "Choose a folder that you may write to, or change its permissions.");
        case ENOSPC:
        case EDQUOT: return report("the disk is full.", "Free some space, or choose a folder on another disk.");
        case EEXIST:
        case ENOTDIR: return report("a part of its path is a file.", "Choose another folder.");
        case ENAMETOOLONG: return report("its name is too long.", "Choose a shorter name.");
        default: return report("I/O error.", "Check the disk and its connection, then retry or use another disk.");
    }
}

}  // namespace trammel
