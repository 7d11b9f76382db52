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

namespace {

/// All coordinates as functions of time, with other functions at other levels.
class Wave : public Motion::Custom::Implementation {
public:
    Wave(const MobilizedBody& body, Motion::Level level) : body_(body), level_(level) {}
    Implementation* clone() const override { return new Wave(*this); }
    Motion::Level getLevel(const State&) const override { return level_; }
    Motion::Method getLevelMethod(const State&) const override { return Motion::Prescribed; }
    void calcPrescribedPosition(const State& s, int nq, Real* q) const override { put(s, 0, nq, q); }
    void calcPrescribedPositionDot(const State& s, int nq, Real* qdot) const override { put(s, 1, nq, qdot); }
    void calcPrescribedPositionDotDot(const State& s, int nq, Real* qdotdot) const override { put(s, 2, nq, qdotdot); }
    void calcPrescribedVelocity(const State& s, int nu, Real* u) const override { put(s, 0, nu, u); }
    void calcPrescribedVelocityDot(const State& s, int nu, Real* udot) const override { put(s, 1, nu, udot); }
    /// Also of moving coordinates.
    void calcPrescribedAcceleration(const State& s, int nu, Real* udot) const override {
        put(s, 0, nu, udot);
        for (int i = 0; i < nu; ++i) udot[i] -= 0.2 * body_.getOneU(s, i);
    }

private:
    /// A derivative of 0.4 sin(2 t + i).
    static void put(const State& s, int derivative, int n, Real* values) {
        for (int i = 0; i < n; ++i)
            values[i] = 0.4 * std::pow(2., derivative) * std::sin(2 * s.getTime() + i + derivative * Pi / 2);
    }
    MobilizedBody body_;
    Motion::Level level_;
};

/// A custom motion with the methods Zero, Discrete or Free, not prescribed by a function.
class Held : public Motion::Custom::Implementation {
public:
    Held(Motion::Level level, Motion::Method method) : level_(level), method_(method) {}
    Implementation* clone() const override { return new Held(*this); }
    Motion::Level getLevel(const State&) const override { return level_; }
    Motion::Method getLevelMethod(const State&) const override { return method_; }

private:
    Motion::Level level_;
    Motion::Method method_;
};

}  // namespace

void appendMotionCases(std::vector<Case>& cases) {
    const auto add = [&](const std::string& name, std::function<void(Model&, Dice&)> motion) {
        cases.push_back({"motion/" + name, [motion](Model& model, Dice& dice) {
                             addTree(model, dice);
                             Force::Gravity(model.forces, model.matter, dice.direction(), 9.81);
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
    for (const Motion::Level level : {Motion::Position, Motion::Velocity, Motion::Acceleration}) {
        const std::string name = Motion::nameOfLevel(level);
        for (int b = 1; b < 4; ++b)
            add("Custom" + name + std::to_string(b),
                [=](Model& m, Dice&) { Motion::Custom(m.body(b), new Wave(m.body(b), level)); });
        for (const Motion::Method method : {Motion::Zero, Motion::Discrete}) {
            // The original gives a discrete acceleration no value to start with.
            if (method == Motion::Discrete && level == Motion::Acceleration) continue;
            add("Custom" + name + Motion::nameOfMethod(method),
                [=](Model& m, Dice&) { Motion::Custom(m.body(2), new Held(level, method)); });
        }
        add("CustomBeside" + name, [=](Model& m, Dice&) {
            Motion::Custom(m.body(1), new Wave(m.body(1), level));
            Motion::Steady(m.body(2), -0.4);
            Motion::Sinusoid(m.body(3), Motion::Position, 0.7, 2, 0.3);
            m.settings.push_back([&m](State& s) { m.body(5).lock(s, Motion::Velocity); });
        });
    }
    add("CustomFree", [](Model& m, Dice&) { Motion::Custom(m.body(2), new Held(Motion::Acceleration, Motion::Free)); });
    add("LockOverMotion", [](Model& m, Dice&) {
        Motion::Custom(m.body(2), new Wave(m.body(2), Motion::Velocity));
        Motion::Custom(m.body(3), new Wave(m.body(3), Motion::Position));
        m.settings.push_back([&m](State& s) {
            m.body(2).lock(s, Motion::Position);
            m.body(3).lockAt(s, Vector(m.body(3).getNumU(s), 0.3), Motion::Acceleration);
        });
    });
    add("MotionDisabled", [](Model& m, Dice&) {
        Motion::Custom motion(m.body(2), new Wave(m.body(2), Motion::Position));
        m.settings.push_back([motion](State& s) { motion.disable(s); });
    });
    add("LockAtPosition", [](Model& m, Dice&) {
        m.settings.push_back([&m](State& s) { m.body(2).lockAt(s, Vector(m.body(2).getNumQ(s), 0.3)); });
    });
    add("LockAtVelocity", [](Model& m, Dice&) {
        m.settings.push_back(
            [&m](State& s) { m.body(4).lockAt(s, Vector(m.body(4).getNumU(s), 0.3), Motion::Velocity); });
    });
    add("WithConstraint", [](Model& m, Dice& d) {
        Motion::Sinusoid(m.body(1), Motion::Position, 0.4, 2, 0.3);
        Motion::Steady(m.body(5), 0.2);
        const Vec3 p = d.vec3(), q = d.vec3();
        m.add(Constraint::Rod(m.body(2), p, m.body(4), q, 1.3));
    });
}

}  // namespace oracle
