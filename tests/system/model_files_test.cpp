// SPDX-License-Identifier: Apache-2.0
// Contents of the gallery files, and lossless reading and writing.
#include "model_files.h"

#include <cstdlib>
#include <set>

#include "base/stage.h"
#include "compile/catalog.h"
#include "document/document_file.h"

namespace trammel::test {
namespace {

/// The models that every installation must have.
const char* const indispensable[] = {"pendulum",     "double_pendulum", "four_bar",
                                     "slider_crank", "spinning_top",    "chain_of_balls",
                                     "watt",         "jansen_leg",      "chain_100"};

TEST(Gallery, HasTheRequiredModels) {
    std::set<std::string> names;
    for (const ModelFile& file : modelFiles()) names.insert(file.name);
    for (const char* name : indispensable) EXPECT_TRUE(names.contains(name)) << name;
}

TEST_P(EveryModel, IsReadWithoutDiagnostics) {
    const Result<Document> result = readDocumentFile(GetParam().path, builtinCatalog());
    for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << d.toString();
    EXPECT_TRUE(result);
}

TEST_P(EveryModel, HasNotes) {
    const Document document = read(GetParam());
    EXPECT_FALSE(document.name().empty());
    ASSERT_FALSE(document.notes().empty());
    EXPECT_EQ(document.notes().back(), '.') << "The notes are a sentence.";
}

TEST_P(EveryModel, HasOnlyElementsOfKnownTypesWithUniqueNames) {
    const Document document = read(GetParam());
    std::set<std::string> names;
    for (const ElementId id : document.treeOrder()) {
        const Element& element = document.get(id);
        EXPECT_TRUE(builtinCatalog().findType(element.family, element.type)) << element.name;
        EXPECT_TRUE(names.insert(element.name).second) << element.name;
        EXPECT_EQ(element.unknown, UnknownKeys{}) << element.name;
    }
}

TEST_P(EveryModel, IsWrittenAsItWasRead) { EXPECT_EQ(writeDocument(read(GetParam())), textOf(GetParam().path)); }

TEST_P(EveryModel, IsSavedAsAnIdenticalFile) {
    std::string pattern = (std::filesystem::temp_directory_path() / "trammel-gallery-XXXXXX").string();
    const std::filesystem::path folder = ::mkdtemp(pattern.data());
    const Diagnostics problems = saveDocumentFile(read(GetParam()), folder / "copy.trammel");
    for (const Diagnostic& d : problems) ADD_FAILURE() << d.toString();
    EXPECT_EQ(textOf(folder / "copy.trammel"), textOf(GetParam().path));
    std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryModel, ::testing::ValuesIn(modelFiles()), caseName);

}  // namespace
}  // namespace trammel::test
