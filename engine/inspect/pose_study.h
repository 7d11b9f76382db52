// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "compile/recorded_coordinates.h"
#include "inspect/record_format.h"
#include "multibody/assembler/assembly_problem.h"
#include "multibody/studies/equilibrium.h"
#include "multibody/studies/inverse_dynamics.h"
#include "multibody/studies/linearization.h"
#include "multibody/studies/vibration_modes.h"

namespace trammel {

/// Requirements on a pose, by name. All are to be met as far as possible.
struct PoseRequest {
    struct Value {
        std::string coordinate;
        /// rad or m
        Real value = 0;
    };
    /// A point of a body and its target location in Ground, m.
    struct Marker {
        std::string body;
        Vec3 station_B{0.}, target_G{0.};
    };
    std::vector<Value> values;
    std::vector<Marker> markers;
    /// Joints whose coordinates are held.
    std::vector<std::string> lockedJoints;
};

/// Moves the coordinates of @p state (a State of @p model) to meet the request; see assemble(). No value, with
/// diagnostics, for unknown names or values that are not finite.
Result<AssemblyResult> assemblePose(const CompiledModel& model, State& state, const PoseRequest& request);

/// See findEquilibrium(const MultibodySystem&, ...); includes the model's impact stops.
Equilibrium findEquilibrium(const CompiledModel& model, State& state, const EquilibriumOptions& options = {});

/// See linearize(const MultibodySystem&, ...); with a force on each free speed as input if @p withForces.
LinearizedModel linearize(const CompiledModel& model, const State& state, bool withForces = false);

/// Scale factor of q for showing a mode: 0.3 rad or a tenth of the model's size.
Real visibleAmplitude(const CompiledModel& model, const State& at, const VibrationMode& mode);
/// Sets @p shown to the coordinates of @p at displaced along a mode by @p amplitude at @p phase (rad) of its cycle,
/// with loops closed; realized to Position. Both are States of @p model.
void showMode(const CompiledModel& model, const State& at, const VibrationMode& mode, Real amplitude, Real phase,
              State& shown);

/// Forces required for a recorded motion; recorded speeds improve derivatives.
///
/// @param drivers names of joints; empty: those with motors, otherwise all
/// @param at parameters and disabled forces; null: the initial State
/// No value, with diagnostics, if the motion does not determine the model's; a failure result if the model cannot follow it.
Result<InverseDynamicsResult> calcInverseDynamics(const CompiledModel& model, const RecordedCoordinates& recorded,
                                                  Real smoothing, const std::vector<std::string>& drivers,
                                                  const State* at = nullptr);
/// Writes the forces, with their units, and multipliers as a table, one row per time of the recording. In storage, columns are
/// called as OpenSim's: "hip_flexion_r_moment", "pelvis_tx_force".
void writeForces(const CompiledModel& model, const RecordedCoordinates& recorded, const InverseDynamicsResult& result,
                 std::ostream& out, RecordFormat format = RecordFormat::Csv);
/// Quantities of the forces on @p speeds: torque, force, or none.
std::vector<Quantity> quantitiesOfForces(const CompiledModel& model, const std::vector<UIndex>& speeds);
/// "torque of Crank pin" for the speed "rate of Crank pin"; "torque for x rate of Ball" if the joint has several.
std::string nameOfForce(Quantity quantity, const std::string& speed);

}  // namespace trammel
