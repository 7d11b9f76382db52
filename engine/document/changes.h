// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// Differences of an element present in two documents.
struct ElementChange {
    ElementId id;
    std::string family, type;
    bool renamed = false;
    /// The parent differs.
    bool reparented = false;
    /// The children or their order differ.
    bool childrenChanged = false;
    /// Unknown content from a file differs.
    bool unknownChanged = false;
    /// Keys of properties changed, set for the first time, or reset to the default.
    std::vector<std::string> properties;
    /// Keys of changed references.
    std::vector<std::string> references;
    /// Keys of properties with changed formulas.
    std::vector<std::string> formulas;
};

/// Differences between two documents. All lists are sorted by id.
struct Changes {
    std::vector<ElementId> added;
    std::vector<ElementId> removed;
    std::vector<ElementChange> changed;
    /// The top-level elements or their order differ.
    bool rootsChanged = false;
    /// The document's name, notes or unknown keys differ.
    bool textsChanged = false;

    bool empty() const { return added.empty() && removed.empty() && changed.empty() && !rootsChanged && !textsChanged; }
};

/// Changes from @p before to @p after. An element whose type differs counts as removed and added. After k edits of a
/// document with n elements this costs about O(k log n): shared parts are skipped.
Changes diff(const Document& before, const Document& after);

/// True if the contents are equal, regardless of history. nextId does not count.
bool identical(const Document& a, const Document& b);

/// The lowest stage invalidated by the changes; Infinity if none.
///
/// Formulas invalidate nothing, only the numbers they yield. Adding, removing, reparenting and reordering invalidate
/// Topology (bodies are numbered in the order of elements); a property and a connection invalidate the stage in their
/// descriptors; names and notes invalidate nothing.
Stage lowestInvalidated(const Changes& changes, const TypeCatalog& catalog);

}  // namespace trammel
