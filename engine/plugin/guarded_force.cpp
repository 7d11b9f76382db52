// SPDX-License-Identifier: Apache-2.0
#include "base/exceptions.h"
#include "multibody/checked_force.h"
#include "multibody/force.h"
#include "plugin/guarded_element.h"
#include "plugin/rows.h"
#include "simbody/custom_elements.h"

namespace trammel::plugin {

namespace {

/// A force of a plugin: calls the custom element, and reports its errors by name.
class GuardedForce : public GuardedWithParameters<ForceElement, std::unique_ptr<ForceElement>>, public CheckedForce {
public:
    GuardedForce(const ElementInputs& in, HookStages hooks, std::unique_ptr<ForceElement> inner,
                 std::shared_ptr<ParameterTable> table, const SimTK::GeneralForceSubsystem& forces)
        : GuardedWithParameters(in, hooks, std::move(table), Stage::Dynamics, std::move(inner), in.name, in.id),
          forces_(forces.getPersistentHandle()) {}

    bool dependsOnlyOnPositions() const override { return inner()->dependsOnlyOnPositions(); }
    bool declaresWhatItDependsOn() const override { return inner()->declaresWhatItDependsOn(); }
    void addInForce(const ForceKinematics& k, const AbstractValue*, const ForceSum& sum) const override {
        call("calcForce", Stage::Dynamics, [&] { inner()->addInForce(k, nullptr, sum); });
    }
    void reportNotFinite() const override {
        reportFailure(self(), "calcForce", Stage::Dynamics, "returned a number that is not finite");
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue*) const override {
        const Real energy =
            call("calcPotentialEnergy", Stage::Position, [&] { return inner()->calcPotentialEnergy(k, nullptr); });
        requireFinite(self(), "calcPotentialEnergy", Stage::Position, &energy, 1);
        return energy;
    }

private:
    DiscreteVarKey findParameters(const State& s) const override {
        const auto& all = static_cast<const trammel::GeneralForceSubsystem&>(forces_);
        ForceIndex index(0);
        while (&all.getForce(index) != this) ++index;
        const AbstractValue* const own = &all.getForceParameters(s, index);
        DiscreteVarKey key(all.getMySubsystemIndex(), DiscreteVariableIndex(0));
        while (&s.getDiscreteVariable(key.subsystem, key.variable) != own) ++key.variable;
        return key;
    }

    const SimTK::GeneralForceSubsystem& forces_;
};

class PluginForceType : public ForceType {
public:
    PluginForceType(TypeDescriptor type, HookStages hooks, detail::MakeForce make)
        : type_(std::move(type)), hooks_(hooks), make_(std::move(make)) {}
    std::unique_ptr<ForceElement> create(const ElementInputs& in) const override {
        const SimTK::BuildScope& scope = requireScope();
        auto table = std::make_shared<ParameterTable>(type_);
        auto* const implementation = constructed([&] { return make_(Site(in, type_, scope, table)); });
        return std::make_unique<GuardedForce>(in, hooks_, SimTK::makeCustomForceElement(implementation, scope.forces()),
                                              table, scope.forces());
    }
    std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
        return ParameterTable(type_).readValue(in);
    }

private:
    const TypeDescriptor type_;
    const HookStages hooks_;
    const detail::MakeForce make_;
};

}  // namespace

TypeDescriptor detail::forceRow(TypeDescriptor type, HookStages hooks, MakeForce make) {
    appendOutputs(type, forceOutputs());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Apply the force.").at(Stage::Instance));
    type.implementation = std::make_shared<PluginForceType>(type, hooks, std::move(make));
    return type;
}

}  // namespace trammel::plugin
