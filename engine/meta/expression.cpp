// SPDX-License-Identifier: Apache-2.0
#include "meta/expression.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace trammel {

namespace {

constexpr std::size_t deepest = 60;
/// Characters.
constexpr std::size_t longest = 10000;

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80); }
bool isBlank(char c) { return c == ' ' || c == '\t'; }

/// A unit symbol with its quantity.
struct SpelledUnit {
    std::string text;
    Real factor;
    Dimension dimension;
};

/// All spellings of all units, longest first.
const std::vector<SpelledUnit>& spelledUnits() {
    static const std::vector<SpelledUnit> table = [] {
        std::vector<SpelledUnit> made;
        const auto add = [&](const std::string& text, Real factor, const Dimension& dimension) {
            if (text.empty()) return;
            made.push_back({text, factor, dimension});
            if (const std::string plain = typedUnit(text); plain != text) made.push_back({plain, factor, dimension});
        };
        for (const Quantity quantity : allQuantities)
            for (const Unit& unit : knownUnits(quantity)) {
                add(unit.symbol, unit.factor, dimensionOf(quantity));
                for (const std::string& alias : unit.aliases) add(alias, unit.factor, dimensionOf(quantity));
            }
        // Impulses, which no property holds as a number.
        for (const Quantity load : {Quantity::Force, Quantity::Torque})
            for (const Unit& unit : knownUnits(load))
                if (!unit.symbol.empty())
                    add(unit.symbol + "·s", unit.factor, dimensionOf(load) * dimensionOf(Quantity::Time));
        std::stable_sort(made.begin(), made.end(),
                         [](const SpelledUnit& a, const SpelledUnit& b) { return a.text.size() > b.text.size(); });
        return made;
    }();
    return table;
}

std::string disagreement(const char* verb, const Measured& a, const Measured& b) {
    const auto named = [](const Measured& m) {
        return m.dimension.isNumber() ? std::string("a dimensionless number (write its unit, as in 3 mm)")
                                      : describe(m.dimension);
    };
    return std::string("Dimensions do not match: ") + named(a) + " " + verb + " " + named(b) + ".";
}

}  // namespace

class ExpressionParser {
public:
    using Op = Expression::Op;

    struct Row {
        const char* name;
        Op op;
    };
    static constexpr std::array<Row, 24> functions{
        {{"sin", Op::Sin},     {"cos", Op::Cos},   {"tan", Op::Tan},           {"asin", Op::Asin},
         {"acos", Op::Acos},   {"atan", Op::Atan}, {"atan2", Op::Atan2},       {"sinh", Op::Sinh},
         {"cosh", Op::Cosh},   {"tanh", Op::Tanh}, {"exp", Op::Exp},           {"log", Op::Log},
         {"sqrt", Op::Sqrt},   {"abs", Op::Abs},   {"sign", Op::Sign},         {"min", Op::Min},
         {"max", Op::Max},     {"if", Op::If},     {"floor", Op::Floor},       {"ceil", Op::Ceil},
         {"round", Op::Round}, {"mod", Op::Mod},   {"distance", Op::Distance}, {"angle", Op::PointAngle}}};

    explicit ExpressionParser(std::string_view text) { made_.text_ = std::string(text); }

    std::variant<Expression, std::string> parse(std::size_t* faultAt) {
        std::variant<Expression, std::string> result = parseAll();
        if (faultAt && std::holds_alternative<std::string>(result)) *faultAt = error_.empty() ? at_ : errorAt_;
        return result;
    }

private:
    std::variant<Expression, std::string> parseAll() {
        if (text().size() > longest) return "The expression is longer than " + std::to_string(longest) + " characters.";
        skipBlanks();
        either();
        if (error_.empty() && at_ < text().size()) {
            if (text()[at_] == ',') return std::string("Use a decimal point: 0.5, not 0,5.");
            return "Unexpected character: '" + text().substr(at_, 12) + "'.";
        }
        if (!error_.empty()) return error_;
        return std::move(made_);
    }

    const std::string& text() const { return made_.text_; }

    void either() {
        if (++depth_ > deepest) return fail("Too many nested parentheses.");
        both();
        for (std::size_t sign = at_; accept("||"); sign = at_) both(), emit(Op::Or, sign);
        --depth_;
    }

    void both() {
        comparison();
        for (std::size_t sign = at_; accept("&&"); sign = at_) comparison(), emit(Op::And, sign);
    }

