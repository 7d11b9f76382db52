// SPDX-License-Identifier: Apache-2.0
// The Python module trammel: models, runs and studies. Computing releases the interpreter's lock, and Ctrl+C ends it.
#include "app/python/model.h"
#include "app/python/problems.h"
#include "runtime/stored_run.h"

namespace py = pybind11;

PYBIND11_MODULE(trammel, module) {
    using namespace trammel::python;
    module.doc() = "Trammel: mechanisms of rigid bodies, their motion, and studies of them. SI units and radians.";
    module.attr("__version__") = TRAMMEL_VERSION;
    module.attr("build") = trammel::buildId();
    addProblems(module);
    py::class_<Model, ModelPtr> model(module, "Model",
                                      "A model: elements by name, with undo. model['Crank']['length'] = 0.12");
    addElements(module, model);
    addModel(module, model);
    addRuns(module, model);
    addStudies(module, model);
}
