// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/formula_value.h"

#include <QCoreApplication>

#include "ui/session/text.h"

namespace trammel::ui {

ParsedQuantity formulaValue(const Session& session, const QString& formula, Quantity quantity) {
    const NamedValue value = evaluateFormula(session.document(), session.catalog(), formula.toStdString());
    if (const auto* const why = std::get_if<std::string>(&value)) return text(*why);
    const Measured& measured = std::get<Measured>(value);
    if (agree(measured.dimension, dimensionOf(quantity))) return measured.value;
    return QCoreApplication::translate("FormulaValue", "This gives %1; %2 is required.")
        .arg(text(describe(measured.dimension)), text(quantityName(quantity)));
}

}  // namespace trammel::ui
