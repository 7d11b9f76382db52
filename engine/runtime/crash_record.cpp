// SPDX-License-Identifier: Apache-2.0
#include "runtime/crash_record.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/crash_stack.h"

namespace trammel {

namespace {

constexpr std::array fatalSignals{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
constexpr std::size_t mostEdits = 20, longestLabel = 160, mostFrames = 64;

/// Everything that a report needs, prepared in advance: after a crash no memory can be allocated and no lock taken.
struct Prepared {
    std::array<char, 1024> path{}, head{};
    std::array<std::array<char, longestLabel>, mostEdits> edits{};
    std::atomic<std::size_t> editCount = 0;
    std::atomic<bool> isInstalled = false, isEndExpected = false;
    /// One that code of a plugin forks inherits the handlers, but its end is not that of the program.
    pid_t process = 0;
};
Prepared prepared;

template <std::size_t N>
void keepText(std::array<char, N>& place, std::string_view text) {
    const std::size_t length = std::min(text.size(), N - 1);
    std::memcpy(place.data(), text.data(), length);
    place[length] = '\0';
}

void put(int file, const char* text) {
    // Nothing can be done about a full disk here.
    [[maybe_unused]] const ssize_t written = ::write(file, text, std::strlen(text));
}

void putHex(int file, std::uintptr_t number) {
    char digits[2 + 2 * sizeof number + 1] = "0x";
    int at = 2;
    bool started = false;
    for (int shift = int(8 * sizeof number) - 4; shift >= 0; shift -= 4) {
        const auto digit = number >> shift & 0xf;
        started = started || digit != 0 || shift == 0;
        if (started) digits[at++] = "0123456789abcdef"[digit];
    }
    digits[at] = '\0';
    put(file, digits);
}

/// Library and offset, which are the same on every machine; without the folder, which may contain a name.
void putFrame(int file, void* address) {
    Dl_info info{};
    if (dladdr(address, &info) == 0 || !info.dli_fname) {
        putHex(file, std::uintptr_t(address));
        return put(file, "\n");
    }
    const char* const slash = std::strrchr(info.dli_fname, '/');
    put(file, slash ? slash + 1 : info.dli_fname);
    put(file, " + ");
    putHex(file, std::uintptr_t(address) - std::uintptr_t(info.dli_fbase));
    if (info.dli_sname) {
        put(file, "  ");
        put(file, info.dli_sname);
    }
    put(file, "\n");
}

const char* nameOf(int signal) {
    switch (signal) {
        case SIGSEGV: return "segmentation violation";
        case SIGBUS: return "bus error";
        case SIGILL: return "illegal instruction";
        case SIGFPE: return "arithmetic error";
        default: return "abort";
    }
}

void writeReport(const char* cause) {
    // Only the first of several crashing threads reports. Looking up names may wait for a lock held by the crash: the
    // program ends all the same.
    constexpr unsigned longestSeconds = 10;
    ::alarm(longestSeconds);
    const int file = ::open(prepared.path.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return;
    put(file, prepared.head.data());
    put(file, "Ended by: ");
    put(file, cause);
    put(file, "\n\nStack:\n");
    std::array<void*, mostFrames> frames{};
    const int count = ::backtrace(frames.data(), int(frames.size()));
    for (int i = 0; i < count; ++i) putFrame(file, frames[std::size_t(i)]);
    put(file, "\nLast edits, oldest first:\n");
    const std::size_t all = prepared.editCount.load();
    for (std::size_t i = all > mostEdits ? all - mostEdits : 0; i < all; ++i) {
        put(file, prepared.edits[i % mostEdits].data());
        put(file, "\n");
    }
    ::close(file);
}

extern "C" void writeCrashReport(int signal) {
    writeReport(nameOf(signal));
    // The signal's usual effect has been restored.
    ::raise(signal);
}

/// Other threads may still compute: writes, and ends the process without further handlers.
extern "C" void writeExitReport() {
    if (prepared.isEndExpected || ::getpid() != prepared.process) return;
    writeReport("exit() before the windows were closed");
    put(STDERR_FILENO,
        "\ntrammel: the program ended before its windows were closed. Code of a plugin, or the loss of the display, "
        "can be the cause. The next start offers a report, and recovery copies of unsaved work.\n");
    ::_exit(1);
}

}  // namespace

void installCrashRecord(const std::filesystem::path& file, std::string_view head) {
    keepText(prepared.path, file.native());
    keepText(prepared.head, head);
    prepared.process = ::getpid();
    // The first call of backtrace() loads a library.
    void* warm = nullptr;
    ::backtrace(&warm, 1);
    CrashStack::installForProcess();
    struct sigaction action {};
    action.sa_handler = writeCrashReport;
    action.sa_flags = int(SA_ONSTACK | SA_RESETHAND | SA_NODEFER);
    for (const int signal : fatalSignals) ::sigaction(signal, &action, nullptr);
    std::at_quick_exit(writeExitReport);
    prepared.isInstalled = true;
    watchForExit();
}

void watchForExit() {
    // Handlers and destructors of objects run in reverse order.
    if (prepared.isInstalled) std::atexit(writeExitReport);
}

void expectEndOfProgram() { prepared.isEndExpected = true; }

void noteEditForCrash(std::string_view label) {
    const std::size_t at = prepared.editCount.load();
    keepText(prepared.edits[at % mostEdits], label);
    prepared.editCount.store(at + 1);
}

}  // namespace trammel
