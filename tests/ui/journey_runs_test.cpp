// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J8, and what holds for all runs: they are listed, go on side by side, branch, are kept, and nobody waits for
// them.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QProgressBar>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <algorithm>
#include <cstring>
#include <ctime>
#include <map>
#include <set>
#include <sstream>

#include "document/document_file.h"
#include "runtime/run_monitor.h"
#include "runtime/run_table.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/watchdog.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/dialogs/video_writer.h"
#include "ui/panels/plot_frame.h"
#include "ui/panels/plots_panel.h"
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/plots/curve_legend.h"
#include "ui/window/model_pictures.h"

namespace trammel::ui {

using namespace testing;

namespace {
/// Makes each step take longer than a frame of the screen, as those of a large model do.
class SlowSteps : public RunMonitor {
public:
    explicit SlowSteps(const CompiledModelPtr& model) : RunMonitor(model) { setTracing(true); }
    void systemRealized(const State& state, Stage stage, double seconds) override {
        const timespec pause{0, 20'000'000};
        nanosleep(&pause, nullptr);
        RunMonitor::systemRealized(state, stage, seconds);
    }
};

std::vector<Real> numbersOf(const TrajectoryStore& frames) {
    std::vector<Real> all;
    Vector y(frames.getNY());
    for (std::size_t k = 0; k < frames.size(); ++k) {
        all.push_back(frames.getTime(k));
        frames.copyY(k, y);
        all.insert(all.end(), y.begin(), y.end());
    }
    return all;
}
bool sameBits(const std::vector<Real>& a, const std::vector<Real>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Real)) == 0;
}
}  // namespace

class JourneyRunsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J8_goBackChangeBranchCompareAndKeep() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        RunList& runs = session.runs();
        QStringList notices;
        connect(&session, &Session::notice, this, [&](const QString& text) { notices += text; });
        open("spring_mass_damper.trammel");
        rig.window->raiseDock("runsDock");

        // Run A, and go back to 0.8 s.
        rig.press(Qt::Key_F5);
        player.pause();
        waitForAll();
        QCOMPARE(runs.entries().size(), std::size_t(1));
        const RunEntry& a = *runs.entries().front();
        QCOMPARE(a.letter, QStringLiteral("A"));
        QCOMPARE(a.status.phase, RunPhase::Finished);
        const std::vector<Real> numbersOfA = numbersOf(a.frames());
        rig.press(Qt::Key_L, Qt::ControlModifier);
        rig.type("0.8 s");
        rig.press(Qt::Key_Return);
        QCOMPARE(player.time(), 0.8);

        // The damper is halved: the instant stays in view, with the edit.
        const ElementId damper = rig.named("Damper");
        QVERIFY(damper.isValid());
        notices.clear();
        session.setValue("Damping", damper, "damping", valueOf(damper, "damping") / 2);
        QVERIFY(player.isBranching());
        QCOMPARE(player.time(), 0.8);
        QCOMPARE(session.shown().state().getTime(), 0.8);
        QVERIFY2(notices.join(' ').contains("go on from 0.8 s"), qPrintable(notices.join(' ')));

        // Space: B goes on from there.
        rig.view().setFocus();
        rig.press(Qt::Key_Space);
        QCOMPARE(runs.entries().size(), std::size_t(2));
        const RunEntry& b = *runs.entries().back();
        QCOMPARE(runs.current(), &b);
        QVERIFY(player.isPlaying());
        QTRY_VERIFY_WITH_TIMEOUT(player.time() > 1, JourneyRig::Patience);
        player.pause();
        waitForAll();
        QCOMPARE(b.parent, a.id);
        QCOMPARE(b.branchTime, 0.8);
        QVERIFY2(b.name.contains("Damper") && b.name.contains(QChar(0x2192)), qPrintable(b.name));
        const std::size_t frame = a.frames().findFrame(0.8);
        Vector ya(a.frames().getNY()), yb(b.frames().getNY());
        a.frames().copyY(frame, ya);
        b.frames().copyY(0, yb);
        QCOMPARE(b.frames().getTime(0), a.frames().getTime(frame));
        QVERIFY(std::memcmp(ya.data(), yb.data(), sizeof(Real) * static_cast<std::size_t>(ya.size())) == 0);
        QVERIFY(std::abs(b.frames().getEndTime() - a.frames().getEndTime()) < 1e-9);
        QVERIFY(sameBits(numbersOf(a.frames()), numbersOfA));

        // The table has B below A; one clock for both.
        auto* const table = rig.window->findChild<QTreeWidget*>("runsTable");
        QCOMPARE(table->topLevelItemCount(), 1);
        QTreeWidgetItem* const rowA = table->topLevelItem(0);
        QCOMPARE(rowA->childCount(), 1);
        QCOMPARE(rowA->child(0)->text(2), QStringLiteral("Finished"));
        const Real now = player.time();
        table->setCurrentItem(rowA);
        QCOMPARE(runs.current(), &a);
        QCOMPARE(player.time(), now);
        rowA->child(0)->setCheckState(1, Qt::Checked);
        QVERIFY(b.ghost);
        table->setCurrentItem(rowA->child(0));
        rig.picture("J8_branch");

        // Computed again, both come out the same to the last bit.
        for (const RunId id : {a.id, b.id}) {
            runs.setCurrent(id);
            rig.window->commands().action("runs.check")->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(runs.find(id)->check.contains("bit-identical"), JourneyRig::Patience);
        }
        rig.picture("J8_checked");
        // From an instant on, too.
        runs.setCurrent(a.id);
        player.seekTime(1.2);
        rig.window->commands().action("runs.checkFromHere")->trigger();
        QVERIFY(session.runTasks().isChecking(a.id));
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isChecking(a.id), JourneyRig::Patience);
        QVERIFY2(a.check.contains("bit-identical") && a.check.contains("✓"), qPrintable(a.check));

        // A plot of both: the legend names the edit, and between A and B every curve has its difference.
        rig.window->raiseDock("plotsDock");
        rig.window->commands().action("plots.selection")->trigger();
        PlotFrame& plot = *rig.window->plots().plots().back();
        plot.add(QStringList{QStringLiteral("kinetic energy")});
        rig.window->commands().action("plots.marks")->trigger();
        PlotView& curves = plot.view();
        QTRY_COMPARE_WITH_TIMEOUT(curves.curves().size(), std::size_t(2), JourneyRig::Patience);
        QTRY_VERIFY_WITH_TIMEOUT(curves.curves()[0].size() > 50 && curves.curves()[1].size() > 50,
                                 JourneyRig::Patience);
        curves.setMarks(PlotView::Marks{1.0, 1.4});
        CurveLegend& legend = *curves.legend();
        QStringList names;
        for (int i = 0; i < legend.topLevelItemCount(); ++i) names += legend.topLevelItem(i)->text(0);
        QVERIFY2(names.join(' ').contains("Damper") && names.join(' ').contains("@0.8 s"), qPrintable(names.join(' ')));
        for (std::size_t i = 0; i < 2; ++i) {
            const QString text = legend.rowOf(i)->text(CurveLegend::Difference);
            const double difference =
                PlotView::valueAt(curves.curves()[i], 1.4) - PlotView::valueAt(curves.curves()[i], 1.0);
            QVERIFY2(!text.isEmpty() && text != "–" && std::abs(difference) > 0, qPrintable(text));
        }
        rig.picture("J8_marks");
        runs.setCurrent(b.id);

        // Removed, and brought back.
        const std::vector<Real> numbersOfB = numbersOf(b.frames());
        const RunId idOfB = b.id;
        rig.window->commands().action("runs.remove")->trigger();
        QCOMPARE(runs.entries().size(), std::size_t(1));
        QCOMPARE(runs.current(), &a);
        rig.window->commands().action("runs.restore")->trigger();
        QCOMPARE(runs.entries().size(), std::size_t(2));
        QCOMPARE(runs.current()->id, idOfB);

        // Saved with the model, both are there again and can be played.
        QVERIFY(session.save(session.path()).empty());
        rig.window->commands().action("runs.saveAll")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        QVERIFY(rig.window->open(session.path()));
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        QCOMPARE(runs.entries().size(), std::size_t(2));
        QVERIFY(sameBits(numbersOf(runs.entries()[0]->frames()), numbersOfA));
        QVERIFY(sameBits(numbersOf(runs.entries()[1]->frames()), numbersOfB));
        QCOMPARE(runs.entries()[1]->letter, QStringLiteral("B"));
        QCOMPARE(runs.entries()[1]->parent, runs.entries()[0]->id);
        player.seekTime(1);
        QVERIFY(player.showsFrame());
        QCOMPARE(session.shown().state().getTime(), player.time());
        rig.picture("J8_reopened");
        // What was read goes on too.
        QCOMPARE(player.branch(), QString());
        QCOMPARE(runs.entries().size(), std::size_t(3));
    }

    void J8_withOtherElementsARunStartsAnewAndSaysWhy() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        QStringList notices;
        connect(&session, &Session::notice, this, [&](const QString& text) { notices += text; });
        open("spring_mass_damper.trammel");
        session.player().startNewRun();
        session.player().pause();
        waitForAll();
        session.player().seekTime(0.5);
        session.edit("Delete damper", [&](const Document& document) {
            return removeElement(document, session.catalog(), rig.named("Damper"));
        });
        QVERIFY(!session.player().isBranching());
        QVERIFY(!session.player().showsFrame());
        QVERIFY2(notices.join(' ').contains("starts anew"), qPrintable(notices.join(' ')));
        session.player().seekTime(0.5);
        QVERIFY(session.player().branch().contains("elements were added, removed"));
        QCOMPARE(session.runs().entries().size(), std::size_t(1));
    }

    void J12_tablesAndPicturesAreWrittenAndCanBeCancelled() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        open("four_bar.trammel");
        session.setValue("Duration", rig.named("Simulation"), "duration", 1.);
        session.player().startNewRun();
        session.player().pause();
        waitForAll();
        session.player().seekTime(0.4);
        ExportDialog* const dialog = openExport();
        const auto write = [&](ExportDialog::Kind kind, const QString& name) {
            return this->write(*dialog, kind, name);
        };

        // The table is that of the command line, byte for byte: the same writer on the same numbers.
        QVERIFY(write(ExportDialog::Kind::Csv, "run.csv"));
        QFile csv(folder_.filePath("run.csv"));
        QVERIFY2(csv.open(QIODevice::ReadOnly), qPrintable(dialog->told()));
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

        // A picture of 4K without background.
        dialog->setPictureSize({3840, 2160});
        dialog->setTransparent(true);
        QVERIFY(write(ExportDialog::Kind::Picture, "instant.png"));
        const QImage picture(folder_.filePath("instant.png"));
        QCOMPARE(picture.size(), QSize(3840, 2160));
        QCOMPARE(qAlpha(picture.pixel(2, 2)), 0);
        int drawn = 0;
        for (int y = 0; y < picture.height(); y += 8)
            for (int x = 0; x < picture.width(); x += 8) drawn += qAlpha(picture.pixel(x, y)) > 200;
        // The mechanism is there, and nothing but it.
        QVERIFY(drawn > 500);
        QVERIFY(drawn < picture.width() / 8 * (picture.height() / 8) / 4);
        picture.scaled(960, 540).save("journey_J12_picture.png");

        // One a frame of a film.
        dialog->setPictureSize({320, 180});
        dialog->setRate(10, 0.5);
        QVERIFY(write(ExportDialog::Kind::Pictures, "film.png"));
        QVERIFY2(dialog->told().startsWith("21 pictures"), qPrintable(dialog->told()));
        QVERIFY(QFile::exists(folder_.filePath("film_00020.png")));
        QVERIFY(!QFile::exists(folder_.filePath("film_00021.png")));
        QVERIFY(QImage(folder_.filePath("film_00000.png")) != QImage(folder_.filePath("film_00003.png")));
        rig.picture("J12_dialog");
        dialog->grab().save("journey_J12_export.png");

        // Cancelled, a table leaves nothing behind, and no picture comes after.
        dialog->choose(ExportDialog::Kind::Pictures);
        dialog->setPath(folder_.filePath("short.png"));
        dialog->start();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(folder_.filePath("short_00001.png")), JourneyRig::Patience);
        dialog->cancel();
        QVERIFY(!dialog->isBusy());
        QVERIFY(dialog->told().startsWith("Cancelled"));
        QVERIFY(!QFile::exists(folder_.filePath("short_00020.png")));
        dialog->choose(ExportDialog::Kind::Csv);
        dialog->setPath(folder_.filePath("no/such/folder.csv"));
        dialog->start();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), JourneyRig::Patience);
        QVERIFY(dialog->told().contains("cannot be written"));
    }

    void J12_aVideoIsMadeAndCanBeCancelled() {
        if (VideoWriter::program().isEmpty()) QSKIP("ffmpeg is not installed");
        openShort();
        ExportDialog* const dialog = openExport();
        // Half as fast as it was, with the time in the picture.
        dialog->setPictureSize({480, 272});
        dialog->setRate(30, 0.5);
        dialog->setTimes(0.2, 0.6);
        dialog->setTimeStamp(true);
        constexpr int pictures = 1 + int(0.4 / 0.5 * 30);
        struct Row {
            ExportDialog::Kind kind;
            const char *name, *codec;
        };
        for (const Row& row :
             {Row{ExportDialog::Kind::Mp4, "film.mp4", "h264"}, Row{ExportDialog::Kind::WebM, "film.webm", "vp9"},
              Row{ExportDialog::Kind::Gif, "film.gif", "gif"}}) {
            QVERIFY(write(*dialog, row.kind, row.name));
            QVERIFY2(dialog->told().contains("25 pictures"), qPrintable(dialog->told()));
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
        // The pictures in it are those of the run, the first other than the last.
        QProcess split;
        split.start("ffmpeg",
                    {"-loglevel", "error", "-i", folder_.filePath("film.mp4"), folder_.filePath("of_%02d.png")});
        QVERIFY(split.waitForFinished());
        const QImage first(folder_.filePath("of_01.png")), last(folder_.filePath("of_25.png"));
        QVERIFY(!first.isNull() && first != last);
        last.save("journey_J12_video.png");
        dialog->grab().save("journey_J12_video_dialog.png");

        // Cancelled, it leaves nothing behind, and the program is gone.
        dialog->setPictureSize({1280, 720});
        dialog->setTimes(0, 1);
        dialog->choose(ExportDialog::Kind::Mp4);
        dialog->setPath(folder_.filePath("long.mp4"));
        dialog->start();
        auto* const progress = dialog->findChild<QProgressBar*>();
        QTRY_VERIFY_WITH_TIMEOUT(progress->value() > 20, JourneyRig::Patience);
        QVERIFY(dialog->isBusy());
        dialog->cancel();
        QVERIFY(!dialog->isBusy());
        QVERIFY(dialog->told().startsWith("Cancelled"));
        QVERIFY(QDir(folder_.path()).entryList({"long*"}).isEmpty());
        // Where nothing can be written it says so at once.
        QVERIFY(write(*dialog, ExportDialog::Kind::WebM, "no/such/folder.webm"));
        QVERIFY2(dialog->told().contains("cannot be written"), qPrintable(dialog->told()));
    }

    void J12_withoutTheProgramForVideosPicturesAreWritten() {
        openShort();
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", folder_.path().toUtf8());
        ExportDialog* const dialog = openExport();
        dialog->setPictureSize({160, 90});
        dialog->setRate(10, 1);
        dialog->choose(ExportDialog::Kind::Mp4);
        QVERIFY2(dialog->told().contains("ffmpeg"), qPrintable(dialog->told()));
        QVERIFY(write(*dialog, ExportDialog::Kind::Mp4, "without.mp4"));
        qputenv("PATH", path);
        QVERIFY2(dialog->told().startsWith("11 pictures") && dialog->told().contains("ffmpeg"),
                 qPrintable(dialog->told()));
        QCOMPARE(QDir(folder_.path()).entryList({"without_*.png"}).size(), 11);
        QVERIFY(!QFile::exists(folder_.filePath("without.mp4")));
    }

    void J12_picturesShowWhatTheViewShows() {
        JourneyRig& rig = *rig_;
        openShort();
        rig.session->player().seekTime(0.3);
        ExportDialog* const dialog = openExport();
        dialog->setPictureSize({640, 400});
        const auto draw = [&](const char* name) {
            if (!write(*dialog, ExportDialog::Kind::Picture, name)) qWarning("no picture");
            return QImage(folder_.filePath(name));
        };
        const auto trigger = [&](const char* id) { rig.window->commands().action(id)->trigger(); };
        // Paths of traced points are gathered beside the rest.
        QTest::qWait(500);
        const QImage plain = draw("plain.png");
        QVERIFY2(draw("again.png") == plain, "one instant, two pictures of it");
        for (const char* id : {"show.arrow.velocity", "show.sign.jointFrame", "show.sign.inertia", "show.instants",
                               "show.shadows", "view.grid", "show.role.joints"}) {
            trigger(id);
            QVERIFY2(draw("other.png") != plain, id);
            trigger(id);
            QVERIFY2(draw("again.png") == plain, id);
        }
        // An element that is hidden is not there, in the pictures of a run neither.
        dialog->setRate(2, 1);
        QVERIFY(write(*dialog, ExportDialog::Kind::Pictures, "run.png"));
        const QImage with(folder_.filePath("run_00001.png"));
        rig.session->setHidden({rig.named("Coupler")});
        QVERIFY(draw("hidden.png") != plain);
        QVERIFY(write(*dialog, ExportDialog::Kind::Pictures, "run.png"));
        QVERIFY(QImage(folder_.filePath("run_00001.png")) != with);
        rig.session->setHidden({});
        QVERIFY(draw("again.png") == plain);
    }

    void J12_theCameraGoesAlongThroughAFilm() {
        JourneyRig& rig = *rig_;
        openShort();
        rig.session->player().seekTime(0.3);
        const auto trigger = [&](const char* id) { rig.window->commands().action(id)->trigger(); };
        // The coupler alone, so that what is drawn is where it is.
        std::set<ElementId> others;
        for (const ElementId id : rig.session->document().treeOrder())
            if (id != rig.named("Coupler") && !rig.session->document().get(id).parent.isValid()) others.insert(id);
        rig.session->setHidden(others);
        ExportDialog* const dialog = openExport();
        dialog->setPictureSize({640, 400});
        dialog->setTransparent(true);
        dialog->setTimes(0.3, 0.5);
        dialog->setRate(10, 1);
        const auto wayOfTheCoupler = [&](const QString& name) {
            if (!write(*dialog, ExportDialog::Kind::Pictures, name + ".png")) qWarning("no pictures");
            QPointF places[2];
            for (int k = 0; k < 2; ++k) {
                const QImage image(folder_.filePath(QStringLiteral("%1_0000%2.png").arg(name).arg(2 * k)));
                double count = 0;
                for (int y = 0; y < image.height(); ++y)
                    for (int x = 0; x < image.width(); ++x)
                        if (qAlpha(image.pixel(x, y)) > 128) {
                            places[k] += QPointF(x, y);
                            ++count;
                        }
                places[k] /= std::max(1., count);
            }
            return QLineF(places[0], places[1]).length();
        };
        const double passing = wayOfTheCoupler("standing");
        rig.session->select(rig.named("Coupler"));
        rig.view().setFocus();
        trigger("show.follow");
        const double along = wayOfTheCoupler("along");
        qInfo("the coupler moves %.1f pixels, %.1f with the camera that goes along", passing, along);
        QVERIFY(passing > 20);
        // It turns about its first end, which is what stays.
        QVERIFY(along < 0.5 * passing);
        if (VideoWriter::program().isEmpty()) return;
        // A film of 1080p60 at half speed, with the time in it.
        rig.session->setHidden({});
        dialog->setTransparent(false);
        dialog->setPictureSize({1920, 1080});
        dialog->setTimes(0.3, 0.35);
        dialog->setRate(60, 0.5);
        dialog->setTimeStamp(true);
        QVERIFY(write(*dialog, ExportDialog::Kind::Mp4, "along.mp4"));
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

    void J12_theCommandLineGivesTheBitsOfTheWindow() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        open("four_bar.trammel");
        session.setValue("Duration", rig.named("Simulation"), "duration", 3.);
        QVERIFY(session.save(session.path()).empty());
        rig.view().setFocus();
        rig.press(Qt::Key_Space);
        QTest::qWait(200);
        rig.press(Qt::Key_Space);
        waitForAll();
        ExportDialog* const dialog = openExport();
        QVERIFY(write(*dialog, ExportDialog::Kind::Csv, "window.csv"));
        const auto commandLine = [&](const QStringList& arguments, QString& said) {
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"}) environment.remove(name);
            QProcess program;
            program.setProcessEnvironment(environment);
            program.start(TRAMMEL_CLI, arguments);
            if (!program.waitForFinished(JourneyRig::Patience)) return -1;
            said = QString::fromUtf8(program.readAllStandardError());
            return program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1;
        };
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
        // And the other way: the program computes again what the window saved.
        const QString file = folder_.filePath("window.trun");
        session.runTasks().save(inWindow.id, file);
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        QCOMPARE(commandLine({"replay", file, "--check"}, said), 0);

        // What the window says of a model that cannot run, the program says too, and fails.
        session.setValue("Length", rig.named("Coupler"), "length", 0.04);
        QVERIFY(!session.whyNotRunnable().isEmpty());
        QString problem;
        for (const Diagnostic& d : session.problems())
            if (d.severity == Severity::Error) problem = QString::fromStdString(d.message);
        QVERIFY(!problem.isEmpty());
        QVERIFY(!session.save(session.path()).hasErrors());
        QVERIFY(commandLine({"run", session.path(), "--csv", folder_.filePath("no.csv")}, said) > 0);
        QVERIFY2(said.contains(problem), qPrintable(said + " / " + problem));
        QVERIFY(!QFile::exists(folder_.filePath("no.csv")));
    }

    void J8_aRemovedRunIsGoneWithItsFile() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        openShort();
        session.player().startNewRun();
        session.player().pause();
        waitForAll();
        const RunId first = session.runs().entries()[0]->id, second = session.runs().entries()[1]->id;
        session.saveRuns();
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        const QString fileA = session.runs().find(first)->file, fileB = session.runs().find(second)->file;
        QVERIFY(QFile::exists(fileA) && QFile::exists(fileB));
        session.runs().remove(second);
        QVERIFY2(QFile::exists(fileB), "it can still be brought back");
        session.runs().restore();
        QVERIFY(QFile::exists(fileB));
        session.runs().remove(second);
        session.runs().remove(first);
        QVERIFY(!QFile::exists(fileB));
        QVERIFY(QFile::exists(fileA));
        session.newDocument();
        QVERIFY(!QFile::exists(fileA));
    }

    void J8_severalRunsComputeWhileTheModelIsEdited() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        RunList& runs = session.runs();
        open("spring_mass_damper.trammel");
        session.setValue("Duration", rig.named("Simulation"), "duration", 5000.);
        for (int k = 0; k < 3; ++k) {
            session.player().startNewRun();
            session.player().pause();
            session.setValue("Mass", rig.named("Mass"), "mass", 3. + k);
        }
        QCOMPARE(runs.entries().size(), std::size_t(3));
        for (const auto& entry : runs.entries()) {
            QVERIFY(entry->isComputing());
            QVERIFY(entry->outdated);
        }
        QTRY_VERIFY_WITH_TIMEOUT(std::all_of(runs.entries().begin(), runs.entries().end(),
                                             [](const auto& entry) { return entry->frames().size() > 100; }),
                                 JourneyRig::Patience);
        rig.window->raiseDock("runsDock");
        rig.picture("J8_several");
        // One that waits can be cancelled as well.
        session.player().startLive();
        QTRY_VERIFY_WITH_TIMEOUT(runs.current()->frames().size() > 2, JourneyRig::Patience);
        session.player().pause();
        QTRY_COMPARE_WITH_TIMEOUT(runs.current()->status.phase, RunPhase::Paused, JourneyRig::Patience);
        QVERIFY(rig.window->commands().action("runs.stop")->isEnabled());
        rig.window->commands().action("runs.stop")->trigger();
        QCOMPARE(runs.current()->status.phase, RunPhase::Cancelled);
        QVERIFY(!rig.window->commands().action("runs.stop")->isEnabled());
        for (const auto& entry : runs.entries()) runs.cancel(entry->id);
        waitForAll();
        for (const auto& entry : runs.entries()) QCOMPARE(entry->status.phase, RunPhase::Cancelled);
    }

    /// How long the window is kept from its events by runs that compute beside it.
    void J8_theWindowDoesNotWaitForRuns() {
        // 60 frames a second.
        constexpr double longest = 0.016;
        constexpr int attempts = 5;
        rig_.reset();
        Session session(builtinCatalog());
        QVERIFY(session.open(modelPath("chain_100.trammel"), true));
        Player& player = session.player();
        RunList& runs = session.runs();
        player.setMonitors([](const CompiledModelPtr& model) { return std::make_shared<SlowSteps>(model); });
        // Another program on the machine can hold up any one attempt, a wait of our own holds up all of them.
        double start = 1, poll = 1, cancel = 1, remove = 1, clear = 1;
        const auto time = [](double& best, const auto& work) {
            QElapsedTimer clock;
            clock.start();
            work();
            best = std::min(best, 1e-9 * static_cast<double>(clock.nsecsElapsed()));
        };
        for (int k = 0; k < attempts; ++k) {
            for (int run = 0; run < 3; ++run) {
                time(start, [&] { player.startNewRun(); });
                QTest::qWait(50);
            }
            time(poll, [&] { runs.poll(); });
            time(cancel, [&] { runs.cancel(runs.entries()[0]->id); });
            runs.remove(runs.entries()[1]->id);
            // The one removed before is given up for good.
            time(remove, [&] { runs.remove(runs.entries()[1]->id); });
            player.startNewRun();
            QTest::qWait(50);
            time(clear, [&] { runs.clear(); });
        }
        for (int run = 0; run < 5; ++run) player.startNewRun();
        QVERIFY(runs.isAnyComputing());

        // While five compute and one is played.
        std::vector<double> gaps, busy;
        QElapsedTimer clock;
        clock.start();
        double before = threadSeconds();
        QTimer beat;
        connect(&beat, &QTimer::timeout, this, [&] {
            gaps.push_back(1e-9 * static_cast<double>(clock.nsecsElapsed()));
            busy.push_back(threadSeconds() - before);
            clock.start();
            before = threadSeconds();
        });
        beat.start(0);
        QTest::qWait(3000);
        beat.stop();
        std::sort(gaps.begin(), gaps.end());
        std::sort(busy.begin(), busy.end());

        qInfo("start %.2f ms, poll %.2f ms, cancel %.2f ms, remove %.2f ms, clear %.2f ms", 1e3 * start, 1e3 * poll,
              1e3 * cancel, 1e3 * remove, 1e3 * clear);
        qInfo(
            "%zu turns of the event loop: 99 %% within %.2f ms of wall time, longest %.2f ms; at work at most %.2f ms",
            gaps.size(), 1e3 * gaps[gaps.size() * 99 / 100], 1e3 * gaps.back(), 1e3 * busy.back());
        QVERIFY(start < longest);
        QVERIFY(poll < longest);
        QVERIFY(cancel < longest);
        QVERIFY(remove < longest);
        QVERIFY(clear < longest);
        QVERIFY(busy.back() < longest);
    }

    /// What keeps the window from its events while others work: the gallery, runs, files, pictures and videos.
    void J8_theWindowAnswersWhileOthersWork() {
        JourneyRig& rig = *rig_;
        Session& session = *rig.session;
        Player& player = session.player();
        TimelineBar& bar = *rig.window->timeline().bar();
        const auto scrub = [&](int times) {
            const auto place = [&](double part) {
                const Real t = player.startTime() + part * (player.computedEnd() - player.startTime());
                return QPoint(int(bar.positionOf(t)), 26);
            };
            QTest::mousePress(&bar, Qt::LeftButton, {}, place(0.1));
            for (int i = 0; i < times; ++i) {
                QTest::mouseMove(&bar, place(0.1 + 0.8 * ((7 * i) % 23) / 23.));
                QTest::qWait(15);
            }
            QTest::mouseRelease(&bar, Qt::LeftButton, {}, place(0.5));
        };
        const auto watched = [&](const char* what, const auto& work) {
            WatchedApplication::instance().watch();
            work();
            const auto held = WatchedApplication::instance().stopWatching();
            for (std::size_t i = 0; i < std::min<std::size_t>(3, held.size()); ++i)
                qInfo("%s: %.1f ms (and painting %.1f) %s", what, held[i].milliseconds, held[i].painting,
                      qPrintable(held[i].what));
            return held.empty() ? 0. : held.front().milliseconds;
        };
        std::map<QString, double> longest;
        // The gallery, of which nothing is kept from before: alone, and while the view is scrubbed.
        longest["gallery"] = watched("gallery", [&] { QTest::qWait(1500); });
        openShort();
        longest["gallery and view"] = watched("gallery and view", [&] { scrub(60); });
        QTRY_VERIFY_WITH_TIMEOUT(ModelPictures::shared()->isIdle(), 5 * JourneyRig::Patience);
        // A long run in a file, made before.
        open("four_bar.trammel");
        session.setValue("Duration", rig.named("Simulation"), "duration", 400.);
        player.startNewRun();
        player.pause();
        waitForAll();
        const QString longRun = folder_.filePath("long.trun");
        session.runTasks().save(session.runs().current()->id, longRun);
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), 3 * JourneyRig::Patience);
        openShort();
        player.seekTime(0.2);
        QTest::qWait(300);
        longest["scrub"] = watched("scrub", [&] { scrub(60); });
        longest["branch"] = watched("branch", [&] {
            for (int i = 0; i < 3; ++i) {
                rig.window->commands().action("runs.branch")->trigger();
                QTest::qWait(150);
                scrub(10);
            }
        });
        longest["compute"] = watched("compute", [&] {
            session.player().startNewRun();
            session.player().startNewRun();
            for (const auto& entry : session.runs().entries()) session.runTasks().check(entry->id);
            QTest::qWait(300);
            scrub(20);
        });
        player.pause();
        waitForAll();
        QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
        longest["open a long run"] = watched("open a long run", [&] {
            session.runTasks().open({longRun});
            QTRY_VERIFY_WITH_TIMEOUT(!session.runTasks().isBusy(), JourneyRig::Patience);
            QTest::qWait(200);
            scrub(40);
        });
        rig.window->commands().action("file.export")->trigger();
        auto* const dialog = rig.window->findChild<ExportDialog*>();
        QVERIFY(dialog);
        for (const ExportDialog::Kind kind : {ExportDialog::Kind::Pictures, ExportDialog::Kind::Mp4}) {
            dialog->setPictureSize({1920, 1080});
            dialog->setTimes(0, 0.5);
            dialog->setRate(30, 0.5);
            dialog->choose(kind);
            dialog->setPath(folder_.filePath(kind == ExportDialog::Kind::Mp4 ? "watched.mp4" : "watched.png"));
            longest[kind == ExportDialog::Kind::Mp4 ? "video" : "pictures"] = watched("export", [&] {
                dialog->start();
                scrub(60);
                dialog->cancel();
                QTest::qWait(100);
            });
        }
        dialog->close();
        rig.picture("J8_watched");
        for (const auto& [what, milliseconds] : longest)
            QVERIFY2(milliseconds < 16, qPrintable(QStringLiteral("%1: %2 ms").arg(what).arg(milliseconds)));
    }

