// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "meta/units.h"

namespace trammel {

/// A number with what it measures.
struct Measured {
    /// In SI units and radians.
    Real value = 0;
    Dimension dimension = {};
};

/// A name in an expression: "L1", "Crank.length", "'Pin A'.angle". Quotes, which names that are no single word need,
/// are taken off.
struct ExpressionName {
    std::string element;
    /// What follows the point; empty if nothing does.
    std::string key;

    friend auto operator<=>(const ExpressionName&, const ExpressionName&) = default;
};

/// What a name stands for, or a sentence that says why it stands for nothing.
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
    /// The expression, or a sentence that says what is wrong with the text.
    static std::variant<Expression, std::string> parse(std::string_view text);

    /// Every name in it, each once, sorted.
    std::vector<ExpressionName> getNames() const;
    /// Its value, or a sentence that says why it has none: dimensions that do not agree, no finite result, or what
    /// @p resolve said of a name. Does not allocate where all goes well and @p resolve does not.
    NamedValue evaluate(const std::function<NamedValue(const ExpressionName&)>& resolve) const;
    /// The text with the element @p from called @p to.
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
    /// One step of the expression in postfix order.
    struct Step {
        Op op = Op::Number;
        Measured number = {};
        std::size_t name = 0;
    };
    /// A name where it stands in the text.
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

/// @p name as it must be written in an expression: in quotes unless it is one word, with a quote in it doubled.
std::string quotedName(const std::string& name);

}  // namespace trammel
