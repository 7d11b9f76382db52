// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace trammel::ui {

struct ArithmeticResult {
    double value = 0;
    /// Characters that belong to the expression, with the blanks after it.
    qsizetype consumed = 0;
    /// What is wrong, one sentence; empty if nothing.
    QString error;
};

/// Evaluates the longest arithmetic expression that @p text begins with: numbers in the C locale, pi, + - * / and
/// brackets. What follows (a unit) is left to the caller.
ArithmeticResult evaluateArithmetic(const QString& text);

}  // namespace trammel::ui
