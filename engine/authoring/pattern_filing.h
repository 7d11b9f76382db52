// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "authoring/pattern_chain.h"

namespace trammel {

/// Puts each set of elements of one copy into a group of its own below the pattern.
class Filing {
public:
    Filing(const Document& document, std::string what) : document_(document), what_(std::move(what)) {}

    const Document& document() const { return document_; }
    Diagnostics& diagnostics() { return diagnostics_; }

    /// Takes an edit; returns its element, invalid if it fails.
    ElementId take(Result<Edit> edit);
    /// Adds the group of the copy at @p place, and moves the copy into it; patterns among the copies become groups.
    ElementId file(const std::set<ElementId>& copies, ElementId pattern, std::size_t place);
    void fileInto(const std::set<ElementId>& copies, ElementId group);

private:
    Document document_;
    const std::string what_;
    Diagnostics diagnostics_;
};

/// Turns the slots that join a copy to the copy before it into pivots.
void makePivots(Filing& made, const CompiledModelPtr& current, const PatternChain& chain,
                const std::vector<LinkedPairs>& copies);

}  // namespace trammel
