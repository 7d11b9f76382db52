// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "document/element.h"

namespace trammel {

/// What a document says about itself as a whole.
struct DocumentTexts {
    std::string name;
    std::string notes;
    /// Top-level keys of the file that this program does not understand, as the text of one JSON object, or empty.
    std::string unknownKeys;

    friend bool operator==(const DocumentTexts&, const DocumentTexts&) = default;
};

/// A model as the user edits it: an immutable tree of named elements with permanent ids.
///
/// A value: copying is O(1), a changed document (see edit.h) shares everything unchanged with the one it came from.
/// Knows no types; whoever needs them passes a TypeCatalog. Safe to read from any number of threads.
class Document {
public:
    /// An empty document.
    Document();

    const std::string& name() const;
    const std::string& notes() const;
    const DocumentTexts& texts() const;
    /// The id that the next new element gets. Only grows, so an id is never used twice in a document's life.
    std::uint64_t nextId() const;

    /// Number of elements.
    std::size_t size() const;
    /// Whether any number of the model comes from a formula. O(1).
    bool hasFormulas() const;
    /// The element, or null. The address is good as long as some document holds this version of the element. O(log n).
    const Element* find(ElementId id) const;
    /// The same; throws Exception if there is none.
    const Element& get(ElementId id) const;
    /// The element of that name, or null. O(log n).
    const Element* findByName(const std::string& name) const;
    /// The element whose path() is @p path, or null.
    const Element* findByPath(const std::string& path) const;
    /// Names from the root down to the element, joined by "/". Throws Exception if there is no such element.
    std::string path(ElementId id) const;

    const std::vector<ElementId>& roots() const;
    /// Children in order; the roots for an invalid id. Throws Exception if there is no such element.
    const std::vector<ElementId>& childrenOf(ElementId parent) const;
    /// All elements, each before its children, siblings in order. O(n).
    std::vector<ElementId> treeOrder() const;
    /// The element and all below it, in tree order.
    std::vector<ElementId> subtree(ElementId id) const;
    /// Elements of a family in tree order. O(n).
    std::vector<ElementId> elementsOf(const std::string& family) const;
    /// Elements that have @p id plugged into a socket, in tree order. O(n).
    std::vector<ElementId> dependentsOf(ElementId id) const;

    /// Whether both share all content (nextId aside), as a document and its copy do. O(1); false says nothing.
    bool sharesContentWith(const Document& other) const;
    /// The same document, whose next new element gets at least the id @p least.
    Document withNextIdAtLeast(std::uint64_t least) const;

    /// The largest id there can be: what every JSON reader represents exactly.
    static constexpr std::uint64_t LargestId = (std::uint64_t{1} << 53) - 1;

private:
    struct Content;
    friend class DocumentBuilder;
    friend struct DocumentAccess;
    explicit Document(std::shared_ptr<const Content> content);

    std::shared_ptr<const Content> content_;
};

}  // namespace trammel
