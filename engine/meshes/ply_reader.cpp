// SPDX-License-Identifier: Apache-2.0
#include "meshes/ply_reader.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/mesh_file.h"

namespace trammel {

namespace {

enum class Type { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float32, Float64 };
struct NamedType {
    std::string_view name;
    Type type;
};
constexpr NamedType namedTypes[] = {
    {"char", Type::Int8},   {"uchar", Type::UInt8},   {"short", Type::Int16},     {"ushort", Type::UInt16},
    {"int", Type::Int32},   {"uint", Type::UInt32},   {"float", Type::Float32},   {"double", Type::Float64},
    {"int8", Type::Int8},   {"uint8", Type::UInt8},   {"int16", Type::Int16},     {"uint16", Type::UInt16},
    {"int32", Type::Int32}, {"uint32", Type::UInt32}, {"float32", Type::Float32}, {"float64", Type::Float64}};

struct Property {
    std::string_view name;
    Type type = Type::Float32;
    /// Type of the number before the values of a list; none: one value.
    std::optional<Type> countType;
};
struct Element {
    std::string_view name;
    std::uint64_t count = 0;
    std::vector<Property> properties;
};
enum class Encoding { Text, LittleEndian, BigEndian };
struct Header {
    Encoding encoding = Encoding::Text;
    std::vector<Element> elements;
    /// Bytes after the header.
    std::string_view data;
};

constexpr std::string_view blanks = " \t\r\n";
/// Corners of the largest mesh that is read. A file with more vertices or longer lists is refused.
constexpr std::size_t mostPlyCorners = 3 * mostTrianglesRead;

std::string_view nextWord(std::string_view& line) {
    const std::size_t first = std::min(line.find_first_not_of(blanks), line.size());
    const std::size_t end = std::min(line.find_first_of(blanks, first), line.size());
    const std::string_view word = line.substr(first, end - first);
    line.remove_prefix(end);
    return word;
}

std::optional<Type> typeOf(std::string_view name) {
    const auto* const known = std::ranges::find(namedTypes, name, &NamedType::name);
    return known == std::end(namedTypes) ? std::nullopt : std::optional(known->type);
}

/// False for an unexpected line.
bool readHeaderLine(std::string_view line, Header& header) {
    const std::string_view word = nextWord(line);
    if (word == "format") {
        const std::string_view encoding = nextWord(line);
        header.encoding = encoding == "ascii"                  ? Encoding::Text
                          : encoding == "binary_little_endian" ? Encoding::LittleEndian
                                                               : Encoding::BigEndian;
        return encoding == "ascii" || encoding.starts_with("binary_");
    }
    if (word == "element") {
        Element element{nextWord(line), 0, {}};
        const std::string_view count = nextWord(line);
        const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), element.count);
        header.elements.push_back(element);
        return error == std::errc() && end == count.data() + count.size();
    }
    if (word == "property") {
        if (header.elements.empty()) return false;
        Property property;
        std::string_view type = nextWord(line);
        if (type == "list") {
            property.countType = typeOf(nextWord(line));
            if (!property.countType) return false;
            type = nextWord(line);
        }
        const std::optional<Type> known = typeOf(type);
        property.type = known.value_or(Type::Float32);
        property.name = nextWord(line);
        header.elements.back().properties.push_back(property);
        return known.has_value();
    }
    return word.empty() || word == "comment" || word == "obj_info";
}

/// None if there is no complete header.
std::optional<Header> readHeader(std::string_view bytes) {
    if (!bytes.starts_with("ply")) return std::nullopt;
    Header header;
    bool isFirst = true;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
        std::string_view line = bytes.substr(0, end);
        const bool isWindows = bytes.substr(end).starts_with("\r\n");
        bytes.remove_prefix(std::min(bytes.size(), end + (isWindows ? 2 : 1)));
        if (!std::exchange(isFirst, false)) {
            std::string_view words = line;
            if (nextWord(words) == "end_header") {
                header.data = bytes;
                return header;
            }
            if (!readHeaderLine(line, header)) return std::nullopt;
        }
    }
    return std::nullopt;
}

/// The numbers after the header, one after the other.
class Numbers {
public:
    Numbers(std::string_view data, Encoding encoding) : data_(data), encoding_(encoding) {}

