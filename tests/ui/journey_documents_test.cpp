// SPDX-License-Identifier: GPL-3.0-or-later
// Several documents in their own windows, thumbnails, templates and the tutorial.
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QUuid>
#include <algorithm>
#include <set>

#include "document/document_file.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/session/autosave.h"
#include "ui/start/first_build.h"
#include "ui/start/model_card.h"
#include "ui/start/model_info.h"
#include "ui/start/model_thumbnails.h"
#include "ui/start/template_chooser.h"
#include "ui/window/file_actions.h"

namespace trammel::ui {

using namespace testing;

class JourneyDocumentsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        // Models installed as in the package.
        QVERIFY(QDir(folder_.path()).mkpath("share/trammel"));
        QVERIFY(QFile::link(QStringLiteral(TRAMMEL_SOURCE_DIR "/models"), folder_.filePath("share/trammel/models")));
        qputenv("XDG_DATA_DIRS", folder_.filePath("share").toUtf8() + ":/usr/local/share:/usr/share");
    }
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J11_eachDocumentOpensInItsOwnWindow() {
        JourneyRig& rig = *rig_;
        MainWindow& first = *rig.window;
        const QString a = writeModel(folder_, "a.trammel", fourBarText());
        const QString b = writeModel(folder_, "b.trammel", fourBarText());
        // An untouched empty window is reused.
        QVERIFY(first.files().open(a));
        QCOMPARE(rig.windows->windows().size(), std::size_t(1));
        QVERIFY(first.files().open(b));
        QCOMPARE(rig.windows->windows().size(), std::size_t(2));
        MainWindow& second = *rig.windows->windows()[1];
        QVERIFY(second.windowTitle().startsWith("b.trammel"));
        QVERIFY(first.windowTitle().startsWith("a.trammel"));
        QVERIFY(second.pos() != first.pos());

        // Opening the same file again raises its window.
        rig.workIn(second);
        QVERIFY(second.files().open(a));
        QCOMPARE(rig.windows->windows().size(), std::size_t(2));
        QTRY_VERIFY(first.isActiveWindow());

        // Each window has its own history, modified flag and recovery copy.
        first.session().setValue("Mass", CrankBody, "mass", 0.75);
        QVERIFY(first.isWindowModified());
        QVERIFY(!second.isWindowModified());
        second.session().setValue("Mass", CrankBody, "mass", 0.25);
        first.findChild<Autosave*>()->keep();
        second.findChild<Autosave*>()->keep();
        QCOMPARE(QDir(recoveryFolder()).entryList({"*.trammel"}, QDir::Files).size(), 2);
        QVERIFY(Autosave::findRecoveryCopies().empty());
        auto* const message = first.statusBar()->findChild<QLabel*>("statusKept");
        QVERIFY(message->isVisible() && message->text().startsWith("autosaved"));

        // Both compute and draw at the same time.
        first.session().player().startNewRun();
        second.session().player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(first.session().player().time() > 0.1 && second.session().player().time() > 0.1,
                                 JourneyRig::Patience);
        first.session().player().pause();
        second.session().player().pause();
        first.view().viewport().setOrthographic(true);
        QVERIFY(!second.view().viewport().isOrthographic());
        QVERIFY(colorsIn(first.view().viewport().grabImage()) > 50);
        QVERIFY(colorsIn(second.view().viewport().grabImage()) > 50);
        rig.workIn(first);
        rig.screenshot("documents_first");
        rig.workIn(second);
        rig.screenshot("documents_second");

        // The menu lists all windows; a key cycles through them.
        QTest::keyClick(rig.window, Qt::Key_PageDown, Qt::ControlModifier);
        QTRY_VERIFY(first.isActiveWindow());
        QStringList listed;
        for (QMenu* menu : first.menuBar()->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly))
            if (QString(menu->title()).remove('&') == "Window") {
                Q_EMIT menu->aboutToShow();
                for (const QAction* action : menu->actions())
                    if (action->isCheckable()) listed += action->text();
            }
        QCOMPARE(listed, QStringList({"a.trammel*", "b.trammel*"}));

        // An unreadable file opens no window and reports the error in the requesting one.
        QVERIFY(!first.files().open(folder_.filePath("nothing.trammel")));
        rig.settle();
        QCOMPARE(rig.windows->windows().size(), std::size_t(2));
        auto* const said = first.findChild<QMessageBox*>();
        QVERIFY(said && said->isVisible());
        said->close();
    }

    void J11_elementsPasteIntoAnotherWindow() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->files().open(writeModel(folder_, "a.trammel", fourBarText())));
        const std::size_t size = rig.session->document().size();
        rig.view().setFocus();
        rig.press(Qt::Key_A, Qt::ControlModifier);
        rig.press(Qt::Key_C, Qt::ControlModifier);
        rig.press(Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(rig.windows->windows().size(), std::size_t(2));
        rig.workIn(*rig.windows->windows()[1]);
        rig.view().setFocus();
        rig.press(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(rig.session->document().size(), size);
        QVERIFY(rig.session->runBlocker().isEmpty());
        QCOMPARE(rig.windows->windows()[0]->session().history().size(), std::size_t(1));
        rig.screenshot("documents_pasted");
    }

    void J11_closingAsksForEveryUnsavedDocument() {
        JourneyRig& rig = *rig_;
        const QString a = writeModel(folder_, "a.trammel", fourBarText());
        QVERIFY(rig.window->files().open(a));
        QVERIFY(rig.window->files().open(writeModel(folder_, "b.trammel", fourBarText())));
        QVERIFY(rig.window->files().open(writeModel(folder_, "c.trammel", fourBarText())));
        const auto windows = rig.windows->windows();
        QCOMPARE(windows.size(), std::size_t(3));
        for (const std::size_t i : {0, 1}) windows[i]->session().setValue("Mass", CrankBody, "mass", 0.75);

        // Canceling one question closes nothing.
        questions_.clear();
        answer({QMessageBox::Discard, QMessageBox::Cancel});
        QVERIFY(!rig.windows->closeAll());
        QCOMPARE(questions_, QStringList({"Save the changes to a.trammel?", "Save the changes to b.trammel?"}));
        QCOMPARE(rig.windows->windows().size(), std::size_t(3));

        // A single window, saved.
        answer({QMessageBox::Save});
        windows[0]->commands().action("file.close")->trigger();
        QTRY_COMPARE(rig.windows->windows().size(), std::size_t(2));
        QFile saved(a);
        QVERIFY(saved.open(QIODevice::ReadOnly) && saved.readAll().contains("\"mass\": 0.75"));

        answer({QMessageBox::Discard});
        windows[2]->commands().action("file.quit")->trigger();
        QTRY_VERIFY(rig.windows->windows().empty());
        QVERIFY(QDir(recoveryFolder()).entryList({"*.trammel"}, QDir::Files).isEmpty());
    }

    void J1_focusedThumbnailIsAnimated() {
        JourneyRig& rig = *rig_;
        const auto cards = rig.window->findChild<QWidget*>("startPage")->findChildren<ModelCard*>();
        QCOMPARE(cards.size(), FileActions::exampleFiles().size() + 1);
        QVERIFY(cards.size() >= 13);
        for (const ModelCard* card : cards) {
            QVERIFY(!card->accessibleName().isEmpty());
            QVERIFY2(!card->accessibleDescription().isEmpty(), qPrintable(card->text()));
        }
        ModelCard* const card = cards[1];
        card->setFocus(Qt::TabFocusReason);
        const auto pictures = ModelThumbnails::shared();
        QTRY_VERIFY_WITH_TIMEOUT(pictures->of(card->path()).size() > 1, 3 * JourneyRig::Patience);
        QTRY_VERIFY(card->frame() > 0);
        const QImage early = card->grab().toImage();
        const int before = card->frame();
        QTRY_VERIFY(card->frame() != before);
        QVERIFY(card->grab().toImage() != early);
        rig.screenshot("J1_gallery");

        // Arrow keys move between cards; Enter opens a copy that needs no saving.
        rig.press(Qt::Key_Right);
        QVERIFY(cards[2]->hasFocus());
        QCOMPARE(card->frame(), 0);
        rig.press(Qt::Key_Left);
        QVERIFY(card->hasFocus());
        rig.press(Qt::Key_Return);
        QTRY_VERIFY(rig.session->document().size() > 0);
        QVERIFY(rig.session->path().isEmpty());
        QVERIFY(!rig.session->isDirty());
        QCOMPARE(QString::fromStdString(rig.session->document().name()), card->text());
        QCOMPARE(rig.windows->windows().size(), std::size_t(1));

        // Thumbnails are cached on disk.
        QVERIFY(!QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + "/pictures")
                     .entryList({"*.png"})
                     .isEmpty());
    }

    void J1_thumbnailsWaitWhileAModelIsOpen() {
        JourneyRig& rig = *rig_;
        const auto pictures = ModelThumbnails::shared();
        rig.window->findChild<QWidget*>("startPage")->findChildren<ModelCard*>()[1]->setFocus(Qt::TabFocusReason);
        rig.press(Qt::Key_Return);
        QTRY_VERIFY(rig.session->document().size() > 0);
        QTRY_VERIFY_WITH_TIMEOUT(pictures->isIdle(), 3 * JourneyRig::Patience);
        // A model that no earlier test has left in the cache on disk.
        QTemporaryDir folder;
        QString text = fourBarText();
        text.replace("\"name\": \"Four-bar\"",
                     "\"name\": \"" + QUuid::createUuid().toString(QUuid::WithoutBraces) + "\"");
        const QString file = writeModel(folder, "unknown.trammel", text);
        QVERIFY(pictures->of(file).empty() && pictures->isIdle());
        rig.settle();
        QVERIFY(pictures->of(file).empty());

        // Rendering continues once they are shown.
        const std::shared_ptr<const void> shown = pictures->show();
        QVERIFY(!pictures->isIdle());
        QTRY_VERIFY_WITH_TIMEOUT(!pictures->of(file).empty(), 3 * JourneyRig::Patience);
    }

    void J3_tutorialGuidesTheFirstFourBar() {
        JourneyRig& rig = *rig_;
        auto* const card = rig.window->findChild<QWidget*>("startPage")->findChild<ModelCard*>();
        QCOMPARE(card->text(), QStringLiteral("Build your first four-bar"));
        QTest::mouseClick(card, Qt::LeftButton);
        FirstBuild& guide = rig.window->firstBuild();
        QTRY_VERIFY(guide.isVisible());
        QVERIFY(!rig.window->findChild<QWidget*>("startPage")->isVisible());
        QVERIFY(rig.window->view().tools().host().tool());
        QCOMPARE(guide.step(), 0);
        rig.screenshot("J3_led_0");
        rig.click(Vec3(0.));
        QCOMPARE(guide.step(), 1);
        rig.hover(Vec3(0, 0.08, 0));
        rig.type("100 mm");
        rig.press(Qt::Key_Return);
        QCOMPARE(guide.step(), 2);
        rig.hover(Vec3(0.25, 0.22, 0));
        rig.type("350 mm");
        rig.press(Qt::Key_Return);
        QCOMPARE(guide.step(), 3);
        rig.screenshot("J3_led_3");
        rig.hover(Vec3(0.4, 0, 0));
        rig.type("250 mm");
        rig.click(Vec3(0.4, 0, 0));
        QCOMPARE(guide.step(), 4);
        // Undo goes back a step, redo forward.
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(guide.step(), 3);
        rig.press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(guide.step(), 4);
        rig.press(Qt::Key_V);
        rig.choose(Vec3(0.), {"Add motor"});
        QVERIFY(QApplication::focusWidget() && QApplication::focusWidget()->objectName() == "promptField");
        rig.type("60 rpm");
        rig.press(Qt::Key_Return);
        QCOMPARE(guide.step(), 5);
        rig.press(Qt::Key_F5);
        QTRY_COMPARE(guide.step(), guide.stepCount());
        rig.screenshot("J3_led_done");
    }

    void J2_newDocumentFromTemplate() {
        JourneyRig& rig = *rig_;
        const QStringList shipped = modelFilesIn(shippedTemplates());
        QVERIFY(shipped.size() >= 5);
        whenShown<TemplateChooser>(this, [&](TemplateChooser* chooser) {
            QCOMPARE(chooser->findChildren<ModelCard*>().size(), shipped.size());
            QTRY_VERIFY_WITH_TIMEOUT(ModelThumbnails::shared()->isIdle(), 5 * JourneyRig::Patience);
            chooser->grab().save("journey_J2_templates.png");
            QTest::keyClick(chooser->findChildren<ModelCard*>().front(), Qt::Key_Return);
        });
        rig.press(Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(rig.session->document().size() > 0);
        QVERIFY(rig.session->path().isEmpty());
        QVERIFY(!rig.session->isDirty());
        QVERIFY(rig.session->runBlocker().isEmpty());
        rig.screenshot("J2_from_template");

        // A template of the user.
        whenShown<TemplateForm>(this, [](TemplateForm* form) {
            form->findChild<QLineEdit*>()->setText("My rig, small");
            form->findChild<QPlainTextEdit*>()->setPlainText("What I always begin with.");
            form->grab().save("journey_J2_template_form.png");
            form->accept();
        });
        const std::string before = contentHash(rig.session->document());
        rig.window->commands().action("file.saveAsTemplate")->trigger();
        QCOMPARE(contentHash(rig.session->document()), before);
        const QStringList own = modelFilesIn(ownTemplates());
        QCOMPARE(own.size(), 1);
        QVERIFY(own.front().endsWith("/my_rig_small.trammel"));
        QCOMPARE(ModelInfo::of(own.front()).title, QStringLiteral("My rig, small"));
        QCOMPARE(ModelInfo::of(own.front()).description, QStringLiteral("What I always begin with."));

        whenShown<TemplateChooser>(this, [](TemplateChooser* chooser) {
            const auto cards = chooser->findChildren<ModelCard*>();
            const auto mine = std::find_if(cards.begin(), cards.end(),
                                           [](const ModelCard* card) { return card->text() == "My rig, small"; });
            QVERIFY(mine != cards.end());
            QTest::mouseClick(*mine, Qt::LeftButton);
        });
        rig.window->commands().action("file.newFromTemplate")->trigger();
        QCOMPARE(rig.windows->windows().size(), std::size_t(2));
        const Document& made = rig.windows->windows()[1]->session().document();
        QCOMPARE(made.size(), rig.session->document().size());
        QCOMPARE(made.name(), std::string("My rig, small"));
    }

private:
    static QString recoveryFolder() {
        return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
    }
    static int colorsIn(const QImage& image) {
        std::set<QRgb> colors;
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3) colors.insert(image.pixel(x, y));
        return static_cast<int>(colors.size());
    }
    /// Answers the coming questions with these buttons, in this order.
    void answer(QList<QMessageBox::StandardButton> buttons) {
        whenShown<QMessageBox>(this, [this, buttons](QMessageBox* box) {
            questions_ += box->text();
            if (buttons.size() > 1) answer(buttons.mid(1));
            QTest::mouseClick(box->button(buttons.front()), Qt::LeftButton);
        });
    }

    QTemporaryDir folder_;
    QStringList questions_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyDocumentsTest> addJourneyDocumentsTest;

#include "journey_documents_test.moc"
