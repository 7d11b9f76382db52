// SPDX-License-Identifier: Apache-2.0
// Formulas and units: any text is parsed or refused with a message; a formula keeps its value when an element is
// renamed.
#include "meta/expression.h"
#include "meta/units.h"
#include "tests/fuzz/promise.h"

namespace {
using namespace trammel;

NamedValue evaluate(const Expression& expression) {
    return expression.evaluate([](const ExpressionName& name) -> NamedValue {
        if (name.element.empty()) return std::string("There is no such name.");
        return Measured{Real(name.element.size()), dimensionOf(name.key.empty() ? Quantity::None : Quantity::Length)};
    });
}

void readAsUnit(std::string_view text) {
    const std::string unit = normalizedUnit(text);
    promise(normalizedUnit(unit) == unit, "a canonical spelling is canonical");
    for (const Quantity quantity : allQuantities)
        if (const Unit* const found = findUnit(quantity, unit))
            promise(findUnit(quantity, normalizedUnit(typedUnit(found->symbol))) == found,
                    "a unit is found by its spelling");
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    readAsUnit(text);
    const auto parsed = Expression::parse(text);
    if (const auto* const why = std::get_if<std::string>(&parsed)) {
        promise(!why->empty(), "a refusal has words");
        return 0;
    }
    const Expression& expression = std::get<Expression>(parsed);
    const NamedValue value = evaluate(expression);
    if (const auto* const why = std::get_if<std::string>(&value)) promise(!why->empty(), "a refusal has words");
    for (const ExpressionName& name : expression.getNames()) {
        // As long as the old name, so that it has the same value.
        const std::string to(name.element.size(), 'x');
        const auto renamed = Expression::parse(expression.renamed(name.element, to));
        if (to.empty() || expression.renamed(name.element, to).size() > 9000) continue;
        promise(std::holds_alternative<Expression>(renamed), "a renamed formula is a formula");
        const NamedValue same = evaluate(std::get<Expression>(renamed));
        promise(same.index() == value.index(), "a renamed formula has the same value");
    }
    return 0;
}
