// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>

#include "document/edit.h"

namespace trammel::test {

/// A made-up catalog with each kind of value and of socket: parts, links between parts, tags on parts.
const TypeCatalog& sampleCatalog();

/// Two bricks, a hinge between them, a motor that needs the hinge, and a tag below a brick that may watch the hinge.
Document sampleDocument();

/// Builds documents in few words; every edit must succeed.
class Scene {
public:
    explicit Scene(Document start = {}) : document(std::move(start)) {}
    ElementId add(Element draft, ElementId parent = {}, int index = -1);
    void set(ElementId id, const std::string& key, PropertyValue value);
    ElementId id(const std::string& name) const;

    Document document;
};

/// One random edit, with any of the five verbs; the same document if the edit drawn was refused.
Document randomEdit(const Document& document, std::mt19937& random);

/// A document after @p edits random edits.
Document randomDocument(unsigned seed, int edits);

/// Fails the test unless tree, names and references of a document agree with each other.
void expectSound(const Document& document);

}  // namespace trammel::test
