// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "multibody/forces/formula_force.h"

namespace trammel {

/// The forces of a potential energy given by a formula, on all joints and points that it names.
///
///   PE = factor V(q, t),  f = -factor dV/dq, from the derivatives with respect to coordinates and locations of points
class PotentialFormulaForce : public FormulaForce {
public:
    static constexpr const char* key = "potentialFormula";
    static constexpr const char* label = "Potential by formula";
    static constexpr const char* doc = "Forces that are the exact negative gradient of a potential energy.";
    static constexpr const char* reference =
        "`PE = factor energy`, `f = -d(PE)/dq` exactly, by automatic differentiation. The formula may use `t`, "
        "coordinates, points of bodies, `distance(A, B)` and `angle(A, B, C)`; `point1` and `point2` are the points of "
        "this element. Forces act on all joints and bodies that it names. Speeds are not allowed.";
    static constexpr const char* choose =
        "For conservative loads of any law: nonlinear springs, magnets, gravity of a planet, leaf springs. The energy "
        "is counted. For loads that depend on speeds, use a force by formula.";
    static TypeSample sample() { return {.properties = {{"energy", "50 N/m * distance(point1, point2)^2"}}}; }

    static std::vector<PropertyDescriptor> properties();
    static std::vector<SocketDescriptor> sockets();
    static Parameters readParameters(const ElementInputs& in) {
        return readFormulas(in, {"energy"}, {in.station("body1", "point1"), in.station("body2", "point2")});
    }

    explicit PotentialFormulaForce(const ElementInputs& in);

    ForceBasis makeBasis() const override;
    /// Sets the energy and its derivatives with respect to the sources of the formula.
    void calcBasis(const ForceKinematics&, const AbstractValue* parameters, AbstractValue& basis) const override;
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override;
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        return get(value).factor * valuesIn(k, value)[0];
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override;

private:
    /// A point that the energy depends on, and the sources of its components; -1: does not depend on that.
    struct Place {
        MobilizedBodyIndex body;
        int station;
        std::array<int, 3> sources{-1, -1, -1};
        /// True if these follow each other.
        bool isWhole = false;
    };

    MobilizedBodyIndex body1_, body2_;
    std::vector<Place> places_;
    /// Sources that are coordinates.
    std::vector<int> coordinates_;
};

}  // namespace trammel
