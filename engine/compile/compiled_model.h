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

/// Simulation settings of the model; each field has a descriptor in family "settings".
struct SimulationSettings {
    /// Key of a type of family "integrator".
    std::string integrator;
    Real accuracy = 1e-4;
    /// Time of the initial pose, s.
    Real startTime = 0;
    /// Duration of a run, s.
    Real duration = 10;
    /// Time between frames, s.
    Real frameInterval = 0.01;
    /// Fixed step size, s; 0: error control.
    Real fixedStep = 0;
    /// Ball and free joints use body-fixed x-y-z angles instead of a quaternion.
    bool useEulerAngles = false;
};

/// Degrees of freedom of the mechanism at the initial pose.
struct MobilityReport {
    /// Speeds minus independent constraint equations (velocity level); motors count as free.
    int degreesOfFreedom = 0;
    /// Number of degrees of freedom driven by motors.
    int drivenDegrees = 0;
    int constraintEquations = 0;
    int redundantEquations = 0;
    /// Independent closed kinematic loops.
    int loops = 0;
    /// Names of constraints with redundant equations.
    std::vector<std::string> redundantConstraints;
    /// Equations any one of which could be removed without effect on the motion, by name ("'Rod'", "equation 2 of 3 of
    /// 'Closing pin'"), and whether they are consistent.
    struct RedundantSet {
        std::vector<std::string> equations;
        std::vector<ElementId> constraints;
        bool consistent = true;
    };
    std::vector<RedundantSet> redundantSets;
    /// Conflicts at the initial state, one sentence each.
    std::vector<std::string> conflicts;
};

/// A direction of motion that satisfies all constraints, with motors treated as free.
struct WiggleReport {
    /// A participating speed, in order of importance: its name, joint, value (rad/s or m/s), and share of 1.
    struct Mover {
        std::string name;
        ElementId joint;
        Real value = 0, share = 0;
    };
    std::vector<Mover> movers;
    /// All speeds, and rates of all coordinates; the kinetic energy is 1/2 J.
    Vector u, qdot;
};

/// Result of closing the loops.
struct AssemblyReport {
    bool assembled = true;
    /// Largest remaining position error (m or rad) and the name of its constraint.
    Real worstError = 0;
    std::string worstConstraint;
    int iterations = 0;
};

/// A compiled document: a const System, the initial State, and maps from engine indices to document elements.
/// Immutable; may be shared between threads, each with its own copy of the State.
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

    /// Replaces @p scene by the geometry of @p state, which must be realized to Position; velocities and forces are
    /// included as far as realized. Each item has its ElementId.
    void calcScene(const State& state, Scene& scene) const;

    /// A point whose path is drawn.
    struct Trace {
        ElementId element;
        MobilizedBodyIndex body;
        /// In the body's frame.
        Vec3 station;
        Color color;
    };
    const std::vector<Trace>& getTraces() const;
    /// Location of the traced point @p index in Ground at @p state (requires Position).
    Vec3 calcTracePoint(std::size_t index, const State& state) const;

    /// X_GB of a body at @p state (requires Position); the identity for an invalid id (Ground) and for bodies that were
    /// not built.
    Transform calcBodyPose(ElementId body, const State& state) const;
    /// X_GF of a joint, its frame on the parent (requires Position); empty if it was not built.
    std::optional<Transform> findJointFrame(ElementId joint, const State& state) const;

    /// A scalar that every run writes to CSV files: a coordinate, speed, multiplier or energy. The types of elements declare
    /// more, see Outputs.
    struct BasicOutput {
        ElementId element;
        /// "Crank pin.angle"
        std::string name;
        Quantity quantity = Quantity::None;
        /// Required stage.
        Stage stage = Stage::Position;
    };
    const std::vector<BasicOutput>& getBasicOutputs() const;
    /// Value of output @p index; realizes @p state as far as needed.
    Real calcBasicOutput(std::size_t index, const State& state) const;

    /// All independent directions of motion at @p state (requires Position). O(n^3) for n speeds, too expensive for
    /// every frame.
    std::vector<WiggleReport> calcWiggles(const State& state) const;

    /// Largest weighted position error of @p state (requires Position).
    Real calcConstraintError(const State& state) const;

    struct Data;
    /// Engine data, internal to this module: see compiled_data.h.
    const Data& getData() const { return *data_; }

private:
    friend struct Compiler;
    friend void applyParameters(const CompiledModel& model, State& state);
    std::unique_ptr<Data> data_;
};

using CompiledModelPtr = std::shared_ptr<const CompiledModel>;

/// Compiles a document. Never throws for any document: problems are diagnostics with the element concerned, and the
/// valid part of the model is compiled. No value only if there is nothing to build.
///
/// @param previous if given and only properties of Instance stage or later differ, its System is reused and only the
/// initial
///        State changes: cheap, and States of the previous model stay usable.
Result<CompiledModelPtr> compileDocument(const Document& document, const CompiledModelPtr& previous = {});

/// Applies the property values of @p model's document that are State variables (parameters of Instance stage or later)
/// to @p state, a State of @p model's System. Keeps time, q and u, except for joints that become locked: they are held
/// at their current values, with zero u if locked at their position.
void applyParameters(const CompiledModel& model, State& state);

/// Size of small glyphs in the model, m.
Real glyphSizeOf(const CompiledModel& model);

}  // namespace trammel
