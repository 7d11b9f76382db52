// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/menus.h"

#include <QCursor>
#include <QEvent>
#include <QLayout>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <vector>

#include "compile/group_type.h"
#include "compile/pattern_type.h"
#include "ui/theme/icons.h"
#include "ui/theme/mnemonic.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/element_menu.h"
#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"
#include "ui/window/type_tips.h"
#include "ui/window/window_list.h"

namespace trammel::ui {

namespace {

/// Adds commands by id; "" is a separator.
void addAll(MainWindow& window, QWidget* place, std::initializer_list<const char*> ids) {
    for (const char* id : ids) {
        if (*id) {
            place->addAction(window.commands().action(id));
            continue;
        }
        auto* line = new QAction(place);
        line->setSeparator(true);
        place->addAction(line);
    }
}

/// Adds all commands with this id prefix, in table order.
void addSection(MainWindow& window, QMenu* menu, const QString& idPrefix) {
    for (const Command& command : window.commands().commands())
        if (command.id.startsWith(idPrefix)) menu->addAction(window.commands().action(command.id));
}

QString groupOf(const Command& command) { return command.id.section(u'.', 0, 0); }

/// Adds each command that no menu has yet after its predecessor of the same group in the table.
void addOthers(MainWindow& window, const QMenuBar& bar) {
    const auto menuOf = [&bar](QAction* action) -> QMenu* {
        for (QMenu* const menu : bar.findChildren<QMenu*>())
            if (menu->actions().contains(action)) return menu;
        return nullptr;
    };
    const Command* previous = nullptr;
    for (const Command& command : window.commands().commands()) {
        QAction* const action = window.commands().action(command.id);
        if (!menuOf(action) && previous && groupOf(*previous) == groupOf(command)) {
            QAction* const before = window.commands().action(previous->id);
            if (QMenu* const menu = menuOf(before)) {
                const QList<QAction*> all = menu->actions();
                menu->insertAction(all.value(all.indexOf(before) + 1), action);
            }
        }
        previous = &command;
    }
}

/// Prefix of the commands that place elements of a family in the view, or else add them with defaults.
QString drawingPrefix(MainWindow& window, const QString& family) {
    QString prefix = QStringLiteral("build.%1.").arg(family);
    for (const Command& command : window.commands().commands())
        if (command.id.startsWith(prefix)) return prefix;
    return QStringLiteral("add.%1.").arg(family);
}

void fillPalette(MainWindow& window, QMenu* menu, const FamilyDescriptor& family) {
    const QString key = QString::fromStdString(family.key);
    menu->setToolTipsVisible(true);
    const QString prefix = drawingPrefix(window, key);
    addSection(window, menu, prefix);
    // Types that have no place in the view follow those that are placed.
    QList<QAction*> others;
    for (const TypeDescriptor* const type : window.session().catalog().typesOf(family.key)) {
        const QString name = QString::fromStdString(type->key);
        const bool isPlaced = std::ranges::any_of(window.commands().commands(),
                                                  [&](const Command& each) { return each.id == prefix + name; });
        if (!isPlaced) others += window.commands().action(QStringLiteral("add.%1.%2").arg(key, name));
    }
    if (!others.isEmpty()) menu->addSeparator();
    menu->addActions(others);
    new TypeTips(window.session().catalog(), key, *menu);
}

void fillBuildMenu(MainWindow& window, QMenu* menu) {
    addAll(window, menu,
           {"build.select",
            "build.pose",
            "build.move",
            "build.turn",
            "build.resize",
            "build.stretch",
            "build.link",
            "build.ground",
            "build.measure",
            "build.dimension",
            "build.parameter",
            "build.workPlane",
            "build.worldPlane",
            "",
            "build.threePositions",
            "build.couplerCurve",
            "",
            "add.background.image",
            "build.scaleBackground",
            ""});
    for (const FamilyDescriptor& family : window.session().catalog().families()) {
        const QString prefix = drawingPrefix(window, QString::fromStdString(family.key));
        if (!prefix.startsWith(QStringLiteral("build."))) continue;
        auto* sub = menu->addMenu(icon(QString::fromStdString(family.key)), QString::fromStdString(family.label));
        fillPalette(window, sub, family);
    }
    menu->addSeparator();
    QMenu* const types = menu->addMenu(icon("add"), tr("&Types of plugins"));
    QObject::connect(types, &QMenu::aboutToShow, &window, [&window, types] { fillPluginTypes(window, types); });
    addAll(window, menu, {"build.newType", "build.plugins"});
}

/// Window commands and the list of windows by title.
void fillWindowMenu(MainWindow& window, QMenu* menu) {
    menu->clear();
    addAll(window, menu, {"window.next", "window.previous", "file.close", ""});
    if (!window.windows()) return;
    for (MainWindow* const other : window.windows()->windows()) {
        QAction* const row =
            menu->addAction(withoutMnemonic(other->session().title()) + (other->session().isDirty() ? "*" : ""), other,
                            [other] { WindowList::raise(*other); });
        row->setStatusTip(other->session().path());
        row->setCheckable(true);
        row->setChecked(other == &window);
    }
}

void fillAllAddMenus(MainWindow& window, QMenu* menu) {
    for (const FamilyDescriptor& family : window.session().catalog().families()) {
        if (family.maxElements == 0) continue;
        auto types = window.session().catalog().typesOf(family.key);
        std::erase_if(types, [](const TypeDescriptor* type) { return isPattern(*type); });
        const QString key = QString::fromStdString(family.key);
        if (types.empty()) continue;
        if (types.size() == 1) {
            fillAddMenu(window, menu, key);
            continue;
        }
        auto* sub = menu->addMenu(icon(key), QString::fromStdString(family.label));
        sub->setToolTipsVisible(true);
        fillAddMenu(window, sub, key);
    }
}

/// A popup menu takes the pointer from its button without a leave event; without this it stays highlighted.
void releaseAfter(QMenu* menu, QToolButton* button) {
    QObject::connect(menu, &QMenu::aboutToHide, button, [button] {
        button->setAttribute(Qt::WA_UnderMouse, button->rect().contains(button->mapFromGlobal(QCursor::pos())));
        button->update();
    });
}

void addFamilyButtons(MainWindow& window, QToolBar* bar) {
    for (const FamilyDescriptor& family : window.session().catalog().families()) {
        // A family limited to one element is in the menu; its button would be disabled nearly always.
        if (family.maxElements <= 1) continue;
        const auto types = window.session().catalog().typesOf(family.key);
        // Groups, parameters, materials, contact groups and studies are added in panels and menus; actions from the
        // menu of an event, backgrounds from the Build menu, measures from the Add menu.
        static constexpr const char* elsewhere[] = {groupFamily, "parameter", "contactMaterial", "contactGroup",
                                                    "action",    "measure",   "study",           "factor",
                                                    "response",  "background"};
        if (types.empty() || std::ranges::find(elsewhere, family.key) != std::end(elsewhere)) continue;
        const QString key = QString::fromStdString(family.key);
        auto* button = new QToolButton(bar);
        button->setObjectName(QStringLiteral("add.") + key);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::NoFocus);
        if (types.size() == 1) {
            button->setDefaultAction(
                window.commands().action(drawingPrefix(window, key) + QString::fromStdString(types[0]->key)));
        } else {
            button->setIcon(icon(key));
            button->setText(QString::fromStdString(family.label) + QStringLiteral(" ▾"));
            button->setToolTip(tr("Add: %1").arg(QString::fromStdString(family.doc)));
            button->setPopupMode(QToolButton::InstantPopup);
            auto* menu = new QMenu(button);
            fillPalette(window, menu, family);
            button->setMenu(menu);
            releaseAfter(menu, button);
        }
        bar->addWidget(button);
    }
}

QToolButton* addMenuButton(QToolBar* bar, const char* iconName, const QString& text, const QString& tip) {
    auto* button = new QToolButton(bar);
    button->setIcon(icon(iconName));
    button->setText(text + QStringLiteral(" ▾"));
    button->setToolTip(tip);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::NoFocus);
    button->setMenu(new QMenu(button));
    releaseAfter(button->menu(), button);
    bar->addWidget(button);
    return button;
}

