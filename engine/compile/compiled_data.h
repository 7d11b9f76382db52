// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "compile/compiled_model.h"
#include "compile/contact_exception.h"
#include "compile/element_reader.h"
#include "compile/events/event_subsystem.h"
#include "compile/measures/measure_type.h"
#include "compile/surface_source.h"
#include "multibody/force_subsystem.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"

namespace trammel {

/// An empty System of the class that C++ programs use, SimTK::MultibodySystem, to which elements of their own types can be
/// added.
std::unique_ptr<MultibodySystem> makeDocumentSystem();

/// A System with maps to the document's elements; shared by models that differ in parameters only.
struct BuiltSystem {
    const std::unique_ptr<MultibodySystem> owned = makeDocumentSystem();
    MultibodySystem& system = *owned;
    std::unique_ptr<MatterSubsystem> matter;
    std::unique_ptr<GeneralForceSubsystem> forces;
    /// Null if the model has no events.
    std::unique_ptr<EventSubsystem> events;

    std::map<ElementId, MobilizedBodyIndex> bodies;
    /// The body moved by each joint.
    std::map<ElementId, MobilizedBodyIndex> joints;
    std::map<ElementId, ConstraintIndex> constraints;
    std::map<ElementId, ForceIndex> forceIndices;
    /// The PullForce, which belongs to no element.
    ForceIndex pulls;
    std::map<ElementId, int> motions;
    std::map<ElementId, int> eventIndices;
    std::map<ElementId, std::unique_ptr<BuiltMeasure>> measures;
    /// Shadow bodies of bodies split to close a loop, by the joint that closes it.
    struct SplitBody {
        ElementId body;
        MobilizedBodyIndex primaryBody, shadowBody;
    };
    std::map<ElementId, SplitBody> splits;
    /// Number of additional pieces of each split body.
    std::map<ElementId, int> extraPieces;
    /// Solids that may touch; empty where there are no contacts.
    std::vector<SurfaceSource> surfaceSources;
    /// Pairs that are excluded from contact or not supported.
    std::vector<ContactException> contactExceptions;
};

inline EngineIndices indicesIn(const BuiltSystem& built, const std::map<ElementId, FunctionValue>& functions) {
    return {built.bodies, built.joints, functions, built.matter.get(), &built.measures, &built};
}

struct CompiledModel::Data {
    Document document;
    std::shared_ptr<const BuiltSystem> built;
    /// Valid functions. Parameters, not structure: models that share a System may differ in them.
    std::map<ElementId, FunctionValue> functions;
    State initialState;
    /// Diagnostics from building the System; valid for all models that share it.
    Diagnostics structureDiagnostics;
    SimulationSettings settings;
    AssemblyReport assembly;
    MobilityReport mobility;
    std::vector<Trace> traces;
    std::vector<BasicOutput> basicOutputs;
    std::vector<std::function<Real(const State&)>> basicOutputValues;
};

}  // namespace trammel
