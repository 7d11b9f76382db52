// SPDX-License-Identifier: GPL-3.0-or-later
// Legibility of panels and forms: all that fits, numbers with units, icons that differ.
#include <QAbstractItemView>
#include <QDir>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>
#include <algorithm>

#include "compile/catalog.h"
#include "tests/ui/legibility_rig.h"
#include "ui/panels/log_panel.h"
#include "ui/properties/element_form.h"
#include "ui/session/type_icon.h"
#include "ui/start/model_card.h"
#include "ui/start/start_page.h"
#include "ui/theme/icons.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class LegibilityTest : public LegibilityRig {
    Q_OBJECT

private Q_SLOTS:
    void debuggerFitsASmallWindow() {
        window_->panels().showDebugger();
        settle();
        QVERIFY2(window_->width() <= SmallWindow.width(), qPrintable(QString::number(window_->width())));
        int groups = 0;
        for (const QTabBar* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (!bar->isVisible() || bar->count() < 3) continue;
            ++groups;
            for (int i = 0; i < bar->count(); ++i)
                QVERIFY2(bar->tabRect(i).width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(i)),
                         qPrintable(bar->tabText(i)));
        }
        QCOMPARE(groups, 2);
    }

    void stagesAreWholeBesideTheDebugger() {
        window_->resize(1600, 1000);
        window_->panels().showDebugger();
        settle();
        const auto* const dock = window_->findChild<QDockWidget*>("stagesDock");
        const auto* const scroll = qobject_cast<QScrollArea*>(dock->widget());
        QVERIFY(scroll && scroll->isVisible());
        QVERIFY2(scroll->verticalScrollBar()->maximum() == 0,
                 qPrintable(QStringLiteral("%1 of %2").arg(scroll->height()).arg(scroll->widget()->height())));
    }

    void titlesOfTabsFitBesideResults() {
        window_->panels().raise(QStringLiteral("resultsDock"));
        settle();
        int tabs = 0;
        for (const QTabBar* bar : window_->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
            if (!bar->isVisible()) continue;
            tabs = std::max(tabs, bar->count());
            for (int i = 0; i < bar->count(); ++i) {
                const QRect tab = bar->tabRect(i);
                QVERIFY2(
                    tab.width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(i)) && bar->rect().contains(tab),
                    qPrintable(bar->tabText(i)));
            }
        }
        QVERIFY(tabs >= 10);
    }

    void propertiesFitASmallWindow() {
        int forms = 0;
        for (const ElementId id : session_->document().treeOrder()) {
            session_->select(id);
            settle();
            const auto* const form = window_->findChild<ElementForm*>();
            if (!form) continue;
            ++forms;
            const QString seen =
                tr("%1: %2 of %3").arg(session_->nameOf(id)).arg(form->parentWidget()->width()).arg(form->width());
            QVERIFY2(form->width() <= form->parentWidget()->width(), qPrintable(seen));
        }
        QVERIFY(forms > 5);
    }

    void tabsKeepTheirHeight() {
        window_->panels().showDebugger();
        settle();
        int height = 0;
        for (const PanelDocks::Panel& panel : window_->panels().all()) {
            if (panel.row.area != PanelArea::Bottom) continue;
            window_->panels().raise(panel.row.id);
            settle();
            if (height == 0) height = panel.dock->height();
            QVERIFY2(panel.dock->height() == height, qPrintable(panel.row.id));
        }
        QVERIFY(height > 0);
    }

    /// Columns give way before a table scrolls; headings are never cut.
    void columnsFitTheirTables() {
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        for (const auto& [dock, name] : {std::pair("runsDock", "runsTable"), std::pair("contactsDock", "contactsTable"),
                                         std::pair("ledgerDock", "ledgerTable")}) {
            window_->panels().raise(dock);
            settle();
            auto* const table = window_->findChild<QAbstractItemView*>(name);
            QVERIFY2(table && table->isVisible(), name);
            // Nine columns of contacts fit only without the panels at the right.
            QVERIFY2(table->horizontalScrollBar()->maximum() == 0 || qstrcmp(name, "contactsTable") == 0, name);
            auto* const header = table->findChild<QHeaderView*>();
            for (int i = 0; i < header->count(); ++i)
                QVERIFY2(header->isSectionHidden(i) || header->sectionSize(i) >= header->sectionSizeHint(i), name);
        }
    }

    void longLabelsOfPropertiesTakeFewLines() {
        session_->select(elementNamed("Crank pin"));
        settle();
        int labels = 0;
        for (const QLabel* const label : window_->findChild<ElementForm*>()->findChildren<QLabel*>()) {
            if (!label->isVisible() || !label->buddy()) continue;
            ++labels;
            constexpr int most = 2;
            QVERIFY2(label->height() <= most * label->fontMetrics().lineSpacing() + 4, qPrintable(label->text()));
        }
        QVERIFY(labels > 5);
    }

    void startPageOfASmallWindowShowsTwoRowsOfCards() {
        closeWindow();
        // Examples in the data folder of the user.
        QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("trammel/models")));
        constexpr int examples = 12, least = 6;
        for (int i = 0; i < examples; ++i)
            writeModel(folder_, QStringLiteral("trammel/models/example_%1.trammel").arg(i), fourBarText());
        openWindow(QSize(1600, 1000));
        settle();
        auto* const page = window_->findChild<StartPage*>();
        QVERIFY(page && page->isVisible());
        const ModelCard& last = *page->findChildren<ModelCard*>().back();
        const int large = last.sizeHint().height();
        // The view of a window of 1280 x 720.
        page->fitInto(QSize(776, 370));
        settle();
        int whole = 0;
        for (const ModelCard* const card : page->findChildren<ModelCard*>())
            whole += card->visibleRegion().boundingRect() == card->rect() ? 1 : 0;
        QVERIFY2(whole >= least, qPrintable(QString::number(whole)));
        QVERIFY(last.toolTip().startsWith(last.text()) && last.height() < large);
        page->fitInto(QSize(1000, 700));
        settle();
        QVERIFY(last.height() == large && !last.toolTip().startsWith(last.text() + ':'));
        QVERIFY(QDir(folder_.filePath(QStringLiteral("trammel"))).removeRecursively());
    }

    void logNamesTheIntegratorAsFormsDo() {
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        settle();
        const std::string& key = session_->runs().current()->run->getOptions().settings.integrator;
        const QString label = QString::fromStdString(builtinCatalog().findType("integrator", key)->label);
        const QString log = window_->panels().get<LogPanel>().toPlainText();
        QVERIFY2(log.contains(label) && !log.contains(QString::fromStdString(key)), qPrintable(log));
    }

    void onlyJointsHaveAHeadingForTheirInitialPose() {
        for (const char* const family : {"motion", "joint"}) {
            session_->select(session_->document().elementsOf(family).front());
            settle();
            const auto labels = window_->findChild<ElementForm*>()->findChildren<QLabel*>();
            const bool isNamed = std::ranges::any_of(
                labels, [](const QLabel* label) { return label->text() == "Initial pose and speeds"; });
            QVERIFY2(isNamed == (qstrcmp(family, "joint") == 0), family);
        }
    }

    void timeFieldDistinguishesFrames() {
        const ElementId settings = session_->document().elementsOf("settings").front();
        session_->setValue("Duration", settings, "duration", 0.01);
        auto* const field = window_->findChild<QLineEdit*>("timeField");
        for (const auto& [interval, text] : {std::pair(1e-4, "0.0003 s"), {2.5e-5, "0.000075 s"}, {0.001, "0.003 s"}}) {
            session_->setValue("Interval", settings, "frameInterval", interval);
            session_->player().startNewRun();
            session_->player().pause();
            QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
            session_->player().seekFrame(3);
            settle();
            QCOMPARE(field->text(), QString::fromLatin1(text));
        }
    }

    void propertiesDistinguishStartFromNow() {
        Player& player = session_->player();
        session_->select(elementNamed("Crank pin"));
        player.startNewRun();
        player.pause();
        QTRY_VERIFY_WITH_TIMEOUT(!player.isComputing(), Patience);
        player.seekTime(0.25);
        settle();
        auto* const now = window_->findChild<QLabel*>("outputsNow");
        QVERIFY(now);
        QTRY_COMPARE(now->text(), QStringLiteral("Now: run A, 0.25 s"));
        player.reset();
        QTRY_COMPARE(now->text(), QStringLiteral("Now: initial pose"));
    }

    void jointTypesHaveDistinctIcons() {
        QStringList names;
        for (const char* key : {"pin", "slider", "universal", "ball", "planar", "free", "weld", "cylinder", "screw"}) {
            const TypeDescriptor* const type = builtinCatalog().findType("joint", key);
            QVERIFY2(type, key);
            const QString name = iconNameOf(*type);
            QVERIFY2(!names.contains(name) && name != "joint", key);
            QVERIFY2(!icon(name).isNull(), key);
            names += name;
        }
    }

private:
    ElementId elementNamed(const std::string& name) const {
        for (ElementId id : session_->document().treeOrder())
            if (session_->document().get(id).name == name) return id;
        return {};
    }
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runWindowTests<trammel::ui::LegibilityTest>(argc, argv);
}
#include "legibility_test.moc"
