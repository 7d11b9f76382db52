// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QWidgetAction>
#include <algorithm>
#include <memory>
#include <vector>

#include "ui/theme/icons.h"
#include "ui/view/arrow_scale_dialog.h"
#include "ui/view/dimension_overlay.h"
#include "ui/view/section_bar.h"
#include "ui/view/show_presets.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/menus.h"

namespace trammel::ui {

namespace {

void addRoleCommands(MainWindow& window) {
    struct Row {
        const char* id;
        const char* text;
        DecorationRole role;
    };
    static constexpr Row rows[] = {
        {"show.role.bodies", QT_TR_NOOP("&Bodies"), DecorationRole::Body},
        {"show.role.joints", QT_TR_NOOP("&Joints"), DecorationRole::Joint},
        {"show.role.constraints", QT_TR_NOOP("&Constraints"), DecorationRole::Constraint},
        {"show.role.forces", QT_TR_NOOP("&Forces"), DecorationRole::Force},
        {"show.role.motions", QT_TR_NOOP("&Motions"), DecorationRole::Motion},
        {"show.role.traces", QT_TR_NOOP("&Traces"), DecorationRole::Trace},
        {"show.role.annotations", QT_TR_NOOP("&Annotations"), DecorationRole::Annotation},
    };
    Viewport& view = window.view().viewport();
    for (const Row& row : rows)
        window.commands().add({row.id,
                               tr(row.text),
                               tr("Show this category in the view"),
                               "",
                               {},
                               KeyScope::Window,
                               [&view, role = row.role] { view.setRoleVisible(role, !view.isRoleVisible(role)); },
                               {},
                               [&view, role = row.role] { return view.isRoleVisible(role); }});
}

void addFollowing(MainWindow& window) {
    ViewOverlays& overlays = window.view().overlays();
    Session& session = window.session();
    window.commands().add({"show.follow",
                           tr("Camera follo&ws the selection"),
                           tr("Let the camera follow the selected body or joint"),
                           "frame-selection",
                           {QKeySequence(Qt::Key_T)},
                           KeyScope::View,
                           [&overlays, &session] {
                               overlays.follow(overlays.followed().isValid() ? ElementId{} : session.selectedElement());
                           },
                           [&overlays, &session] {
                               const bool can = overlays.followed().isValid() || session.selectedElement().isValid();
                               return can ? QString() : MainWindow::tr("Select a body or joint first.");
                           },
                           [&overlays] { return overlays.followed().isValid(); }});
}

void addDimensions(MainWindow& window) {
    DimensionOverlay& dimensions = window.view().dimensions();
    window.commands().add({"show.dimensions",
                           tr("Dimensi&ons"),
                           tr("Show dimensions of the initial pose; of the selection if any"),
                           "dimension",
                           {},
                           KeyScope::Window,
                           [&dimensions] { dimensions.setShown(!dimensions.isShown()); },
                           {},
                           [&dimensions] { return dimensions.isShown(); }});
}

void addSection(MainWindow& window) {
    Viewport& view = window.view().viewport();
    SectionBar& bar = window.view().section();
    CommandTable& table = window.commands();
    table.add({"show.section.on",
               tr("Sect&ion"),
               tr("Clip bodies by a plane to see inside"),
               "cut-open",
               {QKeySequence(Qt::SHIFT | Qt::Key_X)},
               KeyScope::View,
               [&bar] { bar.toggle(); },
               {},
               [&view] { return view.section().on; }});
    const std::pair<const char*, QString> axes[] = {{"show.section.x", tr("Section normal to &X")},
                                                    {"show.section.y", tr("Section normal to &Y")},
                                                    {"show.section.z", tr("Section normal to &Z")}};
    for (int axis = 0; axis < 3; ++axis)
        table.add({axes[axis].first,
                   axes[axis].second,
                   tr("Clip bodies through the center, normal to this axis"),
                   "",
                   {},
                   KeyScope::Window,
                   [&bar, axis] { bar.setAxis(axis); }});
    table.add({"show.section.face",
               tr("Sectio&n along a face…"),
               tr("Clip bodies along a face: click it in the view"),
               "",
               {},
               KeyScope::Window,
               [&bar] { bar.askForFace(); }});
    table.add({"show.section.flip",
               tr("Fli&p the section"),
               tr("Show the other half of the bodies"),
               "",
               {},
               KeyScope::Window,
               [&bar] { bar.flip(); },
               [&view] { return view.section().on ? QString() : tr("Turn the section on first."); }});
}

const QString ShadowsKey = QStringLiteral("show/shadows");

void addPresets(MainWindow& window) {
    const auto presets = std::make_shared<ShowPresets>(window.view().viewport(), window.view().overlays());
    CommandTable& table = window.commands();
    for (int number = 1; number <= ShowPresets::Count; ++number) {
        const auto key = static_cast<Qt::Key>(Qt::Key_0 + number);
        table.add({QStringLiteral("show.preset.%1").arg(number),
                   tr("Preset &%1").arg(number),
                   tr("Apply this preset"),
                   "show",
                   {QKeySequence(Qt::CTRL | Qt::ALT | key)},
                   KeyScope::Window,
                   [presets, number] { presets->recall(number); },
                   [presets, number] { return presets->isKept(number) ? QString() : tr("This preset is empty."); }});
    }
    for (int number = 1; number <= ShowPresets::Count; ++number) {
        const auto key = static_cast<Qt::Key>(Qt::Key_0 + number);
        table.add({QStringLiteral("show.keep.%1").arg(number),
                   tr("Save preset &%1").arg(number),
                   tr("Save the current view contents as this preset"),
                   "save",
                   {QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | key)},
                   KeyScope::Window,
                   [presets, number] { presets->keep(number); }});
    }
}

struct Submenu {
    QString title;
    const char* icon;
    QStringList commands;
};

struct Section {
    QString title;
    QStringList commands;
    /// Entries of these stand in the section itself while searching.
    std::vector<Submenu> submenus{};
};

std::vector<Section> sections(const CommandTable& table) {
    const auto all = [&](const char* prefix) {
        QStringList ids;
        for (const Command& command : table.commands())
            if (command.id.startsWith(QLatin1StringView(prefix))) ids += command.id;
        return ids;
    };
    const auto without = [](QStringList ids, const char* one) {
        ids.removeAll(QLatin1StringView(one));
        return ids;
    };
    return {{tr("Model"), all("show.role.") + QStringList{"show.dimensions"}},
            {tr("Arrows"),
             all("show.arrow.") + QStringList{"show.arrows.labels"},
             {{tr("Arrow scales"), "", without(all("show.arrows."), "show.arrows.labels")}}},
            {tr("Bodies and joints"), all("show.sign.")},
            {tr("Section"),
             {"show.section.on"},
             {{tr("Section plane"), "", without(all("show.section."), "show.section.on")}}},
            {tr("Ghosts"), {"show.instants", "show.runs"}},
            {tr("Camera and lighting"), {"show.follow", "view.orthographic", "view.grid", "show.shadows"}},
            {tr("Presets"),
             {},
             {{tr("Apply preset"), "show", all("show.preset.")}, {tr("Save preset"), "save", all("show.keep.")}}}};
}

/// The submenu of this title in @p menu, made when it is first needed.
QMenu* submenuOf(QMenu& menu, const Submenu& row, const CommandTable& table) {
    if (auto* const made = menu.findChild<QMenu*>(row.title, Qt::FindDirectChildrenOnly)) return made;
    auto* const submenu = new QMenu(row.title, &menu);
    submenu->setObjectName(row.title);
    submenu->setToolTipsVisible(true);
    if (*row.icon) submenu->setIcon(icon(row.icon));
    for (const QString& id : row.commands) submenu->addAction(table.action(id));
    return submenu;
}

/// Fills @p menu below its search field with actions that match all words. Hiding actions would disable them
/// everywhere.
void fill(QMenu& menu, const CommandTable& table, const QString& words) {
    const QList<QAction*> before = menu.actions();
    for (qsizetype i = 1; i < before.size(); ++i) {
        menu.removeAction(before[i]);
        if (before[i]->isSeparator()) delete before[i];
    }
    const QStringList wanted = words.split(' ', Qt::SkipEmptyParts);
    for (const Section& section : sections(table)) {
        QList<QAction*> fitting;
        const auto addFitting = [&](const QStringList& ids, const QString& group) {
            for (const QString& id : ids) {
                const QString haystack = CommandTable::plainText(table.command(id)) + ' ' + group;
                if (std::all_of(wanted.begin(), wanted.end(),
                                [&](const QString& word) { return haystack.contains(word, Qt::CaseInsensitive); }))
                    fitting += table.action(id);
            }
        };
        addFitting(section.commands, section.title);
        for (const Submenu& submenu : section.submenus) {
            if (wanted.isEmpty())
                fitting += submenuOf(menu, submenu, table)->menuAction();
            else
                addFitting(submenu.commands, section.title + ' ' + submenu.title);
        }
        if (fitting.isEmpty()) continue;
        menu.addSection(section.title);
        menu.addActions(fitting);
    }
}

}  // namespace

void addShowCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    ViewOverlays& overlays = window.view().overlays();
    addRoleCommands(window);
    addDimensions(window);
    for (const Drawing& drawing : getDrawings())
        table.add({QStringLiteral("show.%1.%2")
                       .arg(drawing.quantity == Quantity::None ? QStringLiteral("sign") : QStringLiteral("arrow"),
                            QString::fromStdString(drawing.key)),
                   QString::fromStdString(drawing.label),
                   QString::fromStdString(drawing.doc),
                   "",
                   {},
                   KeyScope::Window,
                   [&overlays, &drawing] { overlays.setShown(drawing, !overlays.isShown(drawing)); },
                   {},
                   [&overlays, &drawing] { return overlays.isShown(drawing); }});
    table.add({"show.arrows.longer",
               tr("&Longer arrows"),
               tr("Double the length of arrows"),
               "",
               {},
               KeyScope::Window,
               [&overlays] { overlays.scaleArrows(2); }});
    table.add({"show.arrows.shorter",
               tr("&Shorter arrows"),
               tr("Halve the length of arrows"),
               "",
               {},
               KeyScope::Window,
               [&overlays] { overlays.scaleArrows(0.5); }});
    table.add({"show.arrows.scale",
               tr("Arrow scal&es…"),
               tr("Type the value of an arrow of standard length"),
               "",
               {},
               KeyScope::Window,
               [&window, &overlays] {
                   auto* dialog = window.findChild<ArrowScaleDialog*>();
                   if (!dialog) dialog = new ArrowScaleDialog(overlays, window.workspace().units(), &window);
                   dialog->show();
                   dialog->raise();
               }});
    table.add({"show.arrows.labels",
               tr("Arrow &values"),
               tr("Write its magnitude at each arrow"),
               "",
               {},
               KeyScope::Window,
               [&overlays] { overlays.setArrowLabels(!overlays.hasArrowLabels()); },
               {},
               [&overlays] { return overlays.hasArrowLabels(); }});
    table.add({"show.instants",
               tr("Ghost frames"),
               tr("Draw nine frames of the run translucent"),
               "",
               {},
               KeyScope::Window,
               [&overlays] { overlays.setInstantsShown(!overlays.showsInstants()); },
               {},
               [&overlays] { return overlays.showsInstants(); }});
    Session& session = window.session();
    const auto otherRuns = [&session] {
        return std::any_of(session.runs().entries().begin(), session.runs().entries().end(),
                           [&](const auto& entry) { return entry.get() != session.runs().current(); });
    };
    table.add({"show.runs",
               tr("Ghosts of other &runs"),
               tr("Draw other runs at the same time, each in its color"),
               "",
               {},
               KeyScope::Window,
               [&session] {
                   bool all = true;
                   for (const auto& entry : session.runs().entries())
                       all = all && (entry->ghost || entry.get() == session.runs().current());
                   std::vector<RunId> ids;
                   for (const auto& entry : session.runs().entries()) ids.push_back(entry->id);
                   for (const RunId id : ids) session.runs().setGhost(id, !all);
               },
               [otherRuns] { return otherRuns() ? QString() : MainWindow::tr("There is no other run."); },
               [&session] {
                   return std::any_of(session.runs().entries().begin(), session.runs().entries().end(),
                                      [&](const auto& entry) { return entry->ghost; });
               }});
    addFollowing(window);
    Viewport& view = window.view().viewport();
    view.setShadows(QSettings().value(ShadowsKey, false).toBool());
    table.add({"show.shadows",
               tr("Sha&dows"),
               tr("Bodies cast shadows on each other and on a floor"),
               "",
               {},
               KeyScope::Window,
               [&window, &view] {
                   view.setShadows(!view.hasShadows());
                   // Lays the floor below the whole motion.
                   window.view().scene().refresh();
                   QSettings().setValue(ShadowsKey, view.hasShadows());
               },
               {},
               [&view] { return view.hasShadows(); }});
    addSection(window);
    addPresets(window);
}

void fillShowMenu(MainWindow& window, QMenu* menu) {
    menu->setToolTipsVisible(true);
    auto* const search = new QLineEdit(menu);
    search->setObjectName(QStringLiteral("showSearch"));
    search->setPlaceholderText(tr("Find a category"));
    search->setAccessibleName(search->placeholderText());
    search->addAction(icon("search"), QLineEdit::LeadingPosition);
    search->setClearButtonEnabled(true);
    auto* const field = new QWidgetAction(menu);
    field->setDefaultWidget(search);
    menu->addAction(field);
    const CommandTable& table = window.commands();
    fill(*menu, table, {});
    QObject::connect(search, &QLineEdit::textChanged, menu,
                     [menu, &table](const QString& words) { fill(*menu, table, words); });
    QObject::connect(search, &QLineEdit::returnPressed, menu, [menu] {
        for (qsizetype i = 1; i < menu->actions().size(); ++i)
            if (!menu->actions()[i]->isSeparator()) return menu->actions()[i]->trigger();
    });
    QObject::connect(menu, &QMenu::aboutToShow, search, [search] {
        search->clear();
        // For immediate typing.
        search->setFocus();
    });
}

}  // namespace trammel::ui
