// SPDX-License-Identifier: Apache-2.0
#include "tests/system/faults/system_calls.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <mutex>
#include <utility>

namespace trammel::test {

const std::vector<Fault> everyFault{
    {ENOSPC, "ENOSPC"}, {EIO, "EIO"}, {EACCES, "EACCES"}, {EINTR, "EINTR"}, {0, "half of the bytes"}};

namespace {

/// Guards the following; never held while a call is made.
std::mutex mutex;
std::string folder;
std::atomic<bool> isWatching = false;
Fault fault;
long failing = 0, calls = 0;
std::string failedCall;
bool isLogging = false;
std::function<void()> answerToFlush;
std::vector<FileChange> log;
/// Set while code of this file itself runs.
thread_local bool isInside = false;

/// Name of a path below the folder, empty for others.
std::string nameIn(const std::string& path) {
    if (folder.empty() || path.size() < folder.size() || path.compare(0, folder.size(), folder) != 0) return {};
    if (path.size() == folder.size()) return ".";
    return path[folder.size()] == '/' ? path.substr(folder.size() + 1) : std::string();
}

std::string pathOf(int descriptor) {
    char link[64], path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = ::readlink(link, path, sizeof path);
    return length > 0 ? std::string(path, std::size_t(length)) : std::string();
}

/// One intercepted call and its fault, if any.
class Call {
public:
    Call(const char* call, int descriptor) {
        if (begin()) look(call, pathOf(descriptor));
    }
    Call(const char* call, const char* path) {
        if (begin()) look(call, path);
    }
    ~Call() {
        if (counts_) isInside = false;
    }
    /// True if the call fails with errno.
    bool fails() const {
        if (!meets_ || fault_.error == 0) return false;
        errno = fault_.error;
        return true;
    }
    void waitForAnswer() const {
        if (name_.empty()) return;
        std::unique_lock lock(mutex);
        const std::function<void()> wait = answerToFlush;
        lock.unlock();
        if (wait) wait();
    }
    /// The number of bytes that a read or write handles.
    std::size_t part(std::size_t count) const { return meets_ && fault_.error == 0 && count > 1 ? count / 2 : count; }
    /// Notes a change after the call succeeded.
    void note(FileChange change) const {
        if (name_.empty()) return;
        const std::lock_guard lock(mutex);
        if (!isLogging) return;
        if (change.name.empty()) change.name = name_;
        const int error = errno;
        log.push_back(std::move(change));
        errno = error;
    }
    const std::string& name() const { return name_; }

private:
    bool begin() {
        if (!isWatching || isInside) return false;
        return counts_ = isInside = true;
    }
    void look(const char* call, const std::string& path) {
        const int error = errno;
        const std::lock_guard lock(mutex);
        name_ = nameIn(path);
        if (!name_.empty() && (++calls == failing || (fault.lasts && failing > 0 && calls > failing))) {
            meets_ = true;
            fault_ = fault;
            failedCall = std::string(call) + " of " + name_;
        }
        errno = error;
    }
    bool counts_ = false, meets_ = false;
    Fault fault_;
    std::string name_;
};

template <class Function>
Function next(const char* name, Function) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int openFile(const char* path, int flags, mode_t mode) {
    static const auto real = next("open", static_cast<int (*)(const char*, int, ...)>(nullptr));
    const Call call("open", path);
    if (call.fails()) return -1;
    const bool isNew = call.name().empty() ? false : ::access(path, F_OK) != 0;
    const int descriptor = real(path, flags, mode);
    if (descriptor >= 0 && isNew) call.note({FileChange::Kind::Create, {}});
    if (descriptor >= 0 && !isNew && (flags & O_TRUNC)) call.note({FileChange::Kind::Truncate, {}});
    return descriptor;
}

ssize_t writeAt(int descriptor, const void* bytes, std::size_t count, off_t offset) {
    static const auto real = next("pwrite", static_cast<ssize_t (*)(int, const void*, std::size_t, off_t)>(nullptr));
    const Call call("pwrite", descriptor);
    if (call.fails()) return -1;
    const ssize_t written = real(descriptor, bytes, call.part(count), offset);
    if (written > 0)
        call.note({FileChange::Kind::Write,
                   {},
                   {},
                   std::size_t(offset),
                   std::string(static_cast<const char*>(bytes), std::size_t(written))});
    return written;
}

ssize_t readAt(int descriptor, void* bytes, std::size_t count, off_t offset) {
    static const auto real = next("pread", static_cast<ssize_t (*)(int, void*, std::size_t, off_t)>(nullptr));
    const Call call("pread", descriptor);
    return call.fails() ? -1 : real(descriptor, bytes, call.part(count), offset);
}

bool isFolder(int descriptor) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
}

int flushFile(const char* name, int descriptor) {
    const Call call(name, descriptor);
    call.waitForAnswer();
    if (call.fails()) return -1;
    // No power failure here: flushes matter only to the log.
    call.note({isFolder(descriptor) ? FileChange::Kind::FlushFolder : FileChange::Kind::Flush, {}});
    return 0;
}

int truncateFile(int descriptor, off_t length) {
    static const auto real = next("ftruncate", static_cast<int (*)(int, off_t)>(nullptr));
    const Call call("ftruncate", descriptor);
    if (call.fails()) return -1;
    const int outcome = real(descriptor, length);
    if (outcome == 0) call.note({FileChange::Kind::Truncate, {}, {}, std::size_t(length)});
    return outcome;
}

void watch(const std::filesystem::path& where, const Fault& how, long number, bool logs) {
    const std::lock_guard lock(mutex);
    folder = where.string();
    fault = how;
    failing = number;
    calls = 0;
    failedCall.clear();
    isLogging = logs;
    log.clear();
    isWatching = true;
}
}  // namespace

