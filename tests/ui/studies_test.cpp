// SPDX-License-Identifier: GPL-3.0-or-later
// "Find equilibrium" and "Vibration modes" in the real window.
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <memory>

#include "compile/catalog.h"
#include "tests/ui/images.h"
#include "tests/ui/settle.h"
#include "tests/ui/test_models.h"
#include "tests/ui/window_rig.h"
#include "ui/panels/results/equilibrium_page.h"
#include "ui/panels/results/modes_page.h"
#include "ui/panels/results/result_table.h"
#include "ui/theme/theme.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

namespace {
const QString Models = QStringLiteral(TRAMMEL_SOURCE_DIR "/models/");
}  // namespace

class StudiesTest : public QObject, protected WindowRig {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(); }

    void init() { openWindow({1200, 800}); }

    void cleanup() { closeWindow(); }

    void equilibriumIsOneUndoStep() {
        QVERIFY(window_->open(Models + "pendulum.trammel"));
        const Real before = session_->model()->getInitialState().getQ()[0];
        trigger("simulate.equilibrium");
        // The search runs in the background: the model is unchanged, then at equilibrium.
        QCOMPARE(session_->model()->getInitialState().getQ()[0], before);
        QTRY_VERIFY_WITH_TIMEOUT(std::abs(session_->model()->getInitialState().getQ()[0] - before) > 0.1, Patience);
        const State& rest = session_->model()->getInitialState();
        State pose = rest;
        QVERIFY(findEquilibrium(*session_->model(), pose).found());
        QVERIFY(std::abs(pose.getQ()[0] - rest.getQ()[0]) < 1e-9);
        session_->undo();
        QCOMPARE(session_->model()->getInitialState().getQ()[0], before);
    }

    void equilibriumSearchIsCanceledByCommandOrEdit() {
        // A chain takes a while.
        QVERIFY(window_->open(Models + "chain_100.trammel"));
        QStringList notices;
        connect(session_.get(), &Session::notice, this, [&notices](const QString& text) { notices << text; });
        const CompiledModelPtr model = session_->model();
        trigger("simulate.equilibrium");
        QVERIFY(notices.last().contains("Finding equilibrium"));
        trigger("simulate.equilibrium");
        QTRY_VERIFY_WITH_TIMEOUT(notices.last().contains("canceled"), Patience);
        QCOMPARE(session_->model(), model);

        trigger("simulate.equilibrium");
        const ElementId gravity = session_->document().elementsOf("force").at(0);
        session_->setValue("Rename", gravity, "name", std::string("Weight"));
        const CompiledModelPtr edited = session_->model();
        QTRY_VERIFY_WITH_TIMEOUT(notices.last().contains("the model changed"), Patience);
        QCOMPARE(session_->model(), edited);
    }

    void modesAreListedAndAnimated() {
        QVERIFY(window_->open(Models + "pendulum.trammel"));
        const CompiledModelPtr held = session_->model();
        trigger("simulate.equilibrium");
        QTRY_VERIFY_WITH_TIMEOUT(session_->model() != held, Patience);
        trigger("simulate.modes");
        auto* const modes = window_->findChild<ModesPage*>();
        QVERIFY(modes && modes->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!modes->isComputing() && !modes->modes().empty(), Patience);
        auto* const table = modes->findChild<QTableWidget*>("modes");
        QCOMPARE(table->rowCount(), 1);
        QCOMPARE(table->item(0, 0)->text(), QString::number(modes->modes()[0].frequencyInHertz(), 'g', 5));
        QVERIFY(modes->findChild<QLabel*>("aboutModes")->text().contains(tr("equilibrium")));

        settle({window_.get(), session_.get()});
        const QImage still = window_->view().viewport().grabImage();
        QTest::mouseClick(modes->findChild<QCheckBox*>("animate"), Qt::LeftButton, {}, QPoint(8, 8));
        QTRY_VERIFY_WITH_TIMEOUT(window_->view().viewport().grabImage() != still, Patience);
        window_->panels().hide(QStringLiteral("resultsDock"));
        QTRY_COMPARE_WITH_TIMEOUT(differingPixels(window_->view().viewport().grabImage(), still), 0, Patience);
    }

    void modesStayShownAtTheEquilibriumThatTheyRequested() {
        QVERIFY(window_->open(Models + "pendulum.trammel"));
        trigger("simulate.modes");
        auto* const modes = window_->findChild<ModesPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(modes && modes->isVisible() && !modes->isComputing(), Patience);
        const QString about = modes->findChild<QLabel*>("aboutModes")->text();
        QVERIFY2(about.contains(" rad/s², so"), qPrintable(about));
        const CompiledModelPtr held = session_->model();
        const auto buttons = modes->findChildren<QPushButton*>();
        const auto search = std::ranges::find(buttons, QStringLiteral("Find e&quilibrium"), &QPushButton::text);
        QVERIFY(search != buttons.end());
        QTest::mouseClick(*search, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(session_->model() != held && !modes->isComputing(), Patience);
        settle({window_.get(), session_.get()});
        QVERIFY(modes->isVisible());
        // The command shows it.
        trigger("simulate.equilibrium");
        QTRY_VERIFY_WITH_TIMEOUT(!modes->isVisible(), Patience);
    }

    /// A driven crank takes part in no mode.
    void modesNameElementsThatDoNotVibrate() {
        QVERIFY(window_->open(Models + "four_bar.trammel"));
        trigger("simulate.modes");
        auto* const modes = window_->findChild<ModesPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(modes && modes->isVisible() && !modes->isComputing(), Patience);
        const QString others = modes->findChild<QLabel*>("noModes")->text();
        QVERIFY2(others.contains("Driven or locked, no vibration: angle of Crank pin"), qPrintable(others));
        QVERIFY(modes->modes().empty());
    }

    void equilibriumIsListedWithCoordinatesAndLoads() {
        QVERIFY(window_->open(Models + "pendulum.trammel"));
        const CompiledModelPtr held = session_->model();
        trigger("simulate.equilibrium");
        QTRY_VERIFY_WITH_TIMEOUT(session_->model() != held, Patience);
        auto* const page = window_->findChild<EquilibriumPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(page->isVisible(), Patience);
        auto* const table = page->findChild<ResultTable*>("equilibrium");
        QVERIFY(table->rowCount() > 1);
        // The bearing carries the weight, so its force has a unit and is not zero.
        const QString csv = QString::fromUtf8(table->csv());
        const qsizetype at = csv.indexOf("reaction force,");
        QVERIFY2(at > 0, qPrintable(csv));
        // Numbers and units are in columns of their own.
        QCOMPARE(csv.mid(at).section('\n', 0, 0).section(',', 4, 4), QString("N"));
        QVERIFY2(csv.mid(at).section(',', 3, 3).toDouble() > 0.1, qPrintable(csv));
        const QString about = page->findChild<QLabel*>("aboutEquilibrium")->text();
        QVERIFY2(about.contains("Hz") && !about.contains("N or N"), qPrintable(about));
    }

    void equilibriumThatIsNotStableIsExplained() {
        QVERIFY(window_->open(Models + "free_body.trammel"));
        trigger("simulate.equilibrium");
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QPushButton*>("explainEquilibrium"), Patience);
        auto* const explain = window_->findChild<QPushButton*>("explainEquilibrium");
        QTRY_VERIFY_WITH_TIMEOUT(explain->isVisible(), Patience);
        QTest::mouseClick(explain, Qt::LeftButton);
        auto* const page = window_->findChild<QDialog*>("textWindow");
        QVERIFY(page && page->isVisible());
        page->close();
        QVERIFY(window_->open(Models + "pendulum.trammel"));
        trigger("simulate.equilibrium");
        QTRY_VERIFY_WITH_TIMEOUT(!explain->isVisible(), Patience);
    }

    void editUpdatesTheModes() {
        QVERIFY(window_->open(Models + "spring_mass_damper.trammel"));
        trigger("simulate.modes");
        auto* const modes = window_->findChild<ModesPage*>();
        QVERIFY(modes);
        QTRY_VERIFY_WITH_TIMEOUT(!modes->isComputing() && !modes->modes().empty(), Patience);
        const Real before = modes->modes().at(0).naturalFrequency();
        ElementId spring;
        for (ElementId id : session_->document().elementsOf("force")) {
            const TypeDescriptor* const type = session_->typeOf(session_->document().get(id));
            if (type && type->findProperty("stiffness")) spring = id;
        }
        QVERIFY(spring.isValid());
        const Element& element = session_->document().get(spring);
        const Real stiffness = element.valueAs<Real>(*session_->typeOf(element), "stiffness");
        session_->setValue("Stiffness", spring, "stiffness", 4 * stiffness);
        QTRY_VERIFY_WITH_TIMEOUT(
            !modes->modes().empty() && std::abs(modes->modes().at(0).naturalFrequency() - 2 * before) < 1e-6 * before,
            Patience);
    }

private:
    void trigger(const QString& id) {
        window_->commands().refresh();
        QAction* const action = window_->commands().action(id);
        QVERIFY(action->isEnabled());
        action->trigger();
    }
};

}  // namespace trammel::ui

int main(int argc, char** argv) { return trammel::ui::testing::runWindowTests<trammel::ui::StudiesTest>(argc, argv); }

#include "studies_test.moc"