    void comparison() {
        sum();
        constexpr std::array<std::pair<const char*, Op>, 6> signs{{{"<=", Op::LessEqual},
                                                                   {">=", Op::GreaterEqual},
                                                                   {"==", Op::Equal},
                                                                   {"!=", Op::Unequal},
                                                                   {"<", Op::Less},
                                                                   {">", Op::Greater}}};
        const std::size_t place = at_;
        for (const auto& [sign, op] : signs)
            if (accept(sign)) {
                sum();
                return emit(op, place);
            }
    }

    void sum() {
        product();
        for (;;) {
            const std::size_t sign = at_;
            if (accept("+"))
                product(), emit(Op::Add, sign);
            else if (accept("-"))
                product(), emit(Op::Subtract, sign);
            else
                return;
        }
    }

    void product() {
        withSign();
        for (;;) {
            const std::size_t sign = at_;
            if (accept("*") || accept("·"))
                withSign(), emit(Op::Multiply, sign);
            else if (accept("/"))
                withSign(), emit(Op::Divide, sign);
            else
                return;
        }
    }

    void withSign() {
        if (++depth_ > deepest) return fail("Too many nested parentheses.");
        const std::size_t sign = at_;
        if (accept("-"))
            withSign(), emit(Op::Negate, sign);
        else if (text().compare(at_, 2, "!=") != 0 && accept("!"))
            withSign(), emit(Op::Not, sign);
        else if (accept("+"))
            withSign();
        else
            power();
        --depth_;
    }

    void power() {
        primary();
        const std::size_t sign = at_;
        if (accept("^"))
            withSign(), emit(Op::Power, sign);
        else if (accept("²"))
            number(2), emit(Op::Power, sign);
        else if (accept("³"))
            number(3), emit(Op::Power, sign);
    }

    void primary() {
        if (!error_.empty()) return;
        if (accept("(")) {
            either();
            return close();
        }
        if (at_ >= text().size()) return fail("A number is expected at the end.");
        const char c = text()[at_];
        if (isDigit(c) || c == '.') return literal();
        if (c == '\'') return quoted();
        if (isLetter(c)) return word();
        fail("A number is expected before '" + text().substr(at_, 8) + "'.");
    }

    void literal() {
        Real value = 0;
        const std::size_t start = at_;
        const char* const begin = text().data() + at_;
        const auto [end, fault] = std::from_chars(begin, text().data() + text().size(), value);
        if (fault != std::errc()) return fail("'" + text().substr(at_, 12) + "' is not a number.");
        at_ += static_cast<std::size_t>(end - begin);
        skipBlanks();
        Measured number{value, {}};
        if (const SpelledUnit* const unit = takeUnit()) {
            const int power = unitPower();
            number.value *= std::pow(unit->factor, power);
            number.dimension = unit->dimension;
            number.dimension.raise(2 * power);
        } else if (at_ < text().size() && isLetter(text()[at_]) && text().compare(at_, 2, "·") != 0 &&
                   text().compare(at_, 2, "²") != 0 && text().compare(at_, 2, "³") != 0) {
            return fail("'" + takeWord() + "' is not a known unit. Write * to multiply.");
        }
        push({Op::Number, number, 0, start});
    }

    /// The longest unit at this place that ends at a word boundary.
    const SpelledUnit* takeUnit() {
        for (const SpelledUnit& unit : spelledUnits()) {
            const std::size_t length = spelledLength(unit.text);
            if (length == 0) continue;
            const std::size_t after = at_ + length;
            if (after < text().size() && (isDigit(text()[after]) || (isLetter(text()[after]) && !startsSign(after))))
                continue;
            // Do not read "N/m^2" as the square of a stiffness.
            if (startsPower(after) && unit.text.find_first_of("/*\xb7") != std::string::npos) continue;
            at_ = after;
            skipBlanks();
            return &unit;
        }
        return nullptr;
    }

    bool startsPower(std::size_t at) const {
        return text().compare(at, 1, "^") == 0 || text().compare(at, 2, "²") == 0 || text().compare(at, 2, "³") == 0;
    }

    /// The integer exponent of a unit just read: "3 m^2" is 3 m².
    int unitPower() {
        if (accept("²")) return 2;
        if (accept("³")) return 3;
        int power = 0;
        const char* const begin = text().data() + at_ + 1;
        if (text().compare(at_, 1, "^") != 0) return 1;
        const auto [end, fault] = std::from_chars(begin, text().data() + text().size(), power);
        if (fault != std::errc() || std::abs(power) > 9) return 1;
        at_ = static_cast<std::size_t>(end - text().data());
        skipBlanks();
        return power;
    }

