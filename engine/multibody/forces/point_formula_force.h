// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/body_type.h"
#include "multibody/forces/body_force_arrow.h"
#include "multibody/forces/formula_force.h"

namespace trammel {

/// A force at a point of a body and a torque on it, each with three formulas as components in a frame.
class PointFormulaForce : public FormulaForce {
public:
    static constexpr const char* key = "pointFormula";
    static constexpr const char* label = "Force by formula";
    static constexpr const char* doc = "A force at a point of a body and a torque, as formulas of their components.";
    static constexpr const char* reference =
        "`f = factor (forceX, forceY, forceZ)` at the point, `m = factor (torqueX, torqueY, torqueZ)`, expressed in "
        "the body in input *Frame*, or in Ground. The formulas may use `point.x` and `point.vx`, the location and "
        "velocity of the point in Ground, and all other names of formulas. They have no potential energy: their work "
        "counts as supplied.";
    static constexpr const char* choose =
        "For fields and loads of any law at a point: drag, lift, thrust, magnets. For a conservative load, use a "
        "potential by formula, whose energy is counted.";
    static TypeSample sample() {
        return {.properties = {{"forceX", "-5 N/m * point.x"}, {"forceY", "3 N + 2 N/m * point.y"}}};
    }

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        appendPointProperties(list, "point", "Point", "Point of application on the body.", stage);
        for (const char* axis : {"X", "Y", "Z"})
            list.push_back(PropertyDescriptor::formula(std::string("force") + axis, std::string("Force ") + axis,
                                                       Quantity::Force, "0",
                                                       "Formula of this component of the force."));
        for (const char* axis : {"X", "Y", "Z"})
            list.push_back(PropertyDescriptor::formula(std::string("torque") + axis, std::string("Torque ") + axis,
                                                       Quantity::Torque, "0",
                                                       "Formula of this component of the torque."));
        list.push_back(factorProperty());
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        std::vector<SocketDescriptor> list = loadedBodySocket();
        list.push_back(
            {"frame", "Frame", "The body whose axes the components refer to; Ground if unset.", {"body"}, true});
        return list;
    }
    static Parameters readParameters(const ElementInputs& in) {
        return readFormulas(in, keys(), {in.station("body", "point")});
    }

    explicit PointFormulaForce(const ElementInputs& in)
        : FormulaForce(in, keys(), readParameters(in)), body_(in.body("body")), frame_(in.body("frame")) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Transform& X_GB = k.X_GB(body_);
        const Rotation& R_GA = k.X_GB(frame_).R();
        sum.addAt(body_, X_GB, X_GB * get(value).points[0], R_GA * vectorIn(k, value, 0));
        sum.body[body_][0] += R_GA * vectorIn(k, value, 3);
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        // Forces that depend on velocities are unknown here: a fixed symbol.
        out.push_back(
            DecorativeGeometry(decor::Sphere{size * 0.5}).setTransform(Vec3(k.X_GB(body_) * get(value).points[0])));
    }

private:
    static const std::vector<std::string>& keys() {
        static const std::vector<std::string> list{"forceX", "forceY", "forceZ", "torqueX", "torqueY", "torqueZ"};
        return list;
    }
    Vec3 vectorIn(const ForceKinematics& k, const AbstractValue* value, std::size_t first) const {
        const std::vector<Real>& v = valuesIn(k, value);
        return get(value).factor * Vec3(v[first], v[first + 1], v[first + 2]);
    }

    MobilizedBodyIndex body_, frame_;
};

}  // namespace trammel
