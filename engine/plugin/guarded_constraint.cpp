// SPDX-License-Identifier: Apache-2.0
#include "base/exceptions.h"
#include "multibody/constraint.h"
#include "multibody/matter/guts.h"
#include "plugin/guard.h"
#include "plugin/rows.h"
#include "simbody/custom_elements.h"

namespace trammel::plugin {

namespace {

/// A constraint of a plugin: calls the custom element, and says by name what goes wrong in it.
class GuardedConstraint : public ConstraintElement {
public:
    GuardedConstraint(const ElementInputs& in, std::unique_ptr<ConstraintElement> inner,
                      std::shared_ptr<ParameterTable> table, const SimTK::SimbodyMatterSubsystem& matter)
        : ConstraintElement(in.name, in.id, inner->getNumPositionEquations(), inner->getNumVelocityEquations(),
                            inner->getNumAccelerationEquations()),
          inner_(std::move(inner)),
          table_(std::move(table)),
          defaults_(table_->read(in)),
          matter_(matter),
          self_{in.name, in.id} {
        for (MobilizedBodyIndex b : inner_->getBodies()) addConstrainedBody(b);
        for (MobilizedBodyIndex b : inner_->getMobilizers()) addConstrainedMobilizer(b);
    }

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<ParameterValues>>(defaults_);
    }
    Stage parameterStage() const override { return std::min(table_->stage(), Stage(Stage::Position)); }
    Stage forcesDependOnStage() const override { return inner_->forcesDependOnStage(); }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcPositionErrors", Stage::Position, [&] { inner_->calcPositionErrors(k, nullptr, errors); });
        requireFinite(self_, "calcPositionErrors", Stage::Position, errors, getNumPositionEquations());
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcPositionDotErrors", Stage::Velocity, [&] { inner_->calcPositionDotErrors(k, nullptr, errors); });
        requireFinite(self_, "calcPositionDotErrors", Stage::Velocity, errors, getNumPositionEquations());
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcPositionDotDotErrors", Stage::Acceleration,
             [&] { inner_->calcPositionDotDotErrors(k, nullptr, errors); });
        requireFinite(self_, "calcPositionDotDotErrors", Stage::Acceleration, errors, getNumPositionEquations());
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        call("addInPositionConstraintForces", Stage::Position,
             [&] { inner_->addInPositionConstraintForces(k, nullptr, lambda, forces); });
    }
    void calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcVelocityErrors", Stage::Velocity, [&] { inner_->calcVelocityErrors(k, nullptr, errors); });
        requireFinite(self_, "calcVelocityErrors", Stage::Velocity, errors, getNumVelocityEquations());
    }
    void calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcVelocityDotErrors", Stage::Acceleration, [&] { inner_->calcVelocityDotErrors(k, nullptr, errors); });
        requireFinite(self_, "calcVelocityDotErrors", Stage::Acceleration, errors, getNumVelocityEquations());
    }
    void addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        call("addInVelocityConstraintForces", Stage::Velocity,
             [&] { inner_->addInVelocityConstraintForces(k, nullptr, lambda, forces); });
    }
    void calcAccelerationErrors(const ConstraintKinematics& k, const AbstractValue*, Real* errors) const override {
        call("calcAccelerationErrors", Stage::Acceleration,
             [&] { inner_->calcAccelerationErrors(k, nullptr, errors); });
        requireFinite(self_, "calcAccelerationErrors", Stage::Acceleration, errors, getNumAccelerationEquations());
    }
    void addInAccelerationConstraintForces(const ConstraintKinematics& k, const AbstractValue*, const Real* lambda,
                                           const ConstraintForces& forces) const override {
        call("addInAccelerationConstraintForces", Stage::Acceleration,
             [&] { inner_->addInAccelerationConstraintForces(k, nullptr, lambda, forces); });
    }

    bool wantsRealization() const override { return true; }
    void realizeTopology(State& s) const override {
        const auto& all = static_cast<const trammel::MatterSubsystem&>(matter_);
        int index = 0;
        while (&all.getConstraint(ConstraintIndex(index)) != this) ++index;
        const MatterGuts& guts = all.getGuts();
        table_->values = [&guts, index](const State& state) {
            return guts.constraintParameters(state, std::size_t(index));
        };
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

    const std::unique_ptr<ConstraintElement> inner_;
    const std::shared_ptr<ParameterTable> table_;
    const ParameterValues defaults_;
    const SimTK::SimbodyMatterSubsystem& matter_;
    const Identity self_;
};

class PluginConstraintType : public ConstraintType {
public:
    PluginConstraintType(TypeDescriptor type, detail::MakeConstraint make)
        : type_(std::move(type)), make_(std::move(make)) {}
    std::unique_ptr<ConstraintElement> create(const ElementInputs& in) const override {
        const SimTK::BuildScope& scope = requireScope();
        auto table = std::make_shared<ParameterTable>(type_);
        auto* const implementation = constructed([&] { return make_(Site(in, type_, scope, table)); });
        return std::make_unique<GuardedConstraint>(in, SimTK::makeCustomConstraintElement(implementation), table,
                                                   scope.matter().getMultibodySystem().getMatterSubsystem());
    }
    std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
        return std::make_unique<Value<ParameterValues>>(ParameterTable(type_).read(in));
    }

private:
    const TypeDescriptor type_;
    const detail::MakeConstraint make_;
};

}  // namespace

TypeDescriptor detail::constraintRow(TypeDescriptor type, MakeConstraint make) {
    const std::vector<OutputDescriptor> common = constraintOutputs();
    type.outputs.insert(type.outputs.begin(), common.begin(), common.end());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Enforce the constraint.").at(Stage::Instance));
    type.implementation = std::make_shared<PluginConstraintType>(type, std::move(make));
    return type;
}

}  // namespace trammel::plugin
