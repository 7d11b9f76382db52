// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/studies/study_edits.h"

#include <QMenu>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>

#include "document/formulas.h"
#include "document/property_quantity.h"
#include "exploration/plan.h"
#include "inspect/outputs.h"
#include "meta/expression.h"
#include "study/response_event.h"
#include "study/study_definition.h"
#include "ui/properties/units.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/mnemonic.h"

namespace trammel::ui {

namespace {

/// Half the width of a new range, relative to the current value.
constexpr Real HalfWidth = 0.2;

/// Calls @p fill when the menu is first opened: models have thousands of numbers and outputs.
void fillWhenOpened(QMenu* menu, std::function<void(QMenu*)> fill) {
    const auto once = std::make_shared<std::function<void(QMenu*)>>(std::move(fill));
    QObject::connect(menu, &QMenu::aboutToShow, menu, [menu, once] {
        if (*once) (*once)(menu);
        *once = nullptr;
    });
}

QString labelOf(const FormulaTarget& place) {
    const QString label = text(place.property->label);
    return place.part < 0 ? label : QStringLiteral("%1 %2").arg(label, QChar('x' + place.part));
}

/// Bounds of a new range: around the value, and within the limits of the number.
std::pair<Real, Real> boundsAround(Real value, const PropertyDescriptor& property) {
    const Real half = value == 0 ? HalfWidth : HalfWidth * std::abs(value);
    Real from = value - half, to = value + half;
    if (property.minimum) from = std::max(from, *property.minimum);
    if (property.minimum && property.exclusiveMinimum && from <= *property.minimum) from = value / 2;
    if (property.maximum) to = std::min(to, *property.maximum);
    return {from, to};
}

void addFactor(Session& session, ElementId study, ElementId target, const std::string& key) {
    const Element& element = session.document().get(target);
    const TypeDescriptor& type = *session.typeOf(element);
    const FormulaTarget place = findFormulaTarget(type, key);
    const auto [from, to] = boundsAround(place.get(element, type), *place.property);
    const auto result = session.edit(
        QObject::tr("Vary %1 of %2").arg(labelOf(place), session.nameOf(target)),
        [&, from = from, to = to](const Document& document) {
            const TypeDescriptor& range = *session.catalog().typesOf(factorFamily).front();
            Element draft = Element::draft(factorFamily, range.key, element.name + " " + key);
            draft.set(factorNumberKey, key).set("from", from).set("to", to).plug(factorElementSocket, target);
            return addElement(document, session.catalog(), std::move(draft), study);
        });
    if (result) session.select(result->element);
}

void addNumbers(QMenu* menu, Session& session, const DisplayUnits& units, ElementId study, ElementId target) {
    const Element& element = session.document().get(target);
    const TypeDescriptor& type = *session.typeOf(element);
    for (const std::string& key : variableNumbers(element)) {
        const FormulaTarget place = findFormulaTarget(type, key);
        const auto quantity = quantityOf(session.document(), session.catalog(), element, *place.property);
        const QString value = formatQuantity(place.get(element, type), quantity.value_or(Quantity::None), units, 5);
        QAction* const action = menu->addAction(QStringLiteral("%1\t%2").arg(labelOf(place), value));
        action->setToolTip(text(place.property->doc));
        QObject::connect(action, &QAction::triggered, menu, [&session, study, target, key] {
            if (session.document().find(target)) addFactor(session, study, target, key);
        });
    }
}

/// @param input the traced point, or the event; the output is empty for a point
void addResponse(Session& session, ElementId study, const TypeDescriptor& type, const std::string& output,
                 ElementId input) {
    const bool isTrace = type.findSocket(responseTraceSocket), isAtEvent = type.findSocket(responseEventSocket);
    const std::string what = isTrace ? session.document().get(input).name : output;
    const std::string name =
        isAtEvent ? output + " at " + session.document().get(input).name : type.label + " of " + what;
    const auto result =
        session.edit(QObject::tr("Measure %1 of %2").arg(text(type.label), text(what)), [&](const Document& document) {
            Element draft = Element::draft(responseFamily, type.key, name);
            if (input.isValid()) draft.plug(type.sockets.front().key, input);
            if (!isTrace) draft.set(responseOutputKey, output);
            return addElement(document, session.catalog(), std::move(draft), study);
        });
    if (result) session.select(result->element);
}

/// All outputs, by group and element; of a response at @p event, if that is valid.
void addOutputsOf(QMenu* menu, Session& session, ElementId study, const TypeDescriptor& type, const Outputs& outputs,
                  ElementId event) {
    std::map<QString, QMenu*> menus;
    const auto below = [&](QMenu* parent, const QString& path, const QString& title) {
        QMenu*& found = menus[path];
        if (!found) found = parent->addMenu(title);
        return found;
    };
    for (const Output& output : outputs.getAll()) {
        if (output.origin != Output::Origin::State) continue;
        QMenu* place = below(menu, text(output.group), text(output.group));
        if (!output.owner.empty())
            place = below(place, text(output.group.str() + "/" + output.owner.str()), text(output.owner));
        // An element by its name, so that the response follows when it is renamed.
        const bool isWord = quotedName(output.label) == output.label && !output.owner.empty();
        const std::string name = isWord ? quotedName(output.owner) + "." + output.label.str() : quotedName(output.name);
        place->addAction(text(output.label), menu, [&session, study, &type, name, event] {
            if (!event.isValid() || session.document().find(event)) addResponse(session, study, type, name, event);
        });
    }
}

/// Outputs below a way to measure them, by group and element.
void addOutputs(QMenu* menu, Session& session, ElementId study, const TypeDescriptor& type) {
    if (type.findSocket(responseTraceSocket)) {
        for (const ElementId trace :
             session.document().elementsOf(type.findSocket(responseTraceSocket)->families.front()))
            menu->addAction(withoutMnemonic(session.nameOf(trace)), menu, [&session, study, &type, trace] {
                if (session.document().find(trace)) addResponse(session, study, type, {}, trace);
            });
        if (menu->isEmpty()) menu->addAction(QObject::tr("Trace a point first"))->setEnabled(false);
        return;
    }
    if (!session.model()) {
        menu->addAction(QObject::tr("Fix the problems listed first"))->setEnabled(false);
        return;
    }
    const Outputs outputs(session.model());
    if (!type.findSocket(responseEventSocket)) return addOutputsOf(menu, session, study, type, outputs, {});
    for (const ElementId event : responseEvents(outputs))
        fillWhenOpened(menu->addMenu(withoutMnemonic(session.nameOf(event))),
                       [&session, study, &type, event](QMenu* opened) {
                           if (session.model() && session.document().find(event))
                               addOutputsOf(opened, session, study, type, Outputs(session.model()), event);
                       });
    if (menu->isEmpty()) menu->addAction(QObject::tr("Add an event, a contact or a stop first"))->setEnabled(false);
}

}  // namespace

void fillFactorMenu(QMenu* menu, Session& session, const DisplayUnits& units, ElementId study) {
    const Document& document = session.document();
    for (const ElementId id : session.selection())
        if (const Element* const element = document.find(id); element && element->parent != study && id != study)
            addNumbers(menu, session, units, study, id);
    if (!menu->isEmpty()) menu->addSeparator();
    const TypeDescriptor& factor = *session.catalog().typesOf(factorFamily).front();
    for (const std::string& family : factor.findSocket(factorElementSocket)->families) {
        QMenu* group = nullptr;
        for (const ElementId id : document.elementsOf(family)) {
            if (variableNumbers(document.get(id)).empty()) continue;
            if (!group)
                group = menu->addMenu(icon(text(family)), text(session.catalog().findFamily(family)->pluralLabel));
            QMenu* const own = group->addMenu(withoutMnemonic(session.nameOf(id)));
            fillWhenOpened(own, [&session, &units, study, id](QMenu* opened) {
                if (session.document().find(id)) addNumbers(opened, session, units, study, id);
            });
        }
    }
    if (menu->isEmpty()) menu->addAction(QObject::tr("Add an element with numbers first"))->setEnabled(false);
}

void fillResponseMenu(QMenu* menu, Session& session, ElementId study) {
    for (const TypeDescriptor* const type : session.catalog().typesOf(responseFamily)) {
        QMenu* const own = menu->addMenu(text(type->label));
        own->menuAction()->setToolTip(text(type->doc));
        fillWhenOpened(own, [&session, study, type](QMenu* opened) { addOutputs(opened, session, study, *type); });
    }
}

}  // namespace trammel::ui
