// SPDX-License-Identifier: Apache-2.0
#include "multibody/element_inputs.h"

#include "multibody/state_formula.h"

namespace trammel {

FunctionValue ElementInputs::findFunction(const std::string& socket, int derivatives) const {
    FunctionValue f = function ? function(socket) : FunctionValue();
    if (f && f.getFunction()->getMaxDerivativeOrder() < derivatives)
        throw UnusableElement("Function '" + f.getName() + "' is not smooth: it has no continuous " +
                                  (derivatives > 1 ? "curvature" : "slope") + ", which is required here.",
                              "Choose a smooth function, such as a spline through the same points.");
    return f;
}

BoundFormula ElementInputs::requireFormula(const std::string& key) const {
    if (!formula) throw UnusableElement("Its formula refers to a model.", "Use it as an element of a model.");
    return formula(key);
}

FunctionValue ElementInputs::requireFunction(const std::string& socket, int derivatives) const {
    FunctionValue f = findFunction(socket, derivatives);
    if (!f) throw UnusableElement("No function is selected.", "Select one in the properties, or add one first.");
    return f;
}

}  // namespace trammel
