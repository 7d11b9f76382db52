// SPDX-License-Identifier: Apache-2.0
#include "plugin/guard.h"

namespace trammel::plugin {

void reportFailure(const Identity& element, const char* method, Stage stage, const std::string& text) {
    std::string sentence = std::string("its method ") + method + "() at stage " + stage.getName() + " " + text;
    if (!sentence.ends_with('.')) sentence += '.';
    throw ElementFailure(element.id, element.name, sentence);
}

const SimTK::BuildScope& requireScope() {
    if (const SimTK::BuildScope* const scope = SimTK::BuildScope::current()) return *scope;
    throw UnusableElement("It can be built as part of a model only.", "Add it to a model.");
}

}  // namespace trammel::plugin
