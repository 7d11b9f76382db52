// SPDX-License-Identifier: Apache-2.0
#include "document/document.h"

#include <algorithm>

#include "base/exceptions.h"
#include "document/document_content.h"

namespace trammel {

Document::Document() : content_(std::make_shared<const Content>()) {}
Document::Document(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

const std::string& Document::name() const { return content_->texts->name; }
const std::string& Document::notes() const { return content_->texts->notes; }
const DocumentTexts& Document::texts() const { return *content_->texts; }
std::uint64_t Document::nextId() const { return content_->nextId; }
std::size_t Document::size() const { return content_->elements.size(); }
const std::vector<ElementId>& Document::roots() const { return *content_->roots; }

bool Document::hasFormulas() const { return content_->formulas > 0; }

const Element* Document::find(ElementId id) const {
    const auto* held = content_->elements.find(id);
    return held ? held->get() : nullptr;
}

const Element& Document::get(ElementId id) const {
    const Element* element = find(id);
    if (!element)
        throw Exception("Document::get: the document has no element with id " + std::to_string(id.value) + ".");
    return *element;
}

const Element* Document::findByName(const std::string& name) const {
    const ElementId* id = content_->names.find(name);
    return id ? find(*id) : nullptr;
}

const Element* Document::findByPath(const std::string& sought) const {
    // Names are unique, so the path must end in the name; a name may contain "/", so every ending is tested.
    for (std::size_t start = 0; start != std::string::npos;) {
        const Element* element = findByName(sought.substr(start));
        if (element && path(element->id) == sought) return element;
        start = sought.find('/', start);
        if (start != std::string::npos) ++start;
    }
    return nullptr;
}

std::string Document::path(ElementId id) const {
    std::vector<const Element*> way;
    for (const Element* at = &get(id); at; at = at->parent.isValid() ? &get(at->parent) : nullptr) way.push_back(at);
    std::string text;
    for (auto element = way.rbegin(); element != way.rend(); ++element)
        text += (text.empty() ? "" : "/") + (*element)->name;
    return text;
}

const std::vector<ElementId>& Document::childrenOf(ElementId parent) const {
    return parent.isValid() ? get(parent).children : roots();
}

namespace {
/// Depth first with an explicit stack: a file may nest elements deeper than the call stack allows.
std::vector<ElementId> depthFirst(const Document& document, const std::vector<ElementId>& tops) {
    std::vector<ElementId> order;
    std::vector<ElementId> pending(tops.rbegin(), tops.rend());
    while (!pending.empty()) {
        order.push_back(pending.back());
        pending.pop_back();
        const auto& children = document.get(order.back()).children;
        pending.insert(pending.end(), children.rbegin(), children.rend());
    }
    return order;
}

}  // namespace

const TreeIndex::Order& TreeIndex::get(const Document& document) {
    if (const Order* const known = order_.load()) return *known;
    auto found = std::make_unique<Order>();
    found->all = depthFirst(document, document.roots());
    for (const ElementId id : found->all) found->byFamily[document.get(id).family].push_back(id);
    const Order* other = nullptr;
    return order_.compare_exchange_strong(other, found.get()) ? *found.release() : *other;
}

std::vector<ElementId> Document::treeOrder() const { return content_->index->get(*this).all; }
std::vector<ElementId> Document::subtree(ElementId id) const { return depthFirst(*this, {id}); }

std::vector<ElementId> Document::elementsOf(const std::string& family) const {
    const auto& byFamily = content_->index->get(*this).byFamily;
    const auto found = byFamily.find(family);
    return found == byFamily.end() ? std::vector<ElementId>() : found->second;
}

std::vector<ElementId> ReferenceIndex::get(const Document& document, ElementId target) {
    const Users* users = users_.load();
    if (!users && !asked_.exchange(true)) {
        std::vector<ElementId> found = document.treeOrder();
        std::erase_if(found, [&](ElementId candidate) {
            return std::ranges::none_of(document.get(candidate).references,
                                        [&](const auto& r) { return r.target == target; });
        });
        return found;
    }
    if (!users) {
        auto found = std::make_unique<Users>();
        for (const ElementId id : document.treeOrder())
            for (const Element::Reference& held : document.get(id).references) {
                std::vector<ElementId>& own = (*found)[held.target.value];
                if (own.empty() || own.back() != id) own.push_back(id);
            }
        users = users_.compare_exchange_strong(users, found.get()) ? found.release() : users;
    }
    const auto own = users->find(target.value);
    return own == users->end() ? std::vector<ElementId>() : own->second;
}

std::vector<ElementId> Document::dependentsOf(ElementId id) const { return content_->users->get(*this, id); }

bool Document::sharesContentWith(const Document& other) const {
    return content_ == other.content_ ||
           (content_->elements.sharesAllWith(other.content_->elements) && content_->roots == other.content_->roots &&
            content_->texts == other.content_->texts);
}

Document Document::withNextIdAtLeast(std::uint64_t least) const {
    if (content_->nextId >= least) return *this;
    DocumentBuilder builder(*this);
    builder.setNextId(least);
    return std::move(builder).build();
}

void DocumentBuilder::put(Element element) {
    const auto* before = content_.elements.find(element.id);
    if (!before || (*before)->name != element.name) {
        if (before) content_.names = content_.names.without((*before)->name);
        content_.names = content_.names.with(element.name, element.id);
    }
    content_.formulas += element.formulas.size();
    if (before) content_.formulas -= (*before)->formulas.size();
    if (!before || (*before)->family != element.family || (*before)->parent != element.parent ||
        (*before)->children != element.children)
        forgetOrder();
    else if (!std::ranges::equal((*before)->references, element.references, {}, &Element::Reference::target,
                                 &Element::Reference::target))
        forgetReferences();
    const ElementId id = element.id;
    content_.elements = content_.elements.with(id, std::make_shared<const Element>(std::move(element)));
}

void DocumentBuilder::setElements(std::vector<Element> elements) {
    std::vector<std::pair<std::string, ElementId>> names;
    std::vector<std::pair<ElementId, std::shared_ptr<const Element>>> held;
    names.reserve(elements.size());
    held.reserve(elements.size());
    content_.formulas = 0;
    forgetOrder();
    for (Element& element : elements) {
        content_.formulas += element.formulas.size();
        names.emplace_back(element.name, element.id);
        const ElementId id = element.id;
        held.emplace_back(id, std::make_shared<const Element>(std::move(element)));
    }
    const auto byKey = [](const auto& a, const auto& b) { return a.first < b.first; };
    std::ranges::sort(names, byKey);
    std::ranges::sort(held, byKey);
    content_.names = NameTable::fromSorted(names);
    content_.elements = ElementTable::fromSorted(held);
}

void DocumentBuilder::erase(ElementId id) {
    const auto* held = content_.elements.find(id);
    if (!held) return;
    content_.formulas -= (*held)->formulas.size();
    content_.names = content_.names.without((*held)->name);
    content_.elements = content_.elements.without(id);
    forgetOrder();
}

void DocumentBuilder::setChildren(ElementId parent, std::vector<ElementId> children) {
    if (!parent.isValid()) {
        forgetOrder();
        content_.roots = std::make_shared<const std::vector<ElementId>>(std::move(children));
        return;
    }
    Element changed = **content_.elements.find(parent);
    changed.children = std::move(children);
    put(std::move(changed));
}

}  // namespace trammel