    /// "·", "²" and "³" are not part of a name.
    bool startsSign(std::size_t at) const {
        return text().compare(at, 2, "·") == 0 || text().compare(at, 2, "²") == 0 || text().compare(at, 2, "³") == 0;
    }

    /// Number of characters at this place that spell @p unit, with "^2" accepted for "²"; 0 if they do not.
    std::size_t spelledLength(std::string_view unit) const {
        std::size_t at = at_;
        for (std::size_t i = 0; i < unit.size();) {
            const std::string_view sign = unit.substr(i, 2);
            if ((sign == "²" && text().compare(at, 2, "^2") == 0) ||
                (sign == "³" && text().compare(at, 2, "^3") == 0)) {
                at += 2;
                i += 2;
            } else if (sign == "µ" && text().compare(at, 2, "μ") == 0) {
                at += 2;
                i += 2;
            } else if (at < text().size() && text()[at] == unit[i]) {
                ++at;
                ++i;
            } else {
                return 0;
            }
        }
        return at - at_;
    }

    std::string takeWord() {
        const std::size_t start = at_;
        while (at_ < text().size() && (isLetter(text()[at_]) || isDigit(text()[at_])) && !startsSign(at_)) ++at_;
        return text().substr(start, at_ - start);
    }

    void quoted() {
        const std::size_t start = at_;
        std::string name;
        for (++at_; at_ < text().size(); ++at_) {
            if (text()[at_] == '\'' && text().compare(at_, 2, "''") != 0) {
                ++at_;
                return use(name, start);
            }
            if (text()[at_] == '\'') ++at_;
            name += text()[at_];
        }
        fail("A closing quote ' is missing.");
    }

    void word() {
        const std::size_t start = at_;
        const std::string word = takeWord();
        if (at_ == start) return fail("A number is expected before '" + text().substr(at_, 8) + "'.");
        std::size_t next = at_;
        while (next < text().size() && isBlank(text()[next])) ++next;
        if (next < text().size() && text()[next] == '(') {
            at_ = next;
            return function(word, start);
        }
        if (word == "pi" || word == "π") {
            skipBlanks();
            return number(Pi);
        }
        use(word, start);
    }

    void use(const std::string& element, std::size_t start) {
        const std::size_t length = at_ - start;
        std::string key;
        if (at_ + 1 < text().size() && text()[at_] == '.' && isLetter(text()[at_ + 1])) {
            ++at_;
            key = takeWord();
            // "point.x": a component of a vector.
            if (at_ + 1 < text().size() && text()[at_] == '.' && isLetter(text()[at_ + 1])) {
                ++at_;
                key += '.' + takeWord();
            }
        }
        skipBlanks();
        const ExpressionName name{element, key};
        const auto found = std::find(made_.names_.begin(), made_.names_.end(), name);
        const auto index = static_cast<std::size_t>(found - made_.names_.begin());
        if (found == made_.names_.end()) made_.names_.push_back(name);
        made_.uses_.push_back({start, length, index});
        push({Op::Name, {}, index, start});
    }

    void function(const std::string& name, std::size_t start) {
        const auto row = std::find_if(functions.begin(), functions.end(), [&](const Row& r) { return name == r.name; });
        if (row == functions.end()) {
            std::string known;
            for (const Row& r : functions) known += (known.empty() ? "" : ", ") + std::string(r.name);
            at_ = start;
            return fail("Unknown function '" + name + "'. Available: " + known + ".");
        }
        accept("(");
        const std::size_t arguments = Expression::operandsOf(row->op);
        for (std::size_t i = 0; i < arguments; ++i) {
            if (i > 0 && !accept(","))
                return fail("The function " + name + " takes " + (arguments == 2 ? "two" : "three") +
                            " arguments, separated by a comma.");
            either();
        }
        close();
        emit(row->op, start);
    }

    void close() {
        if (!accept(")")) fail("A closing parenthesis is missing.");
    }

    bool accept(std::string_view sign) {
        if (!error_.empty() || text().compare(at_, sign.size(), sign) != 0) return false;
        at_ += sign.size();
        skipBlanks();
        return true;
    }

    void skipBlanks() {
        while (at_ < text().size() && isBlank(text()[at_])) ++at_;
    }

