// SPDX-License-Identifier: Apache-2.0
#include "compile/events/bookmarks.h"

#include "compile/catalog.h"
#include "compile/events/actions/bookmark.h"

namespace trammel {

std::vector<std::string> bookmarksOfEvent(const Document& document, const std::string& event) {
    std::vector<std::string> names;
    const Element* const element = document.findByName(event);
    if (!element || element->family != eventFamily) return names;
    for (const ElementId child : element->children) {
        const Element& action = document.get(child);
        if (action.family != actionFamily || action.type != BookmarkAction::key) continue;
        const auto& text = action.valueAs<std::string>(typeOf(action), BookmarkAction::textKey);
        names.push_back(text.empty() ? event : text);
    }
    return names;
}

}  // namespace trammel
