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

int signOf(Real x) { return (x > 0) - (x < 0); }

/// Uncertainty of a time near a break, in units in the last place.
constexpr Real nearBreak = 8 * Eps;

/// True if two functions with values and slopes at the ends of @p width, positive at both, may be zero between: where they
/// are convex, they are above both tangents.
bool mayTouchZero(Real value, Real slope, Real endValue, Real endSlope, Real width) {
    if (!(slope < 0 && endSlope > 0)) return false;
    const Real meeting = (endValue - endSlope * width - value) / (slope - endSlope);
    return value + slope * meeting <= 0;
}
}  // namespace

Jet FormulaProgram::calcDifference(const Step& step, const Jet* v) const {
    if (isPeriodic(step.op)) {
        // A wave of triangles, which changes its sign at each whole number.
        const Jet phase = calcPhase(step, v);
        const Real nearest = std::round(phase.value), slope = std::fmod(nearest, 2) == 0 ? 1 : -1;
        return {slope * (phase.value - nearest), slope * phase.dot, slope * phase.dotdot};
    }
    const Jet &a = v[step.a], &b = v[step.b];
    switch (step.op) {
        case Op::Abs:
        case Op::Sign: return a;
        case Op::IsBelow:
        case Op::IsAbove: return {a.value - constants_[step.c], a.dot, a.dotdot};
        default: return {a.value - b.value, a.dot - b.dot, a.dotdot - b.dotdot};
    }
}

/// The times after now at which differences change their sign: those that depend linearly on time in closed form, others by
/// a search.
class FormulaProgram::BreakSearch {
public:
    BreakSearch(const FormulaProgram& program, const Jet* inputs, Real now)
        : program_(program), inputs_(inputs), now_(now) {}

    /// How the result of a step depends on time, given the dependences of all registers before it.
    static Dependence dependenceOf(const Step& step, const Dependence* of) {
        const Dependence ofA = of[step.a], ofB = of[step.b], ofBoth = std::max(ofA, ofB);
        // Between breaks.
        const auto constantIfKnown = [](Dependence compared) { return compared == Unknown ? Unknown : Constant; };
        switch (step.op) {
            case Op::Add:
            case Op::Subtract:
            case Op::AddScaled:
            case Op::Min:
            case Op::Max: return ofBoth;
            case Op::Negate:
            case Op::Scale:
            case Op::Shift:
            case Op::ShiftScale:
            case Op::Abs:
            case Op::Not: return ofA;
            case Op::Multiply: return ofA == Constant ? ofB : ofB == Constant ? ofA : std::max(Nonlinear, ofBoth);
            case Op::Divide: return ofB == Constant ? ofA : std::max(Nonlinear, ofBoth);
            case Op::Mod: return ofB == Constant ? ofA : std::max(Nonlinear, ofBoth);
            case Op::Sign:
            case Op::Floor:
            case Op::Ceil:
            case Op::Round:
            case Op::IsBelow:
            case Op::IsAbove: return constantIfKnown(ofA);
            case Op::Less:
            case Op::LessEqual:
            case Op::Greater:
            case Op::GreaterEqual: return constantIfKnown(ofBoth);
            case Op::And:
            case Op::Or:
            case Op::Equal:
            case Op::Unequal:
            case Op::Atan2:
            case Op::Power: return ofBoth == Constant ? Constant : std::max(Nonlinear, ofBoth);
            case Op::If: return std::max(ofBoth, of[step.c]);
            case Op::Distance: {
                Dependence most = Constant;
                for (std::size_t axis = 0; axis < 3; ++axis)
                    most = std::max({most, of[step.a + axis], of[step.b + axis]});
                return most == Constant ? Constant : std::max(Nonlinear, most);
            }
            default: return ofA == Constant ? Constant : std::max(Nonlinear, ofA);
        }
    }

