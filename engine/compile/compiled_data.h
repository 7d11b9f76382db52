// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "compile/compiled_model.h"
#include "compile/element_reader.h"
#include "multibody/force_subsystem.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"

namespace trammel {

/// A System together with the way back to the document's elements; shared by all models that differ in parameters only.
struct BuiltSystem {
    MultibodySystem system;
    std::unique_ptr<MatterSubsystem> matter;
    std::unique_ptr<GeneralForceSubsystem> forces;

    std::map<ElementId, MobilizedBodyIndex> bodies;
    /// The body that each joint moves.
    std::map<ElementId, MobilizedBodyIndex> joints;
    std::map<ElementId, ConstraintIndex> constraints;
    std::map<ElementId, ForceIndex> forceIndices;
    /// The PullForce: no element's.
    ForceIndex pulls;
    std::map<ElementId, int> motions;
    /// Second halves of bodies that were split to close a loop, by the joint that closes it.
    struct SplitBody {
        ElementId body;
        MobilizedBodyIndex firstHalf, secondHalf;
    };
    std::map<ElementId, SplitBody> splits;
    /// Into how many pieces more than one each split body is cut.
    std::map<ElementId, int> extraPieces;
};

inline EngineIndices indicesIn(const BuiltSystem& built, const std::map<ElementId, FunctionValue>& functions) {
    return {built.bodies, built.joints, functions, built.matter.get()};
}

struct CompiledModel::Data {
    Document document;
    std::shared_ptr<const BuiltSystem> built;
    /// Those that could be made. Parameters, not structure: models that share a System may have different ones.
    std::map<ElementId, FunctionValue> functions;
    State initialState;
    /// What was said when the System was built; holds for every model that shares it.
    Diagnostics structureDiagnostics;
    SimulationSettings settings;
    AssemblyReport assembly;
    MobilityReport mobility;
    std::vector<Trace> traces;
    std::vector<Signal> signals;
    std::vector<std::function<Real(const State&)>> signalValues;
};

}  // namespace trammel
