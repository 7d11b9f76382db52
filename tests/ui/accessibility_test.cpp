// SPDX-License-Identifier: GPL-3.0-or-later
// For users who cannot see or have no mouse: every control has a name and can be reached by keyboard.
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSet>
#include <QTabBar>
#include <QTextBrowser>
#include <QToolBar>
#include <algorithm>

#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/commands/command_palette.h"
#include "ui/dialogs/keyboard_map.h"
#include "ui/start/template_chooser.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class AccessibilityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        nameless_.clear();
        seen_.clear();
    }
    void cleanup() { rig_.reset(); }

    void everyWindowControlHasAnAccessibleName() {
        expectNames(*rig_->window, "start page");
        QVERIFY(rig_->session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        rig_->press(Qt::Key_F5);
        QTRY_VERIFY_WITH_TIMEOUT(rig_->session->player().frameCount() > 10, JourneyRig::Patience);
        rig_->session->player().pause();
        for (QDockWidget* dock : rig_->window->panels().docks()) {
            rig_->window->panels().raise(dock->objectName());
            rig_->settle();
            expectNames(*dock, dock->objectName());
        }
        // The form of every element.
        for (const ElementId id : rig_->session->document().treeOrder()) {
            rig_->session->select(id);
            rig_->settle();
            expectNames(*rig_->window, rig_->session->nameOf(id));
        }
        QVERIFY2(nameless_.isEmpty(), qPrintable('\n' + nameless_.join('\n')));
    }

    void everyDialogControlHasAnAccessibleName() {
        QVERIFY(rig_->session->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        TemplateChooser chooser(rig_->window);
        TemplateForm form(rig_->session->document(), rig_->window);
        for (QDialog* dialog : {static_cast<QDialog*>(&chooser), static_cast<QDialog*>(&form)}) {
            dialog->show();
            rig_->settle();
            expectNames(*dialog, dialog->objectName());
            dialog->hide();
        }
        rig_->window->openPalette();
        for (const char* id : {"file.export", "help.keyboard", "help.types", "help.runs", "simulate.modes"}) {
            QAction* const action = rig_->window->commands().action(id);
            if (action->isEnabled()) action->trigger();
            rig_->settle();
        }
        int windows = 0;
        for (QWidget* top : QApplication::topLevelWidgets())
            if (top->isVisible() && top != rig_->window && !qobject_cast<QMenu*>(top)) {
                ++windows;
                expectNames(*top, top->metaObject()->className());
            }
        QVERIFY2(windows >= 4, qPrintable(QString::number(windows)));
        QVERIFY2(nameless_.isEmpty(), qPrintable('\n' + nameless_.join('\n')));
    }

    void keyboardMapListsEveryShortcut() {
        rig_->window->commands().action("help.keyboard")->trigger();
        rig_->settle();
        QString list;
        for (const QTextBrowser* page : rig_->window->findChildren<QTextBrowser*>())
            if (page->isVisible()) list = page->toPlainText();
        QVERIFY(!list.isEmpty());
        for (const Command& command : rig_->window->commands().commands()) {
            if (command.shortcuts.isEmpty()) continue;
            QVERIFY2(list.contains(CommandTable::shortcutText(command)), qPrintable(command.id));
            QVERIFY2(list.contains(CommandTable::plainText(command)), qPrintable(command.id));
        }
        rig_->screenshot("shortcuts");
    }

    void keysInHelpPagesAreShortcuts() {
        QSet<QString> shortcuts;
        for (const Command& command : rig_->window->commands().commands())
            for (const QKeySequence& keys : command.shortcuts) shortcuts.insert(keys.toString());
        int found = 0;
        const QDir pages(QStringLiteral(":/help"));
        for (const QString& name : pages.entryList({QStringLiteral("*.md")})) {
            // Its keys are those of files.
            if (name == QStringLiteral("types.md")) continue;
            QFile page(pages.filePath(name));
            QVERIFY(page.open(QIODevice::ReadOnly));
            QStringList titles;
            for (const QString& line : QString::fromUtf8(page.readAll()).split('\n')) {
                const QStringList cells = line.startsWith('|') ? line.mid(1).split('|') : QStringList();
                if (titles.isEmpty() || cells.isEmpty()) {
                    titles = cells;
                    continue;
                }
                for (qsizetype i = 0; i < std::min(titles.size(), cells.size()); ++i) {
                    if (titles[i].trimmed() != QStringLiteral("Key") || cells[i].startsWith('-')) continue;
                    for (const QString& key : keysIn(cells[i])) {
                        QVERIFY2(shortcuts.contains(QKeySequence(key).toString()), qPrintable(name + ": " + line));
                        ++found;
                    }
                }
            }
        }
        QVERIFY(found > 40);
    }

    void everyCommandIsInAMenu() {
        QSet<QAction*> inMenus;
        for (const QMenu* menu : rig_->window->menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions()) inMenus.insert(action);
        QStringList missing;
        for (const Command& command : rig_->window->commands().commands())
            if (!inMenus.contains(rig_->window->commands().action(command.id))) missing += command.id;
        QCOMPARE(missing, QStringList());
    }

    void everyCommandHasAHintAndIsInThePalette() {
        rig_->window->openPalette();
        rig_->settle();
        auto* const list = rig_->window->findChild<CommandPalette*>()->findChild<QAbstractItemView*>();
        QStringList rows;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            rows += list->model()->index(row, 0).data().toString();
        for (const Command& command : rig_->window->commands().commands()) {
            // A command that adds what a tool places is listed as the tool.
            if (command.id.startsWith("add.")) continue;
            const QString label = CommandTable::plainText(command);
            QVERIFY2(std::ranges::any_of(rows, [&label](const QString& row) { return row.endsWith(label); }),
                     qPrintable(command.id));
        }
        for (const Command& command : rig_->window->commands().commands())
            QVERIFY2(!command.hint.isEmpty(), qPrintable(command.id));
    }

    void tabReachesStartPageAndPanels() {
        QSet<QWidget*> reached;
        QWidget* const first = QApplication::focusWidget();
        QVERIFY(first);
        for (int i = 0; i < 200; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            if (QApplication::focusWidget() == first || !QApplication::focusWidget()) break;
            reached.insert(QApplication::focusWidget());
        }
        const QWidget* const page = rig_->window->findChild<QWidget*>("startPage");
        const QWidget* const tree = rig_->window->findChild<QWidget*>("modelDock");
        const auto within = [&reached](const QWidget* place) {
            return std::any_of(reached.begin(), reached.end(),
                               [place](const QWidget* widget) { return place->isAncestorOf(widget); });
        };
        QVERIFY(within(page));
        QVERIFY(within(tree));
        QVERIFY(reached.size() > 5);
    }

private:
    /// The keys in a cell such as "Ctrl+B, `[`, `]`", "← →" or "Ctrl+Alt+1 to 5".
    static QStringList keysIn(const QString& cell) {
        QStringList keys;
        for (QString key : cell.split(QRegularExpression(QStringLiteral(", | (?=→)")))) {
            key = key.remove('`').section(QStringLiteral(" to "), 0, 0).trimmed();
            if (key.contains(QStringLiteral("drag"))) continue;
            key.replace(QStringLiteral("←"), QStringLiteral("Left"))
                .replace(QStringLiteral("→"), QStringLiteral("Right"));
            key.replace(QStringLiteral("PageUp"), QStringLiteral("PgUp"));
            key.replace(QStringLiteral("PageDown"), QStringLiteral("PgDown"));
            keys += key;
        }
        return keys;
    }
    static bool isInteractive(const QWidget& widget) {
        if (qobject_cast<const QScrollBar*>(&widget) || qobject_cast<const QTabBar*>(&widget)) return false;
        // Skip Qt's internal child widgets.
        if (widget.objectName().startsWith("qt_") || qobject_cast<const QAbstractSpinBox*>(widget.parentWidget()) ||
            qobject_cast<const QComboBox*>(widget.parentWidget()) || widget.inherits("QLineEditIconButton") ||
            widget.inherits("QTabBar") || widget.inherits("QDockWidgetTitleButton") ||
            widget.inherits("QToolBarExtension") || widget.inherits("QHeaderView") ||
            widget.inherits("QTableCornerButton") || qobject_cast<const QMenu*>(&widget))
            return false;
        if (qobject_cast<const QTabBar*>(widget.parentWidget())) return false;
        return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QLineEdit*>(&widget) ||
               qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QComboBox*>(&widget) ||
               qobject_cast<const QAbstractItemView*>(&widget) || qobject_cast<const QAbstractSlider*>(&widget) ||
               qobject_cast<const QPlainTextEdit*>(&widget) || widget.focusPolicy() & Qt::TabFocus;
    }
    void expectNames(QWidget& root, const QString& place) {
        for (QWidget* widget : root.findChildren<QWidget*>()) {
            if (!widget->isVisible() || !isInteractive(*widget)) continue;
            QString name = widget->toolTip();
            if (QAccessibleInterface* const face = QAccessible::queryAccessibleInterface(widget))
                name += face->text(QAccessible::Name);
            if (name.trimmed().isEmpty()) {
                QStringList way;
                for (const QWidget* w = widget; w && w != root.window(); w = w->parentWidget())
                    way.prepend(QStringLiteral("%1 '%2'").arg(w->metaObject()->className(), w->objectName()));
                const QString line = place + ": " + way.mid(std::max<qsizetype>(0, way.size() - 4)).join(" > ");
                const QString what = way.mid(std::max<qsizetype>(0, way.size() - 3)).join(" > ");
                if (!seen_.contains(what)) nameless_ += line;
                seen_.insert(what);
            }
        }
    }

    QTemporaryDir folder_;
    QStringList nameless_;
    QSet<QString> seen_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::AccessibilityTest> addAccessibilityTest;

#include "accessibility_test.moc"
