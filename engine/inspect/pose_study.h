// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "formats/csv_reader.h"
#include "multibody/assembler/assembly_problem.h"
#include "multibody/studies/equilibrium.h"
#include "multibody/studies/inverse_dynamics.h"
#include "multibody/studies/linearization.h"
#include "multibody/studies/vibration_modes.h"

namespace trammel {

/// A coordinate as people name it: "Crank pin.angle".
struct NamedCoordinate {
    std::string name;
    Quantity quantity = Quantity::None;
    ElementId joint;
    /// Among those of the matter subsystem.
    QIndex q;
};
/// All coordinates, in the order of the document's joints.
std::vector<NamedCoordinate> coordinatesOf(const CompiledModel& model);

/// Up to three of @p names that are written most like @p name, for "did you mean".
std::vector<std::string> nearestNames(const std::string& name, const std::vector<std::string>& names);

/// What is asked of a pose, by name. All of it must be met, as far as the mechanism can.
struct PoseRequest {
    struct Value {
        std::string coordinate;
        /// rad or m
        Real value = 0;
    };
    /// A point of a body (of Ground's frame: where it is to be), m.
    struct Marker {
        std::string body;
        Vec3 station_B{0.}, target_G{0.};
    };
    std::vector<Value> values;
    std::vector<Marker> markers;
    /// Joints that keep their coordinates.
    std::vector<std::string> lockedJoints;
};

/// Move the coordinates of @p state (a State of @p model) to what is asked for; see assemble(). No value, with
/// diagnostics, where something is asked of what does not exist or with a value that is not a number.
Result<AssemblyResult> assemblePose(const CompiledModel& model, State& state, const PoseRequest& request);

/// See findEquilibrium(const MultibodySystem&, ...); the model's impact stops are among the stops.
Equilibrium findEquilibrium(const CompiledModel& model, State& state, const EquilibriumOptions& options = {});

/// See linearize(const MultibodySystem&, ...); with a force on each free speed as an input if @p withForces.
LinearizedModel linearize(const CompiledModel& model, const State& state, bool withForces = false);

/// How far a mode is to be shown, as a factor for its q: a swing that is easy to see, 0.3 rad or a tenth of the model's size.
Real visibleAmplitude(const CompiledModel& model, const State& at, const VibrationMode& mode);
/// Writes to @p shown the coordinates of @p at moved along a mode by @p amplitude at @p phase (rad) of its cycle, loops
/// closed; realized to Position. Both are States of @p model.
void showMode(const CompiledModel& model, const State& at, const VibrationMode& mode, Real amplitude, Real phase,
              State& shown);

/// Forces that make a model move as a table says. Columns are "time" and any coordinates, by name; speeds of joints, in SI
/// units, make derivatives better; other columns are signals that the model has (as 'run' writes them), and are passed over.
///
/// @param drivers names of joints; empty: those with motors, else all
/// No value, with diagnostics, where the table does not fit the model; an outcome where the model cannot follow it.
Result<InverseDynamicsResult> calcInverseDynamics(const CompiledModel& model, const CsvTable& table, Real smoothing,
                                                  const std::vector<std::string>& drivers);

}  // namespace trammel
