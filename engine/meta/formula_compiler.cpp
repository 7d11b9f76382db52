// SPDX-License-Identifier: Apache-2.0
// Translation of an Expression into a FormulaProgram.
#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "meta/formula_program.h"

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
        /// Constants of an operation that reads them from the program, or one whole exponent.
        std::array<Real, 2> own{};
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
        if (step.op == Op::Number) {
            stack_.push_back(constant(step.number, step.at));
            return;
        }
        if (step.op == Op::Name) return addName(step);
        const std::size_t n = Expression::operandsOf(step.op);
        std::array<Operand, 3> x;
        std::copy_n(stack_.end() - std::ptrdiff_t(n), n, x.begin());
        stack_.resize(stack_.size() - n);
        const bool ofPoints = step.op == Op::Distance || step.op == Op::PointAngle;
        for (std::size_t i = 0; i < n; ++i)
            if (x[i].isPoint != ofPoints)
                return fail(ofPoints ? "A point is expected here, such as Crank.tip."
                                     : "A number is expected here, not a point: write .x, .y or .z.",
                            x[i].at);
        if (step.op == Op::Distance)
            stack_.push_back(distance(x[0], x[1], step.at));
        else if (step.op == Op::PointAngle)
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
        if (step.op == Op::If) {
            if (isPlainZero(x[1])) x[1].measured.dimension = x[2].measured.dimension;
            if (isPlainZero(x[2])) x[2].measured.dimension = x[1].measured.dimension;
        }
        if (step.op == Op::Power && !x[1].isConstant && !x[0].measured.dimension.isNumber())
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

    static bool isSumOrComparison(Op op) {
        return op == Op::Add || op == Op::Subtract || (op >= Op::Less && op <= Op::Unequal) || op == Op::Min ||
               op == Op::Max || op == Op::Mod;
    }
    static bool isPlainZero(const Operand& x) {
        return x.isConstant && x.measured.value == 0 && x.measured.dimension.isNumber();
    }

    int operation(Op op, const std::array<Operand, 3>& x) {
        if (op == Op::Power && x[1].isConstant) {
            // Small powers as products, which are exact and fast.
            const Real exponent = x[1].measured.value;
            const int a = x[0].nodes[0];
            if (exponent == 0.5) return op1(Op::Sqrt, a);
            if (exponent == std::trunc(exponent) && exponent != 0 && std::abs(exponent) <= largestProduct) {
                return power(a, int(exponent));
            }
        }
        return node({Node::Kind::Operation, 0, 0, op, {x[0].nodes[0], x[1].nodes[0], x[2].nodes[0]}, {}});
    }

    // --- Nodes; equal ones are shared ---
    int node(const Node& made) {
        const auto key = std::tuple(made.kind, made.input, made.value, made.op, made.operands, made.own);
        const auto [known, isNew] = known_.try_emplace(key, int(nodes_.size()));
        if (isNew) nodes_.push_back(made);
        return known->second;
    }
    int input(int i) { return node({Node::Kind::Input, i, 0, Op::Add, {}, {}}); }
    /// The power @p n, not 0. Powers of two are squares, which others may share.
    int power(int a, int n) {
        if (n == 1) return a;
        if (n > 0 && (n & (n - 1)) == 0) return op1(Op::Square, power(a, n / 2));
        return node({Node::Kind::Operation, 0, 0, Op::WholePower, {a, a, a}, {Real(n), 0}});
    }
    int op1(Op op, int a) { return node({Node::Kind::Operation, 0, 0, op, {a, a, a}, {}}); }
    int op2(Op op, int a, int b) { return node({Node::Kind::Operation, 0, 0, op, {a, b, a}, {}}); }
    Operand constant(Measured measured, std::size_t at) {
        if (!checks_) measured.dimension = {};
        Operand operand;
        operand.isConstant = true;
        operand.measured = measured;
        // NaN equals nothing and would break the order of known nodes.
        if (std::isfinite(measured.value))
            operand.nodes[0] = node({Node::Kind::Constant, 0, measured.value, Op::Add, {}, {}});
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

    // --- Operations with constants of their own ---
    bool isNumber(int node) const { return nodes_[std::size_t(node)].kind == Node::Kind::Constant; }
    /// True if @p node is this operation, and its only use can be part of another.
    bool isInner(int node, Op op, const std::vector<int>& uses) const {
        const Node& n = nodes_[std::size_t(node)];
        return n.kind == Node::Kind::Operation && n.op == op && uses[std::size_t(node)] == 1;
    }
    static void replace(Node& node, Op op, int a, int b, Real first, Real second = 0) {
        node.op = op;
        node.operands = {a, b, a};
        node.own = {first, second};
    }
    /// Sums and products with constants become operations that take these from the program; two of them become one. Results
    /// stay bitwise identical: a - c is a + (-c), and nothing is reordered.
    void fuse(int result) {
        std::vector<int> uses(nodes_.size(), 0);
        const std::vector<char> needed = findNeeded(result);
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (needed[i] && nodes_[i].kind == Node::Kind::Operation) {
                const std::array<int, 3>& x = nodes_[i].operands;
                // Operands that an operation does not have repeat its first.
                const bool isUnary = x[1] == x[0];
                ++uses[std::size_t(x[0])];
                if (!isUnary) ++uses[std::size_t(x[1])];
                if (x[2] != x[0] && x[2] != x[1]) ++uses[std::size_t(x[2])];
            }
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (needed[i] && nodes_[i].kind == Node::Kind::Operation) fuseNode(nodes_[i], uses);
    }
    void fuseNode(Node& node, const std::vector<int>& uses) const {
        const int a = node.operands[0], b = node.operands[1];
        const auto& x = nodes_[std::size_t(a)];
        const auto& y = nodes_[std::size_t(b)];
        switch (node.op) {
            case Op::Multiply:
                if (!isNumber(a) && !isNumber(b)) return;
                if (const int factor = isNumber(a) ? b : a; isInner(factor, Op::Shift, uses)) {
                    const Node& sum = nodes_[std::size_t(factor)];
                    return replace(node, Op::ShiftScale, sum.operands[0], sum.operands[0], sum.own[0],
                                   isNumber(a) ? x.value : y.value);
                } else {
                    return replace(node, Op::Scale, factor, factor, isNumber(a) ? x.value : y.value);
                }
            case Op::Add:
                if (isNumber(a)) return replace(node, Op::Shift, b, b, x.value);
                if (isNumber(b)) return replace(node, Op::Shift, a, a, y.value);
                if (isInner(b, Op::Scale, uses)) return replace(node, Op::AddScaled, a, y.operands[0], y.own[0]);
                if (isInner(a, Op::Scale, uses)) return replace(node, Op::AddScaled, b, x.operands[0], x.own[0]);
                return;
            case Op::Subtract:
                if (isNumber(b)) return replace(node, Op::Shift, a, a, -y.value);
                if (isInner(b, Op::Scale, uses)) return replace(node, Op::AddScaled, a, y.operands[0], -y.own[0]);
                return;
            case Op::Less:
            case Op::Greater:
                if (isNumber(b)) return replace(node, node.op == Op::Less ? Op::IsBelow : Op::IsAbove, a, a, y.value);
                return;
            default: return;
        }
    }
    static int countOwn(Op op) {
        switch (op) {
            case Op::Scale:
            case Op::Shift:
            case Op::AddScaled:
            case Op::IsBelow:
            case Op::IsAbove: return 1;
            case Op::ShiftScale: return 2;
            default: return 0;
        }
    }

    std::vector<char> findNeeded(int result) const {
        std::vector<char> needed(nodes_.size(), 0);
        needed[std::size_t(result)] = 1;
        for (std::size_t i = nodes_.size(); i-- > 0;)
            if (needed[i] && nodes_[i].kind == Node::Kind::Operation)
                for (const int operand : nodes_[i].operands) needed[std::size_t(operand)] = 1;
        return needed;
    }
    /// Numbers registers: inputs, then constants that operations read there, then the operations that the result needs.
    FormulaProgram emit(const Operand& result) {
        fuse(result.nodes[0]);
        const std::vector<char> needed = findNeeded(result.nodes[0]);
        FormulaProgram program;
        program.numInputs_ = numInputs_;
        program.constants_.clear();
        std::vector<std::uint16_t> registers(nodes_.size());
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].kind == Node::Kind::Input) registers[i] = std::uint16_t(nodes_[i].input);
            if (nodes_[i].kind != Node::Kind::Constant || !needed[i]) continue;
            registers[i] = std::uint16_t(std::size_t(numInputs_) + program.constants_.size());
            program.constants_.push_back(nodes_[i].value);
        }
        program.numCopied_ = program.constants_.size();
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const Node& node = nodes_[i];
            if (node.kind != Node::Kind::Operation || !needed[i]) continue;
            registers[i] = std::uint16_t(program.firstResult() + program.steps_.size());
            const auto of = [&](std::size_t k) { return registers[std::size_t(node.operands[k])]; };
            FormulaProgram::Step step{node.op, of(0), of(1), of(2)};
            if (node.op == Op::WholePower) step.c = std::uint16_t(std::int16_t(node.own[0]));
            if (const int own = countOwn(node.op)) {
                step.c = std::uint16_t(program.constants_.size());
                program.constants_.insert(program.constants_.end(), node.own.begin(), node.own.begin() + own);
            }
            program.steps_.push_back(step);
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
    std::map<std::tuple<Node::Kind, int, Real, Op, std::array<int, 3>, std::array<Real, 2>>, int> known_;
    std::vector<Operand> stack_;
    int numInputs_ = 0;
    std::string error_;
    std::size_t errorAt_ = 0;
};

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

}  // namespace trammel