private:
    QString modelPath(const char* name) { return QStringLiteral(TRAMMEL_SOURCE_DIR "/models/") + QLatin1String(name); }
    /// A copy, so that nothing is written beside the examples.
    void open(const char* name) {
        const QString copy = folder_.filePath(QStringLiteral("%1_%2").arg(++copies_).arg(QLatin1String(name)));
        QVERIFY(QFile::copy(modelPath(name), copy));
        QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
        QVERIFY(rig_->window->open(copy));
    }
    /// A four-bar that has run for a second.
    void openShort() {
        open("four_bar.trammel");
        rig_->session->setValue("Duration", rig_->named("Simulation"), "duration", 1.);
        rig_->session->player().startNewRun();
        rig_->session->player().pause();
        waitForAll();
    }
    ExportDialog* openExport() {
        rig_->press(Qt::Key_P, Qt::ControlModifier);
        auto* const dialog = rig_->window->findChild<ExportDialog*>();
        if (!dialog || !dialog->isVisible()) qFatal("there is no dialog");
        return dialog;
    }
    bool write(ExportDialog& dialog, ExportDialog::Kind kind, const QString& name) {
        dialog.choose(kind);
        dialog.setPath(folder_.filePath(name));
        dialog.start();
        return QTest::qWaitFor([&] { return !dialog.isBusy(); }, JourneyRig::Patience);
    }
    void waitForAll() { QTRY_VERIFY_WITH_TIMEOUT(!rig_->session->runs().isAnyComputing(), JourneyRig::Patience); }
    Real valueOf(ElementId id, const std::string& key) {
        const Element& element = rig_->session->document().get(id);
        return element.valueAs<Real>(*rig_->session->typeOf(element), key);
    }

    QTemporaryDir folder_;
    int copies_ = 0;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    trammel::ui::Viewport::prepareApplication();
    trammel::ui::testing::WatchedApplication application(argc, argv);
    trammel::ui::JourneyRunsTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "journey_runs_test.moc"
