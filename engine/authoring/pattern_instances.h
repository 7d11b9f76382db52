// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <vector>

#include "authoring/pattern_chain.h"

namespace trammel {

/// One of the copies, with the group that holds it.
struct PatternInstance {
    ElementId group;
    std::set<ElementId> members;
    LinkedPairs pairs;
    /// Index among the places of the pattern.
    std::size_t place = 0;

    ElementId copyOf(ElementId source) const { return copyIn(pairs, source); }
};

/// The instances of a pattern, in the order of their groups; those without linked copies have no pairs.
std::vector<PatternInstance> instancesOf(const Document& document, ElementId pattern);
/// All copied elements.
std::set<ElementId> sourcesOf(const std::vector<PatternInstance>& instances);

/// The elements that belong to the copied ones.
std::vector<ElementId> belongingTo(const Document& document, ElementId pattern, const std::set<ElementId>& sources);
/// The elements among @p belonging without a copy in the instance, unless they belong to something without a copy there
/// or with one of another type.
std::set<ElementId> lackOf(const Document& document, const std::vector<ElementId>& belonging,
                           const std::set<ElementId>& sources, const PatternInstance& instance);

}  // namespace trammel
