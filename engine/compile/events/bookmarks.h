// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// Names of the bookmarks that the event named @p event adds; empty if it adds none.
std::vector<std::string> bookmarksOfEvent(const Document& document, const std::string& event);

}  // namespace trammel
