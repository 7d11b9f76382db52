// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace trammel::ui {

struct ArithmeticResult {
    double value = 0;
    /// Number of characters consumed, including trailing blanks.
    qsizetype consumed = 0;
    /// Error message, one sentence; empty on success.
    QString error;
};

/// Evaluates the longest arithmetic expression at the start of @p text: numbers in the C locale, pi, + - * / and
/// parentheses. The rest (a unit) is left to the caller.
ArithmeticResult evaluateArithmetic(const QString& text);

}  // namespace trammel::ui
