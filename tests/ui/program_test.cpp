// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTest>
#include <set>

#include "tests/ui/test_models.h"

namespace trammel::ui {

using namespace testing;

/// The program as started from a shell without a display.
class ProgramTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void renderWritesAnImageWithoutADisplay() {
        const QString model = writeModel(folder_, "four_bar.trammel", fourBarText());
        const QString early = folder_.filePath("early.png");
        const QString late = folder_.filePath("late.png");
        QVERIFY2(run({"render", model, "--at", "0", "-o", early, "--size", "640x400"}), said_.constData());
        QVERIFY2(run({"render", model, "--at", "0.4", "-o", late, "--size", "640x400"}), said_.constData());
        const QImage a(early), b(late);
        QCOMPARE(a.size(), QSize(640, 400));
        std::set<QRgb> colors;
        int moved = 0;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x) {
                colors.insert(a.pixel(x, y));
                if (qAbs(qGray(a.pixel(x, y)) - qGray(b.pixel(x, y))) > 12) ++moved;
            }
        QVERIFY(colors.size() > 100);
        QVERIFY(moved > 1000);
    }

    void renderOfInvalidModelFailsWithLocation() {
        const QString model = writeModel(folder_, "broken.trammel", brokenText());
        QVERIFY(fails({"render", model, "--at", "0", "-o", folder_.filePath("no.png")}));
        QVERIFY2(said_.contains("Motor"), said_.constData());
        QVERIFY(!QFile::exists(folder_.filePath("no.png")));
    }

    void renderReportsMissingFileOrFolder() {
        QVERIFY(fails({"render", folder_.filePath("nothing.trammel"), "--at", "0", "-o", folder_.filePath("no.png")}));
        QVERIFY(said_.contains("nothing.trammel"));
        const QString model = writeModel(folder_, "four_bar.trammel", fourBarText());
        QVERIFY(fails({"render", model, "--at", "0", "-o", folder_.filePath("no/folder.png")}));
        QVERIFY(said_.contains("folder.png"));
        // Before the model is read.
        QVERIFY(fails({"render", writeModel(folder_, "broken.trammel", brokenText()), "--at", "0", "-o",
                       folder_.filePath("no/folder.png")}));
        QVERIFY2(said_.contains("folder.png") && !said_.contains("Motor"), said_.constData());
    }

    void renderThatFailsKeepsTheFormerImage() {
        const QString image = folder_.filePath("former.png");
        QFile former(image);
        QVERIFY(former.open(QFile::WriteOnly) && former.write("former") == 6);
        former.close();
        QVERIFY(fails({"render", writeModel(folder_, "broken.trammel", brokenText()), "--at", "0", "-o", image}));
        QVERIFY(former.open(QFile::ReadOnly));
        QCOMPARE(former.readAll(), QByteArray("former"));
        QVERIFY(QDir(folder_.path()).entryList({".trammel-saving-*"}, QDir::Files | QDir::Hidden).isEmpty());
    }

    void withoutDisplayFailsWithAMessage() {
        QVERIFY(fails({}));
        QVERIFY2(said_.contains("no display"), said_.constData());
    }

    void unreachableDisplayFailsWithAMessage() {
        QVERIFY(fails({}, ":4711"));
        QVERIFY2(said_.contains("no display"), said_.constData());
    }

    void helpAndVersionSucceed() {
        QVERIFY(run({"--help"}));
        QVERIFY(said_.contains("render"));
        QVERIFY(run({"--version"}));
        QVERIFY(said_.contains("trammel"));
        QVERIFY(fails({"--nonsense"}));
    }

private:
    bool run(const QStringList& arguments) { return exitCodeOf(arguments, {}) == 0; }
    bool fails(const QStringList& arguments, const QString& display = {}) { return exitCodeOf(arguments, display) > 0; }

    /// -1 if the program crashed or hung.
    int exitCodeOf(const QStringList& arguments, const QString& display) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
        environment.insert("LIBGL_ALWAYS_SOFTWARE", "1");
        environment.insert("HOME", folder_.path());
        if (!display.isEmpty()) environment.insert("DISPLAY", display);
        QProcess program;
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(TRAMMEL_PROGRAM, arguments);
        constexpr int Patience = 60000;
        if (!program.waitForFinished(Patience)) return -1;
        said_ = program.readAll();
        return program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -1;
    }

    QTemporaryDir folder_;
    QByteArray said_;
};

}  // namespace trammel::ui

QTEST_GUILESS_MAIN(trammel::ui::ProgramTest)
#include "program_test.moc"
