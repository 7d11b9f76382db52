// SPDX-License-Identifier: Apache-2.0
#include "meshes/collada_check.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace trammel {

namespace {

constexpr int deepestElement = 500;
/// Products of three such numbers do not overflow.
constexpr std::uint64_t largestCount = 1'000'000;
/// Indices of one corner: position, normal, colors and texture coordinates.
constexpr std::uint64_t mostInputs = 100;

constexpr std::array<std::string_view, 5> indexLists{"p", "v", "vcount", "h", "ph"};
/// Inputs that are read as numbers, regardless of their source.
constexpr std::array<std::string_view, 8> numberInputs{"POSITION", "NORMAL",     "TEXCOORD", "COLOR",
                                                       "TANGENT",  "TEXTANGENT", "BINORMAL", "TEXBINORMAL"};

/// Empty for anything but digits, and beyond @p largest; @p missing without the attribute.
std::optional<std::uint64_t> countOf(const pugi::xml_node& node, const char* name, std::uint64_t missing,
                                     std::uint64_t largest) {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) return missing;
    const std::string_view text = attribute.value();
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value > largest) return std::nullopt;
    return value;
}

std::uint64_t countWords(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::uint64_t words = 0;
    for (std::size_t at = 0; (at = text.find_first_not_of(blanks, at)) != std::string_view::npos;
         at = std::min(text.find_first_of(blanks, at), text.size()))
        ++words;
    return words;
}

class ListCheck : public pugi::xml_tree_walker {
public:
    bool for_each(pugi::xml_node& node) override {
        if (node.type() != pugi::node_element) return true;
        if (depth() > deepestElement) return false;
        const std::string_view name = node.name();
        if (name.ends_with("_array")) return addArray(node);
        if (std::ranges::find(indexLists, name) != indexLists.end())
            return std::string_view(node.child_value()).find_first_not_of("0123456789 \t\r\n-") ==
                   std::string_view::npos;
        if (name == "input") {
            const std::string_view semantic = node.attribute("semantic").value();
            if (std::ranges::find(numberInputs, semantic) != numberInputs.end())
                readAsNumbers_.emplace_back(node.attribute("source").value());
            return countOf(node, "offset", 0, mostInputs).has_value();
        }
        if (name == "accessor") accessors_.push_back(node);
        return true;
    }
    bool areAccessorsSound() const {
        return std::ranges::all_of(accessors_, [this](const auto& a) { return fits(a); });
    }
    /// False if an input that is read as numbers has a source of words.
    bool areInputsSound() const {
        std::set<std::string> ofWords;
        for (const pugi::xml_node& accessor : accessors_) {
            if (!wordArrays_.contains(accessor.attribute("source").value())) continue;
            for (pugi::xml_node at = accessor.parent(); at; at = at.parent())
                if (std::string_view(at.name()) == "source") ofWords.insert(addressOf(at));
        }
        return std::ranges::none_of(readAsNumbers_,
                                    [&](const std::string& source) { return ofWords.contains(source); });
    }

private:
    static std::string addressOf(const pugi::xml_node& node) { return "#" + std::string(node.attribute("id").value()); }
    bool addArray(const pugi::xml_node& node) {
        const std::string_view name = node.name();
        if (name == "Name_array" || name == "IDREF_array") wordArrays_.insert(addressOf(node));
        // Without it the reader assumes an empty list.
        const auto count =
            node.attribute("count") ? countOf(node, "count", 0, countWords(node.child_value())) : std::nullopt;
        // The reader uses any of several arrays with the same name.
        std::uint64_t& length = lengths_.emplace(addressOf(node), count.value_or(0)).first->second;
        length = std::min(length, count.value_or(0));
        return count.has_value();
    }
    bool fits(const pugi::xml_node& accessor) const {
        const auto count = countOf(accessor, "count", 0, largestCount * 100),
                   offset = countOf(accessor, "offset", 0, largestCount * 100),
                   stride = countOf(accessor, "stride", 1, largestCount);
        if (!count || !offset || !stride) return false;
        const auto array = lengths_.find(accessor.attribute("source").value());
        if (array == lengths_.end() || *count == 0) return true;
        // A parameter beyond the stride is read, too.
        std::uint64_t parameters = 0;
        for (pugi::xml_node at = accessor.child("param"); at; at = at.next_sibling("param")) ++parameters;
        return *offset + (*count - 1) * *stride + std::max(*stride, parameters) <= array->second;
    }

    std::vector<pugi::xml_node> accessors_;
    /// By "#" and id.
    std::map<std::string, std::uint64_t> lengths_;
    std::set<std::string> wordArrays_;
    /// Addresses of sources.
    std::vector<std::string> readAsNumbers_;
};

}  // namespace

bool areColladaListsSound(std::string_view bytes) {
    pugi::xml_document document;
    if (!document.load_buffer(bytes.data(), bytes.size())) return false;
    ListCheck check;
    return document.traverse(check) && check.areAccessorsSound() && check.areInputsSound();
}

std::string withoutColladaMaterials(std::string_view bytes) {
    pugi::xml_document document;
    if (!document.load_buffer(bytes.data(), bytes.size())) return {};
    for (const char* const library : {"library_images", "library_effects", "library_materials"})
        while (document.document_element().remove_child(library)) {
        }
    std::ostringstream text;
    document.save(text, "", pugi::format_raw);
    return std::move(text).str();
}

}  // namespace trammel