    void number(Real value) { push({Op::Number, {value, {}}, 0, at_}); }
    void emit(Op op, std::size_t at) { push({op, {}, 0, at}); }
    void push(Expression::Step step) { made_.steps_.push_back(step); }
    void fail(std::string what) {
        if (!error_.empty()) return;
        error_ = std::move(what);
        errorAt_ = at_;
    }

    Expression made_;
    std::size_t at_ = 0, depth_ = 0, errorAt_ = 0;
    std::string error_;
};

std::variant<Expression, std::string> Expression::parse(std::string_view text, std::size_t* faultAt) {
    return ExpressionParser(text).parse(faultAt);
}

std::size_t Expression::operandsOf(Op op) {
    switch (op) {
        case Op::Number:
        case Op::Name: return 0;
        case Op::If:
        case Op::PointAngle: return 3;
        case Op::Negate:
        case Op::Not:
        case Op::Abs:
        case Op::Sign:
        case Op::Floor:
        case Op::Ceil:
        case Op::Round:
        case Op::Sqrt: return 1;
        case Op::Atan2: return 2;
        default: return op >= Op::Sin && op <= Op::Log ? 1 : 2;
    }
}

std::vector<std::string> Expression::getFunctions() {
    std::vector<std::string> names;
    for (const ExpressionParser::Row& row : ExpressionParser::functions) names.emplace_back(row.name);
    return names;
}

std::vector<ExpressionName> Expression::getNames() const {
    std::vector<ExpressionName> names = names_;
    std::sort(names.begin(), names.end());
    return names;
}

NamedValue Expression::apply(Op op, const Measured& a, const Measured& b, const Measured& c) {
    const auto truth = [](bool holds) { return Measured{holds ? 1. : 0., {}}; };
    const auto angle = [&](Real value) { return Measured{value, dimensionOf(Quantity::Angle)}; };
    const auto ofAngle = [&](Real (*f)(Real)) -> NamedValue {
        if (!agree(a.dimension, dimensionOf(Quantity::Angle)))
            return "An angle is expected here, not " + describe(a.dimension) + ".";
        return Measured{f(a.value), {}};
    };
    const auto toAngle = [&](Real (*f)(Real)) -> NamedValue {
        if (!a.dimension.isNumber())
            return "A dimensionless number is expected here, not " + describe(a.dimension) + ".";
        return angle(f(a.value));
    };
    const auto ofNumber = [&](Real (*f)(Real)) -> NamedValue {
        if (!agree(a.dimension, {}))
            return "A dimensionless number is expected here, not " + describe(a.dimension) + ".";
        return Measured{f(a.value), {}};
    };
    const auto alike = [&](const char* verb) {
        return agree(a.dimension, b.dimension) ? std::string() : disagreement(verb, a, b);
    };
    switch (op) {
        case Op::Add:
            if (std::string why = alike("plus"); !why.empty()) return why;
            return Measured{a.value + b.value, a.dimension};
        case Op::Subtract:
            if (std::string why = alike("minus"); !why.empty()) return why;
            return Measured{a.value - b.value, a.dimension};
        case Op::Multiply: return Measured{a.value * b.value, a.dimension * b.dimension};
        case Op::Divide:
            if (b.value == 0) return std::string("Division by zero.");
            return Measured{a.value / b.value, a.dimension / b.dimension};
        case Op::Power: {
            if (!b.dimension.isNumber()) return std::string("An exponent must be dimensionless.");
            Dimension dimension = a.dimension;
            const Real twice = 2 * b.value;
            if (!dimension.isNumber() &&
                (twice != std::round(twice) || std::abs(twice) > 64 || !dimension.raise(static_cast<int>(twice))))
                return "A power of " + describe(a.dimension) + " requires an integer exponent.";
            return Measured{std::pow(a.value, b.value), dimension};
        }
        case Op::Negate: return Measured{-a.value, a.dimension};
        case Op::Not: return truth(a.value == 0);
        case Op::And: return truth(a.value != 0 && b.value != 0);
        case Op::Or: return truth(a.value != 0 || b.value != 0);
        case Op::Sin: return ofAngle([](Real x) { return std::sin(x); });
        case Op::Cos: return ofAngle([](Real x) { return std::cos(x); });
        case Op::Tan: return ofAngle([](Real x) { return std::tan(x); });
        case Op::Asin: return toAngle([](Real x) { return std::asin(x); });
        case Op::Acos: return toAngle([](Real x) { return std::acos(x); });
        case Op::Atan: return toAngle([](Real x) { return std::atan(x); });
        case Op::Sqrt: {
            Dimension dimension = a.dimension;
            if (!dimension.raise(1)) return "Cannot take the square root of " + describe(a.dimension) + ".";
            return Measured{std::sqrt(a.value), dimension};
        }
        case Op::Sinh: return ofNumber([](Real x) { return std::sinh(x); });
        case Op::Cosh: return ofNumber([](Real x) { return std::cosh(x); });
        case Op::Tanh: return ofNumber([](Real x) { return std::tanh(x); });
        case Op::Exp: return ofNumber([](Real x) { return std::exp(x); });
        case Op::Log: return ofNumber([](Real x) { return std::log(x); });
        case Op::Abs: return Measured{std::abs(a.value), a.dimension};
        case Op::Sign: return Measured{Real((a.value > 0) - (a.value < 0)), {}};
        case Op::Floor: return ofNumber([](Real x) { return std::floor(x); });
        case Op::Ceil: return ofNumber([](Real x) { return std::ceil(x); });
        case Op::Round: return ofNumber([](Real x) { return std::round(x); });
        case Op::If:
            if (!agree(b.dimension, c.dimension)) return disagreement("beside", b, c);
            return Measured{a.value != 0 ? b.value : c.value, b.dimension};
        case Op::Distance:
        case Op::PointAngle: return std::string("Points are expected here, such as Crank.tip.");
        default: break;
    }
    if (std::string why = alike("beside"); !why.empty()) return why;
    switch (op) {
        case Op::Less: return truth(a.value < b.value);
        case Op::LessEqual: return truth(a.value <= b.value);
        case Op::Greater: return truth(a.value > b.value);
        case Op::GreaterEqual: return truth(a.value >= b.value);
        case Op::Equal: return truth(a.value == b.value);
        case Op::Unequal: return truth(a.value != b.value);
        case Op::Atan2: return angle(std::atan2(a.value, b.value));
        case Op::Mod:
            if (b.value == 0) return std::string("Division by zero.");
            return Measured{floorMod(a.value, b.value), a.dimension};
        case Op::Min: return Measured{std::min(a.value, b.value), a.dimension};
        default: return Measured{std::max(a.value, b.value), a.dimension};
    }
}

