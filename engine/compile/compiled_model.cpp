// SPDX-License-Identifier: Apache-2.0
#include "compile/compiled_model.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiler.h"
#include "compile/equation_quantities.h"
#include "multibody/matter/guts.h"
#include "multibody/multiplier_row.h"

namespace trammel {

CompiledModel::CompiledModel() : data_(std::make_unique<Data>()) {}
CompiledModel::~CompiledModel() = default;

const Document& CompiledModel::getDocument() const { return data_->document; }
const MultibodySystem& CompiledModel::getSystem() const { return data_->built->system; }
const State& CompiledModel::getInitialState() const { return data_->initialState; }
const SimulationSettings& CompiledModel::getSettings() const { return data_->settings; }
const AssemblyReport& CompiledModel::getAssembly() const { return data_->assembly; }
const MobilityReport& CompiledModel::getMobility() const { return data_->mobility; }
const std::vector<CompiledModel::Trace>& CompiledModel::getTraces() const { return data_->traces; }
const std::vector<CompiledModel::BasicOutput>& CompiledModel::getBasicOutputs() const { return data_->basicOutputs; }

void CompiledModel::calcScene(const State& s, Scene& scene) const {
    const MatterSubsystem& matter = *data_->built->matter;
    Array_<DecorativeGeometry> geometry;
    // In the memory of the former scene: the first use of new memory takes as long as the decorations of a large model.
    std::vector<DecorativeGeometry>& own = geometry;
    own.swap(scene.geometry);
    own.clear();
    // At least the body and the glyph of its joint.
    own.reserve(std::max(own.capacity(), 2 * std::size_t(matter.getNumBodies())));
    getSystem().calcDecorativeGeometryAndAppend(s, Stage::Position, geometry);
    own.swap(scene.geometry);
    scene.bodyPoses.resize(std::size_t(matter.getNumBodies()));
    for (int b = 0; b < matter.getNumBodies(); ++b)
        scene.bodyPoses[std::size_t(b)] = matter.getBodyTransform(s, MobilizedBodyIndex(b));
}

Real glyphSizeOf(const CompiledModel& model) { return model.getData().built->matter->getGuts().glyphSize; }

Vec3 CompiledModel::calcTracePoint(std::size_t index, const State& s) const {
    const Trace& trace = data_->traces.at(index);
    return data_->built->matter->getBodyTransform(s, trace.body) * trace.station;
}

Transform CompiledModel::calcBodyPose(ElementId body, const State& s) const {
    const auto index = data_->built->bodies.find(body);
    return index == data_->built->bodies.end() ? Transform() : data_->built->matter->getBodyTransform(s, index->second);
}

std::optional<Transform> CompiledModel::findJointFrame(ElementId joint, const State& s) const {
    const Element* const element = data_->document.find(joint);
    if (!element || !data_->built->joints.count(joint)) return std::nullopt;
    return calcBodyPose(element->reference("parent"), s) * calcJointFrames(data_->document, *element).first;
}

Real CompiledModel::calcBasicOutput(std::size_t index, const State& s) const {
    if (index >= data_->basicOutputs.size())
        throw IndexOutOfRange("CompiledModel::calcBasicOutput()", "output", int(index),
                              int(data_->basicOutputs.size()));
    try {
        getSystem().realize(s, data_->basicOutputs[index].stage);
    } catch (const NumericalFailure&) {
        return NaN;
    }
    return data_->basicOutputValues[index](s);
}

Real CompiledModel::calcConstraintError(const State& s) const {
    const Vector& e = s.getQErr();
    const Vector& w = s.getQErrWeights();
    Real worst = 0;
    for (int i = 0; i < e.size(); ++i) worst = std::max(worst, std::abs(e[i]) * w[i]);
    return worst;
}

// --- Traces and outputs ---

void Compiler::collectTracesAndOutputs() {
    const BuiltSystem& built = *data_.built;
    const MatterSubsystem& matter = *built.matter;
    for (ElementId id : document_.elementsOf("trace")) {
        const Element& e = document_.get(id);
        const TypeDescriptor* type = findTypeOf(e);
        if (!type) continue;
        const auto body = built.bodies.find(e.reference("body"));
        const Vec3 c = e.valueAs<Vec3>(*type, "color");
        data_.traces.push_back({id,
                                body == built.bodies.end() ? MobilizedBodyIndex(0) : body->second,
                                calcStation(document_, e, e.reference("body"), "point"),
                                {float(c[0]), float(c[1]), float(c[2])}});
    }

    const AddOutput add = [&](ElementId element, std::string name, Quantity q, Stage stage,
                              std::function<Real(const State&)> value) {
        data_.basicOutputs.push_back({element, std::move(name), q, stage});
        data_.basicOutputValues.push_back(std::move(value));
    };
    // Coordinates and speeds of every joint, in document order.
    const SubsystemIndex m = matter.getMySubsystemIndex();
    for (ElementId id : document_.elementsOf("joint")) {
        const auto joint = built.joints.find(id);
        if (joint == built.joints.end()) continue;
        const TreeNode& n = matter.getTree(data_.initialState)[joint->second];
        for (int i = 0; i < n.nq; ++i) {
            const CoordinateName name = n.mobilizer->nameOfQ(i);
            add(id, n.jointName + "." + name.name, name.quantity, Stage::Time,
                [m, k = n.qStart + i](const State& s) { return s.getQ(m)[k]; });
        }
        for (int i = 0; i < n.nu; ++i) {
            const CoordinateName name = n.mobilizer->nameOfU(i);
            add(id, n.jointName + "." + name.name, name.quantity, Stage::Time,
                [m, k = n.uStart + i](const State& s) { return s.getU(m)[k]; });
        }
    }
    static const char* const axes[] = {"x", "y", "z"};
    for (std::size_t t = 0; t < data_.traces.size(); ++t)
        for (int i = 0; i < 3; ++i)
            add(data_.traces[t].element, document_.get(data_.traces[t].element).name + "." + axes[i], Quantity::Length,
                Stage::Position, [&matter, trace = data_.traces[t], i](const State& s) {
                    return Vec3(matter.getBodyTransform(s, trace.body) * trace.station)[i];
                });
    const MultibodySystem& system = built.system;
    add({}, "kinetic energy", Quantity::Energy, Stage::Velocity,
        [&system](const State& s) { return system.calcKineticEnergy(s); });
    add({}, "potential energy", Quantity::Energy, Stage::Position,
        [&system](const State& s) { return system.calcPotentialEnergy(s); });
    add({}, "total energy", Quantity::Energy, Stage::Velocity,
        [&system](const State& s) { return system.calcEnergy(s); });
    if (matter.getNumConstraints() > 0)
        add({}, "constraint error", Quantity::None, Stage::Position,
            [model = model_.get()](const State& s) { return model->calcConstraintError(s); });
    addMultipliers(add);
}

void Compiler::addMultipliers(const AddOutput& add) {
    const MatterSubsystem& matter = *data_.built->matter;
    const auto quantities = findEquationQuantities(document_, matter, data_.initialState);
    for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c) {
        const ConstraintElement& e = matter.getConstraint(c);
        const int equations =
            e.getNumPositionEquations() + e.getNumVelocityEquations() + e.getNumAccelerationEquations();
        for (int i = 0; i < equations; ++i)
            add(document_.find(e.getElementId()) ? e.getElementId() : ElementId{},
                e.getName() + ".multiplier" + (equations == 1 ? "" : " " + std::to_string(i + 1)),
                quantities[std::size_t(int(c))][std::size_t(i)].multiplier, Stage::Acceleration,
                [&matter, c, i](const State& s) {
                    const int row = findMultiplierRow(matter, s, c, i);
                    return row < 0 ? 0 : s.getMultipliers()[row];
                });
    }
}

}  // namespace trammel
