// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "meta/expression.h"
#include "meta/formula_operation.h"

namespace trammel {

/// The meaning of a name in a formula: a number, or a point with three components, each an input of the program.
struct FormulaName {
    bool isPoint = false;
    /// Indices of inputs; a number uses the first.
    std::array<int, 3> inputs{};
    /// Input that is subtracted from a number; -1: none.
    int minus = -1;
    /// The number's dimension; points are lengths.
    Dimension dimension = {};
};

/// Why a text is not a formula.
struct FormulaError {
    /// One sentence.
    std::string message;
    /// From 1, in characters.
    int column = 1;

    /// "Column 7: Division by zero."
    std::string toString() const { return "Column " + std::to_string(column) + ": " + message; }
};

/// A quantity with its first and second derivative with respect to time.
struct Jet {
    Real value, dot, dotdot;
};

/// An Expression as a flat list of operations on numbered inputs, with exact derivatives: the gradient by one reverse
/// sweep, derivatives along a curve by propagating Taylor coefficients.
///
/// Immutable, and safe to use by several threads. Evaluation does not allocate and makes no virtual calls. Where a result
/// is undefined it is NaN or infinite. abs, sign, min, max, if, floor, ceil, round and mod have the derivatives of the branch
/// in use.
///
/// **Source:** Griewank and Walther, Evaluating Derivatives (2008), chapters 3 and 13.
class FormulaProgram {
public:
    enum class Units {
        /// Operations require operands of matching dimensions.
        Checked,
        /// All numbers are in SI units; dimensions are ignored.
        Ignored
    };
    using Resolve = std::function<std::variant<FormulaName, std::string>(const ExpressionName&)>;

    /// The constant zero.
    FormulaProgram();
    /// @param resolve the meaning of a name, or a sentence that says why it has none
    static std::variant<FormulaProgram, FormulaError> compile(std::string_view text, const Resolve& resolve,
                                                              Units units = Units::Checked);

    /// The result's dimension; a number for a constant zero, which fits any quantity.
    const Dimension& getDimension() const { return dimension_; }
    /// True if the result is the constant 0.
    bool isZero() const { return isZero_; }
    /// Number of inputs: the highest index that is used, plus one.
    int getNumInputs() const { return numInputs_; }
    int getNumOperations() const { return int(steps_.size()); }

    Real calc(const Real* inputs) const;
    /// The value; sets @p gradient[i] to the derivative with respect to input i.
    Real calcGradient(const Real* inputs, Real* gradient) const;
    /// Like the two above, without a copy of the inputs: these are the first of @p registers, an array of size @ref largest.
    Real calcInPlace(Real* registers) const;
    Real calcGradientInPlace(Real* registers, Real* gradient) const;
    /// The value and its derivatives along a curve, given those of the inputs.
    Jet calcJet(const Jet* inputs) const;
    /// The first time after @p now at which abs, min, max, sign, floor, ceil, round, mod or a comparison of functions of time
    /// alone changes its branch; just before it where the value may jump. Infinity without one.
    ///
    /// Where the functions are linear, or piecewise so, it is computed. Others are searched up to now + @p horizon, at a fixed
    /// number of times and where they turn back toward zero, so that the cost is bounded and a pair of breaks that are
    /// very near each other may be missed. Of more than 32 branches that are not linear the others are ignored.
    /// @param inputs the values at @p now with dot 1 for the time, 0 for numbers, and NaN for what else may change
    Real calcNextBreak(const Jet* inputs, Real now, Real horizon) const;

    /// Limit of inputs, constants and operations together.
    static constexpr int largest = 2000;

private:
    friend class FormulaCompiler;
    using Op = FormulaOperation;
    /// An operation on registers a, b and c; its result goes to the next register.
    struct Step {
        Op op;
        std::uint16_t a, b, c;
    };
    static int exponentOf(const Step& step) { return std::int16_t(step.c); }
    /// Sets constants and results in @p v, whose inputs are set.
    void run(Real* v) const;
    void runJets(const Jet* inputs, Jet* v) const;
    /// True if the branch of an operation changes where a phase is a whole number, any number of times.
    static bool isPeriodic(Op op) { return op >= Op::Floor && op <= Op::Mod; }
    static Jet calcPhase(const Step& step, const Jet* v);
    /// The quantity whose sign selects the branch of @p step, at least near now.
    Jet calcDifference(const Step& step, const Jet* v) const;
    class BreakSearch;
    std::size_t firstResult() const { return std::size_t(numInputs_) + numCopied_; }

    /// The first @ref numCopied_ have a register each, after the inputs; the others belong to single operations.
    std::vector<Real> constants_;
    std::size_t numCopied_ = 0;
    std::vector<Step> steps_;
    int numInputs_ = 0;
    std::size_t result_ = 0;
    Dimension dimension_;
    bool isZero_ = true;
};

}  // namespace trammel
