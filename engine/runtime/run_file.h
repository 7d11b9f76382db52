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

/// An append-only file of records with checksums (CRC-32): written by a run while it computes, and by saving a run. If
/// the program ends at any time, all records except the one being written remain readable.
///
/// One thread appends; any number may read() concurrently. engine/README.md describes the layout.
class RunFile {
public:
    enum class Kind : std::uint32_t {
        /// Text: build, options and names.
        Header = 1,
        /// Text of the model file.
        Model = 2,
        /// Text of the first State.
        Initial = 3,
        /// Frames first, ..., first + count - 1, compressed.
        Frames = 4,
        /// Text: a discrete variable and its value from frame `first` on.
        Discrete = 5,
        /// Text: an event.
        Event = 6,
        /// Text: an entry of the pull track.
        Pull = 7,
        /// Text: outcome of the run. The last record of a complete file.
        End = 8,
        /// Text: checkpoint after frame `first`.
        Checkpoint = 9
    };
    struct Record {
        Kind kind = Kind::Header;
        std::uint64_t first = 0, count = 0;
        /// Offset and length of the content.
        std::uint64_t offset = 0, bytes = 0;
    };

    /// Creates a new file. Errors give the reason of a failure, one of which is an existing file.
    static Result<std::shared_ptr<RunFile>> create(const std::filesystem::path& path);
    /// Starts a run in the empty file @p path, which @p descriptor is open for; the descriptor is duplicated.
    static Result<std::shared_ptr<RunFile>> createIn(const std::filesystem::path& path, int descriptor);
    /// Reads and checks the whole file. Keeps records up to the first damaged one; an error gives its place and kind. No
    /// value if the file cannot be read or is not a run file.
    static Result<std::shared_ptr<RunFile>> open(const std::filesystem::path& path);
    ~RunFile();
    RunFile(const RunFile&) = delete;
    RunFile& operator=(const RunFile&) = delete;

    const std::filesystem::path& getPath() const { return path_; }
    /// Records of an opened file, in the order of writing.
    const std::vector<Record>& getRecords() const { return records_; }
    /// No value if writing failed, as on a full disk; existing records stay valid.
    std::optional<Record> append(Kind kind, std::uint64_t first, std::uint64_t count,
                                 std::span<const std::byte> content);
    std::optional<Record> append(Kind kind, std::string_view text, std::uint64_t first = 0);
    /// False if it cannot be read or its checksum does not match.
    bool read(const Record& record, std::vector<std::byte>& content) const;
    std::string readText(const Record& record) const;
    /// Removes the file with this object: it only held frames that did not fit into memory.
    void setTemporary(bool temporary) { temporary_ = temporary; }

private:
    RunFile(std::filesystem::path path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
    /// Takes ownership of @p descriptor.
    static Result<std::shared_ptr<RunFile>> begin(const std::filesystem::path& path, int descriptor);
    std::optional<std::string> scan();

    std::filesystem::path path_;
    int descriptor_;
    std::uint64_t end_ = 0;
    bool temporary_ = false;
    std::vector<Record> records_;
};

}  // namespace trammel
