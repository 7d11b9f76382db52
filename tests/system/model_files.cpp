// SPDX-License-Identifier: Apache-2.0
#include "model_files.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

#include "compile/catalog.h"
#include "document/document_file.h"

namespace trammel::test {

void PrintTo(const ModelFile& file, std::ostream* out) { *out << file.name; }

std::vector<ModelFile> modelFiles() {
    const std::filesystem::path gallery = std::filesystem::path(TRAMMEL_SOURCE_DIR) / "models";
    std::vector<ModelFile> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(gallery)) {
        if (entry.path().extension() != ".trammel") continue;
        const std::filesystem::path below = entry.path().lexically_relative(gallery);
        files.push_back({entry.path(), (below.parent_path() / below.stem()).generic_string()});
    }
    std::sort(files.begin(), files.end(), [](const ModelFile& a, const ModelFile& b) { return a.name < b.name; });
    return files;
}

std::string caseName(const ::testing::TestParamInfo<ModelFile>& info) {
    std::string name = info.param.name;
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

std::string textOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

Document read(const ModelFile& file) {
    const Result<Document> result = readDocumentFile(file.path, builtinCatalog());
    for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << d.toString();
    if (!result) throw std::runtime_error("'" + file.name + "' cannot be read.");
    return *result;
}

CompiledModelPtr compiled(const ModelFile& file) {
    const Result<CompiledModelPtr> result = compileDocument(read(file));
    for (const Diagnostic& d : result.diagnostics)
        if (d.severity != Severity::Note) ADD_FAILURE() << d.toString();
    if (!result) throw std::runtime_error("'" + file.name + "' cannot be built.");
    return *result;
}

}  // namespace trammel::test
