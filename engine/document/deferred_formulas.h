// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/edit.h"

namespace trammel {

/// While one exists, edits in its thread leave the numbers that formulas give as they are, so that n edits of a document with
/// m formulas take O(n + m) instead of O(n m). For series of edits that read no such number that they change.
class DeferredFormulas {
public:
    DeferredFormulas();
    ~DeferredFormulas();
    DeferredFormulas(const DeferredFormulas&) = delete;
    DeferredFormulas& operator=(const DeferredFormulas&) = delete;

    /// Ends it: the last edit of the series as it would be with each number brought up to date after each edit.
    Result<Edit> finish(Result<Edit> edit, const TypeCatalog& catalog);
    /// True if one exists in this thread.
    static bool isActive();
    /// While one exists: @p document with the numbers that an element's formulas give, and those that these read. Numbers of
    /// formulas that fail stay.
    static Document bringUpToDate(const Document& document, const TypeCatalog& catalog, ElementId element);

private:
    bool isOver_ = false;
};

}  // namespace trammel
