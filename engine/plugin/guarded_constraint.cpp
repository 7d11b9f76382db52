// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/exceptions.h"
#include "multibody/constraint.h"
#include "multibody/matter/guts.h"
#include "plugin/guarded_element.h"
#include "plugin/rows.h"
#include "simbody/custom_elements.h"

namespace trammel::plugin {

namespace {

/// A constraint of a plugin: calls the custom element, and reports its errors by name.
class GuardedConstraint : public GuardedWithParameters<ConstraintElement, std::unique_ptr<ConstraintElement>> {
public:
    GuardedConstraint(const ElementInputs& in, HookStages hooks, std::unique_ptr<ConstraintElement> custom,
                      std::shared_ptr<ParameterTable> table, const SimTK::SimbodyMatterSubsystem& matter)
        : GuardedWithParameters(in, hooks, std::move(table), Stage::Position, std::move(custom), in.name, in.id,
                                custom->getNumPositionEquations(), custom->getNumVelocityEquations(),
                                custom->getNumAccelerationEquations()),
          matter_(matter) {
        for (MobilizedBodyIndex b : inner()->getBodies()) addConstrainedBody(b);
        for (MobilizedBodyIndex b : inner()->getMobilizers()) addConstrainedMobilizer(b);
    }

    Stage forcesDependOnStage() const override { return inner()->forcesDependOnStage(); }

    /// For a class that draws nothing: rings at the bodies and joints that it constrains, and a line between them.
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        if (hooks().draws()) return;
        decor::Polyline line;
        const auto add = [&](const Transform& X) {
            out.push_back(DecorativeGeometry(decor::Torus{size, size * 0.12}).setTransform(X));
            line.points.push_back(X.p());
        };
        for (MobilizedBodyIndex b : inner()->getBodies())
            if (b > 0) add(k.X_GB(b));
        for (MobilizedBodyIndex b : inner()->getMobilizers()) add(k.position.bodies[std::size_t(int(b))].jointPose());
        if (line.points.size() > 1) out.push_back(DecorativeGeometry(std::move(line)));
    }
    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcPositionErrors", Stage::Position, [&] { inner()->calcPositionErrors(k, nullptr, errors); });
        requireFinite(self(), "calcPositionErrors", Stage::Position, errors, getNumPositionEquations());
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcPositionDotErrors", Stage::Velocity, [&] { inner()->calcPositionDotErrors(k, nullptr, errors); });
        requireFinite(self(), "calcPositionDotErrors", Stage::Velocity, errors, getNumPositionEquations());
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcPositionDotDotErrors", Stage::Acceleration,
             [&] { inner()->calcPositionDotDotErrors(k, nullptr, errors); });
        requireFinite(self(), "calcPositionDotDotErrors", Stage::Acceleration, errors, getNumPositionEquations());
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        call("addInPositionConstraintForces", Stage::Position,
             [&] { inner()->addInPositionConstraintForces(k, nullptr, lambda, forces); });
    }
    void calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        if (getNumVelocityEquations() == 0) return;
        call("calcVelocityErrors", Stage::Velocity, [&] { inner()->calcVelocityErrors(k, nullptr, errors); });
        requireFinite(self(), "calcVelocityErrors", Stage::Velocity, errors, getNumVelocityEquations());
    }
    void calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        if (getNumVelocityEquations() == 0) return;
        call("calcVelocityDotErrors", Stage::Acceleration, [&] { inner()->calcVelocityDotErrors(k, nullptr, errors); });
        requireFinite(self(), "calcVelocityDotErrors", Stage::Acceleration, errors, getNumVelocityEquations());
    }
    void addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        call("addInVelocityConstraintForces", Stage::Velocity,
             [&] { inner()->addInVelocityConstraintForces(k, nullptr, lambda, forces); });
    }
    void calcAccelerationErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        if (getNumAccelerationEquations() == 0) return;
        call("calcAccelerationErrors", Stage::Acceleration,
             [&] { inner()->calcAccelerationErrors(k, nullptr, errors); });
        requireFinite(self(), "calcAccelerationErrors", Stage::Acceleration, errors, getNumAccelerationEquations());
    }
    void addInAccelerationConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                           const ConstraintForces& forces) const override {
        call("addInAccelerationConstraintForces", Stage::Acceleration,
             [&] { inner()->addInAccelerationConstraintForces(k, nullptr, lambda, forces); });
    }

private:
    DiscreteVarKey findParameters(const State&) const override {
        const MatterGuts& guts = matter_.getGuts();
        const auto own = std::ranges::find_if(guts.constraints, [&](const auto& c) { return c.element.get() == this; });
        return {guts.getMySubsystemIndex(), own->parametersVariable};
    }

    const SimTK::SimbodyMatterSubsystem& matter_;
};

class PluginConstraintType : public ConstraintType {
public:
    PluginConstraintType(TypeDescriptor type, HookStages hooks, detail::MakeConstraint make)
        : type_(std::move(type)), hooks_(hooks), make_(std::move(make)) {}
    std::unique_ptr<ConstraintElement> create(const ElementInputs& in) const override {
        const SimTK::BuildScope& scope = requireScope();
        auto table = std::make_shared<ParameterTable>(type_);
        auto* const implementation = constructed([&] { return make_(Site(in, type_, scope, table)); });
        return std::make_unique<GuardedConstraint>(in, hooks_,
                                                   SimTK::makeCustomConstraintElement(implementation, in.name), table,
                                                   scope.matter().getMultibodySystem().getMatterSubsystem());
    }
    std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
        return ParameterTable(type_).readValue(in);
    }

private:
    const TypeDescriptor type_;
    const HookStages hooks_;
    const detail::MakeConstraint make_;
};

}  // namespace

TypeDescriptor detail::constraintRow(TypeDescriptor type, HookStages hooks, MakeConstraint make) {
    const std::vector<OutputDescriptor> common = constraintOutputs();
    type.outputs.insert(type.outputs.begin(), common.begin(), common.end());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Enforce the constraint.").at(Stage::Instance));
    type.implementation = std::make_shared<PluginConstraintType>(type, hooks, std::move(make));
    return type;
}

}  // namespace trammel::plugin
