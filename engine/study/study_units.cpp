// SPDX-License-Identifier: Apache-2.0
#include "study/study_units.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "document/file_failure.h"
#include "formats/csv.h"
#include "study/study_point.h"

namespace trammel {

namespace {

constexpr const char* modelName = "model.trammel";
constexpr const char* planName = "plan.txt";
constexpr const char* planMagic = "trammel plan 1";
constexpr const char* unitMagic = "trammel unit 1";
constexpr std::size_t largestFile = std::size_t(1) << 31;

/// 64-bit FNV-1a, as 16 hexadecimal digits: finds files that were cut off or changed.
std::string checksumOf(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    constexpr char digits[] = "0123456789abcdef";
    std::string written;
    for (int i = 15; i >= 0; --i) written += digits[hash >> (4 * i) & 0xf];
    return written;
}

/// A text on one line without tabs.
std::string escaped(const std::string& text) {
    std::string line;
    for (const char c : text) {
        if (c == '\\')
            line += "\\\\";
        else if (c == '\n')
            line += "\\n";
        else if (c == '\t')
            line += "\\t";
        else
            line += c;
    }
    return line;
}
std::string unescaped(const std::string& line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\' || i + 1 == line.size()) {
            text += line[i];
            continue;
        }
        const char c = line[++i];
        text += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
    return text;
}

std::string lineOf(const StudyRow& row) {
    std::string line = std::to_string(row.run) + '\t' + keyOf(row.outcome) + '\t' + escaped(row.message);
    for (const std::vector<Real>* const values : {&row.factors, &row.responses})
        for (const Real x : *values) line += '\t' + toRoundTripText(x);
    return line;
}

/// Empty if the line is not a row with this many factors and responses.
std::optional<StudyRow> rowOf(const std::string& line, std::size_t factors, std::size_t responses) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
    constexpr std::size_t head = 3;
    if (fields.size() != head + factors + responses) return std::nullopt;
    StudyRow row;
    const auto number = [](const std::string& text, auto& value) {
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        return problem == std::errc() && end == text.data() + text.size();
    };
    if (!number(fields[0], row.run)) return std::nullopt;
    row.outcome = outcomeOf(fields[1]);
    row.message = unescaped(fields[2]);
    for (std::size_t i = head; i < fields.size(); ++i) {
        Real x = 0;
        if (!number(fields[i], x)) return std::nullopt;
        // Rows hold this bit pattern.
        if (std::isnan(x)) x = NaN;
        (i < head + factors ? row.factors : row.responses).push_back(x);
    }
    return row;
}

/// Runs of a plan, or starts of a search.
std::size_t countParts(const StudyDefinition& study) {
    return study.plan ? study.mostRuns() : study.search->countStarts(study.inputs());
}

/// True if a folder is empty, or contains only leftovers of creating this plan: its model, and files being saved.
bool isFree(const std::filesystem::path& folder, const Document& model) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(".trammel-saving-")) continue;
        if (name != modelName) return false;
        const Result<std::string> text = readWholeFile(entry.path(), LargestFileSize);
        if (!text || *text != writeDocument(model)) return false;
    }
    return !error;
}

}  // namespace

Result<UnitPlan> UnitPlan::create(const std::filesystem::path& folder, const StudyDefinition& study, int units) {
    Result<UnitPlan> result;
    result.diagnostics = makeFolder(folder);
    if (result.diagnostics.hasErrors()) return result;
    if (!isFree(folder, study.document)) {
        result.diagnostics.error(folder.string(), "The folder is not empty, or cannot be read.",
                                 "Choose a new folder.");
        return result;
    }
    const std::size_t parts = countParts(study);
    const auto count = int(std::min<std::size_t>(parts, std::size_t(std::max(1, units))));
    const StudyIdentity is = identify(study);
    std::ostringstream plan;
    plan << planMagic << "\nunits " << count << "\nseed " << is.seed << "\nmodel " << is.modelHash << "\nengine "
         << is.engine << "\nfunctions " << is.functions << "\nstudy " << escaped(is.study) << "\n";
    result.diagnostics.append(saveDocumentFile(study.document, folder / modelName));
    if (!result.diagnostics.hasErrors()) result.diagnostics.append(replaceFile(folder / planName, plan.str()));
    if (!result.diagnostics.hasErrors())
        result.value = UnitPlan(folder, std::make_shared<StudyDefinition>(study), count);
    return result;
}