FailingCall::FailingCall(const std::filesystem::path& where, const Fault& how, long number) {
    watch(where, how, number, false);
}
FailingCall::~FailingCall() { isWatching = false; }
long FailingCall::count() const {
    const std::lock_guard lock(mutex);
    return calls;
}
std::string FailingCall::failed() const {
    const std::lock_guard lock(mutex);
    return failedCall;
}

HeldFlushes::HeldFlushes(const std::filesystem::path& where, std::function<void()> answer) {
    watch(where, {}, 0, false);
    const std::lock_guard lock(mutex);
    answerToFlush = std::move(answer);
}
HeldFlushes::~HeldFlushes() {
    const std::lock_guard lock(mutex);
    isWatching = false;
    answerToFlush = nullptr;
}

ChangeLog::ChangeLog(const std::filesystem::path& where) { watch(where, {}, 0, true); }
ChangeLog::~ChangeLog() { isWatching = false; }
const std::vector<FileChange>& ChangeLog::changes() const { return log; }

std::map<std::string, std::string> filesAfter(const std::vector<FileChange>& changes, const PowerFailure& failure) {
    struct File {
        std::string present, flushed;
    };
    std::vector<File> files;
    std::map<std::string, std::size_t> present, flushed;
    for (std::size_t i = 0; i < failure.count; ++i) {
        const FileChange& change = changes[i];
        const auto found = present.find(change.name);
        File* const file = found == present.end() ? nullptr : &files[found->second];
        const bool isTorn = failure.tearsLastWrite && i + 1 == failure.count;
        switch (change.kind) {
            case FileChange::Kind::Create:
                present[change.name] = files.size();
                files.emplace_back();
                break;
            case FileChange::Kind::Write: {
                if (!file) break;
                const std::string bytes = change.bytes.substr(0, change.bytes.size() / (isTorn ? 2 : 1));
                if (file->present.size() < change.offset + bytes.size())
                    file->present.resize(change.offset + bytes.size());
                file->present.replace(change.offset, bytes.size(), bytes);
                break;
            }
            case FileChange::Kind::Truncate:
                if (file) file->present.resize(change.offset);
                break;
            case FileChange::Kind::Flush:
                if (!file) break;
                file->flushed = file->present;
                // A flushed file keeps the name it was created with.
                if (!flushed.contains(change.name)) flushed[change.name] = found->second;
                break;
            case FileChange::Kind::Rename:
                if (!file) break;
                present[change.newName] = found->second;
                present.erase(change.name);
                break;
            case FileChange::Kind::Remove: present.erase(change.name); break;
            case FileChange::Kind::FlushFolder: {
                const auto isInside = [&](const auto& each) {
                    const std::string parent = std::filesystem::path(each.first).parent_path().string();
                    return (parent.empty() ? "." : parent) == change.name;
                };
                std::erase_if(flushed, isInside);
                std::ranges::copy_if(present, std::inserter(flushed, flushed.end()), isInside);
                break;
            }
        }
    }
    std::map<std::string, std::string> result;
    for (const auto& [name, number] : failure.keepsNames ? present : flushed)
        result[name] = failure.keepsContents ? files[number].present : files[number].flushed;
    return result;
}

}  // namespace trammel::test

