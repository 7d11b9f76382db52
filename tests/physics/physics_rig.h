// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "compile/compiled_model.h"
#include "document/edit.h"
#include "integrate/integrator.h"
#include "integrate/time_stepper.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"

namespace trammel::test {

/// Gravity of models with their own gravity, and of those with the rounded value, m/s^2.
constexpr Real standardGravity = 9.80665, roundGravity = 9.81;
/// Accuracies of runs compared with a closed form, and of long runs of linkages.
constexpr Real closeAccuracy = 1e-8, linkageAccuracy = 1e-6;

/// The document in models/NAME.trammel.
Document modelDocument(const std::string& name);
/// The compiled model; errors fail the test.
CompiledModelPtr compiled(const Document& document);
inline CompiledModelPtr openModel(const std::string& name) { return compiled(modelDocument(name)); }

/// The document with one property of the element of that name set.
Document with(const Document& document, const std::string& element, const std::string& key, PropertyValue value);
/// The document with that element connected to another input.
Document withReference(const Document& document, const std::string& element, const std::string& socket,
                       const std::string& target);
Document without(const Document& document, const std::string& element);
/// Value of a property of an element, or its default.
Real realOf(const Document& document, const std::string& element, const std::string& key);
Vec3 vec3Of(const Document& document, const std::string& element, const std::string& key);

/// Errors of compiling a document, a line each.
std::string errorsOf(const Document& document);

/// Builds a document element by element; any failure is a test failure.
class ModelBuilder {
public:
    explicit ModelBuilder(Document start = {}) : document_(std::move(start)) {}
    /// @param parent invalid: top level
    ElementId add(Element draft, ElementId parent = {});
    const Document& document() const { return document_; }

private:
    Document document_;
};

/// Gravity along -y.
Element gravity(Real magnitude);
/// A body with explicit mass properties: central moments about its local axes.
Element rigidBody(const std::string& name, Real mass, const Vec3& massCenter, const Vec3& moments);
/// A pin about z; an invalid @p parent is Ground.
Element pin(const std::string& name, ElementId parent, ElementId child, const Vec3& parentPoint = Vec3(0.));

/// A simulation with one integrator; values are those at the current time.
class Simulation {
public:
    Simulation(CompiledModelPtr model, Real accuracy, const std::string& integrator = "rungeKuttaMerson");
    Simulation(CompiledModelPtr model, const State& start, Real accuracy,
               const std::string& integrator = "rungeKuttaMerson");
    /// With steps of one size and no error control.
    static std::unique_ptr<Simulation> withFixedSteps(CompiledModelPtr model, Real stepSize,
                                                      const std::string& integrator = "rungeKuttaMerson");

    /// Advances to @p t, not before the current time. A failure is a test failure.
    void goTo(Real t);
    Real time() const { return state().getTime(); }
    /// Realized to Velocity.
    const State& state() const { return stepper_.getState(); }

    /// An output by name: "Crank pin.angle", "total energy".
    Real operator[](const std::string& output) const;
    /// Location of the trace of that name.
    Vec3 trace(const std::string& name) const;
    const Transform& pose(const std::string& body) const;
    const SpatialVec& velocity(const std::string& body) const;
    Real energy() const { return model_->getSystem().calcEnergy(state()); }
    /// About Ground's origin.
    SpatialVec momentum() const { return matter().calcSystemMomentumAboutGroundOrigin(state()); }
    const MatterSubsystem& matter() const { return model_->getSystem().getMatterSubsystem(); }
    const CompiledModel& model() const { return *model_; }
    const Integrator& integrator() const { return *integrator_; }

private:
    MobilizedBodyIndex bodyNamed(const std::string& name) const;

    CompiledModelPtr model_;
    std::unique_ptr<Integrator> integrator_;
    TimeStepper stepper_;
};

/// The index of an output by name. Throws if not found.
std::size_t outputNamed(const CompiledModel& model, const std::string& name);

/// Allowed error of a coordinate of size 1 at time @p t (s): a hundred times the accuracy in ten seconds, the goal for
/// every integrator and model; errors grow at least proportionally to time.
constexpr Real allowedError(Real accuracy, Real t = 10) {
    constexpr Real perAccuracy = 100, usualTime = 10;
    return perAccuracy * accuracy * (t > usualTime ? t / usualTime : 1);
}

}  // namespace trammel::test
