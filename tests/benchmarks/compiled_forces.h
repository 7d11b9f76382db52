// SPDX-License-Identifier: Apache-2.0
// Forces in C++ that have no type of their own, beside which formulas are measured.
#pragma once

#include <cmath>

#include "compile/catalog.h"
#include "multibody/forces/mobility.h"
#include "multibody/forces/two_point.h"

namespace trammel::benchmark {

struct CompiledParameters {
    Real factor;
    Vec3 point1 = Vec3(0.), point2 = Vec3(0.);
    friend bool operator==(const CompiledParameters&, const CompiledParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.factor, self.point1, self.point2); }
};

/// A type of force whose law is compiled in; derived classes apply it.
template <class Law>
class CompiledForce : public ParameterizedForce<CompiledParameters> {
public:
    static constexpr const char* key = Law::key;
    static constexpr const char* label = Law::key;
    static constexpr const char* doc = "For measurements.";
    static constexpr const char* reference = "See the benchmark.";
    static constexpr const char* choose = "Never.";
    static PropertyDescriptor factorProperty() {
        return PropertyDescriptor::real("factor", "Factor", Quantity::None, 1, "Factor.").at(stage);
    }

    using ParameterizedForce::ParameterizedForce;
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
};

/// A force on a joint: factor Law::load(q, u).
template <class Law>
class CompiledJointForce : public CompiledForce<Law> {
public:
    static std::vector<PropertyDescriptor> properties() {
        return {MobilitySlot::coordinateProperty(), CompiledForce<Law>::factorProperty()};
    }
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static CompiledParameters readParameters(const ElementInputs& in) { return {in.real("factor")}; }

    explicit CompiledJointForce(const ElementInputs& in) : CompiledForce<Law>(in, readParameters(in)), slot_(in) {}
    bool dependsOnlyOnPositions() const override { return !Law::readsSpeed; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const int u = slot_.u(k.tree);
        const Real speed = Law::readsSpeed ? k.u[u] : 0;
        sum.mobility[u] += this->get(value).factor * Law::load(k.q[slot_.q(k.tree)], speed);
    }

private:
    MobilitySlot slot_;
};

/// A force between two points: factor Law::slope(length).
template <class Law>
class CompiledPointForce : public CompiledForce<Law> {
public:
    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list = twoPointProperties(CompiledForce<Law>::stage);
        list.push_back(CompiledForce<Law>::factorProperty());
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static CompiledParameters readParameters(const ElementInputs& in) {
        return {in.real("factor"), in.station("body1", "point1"), in.station("body2", "point2")};
    }

    explicit CompiledPointForce(const ElementInputs& in)
        : CompiledForce<Law>(in, readParameters(in)), body1_(in.body("body1")), body2_(in.body("body2")) {}
    bool dependsOnlyOnPositions() const override { return true; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const CompiledParameters& p = this->get(value);
        const TwoPointLine line(k, body1_, p.point1, body2_, p.point2);
        line.addIn(k, body1_, body2_, p.factor * Law::slope(line.length), sum);
    }

private:
    MobilizedBodyIndex body1_, body2_;
};

struct SpringAndDamper {
    static constexpr const char* key = "compiledSpringAndDamper";
    static constexpr bool readsSpeed = true;
    static Real load(Real q, Real u) { return -7 * (q - 0.3) - 2 * u; }
};
struct Waves {
    static constexpr const char* key = "compiledWaves";
    static constexpr bool readsSpeed = false;
    static Real load(Real q, Real) { return -2 * std::sin(3 * q) * std::cos(q); }
};
struct Stops {
    static constexpr const char* key = "compiledStops";
    static constexpr bool readsSpeed = false;
    static Real load(Real q, Real) {
        if (q > 0.5) return -100 * (q - 0.5);
        return q < -0.5 ? -100 * (q + 0.5) : 0;
    }
};
/// Energy 0.002 / length^3.
struct Magnet {
    static constexpr const char* key = "compiledMagnet";
    static Real slope(Real length) { return -0.006 / (square(length) * square(length)); }
};
/// Energy 50 (length - 0.2)^2 + 300 (length - 0.2)^4.
struct LeafSpring {
    static constexpr const char* key = "compiledLeafSpring";
    static Real slope(Real length) {
        const Real x = length - 0.2;
        return 100 * x + 1200 * x * x * x;
    }
};

inline void addCompiledForces() {
    addCustomType(describeForce<CompiledJointForce<SpringAndDamper>>());
    addCustomType(describeForce<CompiledJointForce<Waves>>());
    addCustomType(describeForce<CompiledJointForce<Stops>>());
    addCustomType(describeForce<CompiledPointForce<Magnet>>());
    addCustomType(describeForce<CompiledPointForce<LeafSpring>>());
}

}  // namespace trammel::benchmark