    /// False at the end, and where a text holds no number.
    bool read(Type type, double& x) {
        if (encoding_ == Encoding::Text) return readText(x);
        switch (type) {
            case Type::Int8: return readBinary<std::int8_t>(x);
            case Type::UInt8: return readBinary<std::uint8_t>(x);
            case Type::Int16: return readBinary<std::int16_t>(x);
            case Type::UInt16: return readBinary<std::uint16_t>(x);
            case Type::Int32: return readBinary<std::int32_t>(x);
            case Type::UInt32: return readBinary<std::uint32_t>(x);
            case Type::Float32: return readBinary<float>(x);
            case Type::Float64: return readBinary<double>(x);
        }
        return false;
    }
    /// False if there cannot be as many numbers.
    bool readCount(Type type, std::size_t& count) {
        double x = 0;
        if (!read(type, x) || !(x >= 0 && x <= double(data_.size()))) return false;
        count = std::size_t(x);
        return true;
    }

private:
    bool readText(double& x) {
        std::string_view word = nextWord(data_);
        if (word.starts_with('+')) word.remove_prefix(1);
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), x);
        return error == std::errc() && end == word.data() + word.size();
    }
    template <class Number>
    bool readBinary(double& x) {
        char raw[sizeof(Number)];
        if (data_.size() < sizeof raw) return false;
        std::memcpy(raw, data_.data(), sizeof raw);
        data_.remove_prefix(sizeof raw);
        if ((encoding_ == Encoding::LittleEndian) != (std::endian::native == std::endian::little))
            std::reverse(std::begin(raw), std::end(raw));
        Number value;
        std::memcpy(&value, raw, sizeof value);
        x = double(value);
        return true;
    }

    std::string_view data_;
    Encoding encoding_;
};

/// Why a file cannot be read.
struct Refusal {
    std::string why;
};

class PlyReader {
public:
    explicit PlyReader(const Header& header) : header_(header), numbers_(header.data, header.encoding) {}

    TriangleMesh read() {
        for (const Element& element : header_.elements) {
            // These have no data, whatever their number.
            if (element.properties.empty()) continue;
            for (std::uint64_t i = 0; i < element.count && mesh_.triangles.size() <= mostPlyCorners; ++i)
                readElement(element);
        }
        for (const std::uint32_t corner : mesh_.triangles)
            if (corner >= mesh_.vertices.size()) throw Refusal{"One of its indices refers to nothing."};
        return std::move(mesh_);
    }

private:
    void readElement(const Element& element) {
        const bool isVertex = element.name == "vertex", isStrip = element.name == "tristrips";
        Vec3 point(NaN);
        for (const Property& property : element.properties) {
            if (property.countType) {
                readList(property);
                const bool hasCorners = property.name == "vertex_indices" || property.name == "vertex_index";
                if (hasCorners && element.name == "face") addPolygon();
                if (hasCorners && isStrip) addStrips();
                continue;
            }
            const double x = readNumber(property.type);
            for (int axis = 0; axis < 3 && isVertex; ++axis)
                if (property.name == std::string_view("xyz").substr(std::size_t(axis), 1)) point[axis] = x;
        }
        if (!isVertex) return;
        if (mesh_.vertices.size() >= mostPlyCorners)
            throw Refusal{"It has more than " + std::to_string(mostPlyCorners) + " vertices."};
        mesh_.vertices.push_back(point);
    }
    double readNumber(Type type) {
        double x = 0;
        if (!numbers_.read(type, x))
            throw Refusal{"It ends before its last element, or contains text in place of a number."};
        return x;
    }
    void readList(const Property& property) {
        std::size_t count = 0;
        if (!numbers_.readCount(*property.countType, count)) throw Refusal{"One of its lists is longer than the file."};
        if (count > mostPlyCorners)
            throw Refusal{"One of its lists has more than " + std::to_string(mostPlyCorners) + " values."};
        list_.clear();
        for (std::size_t i = 0; i < count; ++i) list_.push_back(readNumber(property.type));
    }
    /// No vertex has the number of an index that is out of range.
    static std::uint32_t cornerOf(double index) {
        constexpr std::uint32_t none = 0xffffffff;
        return index >= 0 && index < double(none) ? std::uint32_t(index) : none;
    }
    void addTriangle(double a, double b, double c) {
        for (const double corner : {a, b, c}) mesh_.triangles.push_back(cornerOf(corner));
    }
    void addPolygon() {
        for (std::size_t i = 2; i < list_.size(); ++i) addTriangle(list_[0], list_[i - 1], list_[i]);
    }
    /// Each vertex makes a triangle with the two before it, turned around every second time; a negative index ends a strip.
    void addStrips() {
        std::size_t start = 0;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            if (list_[i] < 0) start = i + 1;
            if (i < start + 2) continue;
            const bool isTurned = (i - start) % 2 == 1;
            addTriangle(list_[i - 2], list_[isTurned ? i : i - 1], list_[isTurned ? i - 1 : i]);
        }
    }

    const Header& header_;
    Numbers numbers_;
    TriangleMesh mesh_;
    /// The latest list.
    std::vector<double> list_;
};

}  // namespace

Result<TriangleMesh> readPly(std::string_view bytes) {
    Result<TriangleMesh> result;
    const auto refuse = [&result](const std::string& why) {
        result.diagnostics.error("Mesh", why, "Export the mesh again, as STL for instance.");
        return result;
    };
    const std::optional<Header> header = readHeader(bytes);
    if (!header) return refuse("This is not a .ply mesh.");
    try {
        return finishMesh(PlyReader(*header).read());
    } catch (const Refusal& refusal) {
        return refuse(refusal.why);
    }
}

}  // namespace trammel
