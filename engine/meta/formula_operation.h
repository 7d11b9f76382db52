// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace trammel {

/// Operations of an Expression, in postfix order, and of a FormulaProgram, on registers a, b and c.
enum class FormulaOperation : std::uint8_t {
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Square,
    Power,
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
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Log,
    Sqrt,
    Abs,
    Sign,
    Min,
    Max,
    If,
    Floor,
    Ceil,
    Round,
    Mod,
    /// The points have their components in the registers from a and from b on.
    Distance,
    /// The exponent is c.
    WholePower,
    // Operations whose constants k, l are the elements c and c + 1 of the constants of a program.
    Scale,       ///< a k
    Shift,       ///< a + k
    ShiftScale,  ///< (a + k) l
    AddScaled,   ///< a + b k
    IsBelow,     ///< a < k
    IsAbove,     ///< a > k
    // Operations of expressions only.
    Number,
    Name,
    PointAngle
};

}  // namespace trammel
