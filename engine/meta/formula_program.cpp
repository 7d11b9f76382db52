// SPDX-License-Identifier: Apache-2.0
#include "meta/formula_program.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace trammel {

namespace {
/// Number of characters before byte @p offset of UTF-8 @p text, plus one.
int columnOf(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    return 1 + int(std::ranges::count_if(before, [](char c) { return (c & 0xC0) != 0x80; }));
}
}  // namespace

/// Translates the postfix steps of an Expression: folds constants, shares equal operations, checks dimensions.
class FormulaCompiler {
public:
    using Op = FormulaProgram::Op;
    using TextOp = Expression::Op;

    FormulaCompiler(const Expression& expression, const FormulaProgram::Resolve& resolve, FormulaProgram::Units units)
        : expression_(expression), resolve_(resolve), checks_(units == FormulaProgram::Units::Checked) {}

    std::variant<FormulaProgram, FormulaError> compile() {
        for (const Expression::Step& step : expression_.steps_) {
            add(step);
            if (error_.empty() && nodes_.size() > std::size_t(FormulaProgram::largest))
                fail("The formula has more than " + std::to_string(FormulaProgram::largest) + " operations.", step.at);
            if (!error_.empty()) return FormulaError{error_, columnOf(expression_.text_, errorAt_)};
        }
        const Operand& result = stack_.back();
        if (result.isPoint) fail("A number is expected, not a point: write .x, .y or .z.", result.at);
        if (result.isConstant && !std::isfinite(result.measured.value))
            fail("The result is not a finite number.", result.at);
        if (!error_.empty()) return FormulaError{error_, columnOf(expression_.text_, errorAt_)};
        return emit(result);
    }

private:
    struct Node {
        enum class Kind { Input, Constant, Operation } kind;
        int input = 0;
        Real value = 0;
        Op op = Op::Add;
        std::array<int, 3> operands{};
    };
    struct Operand {
        bool isPoint = false, isConstant = false;
        /// With a representative value unless it is constant.
        Measured measured = {};
        /// Nodes; a number has one.
        std::array<int, 3> nodes{};
        std::size_t at = 0;
    };

    void fail(std::string why, std::size_t at) {
        if (!error_.empty()) return;
        error_ = std::move(why);
        errorAt_ = at;
    }

    void add(const Expression::Step& step) {
        if (step.op == TextOp::Number) {
            stack_.push_back(constant(step.number, step.at));
            return;
        }
        if (step.op == TextOp::Name) return addName(step);
        const std::size_t n = Expression::operandsOf(step.op);
        std::array<Operand, 3> x;
        std::copy_n(stack_.end() - std::ptrdiff_t(n), n, x.begin());
        stack_.resize(stack_.size() - n);
        const bool ofPoints = step.op == TextOp::Distance || step.op == TextOp::PointAngle;
        for (std::size_t i = 0; i < n; ++i)
            if (x[i].isPoint != ofPoints)
                return fail(ofPoints ? "A point is expected here, such as Crank.tip."
                                     : "A number is expected here, not a point: write .x, .y or .z.",
                            x[i].at);
        if (step.op == TextOp::Distance)
            stack_.push_back(distance(x[0], x[1], step.at));
        else if (step.op == TextOp::PointAngle)
            stack_.push_back(angle(x[0], x[1], x[2], step.at));
        else
            addOperation(step, x, n);
    }

    void addName(const Expression::Step& step) {
        const auto meaning = resolve_(expression_.names_[step.name]);
        if (const auto* const why = std::get_if<std::string>(&meaning)) return fail(*why, step.at);
        const FormulaName& name = std::get<FormulaName>(meaning);
        Operand operand;
        operand.isPoint = name.isPoint;
        operand.measured = {representative, checks_ ? name.dimension : Dimension{}};
        for (std::size_t i = 0; i < (name.isPoint ? 3u : 1u); ++i) {
            operand.nodes[i] = input(name.inputs[i]);
            numInputs_ = std::max(numInputs_, name.inputs[i] + 1);
        }
        if (name.minus >= 0) {
            operand.nodes[0] = op2(Op::Subtract, operand.nodes[0], input(name.minus));
            numInputs_ = std::max(numInputs_, name.minus + 1);
        }
        operand.at = step.at;
        stack_.push_back(operand);
    }

