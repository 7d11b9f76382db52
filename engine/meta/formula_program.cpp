// SPDX-License-Identifier: Apache-2.0
// Evaluation of a FormulaProgram.
#include "meta/formula_program.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace trammel {

FormulaProgram::FormulaProgram() : constants_{0}, numCopied_(1) {}

// --- Values ---

namespace {
/// The power @p n, by squares and products.
Real wholePower(Real a, int n) {
    const unsigned size = unsigned(std::abs(n));
    if (size == 0) return 1;
    Real product = a;
    for (unsigned bit = std::bit_floor(size) / 2; bit > 0; bit /= 2) {
        product *= product;
        if (size & bit) product *= a;
    }
    return n > 0 ? product : 1 / product;
}
/// floor(a / b), given r = floorMod(a, b).
Real quotientOf(Real a, Real b, Real r) { return std::round((a - r) / b); }
}  // namespace

[[gnu::always_inline]] inline void FormulaProgram::run(Real* v) const {
    Real* out = v + numInputs_;
    const Real* const constants = constants_.data();
    for (std::size_t i = 0; i < numCopied_; ++i) *out++ = constants[i];
    // Each case writes its result and continues with the next step: no common part to jump to, and no other case.
    for (const Step *next = steps_.data(), *const end = next + steps_.size(); next != end; ++out) {
        const Step& step = *next++;
        const Real a = v[step.a];
        const auto b = [&]() -> Real { return v[step.b]; };
        switch (step.op) {
            case Op::Add: *out = a + b(); continue;
            case Op::Subtract: *out = a - b(); continue;
            case Op::Multiply: *out = a * b(); continue;
            case Op::Divide: *out = a / b(); continue;
            case Op::Negate: *out = -a; continue;
            case Op::Square: *out = a * a; continue;
            case Op::Power: *out = std::pow(a, b()); continue;
            case Op::Not: *out = a == 0; continue;
            case Op::And: *out = a != 0 && b() != 0; continue;
            case Op::Or: *out = a != 0 || b() != 0; continue;
            case Op::Less: *out = a < b(); continue;
            case Op::LessEqual: *out = a <= b(); continue;
            case Op::Greater: *out = a > b(); continue;
            case Op::GreaterEqual: *out = a >= b(); continue;
            case Op::Equal: *out = a == b(); continue;
            case Op::Unequal: *out = a != b(); continue;
            case Op::Sin: *out = std::sin(a); continue;
            case Op::Cos: *out = std::cos(a); continue;
            case Op::Tan: *out = std::tan(a); continue;
            case Op::Asin: *out = std::asin(a); continue;
            case Op::Acos: *out = std::acos(a); continue;
            case Op::Atan: *out = std::atan(a); continue;
            case Op::Atan2: *out = std::atan2(a, b()); continue;
            case Op::Sinh: *out = std::sinh(a); continue;
            case Op::Cosh: *out = std::cosh(a); continue;
            case Op::Tanh: *out = std::tanh(a); continue;
            case Op::Exp: *out = std::exp(a); continue;
            case Op::Log: *out = std::log(a); continue;
            case Op::Sqrt: *out = std::sqrt(a); continue;
            case Op::Abs: *out = std::abs(a); continue;
            case Op::Sign: *out = Real((a > 0) - (a < 0)); continue;
            case Op::Min: *out = std::min(a, b()); continue;
            case Op::Max: *out = std::max(a, b()); continue;
            case Op::If: *out = a != 0 ? b() : v[step.c]; continue;
            case Op::Floor: *out = std::floor(a); continue;
            case Op::Ceil: *out = std::ceil(a); continue;
            case Op::Round: *out = std::round(a); continue;
            case Op::Mod: *out = floorMod(a, b()); continue;
            case Op::Distance: {
                const Real *from = v + step.a, *to = v + step.b;
                const Real x = to[0] - from[0], y = to[1] - from[1], z = to[2] - from[2];
                *out = std::sqrt(x * x + y * y + z * z);
                continue;
            }
            case Op::WholePower: *out = wholePower(a, exponentOf(step)); continue;
            case Op::Scale: *out = a * constants[step.c]; continue;
            case Op::Shift: *out = a + constants[step.c]; continue;
            case Op::ShiftScale: *out = (a + constants[step.c]) * constants[step.c + 1]; continue;
            case Op::AddScaled: *out = a + b() * constants[step.c]; continue;
            case Op::IsBelow: *out = a < constants[step.c]; continue;
            case Op::IsAbove: *out = a > constants[step.c]; continue;
            case Op::Number:
            case Op::Name:
            case Op::PointAngle: break;
        }
        __builtin_unreachable();
    }
}

