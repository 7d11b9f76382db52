// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/element_id.h"

namespace trammel {

enum class Severity { Note, Warning, Error };

/// A problem, warning or note about untrusted input or a model: what is wrong, where, and what to do.
///
/// Texts name model elements ("Joint 'crank pin'"), never C++ types, indices or library messages.
struct Diagnostic {
    Severity severity = Severity::Error;
    /// Place in the input: "line 12, column 4", "elements[3].properties.mass", or an element's path.
    std::string place;
    /// The problem, one sentence.
    std::string message;
    /// The remedy, one sentence; empty if none.
    std::string remedy;
    /// The element concerned; invalid if the problem belongs to no element.
    ElementId element;

    /// "Error at PLACE: MESSAGE REMEDY", for logs and the command line; control characters are replaced by U+FFFD.
    std::string toString() const;
};

/// An ordered collection of diagnostics; adding never discards an earlier one.
class Diagnostics {
public:
    void add(Diagnostic d) { items_.push_back(std::move(d)); }
    void error(std::string place, std::string message, std::string remedy = {}, ElementId element = {}) {
        items_.push_back({Severity::Error, std::move(place), std::move(message), std::move(remedy), element});
    }
    void warning(std::string place, std::string message, std::string remedy = {}, ElementId element = {}) {
        items_.push_back({Severity::Warning, std::move(place), std::move(message), std::move(remedy), element});
    }
    void note(std::string place, std::string message, std::string remedy = {}, ElementId element = {}) {
        items_.push_back({Severity::Note, std::move(place), std::move(message), std::move(remedy), element});
    }
    void append(const Diagnostics& other) { items_.insert(items_.end(), other.items_.begin(), other.items_.end()); }

    bool hasErrors() const { return count(Severity::Error) > 0; }
    std::size_t count(Severity s) const {
        return static_cast<std::size_t>(
            std::count_if(items_.begin(), items_.end(), [s](const Diagnostic& d) { return d.severity == s; }));
    }
    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    const std::vector<Diagnostic>& items() const { return items_; }
    auto begin() const { return items_.begin(); }
    auto end() const { return items_.end(); }

private:
    std::vector<Diagnostic> items_;
};

/// An optional value together with the diagnostics of the operation that produced it.
///
/// For untrusted input: a Result may hold a value *and* errors (the valid remainder was loaded).
template <class T>
struct Result {
    std::optional<T> value;
    Diagnostics diagnostics;

    explicit operator bool() const { return value.has_value(); }
    T& operator*() { return *value; }
    const T& operator*() const { return *value; }
    T* operator->() { return &*value; }
    const T* operator->() const { return &*value; }
};

}  // namespace trammel
