// SPDX-License-Identifier: Apache-2.0
#include "plugin/guard.h"

#include <new>

namespace trammel::plugin {

namespace {
/// Exception texts often have no period.
std::string sentence(std::string text) {
    if (!text.ends_with('.')) text += '.';
    return text;
}
}  // namespace

std::string describeThrown(const std::exception& failure) {
    return dynamic_cast<const std::bad_alloc*>(&failure) ? "memory ran out" : failure.what();
}

void reportFailure(const Identity& element, const char* method, Stage stage, const std::string& text) {
    throw ElementFailure(element.id, element.name,
                         sentence(std::string("its method ") + method + "() at stage " + stage.getName() + " " + text));
}
void reportConstructor(const char* text) {
    throw UnusableElement(sentence(std::string("Its constructor failed: ") + text), "Correct its plugin.");
}

const SimTK::BuildScope& requireScope() {
    if (const SimTK::BuildScope* const scope = SimTK::BuildScope::current()) return *scope;
    throw UnusableElement("It can be built as part of a model only.", "Add it to a model.");
}

}  // namespace trammel::plugin