Real FormulaProgram::calc(const Real* inputs) const {
    Real v[largest];
    std::copy_n(inputs, numInputs_, v);
    return calcInPlace(v);
}

Real FormulaProgram::calcInPlace(Real* v) const {
    run(v);
    return v[result_];
}

Real FormulaProgram::calcGradient(const Real* inputs, Real* gradient) const {
    Real v[largest];
    std::copy_n(inputs, numInputs_, v);
    return calcGradientInPlace(v, gradient);
}

Real FormulaProgram::calcGradientInPlace(Real* v, Real* gradient) const {
    Real adjoint[largest];
    run(v);
    const std::size_t first = firstResult();
    std::fill_n(adjoint, first + steps_.size(), 0.);
    adjoint[result_] = 1;
    for (std::size_t i = steps_.size(); i-- > 0;) {
        const Real up = adjoint[first + i];
        if (up == 0) continue;
        const Step& step = steps_[i];
        const Real a = v[step.a], b = v[step.b], r = v[first + i];
        Real &da = adjoint[step.a], &db = adjoint[step.b];
        const auto own = [&](std::size_t which) { return constants_[step.c + which]; };
        switch (step.op) {
            case Op::Add: da += up, db += up; break;
            case Op::Subtract: da += up, db -= up; break;
            case Op::Multiply: da += up * b, db += up * a; break;
            case Op::Divide: da += up / b, db -= up * r / b; break;
            case Op::Negate: da -= up; break;
            case Op::Square: da += up * 2 * a; break;
            case Op::Power:
                if (b != 0) da += up * b * std::pow(a, b - 1);
                // A constant exponent is a constant register, where a base below zero is permitted.
                if (step.b < std::size_t(numInputs_) || step.b >= first) db += up * r * std::log(a);
                break;
            case Op::Sin: da += up * std::cos(a); break;
            case Op::Cos: da -= up * std::sin(a); break;
            case Op::Tan: da += up * (1 + r * r); break;
            case Op::Asin: da += up / std::sqrt(1 - a * a); break;
            case Op::Acos: da -= up / std::sqrt(1 - a * a); break;
            case Op::Atan: da += up / (1 + a * a); break;
            case Op::Atan2: {
                const Real square = a * a + b * b;
                da += up * b / square, db -= up * a / square;
                break;
            }
            case Op::Sinh: da += up * std::cosh(a); break;
            case Op::Cosh: da += up * std::sinh(a); break;
            case Op::Tanh: da += up * (1 - r * r); break;
            case Op::Exp: da += up * r; break;
            case Op::Log: da += up / a; break;
            case Op::Sqrt: da += up / (2 * r); break;
            case Op::Abs: da += a < 0 ? -up : up; break;
            case Op::Min: (b < a ? db : da) += up; break;
            case Op::Max: (a < b ? db : da) += up; break;
            case Op::If: (a != 0 ? db : adjoint[step.c]) += up; break;
            case Op::Mod: da += up, db -= up * quotientOf(a, b, r); break;
            case Op::Distance:
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const Real slope = up / r * (v[step.b + axis] - v[step.a + axis]);
                    adjoint[step.a + axis] -= slope;
                    adjoint[step.b + axis] += slope;
                }
                break;
            case Op::WholePower: {
                const int n = exponentOf(step);
                da += up * n * wholePower(a, n - 1);
                break;
            }
            case Op::Scale: da += up * own(0); break;
            case Op::Shift: da += up; break;
            case Op::ShiftScale: da += up * own(1); break;
            case Op::AddScaled: da += up, db += up * own(0); break;
            case Op::IsBelow:
            case Op::IsAbove:
            case Op::Not:
            case Op::And:
            case Op::Or:
            case Op::Less:
            case Op::LessEqual:
            case Op::Greater:
            case Op::GreaterEqual:
            case Op::Equal:
            case Op::Unequal:
            case Op::Floor:
            case Op::Ceil:
            case Op::Round:
            case Op::Sign:
            case Op::Number:
            case Op::Name:
            case Op::PointAngle: break;
        }
    }
    std::copy_n(adjoint, numInputs_, gradient);
    return v[result_];
}

