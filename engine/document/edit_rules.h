// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "document/document.h"

namespace trammel {

/// "Joint 'Crank pin'": how messages speak of an element.
std::string titleOf(const TypeCatalog& catalog, const Element& element);

/// The labels of families as a list for a sentence: "body or joint".
std::string familyList(const TypeCatalog& catalog, const std::vector<std::string>& families);

/// Whether elements of @p family may stand below @p parent (null: at the root). Unknown families may stand anywhere.
bool mayStandBelow(const TypeCatalog& catalog, const std::string& family, const Element* parent);

/// Why @p target cannot be plugged into the socket, as a sentence; empty if it can. A target whose type the catalog
/// does not have is let pass.
std::string describeInvalidTarget(const TypeCatalog& catalog, const SocketDescriptor& socket, ElementId self,
                                  const Element& target);

/// The name a new element of @p type gets when nobody gave one; @p type may be null.
std::string nameFromType(const TypeDescriptor* type);

}  // namespace trammel
