// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "document/edit.h"
#include "document/history.h"
#include "inspect/outputs.h"

namespace trammel::python {

/// A model with its history. All members may be called from any thread; edits are made one at a time.
class Model {
public:
    explicit Model(Document document, Diagnostics problems = {});

    Document getDocument() const;
    /// Applies an edit as one step of the history; raises if it is refused. @p edit must not use the interpreter.
    ElementId edit(const std::string& label, const std::function<Result<Edit>(const Document&)>& edit);
    /// False if there is nothing to undo or redo.
    bool undo();
    bool redo();

    /// The compiled model of the current document, kept until the next edit.
    struct Compiled {
        CompiledModelPtr model;
        Diagnostics problems;
        std::shared_ptr<const Outputs> outputs;
    };
    /// Releases the interpreter's lock. No model if there is nothing to build.
    Compiled compile() const;
    /// compile(), raising if it has errors.
    Compiled compileSound() const;
    /// Diagnostics of reading the file.
    const Diagnostics& getReadProblems() const { return problems_; }

private:
    mutable std::mutex mutex_;
    History history_;
    Diagnostics problems_;
    mutable Document compiledOf_;
    mutable Compiled compiled_;
};
using ModelPtr = std::shared_ptr<Model>;

/// An element of a model by its permanent id, which stays valid through edits, undo and renaming.
struct ModelElement {
    ModelPtr model;
    ElementId id;

    /// The current element; raises if it was removed. @p document keeps it alive.
    const Element& get(const Document& document) const;
};
/// The element by name or path; raises, with the nearest names, if none exists.
ModelElement elementNamed(const ModelPtr& model, const std::string& name);

void addModel(pybind11::module_& module, pybind11::class_<Model, ModelPtr>& model);
void addElements(pybind11::module_& module, pybind11::class_<Model, ModelPtr>& model);
void addRuns(pybind11::module_& module, pybind11::class_<Model, ModelPtr>& model);
void addStudies(pybind11::module_& module, pybind11::class_<Model, ModelPtr>& model);

}  // namespace trammel::python
