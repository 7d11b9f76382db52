// SPDX-License-Identifier: Apache-2.0
#include "model.h"

namespace oracle {

namespace {

constexpr int treeSize = 5;

/// The tree on which a force acts: every joint's speeds are the rates of its coordinates.
void addTree(Model& model, Dice& dice) {
    addJoint("Pin", model, 0, dice);
    addJoint("Universal", model, 1, dice);
    addJoint("Slider", model, 1, dice);
    addJoint("Ball", model, 3, dice);
    addJoint("Gimbal", model, 0, dice);
}

}  // namespace

void appendForceCases(std::vector<Case>& cases) {
    const auto add = [&](const std::string& name, std::function<void(Model&, Dice&)> force) {
        cases.push_back({"force/" + name, [force](Model& model, Dice& dice) {
                             addTree(model, dice);
                             force(model, dice);
                         }});
    };
    add("Gravity", [](Model& m, Dice& d) {
        Force::Gravity gravity(m.forces, m.matter, d.direction(), 9.81, 0.7);
        m.settings.push_back([gravity](State& s) { gravity.setBodyIsExcluded(s, MobilizedBodyIndex(2), true); });
    });
    add("UniformGravity", [](Model& m, Dice& d) { Force::UniformGravity(m.forces, m.matter, 9 * d.vec3(), 0); });
    add("TwoPointLinearSpring", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), q = d.vec3();
        Force::TwoPointLinearSpring(m.forces, m.body(2), p, m.body(4), q, 17, 0.6);
    });
    add("TwoPointLinearDamper", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), q = d.vec3();
        Force::TwoPointLinearDamper(m.forces, m.body(2), p, m.body(4), q, 3);
    });
    add("TwoPointConstantForce", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), q = d.vec3();
        Force::TwoPointConstantForce(m.forces, m.body(0), p, m.body(4), q, 5);
    });
    add("MobilityLinearSpring",
        [](Model& m, Dice&) { Force::MobilityLinearSpring(m.forces, m.body(2), MobilizerQIndex(1), 11, 0.2); });
    add("MobilityLinearDamper",
        [](Model& m, Dice&) { Force::MobilityLinearDamper(m.forces, m.body(4), MobilizerUIndex(2), 4); });
    add("MobilityConstantForce",
        [](Model& m, Dice&) { Force::MobilityConstantForce(m.forces, m.body(5), MobilizerUIndex(1), 6); });
    add("MobilityDiscreteForce", [](Model& m, Dice&) {
        Force::MobilityDiscreteForce force(m.forces, m.body(2), MobilizerUIndex(1), 6);
        m.settings.push_back([force](State& s) { force.setMobilityForce(s, -7); });
    });
    add("MobilityLinearStop", [](Model& m, Dice&) {
        Force::MobilityLinearStop(m.forces, m.body(1), MobilizerQIndex(0), 50, 0.3, -0.1, 0.05);
        Force::MobilityLinearStop(m.forces, m.body(3), MobilizerQIndex(0), 40, 0.2, -0.02, 0.03);
    });
    add("ConstantForce", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), f = d.vec3();
        Force::ConstantForce(m.forces, m.body(4), p, 5 * f);
    });
    add("ConstantTorque", [](Model& m, Dice& d) { Force::ConstantTorque(m.forces, m.body(4), 5 * d.vec3()); });
    add("GlobalDamper", [](Model& m, Dice&) { Force::GlobalDamper(m.forces, m.matter, 2.5); });
    add("LinearBushing", [](Model& m, Dice& d) {
        const Transform F = d.transform(), M = d.transform();
        Force::LinearBushing(m.forces, m.body(2), F, m.body(5), M, Vec6(1, 2, 3, 4, 5, 6),
                             Vec6(0.1, 0.2, 0.3, 0.4, 0.5, 0.6));
    });
    add("DiscreteForces", [](Model& m, Dice& d) {
        Force::DiscreteForces force(m.forces, m.matter);
        const Vec3 torque = d.vec3(), push = d.vec3();
        m.settings.push_back([force, torque, push, &m](State& s) {
            force.setOneBodyForce(s, m.body(4), SpatialVec(torque, push));
            force.setOneMobilityForce(s, m.body(2), MobilizerUIndex(1), 3);
        });
    });
    add("Thermostat", [](Model& m, Dice&) {
        Force::Thermostat thermostat(m.forces, m.matter, 0.8, 3, 0.4, 0);
        m.settings.push_back([thermostat](State& s) {
            Vector chain(2 * thermostat.getNumChains(s));
            for (int i = 0; i < chain.size(); ++i) chain[i] = 0.1 * (i + 1);
            thermostat.setChainState(s, chain);
        });
    });
}

void appendMotionCases(std::vector<Case>& cases) {
    const auto add = [&](const std::string& name, std::function<void(Model&, Dice&)> motion) {
        cases.push_back({"motion/" + name, [motion](Model& model, Dice& dice) {
                             addTree(model, dice);
                             Force::Gravity(model.forces, model.matter, dice.direction(), 9.81);
                             const Vec3 p = dice.vec3();
                             motion(model, dice);
                         }});
    };
    add("SteadyAll", [](Model& m, Dice&) { Motion::Steady(m.body(2), 0.7); });
    add("SteadyEach", [](Model& m, Dice&) { Motion::Steady(m.body(4), Vec3(0.7, -0.3, 0.2)); });
    add("SinusoidPosition", [](Model& m, Dice&) { Motion::Sinusoid(m.body(1), Motion::Position, 0.7, 2, 0.3); });
    add("SinusoidVelocity", [](Model& m, Dice&) { Motion::Sinusoid(m.body(2), Motion::Velocity, 0.7, 2, 0.3); });
    add("SinusoidAcceleration",
        [](Model& m, Dice&) { Motion::Sinusoid(m.body(3), Motion::Acceleration, 0.7, 2, 0.3); });
    add("LockPosition",
        [](Model& m, Dice&) { m.settings.push_back([&m](State& s) { m.body(2).lock(s, Motion::Position); }); });
    add("LockVelocity",
        [](Model& m, Dice&) { m.settings.push_back([&m](State& s) { m.body(4).lock(s, Motion::Velocity); }); });
    add("LockAcceleration",
        [](Model& m, Dice&) { m.settings.push_back([&m](State& s) { m.body(5).lock(s, Motion::Acceleration); }); });
    add("WithConstraint", [](Model& m, Dice& d) {
        Motion::Sinusoid(m.body(1), Motion::Position, 0.4, 2, 0.3);
        Motion::Steady(m.body(5), 0.2);
        const Vec3 p = d.vec3(), q = d.vec3();
        m.add(Constraint::Rod(m.body(2), p, m.body(4), q, 1.3));
    });
}

}  // namespace oracle