    /// Notes the breaks of a step that compares; the others have none. @param v the values of all registers before it, now
    void compare(const Step& step, const Dependence* of, const Jet* v) {
        const Dependence ofA = of[step.a], ofB = of[step.b], ofBoth = std::max(ofA, ofB);
        switch (step.op) {
            case Op::Abs: note(step, ofA, false, v); break;
            case Op::Min:
            case Op::Max: note(step, ofBoth, false, v); break;
            case Op::Sign:
            case Op::Floor:
            case Op::Ceil:
            case Op::Round:
            case Op::IsBelow:
            case Op::IsAbove: note(step, ofA, true, v); break;
            case Op::Less:
            case Op::LessEqual:
            case Op::Greater:
            case Op::GreaterEqual: note(step, ofBoth, true, v); break;
            case Op::Mod: note(step, ofB == Constant || ofBoth == Unknown ? ofBoth : Nonlinear, true, v); break;
            default: break;
        }
    }

    /// The first of the breaks in closed form.
    Real firstLinear() const { return firstLinear_; }
    /// True if nothing is left to be searched for.
    bool isEmpty() const { return count_ == 0; }

    /// The first of the other breaks up to @p end.
    Real find(Real end) {
        const Real now = now_;
        const Real margin = std::max(nearBreak * std::max(std::abs(now), std::abs(end)), nearTime * (end - now));
        const Real beside = std::min(now + pastJump * margin, end);
        lookAt(now, low_);
        noise_ = nearBreak * largestRegister();
        lookAt(beside, high_);
        // Just before a jump, which is crossed by a step of its own.
        for (std::size_t k = 0; k < count_; ++k)
            if (searched_[k].jumps && signOf(low_[k].value) != signOf(high_[k].value)) return beside;
        Real low = beside;
        for (int piece = 1; piece <= pieces; ++piece) {
            low_ = high_;
            const Real high = piece == pieces ? end : beside + (end - beside) * piece / pieces;
            lookAt(high, high_);
            Real next = Infinity;
            for (std::size_t k = 0; k < count_; ++k) {
                const Real at = findBetween(k, low, high);
                // A value that jumps does so in a step of its own, which is as short as possible.
                next = std::min(next, searched_[k].jumps ? at - margin : at);
            }
            if (next < Infinity) return next;
            low = high;
        }
        return Infinity;
    }

private:
    static constexpr std::size_t most = 32;
    static constexpr int pieces = 40, mostHalvings = 60, mostDips = 30;
    /// Uncertainty of a time relative to the horizon, and the length of a step across a jump in uncertainties.
    static constexpr Real nearTime = 1e-12, pastJump = 4;
    struct Searched {
        const Step* step;
        bool jumps;
    };
    using Differences = std::array<Jet, most>;

    /// @param compared the dependence of what is compared
    void note(const Step& step, Dependence compared, bool jumps, const Jet* v) {
        if (compared == Linear && isPeriodic(step.op)) {
            // The nearest whole number may be that of the last break.
            const Jet phase = calcPhase(step, v);
            for (const Real beside : {-1., 0., 1.})
                if (phase.dot != 0)
                    noteZero(phase.value - (std::round(phase.value) + beside), phase.dot, jumps, phase.value);
        } else if (compared == Linear) {
            const Jet difference = program_.calcDifference(step, v);
            if (difference.dot != 0) noteZero(difference.value, difference.dot, jumps);
        } else if (compared == Nonlinear && count_ < most) {
            // Others than the first ones are not searched for.
            searched_[count_++] = {&step, jumps};
        }
    }
    /// Notes the zero of the difference @p d, which changes sign where the branch does. Near its zero it is not known on which
    /// side a step ends. It is that of a value of some size, with its rounding.
    void noteZero(Real d, Real dot, bool jumps, Real size = 0) {
        const Real at = now_ - d / dot;
        const Real margin = nearBreak * std::max({std::abs(at), std::abs(now_), std::abs(size / dot)});
        if (!std::isfinite(at)) return;
        // A value that jumps does so in a step of its own, which is as short as possible.
        if (jumps && at - margin > now_)
            firstLinear_ = std::min(firstLinear_, at - margin);
        else if (jumps && at + margin > now_)
            firstLinear_ = std::min(firstLinear_, at + 2 * margin);
        else if (!jumps && at - margin > now_)
            firstLinear_ = std::min(firstLinear_, at);
    }

