// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "meta/type_catalog.h"

namespace trammel {

/// Family of elements that vary a number of a model in a study; children of a study.
inline constexpr const char* factorFamily = "factor";
/// Input of a factor: the element whose number varies; and property: the key of that number, "length" or "point.x".
inline constexpr const char* factorElementSocket = "element";
inline constexpr const char* factorNumberKey = "number";

/// The values that a number takes in a study.
struct FactorRange {
    /// The value below which a share of all values lies, from 0 to 1; continuous if @ref isContinuous.
    std::function<Real(Real share)> atShare;
    /// The values of a grid, and of a list.
    std::vector<Real> levels;
    /// The share of a value, the inverse of atShare; null without inverse.
    std::function<Real(Real value)> shareOf;
    bool isContinuous = true;
    /// Why there are no values, one sentence; empty if there are.
    std::string fault;
};

using ElementProperties = DerivedNumber::Properties;

/// Behavior of a type of family "factor".
class FactorType : public TypeImplementation {
public:
    virtual FactorRange makeRange(const ElementProperties& properties) const = 0;
};

/// The values of @p count levels of a range: the ends, and values between them evenly spaced by share; the middle for
/// one.
std::vector<Real> evenLevels(const std::function<Real(Real)>& atShare, std::int64_t count);

/// Property "levels": the size of FactorRange::levels.
inline PropertyDescriptor numberOfLevels() {
    constexpr std::int64_t usual = 5, most = 100000;
    return PropertyDescriptor::integer("levels", "Levels", usual, "Number of values in a grid or a list.")
        .min(1)
        .max(most);
}

/// A registry row from a class T with key, label, doc, choose, properties() and makeRange(properties).
template <class T>
TypeDescriptor describeFactor() {
    struct Implementation : FactorType {
        FactorRange makeRange(const ElementProperties& properties) const override { return T::makeRange(properties); }
    };
    TypeDescriptor type = describeType<T>(factorFamily);
    type.implementation = std::make_shared<Implementation>();
    return type;
}

/// The number of property @p key.
inline Real realOf(const ElementProperties& properties, const char* key) { return std::get<Real>(properties(key)); }
inline std::int64_t integerOf(const ElementProperties& properties, const char* key) {
    return std::get<std::int64_t>(properties(key));
}
inline std::string textOf(const ElementProperties& properties, const char* key) {
    return std::get<std::string>(properties(key));
}

/// The types of family "factor". @p families the families whose elements have numbers that may vary
std::vector<TypeDescriptor> factorTypes(const std::vector<std::string>& families);

}  // namespace trammel
