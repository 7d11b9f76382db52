// SPDX-License-Identifier: Apache-2.0
#include "physics_rig.h"

#include <stdexcept>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "integrate/methods/registry.h"

namespace trammel::test {

namespace {
const Element& named(const Document& document, const std::string& name) {
    const Element* element = document.findByName(name);
    if (!element) throw std::runtime_error("There is no element '" + name + "'.");
    return *element;
}
Document accepted(const Result<Edit>& edit) {
    for (const Diagnostic& d : edit.diagnostics)
        if (d.severity != Severity::Note) ADD_FAILURE() << d.toString();
    if (!edit) throw std::runtime_error("The edit was refused.");
    return edit->document;
}
}  // namespace

// --- Documents ---

Document modelDocument(const std::string& name) {
    const auto result =
        readDocumentFile(std::string(TRAMMEL_SOURCE_DIR) + "/models/" + name + ".trammel", builtinCatalog());
    for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << d.toString();
    if (!result) throw std::runtime_error("The model '" + name + "' cannot be read.");
    return *result;
}

CompiledModelPtr compiled(const Document& document) {
    const auto result = compileDocument(document);
    for (const Diagnostic& d : result.diagnostics)
        if (d.severity != Severity::Note) ADD_FAILURE() << d.toString();
    if (!result) throw std::runtime_error("The model cannot be built.");
    return *result;
}

Document with(const Document& document, const std::string& element, const std::string& key, PropertyValue value) {
    return accepted(setProperty(document, builtinCatalog(), named(document, element).id, key, value));
}
Document withReference(const Document& document, const std::string& element, const std::string& socket,
                       const std::string& target) {
    const ElementId id = target.empty() ? ElementId() : named(document, target).id;
    return accepted(setReference(document, builtinCatalog(), named(document, element).id, socket, id));
}
Document without(const Document& document, const std::string& element) {
    return accepted(removeElement(document, builtinCatalog(), named(document, element).id));
}
Real realOf(const Document& document, const std::string& element, const std::string& key) {
    const Element& e = named(document, element);
    return e.valueAs<Real>(typeOf(e), key);
}
Vec3 vec3Of(const Document& document, const std::string& element, const std::string& key) {
    const Element& e = named(document, element);
    return e.valueAs<Vec3>(typeOf(e), key);
}

ElementId ModelBuilder::add(Element draft, ElementId parent) {
    const Result<Edit> edit = addElement(document_, builtinCatalog(), std::move(draft), parent);
    document_ = accepted(edit);
    return edit->element;
}

Element gravity(Real magnitude) { return Element::draft("force", "gravity", "Gravity").set("magnitude", magnitude); }
Element rigidBody(const std::string& name, Real mass, const Vec3& massCenter, const Vec3& moments) {
    return Element::draft("body", "rigid", name)
        .set("mass", mass)
        .set("massCenter", massCenter)
        .set("moments", moments);
}
Element pin(const std::string& name, ElementId parent, ElementId child, const Vec3& parentPoint) {
    return Element::draft("joint", "pin", name)
        .set("parentPoint", parentPoint)
        .plug("parent", parent)
        .plug("child", child);
}

// --- Simulation ---

Simulation::Simulation(CompiledModelPtr model, Real accuracy, const std::string& integrator)
    : Simulation(model, model->getInitialState(), accuracy, integrator) {}

Simulation::Simulation(CompiledModelPtr model, const State& start, Real accuracy, const std::string& integrator)
    : model_(std::move(model)),
      integrator_(createIntegrator(integrator, model_->getSystem())),
      stepper_(model_->getSystem(), *integrator_) {
    integrator_->setAccuracy(accuracy);
    // As in every run of the program.
    integrator_->setProjectEveryStep(true);
    stepper_.initialize(start);
    goTo(start.getTime());
}

std::unique_ptr<Simulation> Simulation::withFixedSteps(CompiledModelPtr model, Real stepSize,
                                                       const std::string& integrator) {
    auto simulation = std::make_unique<Simulation>(std::move(model), 1e-3, integrator);
    simulation->integrator_->setFixedStepSize(stepSize);
    simulation->stepper_.initialize(simulation->model_->getInitialState());
    simulation->goTo(simulation->model_->getInitialState().getTime());
    return simulation;
}

void Simulation::goTo(Real t) {
    const auto status = stepper_.stepTo(t);
    if (status != Integrator::ReachedReportTime)
        throw std::runtime_error(integrator_->getFailure() ? integrator_->getFailure()->full() : "It ended early.");
    model_->getSystem().realize(state(), Stage::Velocity);
}

std::string errorsOf(const Document& document) {
    std::string text;
    for (const Diagnostic& d : compileDocument(document).diagnostics)
        if (d.severity == Severity::Error) text += d.toString() + "\n";
    return text;
}

std::size_t outputNamed(const CompiledModel& model, const std::string& name) {
    const auto& outputs = model.getBasicOutputs();
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (outputs[i].name == name) return i;
    throw std::runtime_error("There is no output '" + name + "'.");
}

Real Simulation::operator[](const std::string& output) const {
    return model_->calcBasicOutput(outputNamed(*model_, output), state());
}

Vec3 Simulation::trace(const std::string& name) const {
    const auto& traces = model_->getTraces();
    for (std::size_t i = 0; i < traces.size(); ++i)
        if (model_->getDocument().get(traces[i].element).name == name) return model_->calcTracePoint(i, state());
    throw std::runtime_error("There is no trace '" + name + "'.");
}

MobilizedBodyIndex Simulation::bodyNamed(const std::string& name) const {
    const Tree& tree = matter().getTree();
    for (int b = 0; b < tree.size(); ++b)
        if (tree[b].name == name) return MobilizedBodyIndex(b);
    throw std::runtime_error("There is no body '" + name + "'.");
}
const Transform& Simulation::pose(const std::string& body) const {
    return matter().getBodyTransform(state(), bodyNamed(body));
}
const SpatialVec& Simulation::velocity(const std::string& body) const {
    return matter().getBodyVelocity(state(), bodyNamed(body));
}

}  // namespace trammel::test
