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

    /// Ends it and returns the last document of the series with all numbers up to date, as if each edit had updated
    /// them.
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