Result<UnitPlan> UnitPlan::open(const std::filesystem::path& folder) {
    Result<UnitPlan> result;
    const Result<std::string> plan = readWholeFile(folder / planName, largestFile);
    const Result<Document> model = plan ? readDocumentFile(folder / modelName, builtinCatalog()) : Result<Document>();
    const auto refuse = [&](const std::string& why, const std::string& remedy) {
        result.diagnostics.error(folder.string(), why, remedy);
        return result;
    };
    std::istringstream in(plan.value.value_or(""));
    std::string line;
    std::map<std::string, std::string> values;
    if (!model || !std::getline(in, line) || line != planMagic)
        return refuse("The folder contains no study plan.", "Create one with 'trammel-cli study submit'.");
    while (std::getline(in, line))
        if (const std::size_t space = line.find(' '); space != std::string::npos)
            values[line.substr(0, space)] = line.substr(space + 1);
    const std::string name = unescaped(values["study"]);
    const Element* const study = model->findByName(name);
    Result<StudyDefinitionPtr> defined = defineStudy(*model, study ? study->id : ElementId{},
                                                     std::uint64_t(std::strtoull(values["seed"].c_str(), nullptr, 10)));
    result.diagnostics.append(defined.diagnostics);
    if (!defined) return result;
    const StudyIdentity here = identify(**defined);
    if (here.modelHash != values["model"])
        return refuse("The model of the plan was changed.", "Make a new plan; a plan never changes.");
    if (here.engine != values["engine"])
        return refuse("The plan is of another build of Trammel: " + values["engine"] + ".",
                      "Use the same build on all computers.");
    if (here.functions != values["functions"])
        return refuse("This processor computes other last digits than the one that made the plan.",
                      "Use 'trammel-cli' itself on all computers, which sets equal mathematical functions.");
    // Each unit has a part of the study, and at most a file.
    const std::string& count = values["units"];
    int units = 0;
    const auto [end, problem] = std::from_chars(count.data(), count.data() + count.size(), units);
    if (problem != std::errc() || end != count.data() + count.size() || units < 1 ||
        std::size_t(units) > countParts(**defined))
        return refuse("The plan is damaged: it has no number of units that the study can have.", "Make a new plan.");
    result.value = UnitPlan(folder, *defined, units);
    return result;
}

std::filesystem::path UnitPlan::fileOf(int unit) const { return folder_ / ("unit-" + std::to_string(unit)); }

std::pair<std::size_t, std::size_t> UnitPlan::rangeOf(int unit) const {
    const std::size_t parts = countParts(*study_);
    const auto n = std::size_t(units_), k = std::size_t(unit);
    return {parts * k / n, parts * (k + 1) / n};
}

bool UnitPlan::isDone(int unit) const {
    std::error_code error;
    return std::filesystem::exists(fileOf(unit), error);
}

std::vector<int> UnitPlan::missing() const {
    std::vector<int> units;
    for (int unit = 0; unit < units_; ++unit)
        if (!isDone(unit)) units.push_back(unit);
    return units;
}

Diagnostics UnitPlan::compute(int unit, double secondsPerRun) const {
    Diagnostics diagnostics;
    if (unit < 0 || unit >= units_) {
        diagnostics.error(folder_.string(), "There is no unit " + std::to_string(unit) + ".",
                          "Units are numbered from 0 to " + std::to_string(units_ - 1) + ".");
        return diagnostics;
    }
    if (isDone(unit)) return diagnostics;
    const auto [from, to] = rangeOf(unit);
    std::vector<StudyRow> rows;
    computePart(*study_, from, to, secondsPerRun, [&](StudyRow row) { rows.push_back(std::move(row)); });
    return write(unit, rows);
}

