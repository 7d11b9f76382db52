// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "study/study_run.h"

namespace trammel {

/// A model of the gallery to which studies are added.
class StudyModel {
public:
    explicit StudyModel(const std::string& name) {
        const auto read = readDocumentFile(std::filesystem::path(TRAMMEL_SOURCE_DIR) / "models" / (name + ".trammel"),
                                           builtinCatalog());
        EXPECT_TRUE(read);
        document = *read;
    }

    explicit StudyModel(Document made) : document(std::move(made)) {}

    /// Adds an element; invalid, with a failure, if it is refused.
    ElementId add(Element draft, ElementId parent = {}) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft), parent);
        EXPECT_TRUE(edit) << (edit.diagnostics.empty() ? "" : edit.diagnostics.begin()->toString());
        if (!edit) return {};
        document = edit->document;
        return edit->element;
    }
    ElementId study(const std::string& type) { return add(Element::draft(studyFamily, type, "Study of " + type)); }
    ElementId range(ElementId study, const std::string& element, const std::string& number, Real from, Real to,
                    int levels = 5) {
        return add(Element::draft(factorFamily, "range", element + " " + number)
                       .set(factorNumberKey, number)
                       .set("from", from)
                       .set("to", to)
                       .set("levels", std::int64_t(levels))
                       .plug(factorElementSocket, document.findByName(element)->id),
                   study);
    }
    ElementId response(ElementId study, const std::string& type, const std::string& output,
                       const std::string& goal = "none") {
        return add(Element::draft(responseFamily, type, type + " of it")
                       .set(responseOutputKey, output)
                       .set(responseGoalKey, goal),
                   study);
    }
    void set(const std::string& element, const std::string& key, const PropertyValue& value) {
        const Result<Edit> edit = setProperty(document, builtinCatalog(), document.findByName(element)->id, key, value);
        ASSERT_TRUE(edit);
        document = edit->document;
    }

    StudyDefinitionPtr define(ElementId study) const {
        const auto defined = defineStudy(document, study);
        EXPECT_TRUE(defined) << (defined.diagnostics.empty() ? "" : defined.diagnostics.begin()->toString());
        return defined.value.value_or(nullptr);
    }

    Document document;
};

/// The rows of a whole study, in order of their numbers.
inline std::vector<StudyRow> allRows(const StudyDefinitionPtr& study, int workers = 1,
                                     std::shared_ptr<StudyStore> store = {}) {
    StudyRun run(study, std::move(store), {workers});
    run.start();
    run.wait();
    EXPECT_EQ(run.getProgress().phase, StudyPhase::Complete) << run.getProgress().message;
    std::vector<StudyRow> rows = run.copyRows();
    std::sort(rows.begin(), rows.end(), [](const StudyRow& a, const StudyRow& b) { return a.run < b.run; });
    return rows;
}

inline void expectSame(const std::vector<StudyRow>& a, const std::vector<StudyRow>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(sameResult(a[i], b[i])) << "run " << a[i].run;
}

/// A folder that is removed at the end.
class Folder {
public:
    Folder() : path_(std::filesystem::temp_directory_path() / ("trammel-study-" + std::to_string(getpid()))) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

}  // namespace trammel