// --- Derivatives along a curve ---

namespace {
Jet operator+(const Jet& a, const Jet& b) { return {a.value + b.value, a.dot + b.dot, a.dotdot + b.dotdot}; }
Jet operator-(const Jet& a, const Jet& b) { return {a.value - b.value, a.dot - b.dot, a.dotdot - b.dotdot}; }
Jet operator-(const Jet& a) { return {-a.value, -a.dot, -a.dotdot}; }
Jet operator*(const Jet& a, const Jet& b) {
    return {a.value * b.value, a.dot * b.value + a.value * b.dot,
            a.dotdot * b.value + 2 * a.dot * b.dot + a.value * b.dotdot};
}
Jet operator*(Real k, const Jet& a) { return {k * a.value, k * a.dot, k * a.dotdot}; }
Jet operator/(const Jet& a, const Jet& b) {
    const Real r = a.value / b.value, dot = (a.dot - r * b.dot) / b.value;
    return {r, dot, (a.dotdot - 2 * dot * b.dot - r * b.dotdot) / b.value};
}
/// f(a) with the values of f and its derivatives at a.
Jet chain(const Jet& a, Real f, Real slope, Real curvature) {
    return {f, slope * a.dot, slope * a.dotdot + curvature * a.dot * a.dot};
}
Jet squareRoot(const Jet& a) {
    const Real root = std::sqrt(a.value), slope = 1 / (2 * root);
    return chain(a, root, slope, -slope / (2 * a.value));
}
Jet power(const Jet& a, const Jet& b) {
    const Real r = std::pow(a.value, b.value);
    if (b.dot == 0 && b.dotdot == 0) {
        const Real n = b.value;
        const Real slope = n == 0 ? 0 : n * std::pow(a.value, n - 1);
        const Real curvature = n == 0 || n == 1 ? 0 : n * (n - 1) * std::pow(a.value, n - 2);
        return chain(a, r, slope, curvature);
    }
    const Jet log = chain(a, std::log(a.value), 1 / a.value, -1 / (a.value * a.value));
    return chain(b * log, r, r, r);
}
Jet arcTangent(const Jet& y, const Jet& x) {
    const Real square = x.value * x.value + y.value * y.value;
    const Real dot = (x.value * y.dot - y.value * x.dot) / square;
    const Real squareDot = 2 * (x.value * x.dot + y.value * y.dot);
    return {std::atan2(y.value, x.value), dot, (x.value * y.dotdot - y.value * x.dotdot - dot * squareDot) / square};
}
}  // namespace

Jet FormulaProgram::calcPhase(const Step& step, const Jet* v) {
    const Jet& a = v[step.a];
    if (step.op == Op::Mod) return a / v[step.b];
    // Halves are rounded away from zero: the same places on both sides.
    return step.op == Op::Round ? Jet{a.value + 0.5, a.dot, a.dotdot} : a;
}

Jet FormulaProgram::calcJet(const Jet* inputs) const {
    Jet v[largest];
    runJets(inputs, v);
    return v[result_];
}

