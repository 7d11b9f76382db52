// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "import/importer.h"

namespace trammel::import_test {

inline std::filesystem::path dataFile(const std::string& name) {
    return std::filesystem::path(TRAMMEL_SOURCE_DIR) / "tests/data/import" / name;
}

inline ImportResult import(const std::filesystem::path& file, ImportOptions options = {}) {
    return importModel(file, builtinCatalog(), options);
}

/// A temporary folder, removed with this object.
class Folder {
public:
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "trammel-import-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path write(const std::string& name, const std::string& text) const {
        const std::filesystem::path file = path_ / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }

private:
    std::filesystem::path path_;
};

/// The compiled model; errors fail the test.
inline CompiledModelPtr compiled(const ImportResult& result) {
    EXPECT_TRUE(result.document.has_value());
    if (!result.document) return nullptr;
    const Result<CompiledModelPtr> model = compileDocument(*result.document);
    for (const Diagnostic& d : model.diagnostics) EXPECT_NE(d.severity, Severity::Error) << d.toString();
    EXPECT_TRUE(model);
    return model ? *model.value : nullptr;
}

/// The element of that name; an empty one, and a failure of the test, if not found.
inline const Element& named(const ImportResult& result, const std::string& name) {
    const Element* element = result.document ? result.document->findByName(name) : nullptr;
    EXPECT_NE(element, nullptr) << name;
    static const Element none;
    return element ? *element : none;
}

/// The value of a property, or its default.
template <class T>
T value(const Element& e, const std::string& key) {
    const TypeDescriptor* type = builtinCatalog().findType(e.family, e.type);
    return type ? e.valueAs<T>(*type, key) : T{};
}

/// The first row of an outcome whose subject holds @p subject and whose message holds @p message; null if none.
inline const ImportRow* findRow(const ImportReport& report, ImportOutcome outcome, const std::string& subject,
                                const std::string& message = {}) {
    for (const ImportRow& row : report.rows())
        if (row.outcome == outcome && row.subject.find(subject) != std::string::npos &&
            row.message.find(message) != std::string::npos)
            return &row;
    return nullptr;
}

/// Reads a test file with eight random insertions, deletions and replacements, @p rounds times, each to a document or an
/// error. The same in every run.
inline void expectMutationsGiveResults(const std::string& file, const Folder& folder, int rounds) {
    std::ifstream in(dataFile(file), std::ios::binary);
    const std::string original((std::istreambuf_iterator<char>(in)), {});
    std::uint32_t x = 1;
    const auto next = [&] { return (x = x * 1664525u + 1013904223u) >> 8; };
    for (int round = 0; round < rounds; ++round) {
        std::string text = original;
        for (int i = 0; i < 8; ++i) {
            const std::size_t at = next() % text.size(), length = 1 + next() % 40;
            if (next() % 3 == 0)
                text.erase(at, length);
            else if (next() % 2)
                text.insert(at, original.substr(next() % original.size(), length));
            else
                text[at] = static_cast<char>(next());
        }
        const ImportResult result = import(folder.write("mutated_" + file, text));
        EXPECT_TRUE(result.document || result.diagnostics.hasErrors());
        if (result.document) compileDocument(*result.document);
    }
}

}  // namespace trammel::import_test
