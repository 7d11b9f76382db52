// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/exceptions.h"
#include "multibody/matter/guts.h"
#include "multibody/stateful_motion.h"
#include "plugin/guarded_element.h"
#include "plugin/rows.h"
#include "simbody/custom_elements.h"

namespace trammel::plugin {

namespace {

/// A motion of a plugin: calls the custom element, and reports its errors by name.
class GuardedMotion : public GuardedWithParameters<StatefulMotion, std::unique_ptr<MotionElement>> {
public:
    GuardedMotion(const ElementInputs& in, HookStages hooks, std::unique_ptr<MotionElement> custom,
                  std::shared_ptr<ParameterTable> table, const SimTK::SimbodyMatterSubsystem& matter)
        : GuardedWithParameters(in, hooks, std::move(table), Stage::Position, std::move(custom), in.name, in.id,
                                custom->getBody()),
          matter_(matter) {}

    Level getLevelInState(const State& s) const override {
        return call("getLevel", Stage::Instance, [&] { return inner()->getLevelInState(s); });
    }
    void calcInState(const State& s, const AbstractValue*, Level level, int order, int n, Real* value) const override {
        static constexpr const char* methods[][3] = {
            {"calcPrescribedAcceleration", "", ""},
            {"calcPrescribedVelocity", "calcPrescribedVelocityDot", ""},
            {"calcPrescribedPosition", "calcPrescribedPositionDot", "calcPrescribedPositionDotDot"}};
        static constexpr Stage::Level stages[] = {Stage::Time, Stage::Position, Stage::Velocity};
        const char* const method = methods[int(level)][order];
        const Stage stage = stages[int(Level::Position) - int(level) + order];
        call(method, stage, [&] { inner()->calcInState(s, nullptr, level, order, n, value); });
        requireFinite(self(), method, stage, value, n);
    }

private:
    DiscreteVarKey findParameters(const State&) const override {
        const MatterGuts& guts = matter_.getGuts();
        const auto own = std::ranges::find_if(guts.motions, [&](const auto& m) { return m.element.get() == this; });
        return {guts.getMySubsystemIndex(), own->parametersVariable};
    }

    const SimTK::SimbodyMatterSubsystem& matter_;
};

class PluginMotionType : public MotionType {
public:
    PluginMotionType(TypeDescriptor type, HookStages hooks, detail::MakeMotion make)
        : type_(std::move(type)), hooks_(hooks), make_(std::move(make)) {}
    std::unique_ptr<MotionElement> create(const ElementInputs& in) const override {
        const SimTK::BuildScope& scope = requireScope();
        auto table = std::make_shared<ParameterTable>(type_);
        auto* const implementation = constructed([&] { return make_(Site(in, type_, scope, table)); });
        return std::make_unique<GuardedMotion>(in, hooks_,
                                               SimTK::makeCustomMotionElement(implementation, in.mobilizer("joint")),
                                               table, scope.matter().getMultibodySystem().getMatterSubsystem());
    }
    std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
        return ParameterTable(type_).readValue(in);
    }

private:
    const TypeDescriptor type_;
    const HookStages hooks_;
    const detail::MakeMotion make_;
};

}  // namespace

TypeDescriptor detail::motionRow(TypeDescriptor type, HookStages hooks, MakeMotion make) {
    appendOutputs(type, motionOutputs());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Prescribe the motion; otherwise the joint is free.")
            .at(Stage::Instance));
    if (!type.findSocket("joint"))
        type.sockets.insert(type.sockets.begin(), jointInput("joint", "Joint", "The joint that is driven."));
    type.implementation = std::make_shared<PluginMotionType>(type, hooks, std::move(make));
    return type;
}

}  // namespace trammel::plugin
