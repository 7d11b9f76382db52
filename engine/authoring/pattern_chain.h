// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "authoring/linked_copies.h"
#include "compile/place.h"

namespace trammel {

/// Connections of each copy of a pattern to the previous copy, as for the stages of a lift and the links of a chain.
///
/// Where an element of the source is connected to an outside body or to Ground, its first copy lies one step further.
/// If an end of a body of the source also lies there, the copy is connected to that end, and later copies to those of
/// the previous copy.
class PatternChain {
public:
    /// @param model has the sources
    /// @param step from the source to its first copy
    PatternChain(const CompiledModel& model, const std::set<ElementId>& sources, const Isometry& step);
    /// The connections of the first copy to the sources, wherever their ends now lie.
    PatternChain(const Document& document, const LinkedPairs& firstCopy);

    bool isEmpty() const { return connections_.empty(); }

    /// Connects a copy to the previous one, whose pairs are empty for the source itself.
    Result<Edit> connect(const Document& document, const LinkedPairs& copy, const LinkedPairs& before) const;
    /// Connects a copy in the place of its source like the source.
    Result<Edit> disconnect(const Document& document, const LinkedPairs& copy) const;
    /// The joints of a copy that must be pivots: slots, which would slide along the link at whose end they are.
    std::set<ElementId> slotsOf(const Document& document, const LinkedPairs& copy) const;
    /// True if property @p key of a copy of @p source belongs to such a connection, and cannot follow the source.
    bool places(ElementId source, const std::string& key) const;

private:
    struct Connection {
        ElementId source;
        std::string socket, point;
        /// On a body of the source.
        Place place;
        std::optional<std::string> orientationKey;
        Vec3 orientation{0.};
    };

    std::vector<Connection> connections_;
};

/// The copy of @p source among @p pairs; invalid if none.
ElementId copyIn(const LinkedPairs& pairs, ElementId source);

/// The joint among @p members that stands for @p joint, which has no copy among @p pairs: it carries the copy of its child.
/// Invalid without such a joint, and for elements other than joints.
ElementId unlinkedCopyOf(const Document& document, const std::set<ElementId>& members, const LinkedPairs& pairs,
                         const Element& joint);

}  // namespace trammel