    void addOperation(const Expression::Step& step, std::array<Operand, 3>& x, std::size_t n) {
        // Zero has any dimension.
        if (n == 2 && isSumOrComparison(step.op)) {
            if (isPlainZero(x[0])) x[0].measured.dimension = x[1].measured.dimension;
            if (isPlainZero(x[1])) x[1].measured.dimension = x[0].measured.dimension;
        }
        if (step.op == TextOp::If) {
            if (isPlainZero(x[1])) x[1].measured.dimension = x[2].measured.dimension;
            if (isPlainZero(x[2])) x[2].measured.dimension = x[1].measured.dimension;
        }
        if (step.op == TextOp::Power && !x[1].isConstant && !x[0].measured.dimension.isNumber())
            return fail("A power of " + describe(x[0].measured.dimension) + " requires a constant exponent.", step.at);
        const NamedValue value =
            Expression::apply(step.op, x[0].measured, x[n > 1 ? 1 : 0].measured, x[n > 2 ? 2 : 0].measured);
        if (const auto* const why = std::get_if<std::string>(&value)) return fail(*why, step.at);
        Measured measured = std::get<Measured>(value);
        if (!checks_) measured.dimension = {};
        const bool isConstant =
            std::all_of(x.begin(), x.begin() + std::ptrdiff_t(n), [](const Operand& o) { return o.isConstant; });
        if (isConstant) {
            stack_.push_back(constant(measured, step.at));
            return;
        }
        Operand result;
        result.measured = {representative, measured.dimension};
        result.at = step.at;
        result.nodes[0] = operation(step.op, x);
        stack_.push_back(result);
    }

    static bool isSumOrComparison(TextOp op) {
        return op == TextOp::Add || op == TextOp::Subtract || (op >= TextOp::Less && op <= TextOp::Unequal) ||
               op == TextOp::Min || op == TextOp::Max;
    }
    static bool isPlainZero(const Operand& x) {
        return x.isConstant && x.measured.value == 0 && x.measured.dimension.isNumber();
    }

    int operation(TextOp op, const std::array<Operand, 3>& x) {
        if (op == TextOp::Power && x[1].isConstant) {
            // Small powers as products, which are exact and fast.
            const Real exponent = x[1].measured.value;
            const int a = x[0].nodes[0];
            if (exponent == 0.5) return op1(Op::Sqrt, a);
            if (exponent == std::trunc(exponent) && exponent != 0 && std::abs(exponent) <= largestProduct) {
                const int product = power(a, int(std::abs(exponent)));
                return exponent > 0 ? product : op2(Op::Divide, number(1), product);
            }
        }
        return node({Node::Kind::Operation, 0, 0, translate(op), {x[0].nodes[0], x[1].nodes[0], x[2].nodes[0]}});
    }

    static Op translate(TextOp op) {
        static const std::map<TextOp, Op> table{{TextOp::Add, Op::Add},
                                                {TextOp::Subtract, Op::Subtract},
                                                {TextOp::Multiply, Op::Multiply},
                                                {TextOp::Divide, Op::Divide},
                                                {TextOp::Power, Op::Power},
                                                {TextOp::Negate, Op::Negate},
                                                {TextOp::Not, Op::Not},
                                                {TextOp::And, Op::And},
                                                {TextOp::Or, Op::Or},
                                                {TextOp::Less, Op::Less},
                                                {TextOp::LessEqual, Op::LessEqual},
                                                {TextOp::Greater, Op::Greater},
                                                {TextOp::GreaterEqual, Op::GreaterEqual},
                                                {TextOp::Equal, Op::Equal},
                                                {TextOp::Unequal, Op::Unequal},
                                                {TextOp::Sin, Op::Sin},
                                                {TextOp::Cos, Op::Cos},
                                                {TextOp::Tan, Op::Tan},
                                                {TextOp::Asin, Op::Asin},
                                                {TextOp::Acos, Op::Acos},
                                                {TextOp::Atan, Op::Atan},
                                                {TextOp::Atan2, Op::Atan2},
                                                {TextOp::Sinh, Op::Sinh},
                                                {TextOp::Cosh, Op::Cosh},
                                                {TextOp::Tanh, Op::Tanh},
                                                {TextOp::Exp, Op::Exp},
                                                {TextOp::Log, Op::Log},
                                                {TextOp::Sqrt, Op::Sqrt},
                                                {TextOp::Abs, Op::Abs},
                                                {TextOp::Sign, Op::Sign},
                                                {TextOp::Min, Op::Min},
                                                {TextOp::Max, Op::Max},
                                                {TextOp::If, Op::If}};
        return table.at(op);
    }