/// Reduces toolbar buttons to icons while texts do not fit.
class ToolbarFit : public QObject {
public:
    explicit ToolbarFit(QToolBar& bar) : QObject(&bar), bar_(bar) {
        bar.installEventFilter(this);
        // Qt draws only a few gray pixels for the overflow button.
        if (auto* const more = bar.findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"))) {
            more->setToolButtonStyle(Qt::ToolButtonTextOnly);
            more->setText(QStringLiteral("⋮"));
            more->setToolTip(tr("Show hidden tools"));
            more->setAccessibleName(tr("Hidden tools"));
        }
    }

    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Resize) fit();
        if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) fullWidth_ = 0;
        return false;
    }

private:
    struct Button {
        QToolButton* button;
        QString text;
        /// Width saved by hiding the text.
        int saving;
    };

    static void setShort(const Button& each, bool isShort) {
        if (each.button->menu())
            each.button->setText(isShort ? QStringLiteral("▾") : each.text);
        else
            each.button->setToolButtonStyle(isShort ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    }
    void measure() {
        for (const Button& each : buttons_) setShort(each, false);
        buttons_.clear();
        for (QAction* const action : bar_.actions()) {
            auto* const button = qobject_cast<QToolButton*>(bar_.widgetForAction(action));
            if (!button || button->toolButtonStyle() != Qt::ToolButtonTextBesideIcon) continue;
            Button each{button, button->text(), button->sizeHint().width()};
            button->setAccessibleName(QString(each.text).remove(QStringLiteral(" ▾")));
            setShort(each, true);
            each.saving -= button->sizeHint().width();
            setShort(each, false);
            buttons_.push_back(each);
        }
        fullWidth_ = 0;
        for (QAction* const action : bar_.actions())
            if (const QWidget* const widget = bar_.widgetForAction(action))
                fullWidth_ += widget->sizeHint().width() + bar_.layout()->spacing();
    }
    void fit() {
        if (fullWidth_ == 0) measure();
        constexpr int margins = 12;
        int lacking = fullWidth_ + margins - bar_.width();
        // The least used buttons are last.
        for (auto each = buttons_.rbegin(); each != buttons_.rend(); ++each) {
            setShort(*each, lacking > 0);
            if (lacking > 0) lacking -= each->saving;
        }
    }

    QToolBar& bar_;
    std::vector<Button> buttons_;
    int fullWidth_ = 0;
};

}  // namespace

