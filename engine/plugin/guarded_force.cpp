// SPDX-License-Identifier: Apache-2.0
#include "base/exceptions.h"
#include "multibody/force.h"
#include "plugin/guard.h"
#include "plugin/rows.h"
#include "simbody/custom_elements.h"

namespace trammel::plugin {

namespace {

/// A force of a plugin: calls the custom element, and says by name what goes wrong in it.
class GuardedForce : public ForceElement {
public:
    GuardedForce(const ElementInputs& in, std::unique_ptr<ForceElement> inner, std::shared_ptr<ParameterTable> table,
                 const SimTK::GeneralForceSubsystem& forces)
        : ForceElement(in.name, in.id),
          inner_(std::move(inner)),
          table_(std::move(table)),
          defaults_(table_->read(in)),
          forces_(forces.getPersistentHandle()),
          self_{in.name, in.id} {}

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<ParameterValues>>(defaults_);
    }
    Stage parameterStage() const override { return std::min(table_->stage(), Stage(Stage::Dynamics)); }
    bool dependsOnlyOnPositions() const override { return inner_->dependsOnlyOnPositions(); }
    bool declaresWhatItDependsOn() const override { return inner_->declaresWhatItDependsOn(); }
    void addInForce(const ForceKinematics& k, const AbstractValue*, const ForceSum& sum) const override {
        call("calcForce", Stage::Dynamics, [&] { inner_->addInForce(k, nullptr, sum); });
        if (isFinite(sum)) return;
        // The sum may have been spoiled by another force.
        Vector_<SpatialVec> body(sum.body.size());
        Vector mobility(sum.mobility.size());
        body.setToZero();
        mobility.setToZero();
        const ForceSum own{body, mobility};
        call("calcForce", Stage::Dynamics, [&] { inner_->addInForce(k, nullptr, own); });
        if (!isFinite(own)) reportFailure(self_, "calcForce", Stage::Dynamics, "returned a number that is not finite");
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue*) const override {
        const Real energy =
            call("calcPotentialEnergy", Stage::Position, [&] { return inner_->calcPotentialEnergy(k, nullptr); });
        requireFinite(self_, "calcPotentialEnergy", Stage::Position, &energy, 1);
        return energy;
    }

    bool wantsRealization() const override { return true; }
    void realizeTopology(State& s) const override {
        const auto& all = static_cast<const trammel::GeneralForceSubsystem&>(forces_);
        ForceIndex index(0);
        while (&all.getForce(index) != this) ++index;
        table_->values = [&all, index](const State& state) { return &all.getForceParameters(state, index); };
        call("realizeTopology", Stage::Topology, [&] { inner_->realizeTopology(s); });
    }
    void realizeModel(State& s) const override {
        call("realizeModel", Stage::Model, [&] { inner_->realizeModel(s); });
    }
    void realize(const State& s, Stage stage) const override {
        call("realize", stage, [&] { inner_->realize(s, stage); });
    }
    void appendDecorations(const State& s, Stage stage, std::vector<DecorativeGeometry>& out) const override {
        call("calcDecorativeGeometryAndAppend", stage, [&] { inner_->appendDecorations(s, stage, out); });
    }

private:
    template <class Call>
    auto call(const char* method, Stage stage, const Call& what) const -> decltype(what()) {
        return guarded(self_, method, stage, what);
    }
    static bool isFinite(const ForceSum& sum) {
        Real total = 0;
        for (int b = 0; b < sum.body.size(); ++b) total += sum.body[b][0].sum() + sum.body[b][1].sum();
        for (int i = 0; i < sum.mobility.size(); ++i) total += sum.mobility[i];
        return std::isfinite(total);
    }

    const std::unique_ptr<ForceElement> inner_;
    const std::shared_ptr<ParameterTable> table_;
    const ParameterValues defaults_;
    const SimTK::GeneralForceSubsystem& forces_;
    const Identity self_;
};

class PluginForceType : public ForceType {
public:
    PluginForceType(TypeDescriptor type, detail::MakeForce make) : type_(std::move(type)), make_(std::move(make)) {}
    std::unique_ptr<ForceElement> create(const ElementInputs& in) const override {
        const SimTK::BuildScope& scope = requireScope();
        auto table = std::make_shared<ParameterTable>(type_);
        auto* const implementation = constructed([&] { return make_(Site(in, type_, scope, table)); });
        return std::make_unique<GuardedForce>(in, SimTK::makeCustomForceElement(implementation, scope.forces()), table,
                                              scope.forces());
    }
    std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
        return std::make_unique<Value<ParameterValues>>(ParameterTable(type_).read(in));
    }

private:
    const TypeDescriptor type_;
    const detail::MakeForce make_;
};

}  // namespace

TypeDescriptor detail::forceRow(TypeDescriptor type, MakeForce make) {
    appendOutputs(type, forceOutputs());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Apply the force.").at(Stage::Instance));
    type.implementation = std::make_shared<PluginForceType>(type, std::move(make));
    return type;
}

}  // namespace trammel::plugin