void FormulaProgram::runJets(const Jet* inputs, Jet* v) const {
    std::copy_n(inputs, numInputs_, v);
    for (std::size_t i = 0; i < numCopied_; ++i) v[std::size_t(numInputs_) + i] = {constants_[i], 0, 0};
    Jet* out = v + firstResult();
    for (const Step& step : steps_) {
        const Jet &a = v[step.a], &b = v[step.b];
        const Real x = a.value;
        const auto truth = [](bool holds) { return Jet{holds ? 1. : 0., 0, 0}; };
        const auto own = [&](std::size_t which) { return constants_[step.c + which]; };
        Jet r{};
        switch (step.op) {
            case Op::Add: r = a + b; break;
            case Op::Subtract: r = a - b; break;
            case Op::Multiply: r = a * b; break;
            case Op::Divide: r = a / b; break;
            case Op::Negate: r = -a; break;
            case Op::Square: r = a * a; break;
            case Op::Power: r = power(a, b); break;
            case Op::Not: r = truth(x == 0); break;
            case Op::And: r = truth(x != 0 && b.value != 0); break;
            case Op::Or: r = truth(x != 0 || b.value != 0); break;
            case Op::Less: r = truth(x < b.value); break;
            case Op::LessEqual: r = truth(x <= b.value); break;
            case Op::Greater: r = truth(x > b.value); break;
            case Op::GreaterEqual: r = truth(x >= b.value); break;
            case Op::Equal: r = truth(x == b.value); break;
            case Op::Unequal: r = truth(x != b.value); break;
            case Op::Sin: r = chain(a, std::sin(x), std::cos(x), -std::sin(x)); break;
            case Op::Cos: r = chain(a, std::cos(x), -std::sin(x), -std::cos(x)); break;
            case Op::Tan: {
                const Real t = std::tan(x), slope = 1 + t * t;
                r = chain(a, t, slope, 2 * t * slope);
                break;
            }
            case Op::Asin:
            case Op::Acos: {
                const Real slope = 1 / std::sqrt(1 - x * x), curvature = x * slope * slope * slope;
                r = step.op == Op::Asin ? chain(a, std::asin(x), slope, curvature)
                                        : chain(a, std::acos(x), -slope, -curvature);
                break;
            }
            case Op::Atan: {
                const Real slope = 1 / (1 + x * x);
                r = chain(a, std::atan(x), slope, -2 * x * slope * slope);
                break;
            }
            case Op::Atan2: r = arcTangent(a, b); break;
            case Op::Sinh: r = chain(a, std::sinh(x), std::cosh(x), std::sinh(x)); break;
            case Op::Cosh: r = chain(a, std::cosh(x), std::sinh(x), std::cosh(x)); break;
            case Op::Tanh: {
                const Real t = std::tanh(x), slope = 1 - t * t;
                r = chain(a, t, slope, -2 * t * slope);
                break;
            }
            case Op::Exp: r = chain(a, std::exp(x), std::exp(x), std::exp(x)); break;
            case Op::Log: r = chain(a, std::log(x), 1 / x, -1 / (x * x)); break;
            case Op::Sqrt: r = squareRoot(a); break;
            case Op::Abs: r = x < 0 ? -a : a; break;
            case Op::Sign: r = {Real((x > 0) - (x < 0)), 0, 0}; break;
            case Op::Min: r = b.value < x ? b : a; break;
            case Op::Max: r = x < b.value ? b : a; break;
            case Op::If: r = x != 0 ? b : v[step.c]; break;
            case Op::Floor: r = {std::floor(x), 0, 0}; break;
            case Op::Ceil: r = {std::ceil(x), 0, 0}; break;
            case Op::Round: r = {std::round(x), 0, 0}; break;
            case Op::Mod: {
                const Real rest = floorMod(x, b.value);
                r = a - quotientOf(x, b.value, rest) * b;
                r.value = rest;
                break;
            }
            case Op::Distance: {
                const Jet *from = v + step.a, *to = v + step.b;
                const Jet dx = to[0] - from[0], dy = to[1] - from[1], dz = to[2] - from[2];
                r = squareRoot(dx * dx + dy * dy + dz * dz);
                break;
            }
            case Op::WholePower: {
                const int n = exponentOf(step);
                r = chain(a, wholePower(x, n), n * wholePower(x, n - 1),
                          n == 1 ? 0 : n * (n - 1) * wholePower(x, n - 2));
                break;
            }
            case Op::Scale: r = own(0) * a; break;
            case Op::Shift: r = {x + own(0), a.dot, a.dotdot}; break;
            case Op::ShiftScale: r = own(1) * Jet{x + own(0), a.dot, a.dotdot}; break;
            case Op::AddScaled: r = a + own(0) * b; break;
            case Op::IsBelow: r = truth(x < own(0)); break;
            case Op::IsAbove: r = truth(x > own(0)); break;
            case Op::Number:
            case Op::Name:
            case Op::PointAngle: break;
        }
        *out++ = r;
    }
}

}  // namespace trammel
