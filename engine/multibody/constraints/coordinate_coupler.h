// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/coordinate_pair.h"

namespace trammel {

struct CouplerParameters {
    FunctionValue function;
    Real curve(int order, Real x) const { return function.calcDerivative(order, x); }
    friend bool operator==(const CouplerParameters&, const CouplerParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.function); }
};

/// The coordinate of one joint is a function of the coordinate of another:  q2 = f(q1).
class FunctionCouplerConstraint : public CoordinatePairConstraint<CouplerParameters> {
public:
    static constexpr const char* key = "coordinateCoupler";
    static constexpr const char* label = "Coordinate coupler";
    static constexpr const char* doc =
        "Makes a coordinate of one joint a function of a coordinate of another: a cam, a mechanism in a box.";
    static constexpr const char* reference =
        "`perr = q2 - f(q1)`; one equation, rad and m throughout. The function needs a slope and a curvature. The "
        "multiplier is the generalized force on the second coordinate, negated; `-f'(q1)` times that acts on the "
        "first.";
    static constexpr const char* choose =
        "For cams and other transmissions whose output is a function of the position of the input. For a fixed "
        "ratio take a gear pair; where only the speeds are tied take a speed coupler.";

    static std::vector<PropertyDescriptor> properties() {
        return {CoupledCoordinate::property("1", "First", Mobilizer::maxNQ - 1),
                CoupledCoordinate::property("2", "Second", Mobilizer::maxNQ - 1)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {CoupledCoordinate::socket("1", "First", "The joint whose coordinate is the argument of the function."),
                CoupledCoordinate::socket("2", "Second", "The joint whose coordinate is the value of the function."),
                {"function", "Function", "How the second coordinate follows from the first.", {"function"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.requireFunction("function", 2)}; }

    explicit FunctionCouplerConstraint(const ElementInputs& in)
        : CoordinatePairConstraint(in, readParameters(in), CoupledCoordinate::readCoordinate(in, "1"),
                                   CoupledCoordinate::readCoordinate(in, "2")) {}
};

}  // namespace trammel
