// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "document/document.h"
#include "document/persistent_map.h"

namespace trammel {

using ElementTable = PersistentMap<ElementId, std::shared_ptr<const Element>>;
using NameTable = PersistentMap<std::string, ElementId>;

/// The order of elements; shared by documents with the same tree.
class TreeIndex {
public:
    struct Order {
        std::vector<ElementId> all;
        std::map<std::string, std::vector<ElementId>> byFamily;
    };
    TreeIndex() = default;
    TreeIndex(const TreeIndex&) = delete;
    TreeIndex& operator=(const TreeIndex&) = delete;
    ~TreeIndex() { delete order_.load(); }

    /// Found on the first request; of several threads, the first result is kept.
    const Order& get(const Document& document);

private:
    std::atomic<const Order*> order_{nullptr};
};

/// Which elements refer to which; shared by documents with the same references.
class ReferenceIndex {
public:
    ReferenceIndex() = default;
    ReferenceIndex(const ReferenceIndex&) = delete;
    ReferenceIndex& operator=(const ReferenceIndex&) = delete;
    ~ReferenceIndex() { delete users_.load(); }

    /// The users of @p target in tree order. The second request finds those of all elements; of several threads, the first
    /// result is kept.
    std::vector<ElementId> get(const Document& document, ElementId target);

private:
    using Users = std::unordered_map<std::uint64_t, std::vector<ElementId>>;
    std::atomic<bool> asked_{false};
    std::atomic<const Users*> users_{nullptr};
};

/// Contents of a Document; internal to this module.
struct Document::Content {
    ElementTable elements;
    NameTable names;
    std::shared_ptr<const std::vector<ElementId>> roots = std::make_shared<std::vector<ElementId>>();
    std::shared_ptr<const DocumentTexts> texts = std::make_shared<DocumentTexts>();
    std::uint64_t nextId = 1;
    /// Number of formulas in all elements.
    std::size_t formulas = 0;
    /// Replaced with every change of parents, children or families.
    std::shared_ptr<TreeIndex> index = std::make_shared<TreeIndex>();
    /// Replaced with every change of references or of the order.
    std::shared_ptr<ReferenceIndex> users = std::make_shared<ReferenceIndex>();
};

/// Access to contents, for comparisons that skip shared parts.
struct DocumentAccess {
    static const ElementTable& elements(const Document& d) { return d.content_->elements; }
};

/// Changes a document step by step without checks; edit.h and the file reader ensure valid results: unique names and
/// ids, consistent parents and children, references to existing elements.
class DocumentBuilder {
public:
    explicit DocumentBuilder(const Document& from) : content_(*from.content_) {}

    /// Adds an element, or replaces the one with its id.
    void put(Element element);
    /// Replaces all elements; O(n log n), faster than put() for each.
    void setElements(std::vector<Element> elements);
    void erase(ElementId id);
    /// Sets the order of the children of @p parent, or of the top-level elements if it is invalid.
    void setChildren(ElementId parent, std::vector<ElementId> children);
    void setTexts(DocumentTexts texts) { content_.texts = std::make_shared<const DocumentTexts>(std::move(texts)); }
    void setNextId(std::uint64_t next) { content_.nextId = next; }

    Document build() && { return Document(std::make_shared<const Document::Content>(std::move(content_))); }

private:
    void forgetReferences() { content_.users = std::make_shared<ReferenceIndex>(); }
    void forgetOrder() {
        content_.index = std::make_shared<TreeIndex>();
        forgetReferences();
    }

    Document::Content content_;
};

}  // namespace trammel
