// SPDX-License-Identifier: Apache-2.0
#include "base/exceptions.h"
#include "multibody/matter/guts.h"
#include "multibody/stateful_motion.h"
#include "plugin/guard.h"
#include "plugin/rows.h"
#include "simbody/custom_elements.h"

namespace trammel::plugin {

namespace {

/// A motion of a plugin: calls the custom element, and says by name what goes wrong in it.
class GuardedMotion : public StatefulMotion {
public:
    GuardedMotion(const ElementInputs& in, std::unique_ptr<MotionElement> inner, std::shared_ptr<ParameterTable> table,
                  const SimTK::SimbodyMatterSubsystem& matter)
        : StatefulMotion(in.name, in.id, inner->getBody()),
          inner_(std::move(inner)),
          table_(std::move(table)),
          defaults_(table_->read(in)),
          matter_(matter),
          self_{in.name, in.id} {}

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<ParameterValues>>(defaults_);
    }
    Stage parameterStage() const override { return std::min(table_->stage(), Stage(Stage::Position)); }
    Level getLevelInState(const State& s) const override {
        return guarded(self_, "getLevel", Stage::Instance, [&] { return inner_->getLevelInState(s); });
    }
    void calcInState(const State& s, const AbstractValue*, Level level, int order, int n, Real* value) const override {
        static constexpr const char* methods[][3] = {
            {"calcPrescribedAcceleration", "", ""},
            {"calcPrescribedVelocity", "calcPrescribedVelocityDot", ""},
            {"calcPrescribedPosition", "calcPrescribedPositionDot", "calcPrescribedPositionDotDot"}};
        static constexpr Stage::Level stages[] = {Stage::Time, Stage::Position, Stage::Velocity};
        const char* const method = methods[int(level)][order];
        const Stage stage = stages[int(Level::Position) - int(level) + order];
        guarded(self_, method, stage, [&] { inner_->calcInState(s, nullptr, level, order, n, value); });
        requireFinite(self_, method, stage, value, n);
    }

    bool wantsRealization() const override { return true; }
    void realizeTopology(State& s) const override {
        const auto& all = static_cast<const trammel::MatterSubsystem&>(matter_);
        int index = 0;
        while (&all.getMotion(index) != this) ++index;
        const MatterGuts& guts = all.getGuts();
        table_->values = [&guts, index](const State& state) {
            return guts.motionParameters(state, std::size_t(index));
        };
        guarded(self_, "realizeTopology", Stage::Topology, [&] { inner_->realizeTopology(s); });
    }
    void realizeModel(State& s) const override {
        guarded(self_, "realizeModel", Stage::Model, [&] { inner_->realizeModel(s); });
    }
    void realize(const State& s, Stage stage) const override {
        guarded(self_, "realize", stage, [&] { inner_->realize(s, stage); });
    }

private:
    const std::unique_ptr<MotionElement> inner_;
    const std::shared_ptr<ParameterTable> table_;
    const ParameterValues defaults_;
    const SimTK::SimbodyMatterSubsystem& matter_;
    const Identity self_;
};

class PluginMotionType : public MotionType {
public:
    PluginMotionType(TypeDescriptor type, detail::MakeMotion make) : type_(std::move(type)), make_(std::move(make)) {}
    std::unique_ptr<MotionElement> create(const ElementInputs& in) const override {
        const SimTK::BuildScope& scope = requireScope();
        auto table = std::make_shared<ParameterTable>(type_);
        auto* const implementation = constructed([&] { return make_(Site(in, type_, scope, table)); });
        return std::make_unique<GuardedMotion>(in,
                                               SimTK::makeCustomMotionElement(implementation, in.mobilizer("joint")),
                                               table, scope.matter().getMultibodySystem().getMatterSubsystem());
    }
    std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
        return std::make_unique<Value<ParameterValues>>(ParameterTable(type_).read(in));
    }

private:
    const TypeDescriptor type_;
    const detail::MakeMotion make_;
};

}  // namespace

TypeDescriptor detail::motionRow(TypeDescriptor type, MakeMotion make) {
    appendOutputs(type, motionOutputs());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Prescribe the motion; otherwise the joint is free.")
            .at(Stage::Instance));
    if (!type.findSocket("joint"))
        type.sockets.insert(type.sockets.begin(), jointInput("joint", "Joint", "The joint that is driven."));
    type.implementation = std::make_shared<PluginMotionType>(type, std::move(make));
    return type;
}

}  // namespace trammel::plugin