NamedValue Expression::evaluate(const std::function<NamedValue(const ExpressionName&)>& resolve) const {
    // The parser bounds the nesting depth and the operands per level.
    std::array<Measured, 8 * deepest> stack;
    std::size_t depth = 0;
    for (const Step& step : steps_) {
        if (step.op == Op::Number || step.op == Op::Name) {
            if (depth == stack.size()) return std::string("The expression is nested too deeply.");
            stack[depth] = step.number;
            if (step.op == Op::Name) {
                NamedValue value = resolve(names_[step.name]);
                if (std::holds_alternative<std::string>(value)) return value;
                stack[depth] = std::get<Measured>(value);
            }
            ++depth;
            continue;
        }
        const std::size_t operands = operandsOf(step.op);
        depth -= operands;
        NamedValue value =
            apply(step.op, stack[depth], stack[depth + (operands > 1)], stack[depth + (operands > 2 ? 2 : 0)]);
        if (std::holds_alternative<std::string>(value)) return value;
        stack[depth++] = std::get<Measured>(value);
    }
    if (!std::isfinite(stack[0].value)) return std::string("The result is not a finite number.");
    return stack[0];
}

std::string Expression::renamed(const std::string& from, const std::string& to) const {
    std::string text = text_;
    for (auto use = uses_.rbegin(); use != uses_.rend(); ++use)
        if (names_[use->name].element == from) text.replace(use->start, use->length, quotedName(to));
    return text;
}

Real floorMod(Real a, Real b) {
    const Real rest = std::fmod(a, b);
    if (rest == 0 || (rest < 0) == (b < 0)) return rest;
    const Real sum = rest + b;
    // A small remainder vanishes beside b.
    return sum != b ? sum : std::nextafter(b, Real(0));
}

std::string quotedName(const std::string& name) {
    const bool isWord = !name.empty() && !isDigit(name[0]) && name != "pi" && name != "π" &&
                        std::all_of(name.begin(), name.end(), [](char c) { return isLetter(c) || isDigit(c); }) &&
                        name.find("·") == std::string::npos && name.find("²") == std::string::npos &&
                        name.find("³") == std::string::npos;
    if (isWord) return name;
    std::string quoted = "'";
    for (const char c : name) quoted.append(c == '\'' ? 2 : 1, c);
    return quoted + '\'';
}

}  // namespace trammel