using trammel::test::Call;
using trammel::test::FileChange;

extern "C" {

int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return trammel::test::openFile(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return trammel::test::openFile(path, flags | O_LARGEFILE, mode);
}
ssize_t write(int descriptor, const void* bytes, std::size_t count) {
    static const auto real =
        trammel::test::next("write", static_cast<ssize_t (*)(int, const void*, std::size_t)>(nullptr));
    const Call call("write", descriptor);
    if (call.fails()) return -1;
    const ssize_t written = real(descriptor, bytes, call.part(count));
    if (written > 0 && !call.name().empty())
        call.note({FileChange::Kind::Write,
                   {},
                   {},
                   std::size_t(::lseek(descriptor, 0, SEEK_CUR) - written),
                   std::string(static_cast<const char*>(bytes), std::size_t(written))});
    return written;
}
ssize_t read(int descriptor, void* bytes, std::size_t count) {
    static const auto real = trammel::test::next("read", static_cast<ssize_t (*)(int, void*, std::size_t)>(nullptr));
    const Call call("read", descriptor);
    return call.fails() ? -1 : real(descriptor, bytes, call.part(count));
}
ssize_t pwrite(int descriptor, const void* bytes, std::size_t count, off_t offset) {
    return trammel::test::writeAt(descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void* bytes, std::size_t count, off64_t offset) {
    return trammel::test::writeAt(descriptor, bytes, count, offset);
}
ssize_t pread(int descriptor, void* bytes, std::size_t count, off_t offset) {
    return trammel::test::readAt(descriptor, bytes, count, offset);
}
ssize_t pread64(int descriptor, void* bytes, std::size_t count, off64_t offset) {
    return trammel::test::readAt(descriptor, bytes, count, offset);
}
int fsync(int descriptor) { return trammel::test::flushFile("fsync", descriptor); }
int fdatasync(int descriptor) { return trammel::test::flushFile("fdatasync", descriptor); }
int ftruncate(int descriptor, off_t length) noexcept { return trammel::test::truncateFile(descriptor, length); }
int ftruncate64(int descriptor, off64_t length) noexcept { return trammel::test::truncateFile(descriptor, length); }
int fchmod(int descriptor, mode_t mode) noexcept {
    static const auto real = trammel::test::next("fchmod", static_cast<int (*)(int, mode_t)>(nullptr));
    const Call call("fchmod", descriptor);
    return call.fails() ? -1 : real(descriptor, mode);
}
int rename(const char* from, const char* to) noexcept {
    static const auto real = trammel::test::next("rename", static_cast<int (*)(const char*, const char*)>(nullptr));
    const Call call("rename", from);
    if (call.fails()) return -1;
    const int outcome = real(from, to);
    if (outcome == 0) call.note({FileChange::Kind::Rename, {}, trammel::test::nameIn(to)});
    return outcome;
}
int mkdir(const char* path, mode_t mode) noexcept {
    static const auto real = trammel::test::next("mkdir", static_cast<int (*)(const char*, mode_t)>(nullptr));
    // One that is there already changes nothing.
    if (::access(path, F_OK) == 0) return real(path, mode);
    const Call call("mkdir", path);
    return call.fails() ? -1 : real(path, mode);
}
int unlink(const char* path) noexcept {
    static const auto real = trammel::test::next("unlink", static_cast<int (*)(const char*)>(nullptr));
    const Call call("unlink", path);
    const int outcome = real(path);
    if (outcome == 0) call.note({FileChange::Kind::Remove, {}});
    return outcome;
}
}
