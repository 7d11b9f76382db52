// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/events/event_part.h"

namespace trammel {

/// Marks the time of the event, see bookmarksOfEvent().
class BookmarkAction : public EventAction {
public:
    static constexpr const char* key = "addBookmark";
    static constexpr const char* label = "Add a bookmark";
    static constexpr const char* doc = "Marks the time of the event on the timeline.";
    static constexpr const char* reference =
        "Bookmarks of events belong to the run. Next and previous bookmark go to them as to those set by hand.";
    static constexpr const char* choose = "To mark a moment without affecting the motion.";
    /// Key of its only property.
    static constexpr const char* textKey = "text";
    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::text(textKey, "Name", "", "Name of the bookmark; empty: that of the event.")
                    .at(Stage::Infinity)};
    }

    using EventAction::EventAction;
    void act(State&, const EventParameters&, bool&) const override {}
};

}  // namespace trammel
