// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/edit.h"

namespace trammel {

/// Sets numbers of a document to values that a gesture requires, and respects formulas: a number given by a formula is
/// set by changing the one parameter that the formula reads, if there is one, or the number that it links to.
class WantedNumbers {
public:
    explicit WantedNumbers(const Document& document);

    /// A number that was set, directly or as a parameter.
    struct Change {
        ElementId element;
        /// "length", "point.x".
        std::string key;
        Real value = 0;
        /// True if it is a parameter, or a source that other numbers are linked to.
        bool isParameter = false;
    };

    /// Requests number @p key ("length", "point.x") of an element to be @p value. The first refusal ends it: a formula
    /// without a free parameter, or two numbers that require different values of the same parameter.
    void want(ElementId element, const std::string& key, Real value);
    /// Same for all components of a vector.
    void want(ElementId element, const std::string& key, const Vec3& value);
    /// Replaces text or another value that has no formula.
    void set(ElementId element, const std::string& key, const PropertyValue& value);

    const Document& document() const { return document_; }
    bool failed() const { return diagnostics_.hasErrors(); }
    const std::vector<Change>& changes() const { return changes_; }
    /// The changed document. Fails if a refusal ended it, or a later change moved a number away from its requested value.
    Result<Edit> finish();

private:
    Real valueOf(ElementId element, const std::string& key) const;
    std::string titleOf(ElementId element, const std::string& key) const;
    void take(Result<Edit> edit);
    void solve(ElementId free, const std::string& key, const Change& wanted);

    Document document_;
    std::vector<Change> wanted_, changes_;
    Diagnostics diagnostics_;
};

}  // namespace trammel
