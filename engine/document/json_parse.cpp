// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <vector>

#include "document/document_file.h"
#include "document/json_text.h"
#include "document/utf8.h"

namespace trammel {

namespace {
using Json = nlohmann::ordered_json;

/// "line 3, column 7" of a byte; columns count characters.
std::string placeOf(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    const auto line = 1 + std::ranges::count(before, '\n');
    const auto isCharacterStart = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
    const auto column = 1 + std::ranges::count_if(before.substr(lineStart), isCharacterStart);
    return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

Json::object_t::Container& entriesOf(Json& object) { return object.get_ref<Json::object_t&>(); }

/// Builds the tree from parser events, and keeps the complete part if the text breaks off.
class TreeBuilder {
public:
    TreeBuilder(std::string_view text, Json& root, ProblemList& problems)
        : text_(text), root_(root), problems_(problems) {}

    bool null() { return insert(nullptr); }
    bool boolean(bool value) { return insert(value); }
    bool number_integer(Json::number_integer_t value) { return insert(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return insert(value); }
    bool number_float(Json::number_float_t value, const std::string&) { return insert(value); }
    bool string(std::string& value) { return insert(std::move(value)); }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        frames_.back().key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t charactersRead, const std::string& lastRead, const nlohmann::detail::exception&) {
        const std::size_t end = std::min(charactersRead, text_.size());
        const bool atEnd = charactersRead > text_.size();
        const std::string_view token = faultyToken(end, lastRead);
        const std::size_t start = atEnd ? end : static_cast<std::size_t>(token.data() - text_.data());
        problems_.error(placeOf(text_, start),
                        atEnd ? "Unexpected end of the text."
                              : "'" + replaceInvalidUtf8(token.substr(0, 40)) + "' is unexpected here.",
                        "Correct the text (often a comma, a quote or a bracket is missing just before) or open a "
                        "backup. The text after this place was not loaded; saving would lose it.");
        return false;
    }

    /// Removes incomplete values after the text broke off.
    void dropIncomplete() {
        if (frames_.size() < 2 || !root_.is_object()) return;
        if (!frames_[1].node->is_array())
            root_.erase(frames_[0].key);
        else if (frames_.size() > 2)
            frames_[1].node->get_ref<Json::array_t&>().pop_back();
    }

private:
    /// The token that ends at or after @p end, where the parser failed. @p lastRead is its last token: everything since
    /// the start of the last string or number, with control characters escaped.
    std::string_view faultyToken(std::size_t end, const std::string& lastRead) const {
        constexpr std::string_view spelled = "<U+00";
        constexpr std::size_t spelledLength = 8;
        std::size_t length = lastRead.size();
        for (std::size_t at = lastRead.find(spelled); at != std::string::npos; at = lastRead.find(spelled, at + 1))
            length -= spelledLength - 1;
        std::size_t start = end - std::min(end, length), next = start;
        const auto isWord = [this](std::size_t i) {
            const char c = text_[i];
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' ||
                   c == '+' || c == '-' || (c & 0x80);
        };
        while (next < end) {
            start = next++;
            if (text_[start] == '"') {
                while (next < end && text_[next] != '"') next += text_[next] == '\\' ? 2 : 1;
                ++next;
            } else if (isWord(start)) {
                while (next < text_.size() && isWord(next)) ++next;
                const std::string_view word = text_.substr(start, next - start);
                const bool isNumber = word[0] == '-' || (word[0] >= '0' && word[0] <= '9');
                if (!isNumber && word != "true" && word != "false" && word != "null") break;
            } else if (next < end && std::string_view(" \t\r\n").find(text_[start]) != std::string_view::npos) {
                continue;
            }
        }
        return text_.substr(start, std::max(std::min(next, text_.size()), start + 1) - start);
    }

    struct Frame {
        Json* node;
        std::string key;
        std::unordered_map<std::string, std::size_t> positions;
    };

    bool insert(Json value) {
        place(std::move(value));
        return true;
    }

    bool open(Json container) {
        if (frames_.size() >= DeepestNesting) {
            problems_.error(path(), "Values are nested deeper than " + std::to_string(DeepestNesting) + " levels.",
                            "Remove this part of the file. The text after it was not loaded; saving would lose it.");
            return false;
        }
        frames_.push_back({place(std::move(container)), {}, {}});
        return true;
    }

    bool close() {
        frames_.pop_back();
        return true;
    }

    /// Adds a value to the innermost open list or object; returns its address.
    Json* place(Json value) {
        if (frames_.empty()) {
            root_ = std::move(value);
            return &root_;
        }
        Frame& frame = frames_.back();
        if (frame.node->is_array()) {
            auto& list = frame.node->get_ref<Json::array_t&>();
            list.push_back(std::move(value));
            return &list.back();
        }
        // A separate index of keys: the library searches an object linearly for each new key.
        auto& entries = entriesOf(*frame.node);
        const auto [position, isNew] = frame.positions.try_emplace(frame.key, entries.size());
        if (isNew) {
            entries.emplace_back(frame.key, std::move(value));
        } else {
            problems_.error(path(), "Key '" + frame.key + "' occurs more than once; the last one is used.",
                            "Remove the duplicates.");
            entries[position->second].second = std::move(value);
        }
        return &entries[position->second].second;
    }

    /// "elements[3].properties" of the innermost open list or object.
    std::string path() const {
        std::string text;
        for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
            const Frame& frame = frames_[i];
            if (frame.node->is_array())
                text += "[" + std::to_string(frame.node->size() - 1) + "]";
            else
                text += (text.empty() ? "" : ".") + frame.key;
        }
        return text.empty() ? "File" : text;
    }

    std::string_view text_;
    Json& root_;
    ProblemList& problems_;
    std::vector<Frame> frames_;
};
}  // namespace

void appendEntry(Json& object, const std::string& key, Json value) {
    entriesOf(object).emplace_back(key, std::move(value));
}

bool parseJson(std::string_view text, Json& root, ProblemList& problems) {
    TreeBuilder builder(text, root, problems);
    if (!Json::sax_parse(text.begin(), text.end(), &builder)) builder.dropIncomplete();
    return root.is_object();
}

}  // namespace trammel
