// SPDX-License-Identifier: Apache-2.0
#include "document/file_access.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <optional>
#include <ostream>
#include <streambuf>

#include "document/file_failure.h"
#include "document/output_file.h"
#include "document/retried_call.h"

namespace trammel {

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
    void reset(int fd) {
        if (fd_ >= 0) ::close(fd_);
        fd_ = fd;
    }
    /// Closing may report a failed write; 0 if not. A signal does not keep it from closing.
    int close() {
        const int outcome = ::close(fd_) == 0 || errno == EINTR ? 0 : errno;
        fd_ = -1;
        return outcome;
    }

private:
    int fd_;
};

namespace {

void reportNotAFile(const fs::path& path, Diagnostics& diagnostics) {
    diagnostics.error(path.string(), "This is not a regular file.", "Choose a file.");
}

int openFile(const fs::path& path, int flags, mode_t mode = 0) {
    return retriedCall([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); });
}

/// Size of a regular file opened for reading; reports why it cannot be read.
std::size_t sizeToRead(const Descriptor& fd, const fs::path& path, Diagnostics& diagnostics) {
    struct stat status {};
    if (!fd.isOpen() || ::fstat(fd.get(), &status) != 0)
        reportFileFailure(errno, FileUse::Reading, path, diagnostics);
    else if (!S_ISREG(status.st_mode))
        reportNotAFile(path, diagnostics);
    return static_cast<std::size_t>(status.st_size);
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
        const ssize_t written = retriedCall([&] { return ::write(fd, bytes.data(), bytes.size()); });
        if (written < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

const std::string TemporaryPrefix = ".trammel-saving-";

/// Creates a file of a new name in @p folder, locked as long as it is open; the name goes to @p path.
int createTemporary(const fs::path& folder, fs::path& path) {
    static std::atomic<unsigned> counter{0};
    for (;;) {
        path = folder / (TemporaryPrefix + std::to_string(::getpid()) + "-" + std::to_string(counter++));
        const int fd = openFile(path, O_RDWR | O_CREAT | O_EXCL, 0666);
        if (fd >= 0) ::flock(fd, LOCK_EX | LOCK_NB);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
}

/// Removes temporary files in @p folder whose writer is gone: no one holds their lock, and they are old enough that their
/// writer has had the time to take it.
void removeAbandoned(const fs::path& folder) {
    constexpr std::time_t oldEnough = 10;
    // Not the standard library's iterator, which ends the program where memory runs out.
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
    while (const dirent* const entry = entries ? ::readdir(entries.get()) : nullptr) {
        if (!std::string_view(entry->d_name).starts_with(TemporaryPrefix)) continue;
        const fs::path path = folder / entry->d_name;
        const Descriptor fd(openFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
        struct stat status {};
        if (fd.isOpen() && ::fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode) &&
            status.st_mtime + oldEnough <= std::time(nullptr) && ::flock(fd.get(), LOCK_EX | LOCK_NB) == 0)
            ::unlink(path.c_str());
    }
}

/// Gives the new file owner and permissions of @p old; 0 or errno.
int copyAttributes(int fd, const struct stat& old) {
    // Only the super-user may give files away; for all others the owner is right already.
    [[maybe_unused]] const int owned = ::fchown(fd, old.st_uid, old.st_gid);
    return retriedCall([&] { return ::fchmod(fd, old.st_mode & 07777); }) == 0 ? 0 : errno;
}

/// Flushes the renaming to disk; not supported by all file systems, but the file is complete either way.
void flushFolder(const fs::path& folder) {
    const Descriptor fd(openFile(folder, O_RDONLY | O_DIRECTORY));
    if (fd.isOpen()) retriedCall([&] { return ::fsync(fd.get()); });
}
}  // namespace

Diagnostics checkReadable(const fs::path& path) {
    // Opens no file: closing it would release the locks of this process on a database.
    Diagnostics diagnostics;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        reportFileFailure(errno, FileUse::Reading, path, diagnostics);
    else if (!S_ISREG(status.st_mode))
        reportNotAFile(path, diagnostics);
    else if (::access(path.c_str(), R_OK) != 0)
        reportFileFailure(errno, FileUse::Reading, path, diagnostics);
    return diagnostics;
}

Result<std::string> readWholeFile(const fs::path& path, std::size_t largest) {
    Result<std::string> result;
    // Avoid blocking on a pipe without a writer.
    const Descriptor fd(openFile(path, O_RDONLY | O_NONBLOCK));
    const std::size_t size = sizeToRead(fd, path, result.diagnostics);
    if (result.diagnostics.hasErrors()) return result;

    std::string bytes;
    bytes.reserve(std::min(largest, size));
    char chunk[1 << 16];
    for (;;) {
        const ssize_t got = retriedCall([&] { return ::read(fd.get(), chunk, sizeof chunk); });
        if (got < 0) {
            reportFileFailure(errno, FileUse::Reading, path, result.diagnostics);
            return result;
        }
        if (got == 0) break;
        bytes.append(chunk, static_cast<std::size_t>(got));
        if (bytes.size() > largest) {
            result.diagnostics.error(path.string(), "The file is larger than " + std::to_string(largest >> 20) + " MB.",
                                     "Use a smaller file.");
            return result;
        }
    }
    result.value = std::move(bytes);
    return result;
}

struct FileReplacement::Impl {
    /// The requested path with its links followed, and the new file.
    fs::path path, target, temporary;
    Descriptor fd{-1};

    ~Impl() {
        if (!temporary.empty()) ::unlink(temporary.c_str());
    }
    fs::path folder() const { return target.has_parent_path() ? target.parent_path() : fs::path("."); }

    /// The old file, if there is one; an error if it cannot be replaced.
    Result<std::optional<struct stat>> examineOld() {
        Result<std::optional<struct stat>> old;
        struct stat status {};
        if (const int error = followLinks(target)) {
            reportFileFailure(error, FileUse::Saving, path, old.diagnostics);
        } else if (::stat(target.c_str(), &status) != 0) {
            if (errno == ENAMETOOLONG)
                reportFileFailure(errno, FileUse::Saving, path, old.diagnostics);
            else
                old.value.emplace();
        } else if (!S_ISREG(status.st_mode)) {
            reportNotAFile(path, old.diagnostics);
        } else if (::access(target.c_str(), W_OK) != 0) {
            reportFileFailure(errno, FileUse::Saving, path, old.diagnostics);
        } else {
            old.value = status;
        }
        return old;
    }
};

FileReplacement::FileReplacement(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
FileReplacement::FileReplacement(FileReplacement&&) noexcept = default;
FileReplacement& FileReplacement::operator=(FileReplacement&&) noexcept = default;
FileReplacement::~FileReplacement() = default;

const fs::path& FileReplacement::temporaryPath() const { return impl_->temporary; }
int FileReplacement::descriptor() const { return impl_->fd.get(); }

Diagnostics FileReplacement::describeFailure(int error) const {
    Diagnostics diagnostics;
    reportFileFailure(error, FileUse::Saving, impl_->path, diagnostics);
    return diagnostics;
}

Result<FileReplacement> FileReplacement::begin(const fs::path& path) {
    Result<FileReplacement> result;
    auto impl = std::make_unique<Impl>();
    impl->path = impl->target = path;
    const auto old = impl->examineOld();
    result.diagnostics = old.diagnostics;
    if (!old) return result;
    removeAbandoned(impl->folder());
    // Registered with its owner before it is created: memory may run out afterward.
    impl->fd.reset(createTemporary(impl->folder(), impl->temporary));
    int error = impl->fd.isOpen() ? 0 : errno;
    if (error != 0) impl->temporary.clear();
    if (error == 0 && *old) error = copyAttributes(impl->fd.get(), **old);
    if (error != 0)
        reportFileFailure(error, FileUse::Saving, path, result.diagnostics);
    else
        result.value = FileReplacement(std::move(impl));
    return result;
}

Diagnostics FileReplacement::commit() {
    int error = retriedCall([&] { return ::fsync(impl_->fd.get()); }) == 0 ? 0 : errno;
    if (error == 0) error = impl_->fd.close();
    const auto rename = [&] { return ::rename(impl_->temporary.c_str(), impl_->target.c_str()); };
    if (error == 0 && retriedCall(rename) != 0) error = errno;
    if (error != 0) return describeFailure(error);
    impl_->temporary.clear();
    flushFolder(impl_->folder());
    return {};
}

Diagnostics replaceFile(const fs::path& path, std::string_view bytes) {
    Result<FileReplacement> file = FileReplacement::begin(path);
    if (!file) return file.diagnostics;
    if (const int error = writeAll(file->descriptor(), bytes)) return file->describeFailure(error);
    return file->commit();
}

namespace {
/// Writes to a descriptor; after the first failure nothing more is written.
class DescriptorBuffer : public std::streambuf {
public:
    explicit DescriptorBuffer(int fd) : fd_(fd) { setp(buffer_.data(), buffer_.data() + buffer_.size()); }
    /// 0 or the errno of the first write that failed.
    int error() const { return error_; }

protected:
    int_type overflow(int_type c) override {
        if (sync() != 0) return traits_type::eof();
        if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
        return traits_type::not_eof(c);
    }
    int sync() override {
        if (error_ == 0) error_ = writeAll(fd_, {pbase(), static_cast<std::size_t>(pptr() - pbase())});
        setp(buffer_.data(), buffer_.data() + buffer_.size());
        return error_ == 0 ? 0 : -1;
    }

private:
    const int fd_;
    int error_ = 0;
    std::array<char, 1 << 16> buffer_;
};

/// Writes to @p fd. Returns 0 or errno; sets @p canceled if @p write did.
int writeStream(int fd, const std::function<bool(std::ostream&)>& write, bool& canceled) {
    const auto buffer = std::make_unique<DescriptorBuffer>(fd);
    std::ostream out(buffer.get());
    canceled = !write(out);
    out.flush();
    if (buffer->error() != 0) return buffer->error();
    return out ? 0 : EIO;
}
}  // namespace

Diagnostics writeFile(const fs::path& path, const std::function<bool(std::ostream&)>& write) {
    bool canceled = false;
    Diagnostics diagnostics;
    if (isWrittenInPlace(path)) {
        const Descriptor fd(openFile(path, O_WRONLY));
        const int error = fd.isOpen() ? writeStream(fd.get(), write, canceled) : errno;
        if (error != 0) reportFileFailure(error, FileUse::Saving, path, diagnostics);
        return diagnostics;
    }
    Result<FileReplacement> file = FileReplacement::begin(path);
    if (!file) return file.diagnostics;
    const int error = writeStream(file->descriptor(), write, canceled);
    if (error != 0) return file->describeFailure(error);
    return canceled ? diagnostics : file->commit();
}

Result<fs::path> keepBackup(const fs::path& path) {
    Result<fs::path> result;
    fs::path source = path;
    int error = followLinks(source);
    constexpr int most = 1000;
    for (int n = 1; error == 0 && n <= most; ++n) {
        fs::path backup = source;
        backup += n == 1 ? ".bak" : ".bak" + std::to_string(n);
        if (::link(source.c_str(), backup.c_str()) == 0) {
            result.value = std::move(backup);
            return result;
        }
        if (errno == EEXIST) continue;
        // Some file systems know no second names.
        std::error_code failure;
        if (fs::copy_file(source, backup, failure)) {
            result.value = std::move(backup);
            return result;
        }
        if (failure == std::errc::file_exists) continue;
        error = failure.value();
        fs::remove(backup, failure);
    }
    reportFileFailure(error != 0 ? error : EEXIST, FileUse::Saving, path, result.diagnostics);
    return result;
}

bool isSameFile(const fs::path& a, const fs::path& b) {
    std::error_code error;
    return fs::equivalent(a, b, error) && !error;
}

}  // namespace trammel
