// SPDX-License-Identifier: Apache-2.0
#include "app/python/problems.h"

#include <pybind11/stl.h>

#include "base/exceptions.h"
#include "base/failure_text.h"
#include "base/numerical_failure.h"

namespace py = pybind11;

namespace trammel::python {

namespace {
/// Lives as long as the interpreter.
py::handle errorType;

std::string sentenceOf(const Diagnostic& d) {
    return (d.place.empty() ? "" : d.place + ": ") + d.message + (d.remedy.empty() ? "" : " " + d.remedy);
}

const char* nameOf(Severity severity) {
    switch (severity) {
        case Severity::Note: return "note";
        case Severity::Warning: return "warning";
        default: return "error";
    }
}

void setError(const std::string& message, const Diagnostics& diagnostics) {
    py::object error = errorType(message);
    error.attr("problems") = py::cast(diagnostics.items());
    PyErr_SetObject(errorType.ptr(), error.ptr());
}
}  // namespace

void raise(const std::string& message) {
    setError(message, {});
    throw py::error_already_set();
}

void raise(const Diagnostics& diagnostics) {
    std::string message;
    for (const Diagnostic& d : diagnostics)
        if (d.severity == Severity::Error) message += (message.empty() ? "" : "\n") + sentenceOf(d);
    setError(message, diagnostics);
    throw py::error_already_set();
}

void addProblems(py::module_& module) {
    py::class_<Diagnostic>(module, "Problem", "A note, warning or error about a model.")
        .def_property_readonly(
            "severity", [](const Diagnostic& d) { return nameOf(d.severity); }, "'note', 'warning' or 'error'.")
        .def_readonly("place", &Diagnostic::place, "The element or the place in the file.")
        .def_readonly("message", &Diagnostic::message, "Description of the problem.")
        .def_readonly("remedy", &Diagnostic::remedy, "Remedy; may be empty.")
        .def("__str__", &sentenceOf)
        .def("__repr__", [](const Diagnostic& d) {
            return "<trammel.Problem, " + std::string(nameOf(d.severity)) + ": " + sentenceOf(d) + ">";
        });
    errorType = PyErr_NewExceptionWithDoc("trammel.Error",
                                          "What a model, an edit or a computation does not permit, in terms of the "
                                          "model. The attribute `problems` lists each of them.",
                                          PyExc_Exception, nullptr);
    if (!errorType) throw py::error_already_set();
    errorType.attr("problems") = py::list();
    module.attr("Error") = errorType;
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const Exception& failure) {
            setError(failure.getMessage(), {});
        } catch (const NumericalFailure& failure) {
            setError(failureText(failure), {});
        }
    });
}

void Interruption::check() {
    const auto now = std::chrono::steady_clock::now();
    constexpr std::chrono::milliseconds interval(50);
    if (now - last_ < interval) return;
    last_ = now;
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace trammel::python
