// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compile/compiled_model.h"
#include "contact/contact_force.h"
#include "meta/type_catalog.h"

namespace trammel {

/// Two bodies or shapes, the one of the smaller id first.
using ContactPairElements = std::pair<ElementId, ElementId>;

/// Pairs that may touch in a contact, in the order of its surfaces. Empty for a contact of one pair, whose own outputs
/// are those of the pair, and for one of more pairs than a list can show.
std::vector<ContactPairElements> listContactPairs(const ContactForce& contact);

/// Owner of the outputs of a pair: "Everything touches, Floor and Box".
std::string nameOfContactPair(const Document& document, ElementId contact, ContactPairElements pair);

/// Outputs of one pair of a contact force; 0 while the force is disabled.
std::vector<OutputDescriptor> contactPairOutputs(const std::string& contactName, ContactPairElements pair);

}  // namespace trammel
