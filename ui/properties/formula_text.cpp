// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/formula_text.h"

#include "meta/expression.h"

namespace trammel::ui {

bool isFormula(const QString& typed) {
    if (typed.trimmed().startsWith('=')) return true;
    const auto parsed = Expression::parse(typed.toStdString());
    const auto* const expression = std::get_if<Expression>(&parsed);
    return expression && !expression->getNames().empty();
}

QString formulaOf(const QString& typed) {
    const QString trimmed = typed.trimmed();
    return trimmed.startsWith('=') ? trimmed.mid(1).trimmed() : trimmed;
}

}  // namespace trammel::ui
