// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/arithmetic.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <cmath>
#include <numbers>

namespace trammel::ui {

namespace {

/// sum = product {(+|-) product}; product = factor {(*|/) factor}; factor = -factor | (sum) | pi | number
class Reader {
public:
    explicit Reader(const QString& text) : text_(text) {}

    ArithmeticResult read() {
        skipBlanks();
        const double value = sum();
        if (error_.isEmpty() && !std::isfinite(value)) fail("The result is not finite.");
        return {value, at_, error_};
    }

private:
    static constexpr int DeepestBrackets = 50;

    double sum() {
        double value = product();
        for (;;) {
            if (accept('+'))
                value += product();
            else if (accept('-'))
                value -= product();
            else
                return value;
        }
    }

    double product() {
        double value = factor();
        for (;;) {
            if (accept('*'))
                value *= factor();
            else if (accept('/'))
                value /= factor();
            else
                return value;
        }
    }

    double factor() {
        if (++depth_ > DeepestBrackets) return fail("Too many nested parentheses.");
        const double value = primary();
        --depth_;
        return value;
    }

    double primary() {
        if (accept('-')) return -factor();
        if (accept('+')) return factor();
        if (accept('(')) {
            const double value = sum();
            if (!accept(')')) return fail("Missing closing parenthesis.");
            return value;
        }
        static const QRegularExpression pi(QStringLiteral("\\G(pi|π)(?![A-Za-z])"));
        static const QRegularExpression number(QStringLiteral("\\G(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?"));
        if (take(pi)) return std::numbers::pi;
        if (const QString digits = takeText(number); !digits.isEmpty()) return digits.toDouble();
        return fail("Missing number.");
    }

    bool accept(char sign) {
        if (at_ >= text_.size() || text_[at_] != QLatin1Char(sign)) return false;
        ++at_;
        skipBlanks();
        return true;
    }

    bool take(const QRegularExpression& pattern) { return !takeText(pattern).isEmpty(); }

    QString takeText(const QRegularExpression& pattern) {
        const auto match = pattern.match(text_, at_);
        if (!match.hasMatch()) return {};
        at_ += match.capturedLength();
        skipBlanks();
        return match.captured();
    }

    void skipBlanks() {
        while (at_ < text_.size() && text_[at_].isSpace()) ++at_;
    }

    double fail(const char* what) {
        if (error_.isEmpty()) error_ = QCoreApplication::translate("Arithmetic", what);
        return 0;
    }

    const QString& text_;
    qsizetype at_ = 0;
    int depth_ = 0;
    QString error_;
};

}  // namespace

ArithmeticResult evaluateArithmetic(const QString& text) { return Reader(text).read(); }

}  // namespace trammel::ui
