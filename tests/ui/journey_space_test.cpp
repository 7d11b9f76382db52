// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J39: a delta robot with parallelograms of ball joints, built in space by mouse and keys, and driven; a part from CAD.
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QFileInfo>
#include <QProgressDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <cmath>

#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/file_drop.h"
#include "tests/ui/form_fields.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/view/view_cube.h"

namespace trammel::ui {

using namespace testing;

class JourneySpaceTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        rig_->view().setFocus();
    }
    void cleanup() { rig_.reset(); }

    void J39_aDeltaRobotWithParallelograms() {
        JourneyRig& rig = *rig_;
        // The platform, fixed while it is built on.
        run("build.body.cylinder");
        rig.hover(Vec3(0, -0.1, 0));
        rig.press(Qt::Key_Y);
        typed("0, -300 mm, 0");
        rig.press(Qt::Key_V);
        fill("radius", "60 mm");
        fill("length", "10 mm");
        fill("elementName", "Platform");
        rig.view().setFocus();
        rig.press(Qt::Key_G);
        // An arm, and a crossbar at its end and beside the platform.
        run("view.iso");
        rig.press(Qt::Key_L);
        typed("100 mm, 0");
        typed("300 mm, 50 mm");
        rig.press(Qt::Key_V);
        lookAtAll();
        run("build.body.cylinder");
        rig.hover(pointOf("Link", "tip"));
        rig.press(Qt::Key_Z);
        rig.click(pointOf("Link", "tip"));
        typed("80 mm, -300 mm");
        rig.press(Qt::Key_V);
        rig.session->select({rig.named("Cylinder"), rig.named("Cylinder 2")});
        fill("radius", "5 mm");
        fill("length", "60 mm");
        rig.view().setFocus();
        run("build.joint.weld");
        pickAmongThose(pointOf("Link", "tip"), "tip of Link");
        pickAmongThose(pointOf("Cylinder", "origin"), "Cylinder");
        // The points already coincide.
        QVERIFY2(!rig.chip().contains("in place"), qPrintable(rig.chip()));
        rig.press(Qt::Key_P);
        QVERIFY2(rig.chip().contains("axis Z"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Return);
        pickAmongThose(Vec3(0.03, -0.295, -0.01), "Platform");
        pickAmongThose(Vec3(0.08, -0.295, 0.02), "Cylinder 2");
        QVERIFY2(rig.chip().contains("P in place"), qPrintable(rig.chip()));
        rig.press(Qt::Key_P);
        QVERIFY2(!rig.chip().contains("in place"), qPrintable(rig.chip()));
        rig.screenshot("J39_weld_in_place");
        rig.press(Qt::Key_Return);
        rig.press(Qt::Key_V);
        QVERIFY((pointOf("Cylinder 2", "origin") - Vec3(0.08, -0.3, 0)).norm() < 1e-12);
        QCOMPARE(rig.mobility().degreesOfFreedom, 1);
        // Two rods on ball joints between the crossbars.
        run("build.body.eyeRod");
        for (const char* const place : {"250 mm, -100 mm, 30 mm", "250 mm, -100 mm, -30 mm"}) typed(place);
        rig.press(Qt::Key_V);
        rig.session->select({rig.named("Rod with eyes"), rig.named("Rod with eyes 2")});
        fill("length", "420 mm");
        lookAtAll();
        run("build.joint.ball");
        const auto endOf = [&](const char* bar, Real side) {
            return Vec3(place(rig.named(bar)) * Vec3(0, 0, 0.03 * side));
        };
        const std::pair<const char*, Real> rods[] = {{"Rod with eyes", 1.}, {"Rod with eyes 2", -1.}};
        for (const auto& [rod, side] : rods) {
            pickAmongThose(endOf("Cylinder", side), "Cylinder");
            pickAmongThose(pointOf(rod, "origin"), rod);
            rig.press(Qt::Key_Return);
        }
        lookAtAll();
        run("build.constraint.ball");
        for (const auto& [rod, side] : rods) {
            pickAmongThose(pointOf(rod, "tip"), QStringLiteral("tip of ") + rod);
            pickAmongThose(endOf("Cylinder 2", side), "Cylinder 2");
        }
        rig.press(Qt::Key_V);
        lookAtAll();
        rig.screenshot("J39_leg");
        for (const auto& [rod, side] : rods)
            QVERIFY2((pointOf(rod, "tip") - endOf("Cylinder 2", side)).norm() < 1e-6, rod);

        // Three legs, and the platform is released.
        rig.session->select({rig.named("Link"), rig.named("Cylinder"), rig.named("Cylinder 2"),
                             rig.named("Rod with eyes"), rig.named("Rod with eyes 2")});
        run("edit.circularPattern");
        auto* const form = rig.window->findChild<QDialog*>(QStringLiteral("circularPatternDialog"));
        QVERIFY(form);
        form->findChild<QComboBox*>(QStringLiteral("patternCenter"))->setCurrentIndex(0);
        form->findChild<QComboBox*>(QStringLiteral("patternAxis"))->setCurrentIndex(1);
        QTest::mouseClick(form->findChild<QPushButton*>(QStringLiteral("addPattern")), Qt::LeftButton);
        rig.settle();
        rig.session->select(rig.named("Platform"));
        rig.view().setFocus();
        rig.press(Qt::Key_G);
        lookAtAll();
        rig.screenshot("J39_delta");
        QVERIFY((pointOf("Platform", "origin") - Vec3(0, -0.3, 0)).norm() < 1e-6);
        // Three of the platform, and each of six rods about its own axis.
        expectMobility(9, 0, 6);
        QVERIFY(rig.session->problems().empty());

        // The arm hides its pin, whose motor is in the menu of the arm.
        rig.choose(Vec3(place(rig.named("Link")) * Vec3(0.15, 0.005, 0)), {"Pin A", "Add motor"});
        rig.type("30 deg/s");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.session->document().elementsOf("motion").size(), std::size_t(1));
        runTo(0.5);
        rig.screenshot("J39_delta_run");
        const auto leg = [&](const char* body) {
            const DisplayedState& shown = rig.session->displayed();
            return shown.model()->calcBodyPose(rig.named(body), shown.state());
        };
        // Parallelograms keep the crossbars of a leg parallel.
        QVERIFY((leg("Cylinder").R().z() - leg("Cylinder 2").R().z()).norm() < 1e-3);
        QVERIFY((leg("Platform").p() - Vec3(0, -0.3, 0)).norm() > 1e-3);
    }

    /// P at the second body joins it at the point picked on the first: by a constraint as by a joint.
    void J39_aBodyIsJoinedWhereTheOtherIs() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_L);
        typed("0, 0");
        typed("200 mm, 0");
        rig.press(Qt::Key_V);
        run("build.body.box");
        typed("200 mm, -250 mm");
        rig.press(Qt::Key_V);
        lookAtAll();
        const Vec3 tip = pointOf("Link", "tip"), box = pointOf("Box", "origin");
        for (const char* const command : {"build.constraint.ball", "build.joint.ball"}) {
            run(command);
            pickAmongThose(tip, "tip of Link");
            rig.hover(Vec3(box + Vec3(0.02, -0.01, 0)));
            QVERIFY2(rig.chip().contains("P in place"), qPrintable(rig.chip()));
            rig.press(Qt::Key_P);
            rig.press(Qt::Key_Return);
            rig.press(Qt::Key_V);
            QCOMPARE(rig.session->document().elementsOf("joint").size() +
                         rig.session->document().elementsOf("constraint").size(),
                     std::size_t(command == std::string("build.constraint.ball") ? 3 : 2));
            QVERIFY((pointOf("Box", "origin") - box).norm() < 1e-9);
            QVERIFY((pointOf("Link", "tip") - tip).norm() < 1e-9);
            if (command == std::string("build.constraint.ball")) rig.press(Qt::Key_Z, Qt::ControlModifier);
        }
        // A spring has no joint point, so P activates another tool.
        run("build.force.twoPointSpring");
        pickAmongThose(tip, "tip of Link");
        rig.hover(Vec3(box + Vec3(0.02, -0.01, 0)));
        QVERIFY2(!rig.chip().contains("in place"), qPrintable(rig.chip()));
    }

    /// A link ends where it is typed, also outside the work plane.
    void J39_linksEndAtPointsTypedInSpace() {
        JourneyRig& rig = *rig_;
        rig.press(Qt::Key_L);
        typed("0, 0");
        typed("150 mm, 0");
        typed("0, 0, 300 mm");
        // Along the axis of the work plane.
        typed("0, 0, 500 mm");
        typed("100 mm, 0, 500 mm");
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        rig.screenshot("J39_links_in_space");
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(4));
        const Vec3 ends[] = {Vec3(0.15, 0, 0), Vec3(0, 0, 0.3), Vec3(0, 0, 0.5), Vec3(0.1, 0, 0.5)};
        const char* const names[] = {"Link", "Link 2", "Link 3", "Link 4"};
        for (int i = 0; i < 4; ++i) {
            const Vec3 tip = pointOf(names[i], "tip");
            // Layers may part them a little.
            QVERIFY2((tip - ends[i]).norm() < 0.02,
                     qPrintable(QString("%1: %2 %3 %4").arg(names[i]).arg(tip[0]).arg(tip[1]).arg(tip[2])));
        }
    }

    void J39_theButtonOfALoopLeavesTheViewCubeFree() {
        JourneyRig& rig = *rig_;
        drawFourBar();
        rig.press(Qt::Key_V);
        const auto* const button = rig.window->findChild<QWidget*>(QStringLiteral("closureChip"));
        const ViewCube& cube = rig.window->view().cube();
        QVERIFY(button && button->isVisible());
        // The view is moved until the loop closes under the cube.
        const Vec3 end = pointOf("Link 2", "tip");
        const Real pixels = (rig.view().project(end + Vec3(0.1, 0, 0)) - rig.view().project(end)).x() / 0.1;
        const QPointF off = QPointF(cube.geometry().center()) - rig.view().project(end);
        CameraPose pose = rig.view().cameraPose();
        pose.focus += Vec3(-off.x() / pixels, off.y() / pixels, 0);
        rig.view().setCameraPose(pose);
        rig.settle();
        QVERIFY(cube.geometry().contains(rig.at(end)));
        QVERIFY(button->isVisible());
        QVERIFY(!button->geometry().intersects(cube.geometry()));
    }

    void J39_aPartFromAStepFileIsBuiltOn() {
        JourneyRig& rig = *rig_;
        const QString bracket = QStringLiteral(TRAMMEL_SOURCE_DIR "/tests/data/meshes/bracket.step");
        QSignalSpy notices(rig.session, &Session::notice);
        const QByteArray path = qgetenv("PATH");
        // Without its reader, the window says what is missing.
        qputenv("PATH", "/nonexistent");
        insertMesh(bracket);
        qputenv("PATH", path);
        QVERIFY(!notices.isEmpty());
        QVERIFY2(notices.last().first().toString().contains("Install trammel-step"),
                 qPrintable(notices.last().first().toString()));
        const QFileInfo program(QFileInfo(QStringLiteral(TRAMMEL_PROGRAM)).absolutePath() + "/trammel-step");
        if (!program.exists()) QSKIP("Open CASCADE is not installed");
        qputenv("PATH", program.absolutePath().toLocal8Bit() + ':' + path);
        insertMesh(bracket);
        typed("0, 0");
        rig.press(Qt::Key_V);
        lookAtAll();
        rig.screenshot("J39_step");
        // 80 mm x 60 mm x 20 mm with a hole of 16 mm.
        const Real volume = 0.08 * 0.06 * 0.02 - Pi * 0.008 * 0.008 * 0.02;
        const Real mass = number(rig.named("bracket"), "mass");
        QVERIFY2(std::abs(mass - 7850 * volume) < 1e-3 * mass, qPrintable(QString::number(mass)));
        // Joints snap to its hole.
        run("build.joint.pin");
        rig.hover(Vec3(0.02, 0, 0.01));
        QVERIFY2(rig.chip().contains("hole"), qPrintable(rig.chip()));
        rig.press(Qt::Key_Escape);
        // A damaged file is refused with a message.
        QTemporaryDir folder;
        const QString damaged = folder.filePath("damaged.stp");
        write(damaged, "ISO-10303-21;\nHEADER;\n");
        insertMesh(damaged);
        QVERIFY2(notices.last().first().toString().contains("The STEP file cannot be read"),
                 qPrintable(notices.last().first().toString()));
        qputenv("PATH", path);
    }

    /// A mesh dropped on the window is a body where it was dropped; the first is at the origin.
    void J39_aDroppedMeshBecomesABody() {
        JourneyRig& rig = *rig_;
        QTemporaryDir folder;
        const QString part = folder.filePath("cube.obj"), damaged = folder.filePath("damaged.OBJ");
        write(part,
              "v 0 0 0\nv 40 0 0\nv 40 40 0\nv 0 40 0\nv 0 0 40\nv 40 0 40\nv 40 40 40\nv 0 40 40\n"
              "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
        write(damaged, "v 0 0 0\n");
        QVERIFY(dropFile(rig.window, part, rig.window->rect().center()));
        rig.settle();
        QVERIFY(rig.session->document().findByName("cube"));
        QVERIFY(pointOf("cube", "origin").norm() < 1e-12);
        QVERIFY(!rig.window->view().tools().host().tool());
        lookAtAll();
        const QPoint beside = rig.at(Vec3(0.06, 0.02, 0));
        QVERIFY(rig.view().rect().contains(beside));
        QVERIFY(dropFile(rig.window, part, rig.view().mapTo(rig.window, beside)));
        rig.settle();
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(2));
        const Vec3 placed = pointOf("cube 2", "origin");
        QVERIFY2((rig.view().project(placed) - QPointF(beside)).manhattanLength() < 12,
                 qPrintable(QString::number(placed[0]) + ' ' + QString::number(placed[1])));
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(1));
        // An unreadable file is refused with a message, and no tool stays active.
        QSignalSpy notices(rig.session, &Session::notice);
        QVERIFY(dropFile(rig.window, damaged, rig.window->rect().center()));
        rig.settle();
        QCOMPARE(notices.size(), 1);
        QVERIFY2(notices.last().first().toString().startsWith("damaged.OBJ: "),
                 qPrintable(notices.last().first().toString()));
        QCOMPARE(rig.session->document().elementsOf("body").size(), std::size_t(1));
    }

    /// A large part is read in the background: its progress is shown, and Cancel ends the reader.
    void J39_readingAStepFileCanBeCanceled() {
        JourneyRig& rig = *rig_;
        QTemporaryDir folder;
        const QString reader = folder.filePath("trammel-step"), traces = folder.filePath("process");
        QFile script(reader);
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("#!/bin/sh\necho $$ > " + traces.toLocal8Bit() +
                     "\necho 42 >&2\nexec tail -f /dev/null > /dev/null\n");
        script.close();
        QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
        const QByteArray path = qgetenv("PATH");
        qputenv("PATH", folder.path().toLocal8Bit() + ':' + path);
        QSignalSpy notices(rig.session, &Session::notice);
        QString told;
        whenShown<QProgressDialog>(rig.window, [&](QProgressDialog* dialog) {
            // Canceled also if the label never comes: the dialog waits for its reader.
            (void)QTest::qWaitFor([dialog] { return dialog->labelText().contains("42 %"); }, JourneyRig::Patience);
            told = dialog->labelText();
            dialog->grab().save("journey_J39_reading.png");
            QTest::mouseClick(dialog->findChild<QPushButton*>(), Qt::LeftButton);
        });
        insertMesh(QStringLiteral(TRAMMEL_SOURCE_DIR "/tests/data/meshes/bracket.step"));
        qputenv("PATH", path);
        QCOMPARE(told, "Reading bracket.step: 42 %");
        QVERIFY(notices.isEmpty());
        QVERIFY(!rig.window->view().tools().host().tool());
        QFile process(traces);
        QVERIFY(process.open(QIODevice::ReadOnly));
        const QString started = QStringLiteral("/proc/") + process.readAll().trimmed();
        QTRY_VERIFY(!QFileInfo::exists(started));
    }

private:
    static void write(const QString& path, const char* text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    void insertMesh(const QString& file) {
        answerFileDialog(rig_->window, file);
        run("build.body.mesh");
    }
    void typed(const char* text) {
        rig_->type(QString::fromLatin1(text));
        rig_->press(Qt::Key_Return);
    }
    void fill(const char* key, const char* text) {
        typeInto(*rig_, key, text);
        rig_->press(Qt::Key_Return);
    }
    void lookAtAll() {
        run("view.frameAll");
        rig_->view().setFocus();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneySpaceTest> addJourneySpaceTest;

#include "journey_space_test.moc"
