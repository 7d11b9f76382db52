// SPDX-License-Identifier: Apache-2.0
#include "inspect/output_expression.h"

#include <algorithm>
#include <cctype>

#include "compile/compiled_data.h"
#include "inspect/inspection.h"

namespace trammel {

namespace {

/// Quotes each of @p names in @p text, longer ones first, unless it is quoted or part of a longer word.
/// @param next follows each name; 0: anything that is not part of a word
void quoteNames(std::string& text, std::vector<std::string> names, char next) {
    const auto isPart = [&text](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
    };
    std::ranges::sort(names,
                      [](const auto& a, const auto& b) { return std::pair(b.size(), a) < std::pair(a.size(), b); });
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string& name : names)
        for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
            const bool isQuoted = std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\'') % 2 != 0;
            const std::size_t end = at + name.size();
            const bool isWhole = next != 0 ? end < text.size() && text[end] == next : !isPart(end);
            if (isQuoted || !isWhole || (at > 0 && isPart(at - 1))) continue;
            text.replace(at, name.size(), quotedName(name));
            at += quotedName(name).size();
        }
}

/// Allows unquoted names with spaces if they exist: "Crank pin.angle > 1", "Crank pin.reaction force".
std::string withQuotes(std::string text, const Outputs& outputs) {
    std::vector<std::string> names, owners;
    for (const Output& o : outputs.getAll()) {
        if (text.find(o.label) != std::string::npos && quotedName(o.label) != o.label) names.push_back(o.name);
        if (!o.owner.empty() && quotedName(o.owner) != o.owner) owners.push_back(o.owner);
    }
    quoteNames(text, std::move(names), 0);
    quoteNames(text, std::move(owners), '.');
    return text;
}

/// "q" or "u", with or without index: coordinates and speeds of a joint, as indices in y.
std::variant<std::size_t, std::string> findCoordinate(const Outputs& outputs, const ExpressionName& name) {
    using Kind = VariableReading::Kind;
    const Kind kind = name.key.front() == 'q' ? Kind::Q : Kind::U;
    const std::string number = name.key.substr(1);
    if (!std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; }) || number.size() > 3)
        return std::string();
    const CompiledModel& model = *outputs.getModel();
    const BuiltSystem& built = *model.getData().built;
    std::vector<std::size_t> found;
    for (const VariableReading& v : readVariables(model, model.getInitialState())) {
        const Element* const joint = v.kind == kind ? model.getDocument().find(v.element) : nullptr;
        if (!joint) continue;
        const auto moved = built.joints.find(v.element);
        const bool isMoved =
            moved != built.joints.end() && std::any_of(built.bodies.begin(), built.bodies.end(), [&](const auto& body) {
                return body.second == moved->second && model.getDocument().get(body.first).name == name.element;
            });
        if (joint->name != name.element && !isMoved) continue;
        if (const auto output = outputs.findVariable(v.index)) found.push_back(*output);
    }
    if (found.empty()) return std::string();
    if (number.empty() && found.size() == 1) return found.front();
    const auto which = number.empty() ? 0 : std::stoul(number);
    if (which < 1 || which > found.size()) {
        const std::string last = name.key.substr(0, 1) + std::to_string(found.size());
        return quotedName(name.element) + " has " + std::to_string(found.size()) + " of these: write " +
               name.key.substr(0, 1) + "1 to " + last + ".";
    }
    return found[which - 1];
}

