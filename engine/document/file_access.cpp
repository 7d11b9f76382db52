// SPDX-License-Identifier: Apache-2.0
#include "document/file_access.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <optional>

namespace trammel {

namespace {
namespace fs = std::filesystem;

/// Owns a file descriptor.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    int get() const { return fd_; }
    bool isOpen() const { return fd_ >= 0; }
    /// Closes and returns errno; 0 on success.
    int close() {
        const int outcome = ::close(fd_) == 0 ? 0 : errno;
        fd_ = -1;
        return outcome;
    }

private:
    int fd_;
};

/// Reports a failed system call in terms of the file operation.
void reportFailure(int error, bool saving, const fs::path& path, Diagnostics& diagnostics) {
    const std::string place = path.string();
    const std::string consequence = saving ? " The model was not saved; the file on disk is unchanged." : "";
    switch (error) {
        case EACCES:
        case EPERM:
        case EROFS:
            diagnostics.error(
                place,
                (saving ? "No permission to write to the folder or file." : "No permission to read the file.") +
                    consequence,
                saving ? "Save to another folder, or change the permissions of this one."
                       : "Change the permissions of the file, or choose another one.");
            return;
        case ENOSPC:
        case EDQUOT:
        case EFBIG:
            diagnostics.error(place, "The disk is full." + consequence, "Free some space, or save to another disk.");
            return;
        case ENOENT:
        case ENOTDIR:
            diagnostics.error(place, (saving ? "The folder does not exist." : "The file does not exist.") + consequence,
                              saving ? "Create the folder, or save to another one." : "Choose another file.");
            return;
        case ENAMETOOLONG:
            diagnostics.error(place, "The file name is too long." + consequence, "Choose a shorter name.");
            return;
        case ELOOP:
            diagnostics.error(place, "The file is a symbolic link to itself." + consequence, "Choose another file.");
            return;
        default:
            diagnostics.error(
                place,
                (saving ? "The file cannot be written: I/O error." : "The file cannot be read: I/O error.") +
                    consequence,
                "Check the disk and its connection, then retry or use another disk.");
    }
}

void reportNotAFile(const fs::path& path, Diagnostics& diagnostics) {
    diagnostics.error(path.string(), "This is not a regular file.", "Choose a file.");
}

/// Resolves symbolic links in @p path, whose target need not exist; returns 0 or errno.
int followLinks(fs::path& path) {
    constexpr int mostLinks = 40;
    for (int i = 0; i < mostLinks; ++i) {
        std::error_code error;
        if (!fs::is_symlink(path, error)) return 0;
        const fs::path target = fs::read_symlink(path, error);
        if (error) return error.value();
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return ELOOP;
}

int writeAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(fd, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) return errno;
        if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

/// Creates a file with a new name in @p folder and stores its path in @p path.
int createTemporary(const fs::path& folder, fs::path& path) {
    static std::atomic<unsigned> counter{0};
    for (;;) {
        path = folder / (".trammel-saving-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
        const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
}

/// Writes @p bytes to the new file @p fd with owner and permissions of @p old and flushes them to disk; returns 0 or
/// errno.
int fillTemporary(Descriptor& fd, std::string_view bytes, const std::optional<struct stat>& old) {
    if (old) {
        // Only root may change the owner; for others it is already right.
        [[maybe_unused]] const int owned = ::fchown(fd.get(), old->st_uid, old->st_gid);
        if (::fchmod(fd.get(), old->st_mode & 07777) != 0) return errno;
    }
    if (const int error = writeAll(fd.get(), bytes)) return error;
    if (::fsync(fd.get()) != 0) return errno;
    return fd.close();
}

/// Flushes the renaming to disk; not supported by all file systems, but the file is complete either way.
void flushFolder(const fs::path& folder) {
    const Descriptor fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd.isOpen()) ::fsync(fd.get());
}
}  // namespace

Result<std::string> readWholeFile(const fs::path& path, std::size_t largest) {
    Result<std::string> result;
    // Avoid blocking on a FIFO without a writer.
    const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!fd.isOpen() || ::fstat(fd.get(), &status) != 0) {
        reportFailure(errno, false, path, result.diagnostics);
        return result;
    }
    if (!S_ISREG(status.st_mode)) {
        reportNotAFile(path, result.diagnostics);
        return result;
    }

    std::string bytes;
    bytes.reserve(std::min(largest, static_cast<std::size_t>(status.st_size)));
    char chunk[1 << 16];
    for (;;) {
        const ssize_t got = ::read(fd.get(), chunk, sizeof chunk);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            reportFailure(errno, false, path, result.diagnostics);
            return result;
        }
        if (got == 0) break;
        bytes.append(chunk, static_cast<std::size_t>(got));
        if (bytes.size() > largest) {
            result.diagnostics.error(path.string(), "The file is larger than " + std::to_string(largest >> 20) + " MB.",
                                     "Split the model into smaller ones.");
            return result;
        }
    }
    result.value = std::move(bytes);
    return result;
}

Diagnostics replaceFile(const fs::path& path, std::string_view bytes) {
    Diagnostics diagnostics;
    fs::path target = path;
    if (const int error = followLinks(target)) {
        reportFailure(error, true, path, diagnostics);
        return diagnostics;
    }
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");

    std::optional<struct stat> old;
    struct stat status {};
    if (::stat(target.c_str(), &status) == 0) {
        if (!S_ISREG(status.st_mode)) {
            reportNotAFile(path, diagnostics);
            return diagnostics;
        }
        if (::access(target.c_str(), W_OK) != 0) {
            reportFailure(errno, true, path, diagnostics);
            return diagnostics;
        }
        old = status;
    }

    fs::path temporary;
    Descriptor fd(createTemporary(folder, temporary));
    if (!fd.isOpen()) {
        reportFailure(errno, true, path, diagnostics);
        return diagnostics;
    }
    int error = fillTemporary(fd, bytes, old);
    if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
    if (error != 0) {
        ::unlink(temporary.c_str());
        reportFailure(error, true, path, diagnostics);
        return diagnostics;
    }
    flushFolder(folder);
    return diagnostics;
}

}  // namespace trammel
