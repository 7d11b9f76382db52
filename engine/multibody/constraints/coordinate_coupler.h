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
        "Makes a coordinate of one joint a function of a coordinate of another: a cam or another transmission.";
    static constexpr const char* reference =
        "`perr = q2 - f(q1)`; one equation, in rad and m. The function requires first and second derivatives. The "
        "multiplier is the negated generalized force on the second coordinate; `-f'(q1)` times that acts on the first.";
    static constexpr const char* choose =
        "For cams and other transmissions whose output is a function of the input position. For a fixed ratio, use a "
        "gear pair; to couple speeds only, use a speed coupler.";

    static std::vector<PropertyDescriptor> properties() {
        return {CoupledCoordinate::property("1", "First", Mobilizer::maxNQ - 1),
                CoupledCoordinate::property("2", "Second", Mobilizer::maxNQ - 1)};
    }
    static std::vector<SocketDescriptor> sockets() {
        return {CoupledCoordinate::socket("1", "First", "The joint whose coordinate is the argument of the function."),
                CoupledCoordinate::socket("2", "Second", "The joint whose coordinate is the value of the function."),
                {"function", "Function", "The second coordinate as a function of the first.", {"function"}, false}};
    }
    static Parameters readParameters(const ElementInputs& in) { return {in.requireFunction("function", 2)}; }

    explicit FunctionCouplerConstraint(const ElementInputs& in)
        : CoordinatePairConstraint(in, readParameters(in), CoupledCoordinate::readCoordinate(in, "1"),
                                   CoupledCoordinate::readCoordinate(in, "2")) {}
};

}  // namespace trammel