void fillAddMenu(MainWindow& window, QMenu* menu, const QString& family) {
    addSection(window, menu, QStringLiteral("add.%1.").arg(family));
}

void makeMenus(MainWindow& window) {
    QMenuBar* const bar = window.menuBar();
    QMenu* menu = bar->addMenu(tr("&File"));
    addAll(window, menu, {"file.new", "file.newFromTemplate", "file.startPage", "file.open"});
    QMenu* const recent = menu->addMenu(icon("history"), tr("Open &recent"));
    QObject::connect(recent, &QMenu::aboutToShow, &window, [&window, recent] { window.files().fillRecent(recent); });
    QMenu* const examples = menu->addMenu(icon("example"), tr("Open e&xample"));
    QObject::connect(examples, &QMenu::aboutToShow, &window,
                     [&window, examples] { window.files().fillExamples(examples); });
    addAll(window, menu,
           {"", "file.save", "file.saveAs", "file.saveAsTemplate", "file.saveSelection", "file.insert", "file.export",
            "", "file.close", "file.quit"});

    menu = bar->addMenu(tr("&Edit"));
    addAll(window, menu,
           {"edit.undo",
            "edit.redo",
            "",
            "edit.cut",
            "edit.copy",
            "edit.paste",
            "edit.duplicate",
            "edit.linearPattern",
            "edit.circularPattern",
            "edit.mirror",
            "edit.convexParts",
            "edit.pattern",
            "edit.updatePattern",
            "edit.breakLink",
            "edit.delete",
            "edit.rename",
            "",
            "edit.group",
            "edit.dissolveGroup",
            "edit.selectGroup"});
    QMenu* const types = menu->addMenu(tr("Change t&ype"));
    const auto fillTypes = [&window, types] {
        types->clear();
        addSection(window, types, QStringLiteral("edit.type."));
    };
    fillTypes();
    // Plugins may have added some.
    QObject::connect(types, &QMenu::aboutToShow, &window, fillTypes);
    addAll(window, menu,
           {"", "edit.hide", "edit.isolate", "edit.showAll", "", "edit.selectAll", "edit.clearSelection", "edit.find"});

    menu = bar->addMenu(tr("&Build"));
    menu->setToolTipsVisible(true);
    fillBuildMenu(window, menu);

    menu = bar->addMenu(tr("&Add"));
    menu->setToolTipsVisible(true);
    fillAllAddMenus(window, menu);

    menu = bar->addMenu(tr("&View"));
    addAll(window, menu, {"view.frameAll", "view.frameSelection", ""});
    addAll(window, menu,
           {"view.front", "view.back", "view.left", "view.right", "view.top", "view.bottom", "view.iso", "",
            "view.cube", "view.orthographic", "view.grid", "view.drawing"});
    fillShowMenu(window, menu->addMenu(icon("show"), tr("&Show")));
    menu->addSeparator();
    addSection(window, menu->addMenu(icon("properties"), tr("&Panels")), QStringLiteral("view.panel."));
    addSection(window, menu->addMenu(icon("units"), tr("&Units")), QStringLiteral("view.units."));
    addSection(window, menu->addMenu(icon("theme"), tr("Theme")), QStringLiteral("view.theme."));
    addAll(window, menu, {"", "view.resetLayout", "view.fullScreen"});

    menu = bar->addMenu(tr("&Simulate"));
    addAll(window, menu,
           {"simulate.toggle",
            "simulate.continue",
            "simulate.newRun",
            "simulate.live",
            "simulate.stop",
            "runs.branch",
            "simulate.loads",
            "",
            "simulate.step",
            "simulate.stepKey",
            "simulate.stepBack",
            "simulate.leap",
            "simulate.leapBack",
            "",
            "simulate.reset",
            "simulate.end",
            "simulate.goTo",
            "",
            "time.backward",
            "time.loop",
            "time.bookmark",
            "time.nextBookmark",
            "time.previousBookmark",
            "",
            "simulate.equilibrium",
            "simulate.modes",
            "simulate.recordedMotion",
            "simulate.followCurve",
            "simulate.inverseDynamics",
            ""});
    addAll(
        window, menu->addMenu(icon("history"), tr("R&uns")),
        {"runs.show", "runs.stop", "runs.check", "runs.checkFromHere", "", "runs.rename", "runs.ghost", "runs.remove",
         "runs.restore", "", "runs.open", "runs.recoverable", "runs.save", "runs.saveAll", "runs.note"});

    menu = bar->addMenu(tr("&Plot"));
    addAll(window, menu, {"plots.selection", "plots.new", "", "plots.fit", "plots.marks", "plots.allRuns", ""});
    addSection(window, menu, QStringLiteral("plots.export."));

    menu = bar->addMenu(tr("&Inspect"));
    addAll(window, menu, {"inspect.ladder", "inspect.problems", ""});
    addSection(window, menu, QStringLiteral("inspect.realize."));
    menu->addSeparator();
    addSection(window, menu, QStringLiteral("debug."));

    menu = bar->addMenu(tr("&Window"));
    QObject::connect(menu, &QMenu::aboutToShow, &window, [&window, menu] { fillWindowMenu(window, menu); });
    fillWindowMenu(window, menu);

    menu = bar->addMenu(tr("&Help"));
    addAll(window, menu, {"help.palette",  "help.keyboard",  "help.firstBuild",  "",
                          "help.building", "help.formulas",  "help.events",      "help.contacts",
                          "help.runs",     "help.failures",  "help.studies",     "help.motion",
                          "help.plots",    "help.debugging", "help.safety",      "",
                          "help.types",    "help.plugins",   "help.programming", "help.coming_from_simbody"});
    QMenu* const guide = menu->addMenu(icon("book"), tr("E&xamples of the guide"));
    addAll(window, guide, {"help.guide", ""});
    addSection(window, guide, QStringLiteral("guide."));
    addAll(window, menu, {"help.python", "help.validation", ""});
    QMenu* const formats = menu->addMenu(icon("open"), tr("Fi&le formats"));
    addSection(window, formats, QStringLiteral("help.format."));
    addAll(window, formats, {"", "help.formats"});
    addAll(window, menu, {"", "help.crash", "help.about"});

    addOthers(window, *bar);

    // Commands are updated when a menu opens.
    for (QMenu* each : bar->findChildren<QMenu*>())
        QObject::connect(each, &QMenu::aboutToShow, &window, [&window] { window.commands().refresh(); });
}

