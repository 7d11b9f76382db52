// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>

#include "document/document.h"

namespace trammel::ui {

/// True if the element or one of its ancestors is in @p elements.
inline bool isWithin(const Document& document, const std::set<ElementId>& elements, ElementId id) {
    for (const Element* e = document.find(id); e; e = document.find(e->parent))
        if (elements.contains(e->id)) return true;
    return false;
}

}  // namespace trammel::ui
