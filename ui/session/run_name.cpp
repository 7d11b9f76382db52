// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_name.h"

#include <QCoreApplication>
#include <algorithm>

#include "document/changes.h"
#include "document/property_quantity.h"
#include "document/value_text.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("RunName", text); }
/// True if a number only follows others: its formula is unchanged.
bool follows(const ElementChange& change, const Element& element, const std::string& key) {
    if (std::ranges::find(change.formulas, key) != change.formulas.end()) return false;
    return std::ranges::any_of(element.formulas, [&](const Element::Formula& formula) {
        return formula.key == key || formula.key.starts_with(key + '.');
    });
}

NumberWords& numberWords() {
    static NumberWords words;
    return words;
}

QString wordsOf(const PropertyDescriptor& property, const PropertyValue& value) {
    const auto* const number = std::get_if<Real>(&value);
    return number && numberWords() ? numberWords()(*number, property.quantity) : text(valueText(property, value));
}

/// Describes the change of one element; empty if it cannot affect a run.
/// @param drives other numbers follow from the change
QString nameOf(const ElementChange& change, const Document& before, const Document& now, const TypeCatalog& catalog,
               bool drives) {
    const Element& element = now.get(change.id);
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    if (change.reparented || !change.references.empty()) return tr("%1 reconnected").arg(text(element.name));
    if (!type || change.properties.empty()) return {};
    QStringList parts;
    for (const std::string& key : change.properties) {
        const PropertyDescriptor* const property = type->findProperty(key);
        if (!property || follows(change, element, key)) continue;
        // A parameter alone does not affect a run; numbers that follow from it do.
        if (property->invalidates >= Stage::Report && !(drives && property->invalidates == Stage::Infinity)) continue;
        const auto words = [&](const Document& document) {
            const Element& then = document.get(change.id);
            return wordsOf(propertyOf(document, catalog, then, *property), then.value(*type, key));
        };
        const QString values = tr("%1 → %2").arg(words(before), words(now));
        if (type->properties.size() == 1) return text(element.name) + ' ' + values;
        parts += text(property->label) + QStringLiteral(": ") + values;
    }
    if (parts.isEmpty()) return {};
    const QString rest = parts.size() > 1 ? tr(" and %1 more").arg(parts.size() - 1) : QString();
    return tr("%1, %2%3").arg(text(element.name), parts.front(), rest);
}
}  // namespace

void setNumberWords(NumberWords words) { numberWords() = std::move(words); }

QString nameOfRun(const Document& before, const Document& now, const TypeCatalog& catalog) {
    const Changes changes = diff(before, now);
    QStringList parts;
    const bool drives = std::ranges::any_of(changes.changed, [&](const ElementChange& change) {
        return std::ranges::any_of(change.properties,
                                   [&](const std::string& key) { return follows(change, now.get(change.id), key); });
    });
    for (const ElementChange& change : changes.changed)
        if (const QString part = nameOf(change, before, now, catalog, drives); !part.isEmpty()) parts += part;
    for (const ElementId id : changes.added) parts += tr("with %1").arg(text(now.get(id).name));
    for (const ElementId id : changes.removed) parts += tr("without %1").arg(text(before.get(id).name));
    if (parts.isEmpty()) return {};
    return parts.size() == 1 ? parts.front() : tr("%1 (+%2)").arg(parts.front()).arg(parts.size() - 1);
}

}  // namespace trammel::ui
