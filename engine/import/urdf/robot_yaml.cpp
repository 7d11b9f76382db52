// SPDX-License-Identifier: Apache-2.0
#include "import/urdf/robot_yaml.h"

#include <algorithm>

namespace trammel {

namespace {

/// The words between brackets, without quotes, and the position where they begin.
struct Word {
    std::string text;
    std::size_t at = 0;
};

/// All words of the list that begins at @p from, its inner lists joined.
std::vector<Word> readList(std::string_view text, std::size_t from) {
    std::vector<Word> words;
    int depth = 0;
    Word word;
    const auto finish = [&] {
        const std::size_t first = word.text.find_first_not_of(" \t\r\n");
        if (first != std::string::npos) {
            const std::size_t last = word.text.find_last_not_of(" \t\r\n");
            words.push_back({word.text.substr(first, last - first + 1), word.at});
        }
        word = {};
    };
    char quote = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        const char c = text[at];
        if (word.text.empty()) word.at = at;
        if (quote) {
            if (c == quote)
                quote = 0;
            else
                word.text += c;
        } else if (c == '\'' || c == '"') {
            quote = c;
        } else if (c == '[') {
            ++depth;
        } else if (c == ']') {
            finish();
            if (--depth <= 0) return words;
        } else if (c == ',') {
            finish();
        } else if (depth > 0) {
            word.text += c;
        } else if (c == '\n') {
            return words;
        }
    }
    return {};
}

std::vector<Word> readKey(std::string_view text, std::string_view key) {
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at).starts_with(key) && text.substr(at + key.size()).starts_with(':'))
            return readList(text, at + key.size() + 1);
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) break;
        at = end + 1;
    }
    return {};
}

}  // namespace

std::vector<LoopOfYaml> readRobotYaml(std::string_view text) {
    const std::vector<Word> names = readKey(text, "closed_loop"), types = readKey(text, "type");
    std::vector<LoopOfYaml> loops;
    for (std::size_t i = 0; i + 1 < names.size(); i += 2) {
        const auto line = std::count(text.begin(), text.begin() + std::ptrdiff_t(names[i].at), '\n') + 1;
        const std::string type = types.empty() ? "6d" : types[std::min(i / 2, types.size() - 1)].text;
        loops.push_back({names[i].text, names[i + 1].text, type, static_cast<int>(line)});
    }
    return loops;
}

}  // namespace trammel