    // --- Nodes; equal ones are shared ---
    int node(const Node& made) {
        const auto key = std::tuple(made.kind, made.input, made.value, made.op, made.operands);
        const auto [known, isNew] = known_.try_emplace(key, int(nodes_.size()));
        if (isNew) nodes_.push_back(made);
        return known->second;
    }
    int input(int i) { return node({Node::Kind::Input, i, 0, Op::Add, {}}); }
    int number(Real value) { return node({Node::Kind::Constant, 0, value, Op::Add, {}}); }
    /// The power @p n, at least 1, by squares and products.
    int power(int a, int n) {
        if (n == 1) return a;
        const int root = op1(Op::Square, power(a, n / 2));
        return n % 2 == 0 ? root : op2(Op::Multiply, root, a);
    }
    int op1(Op op, int a) { return node({Node::Kind::Operation, 0, 0, op, {a, a, a}}); }
    int op2(Op op, int a, int b) { return node({Node::Kind::Operation, 0, 0, op, {a, b, a}}); }
    Operand constant(Measured measured, std::size_t at) {
        if (!checks_) measured.dimension = {};
        Operand operand;
        operand.isConstant = true;
        operand.measured = measured;
        // NaN equals nothing and would break the order of known nodes.
        if (std::isfinite(measured.value))
            operand.nodes[0] = node({Node::Kind::Constant, 0, measured.value, Op::Add, {}});
        else
            fail("The result is not a finite number.", at);
        operand.at = at;
        return operand;
    }

    // --- Points ---
    std::array<int, 3> difference(const Operand& to, const Operand& from) {
        std::array<int, 3> d{};
        for (std::size_t i = 0; i < 3; ++i) d[i] = op2(Op::Subtract, to.nodes[i], from.nodes[i]);
        return d;
    }
    int dot(const std::array<int, 3>& a, const std::array<int, 3>& b) {
        std::array<int, 3> p{};
        for (std::size_t i = 0; i < 3; ++i) p[i] = a[i] == b[i] ? op1(Op::Square, a[i]) : op2(Op::Multiply, a[i], b[i]);
        return op2(Op::Add, op2(Op::Add, p[0], p[1]), p[2]);
    }
    int norm(const std::array<int, 3>& a) { return op1(Op::Sqrt, dot(a, a)); }
    Operand computed(int result, Quantity quantity, std::size_t at) const {
        Operand operand;
        operand.measured = {representative, checks_ ? dimensionOf(quantity) : Dimension{}};
        operand.nodes[0] = result;
        operand.at = at;
        return operand;
    }
    /// True if the components of a point are inputs that follow each other.
    bool isInARow(const Operand& point) const {
        const auto inputAt = [&](std::size_t i) {
            const Node& node = nodes_[std::size_t(point.nodes[i])];
            return node.kind == Node::Kind::Input ? node.input : -1;
        };
        const int first = inputAt(0);
        return first >= 0 && inputAt(1) == first + 1 && inputAt(2) == first + 2;
    }
    Operand distance(const Operand& a, const Operand& b, std::size_t at) {
        const bool inOne = isInARow(a) && isInARow(b);
        const int result = inOne ? op2(Op::Distance, a.nodes[0], b.nodes[0]) : norm(difference(b, a));
        return computed(result, Quantity::Length, at);
    }
    Operand angle(const Operand& a, const Operand& corner, const Operand& c, std::size_t at) {
        const std::array<int, 3> u = difference(a, corner), v = difference(c, corner);
        std::array<int, 3> cross{};
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
            cross[i] = op2(Op::Subtract, op2(Op::Multiply, u[j], v[k]), op2(Op::Multiply, u[k], v[j]));
        }
        return computed(op2(Op::Atan2, norm(cross), dot(u, v)), Quantity::Angle, at);
    }

    /// Numbers registers: inputs, then constants, then the operations that the result needs.
    FormulaProgram emit(const Operand& result) {
        std::vector<char> needed(nodes_.size(), 0);
        needed[std::size_t(result.nodes[0])] = 1;
        for (std::size_t i = nodes_.size(); i-- > 0;)
            if (needed[i] && nodes_[i].kind == Node::Kind::Operation)
                for (const int operand : nodes_[i].operands) needed[std::size_t(operand)] = 1;
        FormulaProgram program;
        program.numInputs_ = numInputs_;
        std::vector<std::uint16_t> registers(nodes_.size());
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].kind == Node::Kind::Input) registers[i] = std::uint16_t(nodes_[i].input);
            if (nodes_[i].kind != Node::Kind::Constant || !needed[i]) continue;
            registers[i] = std::uint16_t(std::size_t(numInputs_) + program.constants_.size());
            program.constants_.push_back(nodes_[i].value);
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].kind != Node::Kind::Operation || !needed[i]) continue;
            registers[i] = std::uint16_t(program.firstResult() + program.steps_.size());
            const auto of = [&](std::size_t k) { return registers[std::size_t(nodes_[i].operands[k])]; };
            program.steps_.push_back({nodes_[i].op, of(0), of(1), of(2)});
        }
        program.result_ = registers[std::size_t(result.nodes[0])];
        program.dimension_ = result.measured.dimension;
        program.isZero_ = result.isConstant && result.measured.value == 0;
        return program;
    }

    /// The largest power that is computed as a product.
    static constexpr Real largestProduct = 16;
    /// In the domain of most functions; its value has no effect.
    static constexpr Real representative = 0.7;

    const Expression& expression_;
    const FormulaProgram::Resolve& resolve_;
    const bool checks_;
    std::vector<Node> nodes_;
    std::map<std::tuple<Node::Kind, int, Real, Op, std::array<int, 3>>, int> known_;
    std::vector<Operand> stack_;
    int numInputs_ = 0;
    std::string error_;
    std::size_t errorAt_ = 0;
};

