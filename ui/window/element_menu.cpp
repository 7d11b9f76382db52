// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/element_menu.h"

#include <QMenu>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "authoring/convex_parts_edit.h"
#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/coordinates.h"
#include "compile/place.h"
#include "document/edit_rules.h"
#include "inspect/contact_pair_outputs.h"
#include "ui/commands/command_table.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/workspace.h"
#include "ui/properties/type_change.h"
#include "ui/session/text.h"
#include "ui/session/touching_pairs.h"
#include "ui/session/type_icon.h"
#include "ui/theme/icons.h"
#include "ui/theme/mnemonic.h"
#include "ui/tools/element_edits.h"
#include "ui/view/closure_chip.h"
#include "ui/viewport/viewport.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"
#include "ui/window/value_prompt.h"

namespace trammel::ui {

namespace {

bool accepts(const TypeDescriptor& type, const std::string& family) {
    return std::any_of(type.sockets.begin(), type.sockets.end(), [&](const SocketDescriptor& socket) {
        return socket.families == std::vector<std::string>{family};
    });
}

/// Index of the speed that a motor drives; empty: the only one.
using DrivenSpeed = std::optional<std::int64_t>;

/// Adds a motor of @p type to a joint and asks for its speed.
void addDrive(MainWindow& window, ElementId joint, const TypeDescriptor& type, DrivenSpeed which, const QPoint& at) {
    Session& session = window.session();
    const DisplayUnits& units = window.workspace().units();
    const auto number = std::ranges::find(type.properties, ValueKind::Real, &PropertyDescriptor::kind);
    if (number == type.properties.end()) return;
    const auto added = session.edit(tr("Add motor to %1").arg(session.nameOf(joint)), [&](const Document& document) {
        Result<Edit> edit = addNewElement(document, session.catalog(), type, {joint});
        if (edit && which) {
            const ElementId motor = edit->element;
            edit = setProperty(edit->document, session.catalog(), motor, number->ofCoordinate->which, *which);
            if (edit) edit->element = motor;
        }
        roundDefaults(edit, session.catalog(), units);
        return edit;
    });
    if (!added) return;
    session.select(added->element);
    (new ValuePrompt(session, units, added->element, *number, &window))->popUp(at);
}

/// The constraint that drives one of several speeds of a joint; null without one.
const TypeDescriptor* findDriveOfOne(const TypeCatalog& catalog) {
    for (const TypeDescriptor* const type : catalog.typesOf("constraint"))
        for (const PropertyDescriptor& property : type->properties)
            if (property.ofCoordinate && property.ofCoordinate->role == CoordinateRole::Rate &&
                !property.ofCoordinate->which.empty())
                return type;
    return nullptr;
}

/// The initial speeds of a joint of @p type, one for each of its coordinates; empty if they have no numbers of their own.
std::vector<const PropertyDescriptor*> speedsOf(const TypeDescriptor& type) {
    std::vector<const PropertyDescriptor*> found;
    for (const PropertyDescriptor& property : type.properties)
        if (property.kind == ValueKind::Real && property.invalidates == Stage::Velocity) found.push_back(&property);
    if (found.size() != type.speeds.size()) found.clear();
    return found;
}

void addMotor(MainWindow& window, QMenu& menu, ElementId joint, const QPoint& at) {
    Session& session = window.session();
    const Element& element = session.document().get(joint);
    const std::vector<const TypeDescriptor*> motions = session.catalog().typesOf("motion");
    const TypeDescriptor* const type = session.typeOf(element);
    if (motions.empty() || !type || !accepts(*motions.front(), element.family)) return;
    if (hasRole(element, TypeRole::Fixed)) return;
    const QIcon sign = icon("motion");
    // Zero: the model determines how many a joint has.
    if (type->speeds.size() < 2) {
        menu.addAction(sign, tr("Add &motor…"), &window,
                       [&window, joint, at, motor = motions.front()] { addDrive(window, joint, *motor, {}, at); });
        return;
    }
    const TypeDescriptor* const driver = findDriveOfOne(session.catalog());
    const auto speeds = speedsOf(*type);
    if (!driver || speeds.empty()) return;
    QMenu* const each = menu.addMenu(sign, tr("Add &motor"));
    for (std::size_t i = 0; i < speeds.size(); ++i)
        each->addAction(tr("%1…").arg(QString::fromStdString(speeds[i]->label)), &window,
                        [&window, joint, at, driver, i] { addDrive(window, joint, *driver, std::int64_t(i), at); });
}

/// True if @p type has one required input, and each selected element fits in it.
bool takesEachSelected(const Session& session, const TypeDescriptor& type) {
    const auto isRequired = [](const SocketDescriptor& socket) { return !socket.optional; };
    if (std::ranges::count_if(type.sockets, isRequired) != 1) return false;
    const SocketDescriptor& input = *std::ranges::find_if(type.sockets, isRequired);
    return std::ranges::all_of(session.selection(), [&](ElementId id) {
        const Element* const element = session.document().find(id);
        return element && takes(session.catalog(), input, *element);
    });
}

/// Adds an element of @p type to each selected one, in one step, and selects the new ones, to be edited at once.
void addToEachSelected(MainWindow& window, const TypeDescriptor& type) {
    Session& session = window.session();
    const std::set<ElementId> targets = session.selection();
    const CompiledModelPtr model = session.model();
    std::set<ElementId> added;
    const QString label =
        MainWindow::tr("Add %1 to %2 elements").arg(QString::fromStdString(type.label)).arg(targets.size());
    const auto result = session.edit(label, [&](const Document& document) {
        Result<Edit> whole;
        whole.value = Edit{document, {}, {}, {}, {}};
        for (const ElementId target : targets) {
            Result<Edit> next = addNewElement(whole->document, session.catalog(), type, {target}, model,
                                              window.workspace().units().unitFor(Quantity::Length).factor);
            roundDefaults(next, session.catalog(), window.workspace().units());
            if (!next) return next;
            added.insert(next->element);
            whole->document = std::move(next->document);
        }
        return whole;
    });
    if (!result) return;
    session.select(added);
    window.panels().raise<PropertiesPanel>();
}

/// Motors, stops, friction and others for each of several selected elements.
void fillAddToEachMenu(MainWindow& window, QMenu& menu) {
    Session& session = window.session();
    menu.setToolTipsVisible(true);
    for (const char* const family : {"motion", "force", "constraint", "trace"})
        for (const TypeDescriptor* const type : session.catalog().typesOf(family)) {
            if (!takesEachSelected(session, *type)) continue;
            QAction* const action = menu.addAction(icon(iconNameOf(*type)), QString::fromStdString(type->label),
                                                   &window, [&window, type] { addToEachSelected(window, *type); });
            action->setToolTip(QString::fromStdString(type->doc));
        }
}

void addLock(MainWindow& window, QMenu& menu, ElementId joint) {
    Session& session = window.session();
    const Element& element = session.document().get(joint);
    const TypeDescriptor* const type = session.typeOf(element);
    const PropertyDescriptor* const lock = type ? type->findProperty("locked") : nullptr;
    if (!lock || lock->kind != ValueKind::Choice || lock->options.size() < 2) return;
    const bool locked = element.valueAs<std::string>(*type, lock->key) != lock->options[0].key;
    menu.addAction(locked ? tr("Un&lock") : tr("&Lock in place"), &window,
                   [&session, joint, locked, key = lock->key, hold = lock->options[1].key] {
                       session.setValue(locked ? tr("Unlock %1").arg(session.nameOf(joint))
                                               : tr("Lock %1").arg(session.nameOf(joint)),
                                        joint, key, locked ? std::nullopt : std::optional<PropertyValue>(hold));
                   });
}

/// A step of limits that are round in display units: a power of ten of these, from a hundredth to a tenth of @p reach.
Real limitStep(Real reach, Quantity quantity, const DisplayUnits& units) {
    const Real unit = units.unitFor(quantity).factor;
    return unit * std::pow(10., std::floor(std::log10(reach / unit / 10)));
}

/// Stops at both ends of a joint's first coordinate, around its current value.
void addLimits(MainWindow& window, QMenu& menu, ElementId joint) {
    Session& session = window.session();
    const auto forces = session.catalog().typesOf("force");
    const auto stops = std::find_if(forces.begin(), forces.end(), [](const TypeDescriptor* each) {
        return each->findSocket("joint") && each->findProperty("low") && each->findProperty("high");
    });
    if (session.document().get(joint).family != "joint" || stops == forces.end()) return;
    const TypeDescriptor* const type = *stops;
    // Null while the model has errors.
    if (!session.model()) return;
    const auto all = readCoordinates(*session.model(), session.model()->getInitialState());
    const auto own = std::find_if(all.begin(), all.end(), [&](const CoordinateValues& c) { return c.joint == joint; });
    if (own == all.end() || !std::holds_alternative<Real>(own->values.front().second)) return;
    const Real now = std::get<Real>(own->values.front().second);
    menu.addAction(tr("Add limit&s"), &window, [&window, &session, joint, type, now, key = own->values.front().first] {
        const Element& element = session.document().get(joint);
        const PropertyDescriptor* const first = session.typeOf(element)->findProperty(key);
        const Real reach = first && first->quantity == Quantity::Length ? 0.1 : Pi / 6;
        const auto added = session.edit(tr("Limit %1").arg(session.nameOf(joint)), [&](const Document& document) {
            Element stop = Element::draft("force", type->key, "Limits of " + element.name);
            const Real step = limitStep(reach, first ? first->quantity : Quantity::None, window.workspace().units());
            stop.plug("joint", joint)
                .set("low", step * std::floor((now - reach) / step))
                .set("high", step * std::ceil((now + reach) / step));
            return addElement(document, session.catalog(), std::move(stop));
        });
        if (!added) return;
        session.select(added->element);
        window.panels().raise<PropertiesPanel>();
    });
}

/// The joint that carries a body and may be hidden by it: selection, motor, lock and limits.
void addCarrier(MainWindow& window, QMenu& menu, ElementId body, const QPoint& at) {
    Session& session = window.session();
    const ElementId joint = carrierOf(session.document(), body);
    if (!joint.isValid()) return;
    auto* const own = new QMenu(withoutMnemonic(session.nameOf(joint)), &menu);
    own->setIcon(icon(QStringLiteral("joint")));
    addMotor(window, *own, joint, at);
    addLock(window, *own, joint);
    addLimits(window, *own, joint);
    own->addAction(MainWindow::tr("Se&lect"), &window, [&session, joint] { session.select(joint); });
    menu.addMenu(own);
}

void addTrace(MainWindow& window, QMenu& menu, ElementId body, const QPoint& at) {
    Session& session = window.session();
    const std::vector<const TypeDescriptor*> traces = session.catalog().typesOf("trace");
    const auto point = window.view().viewport().surfaceAt(window.view().viewport().mapFromGlobal(at));
    if (traces.empty() || !accepts(*traces.front(), session.document().get(body).family) || !point) return;
    menu.addAction(icon("trace"), tr("&Trace this point"), &window,
                   [&session, body, point = *point, type = traces.front()] {
                       const CompiledModelPtr model = session.displayed().model();
                       if (!model) return;
                       Place place = makePlace(*model, session.displayed().state(), body, point);
                       session.edit(tr("Trace a point of %1").arg(session.nameOf(body)), [&](const Document& document) {
                           Element draft = Element::draft(type->family, type->key);
                           plugPlace(draft, *type, type->sockets.front().key, place);
                           return addElement(document, session.catalog(), std::move(draft));
                       });
                   });
}

/// Outputs of the forces of the pairs in which @p id touches in the displayed frame, each with its label.
std::vector<std::pair<QString, QString>> listContactForces(MainWindow& window, ElementId id) {
    constexpr std::size_t mostPairs = 10;
    const DisplayedState& displayed = window.session().displayed();
    const auto outputs = window.workspace().plotData().outputsInTime(displayed.model());
    std::vector<std::pair<QString, QString>> out;
    if (!outputs) return out;
    const Document& document = outputs->getModel()->getDocument();
    for (const TouchingPair& each : readTouchingPairs(displayed)) {
        if ((each.first != id && each.second != id) || out.size() >= 2 * mostPairs) continue;
        // With a single pair, the contact itself has these outputs.
        const std::string owners[] = {nameOfContactPair(document, each.contact, std::minmax(each.first, each.second)),
                                      document.get(each.contact).name};
        const QString other = text(document.get(each.first == id ? each.second : each.first).name);
        for (const std::string force : {"normal force", "friction force"})
            for (const std::string& owner : owners)
                if (const std::string name = owner + '.' + force; outputs->find(name)) {
                    out.emplace_back(MainWindow::tr("Contact with %1: %2").arg(other, text(force)), text(name));
                    break;
                }
    }
    return out;
}

void addWhy(MainWindow& window, QMenu& menu, ElementId id) {
    const QStringList outputs = window.panels().get<ProvenancePanel>().outputsOf(id);
    const bool areComing = outputs.isEmpty() && window.workspace().plotData().isListing();
    const auto contactForces = listContactForces(window, id);
    if (outputs.isEmpty() && contactForces.empty() && !areComing) return;
    QMenu* const why = menu.addMenu(icon("help"), tr("Show &provenance"));
    if (areComing) why->addAction(tr("Outputs are being listed…"))->setEnabled(false);
    const auto add = [&](const QString& label, const QString& output) {
        why->addAction(withoutMnemonic(label), &window,
                       [&window, output] { Q_EMIT window.workspace().provenanceRequested(output); });
    };
    for (const QString& output : outputs) add(output.section('.', -1), output);
    if (!contactForces.empty()) why->addSeparator();
    for (const auto& [label, output] : contactForces) add(label, output);
}

}  // namespace

void fillElementMenu(MainWindow& window, QMenu& menu, const QPoint& globalPosition) {
    Session& session = window.session();
    const ElementId id = session.selectedElement();
    const Element* const element = session.document().find(id);
    if (!typesForSelection(session).empty())
        fillTypeMenu(session, window.workspace().units(), *menu.addMenu(icon("joint"), tr("Change t&ype")));
    if (session.selection().size() > 1) {
        auto* const each = menu.addMenu(icon("add"), tr("Add to &each"));
        fillAddToEachMenu(window, *each);
        each->setEnabled(!each->isEmpty());
    }
    if (!element || !session.model()) {
        if (!menu.isEmpty()) menu.addSeparator();
        return;
    }
    addMotor(window, menu, id, globalPosition);
    addLock(window, menu, id);
    addLimits(window, menu, id);
    if (element->family == "body") {
        menu.addAction(window.commands().action(QStringLiteral("build.ground")));
        addCarrier(window, menu, id, globalPosition);
    }
    addTrace(window, menu, id, globalPosition);
    if (isDrawnAsMesh(session.document(), id)) menu.addAction(window.commands().action("edit.convexParts"));
    if (element->family == "joint" || element->family == "constraint") addClosureActions(session, menu, id);
    addWhy(window, menu, id);
    if (!menu.isEmpty()) menu.addSeparator();
}

}  // namespace trammel::ui
