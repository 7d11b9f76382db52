// SPDX-License-Identifier: Apache-2.0
// Studies: any result file is read up to its damage or refused in words; any model with a study is checked, and its first
// run computed.
#include "compile/catalog.h"
#include "document/document_file.h"
#include "exploration/plan.h"
#include "study/study_store.h"
#include "tests/fuzz/promise.h"
#include "tests/fuzz/scratch_file.h"

namespace {
using namespace trammel;

void readResults(std::string_view bytes) {
    static const ScratchFolder folder;
    const auto store = StudyStore::open(folder.write("study.tstudy", bytes));
    promise(store || store.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(store.diagnostics, bytes);
    if (!store) return;
    const StudyStore& study = **store;
    study.readModel();
    study.countPlanned();
    study.isComplete();
    for (const StudyRow& row : study.readRows())
        promise(row.factors.size() == study.countFactors() &&
                    row.factors.size() + row.responses.size() == study.getColumns().size(),
                "a row has a value for each column");
    study.readStarts();
}

void defineStudies(std::string_view text) {
    const Result<Document> document = readDocument(text, builtinCatalog());
    constexpr std::size_t mostElements = 60;
    if (!document || document->size() > mostElements) return;
    for (const ElementId id : document->elementsOf("study")) {
        const Result<StudyDefinitionPtr> study = defineStudy(*document, id);
        promise(study || study.diagnostics.hasErrors(), "a study that cannot run has an error");
        promiseWords(study.diagnostics, text);
        if (study)
            promise((*study)->columns().size() == (*study)->factors.size() + (*study)->responses.size(),
                    "a study has a column for each factor and response");
    }
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (bytes.starts_with("SQLite"))
        readResults(bytes);
    else
        defineStudies(bytes);
    return 0;
}
