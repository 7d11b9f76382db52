// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/type_change.h"

#include <QCoreApplication>
#include <QMenu>
#include <algorithm>
#include <utility>

#include "authoring/joint_type.h"
#include "compile/catalog.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/session/type_icon.h"
#include "ui/theme/icons.h"

namespace trammel::ui {

namespace {

QString translated(const char* source) { return QCoreApplication::translate("TypeChange", source); }

bool areAll(const Session& session, const TypeDescriptor& type) {
    const Document& document = session.document();
    return std::ranges::all_of(session.selection(), [&](ElementId id) {
        const Element* const element = document.find(id);
        return element && element->family == type.family && element->type == type.key;
    });
}

}  // namespace

std::vector<const TypeDescriptor*> changeableTypes(const Session& session) {
    return jointTypesFor(session.catalog(), draftOf(TypeRole::Revolute));
}

std::vector<const TypeDescriptor*> typesForSelection(const Session& session) {
    std::vector<const TypeDescriptor*> common;
    bool isFirst = true;
    for (const ElementId id : session.selection()) {
        const Element* const element = session.document().find(id);
        const auto own = element ? jointTypesFor(session.catalog(), *element) : std::vector<const TypeDescriptor*>{};
        if (std::exchange(isFirst, false))
            common = own;
        else
            std::erase_if(common, [&own](const auto* type) { return std::ranges::find(own, type) == own.end(); });
        if (common.empty()) break;
    }
    return common;
}

QString typeChangeBlocker(const Session& session, const TypeDescriptor& type) {
    const auto offered = typesForSelection(session);
    // By key: loading plugins replaces the catalog of the commands.
    const auto isType = [&type](const TypeDescriptor* each) {
        return each->family == type.family && each->key == type.key;
    };
    if (std::ranges::none_of(offered, isType)) return translated("Select joints only.");
    if (areAll(session, type)) return translated("The selection has this type already.");
    // Called after each edit: does not wait for the background.
    const CompiledModelPtr& model = session.lastModel();
    const bool isCurrent =
        session.isCompiling() || (model && model->getDocument().sharesContentWith(session.document()));
    if (!isCurrent) return translated("Fix the errors of the model first.");
    return {};
}

void changeSelectionTo(Session& session, const DisplayUnits& units, const TypeDescriptor& type) {
    const CompiledModelPtr model = session.model();
    if (!typeChangeBlocker(session, type).isEmpty()) return;
    const std::set<ElementId> joints = session.selection();
    const QString label = text(type.label);
    const QString what =
        joints.size() == 1 ? session.nameOf(*joints.begin()) : translated("%1 joints").arg(joints.size());
    session.edit(translated("Change %1 to %2").arg(what, label), [&](const Document& document) {
        return changeJointType(document, session.catalog(), *model, model->getInitialState(), joints, type.key,
                               units.unitFor(Quantity::Length).factor);
    });
}

void fillTypeMenu(Session& session, const DisplayUnits& units, QMenu& menu) {
    menu.setToolTipsVisible(true);
    for (const TypeDescriptor* const type : typesForSelection(session)) {
        QAction* const action = menu.addAction(icon(iconNameOf(*type)), text(type->label), &menu,
                                               [&session, &units, type] { changeSelectionTo(session, units, *type); });
        action->setCheckable(true);
        action->setChecked(areAll(session, *type));
        action->setToolTip(text(type->doc));
        action->setEnabled(action->isChecked() || typeChangeBlocker(session, *type).isEmpty());
    }
}

}  // namespace trammel::ui
