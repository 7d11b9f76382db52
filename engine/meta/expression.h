// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "meta/formula_operation.h"
#include "meta/units.h"

namespace trammel {

/// A number with its dimension.
struct Measured {
    /// In SI units and radians.
    Real value = 0;
    Dimension dimension = {};
};

/// A name in an expression: "L1", "Crank.length", "'Pin A'.angle". Stored without the quotes that names of several
/// words require.
struct ExpressionName {
    std::string element;
    /// Text after the point; empty if none.
    std::string key;

    friend auto operator<=>(const ExpressionName&, const ExpressionName&) = default;  // NOLINT(modernize-use-nullptr)
};

/// The value of a name, or a sentence that says why it has none.
using NamedValue = std::variant<Measured, std::string>;

/// An arithmetic expression over named values, with units: "3*L1 + 5 mm", "atan2(h, b)", "Crank.angle > 90 deg".
///
/// A unit belongs to the number right before it. Sums, comparisons and functions check that dimensions agree.
///
///     either     = both {"||" both}
///     both       = comparison {"&&" comparison}
///     comparison = sum [("<"|"<="|">"|">="|"=="|"!=") sum]
///     sum        = product {("+"|"-") product}
///     product    = signed {("*"|"/") signed}
///     signed     = ("-"|"+"|"!") signed | power
///     power      = primary ["^" signed | "²" | "³"]
///     primary    = number [unit] | name | function "(" either {"," either} ")" | "(" either ")"
///
/// Truth values are the numbers 1 and 0. Functions: sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs sign
/// min max floor ceil round, mod(a, b), a - b floor(a / b), if(condition, a, b), and of points of
/// a model distance(A, B) and angle(A, B, C), at B from A to C; constant: pi. Halves are rounded away from zero.
class Expression {
public:
    /// The parsed expression, or a sentence that describes the error.
    /// @param faultAt optional: receives the offset of the error in @p text, bytes
    static std::variant<Expression, std::string> parse(std::string_view text, std::size_t* faultAt = nullptr);

    /// All distinct names, sorted.
    std::vector<ExpressionName> getNames() const;
    /// The value, or a sentence that says why there is none: dimensions that do not match, a result that is not finite,
    /// or the sentence returned by @p resolve. Does not allocate on success, provided @p resolve does not.
    NamedValue evaluate(const std::function<NamedValue(const ExpressionName&)>& resolve) const;
    /// The names of all functions.
    static std::vector<std::string> getFunctions();
    /// The text with element @p from renamed to @p to.
    std::string renamed(const std::string& from, const std::string& to) const;

private:
    friend class ExpressionParser;
    friend class FormulaCompiler;
    using Op = FormulaOperation;
    /// 1, 2 or 3; 0 for a number or name.
    static std::size_t operandsOf(Op op);
    /// One operation of the expression in postfix order.
    struct Step {
        Op op = Op::Number;
        Measured number = {};
        std::size_t name = 0;
        /// Offset in the text, bytes.
        std::size_t at = 0;
    };
    /// An occurrence of a name in the text.
    struct Use {
        std::size_t start = 0, length = 0;
        std::size_t name = 0;
    };
    /// The value of an operation; unused operands are ignored.
    static NamedValue apply(Op op, const Measured& a, const Measured& b, const Measured& c);

    std::string text_;
    std::vector<Step> steps_;
    std::vector<ExpressionName> names_;
    std::vector<Use> uses_;
};

/// a - b floor(a / b), rounded if the signs differ, but always nearer to 0 than b; NaN for b = 0.
Real floorMod(Real a, Real b);

/// @p name as written in an expression: quoted unless it is a single word, with embedded quotes doubled.
std::string quotedName(const std::string& name);

}  // namespace trammel
