// SPDX-License-Identifier: Apache-2.0
// Times at which a FormulaProgram changes its branch.
#include <algorithm>
#include <array>
#include <cmath>

#include "meta/formula_program.h"

namespace trammel {

namespace {
/// How a result depends on time, from one break to the next.
enum Dependence : std::uint8_t { Constant, Linear, Nonlinear, Unknown };
}  // namespace

Real FormulaProgram::calcNextBreak(const Jet* inputs, Real now) const {
    Jet v[largest];
    runJets(inputs, v);
    std::array<Dependence, largest> dependence;
    for (int i = 0; i < numInputs_; ++i)
        dependence[std::size_t(i)] = std::isnan(inputs[i].dot) ? Unknown : inputs[i].dot != 0 ? Linear : Constant;
    const std::size_t first = firstResult();
    std::fill(dependence.begin() + numInputs_, dependence.begin() + std::ptrdiff_t(first), Constant);
    Real next = Infinity;
    // The difference d that changes sign where the branch does. Near its zero it is not known on which side a step ends.
    const auto breakWhereZero = [&](Real d, Real dot, bool jumps) {
        const Real at = now - d / dot;
        constexpr Real near = 8 * Eps;
        const Real margin = near * std::max(std::abs(at), std::abs(now));
        if (!std::isfinite(at)) return;
        // A value that jumps does so in a step of its own, which is as short as possible.
        if (jumps && at - margin > now)
            next = std::min(next, at - margin);
        else if (jumps && at + margin > now)
            next = std::min(next, at + 2 * margin);
        else if (!jumps && at - margin > now)
            next = std::min(next, at);
    };
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const Step& step = steps_[i];
        const Jet &a = v[step.a], &b = v[step.b];
        const Dependence ofA = dependence[step.a], ofB = dependence[step.b];
        const auto own = [&](std::size_t which) { return constants_[step.c + which]; };
        Dependence& result = dependence[first + i];
        bool hasDifference = false, jumps = true;
        Real d = 0, dot = 0;
        const auto compare = [&](Dependence most, Real difference, Real rate) {
            hasDifference = most == Linear;
            d = difference;
            dot = rate;
            result = most == Unknown ? Unknown : most == Nonlinear ? Nonlinear : Constant;
        };
        switch (step.op) {
            case Op::Add:
            case Op::Subtract:
            case Op::AddScaled: result = std::max(ofA, ofB); break;
            case Op::Negate:
            case Op::Scale:
            case Op::Shift:
            case Op::ShiftScale: result = ofA; break;
            case Op::Multiply:
                result = ofA == Constant ? ofB : ofB == Constant ? ofA : std::max({Nonlinear, ofA, ofB});
                break;
            case Op::Divide: result = ofB == Constant ? ofA : std::max({Nonlinear, ofA, ofB}); break;
            case Op::Abs:
                compare(ofA, a.value, a.dot);
                jumps = false;
                result = ofA;
                break;
            case Op::Min:
            case Op::Max:
                compare(std::max(ofA, ofB), a.value - b.value, a.dot - b.dot);
                jumps = false;
                result = std::max(ofA, ofB);
                break;
            case Op::Sign: compare(ofA, a.value, a.dot); break;
            case Op::Less:
            case Op::LessEqual:
            case Op::Greater:
            case Op::GreaterEqual: compare(std::max(ofA, ofB), a.value - b.value, a.dot - b.dot); break;
            case Op::IsBelow:
            case Op::IsAbove: compare(ofA, a.value - own(0), a.dot); break;
            case Op::Not: result = ofA; break;
            case Op::And:
            case Op::Or:
            case Op::Equal:
            case Op::Unequal:
                result = std::max(ofA, ofB) == Constant ? Constant : std::max({Nonlinear, ofA, ofB});
                break;
            case Op::If: result = std::max({ofA, ofB, dependence[step.c]}); break;
            case Op::Atan2:
            case Op::Power: result = std::max(ofA, ofB) == Constant ? Constant : std::max({Nonlinear, ofA, ofB}); break;
            case Op::Distance:
                result = Constant;
                for (std::size_t axis = 0; axis < 3; ++axis)
                    result = std::max({result, dependence[step.a + axis], dependence[step.b + axis]});
                if (result != Constant) result = std::max(Nonlinear, result);
                break;
            default: result = ofA == Constant ? Constant : std::max(Nonlinear, ofA); break;
        }
        if (hasDifference && dot != 0) breakWhereZero(d, dot, jumps);
    }
    return next;
}

}  // namespace trammel
