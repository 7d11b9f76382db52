// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <bit>
#include <cerrno>

#include "document/file_access.h"
#include "document/retried_call.h"

namespace trammel {

namespace {
static_assert(std::endian::native == std::endian::little, "run files are little-endian");

constexpr std::string_view Heading("trammel run 1\n\0\0", 16);

/// Precedes each content.
struct RecordHead {
    std::uint32_t kind;
    /// CRC-32 of the rest of the head and the content.
    std::uint32_t checksum;
    std::uint64_t first, count, bytes;
};
static_assert(sizeof(RecordHead) == 32);

std::uint32_t checksumOf(const RecordHead& head, std::span<const std::byte> content) {
    RecordHead plain = head;
    plain.checksum = 0;
    uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(&plain), sizeof plain);
    crc = crc32_z(crc, reinterpret_cast<const Bytef*>(content.data()), content.size());
    return static_cast<std::uint32_t>(crc);
}

bool writeAll(int descriptor, const std::byte* bytes, std::size_t count, std::uint64_t offset) {
    while (count > 0) {
        const ssize_t written =
            retriedCall([&] { return pwrite(descriptor, bytes, count, static_cast<off_t>(offset)); });
        if (written <= 0) return false;
        bytes += written;
        offset += static_cast<std::uint64_t>(written);
        count -= static_cast<std::size_t>(written);
    }
    return true;
}

bool readAll(int descriptor, std::byte* bytes, std::size_t count, std::uint64_t offset) {
    while (count > 0) {
        const ssize_t got = retriedCall([&] { return pread(descriptor, bytes, count, static_cast<off_t>(offset)); });
        if (got <= 0) return false;
        bytes += got;
        offset += static_cast<std::uint64_t>(got);
        count -= static_cast<std::size_t>(got);
    }
    return true;
}

std::span<const std::byte> bytesOf(const auto& object) {
    return std::as_bytes(std::span<const std::remove_reference_t<decltype(object)>, 1>(&object, 1));
}

std::uint64_t sizeOf(int descriptor) {
    struct stat facts {};
    return fstat(descriptor, &facts) == 0 ? static_cast<std::uint64_t>(facts.st_size) : 0;
}
}  // namespace

Result<std::shared_ptr<RunFile>> RunFile::begin(const std::filesystem::path& path, int descriptor) {
    Result<std::shared_ptr<RunFile>> made;
    std::shared_ptr<RunFile> file;
    if (descriptor >= 0) file.reset(new RunFile(path, descriptor));
    if (!file || !writeAll(descriptor, reinterpret_cast<const std::byte*>(Heading.data()), Heading.size(), 0)) {
        made.diagnostics.error(path.string(), "The file cannot be written.",
                               "Choose an existing, writable folder with free space.");
        return made;
    }
    file->end_ = Heading.size();
    made.value = std::move(file);
    return made;
}

Result<std::shared_ptr<RunFile>> RunFile::create(const std::filesystem::path& path) {
    const int descriptor =
        retriedCall([&] { return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644); });
    Result<std::shared_ptr<RunFile>> made = begin(path, descriptor);
    std::error_code ignored;
    if (descriptor >= 0 && !made) std::filesystem::remove(path, ignored);
    return made;
}

Result<std::shared_ptr<RunFile>> RunFile::createIn(const std::filesystem::path& path, int descriptor) {
    return begin(path, ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
}

Result<std::shared_ptr<RunFile>> RunFile::open(const std::filesystem::path& path) {
    Result<std::shared_ptr<RunFile>> opened;
    opened.diagnostics = checkReadable(path);
    if (opened.diagnostics.hasErrors()) return opened;
    const int descriptor = retriedCall([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
    if (descriptor < 0) {
        opened.diagnostics.error(path.string(), "The file cannot be read: I/O error.", "Choose another file.");
        return opened;
    }
    std::shared_ptr<RunFile> file(new RunFile(path, descriptor));
    std::array<char, Heading.size()> heading{};
    if (!readAll(descriptor, reinterpret_cast<std::byte*>(heading.data()), heading.size(), 0) ||
        std::string_view(heading.data(), heading.size()) != Heading) {
        opened.diagnostics.error(path.filename().string(), "This is not a run file, or was written by a newer version.",
                                 "Choose a file saved as a run.");
        return opened;
    }
    if (const auto damage = file->scan())
        opened.diagnostics.error(path.filename().string(), *damage,
                                 "The part before that place was read; run the model again for the rest.");
    opened.value = std::move(file);
    return opened;
}

std::optional<std::string> RunFile::scan() {
    const std::uint64_t size = sizeOf(descriptor_);
    std::uint64_t at = Heading.size();
    std::vector<std::byte> content;
    while (at < size) {
        RecordHead head{};
        const bool hasHead =
            size - at >= sizeof head && readAll(descriptor_, reinterpret_cast<std::byte*>(&head), sizeof head, at);
        const std::string place = "byte " + std::to_string(at) + " of " + std::to_string(size);
        if (!hasHead || head.bytes > size - at - sizeof head)
            return "The file is truncated in the record at " + place + ".";
        const Record record{Kind{head.kind}, head.first, head.count, at + sizeof head, head.bytes};
        if (!read(record, content)) return "The file is damaged in the record at " + place + ".";
        records_.push_back(record);
        at = record.offset + record.bytes;
    }
    end_ = at;
    return std::nullopt;
}

RunFile::~RunFile() {
    ::close(descriptor_);
    std::error_code ignored;
    if (temporary_) std::filesystem::remove(path_, ignored);
}

std::optional<RunFile::Record> RunFile::append(Kind kind, std::uint64_t first, std::uint64_t count,
                                               std::span<const std::byte> content) {
    RecordHead head{static_cast<std::uint32_t>(kind), 0, first, count, content.size()};
    head.checksum = checksumOf(head, content);
    const std::uint64_t offset = end_ + sizeof head;
    if (!writeAll(descriptor_, bytesOf(head).data(), sizeof head, end_) ||
        !writeAll(descriptor_, content.data(), content.size(), offset))
        return std::nullopt;
    end_ = offset + content.size();
    return Record{kind, first, count, offset, content.size()};
}

std::optional<RunFile::Record> RunFile::append(Kind kind, std::string_view text, std::uint64_t first) {
    return append(kind, first, 1, std::as_bytes(std::span(text.data(), text.size())));
}

bool RunFile::read(const Record& record, std::vector<std::byte>& content) const {
    content.resize(record.bytes);
    RecordHead head{};
    return readAll(descriptor_, reinterpret_cast<std::byte*>(&head), sizeof head, record.offset - sizeof head) &&
           readAll(descriptor_, content.data(), content.size(), record.offset) && head.bytes == content.size() &&
           head.checksum == checksumOf(head, content);
}

std::string RunFile::readText(const Record& record) const {
    std::vector<std::byte> content;
    if (!read(record, content)) return {};
    return {reinterpret_cast<const char*>(content.data()), content.size()};
}

}  // namespace trammel
