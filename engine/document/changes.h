// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// How one element that two documents have in common differs between them.
struct ElementChange {
    ElementId id;
    std::string family, type;
    bool renamed = false;
    /// It has another parent.
    bool reparented = false;
    /// Its children are others, or in another order.
    bool childrenChanged = false;
    /// Unknown content that a file brought along differs.
    bool unknownChanged = false;
    /// Keys of properties set to another value, set for the first time or returned to their default.
    std::vector<std::string> properties;
    /// Keys of sockets that hold something else.
    std::vector<std::string> references;
    /// Keys of properties whose formula is another one.
    std::vector<std::string> formulas;
};

/// How two documents differ. All lists are in order of ids.
struct Changes {
    std::vector<ElementId> added;
    std::vector<ElementId> removed;
    std::vector<ElementChange> changed;
    /// The roots are others, or in another order.
    bool rootsChanged = false;
    /// The document's name, notes or unknown keys differ.
    bool textsChanged = false;

    bool empty() const { return added.empty() && removed.empty() && changed.empty() && !rootsChanged && !textsChanged; }
};

/// What changed from @p before to @p after. An element whose type differs counts as removed and added.
/// After k edits to a document of n elements this costs about O(k log n): shared parts are skipped.
Changes diff(const Document& before, const Document& after);

/// Whether the content is the same, however it came about. nextId is bookkeeping and does not count.
bool identical(const Document& a, const Document& b);

/// The lowest stage that the changes make out of date; Infinity if none.
///
/// Formulas themselves invalidate nothing, only the numbers that they give.
/// Adding, removing, re-plugging, re-parenting and re-ordering invalidate Topology (the order of elements is the order
/// in which the system numbers them); a property invalidates what its descriptor says; names and notes nothing.
Stage lowestInvalidated(const Changes& changes, const TypeCatalog& catalog);

}  // namespace trammel
