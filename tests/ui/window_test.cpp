// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDockWidget>
#include <QHelpEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>
#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "compile/catalog.h"
#include "document/edit.h"
#include "runtime/breakpoint_kind.h"
#include "tests/ui/held_steps.h"
#include "tests/ui/settle.h"
#include "tests/ui/test_models.h"
#include "tests/ui/window_rig.h"
#include "ui/commands/command_table.h"
#include "ui/dialogs/type_reference_window.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/properties/value_editor.h"
#include "ui/theme/theme.h"
#include "ui/view/tool_view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"
#include "ui/window/text_undo_filter.h"

namespace trammel::ui {

using namespace testing;

namespace {

int differingPixels(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) return a.width() * a.height();
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            if (qAbs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 12) ++count;
    return count;
}

int distinctColors(const QImage& image) {
    std::set<QRgb> colors;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3) colors.insert(image.pixel(x, y));
    return static_cast<int>(colors.size());
}

}  // namespace

class WindowTest : public QObject, protected WindowRig {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        useOwnSettings();
        qApp->installEventFilter(&undoFilter_);
    }

    void init() {
        openWindow({1500, 940});
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }

    void cleanup() { closeWindow(); }

    void clickInViewSelectsInTreeAndProperties() {
        open();
        QVERIFY(distinctColors(picture()) > 50);
        click(middleOfRocker());
        QCOMPARE(session_->selectedElement(), RockerBody);
        QCOMPARE(window_->panels().get<ModelTreePanel>().view()->currentIndex().data().toString(),
                 QStringLiteral("Rocker"));
        QCOMPARE(field("elementName")->text(), QStringLiteral("Rocker"));
        const QImage selected = picture();
        QTest::keyClick(focusOfView(), Qt::Key_Escape);
        QVERIFY(session_->selection().empty());
        QVERIFY(differingPixels(selected, picture()) > 100);
    }

    void selectingInTheTreeHighlightsInTheView() {
        open();
        const QImage before = picture();
        const auto rows = window_->panels().get<ModelTreePanel>().view()->model()->match(
            window_->panels().get<ModelTreePanel>().view()->model()->index(0, 0), Qt::DisplayRole, "Coupler", 1,
            Qt::MatchRecursive);
        QCOMPARE(rows.size(), 1);
        QTest::mouseClick(window_->panels().get<ModelTreePanel>().view()->viewport(), Qt::LeftButton, {},
                          window_->panels().get<ModelTreePanel>().view()->visualRect(rows.front()).center());
        QCOMPARE(session_->selectedElement(), CouplerBody);
        QVERIFY(differingPixels(before, picture()) > 100);
    }

    void everyEntryOfAMenuHasAMnemonicOfItsOwn() {
        QStringList repeated;
        const auto examine = [&repeated](const QString& menu, const QList<QAction*>& entries) {
            std::map<QChar, QString> taken;
            for (const QAction* const entry : entries) {
                const QKeySequence key = QKeySequence::mnemonic(entry->text());
                if (key.isEmpty()) continue;
                const QChar letter(ushort(key[0].key()));
                if (!taken.emplace(letter, entry->text()).second)
                    repeated += menu + ": " + taken.at(letter) + ", " + entry->text();
            }
        };
        examine("menu bar", window_->menuBar()->actions());
        QVERIFY(window_->menuBar()->actions().size() > 5);
        const QList<QMenu*> menus = window_->menuBar()->findChildren<QMenu*>();
        QVERIFY(menus.size() > 20);
        for (QMenu* const menu : menus) {
            Q_EMIT menu->aboutToShow();
            examine(menu->title(), menu->actions());
        }
        QCOMPARE(repeated.join('\n'), QString());
    }

    void helpButtonOpensTheTypePage() {
        open();
        auto* const help = window_->findChild<QToolButton*>("typeHelp");
        QVERIFY(!help->isVisible());
        session_->select(RockerBody);
        QVERIFY(help->isVisible());
        help->click();
        auto* const reference = window_->findChild<TypeReferenceWindow*>();
        QVERIFY(reference && reference->isVisible());
        const Element& rocker = session_->document().get(RockerBody);
        QVERIFY(reference->findChild<QTextBrowser*>()->toPlainText().startsWith(
            QString::fromStdString(session_->typeOf(rocker)->label)));
        reference->close();
    }

    void menuRowsShowTypeDrawings() {
        auto* const button = window_->findChild<QToolButton*>("add.joint");
        QMenu* const menu = button->menu();
        QString tip;
        QTimer::singleShot(0, this, [menu, &tip, this] {
            const QRect row = menu->actionGeometry(window_->commands().action("build.joint.screw"));
            QHelpEvent ask(QEvent::ToolTip, row.center(), menu->mapToGlobal(row.center()));
            QApplication::sendEvent(menu, &ask);
            tip = QToolTip::text();
            menu->close();
        });
        button->click();
        QVERIFY(tip.contains("<img src='data:image/png"));
        QVERIFY2(tip.contains("Screw") && tip.contains("thread"), qPrintable(tip.right(200)));
    }

    void spaceRunsTheModelAndPausesIt() {
        open();
        const QImage before = picture();
        QTest::keyClick(focusOfView(), Qt::Key_Space);
        QVERIFY(session_->player().isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(session_->player().time() > 0.3, Patience);
        QTest::keyClick(focusOfView(), Qt::Key_Space);
        QVERIFY(!session_->player().isPlaying());
        QVERIFY(differingPixels(before, picture()) > 500);
        const Real paused = session_->player().time();
        settle();
        QCOMPARE(session_->player().time(), paused);
        QVERIFY(session_->displayed().stage() >= Stage(Stage::Position));
    }

    void aSpeedIsProposedForARunThatIsOverAtOnce() {
        open();
        auto* const proposal = window_->findChild<QToolButton*>("proposedSpeed");
        Player& player = session_->player();
        const auto runFor = [&](Real seconds) {
            session_->edit("Duration", [&](const Document& document) {
                return trammel::setProperty(document, builtinCatalog(), document.elementsOf("settings").front(),
                                            "duration", PropertyValue(seconds));
            });
            player.startNewRun();
            QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing() && player.frameCount() > 1, Patience);
            player.pause();
            settle();
        };
        runFor(3);
        QVERIFY(proposal->isHidden());
        runFor(0.05);
        QVERIFY(!proposal->isHidden());
        proposal->click();
        QCOMPARE(player.speed(), 0.01);
        QVERIFY(proposal->isHidden());
    }

    void timelineScrubsBothWaysDuringARun() {
        open();
        session_->setValue("Duration", Simulation, "duration", 3000.);
        session_->setValue("Interval", Simulation, "frameInterval", 0.05);
        Player& player = session_->player();
        const auto gate = holdRuns(player, 310);
        const auto opening = qScopeGuard([&gate] { gate->open(); });
        player.stepFrames(1);
        QTRY_VERIFY_WITH_TIMEOUT(player.computedEnd() > 300, Patience);
        TimelineBar& bar = *window_->panels().get<TimelinePanel>().bar();
        const auto at = [&bar](Real time) { return QPoint(qRound(bar.positionOf(time)), bar.height() / 2); };
        const QLineEdit* const readOut = field("timeField");
        const Real pixel = 3000. / bar.width() * 2;

        QTest::mousePress(&bar, Qt::LeftButton, {}, at(250));
        const QString late = readOut->text();
        const QImage lateImage = picture();
        QTest::mouseMove(&bar, at(33));
        const QString early = readOut->text();
        const QImage earlyImage = picture();
        QTest::mouseMove(&bar, at(250));
        QVERIFY(player.isComputing());
        const auto secondsOf = [](const QString& text) { return text.section(' ', 0, 0).toDouble(); };
        // The offer of a playback speed may have changed the width of the bar.
        QVERIFY(std::abs(secondsOf(readOut->text()) - secondsOf(late)) < pixel);
        QTest::mouseRelease(&bar, Qt::LeftButton, {}, at(250));

        QVERIFY(std::abs(secondsOf(late) - 250) < pixel);
        QVERIFY(std::abs(secondsOf(early) - 33) < pixel);
        QVERIFY(differingPixels(lateImage, earlyImage) > 500);
        QVERIFY(!player.isPlaying());
    }

    void arrowsAndHomeAndEndMoveByFrames() {
        open();
        Player& player = session_->player();
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing() && player.frameCount() > 100, Patience);
        QTest::keyClick(focusOfView(), Qt::Key_End);
        QCOMPARE(player.frame(), player.frameCount() - 1);
        QTest::keyClick(focusOfView(), Qt::Key_Left);
        QCOMPARE(player.frame(), player.frameCount() - 2);
        QTest::keyClick(focusOfView(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(player.frame(), player.frameCount() - 12);
        QTest::keyClick(focusOfView(), Qt::Key_Right);
        QCOMPARE(player.frame(), player.frameCount() - 11);
        QTest::keyClick(focusOfView(), Qt::Key_Home);
        QCOMPARE(player.frame(), std::size_t(0));
        QTest::keyClick(window_.get(), Qt::Key_F10);
        QCOMPARE(player.frame(), std::size_t(1));
    }

    void exactTimeCanBeTyped() {
        open();
        session_->player().startNewRun();
        session_->player().pause();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        QTest::keyClick(window_.get(), Qt::Key_L, Qt::ControlModifier);
        QLineEdit* const time = field("timeField");
        QVERIFY(time->hasFocus());
        QTest::keyClicks(time, "1.5 s");
        QTest::keyClick(time, Qt::Key_Return);
        QVERIFY(std::abs(session_->player().time() - 1.5) < 1e-9);
        QVERIFY(!session_->player().isPlaying());
    }

    void editMarksTheRunAsOutdated() {
        open();
        Player& player = session_->player();
        player.startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > 0.1, Patience);
        session_->setValue("Mass", CrankBody, "mass", 0.75);
        QVERIFY(player.isOutdated());
        QVERIFY(!player.isPlaying());
        QCOMPARE(player.time(), 0.);
        player.seekTime(0.1);
        QVERIFY(player.showsFrame());
        QTest::keyClick(window_.get(), Qt::Key_F5);
        QVERIFY(!player.isOutdated());
        session_->setValue("Rename", CrankBody, "name", std::string("Handle"));
        QVERIFY(!player.isOutdated());
    }

    void lettersAndSpaceInAFieldAreText() {
        open();
        session_->select(CrankBody);
        QLineEdit* const name = field("elementName");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "f s g");
        QCOMPARE(name->text(), QStringLiteral("f s g"));
        QVERIFY(!session_->player().run());
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(session_->nameOf(CrankBody), QStringLiteral("f s g"));
    }

    void ctrlZInAFieldUndoesTypingBeforeTheModel() {
        open();
        session_->setValue("Mass", CrankBody, "mass", 0.75);
        session_->select(CrankBody);
        QLineEdit* const mass = window_->findChild<ValueEditor*>("mass")->findChild<QLineEdit*>();
        mass->setFocus();
        QTest::keyClicks(mass, "9");
        QTest::keyClick(mass, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(mass->text(), QStringLiteral("0.75"));
        QCOMPARE(session_->history().size(), std::size_t(2));
        QVERIFY(session_->history().canUndo());
        // setText() clears the undo stack, as after every commit.
        mass->setText("0.75");
        QTest::keyClick(mass, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!session_->history().canUndo());
    }

    void titleMarksUnsavedChangesUntilSaved() {
        const QString path = open();
        QVERIFY(!window_->isWindowModified());
        session_->setValue("Mass", CrankBody, "mass", 0.75);
        QVERIFY(window_->isWindowModified());
        QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(!window_->isWindowModified());
        Session again(builtinCatalog());
        QVERIFY(again.open(path));
        for (const Diagnostic& problem : again.problems()) QVERIFY(problem.severity == Severity::Note);
        QCOMPARE(again.document().get(CrankBody).valueAs<Real>(*again.typeOf(again.document().get(CrankBody)), "mass"),
                 0.75);
        QVERIFY(window_->close());
    }

    void invalidFileRaisesProblemsPanel() {
        auto* const dock = window_->findChild<QDockWidget*>("problemsDock");
        QCOMPARE(dock->windowTitle(), QStringLiteral("Problems"));
        window_->panels().raise("logDock");
        QVERIFY(window_->open(writeModel(folder_, "broken.trammel", brokenText())));
        auto* const problems = window_->findChild<QListView*>("problems");
        QVERIFY(problems->isVisible());
        const auto counted = std::ranges::count_if(
            session_->problems(), [](const Diagnostic& problem) { return problem.severity != Severity::Note; });
        QCOMPARE(dock->windowTitle(), QStringLiteral("Problems (%1)").arg(counted));
        bool led = false;
        for (int row = 0; row < problems->model()->rowCount() && !led; ++row) {
            const QPoint place = problems->visualRect(problems->model()->index(row, 0)).center();
            QTest::mouseClick(problems->viewport(), Qt::LeftButton, {}, place);
            QTest::mouseDClick(problems->viewport(), Qt::LeftButton, {}, place);
            led = session_->selectedElement().isValid();
        }
        QVERIFY(led);
        QVERIFY(!session_->runBlocker().isEmpty());
        QVERIFY(!window_->commands().action("simulate.newRun")->isEnabled());
        QVERIFY(window_->commands().action("simulate.newRun")->toolTip().contains(session_->runBlocker()));
    }

    void idleWindowDrawsNothing() {
        open();
        session_->player().stepFrames(1);
        QTRY_VERIFY_WITH_TIMEOUT(session_->player().frame() == 1 && !session_->player().isComputing(), Patience);
        settle();
        const int before = window_->view().viewport().framesDrawn();
        // Comes to rest at once: nothing is left that could draw later.
        settle();
        QCOMPARE(window_->view().viewport().framesDrawn(), before);
    }

    /// One drawing for an edit, before the panels are painted. Further edits of the same turn share another one.
    void anEditIsDrawnAtOnce() {
        open();
        settle();
        const Viewport& view = window_->view().viewport();
        const ElementId body = session_->document().elementsOf("body").front();
        const int before = view.framesDrawn();
        QVERIFY(session_->setValue(QStringLiteral("Color"), body, "color", Vec3(1, 0, 0)));
        QCOMPARE(view.framesDrawn(), before + 1);
        settle();
        QCOMPARE(view.framesDrawn(), before + 1);
        for (const Vec3& color : {Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 0)})
            QVERIFY(session_->setValue(QStringLiteral("Color"), body, "color", color));
        QCOMPARE(view.framesDrawn(), before + 2);
        settle();
        QCOMPARE(view.framesDrawn(), before + 3);
    }

    void sideViewsOfAnEmptyModelShowAGrid() {
        Viewport& view = window_->view().viewport();
        for (const StandardView side : {StandardView::Front, StandardView::Right, StandardView::Top}) {
            view.setStandardView(side);
            view.setGridVisible(false);
            settle();
            const QImage without = picture();
            view.setGridVisible(true);
            settle();
            QVERIFY(differingPixels(without, picture()) > 1000);
        }
    }

    void noTwoCommandsShareAShortcut() {
        QCOMPARE(window_->commands().collisions(), QStringList());
        QVERIFY(window_->commands().commands().size() > 50);
    }

    void wordsFoundInAHelpPageAreInItsUpperPart() {
        window_->commands().action(QStringLiteral("help.building"))->trigger();
        auto* const page = window_->findChild<QDialog*>(QStringLiteral("textWindow"));
        QVERIFY(page);
        QVERIFY(QTest::qWaitForWindowExposed(page));
        auto* const browser = page->findChild<QTextBrowser*>();
        page->findChild<QLineEdit*>()->setText(QStringLiteral("Four machines"));
        QTest::keyClick(page->findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(browser->textCursor().selectedText(), QStringLiteral("Four machines"));
        QVERIFY2(browser->cursorRect().top() < browser->viewport()->height() / 2,
                 qPrintable(QString::number(browser->cursorRect().top())));
        QVERIFY(browser->cursorRect().top() >= 0);
        page->close();
    }

    void helpOfTheDebuggerHasARowForEachKindOfBreakpoint() {
        window_->commands().action(QStringLiteral("help.debugging"))->trigger();
        auto* const page = window_->findChild<QDialog*>(QStringLiteral("textWindow"));
        QVERIFY(page);
        const auto* const browser = page->findChild<QTextBrowser*>();
        for (const BreakpointKind& kind : breakpointKinds())
            QVERIFY2(!browser->document()
                          ->find(QString::fromStdString(kind.label), 0, QTextDocument::FindWholeWords)
                          .isNull(),
                     kind.label.c_str());
        page->close();
    }

    void panelLayoutIsSaved() {
        auto* const log = window_->findChild<QDockWidget*>("logDock");
        log->hide();
        QVERIFY(window_->close());
        window_ = std::make_unique<MainWindow>(*session_);
        window_->show();
        QVERIFY(window_->findChild<QDockWidget*>("logDock")->isHidden());
        window_->panels().reset();
        QVERIFY(!window_->findChild<QDockWidget*>("logDock")->isHidden());
        QVERIFY(window_->close());
    }

    /// Without stored units; those of other tests are meters.
    void aNewUserTypesMillimetersAndSeesIt() {
        closeWindow();
        const QVariant stored = QSettings().value(QStringLiteral("units"));
        QSettings().remove(QStringLiteral("units"));
        openWindow({1500, 940});
        auto* const shown = window_->findChild<QToolButton*>(QStringLiteral("statusUnits"));
        QVERIFY(shown && shown->isVisible());
        QCOMPARE(shown->text(), QStringLiteral("mm · deg"));
        QCOMPARE(window_->workspace().units().unitFor(Quantity::Length).symbol, QStringLiteral("mm"));
        const QList<QAction*> choices = shown->menu()->actions();
        QCOMPARE(choices.size(), 4);
        choices.last()->trigger();
        QCOMPARE(shown->text(), QStringLiteral("in · deg"));
        QVERIFY(QSettings().contains(QStringLiteral("units")));
        QSettings().setValue(QStringLiteral("units"), stored);
    }

    /// Also run on a small screen, where windows are maximized: Qt 6.4 crashed on this layout saved on a larger one.
    void panelLayoutIsRestoredBeforeTheWindowIsMaximized() {
        QVERIFY(window_->close());
        const QSettings large(QStringLiteral(TRAMMEL_SOURCE_DIR "/tests/data/settings/panels_of_a_large_screen.conf"),
                              QSettings::IniFormat);
        const QVariant layout = large.value(QStringLiteral("window/layout"));
        QVERIFY(layout.isValid());
        QSettings().setValue(QStringLiteral("window/geometry"), large.value(QStringLiteral("window/geometry")));
        QSettings().setValue(window_->panels().settingsKey(), layout);
        window_ = std::make_unique<MainWindow>(*session_);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        settle();
        for (const char* const shown : {"modelDock", "propertiesDock"})
            QVERIFY2(!window_->findChild<QDockWidget*>(shown)->isHidden(), shown);
        QVERIFY(window_->close());
        for (const QString& key : {QStringLiteral("window/geometry"), window_->panels().settingsKey()})
            QSettings().remove(key);
    }

    /// A start on a small screen leaves the layout of large ones unchanged, and vice versa.
    void panelLayoutOfOtherScreensIsKept() {
        const QString own = window_->panels().settingsKey(), small = QStringLiteral("window/layoutOnSmallScreen");
        const QString other = own == small ? QStringLiteral("window/layout") : small;
        QSettings().setValue(other, QByteArray("other"));
        QSettings().remove(own);
        QVERIFY(window_->close());
        QCOMPARE(QSettings().value(other).toByteArray(), QByteArray("other"));
        QVERIFY(!QSettings().value(own).toByteArray().isEmpty());
        QSettings().remove(other);
    }

    void everyPanelOfTheRegistryOpensFromItsCommand() {
        std::set<QString> ids, titles;
        for (const PanelDocks::Panel& panel : window_->panels().all()) {
            QVERIFY2(ids.insert(panel.row.id).second, qPrintable(panel.row.id));
            QVERIFY2(titles.insert(panel.row.title).second, qPrintable(panel.row.title));
            QVERIFY2(!panel.row.hint.isEmpty(), qPrintable(panel.row.id));
            if (!panel.dock) {
                QVERIFY2(panel.content->isVisible(), qPrintable(panel.row.id));
                continue;
            }
            QCOMPARE(panel.dock->objectName(), panel.row.id);
            panel.dock->hide();
            QAction* const show = window_->commands().action("view.panel." + panel.row.id);
            show->trigger();
            QTRY_VERIFY2(panel.content->isVisible(), qPrintable(panel.row.id));
            window_->commands().refresh();
            QVERIFY2(show->isChecked(), qPrintable(panel.row.id));
            QVERIFY2(panel.content->height() > 0 && panel.content->width() > 0, qPrintable(panel.row.id));
        }
        QCOMPARE(ids.size(), panelDescriptors().size());
        window_->panels().reset();
        for (const PanelDocks::Panel& panel : window_->panels().all())
            if (panel.dock) QCOMPARE(panel.dock->isHidden(), !panel.row.isShown);
    }

    void everyDockAndToolbarHasAnObjectName() {
        for (const QDockWidget* dock : window_->panels().docks()) QVERIFY(!dock->objectName().isEmpty());
        for (const QToolBar* bar : window_->findChildren<QToolBar*>()) QVERIFY(!bar->objectName().isEmpty());
    }

    void startPageShowsOnlyForAnEmptyModel() {
        auto* const page = window_->findChild<QWidget*>("startPage");
        QVERIFY(page->isVisible());
        open();
        QVERIFY(!page->isVisible());
    }

    void startPageStaysAwayOnceDismissed() {
        auto* const page = window_->findChild<QWidget*>("startPage");
        window_->commands().action("file.new")->trigger();
        QTRY_VERIFY(!page->isVisible());
        ToolHost& host = window_->view().tools().host();
        QTest::keyClick(window_->windowHandle(), Qt::Key_L);
        QTRY_VERIFY(host.tool());
        QTest::keyClick(window_->windowHandle(), Qt::Key_Escape);
        QTRY_VERIFY(!host.tool());
        QVERIFY(!page->isVisible());
    }

    void toolKeysWorkAfterClosingTheStartPage() {
        auto* const page = window_->findChild<QWidget*>("startPage");
        QPushButton* empty = nullptr;
        for (QPushButton* const row : page->findChildren<QPushButton*>())
            if (row->text() == QLatin1String("Empty model")) empty = row;
        QVERIFY(empty);
        QTest::mouseClick(empty, Qt::LeftButton);
        QTRY_VERIFY(!page->isVisible());
        QVERIFY(window_->view().viewport().hasFocus());
        QTest::keyClick(window_->windowHandle(), Qt::Key_L);
        QTRY_VERIFY(window_->view().tools().host().tool());
    }

private:
    QString open() {
        const QString path = writeModel(folder_, "four_bar.trammel", fourBarText());
        if (!window_->open(path)) qWarning("the test model does not open");
        settle();
        return path;
    }
    void settle() {
        testing::settle({window_.get(), session_.get()}, [this] { return session_->player().isPlaying(); });
    }
    QImage picture() { return window_->view().viewport().grabImage(); }
    QLineEdit* field(const char* name) { return window_->findChild<QLineEdit*>(name); }
    QWidget* focusOfView() {
        window_->view().viewport().setFocus();
        return QApplication::focusWidget();
    }
    Vec3 middleOfRocker() const {
        constexpr Real Angle = 1.8886, Half = 0.125;
        return {0.4 + Half * std::cos(Angle), Half * std::sin(Angle), 0.01};
    }
    void click(const Vec3& p_G) {
        const QPoint at = window_->view().viewport().project(p_G).toPoint();
        // The child widget under the point receives what a real click would send.
        QWidget* const target = window_->view().viewport().childAt(at) ? window_->view().viewport().childAt(at)
                                                                       : &window_->view().viewport();
        QTest::mouseClick(target, Qt::LeftButton, {}, target->mapFrom(&window_->view().viewport(), at));
        settle();
    }

    TextUndoFilter undoFilter_;
};

}  // namespace trammel::ui

int main(int argc, char** argv) { return trammel::ui::testing::runWindowTests<trammel::ui::WindowTest>(argc, argv); }

#include "window_test.moc"
