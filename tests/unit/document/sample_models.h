// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>

#include "document/edit.h"

namespace trammel::test {

/// An artificial catalog with each kind of value and of input: parts, links between parts, tags on parts.
const TypeCatalog& sampleCatalog();

/// Two bricks, a hinge between them, a motor that requires the hinge, and a tag below a brick that may refer to the
/// hinge.
Document sampleDocument();

/// Builds documents concisely; every edit must succeed.
class Scene {
public:
    explicit Scene(Document start = {}) : document(std::move(start)) {}
    ElementId add(Element draft, ElementId parent = {}, int index = -1);
    void set(ElementId id, const std::string& key, PropertyValue value);
    ElementId id(const std::string& name) const;

    Document document;
};

/// One random edit of any kind; the same document if it failed.
Document randomEdit(const Document& document, std::mt19937& random);

/// A document after @p edits random edits.
Document randomDocument(unsigned seed, int edits);

/// Fails the test unless tree, names and references of a document are consistent.
void expectSound(const Document& document);

}  // namespace trammel::test
