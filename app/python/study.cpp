// SPDX-License-Identifier: Apache-2.0
// Studies in Python, and their results as arrays.
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <ostream>

#include "app/python/model.h"
#include "app/python/problems.h"
#include "app/python/values.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "study/study_point.h"
#include "study/study_run.h"
#include "study/study_table.h"

namespace py = pybind11;

namespace trammel::python {

namespace {

/// The rows of a study by number.
struct StudyResults {
    StudyDefinitionPtr study;
    std::vector<StudyRow> rows;
    bool isComplete = false;
};
using ResultsPtr = std::shared_ptr<StudyResults>;

ElementId findStudy(const Document& document, const std::optional<std::string>& name) {
    const std::vector<ElementId> all = document.elementsOf(studyFamily);
    if (!name && all.size() == 1) return all.front();
    std::string list;
    for (const ElementId id : all) {
        if (name && document.get(id).name == *name) return id;
        list += (list.empty() ? "'" : ", '") + document.get(id).name + "'";
    }
    raise(all.empty() ? "The model has no study."
                      : (name ? "There is no study '" + *name + "'." : "The model has several studies.") +
                            " The studies are " + list + ".");
}

StudyDefinitionPtr define(const Document& document, const std::optional<std::string>& name,
                          std::optional<std::uint64_t> seed) {
    const ElementId id = findStudy(document, name);
    Result<StudyDefinitionPtr> defined;
    {
        const py::gil_scoped_release release;
        defined = defineStudy(document, id, seed);
    }
    return valueOf(std::move(defined));
}

std::shared_ptr<StudyStore> storeAt(const std::optional<std::filesystem::path>& file, bool resume,
                                    const StudyDefinition& study) {
    if (!file) return nullptr;
    return valueOf(resume && std::filesystem::exists(*file) ? StudyStore::resume(*file, study)
                                                            : StudyStore::create(*file, study));
}

/// Waits for the workers; a signal or an exception of @p progress ends them.
void waitFor(StudyRun& run, const py::object& progress) {
    const py::gil_scoped_release release;
    constexpr unsigned longest = 50'000;
    unsigned pause = 500;
    Interruption interruption;
    std::size_t told = std::size_t(-1);
    while (run.getProgress().phase == StudyPhase::Computing) {
        usleep(pause);
        pause = std::min(longest, pause * 2);
        interruption.check();
        const StudyProgress now = run.getProgress();
        if (progress.is_none() || now.done == told) continue;
        told = now.done;
        const py::gil_scoped_acquire lock;
        progress(now.done, now.planned, now.failed);
    }
    run.wait();
}

void sortByNumber(std::vector<StudyRow>& rows) { std::ranges::sort(rows, {}, &StudyRow::run); }

ResultsPtr computeStudy(const Model& model, const std::optional<std::string>& name, std::optional<int> workers,
                        const std::optional<std::filesystem::path>& file, bool resume,
                        std::optional<std::uint64_t> seed, double secondsPerRun, const py::object& progress) {
    const StudyDefinitionPtr study = define(model.getDocument(), name, seed);
    const std::shared_ptr<StudyStore> store = storeAt(file, resume, *study);
    const int threads = workers.value_or(usableProcessors());
    if (threads < 1) raise("workers must be at least 1.");
    auto results = std::make_shared<StudyResults>();
    results->study = study;
    {
        StudyRun run(study, store, {threads, secondsPerRun});
        run.start();
        waitFor(run, progress);
        run.pause();
        const StudyProgress end = run.getProgress();
        if (!end.message.empty()) raise(end.message);
        results->isComplete = end.phase == StudyPhase::Complete;
        results->rows = run.copyRows();
    }
    sortByNumber(results->rows);
    return results;
}

ResultsPtr openFile(const std::filesystem::path& path) {
    const auto store = valueOf(StudyStore::open(path));
    const std::string text = store->readModel();
    if (!store->getFailure().empty()) raise(store->getFailure());
    const Document document = valueOf(readDocument(text, builtinCatalog()));
    auto results = std::make_shared<StudyResults>();
    results->study = define(document, store->getIdentity().study, store->getIdentity().seed);
    if (store->countFactors() != results->study->factors.size() ||
        store->getColumns().size() != results->study->columns().size())
        raise("The rows of '" + path.string() + "' are not those of the study in it.");
    results->rows = store->readRows();
    if (!store->getFailure().empty()) raise(store->getFailure());
    results->isComplete = store->isComplete();
    sortByNumber(results->rows);
    return results;
}

std::vector<Real> valuesOf(const StudyRow& row) {
    std::vector<Real> values = row.factors;
    values.insert(values.end(), row.responses.begin(), row.responses.end());
    return values;
}

py::array_t<Real> matrixOf(const StudyResults& results) {
    std::vector<Real> all;
    for (const StudyRow& row : results.rows)
        for (const Real x : valuesOf(row)) all.push_back(x);
    return toArray(std::move(all), results.study->columns().size());
}

/// A column by its title, with or without the unit.
py::array_t<Real> columnOf(const StudyResults& results, const std::string& name) {
    const std::vector<std::string> titles = results.study->columns();
    const auto found = std::ranges::find_if(
        titles, [&](const std::string& title) { return title == name || title.starts_with(name + " ["); });
    if (found == titles.end()) raise("The study has no column '" + name + "'. See columns.");
    std::vector<Real> column;
    for (const StudyRow& row : results.rows) column.push_back(valuesOf(row)[std::size_t(found - titles.begin())]);
    return toArray(std::move(column));
}

template <class Get>
auto listOf(const StudyResults& results, const Get& get) {
    std::vector<std::decay_t<decltype(get(results.rows.front()))>> list;
    for (const StudyRow& row : results.rows) list.push_back(get(row));
    return list;
}

const StudyRow& rowOf(const StudyResults& results, std::size_t number) {
    const auto found = std::ranges::lower_bound(results.rows, number, {}, &StudyRow::run);
    if (found == results.rows.end() || found->run != number)
        raise("The study has no run " + std::to_string(number) + ".");
    return *found;
}

py::object bestOfAll(const StudyResults& results) {
    const StudyRow* const best = bestOf(*results.study, results.rows);
    return best ? py::object(py::int_(best->run)) : py::none();
}

py::dict rowAsDict(const StudyResults& results, std::size_t number) {
    const StudyRow& row = rowOf(results, number);
    const std::vector<std::string> titles = results.study->columns();
    const std::vector<Real> values = valuesOf(row);
    py::dict d;
    for (std::size_t i = 0; i < titles.size(); ++i) d[py::str(titles[i])] = values[i];
    return d;
}

ModelPtr modelAt(const StudyResults& results, std::size_t number) {
    const StudyRow& row = rowOf(results, number);
    return std::make_shared<Model>(valueOf(documentAt(*results.study, results.study->document, row.factors)).document);
}

bool check(const StudyResults& results, std::size_t number) {
    const StudyRow& row = rowOf(results, number);
    const py::gil_scoped_release release;
    const auto again = computePoint(*results.study, number, row.factors);
    return again && sameResult(row, *again);
}

py::list analyze(const StudyResults& results) {
    py::list all;
    for (const ResponseAnalysis& response : analyzeStudy(*results.study, results.rows))
        for (const AnalysisTable& table : response.tables) {
            py::dict rows;
            for (const AnalysisTable::Row& row : table.rows) rows[py::str(row.name)] = row.values;
            py::dict d;
            d["response"] = response.response;
            d["title"] = table.title;
            d["columns"] = table.columns;
            d["rows"] = rows;
            d["note"] = table.note;
            all.append(d);
        }
    return all;
}

void writeCsv(const StudyResults& results, const std::filesystem::path& path) {
    const Diagnostics problems = writeFile(path, [&](std::ostream& out) {
        writeStudyTable(results.study->columns(), results.rows, out);
        return true;
    });
    if (problems.hasErrors()) raise(problems);
}

}  // namespace

void addStudies(py::module_& module, py::class_<Model, ModelPtr>& model) {
    py::class_<StudyResults, ResultsPtr>(module, "StudyResults",
                                         "The runs of a study, by number: results['Peak torque'] is an array.")
        .def_property_readonly(
            "columns", [](const StudyResults& r) { return r.study->columns(); },
            "Titles of factors and responses, with SI units.")
        .def_property_readonly(
            "factors", [](const StudyResults& r) { return r.study->factors.size(); },
            "Number of factors, which are the first columns.")
        .def_property_readonly("values", &matrixOf, "A row for each run, a column for each factor and response.")
        .def_property_readonly(
            "runs", [](const StudyResults& r) { return listOf(r, [](const StudyRow& row) { return row.run; }); },
            "Numbers of the runs.")
        .def_property_readonly(
            "status",
            [](const StudyResults& r) {
                return listOf(r, [](const StudyRow& row) { return std::string(keyOf(row.outcome)); });
            },
            "How each run ended: 'ok', 'notAssembled', ...")
        .def_property_readonly(
            "messages",
            [](const StudyResults& r) { return listOf(r, [](const StudyRow& row) { return row.message; }); },
            "Why each run failed; empty if it did not.")
        .def_readonly("complete", &StudyResults::isComplete, "True if no run is missing.")
        .def_property_readonly("best", &bestOfAll, "Number of the best run by the goals; None without a goal.")
        .def("row", &rowAsDict, py::arg("run"), "Factors and responses of a run, by title.")
        .def("model", &modelAt, py::arg("run"), "A new model with the factors of a run.")
        .def("check", &check, py::arg("run"), "Recomputes a run; True if the result is bitwise identical.")
        .def("analyze", &analyze, "Tables of distributions, and of the influence of the factors.")
        .def("save_csv", &writeCsv, py::arg("path"), "Writes the table.")
        .def("__getitem__", &columnOf, py::arg("column"), "A column by its title, with or without its unit.")
        .def("__len__", [](const StudyResults& r) { return r.rows.size(); });
    model.def(
        "study", &computeStudy, py::arg("name") = py::none(), py::kw_only(), py::arg("workers") = py::none(),
        py::arg("file") = py::none(), py::arg("resume") = false, py::arg("seed") = py::none(),
        py::arg("time_limit") = Infinity, py::arg("progress") = py::none(),
        "Computes a study of the model, by default on all processors. With a file, results are kept in it (.tstudy), "
        "and resume=True computes what is missing. progress(done, planned, failed) is called periodically. Failed "
        "runs are results. The bits do not depend on workers or interruptions.");
    module.def("open_study", &openFile, py::arg("path"), "Reads a .tstudy file.");
    module.def("functions_fingerprint", &functionsFingerprint,
               "Fingerprint of the mathematical functions, on which the last bits of all results depend.");
}

}  // namespace trammel::python
