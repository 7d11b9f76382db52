// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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
    /// Text after the point; empty if there is none.
    std::string key;

    friend auto operator<=>(const ExpressionName&, const ExpressionName&) = default;
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
/// Truth values are the numbers 1 and 0. Functions: sin cos tan asin acos atan atan2 sqrt abs min max; constant: pi.
class Expression {
public:
    /// The parsed expression, or a sentence that describes the error.
    static std::variant<Expression, std::string> parse(std::string_view text);

    /// All distinct names, sorted.
    std::vector<ExpressionName> getNames() const;
    /// The value, or a sentence that says why there is none: dimensions that do not match, a result that is not finite,
    /// or the
    /// sentence returned by @p resolve. Does not allocate on success, provided @p resolve does not.
    NamedValue evaluate(const std::function<NamedValue(const ExpressionName&)>& resolve) const;
    /// The text with element @p from renamed to @p to.
    std::string renamed(const std::string& from, const std::string& to) const;

private:
    friend class ExpressionParser;
    enum class Op {
        Number,
        Name,
        Add,
        Subtract,
        Multiply,
        Divide,
        Power,
        Negate,
        Not,
        And,
        Or,
        Less,
        LessEqual,
        Greater,
        GreaterEqual,
        Equal,
        Unequal,
        Sin,
        Cos,
        Tan,
        Asin,
        Acos,
        Atan,
        Atan2,
        Sqrt,
        Abs,
        Min,
        Max
    };
    /// One operation of the expression in postfix order.
    struct Step {
        Op op = Op::Number;
        Measured number = {};
        std::size_t name = 0;
    };
    /// An occurrence of a name in the text.
    struct Use {
        std::size_t start = 0, length = 0;
        std::size_t name = 0;
    };
    static NamedValue apply(Op op, const Measured& a, const Measured& b);

    std::string text_;
    std::vector<Step> steps_;
    std::vector<ExpressionName> names_;
    std::vector<Use> uses_;
};

/// @p name as written in an expression: quoted unless it is a single word, with embedded quotes doubled.
std::string quotedName(const std::string& name);

}  // namespace trammel
