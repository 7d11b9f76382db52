// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys with element types in C++: a new type, sources saved repeatedly, and a model from an untrusted source.
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>

#include "authoring/displace.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/plugin_types.h"
#include "document/document_file.h"
#include "extension/loaded_plugins.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/dialogs/new_plugin_dialog.h"
#include "ui/dialogs/plugins_window.h"
#include "ui/session/plugin_host.h"
#include "ui/view/problem_marks.h"

namespace trammel::ui {

using namespace testing;

class JourneyPluginsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        PluginHost::instance().setExaminer(QStringLiteral(TRAMMEL_CLI));
    }
    void cleanup() {
        PluginHost& host = PluginHost::instance();
        // Otherwise a project that is still watched would be built during the next journey.
        for (const QString& name : host.followed()) host.remove(name);
        for (const LoadedPlugin& plugin : loadedPlugins()) host.remove(QString::fromStdString(plugin.name));
        host.cancel();
        rig_.reset();
    }

    void J24_savedSourcesAreRebuilt() {
        JourneyRig& rig = *rig_;
        PluginHost& host = PluginHost::instance();
        const QString folder = makeProject();
        host.openProject(folder);
        QTRY_COMPARE_WITH_TIMEOUT(loadedPlugins().size(), std::size_t(1), JourneyRig::Patience);

        // The type has a command, and an element of it a form.
        QVERIFY(rig.window->open(writeModel(folder_, "thrust.trammel", modelText())));
        const ElementId thrust = rig.named("Thrust");
        QVERIFY(rig.session->typeOf(rig.session->document().get(thrust)));
        QVERIFY(rig.window->commands().action("build.force.thrust.thrust")->isEnabled());
        rig.session->select(thrust);
        rig.settle();
        const double weak = acceleration();
        QVERIFY(weak > 0);

        // A run, and a frame of it.
        rig.press(Qt::Key_F5);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        player.seekTime(0.5);
        rig.settle();

        // Each saved version rebuilds the model; the run stays, and the next one branches.
        for (int i = 0; i < 4; ++i) {
            save(folder, i % 2 ? "weaker" : "stronger");
            QTRY_COMPARE_WITH_TIMEOUT(acceleration(), i % 2 ? weak : 2 * weak, JourneyRig::Patience);
        }
        rig.settle();
        QVERIFY(player.run());
        QVERIFY(player.isBranching());
        QCOMPARE(rig.session->runs().entries().size(), std::size_t(1));
        rig.screenshot("J24_reloaded");

        // A mistake appears with file and line, and the last version stays.
        save(folder, "broken");
        const auto broken = [&] {
            return std::ranges::any_of(rig.session->problems(), [](const Diagnostic& d) {
                return d.place.ends_with("thrust.cpp, line 3") && d.message == "'strenght' was not declared";
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(broken(), JourneyRig::Patience);
        QCOMPARE(acceleration(), weak);
        rig.screenshot("J24_error");
        save(folder, "stronger");
        QTRY_COMPARE_WITH_TIMEOUT(acceleration(), 2 * weak, JourneyRig::Patience);
        QVERIFY(!broken());
    }

    void J24_anUntrustedModelAsksFirst() {
        JourneyRig& rig = *rig_;
        QDir(folder_.path()).mkpath("stranger/plugins");
        const QString copy = folder_.filePath("stranger/plugins/thrust.so");
        QVERIFY(QFile::copy(QStringLiteral(TEST_PLUGINS "/weaker_plugin.so"), copy));
        const QString model = folder_.filePath("stranger/thrust.trammel");
        writeText(model, modelText());

        // Without the plugin, its elements are kept and saved unchanged.
        QString asked;
        answerQuestion("Open without", asked);
        QVERIFY(rig.window->open(model));
        QVERIFY2(asked.contains(copy), qPrintable(asked));
        QVERIFY(loadedPlugins().empty());
        const ElementId thrust = rig.named("Thrust");
        QVERIFY(thrust.isValid());
        rig.session->select(thrust);
        rig.screenshot("J24_without");
        const auto missing = [](const Diagnostic& d) { return d.message.find("'thrust'") != std::string::npos; };
        QVERIFY(std::ranges::any_of(rig.session->problems(), missing));
        const auto isOfThrust = [&](const Diagnostic& d) { return d.element == thrust; };
        QCOMPARE(std::ranges::count_if(rig.session->problems(), isOfThrust), 1);
        const QList<QLabel*> labels = rig.window->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* each) {
            return each->text().startsWith("The plugin thrust is not loaded; the element is kept.");
        }));

        // Remembered for this content: no question follows.
        QVERIFY(PluginHost::rememberedAnswer(copy) == std::optional(false));
        QVERIFY(!askToLoadPlugin(rig.window, "thrust", copy));
        // Names that are paths are not searched for.
        const Result<Document> strange = readDocument(
            R"({"trammel": 1, "name": "S", "elements": [
                {"id": 1, "family": "force", "type": "/tmp/thrust.thrust", "name": "Thrust"}]})",
            builtinCatalog());
        QVERIFY(strange);
        QVERIFY(PluginHost::findNeeds(*strange, model).empty());

        // Loaded by hand, the elements get their type.
        PluginHost::instance().load(copy);
        QTRY_VERIFY_WITH_TIMEOUT(!loadedPlugins().empty(), JourneyRig::Patience);
        QVERIFY(rig.session->typeOf(rig.session->document().get(rig.named("Thrust"))));
        QVERIFY(acceleration() > 0);
        QVERIFY(std::ranges::none_of(rig.session->problems(), missing));
    }

    void J24_anElementWithoutItsPluginIsDrawnBetweenItsBodies() {
        JourneyRig& rig = *rig_;
        QString text = fourBarText();
        text.replace("\"elements\": [", R"("elements": [
            {"id": 12, "family": "force", "type": "thrust.pull", "name": "Pull",
             "references": {"first": 1, "second": 3, "third": 400, "fourth": "one"}},)");
        QVERIFY(rig.window->open(writeModel(folder_, "pull.trammel", text)));
        rig.settle();
        rig.screenshot("J24_placeholder");
        Scene marks;
        appendProblemMarks(*rig.session, rig.window->workspace().units(), marks);
        const CompiledModel& model = *rig.session->model();
        const auto origin = [&](const char* body) {
            return findElementFrame(model, model.getInitialState(), rig.named(body))->p();
        };
        QVERIFY(std::ranges::any_of(marks.geometry, [&](const DecorativeGeometry& g) {
            const auto* const line = std::get_if<decor::Line>(&g.getShape());
            return line && line->from == origin("Crank") && line->to == origin("Rocker");
        }));
        QVERIFY(std::ranges::any_of(marks.geometry, [&](const DecorativeGeometry& g) {
            const auto* const name = std::get_if<decor::Text>(&g.getShape());
            return name && name->text == "⚠ Pull";
        }));
    }

    void J24_aPluginThatDoesNotEndIsNotLoaded() {
        JourneyRig& rig = *rig_;
        PluginHost::setTimeLimit(0.5);
        QSignalSpy notices(rig.session, &Session::notice);
        PluginHost::instance().load(QStringLiteral(TEST_PLUGINS "/hanging_plugin.so"));
        const auto told = [&] {
            return std::ranges::any_of(rig.session->problems(), [](const Diagnostic& d) {
                return d.message.find("did not answer within 0.5 s") != std::string::npos;
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(told(), JourneyRig::Patience);
        QVERIFY(loadedPlugins().empty());
        QTRY_VERIFY_WITH_TIMEOUT(!notices.isEmpty(), JourneyRig::Patience);
        QCOMPARE(notices.last().first().toString(), QStringLiteral("The plugin is not loaded; see Problems."));
        // An attempt is forgotten when the next one starts.
        PluginHost::setTimeLimit(100);
        PluginHost::instance().load(QStringLiteral(TEST_PLUGINS "/weaker_plugin.so"));
        QVERIFY(!told());
        QTRY_VERIFY_WITH_TIMEOUT(!loadedPlugins().empty(), JourneyRig::Patience);
        QVERIFY(!told());
    }

    void J24_pluginsOfACrashAreNamedOnce() {
        QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
        const QStringList files{QStringLiteral("/a/thrust.so")};
        QSettings().setValue(QStringLiteral("plugins/inUse/0"), files);
        QCOMPARE(PluginHost::takeCrashed(), files);
        QVERIFY(PluginHost::takeCrashed().isEmpty());
    }

    void J24_examplesOfTheGuideOpenWithTheirPage() {
        JourneyRig& rig = *rig_;
        const QByteArray home = qgetenv("HOME");
        const auto restoreHome = qScopeGuard([&home] { qputenv("HOME", home); });
        qputenv("HOME", folder_.path().toUtf8());
        const QString copy = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + "/trammel-guide";
        rig.window->commands().action("guide.knee_by_splines")->trigger();
        rig.settleView();
        QCOMPARE(rig.session->path(), copy + "/models/knee_by_splines.trammel");
        QVERIFY(rig.named("Knee").isValid());
        QVERIFY(PluginHost::instance().activity().contains("guide"));
        // Another example leaves the build of the plugin as it is.
        QSignalSpy changes(&PluginHost::instance(), &PluginHost::changed);
        PluginHost::instance().openProject(copy);
        QCOMPARE(changes.count(), 0);
        PluginHost::instance().cancel();

        // The page begins with the section of the example.
        auto* const help = rig.window->findChild<QDialog*>("textWindow");
        QVERIFY(help);
        QCOMPARE(help->windowTitle(), QStringLiteral("Examples of the guide"));
        auto* const page = help->findChild<QTextBrowser*>();
        help->grab().save("journey_J24_guide_page.png");
        QStringList top;
        for (int y = 0; y < 60; y += 5) top += page->cursorForPosition(QPoint(20, y)).block().text();
        QVERIFY2(top.contains("Knee by splines"), qPrintable(top.join('|')));
        rig.screenshot("J24_guide");
        help->close();

        // Changes of the reader are kept.
        writeText(copy + "/guide.cpp", "mine");
        rig.window->commands().action("guide.events")->trigger();
        PluginHost::instance().cancel();
        QFile source(copy + "/guide.cpp");
        QVERIFY(source.open(QFile::ReadOnly));
        QCOMPARE(source.readAll(), QByteArray("mine"));
    }

    void J24_modelsOfTheGuideRunInTheWindow() {
        PluginHost::instance().load(QStringLiteral(TEST_PLUGINS "/guide.so"));
        QTRY_VERIFY_WITH_TIMEOUT(!loadedPlugins().empty(), JourneyRig::Patience);
        for (const char* const name : {"repulsive_force", "events"}) {
            // First, so that the new window keeps the focus.
            rig_.reset();
            rig_ = std::make_unique<JourneyRig>();
            JourneyRig& rig = *rig_;
            QVERIFY(rig.window->open(
                QStringLiteral(TRAMMEL_SOURCE_DIR "/resources/plugins/guide/models/%1.trammel").arg(name)));
            for (ElementId id : rig.session->document().treeOrder())
                QVERIFY2(rig.session->typeOf(rig.session->document().get(id)), name);
            rig.view().setFocus();
            rig.press(Qt::Key_F5);
            Player& player = rig.session->player();
            QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
            QVERIFY2(player.status().phase != RunPhase::Failed, player.status().message.c_str());
            player.pause();
            player.seekTime(0.4);
            rig.settle();
            rig.screenshot(QStringLiteral("J24_guide_%1").arg(name));
        }
    }

    void J24_aSecondWindowHasTheTypesOfPlugins() {
        JourneyRig& rig = *rig_;
        const QString guide = QStringLiteral(TRAMMEL_SOURCE_DIR "/resources/plugins/guide/models/");
        PluginHost::instance().load(QStringLiteral(TEST_PLUGINS "/guide.so"));
        QTRY_VERIFY_WITH_TIMEOUT(!loadedPlugins().empty(), JourneyRig::Patience);
        MainWindow& first = *rig.window;
        QVERIFY(first.open(guide + "events.trammel"));
        // Joints of a window that was open before can be changed to its joints.
        const ElementId hinge = rig.session->document().elementsOf("joint").front();
        rig.session->select(hinge);
        rig.settle();
        QAction* const change = first.commands().action("edit.type.guide.ownBall");
        QVERIFY(change->isEnabled());
        const QList<QAction*> entries = first.menuBar()->actions()[1]->menu()->actions();
        const auto isTypes = [](const QAction* each) { return each->text() == MainWindow::tr("Change t&ype"); };
        QMenu* const types = (*std::ranges::find_if(entries, isTypes))->menu();
        Q_EMIT types->aboutToShow();
        QVERIFY(types->actions().contains(change));
        change->trigger();
        rig.settle();
        QCOMPARE(rig.session->document().get(hinge).type, std::string("guide.ownBall"));
        first.commands().action("edit.undo")->trigger();
        rig.settle();
        QVERIFY(!rig.session->isDirty());
        QVERIFY(first.open(guide + "own_ball.trammel"));
        QCOMPARE(rig.windows->windows().size(), std::size_t(2));
        rig.workIn(*rig.windows->windows().back());
        QAction* const ball = rig.window->commands().action("build.joint.guide.ownBall");
        QVERIFY(ball->isEnabled());
        auto* const joints = rig.window->findChild<QToolButton*>("add.joint");
        QVERIFY(joints && joints->menu()->actions().contains(ball));
        for (MainWindow* const window : rig.windows->windows()) {
            rig.workIn(*window);
            rig.view().setFocus();
            rig.press(Qt::Key_F5);
        }
        rig.workIn(first);
        Player& player = rig.session->player();
        QTRY_VERIFY_WITH_TIMEOUT(player.run() && !player.isComputing(), JourneyRig::Patience);
        player.pause();
        player.seekTime(0.4);
        rig.settle();
        QCOMPARE(player.status().phase, RunPhase::Finished);
        rig.screenshot("J24_two_windows");
    }

    void J24_aNewElementTypeOpensItsFolder() {
        JourneyRig& rig = *rig_;
        QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "noteUrl");
        opened_.clear();
        QTimer hand;
        connect(&hand, &QTimer::timeout, this, [&] {
            auto* const dialog = rig.window->findChild<NewPluginDialog*>();
            if (!dialog || !dialog->isVisible()) return;
            hand.stop();
            dialog->findChild<QLineEdit*>("pluginName")->setText("my_magnet");
            dialog->findChild<QLineEdit*>("pluginFolder")->setText(folder_.path());
            dialog->grab().save("journey_J24_new_type.png");
            dialog->accept();
        });
        constexpr int soon = 50;
        hand.start(soon);
        rig.window->commands().action("build.newType")->trigger();
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        QCOMPARE(opened_, folder_.filePath("my_magnet"));
        QVERIFY(QFile::exists(folder_.filePath("my_magnet/my_magnet.cpp")));
        QVERIFY(PluginHost::instance().activity().contains("my_magnet"));

        rig.window->commands().action("build.plugins")->trigger();
        rig.settleView();
        auto* const plugins = rig.window->findChild<PluginsWindow*>();
        QVERIFY(plugins && plugins->isVisible());
        plugins->grab().save("journey_J24_plugins.png");
        plugins->close();
        PluginHost::instance().cancel();
    }

public Q_SLOTS:
    void noteUrl(const QUrl& url) { opened_ = url.toLocalFile(); }

private:
    static void writeText(const QString& path, const QString& text) {
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(text.toUtf8());
    }
    /// A block that floats, and a force of the plugin on it.
    static QString modelText() {
        return QStringLiteral(R"({"trammel": 1, "name": "Thrust", "elements": [
            {"id": 1, "family": "body", "type": "box", "name": "Block"},
            {"id": 2, "family": "force", "type": "thrust.thrust", "name": "Thrust", "references": {"body": 1}}]})");
    }
    /// A project whose build copies the prebuilt plugin that its source names; another test covers the compiler.
    QString makeProject() {
        const QString folder = folder_.filePath("thrust");
        QDir().mkpath(folder);
        writeText(folder + "/CMakeLists.txt", QStringLiteral(R"(cmake_minimum_required(VERSION 3.25)
project(thrust LANGUAGES NONE)
# trammel_add_plugin(thrust thrust.cpp)
add_custom_target(thrust ALL COMMAND ${CMAKE_COMMAND} -P ${CMAKE_SOURCE_DIR}/take.cmake)
)"));
        writeText(folder + "/take.cmake", QStringLiteral(R"(file(READ ${CMAKE_CURRENT_LIST_DIR}/thrust.cpp version)
string(STRIP "${version}" version)
if(version STREQUAL "broken")
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${CMAKE_CURRENT_LIST_DIR}/thrust.cpp:3:1: error: 'strenght' was not declared")
  message(FATAL_ERROR "no")
endif()
file(COPY_FILE )" TEST_PLUGINS R"(/${version}_plugin.so ${CMAKE_CURRENT_LIST_DIR}/build/thrust.so)
)"));
        save(folder, "weaker");
        return folder;
    }
    static void save(const QString& folder, const QString& version) { writeText(folder + "/thrust.cpp", version); }

    /// Acceleration of the block along x in the current model.
    double acceleration() {
        const CompiledModel& model = *rig_->session->model();
        State s = model.getInitialState();
        model.getSystem().realize(s, Stage::Acceleration);
        return model.getData().built->matter->getBodyAcceleration(s, MobilizedBodyIndex(1))[1][0];
    }
    /// Clicks a button of the next question about a plugin, and notes what it says.
    void answerQuestion(const QString& button, QString& said) {
        auto* const hand = new QTimer(this);
        constexpr int soon = 50;
        hand->setInterval(soon);
        connect(hand, &QTimer::timeout, this, [hand, button, &said] {
            auto* const box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box) return;
            hand->deleteLater();
            said = box->text() + box->informativeText();
            box->grab().save("journey_J24_question.png");
            for (QAbstractButton* each : box->buttons())
                if (each->text() == button) each->click();
        });
        hand->start();
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
    QString opened_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyPluginsTest> addJourneyPluginsTest;

#include "journey_plugins_test.moc"
