// SPDX-License-Identifier: Apache-2.0
#include "compile/unknown_types.h"

#include "compile/catalog.h"
#include "compile/plugin_types.h"

namespace trammel {

namespace {

void report(const Element& element, Diagnostics& diagnostics) {
    if (const std::string plugin = pluginOf(element.type); !plugin.empty()) {
        diagnostics.error(
            element.name,
            "Its type comes from the plugin '" + plugin + "', which is not loaded; the element is kept and ignored.",
            "Load the plugin, or delete the element.", element.id);
        return;
    }
    const bool isFamily = builtinCatalog().findFamily(element.family) != nullptr;
    const std::string& word = isFamily ? element.type : element.family;
    const std::string what = isFamily ? "type" : "family";
    if (word.empty())
        diagnostics.error(element.name, "It has no " + what + " and is ignored.",
                          "Give it one in the file, or delete the element.", element.id);
    else
        diagnostics.error(element.name, "The " + what + " '" + word + "' is unknown to this version and is ignored.",
                          "Open the model with a newer version, or delete the element.", element.id);
}

}  // namespace

void checkTypes(const Document& document, Diagnostics& diagnostics) {
    for (const ElementId id : document.treeOrder()) {
        const Element& element = document.get(id);
        if (!findTypeOf(element)) report(element, diagnostics);
    }
}

}  // namespace trammel
