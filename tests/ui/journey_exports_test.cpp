// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J12: export of tables, images and videos, and the same numbers from the command line.
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QProgressBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <algorithm>
#include <set>
#include <sstream>

#include "document/document_file.h"
#include "export/exporter.h"
#include "runtime/run_table.h"
#include "runtime/stored_run.h"
#include "tests/ui/journeys.h"
#include "tests/ui/run_journey.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/image_exports.h"
#include "ui/dialogs/video_writer.h"

namespace trammel::ui {

using namespace testing;

class JourneyExportsTest : public RunJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J12_theProposedSizeSuitsTheFormat() {
        open("four_bar.trammel");
        ExportDialog* const dialog = openExport();
        const QList<QSpinBox*> boxes = dialog->findChildren<QSpinBox*>();
        const auto width = std::ranges::find(boxes, QStringLiteral("Width"), &QWidget::accessibleName);
        QVERIFY(width != boxes.end());
        const auto widthFor = [&](const char* kind) {
            dialog->choose(kind);
            return (*width)->value();
        };
        QCOMPARE(widthFor("image"), 3840);
        QCOMPARE(widthFor("mp4"), 1920);
        QCOMPARE(widthFor("gif"), 640);
        QCOMPARE(widthFor("csv"), 640);
        QCOMPARE(widthFor("image"), 3840);
        // A size that was chosen stays.
        dialog->setImageSize({1000, 500});
        QCOMPARE(widthFor("gif"), 1000);
    }

    void J12_tablesAndImagesAreExportedAndCancelable() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        open("four_bar.trammel");
        session.setValue("Duration", rig.named("Simulation"), "duration", 1.);
        session.player().startNewRun();
        session.player().pause();
        waitForAll();
        session.player().seekTime(0.4);
        ExportDialog* const dialog = openExport();
        const auto write = [&](const QString& kind, const QString& name) { return this->write(*dialog, kind, name); };

        // The table equals that of the command line byte for byte.
        QVERIFY(write("csv", "run.csv"));
        QFile csv(folder_.filePath("run.csv"));
        QVERIFY2(csv.open(QIODevice::ReadOnly), qPrintable(dialog->statusText()));
        QVERIFY(session.save(session.path()).empty());
        const Result<Document> document = readDocumentFile(session.path().toStdString(), builtinCatalog());
        const CompiledModelPtr model = *compileDocument(*document);
        RunOptions options;
        options.settings = model->getSettings();
        SimulationRun headless(model, model->getInitialState(), options);
        headless.start();
        headless.wait();
        std::ostringstream table;
        writeTable(headless, TableFormat::Csv, table);
        QCOMPARE(csv.readAll(), QByteArray::fromStdString(table.str()));

        // A 4K image without background.
        dialog->setImageSize({3840, 2160});
        dialog->setTransparent(true);
        QVERIFY(write("image", "instant.png"));
        const QImage picture(folder_.filePath("instant.png"));
        QCOMPARE(picture.size(), QSize(3840, 2160));
        QCOMPARE(qAlpha(picture.pixel(2, 2)), 0);
        int drawn = 0;
        for (int y = 0; y < picture.height(); y += 8)
            for (int x = 0; x < picture.width(); x += 8) drawn += qAlpha(picture.pixel(x, y)) > 200;
        // Only the mechanism is drawn.
        QVERIFY(drawn > 500);
        QVERIFY(drawn < picture.width() / 8 * (picture.height() / 8) / 4);
        picture.scaled(960, 540).save("journey_J12_picture.png");

        // One image per frame.
        dialog->setImageSize({320, 180});
        dialog->setRate(10, 0.5);
        QVERIFY(write("images", "film.png"));
        QVERIFY2(dialog->statusText().startsWith("21 images"), qPrintable(dialog->statusText()));
        QVERIFY(QFile::exists(folder_.filePath("film_00020.png")));
        QVERIFY(!QFile::exists(folder_.filePath("film_00021.png")));
        QVERIFY(QImage(folder_.filePath("film_00000.png")) != QImage(folder_.filePath("film_00003.png")));
        rig.screenshot("J12_dialog");
        dialog->grab().save("journey_J12_export.png");

