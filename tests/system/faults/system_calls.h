// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace trammel::test {

/// Intercepts the system calls of this program on files of one folder: each can be made to fail, and writes are logged.
/// Replaces functions of the C library, so that libraries, such as SQLite, are covered too.

/// How a call fails.
struct Fault {
    /// errno; 0: a write or read handles half of its bytes, and others succeed.
    int error = 0;
    const char* name = "";
    /// All later calls fail, too.
    bool lasts = false;
};
/// All ways in which a disk fails.
extern const std::vector<Fault> everyFault;

/// While it lives, the call of number @p number (from 1) on files of @p folder fails once; 0: none. Calls that close or
/// remove a file always succeed, as in the operating system.
class FailingCall {
public:
    FailingCall(const std::filesystem::path& folder, const Fault& fault, long number);
    ~FailingCall();
    FailingCall(const FailingCall&) = delete;
    FailingCall& operator=(const FailingCall&) = delete;
    /// Calls so far, and the name of the one that failed; empty if none did.
    long count() const;
    std::string failed() const;
};

/// While it lives, each flush of a file of @p folder waits for @p answer to return, as on a disk that does not answer.
class HeldFlushes {
public:
    HeldFlushes(const std::filesystem::path& folder, std::function<void()> answer);
    ~HeldFlushes();
    HeldFlushes(const HeldFlushes&) = delete;
    HeldFlushes& operator=(const HeldFlushes&) = delete;
};

/// A change of the files of a folder.
struct FileChange {
    enum class Kind { Create, Write, Truncate, Flush, Rename, Remove, FlushFolder } kind;
    /// Name in the folder; number of the file, which a rename keeps.
    std::string name, newName = {};
    /// Where, and the bytes; or the new length.
    std::size_t offset = 0;
    std::string bytes = {};
};

/// During its lifetime, logs changes of files of @p folder, which is empty at the start.
class ChangeLog {
public:
    explicit ChangeLog(const std::filesystem::path& folder);
    ~ChangeLog();
    ChangeLog(const ChangeLog&) = delete;
    ChangeLog& operator=(const ChangeLog&) = delete;
    const std::vector<FileChange>& changes() const;
};

/// The disk when the power fails after the first @p count changes: either everything, or only flushed contents and
/// names. The last write may be incomplete.
struct PowerFailure {
    std::size_t count = 0;
    bool keepsContents = true, keepsNames = true, tearsLastWrite = false;
};
/// Names and contents of the files after a power failure.
std::map<std::string, std::string> filesAfter(const std::vector<FileChange>& changes, const PowerFailure& failure);

}  // namespace trammel::test
