// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace trammel {

/// A file of records, each with a checksum (CRC-32), that is only ever appended to: what a run writes while it computes,
/// and what a saved run is. Whatever ends the program, all records but the one being written can be read again.
///
/// One thread appends; any number may read() records at the same time. The layout is told in engine/README.md.
class RunFile {
public:
    enum class Kind : std::uint32_t {
        /// Text: who made it, options and names.
        Header = 1,
        /// Text of the model file.
        Model = 2,
        /// Text of the first State.
        Initial = 3,
        /// Stored frames first, ..., first + count - 1, packed.
        Frames = 4,
        /// Text: a discrete variable and its value from frame `first` on.
        Discrete = 5,
        /// Text: an event.
        Event = 6,
        /// Text: an entry of the track of pulls.
        Pull = 7,
        /// Text: how the run ended. The last record of a run that was not cut off.
        End = 8,
        /// Text: what computing goes on from after frame `first`.
        Checkpoint = 9
    };
    struct Record {
        Kind kind = Kind::Header;
        std::uint64_t first = 0, count = 0;
        /// Where its content begins, and its length.
        std::uint64_t offset = 0, bytes = 0;
    };

    /// Replaces what was there. Errors say why the file cannot be made.
    static Result<std::shared_ptr<RunFile>> create(const std::filesystem::path& path);
    /// Reads and checks the whole file. Records up to the first damaged one are kept; a warning tells where and how it
    /// is damaged. No value, with an error, if it cannot be read at all or is no such file.
    static Result<std::shared_ptr<RunFile>> open(const std::filesystem::path& path);
    ~RunFile();
    RunFile(const RunFile&) = delete;
    RunFile& operator=(const RunFile&) = delete;

    const std::filesystem::path& getPath() const { return path_; }
    /// Of an opened file, in the order of writing.
    const std::vector<Record>& getRecords() const { return records_; }
    /// No value if it could not be written: the disk is full. What is there stays valid.
    std::optional<Record> append(Kind kind, std::uint64_t first, std::uint64_t count,
                                 std::span<const std::byte> content);
    std::optional<Record> append(Kind kind, std::string_view text, std::uint64_t first = 0);
    /// False if it cannot be read, or does not have its checksum any more.
    bool read(const Record& record, std::vector<std::byte>& content) const;
    std::string readText(const Record& record) const;
    /// The file is removed with this object: it only held what did not fit into memory.
    void setTemporary(bool temporary) { temporary_ = temporary; }

private:
    RunFile(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
    std::optional<std::string> scan();

    std::filesystem::path path_;
    int descriptor_;
    std::uint64_t end_ = 0;
    bool temporary_ = false;
    std::vector<Record> records_;
};

}  // namespace trammel
