// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "decoration/decorative_geometry.h"
#include "document/document.h"
#include "meta/property.h"
#include "system/state.h"

namespace trammel {

class MultibodySystem;

/// What the model file says about how to simulate; every field has a descriptor in family "settings".
struct SimulationSettings {
    /// Key of a type of family "integrator".
    std::string integrator;
    Real accuracy = 1e-4;
    /// Time of the start pose, s.
    Real startTime = 0;
    /// Simulated seconds of a run.
    Real duration = 10;
    /// Simulated seconds between stored frames.
    Real frameInterval = 0.01;
    /// Simulated seconds of every step; 0 lets the error decide.
    Real fixedStep = 0;
    /// Joints that turn freely have body-fixed x-y-z angles as coordinates, not a quaternion.
    bool useEulerAngles = false;
};

/// How many ways the mechanism can move, at the initial pose.
struct MobilityReport {
    /// Speeds minus independent constraint equations (velocity level), motors not counted.
    int degreesOfFreedom = 0;
    /// How many of them motors drive.
    int drivenDegrees = 0;
    int constraintEquations = 0;
    int redundantEquations = 0;
    /// Independent closed kinematic loops.
    int loops = 0;
    /// Names of constraints that own redundant equations.
    std::vector<std::string> redundantConstraints;
    /// Equations of which any one could be removed without any effect on the motion, by name ("'Rod'", "equation 2 of 3 of
    /// 'Closing pin'"), and whether they agree with each other.
    struct RedundantSet {
        std::vector<std::string> equations;
        std::vector<ElementId> constraints;
        bool consistent = true;
    };
    std::vector<RedundantSet> redundantSets;
    /// Who contradicts whom at the initial state, in sentences.
    std::vector<std::string> conflicts;
};

/// One way for the mechanism to move, with all constraints satisfied and motors looked through.
struct WiggleReport {
    /// A speed that takes part, most important first: its name, its joint, its value (rad/s or m/s), and its part of
    /// the whole, of 1.
    struct Mover {
        std::string name;
        ElementId joint;
        Real value = 0, share = 0;
    };
    std::vector<Mover> movers;
    /// All speeds, and rates of all coordinates; the kinetic energy is 1/2 J.
    Vector u, qdot;
};

/// Did the loops close?
struct AssemblyReport {
    bool assembled = true;
    /// Largest remaining position error (m or rad) and the constraint it belongs to, by name.
    Real worstError = 0;
    std::string worstConstraint;
    int iterations = 0;
};

/// A document made ready to compute: a const System, the State to start from, and the way back from engine indices to
/// document elements. Immutable; share it freely between threads. Each thread copies the State it works on.
class CompiledModel {
public:
    CompiledModel();
    ~CompiledModel();

    const Document& getDocument() const;
    const MultibodySystem& getSystem() const;
    /// Assembled, realized to Position at least.
    const State& getInitialState() const;
    const SimulationSettings& getSettings() const;
    const AssemblyReport& getAssembly() const;
    const MobilityReport& getMobility() const;

    /// Replace @p scene by what is to be drawn of @p state, which must be realized to Position; velocities and forces
    /// are drawn only as far as the stage reached allows. Each item carries its ElementId.
    void calcScene(const State& state, Scene& scene) const;

    /// A point whose path is to be drawn.
    struct Trace {
        ElementId element;
        MobilizedBodyIndex body;
        /// In the body's frame.
        Vec3 station;
        Color color;
    };
    const std::vector<Trace>& getTraces() const;
    /// Location of trace @p index in Ground at @p state (needs Position).
    Vec3 calcTracePoint(std::size_t index, const State& state) const;

    /// X_GB of a body at @p state (needs Position); the identity for none (Ground) and for what has not been built.
    Transform calcBodyPose(ElementId body, const State& state) const;
    /// X_GF of a joint, its frame on the parent (needs Position); none if it has not been built.
    std::optional<Transform> findJointFrame(ElementId joint, const State& state) const;

    /// One readable quantity of one element at @p state, for read-outs and CSV.
    struct Signal {
        ElementId element;
        /// "Crank pin.angle"
        std::string name;
        Quantity quantity = Quantity::None;
        /// Stage that must have been realized.
        Stage stage = Stage::Position;
    };
    const std::vector<Signal>& getSignals() const;
    /// Value of signal @p index; realizes @p state as far as needed.
    Real calcSignal(std::size_t index, const State& state) const;

    /// All independent ways to move at @p state (needs Position). Not for every frame: O(n^3) for n speeds.
    std::vector<WiggleReport> calcWiggles(const State& state) const;

    /// Largest weighted position error of @p state (needs Position).
    Real calcConstraintError(const State& state) const;

    struct Data;
    /// The engine's side of it, for the functions of this room: see compiled_data.h.
    const Data& getData() const { return *data_; }

private:
    friend struct Compiler;
    friend void applyParameters(const CompiledModel& model, State& state);
    std::unique_ptr<Data> data_;
};

using CompiledModelPtr = std::shared_ptr<const CompiledModel>;

/// Turn a document into something that runs. Never throws for any document: faults are diagnostics with the element
/// they concern, and as much of the model as makes sense is compiled. No value only when there is nothing to build.
///
/// @param previous when given, and only properties of Instance stage or later differ, its System is kept and only the
///        initial State changes: cheap, and States of the old model remain usable.
Result<CompiledModelPtr> compileDocument(const Document& document, const CompiledModelPtr& previous = {});

/// Apply to @p state, a State of @p model's System, those property values of @p model's document that are State
/// variables (parameters of Instance stage or later). Time, q and u are left alone, but for joints that become locked:
/// they are held where they are, those locked at their position with u at zero.
void applyParameters(const CompiledModel& model, State& state);

/// Length that small signs in the model are drawn in, m.
Real glyphSizeOf(const CompiledModel& model);

}  // namespace trammel