Diagnostics UnitPlan::write(int unit, const std::vector<StudyRow>& rows) const {
    std::string text = std::string(unitMagic) + ' ' + std::to_string(unit) + ' ' + std::to_string(rows.size()) + '\n';
    for (const StudyRow& row : rows) text += lineOf(row) + '\n';
    return replaceFile(fileOf(unit), text + checksumOf(text) + '\n');
}

Diagnostics UnitPlan::adopt(const StudyStore& results) const {
    Diagnostics diagnostics;
    if (results.getIdentity() != identify(*study_)) {
        diagnostics.error(results.getPath().string(), "The results are of another model, study, seed or build.",
                          "Choose the results of this study, or make a plan without them.");
        return diagnostics;
    }
    if (!study_->plan) {
        diagnostics.note(results.getPath().string(), "None of it is kept: the runs of a search are not units.");
        return diagnostics;
    }
    const std::vector<StudyRow> rows = results.readRows();
    if (!results.getFailure().empty()) diagnostics.warning(results.getPath().string(), results.getFailure());
    for (int unit = 0; unit < units_; ++unit) {
        const auto [from, to] = rangeOf(unit);
        const auto first = std::ranges::lower_bound(rows, from, {}, &StudyRow::run);
        const auto end = std::ranges::lower_bound(first, rows.end(), to, {}, &StudyRow::run);
        if (std::size_t(end - first) == to - from && !isDone(unit)) diagnostics.append(write(unit, {first, end}));
    }
    return diagnostics;
}

Result<std::vector<StudyRow>> UnitPlan::read(int unit) const {
    Result<std::vector<StudyRow>> result;
    Result<std::string> file = readWholeFile(fileOf(unit), largestFile);
    result.diagnostics.append(file.diagnostics);
    if (!file) return result;
    const auto damaged = [&] {
        result.diagnostics.error(fileOf(unit).string(), "The file is damaged.", "Delete it, and recompute the unit.");
        return result;
    };
    const std::string& text = *file;
    // The last line is the checksum of those before.
    const std::size_t end = text.size() < 2 ? std::string::npos : text.rfind('\n', text.size() - 2);
    if (end == std::string::npos ||
        text.substr(end + 1) != checksumOf(std::string_view(text).substr(0, end + 1)) + '\n')
        return damaged();
    std::istringstream in(text.substr(0, end + 1));
    std::string line;
    std::getline(in, line);
    std::vector<StudyRow> rows;
    while (std::getline(in, line)) {
        std::optional<StudyRow> row = rowOf(line, study_->factors.size(), study_->responses.size());
        if (!row) return damaged();
        rows.push_back(std::move(*row));
    }
    if (text.substr(0, text.find('\n')) !=
        std::string(unitMagic) + ' ' + std::to_string(unit) + ' ' + std::to_string(rows.size()))
        return damaged();
    result.value = std::move(rows);
    return result;
}

Diagnostics UnitPlan::collect(StudyStore& store) const {
    Diagnostics diagnostics;
    bool all = true;
    for (int unit = 0; unit < units_; ++unit) {
        if (!isDone(unit)) {
            all = false;
            continue;
        }
        const Result<std::vector<StudyRow>> rows = read(unit);
        diagnostics.append(rows.diagnostics);
        if (!rows) {
            all = false;
            continue;
        }
        for (const StudyRow& row : *rows) store.add(row);
    }
    store.flush();
    if (all) store.setComplete();
    if (!store.getFailure().empty()) diagnostics.error(store.getPath().string(), store.getFailure());
    return diagnostics;
}

}  // namespace trammel
