// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "compile/catalog.h"
#include "document/edit.h"

namespace trammel {

/// Applies edits one after the other; all or none.
class EditSeries {
public:
    explicit EditSeries(const Document& document) { result_.value = Edit{document, {}, {}, {}, {}}; }

    const Document& document() const { return result_->document; }
    void add(Result<Edit> next) {
        if (!result_) return;
        result_.diagnostics.append(next.diagnostics);
        result_.value = std::move(next.value);
    }
    void set(ElementId id, const char* key, const PropertyValue& value) {
        if (result_) add(setProperty(result_->document, builtinCatalog(), id, key, value));
    }
    /// Adds an element, by default at the top level; returns its id, invalid after a failure.
    ElementId addElement(Element draft, ElementId parent = {}) {
        if (!result_) return {};
        add(trammel::addElement(result_->document, builtinCatalog(), std::move(draft), parent));
        return result_ ? result_->element : ElementId();
    }
    bool isValid() const { return result_.value.has_value(); }
    Result<Edit> take() { return std::move(result_); }

private:
    Result<Edit> result_;
};

}  // namespace trammel
