// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/formula_force.h"
#include "multibody/forces/mobility.h"

namespace trammel {

/// A force on one coordinate, given by a formula:  f = factor * formula. Its work counts as supplied.
class MobilityFormulaForce : public FormulaForce {
public:
    static constexpr const char* key = "mobilityFormula";
    static constexpr const char* label = "Joint force by formula";
    static constexpr const char* doc = "A force or torque on one coordinate of a joint, as a formula.";
    static constexpr const char* reference =
        "`f = factor formula`. The formula may use `t`, coordinates and speeds (`joint.q`, `Pin.u`, `Pin.q2`), points "
        "of bodies (`Crank.tip.x`, `Crank.com.vy`), `distance(A, B)`, `angle(A, B, C)`, and numbers of the model. It "
        "is evaluated again only if something that it reads has changed. It has no potential energy: its work counts "
        "as supplied.";
    static constexpr const char* choose =
        "For loads that no other type offers: motors with a characteristic, nonlinear springs and dampers, control. "
        "For a conservative load, use a potential by formula, whose energy is counted.";
    static TypeSample sample() { return {.properties = {{"force", "-20 N*m/rad * joint.q^3"}}}; }

    static std::vector<PropertyDescriptor> properties() {
        PropertyDescriptor force = PropertyDescriptor::formula("force", "Force", Quantity::None, "0",
                                                               "Formula of the force or torque on the coordinate.");
        force.ofCoordinate = OfCoordinate{CoordinateRole::Load, "coordinate"};
        return {MobilitySlot::coordinateProperty(), std::move(force), factorProperty()};
    }
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static Parameters readParameters(const ElementInputs& in) { return readFormulas(in, {"force"}); }

    explicit MobilityFormulaForce(const ElementInputs& in)
        : FormulaForce(in, {"force"}, readParameters(in)), slot_(in) {}

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        sum.mobility[slot_.u(k.tree)] += get(value).factor * valuesIn(k, value)[0];
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        out.push_back(DecorativeGeometry(decor::Torus{size * 1.4, size * 0.14}).setTransform(slot_.pose(k)));
    }

private:
    MobilitySlot slot_;
};

}  // namespace trammel