std::variant<std::size_t, std::string> findOutput(const Outputs& outputs, const ExpressionName& name) {
    static const std::pair<const char*, const char*> shorter[] = {
        {"KE", "kinetic energy"}, {"PE", "potential energy"}, {"E", "total energy"}};
    if (name.key.empty())
        for (const auto& [word, meant] : shorter)
            if (name.element == word)
                if (const auto known = outputs.find(meant)) return *known;
    const std::string whole = name.key.empty() ? name.element : name.element + "." + name.key;
    if (const auto known = outputs.find(whole)) return *known;
    if (!name.key.empty() && (name.key.front() == 'q' || name.key.front() == 'u')) {
        auto coordinate = findCoordinate(outputs, name);
        if (!std::holds_alternative<std::string>(coordinate) || !std::get<std::string>(coordinate).empty())
            return coordinate;
    }
    for (const Output& o : outputs.getAll())
        if (!name.key.empty() && o.owner == name.element)
            return quotedName(name.element) + " has no output '" + name.key + "'; it has '" + o.label.str() +
                   "', for example.";
    return "Unknown output '" + whole + "'. Write t, KE, PE, E, or an element and its output: Crank.q, " +
           "'Crank pin.reaction force'.";
}

}  // namespace

OutputExpression::OutputExpression(const Outputs& outputs, Expression expression)
    : outputs_(&outputs), expression_(std::move(expression)) {}

std::variant<OutputExpression, std::string> OutputExpression::parse(const Outputs& outputs, const std::string& text) {
    auto parsed = Expression::parse(withQuotes(text, outputs));
    if (auto* const wrong = std::get_if<std::string>(&parsed)) return *wrong;
    OutputExpression made(outputs, std::get<Expression>(std::move(parsed)));
    for (const ExpressionName& name : made.expression_.getNames()) {
        Name known{name};
        if (name.key.empty() && name.element == "t") {
            known.isTime = true;
            known.dimension = dimensionOf(Quantity::Time);
        } else {
            const auto found = findOutput(outputs, name);
            if (const auto* const wrong = std::get_if<std::string>(&found)) return *wrong;
            known.output = made.wanted_.size();
            const std::size_t output = std::get<std::size_t>(found);
            known.dimension = dimensionOf(outputs.getAll()[output].quantity);
            made.wanted_.push_back(output);
        }
        made.names_.push_back(known);
    }
    made.values_.resize(made.wanted_.size());
    // Dimensions do not depend on values; one of these is in the domain of most functions.
    const auto probe = [](const OutputExpression& expression) {
        NamedValue first;
        for (const Real any : {0.7, 0.1, 2., -0.7}) {
            NamedValue value = expression.evaluate(any, std::vector<Real>(expression.wanted_.size(), any));
            if (std::holds_alternative<Measured>(value)) return value;
            if (any == 0.7) first = std::move(value);
        }
        return first;
    };
    const NamedValue first = probe(made);
    if (const auto* const number = std::get_if<Measured>(&first)) {
        made.dimension_ = number->dimension;
        return made;
    }
    // Plain numbers are in SI units.
    OutputExpression plain = made;
    for (Name& name : plain.names_) name.dimension = {};
    if (std::holds_alternative<Measured>(probe(plain))) return plain;
    return std::get<std::string>(first);
}

std::optional<Quantity> OutputExpression::getQuantity() const {
    if (wanted_.size() != 1 || names_.size() != 1) return std::nullopt;
    const Quantity quantity = outputs_->getAll()[wanted_.front()].quantity;
    return dimensionOf(quantity) == dimension_ ? std::optional(quantity) : std::nullopt;
}

NamedValue OutputExpression::evaluate(Real time, const std::vector<Real>& values) const {
    return expression_.evaluate([&](const ExpressionName& wanted) -> NamedValue {
        for (const Name& name : names_)
            if (name.name == wanted) return Measured{name.isTime ? time : values[name.output], name.dimension};
        return std::string();
    });
}

NamedValue OutputExpression::calc(const State& state) const {
    outputs_->calc(wanted_, state, values_);
    return evaluate(state.getTime(), values_);
}

std::string explainOutputExpression(const std::string& text, const CompiledModelPtr& model) {
    const Outputs outputs(model);
    const auto parsed = OutputExpression::parse(outputs, text);
    const auto* const wrong = std::get_if<std::string>(&parsed);
    return wrong ? *wrong : "";
}

}  // namespace trammel
