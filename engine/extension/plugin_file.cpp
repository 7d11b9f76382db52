// SPDX-License-Identifier: Apache-2.0
#include "extension/plugin_file.h"

#include <algorithm>
#include <functional>

#include "document/file_access.h"
#include "plugin/stamp.h"

namespace trammel {

std::string programStamp() { return TRAMMEL_PLUGIN_STAMP; }

std::optional<std::string> readPluginStamp(const std::filesystem::path& file) {
    constexpr std::size_t largest = std::size_t(512) << 20;
    const Result<std::string> read = readWholeFile(file, largest);
    constexpr std::string_view elf = "\177ELF";
    if (!read || !read->starts_with(elf)) return std::nullopt;
    const std::string& content = *read;
    const std::string_view mark = TRAMMEL_STAMP_MARK;
    const auto at =
        std::search(content.begin(), content.end(), std::boyer_moore_horspool_searcher(mark.begin(), mark.end()));
    if (at == content.end()) return std::nullopt;
    constexpr std::size_t longest = 200;
    const auto begin = at + std::ptrdiff_t(mark.size());
    const auto end = std::find(begin, begin + std::min<std::ptrdiff_t>(content.end() - begin, longest), '\0');
    return std::string(begin, end);
}

}  // namespace trammel