        // A canceled table leaves no file, and no image is exported after it.
        dialog->choose("images");
        dialog->setPath(folder_.filePath("short.png"));
        dialog->start();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder_.filePath("short_00001.png")), JourneyRig::Patience);
        dialog->cancel();
        QVERIFY(!dialog->isBusy());
        QVERIFY(dialog->statusText().startsWith("Canceled"));
        QVERIFY(!QFile::exists(folder_.filePath("short_00020.png")));
        dialog->choose("csv");
        dialog->setPath(folder_.filePath("no/such/folder.csv"));
        dialog->start();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), JourneyRig::Patience);
        dialog->grab().save("journey_J12_export_error.png");
        QVERIFY2(
            dialog->statusText().startsWith(folder_.filePath("no/such/folder.csv") + ": The folder does not exist."),
            qPrintable(dialog->statusText()));
    }

    void J12_videoShowsTheSectionOfTheView() {
        JourneyRig& rig = *rig_;
        openShort();
        ExportDialog* const dialog = openExport();
        dialog->setImageSize({320, 180});
        dialog->setTransparent(true);
        dialog->setTimes(0, 0.4);
        dialog->setRate(5, 1);
        // Number of drawn pixels of each image.
        const auto film = [&](const QString& name) {
            std::vector<int> drawn;
            if (!write(*dialog, "images", name + ".png")) return drawn;
            for (int i = 0; i < 3; ++i) {
                const QImage picture(folder_.filePath(QStringLiteral("%1_0000%2.png").arg(name).arg(i)));
                drawn.push_back(0);
                for (int y = 0; y < picture.height(); ++y)
                    for (int x = 0; x < picture.width(); ++x) drawn.back() += qAlpha(picture.pixel(x, y)) > 128;
            }
            return drawn;
        };
        rig.view().setStandardView(StandardView::Front);
        const std::vector<int> whole = film("whole");
        rig.window->commands().action("show.section.x")->trigger();
        const std::vector<int> cut = film("cut");
        QCOMPARE(cut.size(), whole.size());
        for (std::size_t i = 0; i < whole.size(); ++i)
            QVERIFY2(whole[i] > 1000 && cut[i] < 0.8 * whole[i] && cut[i] > 0.1 * whole[i],
                     qPrintable(QStringLiteral("%1 of %2").arg(cut[i]).arg(whole[i])));
    }

    void J12_everyExportOfTheRegistriesWritesAFile() {
        openShort();
        ExportDialog* const dialog = openExport();
        dialog->setImageSize({64, 48});
        dialog->setTimes(0, 0.1);
        QStringList keys;
        for (const ExportFormat& format : exportFormats()) keys += QString::fromStdString(format.key);
        for (const ImageExport& format : imageExports())
            if (!format.video || VideoWriter::unsupportedReason(*format.video).isEmpty()) keys += format.key;
        QCOMPARE(std::set<QString>(keys.begin(), keys.end()).size(), std::size_t(keys.size()));
        for (const QString& key : keys) {
            const QString folder = folder_.filePath("every/" + key);
            QVERIFY(QDir().mkpath(folder));
            dialog->setPath(folder + "/old");
            dialog->choose(key);
            dialog->start();
            QVERIFY(QTest::qWaitFor([&] { return !dialog->isBusy(); }, JourneyRig::Patience));
            const QFileInfoList written = QDir(folder).entryInfoList(QDir::Files);
            QVERIFY2(!written.isEmpty(), qPrintable(key + ": " + dialog->statusText()));
            for (const QFileInfo& file : written) QVERIFY2(file.size() > 0, qPrintable(file.filePath()));
        }
    }

    void J12_videoIsExportedAndCancelable() {
        if (VideoWriter::program().isEmpty()) QSKIP("ffmpeg is not installed");
        openShort();
        ExportDialog* const dialog = openExport();
        // At half speed, with the time in the image.
        dialog->setImageSize({480, 272});
        dialog->setRate(30, 0.5);
        dialog->setTimes(0.2, 0.6);
        dialog->setTimeStamp(true);
        constexpr int pictures = 1 + int(0.4 / 0.5 * 30);
        struct Row {
            const char* kind;
            const char *name, *codec;
        };
        for (const Row& row :
             {Row{"mp4", "film.mp4", "h264"}, Row{"webm", "film.webm", "vp9"}, Row{"gif", "film.gif", "gif"}}) {
            QVERIFY(write(*dialog, row.kind, row.name));
            QVERIFY2(dialog->statusText().contains("25 frames"), qPrintable(dialog->statusText()));
            QProcess probe;
            probe.start("ffprobe", {"-v", "error", "-count_frames", "-show_entries",
                                    "stream=codec_name,width,height,nb_read_frames", "-of", "default=nw=1",
                                    folder_.filePath(row.name)});
            QVERIFY(probe.waitForFinished());
            const QString found = probe.readAllStandardOutput();
            QVERIFY2(found.contains(QStringLiteral("codec_name=%1").arg(row.codec)), qPrintable(found));
            QVERIFY2(found.contains("width=480"), qPrintable(found));
            QVERIFY2(found.contains(QStringLiteral("nb_read_frames=%1").arg(pictures)), qPrintable(found));
            QVERIFY(!QFile::exists(folder_.filePath(row.name) + ".part"));
        }
        // The video shows the run: its first frame differs from the last.
        QProcess split;
        split.start("ffmpeg",
                    {"-loglevel", "error", "-i", folder_.filePath("film.mp4"), folder_.filePath("of_%02d.png")});
        QVERIFY(split.waitForFinished());
        const QImage first(folder_.filePath("of_01.png")), last(folder_.filePath("of_25.png"));
        QVERIFY(!first.isNull() && first != last);
        last.save("journey_J12_video.png");
        dialog->grab().save("journey_J12_video_dialog.png");

        // Canceling leaves no file and no process.
        dialog->setImageSize({1280, 720});
        dialog->setTimes(0, 1);
        dialog->choose("mp4");
        dialog->setPath(folder_.filePath("long.mp4"));
        dialog->start();
        auto* const progress = dialog->findChild<QProgressBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(progress->value() > 20, JourneyRig::Patience);
        QVERIFY(dialog->isBusy());
        dialog->cancel();
        QVERIFY(!dialog->isBusy());
        QVERIFY(dialog->statusText().startsWith("Canceled"));
        QVERIFY(QDir(folder_.path()).entryList({"long*"}).isEmpty());
        // An unwritable target is reported at once.
        QVERIFY(write(*dialog, "webm", "no/such/folder.webm"));
        QVERIFY2(
            dialog->statusText().startsWith(folder_.filePath("no/such/folder.webm") + ": The folder does not exist."),
            qPrintable(dialog->statusText()));
    }

    void J12_withoutFfmpegNumberedImagesAreWritten() {
        openShort();
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", folder_.path().toUtf8());
        ExportDialog* const dialog = openExport();
        dialog->setImageSize({160, 90});
        dialog->setRate(10, 1);
        dialog->choose("mp4");
        QVERIFY2(dialog->statusText().contains("ffmpeg"), qPrintable(dialog->statusText()));
        QVERIFY(write(*dialog, "mp4", "without.mp4"));
        qputenv("PATH", path);
        QVERIFY2(dialog->statusText().startsWith("11 images") && dialog->statusText().contains("ffmpeg"),
                 qPrintable(dialog->statusText()));
        QCOMPARE(QDir(folder_.path()).entryList({"without_*.png"}).size(), 11);
        QVERIFY(!QFile::exists(folder_.filePath("without.mp4")));
    }

    void J12_imagesMatchTheView() {
        JourneyRig& rig = *rig_;
        openShort();
        rig.session->player().seekTime(0.3);
        ExportDialog* const dialog = openExport();
        dialog->setImageSize({640, 400});
        const auto draw = [&](const char* name) {
            if (!write(*dialog, "image", name)) qWarning("no image");
            return QImage(folder_.filePath(name));
        };
        const auto trigger = [&](const char* id) { rig.window->commands().action(id)->trigger(); };
        // Traces are collected in the background.
        rig.settle();
        const QImage plain = draw("plain.png");
        QVERIFY2(draw("again.png") == plain, "two images of one frame differ");
        for (const char* id : {"show.arrow.velocity", "show.sign.jointFrame", "show.sign.inertia", "show.instants",
                               "show.shadows", "view.grid", "show.role.joints"}) {
            trigger(id);
            // Ghost frames are collected in the background, like traces.
            rig.settle();
            QVERIFY2(draw("other.png") != plain, id);
            trigger(id);
            QVERIFY2(draw("again.png") == plain, id);
        }
        // Hidden elements are also absent from images of the run.
        dialog->setRate(2, 1);
        QVERIFY(write(*dialog, "images", "run.png"));
        const QImage with(folder_.filePath("run_00001.png"));
        rig.session->setHidden({rig.named("Coupler")});
        QVERIFY(draw("hidden.png") != plain);
        QVERIFY(write(*dialog, "images", "run.png"));
        QVERIFY(QImage(folder_.filePath("run_00001.png")) != with);
        rig.session->setHidden({});
        QVERIFY(draw("again.png") == plain);
    }

    void J12_videoCameraFollowsTheBody() {
        JourneyRig& rig = *rig_;
        openShort();
        rig.session->player().seekTime(0.3);
        const auto trigger = [&](const char* id) { rig.window->commands().action(id)->trigger(); };
        // Only the coupler, so that the drawn pixels locate it.
        std::set<ElementId> others;
        for (const ElementId id : rig.session->document().treeOrder())
            if (id != rig.named("Coupler") && !rig.session->document().get(id).parent.isValid()) others.insert(id);
        rig.session->setHidden(others);
        ExportDialog* const dialog = openExport();
        dialog->setImageSize({640, 400});
        dialog->setTransparent(true);
        dialog->setTimes(0.3, 0.5);
        dialog->setRate(10, 1);
        // Its first end is drawn leftmost.
        const auto wayOfTheFirstEnd = [&](const QString& name) {
            if (!write(*dialog, "images", name + ".png")) qWarning("no images");
            QPointF places[2];
            for (int k = 0; k < 2; ++k) {
                const QImage image(folder_.filePath(QStringLiteral("%1_0000%2.png").arg(name).arg(2 * k)));
                int count = 0;
                for (int x = 0; x < image.width() && count == 0; ++x)
                    for (int y = 0; y < image.height(); ++y)
                        if (qAlpha(image.pixel(x, y)) > 128) {
                            places[k] += QPointF(x, y);
                            ++count;
                        }
                places[k] /= std::max(1, count);
            }
            return QLineF(places[0], places[1]).length();
        };
        const double passing = wayOfTheFirstEnd("standing");
        rig.session->select(rig.named("Coupler"));
        rig.view().setFocus();
        trigger("show.follow");
        const double along = wayOfTheFirstEnd("along");
        qInfo("the first end moves %.1f pixels, %.1f with the camera that follows", passing, along);
        QVERIFY(passing > 20);
        // The coupler rotates about its first end, which stays in place.
        QVERIFY(along < 3);
        if (VideoWriter::program().isEmpty()) return;
        // A 1080p60 video at half speed, with the time in it.
        rig.session->setHidden({});
        dialog->setTransparent(false);
        dialog->setImageSize({1920, 1080});
        dialog->setTimes(0.3, 0.35);
        dialog->setRate(60, 0.5);
        dialog->setTimeStamp(true);
        QVERIFY(write(*dialog, "mp4", "along.mp4"));
        QProcess probe;
        probe.start("ffprobe",
                    {"-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames,r_frame_rate",
                     "-of", "default=nw=1", folder_.filePath("along.mp4")});
        QVERIFY(probe.waitForFinished());
        const QString found = probe.readAllStandardOutput();
        for (const char* fact : {"width=1920", "height=1080", "r_frame_rate=60/1", "nb_read_frames=7"})
            QVERIFY2(found.contains(fact), qPrintable(found));
        QProcess split;
        split.start("ffmpeg", {"-loglevel", "error", "-sseof", "-0.02", "-i", folder_.filePath("along.mp4"), "-y",
                               "journey_J12_along.png"});
        QVERIFY(split.waitForFinished());
    }

    void J12_commandLineMatchesWindowBitwise() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        open("four_bar.trammel");
        session.setValue("Duration", rig.named("Simulation"), "duration", 3.);
        QVERIFY(session.save(session.path()).empty());
        rig.view().setFocus();
        rig.press(Qt::Key_Space);
        rig.settle();
        rig.press(Qt::Key_Space);
        waitForAll();
        ExportDialog* const dialog = openExport();
        QVERIFY(write(*dialog, "csv", "window.csv"));
        QString said;
        QCOMPARE(commandLine({"run", session.path(), "--csv", folder_.filePath("cli.csv"), "--save",
                              folder_.filePath("cli.trun")},
                             said),
                 0);
        QFile ofWindow(folder_.filePath("window.csv")), ofProgram(folder_.filePath("cli.csv"));
        QVERIFY(ofWindow.open(QIODevice::ReadOnly) && ofProgram.open(QIODevice::ReadOnly));
        QVERIFY(ofWindow.readAll() == ofProgram.readAll());
        const RunEntry& inWindow = *session.runs().current();
        const std::vector<Real> numbers = numbersOf(inWindow.frames());
        session.runTasks().open({folder_.filePath("cli.trun")});
        QTRY_COMPARE_WITH_TIMEOUT(session.runs().entries().size(), std::size_t(2), JourneyRig::Patience);
        QVERIFY(sameBits(numbersOf(session.runs().current()->frames()), numbers));
        // Conversely, the command line recomputes a run saved by the window.
        const QString file = folder_.filePath("window.trun");
        session.runTasks().save(inWindow.id, file);
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        QCOMPARE(commandLine({"replay", file, "--check"}, said), 0);
        // Opened like a model, it brings its model along.
        JourneyRig empty;
        QVERIFY(empty.window->open(file));
        empty.settle();
        QVERIFY(empty.session->path().isEmpty());
        QCOMPARE(empty.session->runs().entries().size(), std::size_t(1));
        QVERIFY(sameBits(numbersOf(empty.session->runs().current()->frames()), numbers));
        QVERIFY(!empty.session->player().isOutdated());
        // A damaged file opens with the rest of its frames, and a notice.
        const QString damaged = folder_.filePath("damaged.trun");
        QVERIFY(QFile::copy(file, damaged) && QFile::resize(damaged, QFileInfo(file).size() - 20));
        JourneyRig other;
        QSignalSpy notices(other.session, &Session::notice);
        QVERIFY(other.window->open(damaged));
        other.settle();
        QCOMPARE(other.session->runs().entries().size(), std::size_t(1));
        QCOMPARE(std::ranges::count_if(
                     notices, [](const auto& notice) { return notice[0].toString().startsWith("damaged.trun: "); }),
                 1);

        // The command line reports the same errors as the window, and fails.
        session.setValue("Length", rig.named("Coupler"), "length", 0.04);
        QVERIFY(!session.runBlocker().isEmpty());
        QString problem;
        for (const Diagnostic& d : session.problems())
            if (d.severity == Severity::Error) problem = QString::fromStdString(d.message);
        QVERIFY(!problem.isEmpty());
        QVERIFY(!session.save(session.path()).hasErrors());
        QVERIFY(commandLine({"run", session.path(), "--csv", folder_.filePath("no.csv")}, said) > 0);
        QVERIFY2(said.contains(problem), qPrintable(said + " / " + problem));
        QVERIFY(!QFile::exists(folder_.filePath("no.csv")));
    }

    void J12_allIntegratorsMatchBitwiseWithEvents() {
        Session& session = *rig_->session;
        std::set<std::string> events;
        const auto compare = [&](const char* model, const std::string& method) {
            open(model);
            const ElementId settings = rig_->named("Simulation");
            session.setValue("Duration", settings, "duration", 1.);
            session.setValue("Accuracy", settings, "accuracy", 1e-3);
            if (!method.empty()) session.setValue("Method", settings, "integrator", method);
            QVERIFY(session.save(session.path()).empty());
            session.player().startNewRun();
            session.player().pause();
            waitForAll();
            const RunEntry& run = *session.runs().current();
            QCOMPARE(run.status.phase, RunPhase::Finished);
            QVERIFY(run.frames().size() > 50);
            QString said;
            const QString file = folder_.filePath("program.trun");
            QCOMPARE(commandLine({"run", session.path(), "--save", file}, said), 0);
            const Result<OpenedRun> program = openRun(file.toStdString());
            QVERIFY(program);
            const TrajectoryStore& there = *program->run->getTrajectory();
            QVERIFY2(sameBits(numbersOf(there), numbersOf(run.frames())), (std::string(model) + ' ' + method).c_str());
            QCOMPARE(there.getEvents().size(), run.frames().getEvents().size());
            for (std::size_t i = 0; i < there.getEvents().size(); ++i) {
                QCOMPARE(there.getEvents()[i].time, run.frames().getEvents()[i].time);
                QCOMPARE(there.getEvents()[i].what, run.frames().getEvents()[i].what);
                events.insert(there.getEvents()[i].what);
            }
        };
        int methods = 0;
        for (const TypeDescriptor* type : builtinCatalog().typesOf("integrator")) {
            // Alternates between two models.
            compare(++methods % 2 == 0 ? "slider_crank.trammel" : "validation/bouncing_ball.trammel", type->key);
        }
        QVERIFY(methods >= 10);
        for (const char* model : {"cable_hoist.trammel", "rolling_ball.trammel", "validation/bricard.trammel"})
            compare(model, {});
        QVERIFY(!events.empty());
    }

private:
    /// Runs the program without a display; returns its exit state and error output.
    static int commandLine(const QStringList& arguments, QString& said) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) environment.remove(name);
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(TRAMMEL_CLI, arguments);
        if (!program.waitForFinished(JourneyRig::Patience)) return -1;
        said = QString::fromUtf8(program.readAllStandardError());
        return program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1;
    }
    ExportDialog* openExport() {
        rig_->press(Qt::Key_P, Qt::ControlModifier);
        auto* const dialog = rig_->window->findChild<ExportDialog*>();
        if (!dialog || !dialog->isVisible()) qFatal("there is no dialog");
        return dialog;
    }
    bool write(ExportDialog& dialog, const QString& kind, const QString& name) {
        dialog.choose(kind);
        dialog.setPath(folder_.filePath(name));
        dialog.start();
        return QTest::qWaitFor([&] { return !dialog.isBusy(); }, JourneyRig::Patience);
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyExportsTest> addJourneyExportsTest;

#include "journey_exports_test.moc"
