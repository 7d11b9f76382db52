// SPDX-License-Identifier: Apache-2.0
#include "meshes/vtp_reader.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "formats/mesh_file.h"

namespace trammel {

namespace {

Result<TriangleMesh> unreadable(const std::string& why) {
    Result<TriangleMesh> result;
    result.diagnostics.error("Mesh", why, "Save it with its data as text, or export it as STL.");
    return result;
}

/// Data of a file after its XML.
struct Appended {
    /// After the "_" that begins it.
    std::string_view bytes;
    /// Size of the length before each array, bytes.
    std::size_t headLength = 4;
    bool isBase64 = false;
    bool isCompressed = false;
};

/// The bytes that a base64 text holds up to @p limit of them; blanks are skipped, and after padding a new text may
/// follow. Ends at the first other character.
std::string decodeBase64(std::string_view text, std::size_t limit) {
    std::string bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        if (static_cast<unsigned char>(c) <= ' ') continue;
        const int value = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (c == '=') {
            bits = 0;
            count = 0;
            continue;
        }
        if (value < 0 || bytes.size() >= limit) break;
        bits = (bits << 6) | static_cast<std::uint32_t>(value);
        if (++count == 1) continue;
        bytes += static_cast<char>((bits >> (2 * (4 - count))) & 0xff);
        if (count == 4) {
            bits = 0;
            count = 0;
        }
    }
    return bytes;
}

template <class Number>
void appendNumbers(std::string_view raw, std::vector<double>& out) {
    for (std::size_t at = 0; at + sizeof(Number) <= raw.size(); at += sizeof(Number)) {
        Number x;
        std::memcpy(&x, raw.data() + at, sizeof x);
        out.push_back(static_cast<double>(x));
    }
}

std::optional<std::vector<double>> readText(std::string_view text) {
    std::vector<double> numbers;
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        while (at != end && static_cast<unsigned char>(*at) <= ' ') ++at;
        if (at == end) return numbers;
        double x = 0;
        const auto [next, problem] = std::from_chars(at, end, x);
        if (problem != std::errc()) return std::nullopt;
        at = next;
        numbers.push_back(x);
    }
}

/// An array with its length before it.
std::optional<std::vector<double>> readBinary(const pugi::xml_node& array, std::string_view held,
                                              std::size_t headLength) {
    if (held.size() < headLength) return std::nullopt;
    std::uint64_t length = 0;
    // Little-endian, like every file found; a big-endian one was refused earlier.
    std::memcpy(&length, held.data(), headLength);
    const std::string_view rest = held.substr(headLength);
    if (length > rest.size()) return std::nullopt;
    const std::string_view raw = rest.substr(0, length);
    const std::string_view type = array.attribute("type").value();
    std::vector<double> numbers;
    if (type == "Float32")
        appendNumbers<float>(raw, numbers);
    else if (type == "Float64")
        appendNumbers<double>(raw, numbers);
    else if (type == "Int32")
        appendNumbers<std::int32_t>(raw, numbers);
    else if (type == "Int64")
        appendNumbers<std::int64_t>(raw, numbers);
    else if (type == "UInt32")
        appendNumbers<std::uint32_t>(raw, numbers);
    else if (type == "UInt8")
        appendNumbers<std::uint8_t>(raw, numbers);
    else
        return std::nullopt;
    return numbers;
}

std::optional<std::vector<double>> readArray(const pugi::xml_node& array, const Appended& appended) {
    const std::string_view format = array.attribute("format").value();
    if (format.empty() || format == "ascii") return readText(array.child_value());
    if (appended.isCompressed) return std::nullopt;
    if (format == "binary") {
        const std::string_view text(array.child_value());
        return readBinary(array, decodeBase64(text, text.size()), appended.headLength);
    }
    const std::size_t offset = array.attribute("offset").as_ullong();
    if (format != "appended" || offset > appended.bytes.size()) return std::nullopt;
    const std::string_view rest = appended.bytes.substr(offset);
    if (!appended.isBase64) return readBinary(array, rest, appended.headLength);
    // Only as much as the array holds is decoded.
    std::uint64_t length = 0;
    const std::string head = decodeBase64(rest, appended.headLength);
    if (head.size() < appended.headLength) return std::nullopt;
    std::memcpy(&length, head.data(), appended.headLength);
    if (length > rest.size()) return std::nullopt;
    return readBinary(array, decodeBase64(rest, length + appended.headLength), appended.headLength);
}