    void evaluateAt(Real t) {
        for (int i = 0; i < program_.numInputs_; ++i)
            registers_[std::size_t(i)] = inputs_[i].dot == 1 ? Jet{t, 1, 0} : inputs_[i];
        program_.runJets(registers_.data(), registers_.data());
    }
    void lookAt(Real t, Differences& differences) {
        evaluateAt(t);
        for (std::size_t k = 0; k < count_; ++k)
            differences[k] = program_.calcDifference(*searched_[k].step, registers_.data());
    }
    Jet differenceAt(std::size_t k, Real t) {
        evaluateAt(t);
        return program_.calcDifference(*searched_[k].step, registers_.data());
    }

    Real largestRegister() const {
        Real largestValue = 0;
        for (std::size_t i = 0; i < program_.firstResult() + program_.steps_.size(); ++i)
            if (const Real size = std::abs(registers_[i].value); std::isfinite(size))
                largestValue = std::max(largestValue, size);
        return largestValue;
    }

    /// The first change of difference @p k between two times at which it is known; Infinity without one.
    Real findBetween(std::size_t k, Real low, Real high) {
        // A kink of a difference that is zero but for rounding is not seen, and every step would end at one.
        if (!searched_[k].jumps && std::max(std::abs(low_[k].value), std::abs(high_[k].value)) <= noise_)
            return Infinity;
        const int sign = signOf(low_[k].value);
        if (sign == signOf(high_[k].value)) {
            high = findDip(k, low, high);
            if (high == Infinity) return Infinity;
        }
        for (int i = 0; i < mostHalvings; ++i) {
            const Real middle = low + (high - low) / 2;
            if (middle <= low || middle >= high) break;
            (signOf(differenceAt(k, middle).value) == sign ? low : high) = middle;
        }
        return high;
    }
    /// A time between at which the difference, of one sign at both ends, has changed its sign.
    Real findDip(std::size_t k, Real low, Real high) {
        const int sign = signOf(low_[k].value);
        Jet atLow = low_[k], atHigh = high_[k];
        for (int i = 0; i < mostDips; ++i) {
            if (!mayTouchZero(sign * atLow.value, sign * atLow.dot, sign * atHigh.value, sign * atHigh.dot, high - low))
                break;
            const Real middle = low + (high - low) / 2;
            const Jet there = differenceAt(k, middle);
            if (signOf(there.value) != sign) return middle;
            (sign * there.dot < 0 ? low : high) = middle;
            (sign * there.dot < 0 ? atLow : atHigh) = there;
        }
        return Infinity;
    }

    const FormulaProgram& program_;
    const Jet* inputs_;
    const Real now_;
    Real firstLinear_ = Infinity;
    std::array<Searched, most> searched_;
    std::size_t count_ = 0;
    std::array<Jet, largest> registers_;
    Differences low_, high_;
    /// Size that rounding may give to a zero.
    Real noise_ = 0;
};

Real FormulaProgram::calcNextBreak(const Jet* inputs, Real now, Real horizon) const {
    Jet v[largest];
    runJets(inputs, v);
    std::array<Dependence, largest> dependence;
    for (int i = 0; i < numInputs_; ++i)
        dependence[std::size_t(i)] = std::isnan(inputs[i].dot) ? Unknown : inputs[i].dot != 0 ? Linear : Constant;
    const std::size_t first = firstResult();
    std::fill(dependence.begin() + numInputs_, dependence.begin() + std::ptrdiff_t(first), Constant);
    BreakSearch search(*this, inputs, now);
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        search.compare(steps_[i], dependence.data(), v);
        dependence[first + i] = BreakSearch::dependenceOf(steps_[i], dependence.data());
    }
    const Real next = search.firstLinear(), end = std::min(now + horizon, next);
    return search.isEmpty() || !(end > now) || end == Infinity ? next : std::min(next, search.find(end));
}

}  // namespace trammel