void makeToolbar(MainWindow& window) {
    QToolBar* const bar = window.addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setMovable(false);
    bar->setIconSize({20, 20});
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    addAll(window, bar,
           {"file.new", "file.open", "file.save", "", "edit.undo", "edit.redo", "", "build.select", "build.pose",
            "build.move", "build.turn", "build.resize", "build.stretch", "", "build.link"});
    addFamilyButtons(window, bar);
    addAll(window, bar, {"build.ground", "build.measure", "", "view.frameAll", "view.iso", "view.grid"});
    fillShowMenu(window, addMenuButton(bar, "show", tr("Show"), tr("Select what the view shows"))->menu());
    addSection(window, addMenuButton(bar, "units", tr("Units"), tr("Select units of numbers"))->menu(),
               QStringLiteral("view.units."));
    auto* const space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    addAll(window, bar, {"help.palette"});
    new ToolbarFit(*bar);
}

void openContextMenu(MainWindow& window, const QString& family, const QPoint& globalPosition) {
    window.commands().refresh();
    QMenu menu;
    menu.setToolTipsVisible(true);
    if (!family.isEmpty()) {
        menu.addSection(tr("Add"));
        fillAddMenu(window, &menu, family);
    } else {
        fillElementMenu(window, menu, globalPosition);
        if (!window.session().selection().empty())
            addAll(window, &menu,
                   {"view.frameSelection",
                    "edit.rename",
                    "edit.cut",
                    "edit.copy",
                    "edit.paste",
                    "edit.duplicate",
                    "edit.linearPattern",
                    "edit.circularPattern",
                    "edit.mirror",
                    "edit.pattern",
                    "edit.updatePattern",
                    "edit.breakLink",
                    "edit.group",
                    "edit.dissolveGroup",
                    "edit.selectGroup",
                    "edit.delete",
                    "",
                    "edit.hide",
                    "edit.isolate",
                    "",
                    "plots.selection"});
        fillAllAddMenus(window, menu.addMenu(icon("add"), tr("Add")));
        addAll(window, &menu, {"", "view.frameAll"});
    }
    menu.exec(globalPosition);
}

}  // namespace trammel::ui
