// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "document/element.h"

namespace trammel {

/// Texts of a document as a whole.
struct DocumentTexts {
    std::string name;
    std::string notes;
    /// Unknown top-level keys of the file, as the text of one JSON object, or empty.
    std::string unknownKeys;

    friend bool operator==(const DocumentTexts&, const DocumentTexts&) = default;
};

/// A model as edited by the user: an immutable tree of named elements with permanent ids.
///
/// A value: copying is O(1), and a changed document (see edit.h) shares unchanged parts with its predecessor.
/// Independent of element types; operations that need them take a TypeCatalog. Safe to read from any number of threads.
class Document {
public:
    /// An empty document.
    Document();

    const std::string& name() const;
    const std::string& notes() const;
    const DocumentTexts& texts() const;
    /// The id of the next new element. Only grows, so ids are never reused in a document's life.
    std::uint64_t nextId() const;

    /// Number of elements.
    std::size_t size() const;
    /// True if any number of the model is given by a formula. O(1).
    bool hasFormulas() const;
    /// The element, or null. The address is valid while any document holds this version of the element. O(log n).
    const Element* find(ElementId id) const;
    /// The element; throws Exception if none exists.
    const Element& get(ElementId id) const;
    /// The element with that name, or null. O(log n).
    const Element* findByName(const std::string& name) const;
    /// The element whose path() is @p path, or null.
    const Element* findByPath(const std::string& path) const;
    /// Names from the root down to the element, joined by "/". Throws Exception if there is no such element.
    std::string path(ElementId id) const;

    const std::vector<ElementId>& roots() const;
    /// Children in order; top-level elements for an invalid id. Throws Exception if the element does not exist.
    const std::vector<ElementId>& childrenOf(ElementId parent) const;
    /// All elements, each before its children, siblings in order. O(n).
    std::vector<ElementId> treeOrder() const;
    /// The element and its descendants, in tree order.
    std::vector<ElementId> subtree(ElementId id) const;
    /// Elements of a family in tree order. O(n).
    std::vector<ElementId> elementsOf(const std::string& family) const;
    /// Elements with a reference to @p id, in tree order. O(n).
    std::vector<ElementId> dependentsOf(ElementId id) const;

    /// True if both share all content (except nextId), as a document and its copy do. O(1); false does not imply a
    /// difference.
    bool sharesContentWith(const Document& other) const;
    /// A copy with nextId at least @p least.
    Document withNextIdAtLeast(std::uint64_t least) const;

    /// The largest valid id, which every JSON reader represents exactly.
    static constexpr std::uint64_t LargestId = (std::uint64_t{1} << 53) - 1;

private:
    struct Content;
    friend class DocumentBuilder;
    friend struct DocumentAccess;
    explicit Document(std::shared_ptr<const Content> content);

    std::shared_ptr<const Content> content_;
};

}  // namespace trammel
