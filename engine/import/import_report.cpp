// SPDX-License-Identifier: Apache-2.0
#include "import/import_report.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "document/json_text.h"
#include "document/utf8.h"
#include "import/import_limits.h"

namespace trammel {

const char* nameOf(ImportOutcome outcome) {
    static constexpr std::array names{"imported", "approximated", "left out"};
    return names[static_cast<std::size_t>(outcome)];
}

void ImportReport::add(ImportRow row) {
    ++counts_[static_cast<std::size_t>(row.outcome)];
    // Rows of imported parts must not crowd out the others.
    const std::size_t limit = row.outcome == ImportOutcome::Imported ? importLimits.rows : 2 * importLimits.rows;
    if (rows_.size() >= limit) return;
    row.subject = replaceInvalidUtf8(row.subject);
    row.message = replaceInvalidUtf8(row.message);
    rows_.push_back(std::move(row));
}

std::string ImportReport::summary() const {
    std::string text;
    for (const auto outcome : {ImportOutcome::Imported, ImportOutcome::Approximated, ImportOutcome::LeftOut})
        text += (text.empty() ? "" : ", ") + std::to_string(count(outcome)) + " " + nameOf(outcome);
    return text;
}

std::string ImportReport::toJson() const {
    using Json = nlohmann::ordered_json;
    Json root;
    // Without its folder, which may hold the name of a user.
    root["file"] = replaceInvalidUtf8(std::filesystem::path(file).filename().string());
    root["format"] = format;
    root["choices"] = choices;
    for (const auto outcome : {ImportOutcome::Imported, ImportOutcome::Approximated, ImportOutcome::LeftOut})
        root["counts"][nameOf(outcome)] = count(outcome);
    Json list = Json::array();
    for (const ImportRow& row : rows_) {
        Json item{{"outcome", nameOf(row.outcome)}, {"subject", row.subject}, {"message", row.message}};
        if (!row.file.empty()) item["file"] = replaceInvalidUtf8(row.file);
        if (row.line > 0) item["line"] = row.line;
        if (row.element.isValid()) item["element"] = row.element.value;
        list.push_back(std::move(item));
    }
    root["rows"] = std::move(list);
    return printJson(root);
}

}  // namespace trammel
