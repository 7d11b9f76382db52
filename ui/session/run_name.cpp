// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_name.h"

#include <QCoreApplication>

#include "document/changes.h"
#include "document/value_text.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
QString tr(const char* text) { return QCoreApplication::translate("RunName", text); }
/// What changed of one element; empty if no run could show it.
QString nameOf(const ElementChange& change, const Document& before, const Document& now, const TypeCatalog& catalog) {
    const Element& element = now.get(change.id);
    const TypeDescriptor* const type = catalog.findType(element.family, element.type);
    if (change.reparented || !change.references.empty()) return tr("%1 joined otherwise").arg(text(element.name));
    if (!type || change.properties.empty()) return {};
    QStringList parts;
    for (const std::string& key : change.properties) {
        const PropertyDescriptor* const property = type->findProperty(key);
        if (!property || property->invalidates >= Stage::Report) continue;
        parts += tr("%1: %2 → %3")
                     .arg(text(property->label), text(valueText(*property, before.get(change.id).value(*type, key))),
                          text(valueText(*property, element.value(*type, key))));
    }
    if (parts.isEmpty()) return {};
    const QString rest = parts.size() > 1 ? tr(" and %1 more").arg(parts.size() - 1) : QString();
    return tr("%1, %2%3").arg(text(element.name), parts.front(), rest);
}
}  // namespace

QString nameOfRun(const Document& before, const Document& now, const TypeCatalog& catalog) {
    const Changes changes = diff(before, now);
    QStringList parts;
    for (const ElementChange& change : changes.changed)
        if (const QString part = nameOf(change, before, now, catalog); !part.isEmpty()) parts += part;
    for (const ElementId id : changes.added) parts += tr("with %1").arg(text(now.get(id).name));
    for (const ElementId id : changes.removed) parts += tr("without %1").arg(text(before.get(id).name));
    if (parts.isEmpty()) return {};
    return parts.size() == 1 ? parts.front() : tr("%1 (+%2)").arg(parts.front()).arg(parts.size() - 1);
}

}  // namespace trammel::ui
