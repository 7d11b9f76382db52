// SPDX-License-Identifier: Apache-2.0
// A library to preload: every n-th call that changes files of a folder fails, for programs as they are installed.
//   FAULT_FOLDER   the folder
//   FAULT_EVERY    n; 1: every call
//   FAULT_ERROR    errno as a number; 0: the program is killed before the call
//   FAULT_START    a file: no call fails before it exists; none: from the first call on
//   FAULT_COUNT    a file that receives a byte for each failed call; none: not counted
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

template <class Function>
Function real(const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool isInFolder(const char* path) {
    const char* const folder = std::getenv("FAULT_FOLDER");
    return folder && path && std::strncmp(path, folder, std::strlen(folder)) == 0;
}

/// True, with errno set, if it is this call's turn.
bool fails(const char* path) {
    static std::atomic<long> calls = 0;
    const char* const every = std::getenv("FAULT_EVERY");
    const char* const error = std::getenv("FAULT_ERROR");
    if (!every || !error || !isInFolder(path)) return false;
    if (const char* const start = std::getenv("FAULT_START"); start && ::access(start, F_OK) != 0) return false;
    const long n = std::atol(every);
    if (n < 1 || ++calls % n != 0) return false;
    if (const char* const count = std::getenv("FAULT_COUNT")) {
        const int descriptor =
            real<int (*)(const char*, int, ...)>("open")(count, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (descriptor >= 0) {
            real<ssize_t (*)(int, const void*, std::size_t)>("write")(descriptor, "x", 1);
            ::close(descriptor);
        }
    }
    errno = std::atoi(error);
    if (errno == 0) ::kill(::getpid(), SIGKILL);
    return true;
}

bool fails(int descriptor) {
    char link[64], path[4096];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return false;
    path[length] = 0;
    return fails(path);
}

int openFile(const char* name, const char* path, int flags, mode_t mode) {
    if ((flags & (O_CREAT | O_TRUNC)) != 0 && fails(path)) return -1;
    return real<int (*)(const char*, int, ...)>(name)(path, flags, mode);
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return openFile("open", path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return openFile("open64", path, flags, mode);
}
ssize_t write(int descriptor, const void* bytes, std::size_t count) {
    return fails(descriptor) ? -1 : real<ssize_t (*)(int, const void*, std::size_t)>("write")(descriptor, bytes, count);
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
    return fails(descriptor) ? -1 : real<ssize_t (*)(int, const iovec*, int)>("writev")(descriptor, parts, count);
}
ssize_t pwrite(int descriptor, const void* bytes, std::size_t count, off_t offset) {
    using Function = ssize_t (*)(int, const void*, std::size_t, off_t);
    return fails(descriptor) ? -1 : real<Function>("pwrite")(descriptor, bytes, count, offset);
}
ssize_t pwrite64(int descriptor, const void* bytes, std::size_t count, off64_t offset) {
    using Function = ssize_t (*)(int, const void*, std::size_t, off64_t);
    return fails(descriptor) ? -1 : real<Function>("pwrite64")(descriptor, bytes, count, offset);
}
int fsync(int descriptor) { return fails(descriptor) ? -1 : real<int (*)(int)>("fsync")(descriptor); }
int fdatasync(int descriptor) { return fails(descriptor) ? -1 : real<int (*)(int)>("fdatasync")(descriptor); }
int ftruncate(int descriptor, off_t length) noexcept {
    return fails(descriptor) ? -1 : real<int (*)(int, off_t)>("ftruncate")(descriptor, length);
}
int ftruncate64(int descriptor, off64_t length) noexcept {
    return fails(descriptor) ? -1 : real<int (*)(int, off64_t)>("ftruncate64")(descriptor, length);
}
int rename(const char* from, const char* to) noexcept {
    return fails(from) ? -1 : real<int (*)(const char*, const char*)>("rename")(from, to);
}
int mkdir(const char* path, mode_t mode) noexcept {
    return fails(path) ? -1 : real<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}
int link(const char* from, const char* to) noexcept {
    return fails(from) ? -1 : real<int (*)(const char*, const char*)>("link")(from, to);
}
}
