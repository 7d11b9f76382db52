// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "compile/measures/formula_measure.h"
#include "meta/type_catalog.h"
#include "meta/units.h"
#include "multibody/element_inputs.h"

namespace trammel {

inline constexpr const char* measureFamily = "measure";
/// Key of the formula of every measure.
inline constexpr const char* measureFormulaKey = "formula";

/// Implementation of a type of family "measure".
class MeasureType : public TypeImplementation {
public:
    /// A measure of @p operand, the element's formula.
    virtual Measure make(Subsystem&, const Measure& operand, const ElementInputs&) const = 0;
    /// Its dimension, given that of the formula.
    virtual Dimension calcDimension(const Dimension& operand) const = 0;
};

/// A measure that was built, which formulas can read.
class BuiltMeasure : public FormulaReading {
public:
    BuiltMeasure(FormulaMeasure formula, Measure measure, const Dimension& dimension)
        : formula_(std::move(formula)), measure_(std::move(measure)), dimension_(dimension) {}
    const FormulaMeasure& getFormula() const { return formula_; }
    const Measure& getMeasure() const { return measure_; }
    const Dimension& getDimension() const { return dimension_; }
    Real calc(const State& s) const override { return measure_.getValue(s); }
    Stage getStage() const override { return measure_.getDependsOnStage(); }

private:
    FormulaMeasure formula_;
    Measure measure_;
    Dimension dimension_;
};

/// Registry row from a class M: key, label, doc, choose, more() with properties beside the formula, static make() and
/// calcDimension() as in MeasureType; sockets() where it has inputs.
template <class M>
TypeDescriptor describeMeasure() {
    struct Row : M {
        static std::vector<PropertyDescriptor> properties() {
            PropertyDescriptor formula = PropertyDescriptor::formula(measureFormulaKey, "Formula", Quantity::None, "0",
                                                                     "Formula of the quantity that is measured.");
            formula.takesAnyUnit = true;
            std::vector<PropertyDescriptor> all{std::move(formula)};
            for (PropertyDescriptor& each : M::more()) all.push_back(std::move(each));
            return all;
        }
    };
    struct Type : MeasureType {
        Measure make(Subsystem& s, const Measure& operand, const ElementInputs& in) const override {
            return M::make(s, operand, in);
        }
        Dimension calcDimension(const Dimension& operand) const override { return M::calcDimension(operand); }
    };
    TypeDescriptor type = describeType<Row>(measureFamily);
    if constexpr (requires { M::sockets(); }) type.sockets = M::sockets();
    type.implementation = std::make_shared<Type>();
    return type;
}

/// All types of family "measure".
std::vector<TypeDescriptor> measureTypes();

}  // namespace trammel
