// SPDX-License-Identifier: Apache-2.0
// State files: any text is read to a State that is written back the same, or refused with a message.
#include <sstream>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/document_file.h"
#include "multibody/multibody_system.h"
#include "system/state_file.h"
#include "tests/fuzz/promise.h"

namespace {
using namespace trammel;

const CompiledModel& pendulum() {
    static const CompiledModelPtr model = *compileDocument(*readDocument(R"({"trammel": 1, "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Rod"},
      {"id": 2, "family": "joint", "type": "ball", "name": "Pivot", "references": {"child": 1}},
      {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"},
      {"id": 4, "family": "measure", "type": "integralOf", "name": "Work",
       "properties": {"formula": "2"}}]})",
                                                                         builtinCatalog()));
    return *model;
}

std::string written(const State& state) {
    std::ostringstream out;
    promise(!saveState(out, pendulum().getSystem(), state).hasErrors(), "a State that was read can be written");
    return out.str();
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    const System& system = pendulum().getSystem();
    std::istringstream byNumber(text), byName(text);
    const Result<State> read = loadState(byNumber, system);
    promise(read || read.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(read.diagnostics, text);
    StateMapping mapping;
    const Result<State> mapped = loadStateByNames(byName, system, mapping);
    promise(mapped || mapped.diagnostics.hasErrors(), "a refusal has words");
    if (mapped) promise(mapping.source.size() == std::size_t(mapped->getNY()), "each variable has a source or none");
    if (!read) return 0;
    State state = *read;
    system.realizeModel(state);
    const std::string first = written(state);
    std::istringstream in(first);
    Result<State> again = loadState(in, system);
    promise(again.value.has_value(), "a written State is read back");
    system.realizeModel(*again);
    promise(written(*again) == first, "a State is written the same again");
    return 0;
}
