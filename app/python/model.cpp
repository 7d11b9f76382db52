// SPDX-License-Identifier: Apache-2.0
#include "app/python/model.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "app/python/problems.h"
#include "document/document_file.h"
#include "export/exporter.h"
#include "import/importer.h"
#include "inspect/output_expression.h"

namespace py = pybind11;

namespace trammel::python {

Model::Model(Document document, Diagnostics problems) : history_(std::move(document)), problems_(std::move(problems)) {}

Document Model::getDocument() const {
    const std::lock_guard lock(mutex_);
    return history_.current();
}

ElementId Model::edit(const std::string& label, const std::function<Result<Edit>(const Document&)>& edit) {
    Diagnostics refused;
    {
        const std::lock_guard lock(mutex_);
        Result<Edit> made = edit(history_.current());
        if (made) {
            history_.push(std::move(made->document), label);
            return made->element;
        }
        refused = std::move(made.diagnostics);
    }
    raise(refused);
}

bool Model::undo() {
    const std::lock_guard lock(mutex_);
    return history_.undo();
}

bool Model::redo() {
    const std::lock_guard lock(mutex_);
    return history_.redo();
}

Model::Compiled Model::compile() const {
    const py::gil_scoped_release release;
    Document document;
    CompiledModelPtr previous;
    {
        const std::lock_guard lock(mutex_);
        document = history_.current();
        if (compiled_.model && compiledOf_.sharesContentWith(document)) return compiled_;
        previous = compiled_.model;
    }
    const Result<CompiledModelPtr> made = compileDocument(document, previous);
    Compiled compiled{made.value.value_or(nullptr), made.diagnostics, nullptr};
    if (compiled.model) compiled.outputs = std::make_shared<const Outputs>(compiled.model);
    const std::lock_guard lock(mutex_);
    compiledOf_ = document;
    compiled_ = compiled;
    return compiled;
}

Model::Compiled Model::compileSound() const {
    Compiled compiled = compile();
    if (compiled.problems.hasErrors()) raise(compiled.problems);
    if (!compiled.model) raise("The model has nothing to simulate.");
    return compiled;
}

namespace {

ModelPtr load(const std::filesystem::path& path) {
    ImportResult read;
    {
        const py::gil_scoped_release release;
        read = readModelFile(path, builtinCatalog());
    }
    if (!read.document) raise(read.diagnostics);
    return std::make_shared<Model>(std::move(*read.document), read.diagnostics);
}

void save(const Model& model, const std::filesystem::path& path) {
    // Saving a partly read file would lose the rest; a copy under another name is harmless but misleading too.
    if (model.getReadProblems().hasErrors()) raise(model.getReadProblems());
    const Diagnostics problems = saveDocumentFile(model.getDocument(), path);
    if (problems.hasErrors()) raise(problems);
}

void exportModel(const Model& model, const std::filesystem::path& path) {
    const ExportFormat* const format = findExportFormatByName(path);
    if (!format || format->subject != ExportSubject::Model) {
        std::string list;
        for (const ExportFormat& each : exportFormats())
            if (each.subject == ExportSubject::Model) list += (list.empty() ? "." : ", .") + each.ending;
        raise("A model cannot be exported to '" + path.filename().string() + "'. Endings are " + list + ".");
    }
    const Model::Compiled compiled = model.compileSound();
    const Diagnostics problems = exportFile(*format, {compiled.model}, path);
    if (problems.hasErrors()) raise(problems);
}

std::vector<Diagnostic> problemsOf(const Model& model) {
    std::vector<Diagnostic> all = model.getReadProblems().items();
    const Model::Compiled compiled = model.compile();
    all.insert(all.end(), compiled.problems.begin(), compiled.problems.end());
    return all;
}

Real calc(const Model& model, const std::string& text) {
    const Model::Compiled compiled = model.compileSound();
    auto parsed = OutputExpression::parse(*compiled.outputs, text);
    if (const auto* const why = std::get_if<std::string>(&parsed)) raise(*why);
    NamedValue value = std::string();
    {
        const py::gil_scoped_release release;
        const State state = compiled.model->getInitialState();
        value = std::get<OutputExpression>(parsed).calc(state);
    }
    if (const auto* const why = std::get_if<std::string>(&value)) raise(*why);
    return std::get<Measured>(value).value;
}

std::vector<std::string> outputNames(const Model& model) {
    std::vector<std::string> names;
    for (const Output& output : model.compileSound().outputs->getAll())
        if (output.origin == Output::Origin::State) names.push_back(output.name);
    return names;
}

void setTexts(Model& model, const std::string& key, const std::string& text) {
    model.edit("Set " + key, [&](const Document& d) { return setProperty(d, builtinCatalog(), {}, key, text); });
}

}  // namespace

void addModel(py::module_& module, py::class_<Model, ModelPtr>& model) {
    module.def("load", &load, py::arg("path"),
               "Reads a model: a .trammel file, or a file of any format that Trammel imports (URDF, SDF, MJCF, .osim). "
               "problems() lists what could not be imported.");
    model
        .def(py::init([](const std::string& name) {
                 const Result<Edit> edit = setProperty(Document(), builtinCatalog(), {}, "name", name);
                 return std::make_shared<Model>(edit ? edit->document : Document());
             }),
             py::arg("name") = "Model", "An empty model.")
        .def_property(
            "name", [](const Model& m) { return m.getDocument().name(); },
            [](Model& m, const std::string& text) { setTexts(m, "name", text); }, "Name of the model.")
        .def_property(
            "notes", [](const Model& m) { return m.getDocument().notes(); },
            [](Model& m, const std::string& text) { setTexts(m, "notes", text); }, "Notes about the model.")
        .def("save", &save, py::arg("path"), "Saves the model as a .trammel file, in one step.")
        .def("export", &exportModel, py::arg("path"),
             "Writes the model in another format, by the file extension: .urdf, .sdf, .xml, .osim, .stl, ...")
        .def("undo", &Model::undo, "Undoes the last edit; False if there is no edit.")
        .def("redo", &Model::redo, "Redoes the edit undone last; False if there is no such edit.")
        .def("problems", &problemsOf, "All notes, warnings and errors about the model, from reading and checking it.")
        .def("outputs", &outputNames, "Names of all numbers that can be computed: 'Crank pin.angle'.")
        .def("calc", &calc, py::arg("output"),
             "The value of an output, or of a formula of outputs, in the initial pose; SI units and radians.");
}

}  // namespace trammel::python