FormulaProgram::FormulaProgram() : constants_{0} {}

std::variant<FormulaProgram, FormulaError> FormulaProgram::compile(std::string_view text, const Resolve& resolve,
                                                                   Units units) {
    std::size_t faultAt = 0;
    const auto parsed = Expression::parse(text, &faultAt);
    if (const auto* const why = std::get_if<std::string>(&parsed)) return FormulaError{*why, columnOf(text, faultAt)};
    auto result = FormulaCompiler(std::get<Expression>(parsed), resolve, units).compile();
    if (const auto* const program = std::get_if<FormulaProgram>(&result))
        if (program->firstResult() + program->steps_.size() > std::size_t(largest))
            return FormulaError{"The formula has more than " + std::to_string(largest) + " operations.", 1};
    return result;
}

// --- Values ---

[[gnu::always_inline]] inline void FormulaProgram::run(Real* v) const {
    Real* out = v + numInputs_;
    for (const Real constant : constants_) *out++ = constant;
    // Each case writes its result and continues with the next step: no common part to jump to.
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
            case Op::Distance: {
                const Real *from = v + step.a, *to = v + step.b;
                const Real x = to[0] - from[0], y = to[1] - from[1], z = to[2] - from[2];
                *out = std::sqrt(x * x + y * y + z * z);
                continue;
            }
        }
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
            case Op::Distance:
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    const Real slope = up / r * (v[step.b + axis] - v[step.a + axis]);
                    adjoint[step.a + axis] -= slope;
                    adjoint[step.b + axis] += slope;
                }
                break;
            case Op::Not:
            case Op::And:
            case Op::Or:
            case Op::Less:
            case Op::LessEqual:
            case Op::Greater:
            case Op::GreaterEqual:
            case Op::Equal:
            case Op::Unequal:
            case Op::Sign: break;
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

Jet FormulaProgram::calcJet(const Jet* inputs) const {
    Jet v[largest];
    std::copy_n(inputs, numInputs_, v);
    std::transform(constants_.begin(), constants_.end(), v + numInputs_, [](Real c) { return Jet{c, 0, 0}; });
    Jet* out = v + firstResult();
    for (const Step& step : steps_) {
        const Jet &a = v[step.a], &b = v[step.b];
        const Real x = a.value;
        const auto truth = [](bool holds) { return Jet{holds ? 1. : 0., 0, 0}; };
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
            case Op::Distance: {
                const Jet *from = v + step.a, *to = v + step.b;
                const Jet dx = to[0] - from[0], dy = to[1] - from[1], dz = to[2] - from[2];
                r = squareRoot(dx * dx + dy * dy + dz * dz);
                break;
            }
        }
        *out++ = r;
    }
    return v[result_];
}

}  // namespace trammel