/// Adds the cells of an element "Polys" or "Strips"; false if the arrays are inconsistent.
bool appendCells(const pugi::xml_node& cells, bool strips, const Appended& appended, TriangleMesh& mesh) {
    const auto arrayOf = [&](const char* name) {
        return readArray(cells.find_child_by_attribute("DataArray", "Name", name), appended);
    };
    const auto corners = arrayOf("connectivity"), ends = arrayOf("offsets");
    if (!corners || !ends) return false;
    std::size_t begin = 0;
    const auto count = static_cast<double>(mesh.vertices.size());
    for (const double e : *ends) {
        if (!(e >= double(begin)) || e > double(corners->size())) return false;
        const auto end = static_cast<std::size_t>(e);
        for (std::size_t i = begin; i < end; ++i)
            if (!((*corners)[i] >= 0) || (*corners)[i] >= count) return false;
        const auto corner = [&](std::size_t i) { return static_cast<std::uint32_t>((*corners)[i]); };
        for (std::size_t i = begin + 2; i < end; ++i) {
            const bool odd = strips && (i - begin) % 2 == 1;
            const std::uint32_t a = strips ? corner(i - 2) : corner(begin), b = corner(i - 1), c = corner(i);
            mesh.triangles.insert(mesh.triangles.end(), {odd ? b : a, odd ? a : b, c});
        }
        begin = end;
    }
    return true;
}

}  // namespace

Result<TriangleMesh> readVtp(std::string_view bytes) {
    // Raw appended data is not XML: cut it off before parsing.
    Appended appended;
    std::string_view xml = bytes;
    std::string closing;
    if (const std::size_t at = bytes.find("<AppendedData"); at != std::string_view::npos) {
        const std::size_t underscore = bytes.find('_', bytes.find('>', at));
        if (underscore == std::string_view::npos) return unreadable("Its appended data has no beginning.");
        const std::string_view head = bytes.substr(at, underscore - at);
        appended.isBase64 = head.find("base64") != std::string_view::npos;
        appended.bytes = bytes.substr(underscore + 1);
        xml = bytes.substr(0, at);
        closing = "</VTKFile>";
    }
    pugi::xml_document document;
    const std::string text = std::string(xml) + closing;
    document.load_buffer(text.data(), text.size());
    const pugi::xml_node file = document.child("VTKFile");
    const pugi::xml_node piece = file.child("PolyData").child("Piece");
    if (!piece) return unreadable("This is not VTK PolyData.");
    if (std::string_view(file.attribute("header_type").value()) == "UInt64") appended.headLength = 8;
    if (!appended.bytes.empty() && std::string_view(file.attribute("byte_order").value()) == "BigEndian")
        return unreadable("Its appended data is big-endian.");
    appended.isCompressed = file.attribute("compressor");
    if (!appended.bytes.empty() && appended.isCompressed) return unreadable("Its appended data is compressed.");
    TriangleMesh mesh;
    for (const pugi::xml_node& part : file.child("PolyData").children("Piece")) {
        if (part != piece) return unreadable("It has several pieces.");
        const auto points = readArray(part.child("Points").child("DataArray"), appended);
        if (!points || points->size() % 3 != 0) return unreadable("Its points cannot be read.");
        for (std::size_t i = 0; i < points->size(); i += 3)
            mesh.vertices.push_back(Vec3((*points)[i], (*points)[i + 1], (*points)[i + 2]));
        for (const bool strips : {false, true}) {
            const pugi::xml_node cells = part.child(strips ? "Strips" : "Polys");
            if (cells && cells.child("DataArray") && !appendCells(cells, strips, appended, mesh))
                return unreadable("Its polygons cannot be read, or refer to a missing point.");
        }
    }
    return finishMesh(std::move(mesh));
}

}  // namespace trammel
