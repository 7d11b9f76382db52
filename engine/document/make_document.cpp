// SPDX-License-Identifier: Apache-2.0
#include "document/make_document.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "document/document_content.h"
#include "document/edit_rules.h"
#include "document/edit_values.h"
#include "document/element_name.h"
#include "document/utf8.h"

namespace trammel {

Result<Document> makeDocument(const TypeCatalog& catalog, DocumentTexts texts, std::vector<Element> drafts) {
    Result<Document> result;
    DocumentBuilder builder{Document()};
    texts.name = replaceInvalidUtf8(texts.name);
    texts.notes = replaceInvalidUtf8(texts.notes);
    builder.setTexts(std::move(texts));

    std::unordered_set<std::string> names{OwnName};
    std::map<ElementId, const TypeDescriptor*> types;
    std::map<ElementId, std::vector<ElementId>> children;
    std::uint64_t nextId = 1;
    for (Element& draft : drafts) {
        const TypeDescriptor* type = catalog.findType(draft.family, draft.type);
        const bool placed = !draft.parent.isValid() || types.contains(draft.parent);
        if (!type || !placed || !draft.id.isValid() || types.contains(draft.id)) {
            result.diagnostics.error("'" + draft.name + "'",
                                     "There is no type '" + draft.type + "' in family '" + draft.family +
                                         "', or no element to place it under: it is left out.",
                                     "Choose one of the types offered for this family.");
            draft.id = {};
            continue;
        }
        types[draft.id] = type;
        draft.name = cleanName(draft.name);
        if (draft.name.empty()) draft.name = nameFromType(type);
        draft.name = freeName(draft.name, [&](const std::string& name) { return names.contains(name); });
        names.insert(draft.name);
        children[draft.parent].push_back(draft.id);
        nextId = std::max(nextId, draft.id.value + 1);
        std::erase_if(draft.properties, [&](Element::Property& p) {
            return !checkProperty(catalog, draft, *type, p, result.diagnostics);
        });
        std::erase_if(draft.references, [](const Element::Reference& r) { return !r.target.isValid(); });
        builder.put(draft);
    }
    std::erase_if(drafts, [](const Element& draft) { return !draft.id.isValid(); });
    for (auto& [parent, ids] : children) builder.setChildren(parent, std::move(ids));
    builder.setNextId(nextId);
    const Document whole = std::move(builder).build();

    // References can be checked once all targets exist.
    DocumentBuilder checked(whole);
    for (const Element& draft : drafts) {
        Element element = whole.get(draft.id);
        const TypeDescriptor& type = *types.at(draft.id);
        std::erase_if(element.references, [&](const Element::Reference& r) {
            return !checkReference(whole, catalog, element, type, r, result.diagnostics);
        });
        sortByDescriptor(element, type);
        checked.put(std::move(element));
    }
    result.value = std::move(checked).build();
    return result;
}

}  // namespace trammel
