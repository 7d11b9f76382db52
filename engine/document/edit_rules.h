// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "document/document.h"

namespace trammel {

/// Title of an element in messages: "Joint 'Crank pin'".
std::string titleOf(const TypeCatalog& catalog, const Element& element);

/// Labels of families for a sentence: "body or joint".
std::string familyList(const TypeCatalog& catalog, const std::vector<std::string>& families);

/// Labels of what an input takes, for a sentence: "body or joint".
std::string describeTargets(const TypeCatalog& catalog, const SocketDescriptor& socket);

/// True if elements of @p family may be children of @p parent (null: top level). Unknown families are allowed anywhere.
bool mayStandBelow(const TypeCatalog& catalog, const std::string& family, const Element* parent);

/// True if the input takes elements like @p target. One of unknown type is taken where its family is.
bool takes(const TypeCatalog& catalog, const SocketDescriptor& socket, const Element& target);

/// All elements that the input takes, by family.
std::vector<ElementId> findTargets(const Document& document, const TypeCatalog& catalog,
                                   const SocketDescriptor& socket);

/// Why @p target cannot be connected to the input, one sentence; empty if it can. A target of unknown type is accepted.
std::string describeInvalidTarget(const TypeCatalog& catalog, const SocketDescriptor& socket, ElementId self,
                                  const Element& target);

/// Default name of a new element of @p type, which may be null.
std::string nameFromType(const TypeDescriptor* type);

}  // namespace trammel
