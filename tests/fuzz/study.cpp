// SPDX-License-Identifier: Apache-2.0
// Studies: any result file is read up to its damage or refused with a message; any model with a study is checked, and
// its first run computed; any plan of a divided study, and any result of a part of it, is used or refused.
#include "compile/catalog.h"
#include "document/document_file.h"
#include "exploration/plan.h"
#include "study/study_store.h"
#include "study/study_units.h"
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

/// A divided study, whose description has its identity.
const std::string& folderOfPlan() {
    static const ScratchFolder folder;
    static const std::string path = [] {
        const Result<Document> document =
            readDocumentFile(TRAMMEL_SOURCE_DIR "/tests/fuzz/seeds/study/small.trammel", builtinCatalog());
        const auto study = defineStudy(*document, document->elementsOf("study")[0]);
        promise(bool(UnitPlan::create(folder.path() / "plan", **study, 2)), "a study can be divided");
        return (folder.path() / "plan").string();
    }();
    return path;
}

void readUnit(std::string_view bytes) {
    std::ofstream(folderOfPlan() + "/unit-0", std::ios::binary) << bytes;
    const Result<UnitPlan> plan = UnitPlan::open(folderOfPlan());
    promise(bool(plan), "a plan is opened");
    const auto rows = plan->read(0);
    promise(rows || rows.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(rows.diagnostics, bytes);
}

/// @param lines replace those of a valid description
void readPlan(std::string_view lines) {
    const std::string file = folderOfPlan() + "/plan.txt";
    static const std::string sound = [&] {
        std::ifstream in(file, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    }();
    std::ofstream(file, std::ios::binary) << sound << lines;
    const Result<UnitPlan> plan = UnitPlan::open(folderOfPlan());
    promise(plan || plan.diagnostics.hasErrors(), "a refusal has words");
    promiseWords(plan.diagnostics, lines);
    if (plan) promise(plan->missing().size() <= std::size_t(plan->countUnits()), "units are counted");
    std::ofstream(file, std::ios::binary) << sound;
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
    else if (bytes.starts_with("unit"))
        readUnit(bytes.substr(std::min(bytes.find('\n'), bytes.size() - 1) + 1));
    else if (bytes.starts_with("plan"))
        readPlan(bytes.substr(std::min(bytes.find('\n'), bytes.size() - 1) + 1));
    else
        defineStudies(bytes);
    return 0;
}
