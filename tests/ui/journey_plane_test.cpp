// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys in space: the view cube, work planes on faces, at angles and through points, and axes along edges.
#include "authoring/placed_element.h"
#include "tests/ui/journeys.h"
#include "tests/ui/model_journey.h"
#include "ui/view/view_cube.h"

namespace trammel::ui {

using namespace testing;

class JourneyPlaneTest : public ModelJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
    }
    void cleanup() { rig_.reset(); }

    void J14_theViewCubeLooksFromFacesEdgesAndCorners() {
        JourneyRig& rig = *rig_;
        addBox(Rotation());
        ViewCube& cube = rig.window->view().cube();
        const auto look = [&](const ViewCube::Part& part) {
            const auto at = cube.middleOf(part);
            QVERIFY2(at.has_value(), qPrintable(ViewCube::nameOf(part)));
            QTest::mouseClick(&cube, Qt::LeftButton, {}, at->toPoint());
            rig.settle();
        };
        rig.window->commands().action("view.iso")->trigger();
        rig.settle();
        rig.screenshot("J14_cube");
        const CameraPose iso = rig.view().cameraPose();
        look({1, 0, 0});
        QCOMPARE(rig.view().cameraPose().yaw, Pi / 2);
        QCOMPARE(rig.view().cameraPose().pitch, 0.);
        QCOMPARE(rig.view().cameraPose().distance, iso.distance);
        look({1, 1, 0});
        QVERIFY(std::abs(rig.view().cameraPose().pitch - Pi / 4) < 1e-12);
        look({1, 1, 1});
        QVERIFY(std::abs(rig.view().cameraPose().pitch - iso.pitch) < 1e-12);
        QVERIFY(std::abs(rig.view().cameraPose().yaw - iso.yaw) < 1e-12);
        QCOMPARE(ViewCube::nameOf({1, 1, 1}), QStringLiteral("Front right top"));
        // The far side is not clicked through.
        QVERIFY(!cube.middleOf({-1, 0, 0}));

        // By keys: from the corner around to the right face.
        rig.window->commands().action("view.cube")->trigger();
        rig.settle();
        QVERIFY(cube.hasFocus());
        QCOMPARE(cube.accessibleDescription(), QStringLiteral("Front right top"));
        rig.press(Qt::Key_Right);
        rig.press(Qt::Key_Down);
        QCOMPARE(cube.accessibleDescription(), QStringLiteral("Right"));
        rig.screenshot("J14_cube_keys");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.view().cameraPose().yaw, Pi / 2);
        rig.press(Qt::Key_Escape);
        QVERIFY(!cube.hasFocus());
    }

    void J14_aLinkIsDrawnOnATiltedFace() {
        JourneyRig& rig = *rig_;
        const Rotation tilt(Pi / 6, Vec3(1, 0, 0));
        addBox(tilt);
        lookFromAbove();
        rig.view().setFocus();
        rig.press(Qt::Key_A);
        // Away from the middle of the face, which is a point of its own.
        const Vec3 onTop = tilt * Vec3(-0.03, boxSide / 2, 0.021) + boxCenter;
        rig.hover(onTop);
        QVERIFY2(rig.chip().contains("on surface of Box"), qPrintable(rig.chip()));
        rig.click(onTop);
        ToolHost& host = rig.window->view().tools().host();
        QVERIFY(host.workPlane());
        QVERIFY((host.workPlane()->R().z() - tilt * Vec3(0, 1, 0)).norm() < 1e-6);
        const qsizetype steps = rig.history().size();

        // Typed coordinates count in the plane, and the axis of the pin is its normal.
        rig.press(Qt::Key_L);
        rig.type("20 mm, 10 mm");
        rig.press(Qt::Key_Return);
        rig.type("90 mm, 40 mm");
        rig.screenshot("J14_tilted_preview");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps + 1);
        const Vec3 start = pointOf("Link", "origin"), tip = pointOf("Link", "tip");
        const Vec3 normal = host.workPlane()->R().z();
        QVERIFY(std::abs(normal.dot(start - tip)) < 1e-9);
        QVERIFY((tip - *host.workPlane() * Vec3(0.09, 0.04, 0)).norm() < 1e-9);
        const auto X_GF =
            rig.session->model()->findJointFrame(rig.named("Pin A"), rig.session->model()->getInitialState());
        QVERIFY(X_GF && std::abs(std::abs(X_GF->R().z().dot(normal)) - 1) < 1e-9);
        rig.press(Qt::Key_Escape);
        rig.press(Qt::Key_Escape);
        rig.screenshot("J14_tilted_link");

        // The button leaves the plane.
        auto* const chip = rig.window->findChild<QAbstractButton*>("planeChip");
        QVERIFY(chip && chip->isVisible());
        chip->click();
        rig.settle();
        QVERIFY(!host.workPlane() && !chip->isVisible());
    }

    void J14_planesThroughThreePointsAndAtAnAngle() {
        JourneyRig& rig = *rig_;
        addBox(Rotation());
        lookFromAbove();
        ToolHost& host = rig.window->view().tools().host();
        rig.view().setFocus();
        rig.press(Qt::Key_A);
        for (const char* const point : {"0, 0, 0", "1, 0, 0", "0, 1, 1"}) {
            rig.type(point);
            rig.press(Qt::Key_Return);
        }
        QVERIFY(host.workPlane());
        QVERIFY((host.workPlane()->R().x() - Vec3(1, 0, 0)).norm() < 1e-9);
        for (const Vec3& p : {Vec3(0.), Vec3(1, 0, 0), Vec3(0, 1, 1)}) {
            const Real off = (host.workPlane()->invert() * p)[2];
            QVERIFY2(std::abs(off) < 1e-9, qPrintable(QString::number(off)));
        }
        rig.press(Qt::Key_A, Qt::ShiftModifier);
        QVERIFY(!host.workPlane());
        // Coordinates count toward the second and the third point, seen from either side.
        for (const char* const third : {"0, 1, 1", "0, -1, -1"}) {
            rig.press(Qt::Key_A);
            for (const char* const point : {"0, 0, 0", "1, 0, 0", third}) {
                rig.type(point);
                rig.press(Qt::Key_Return);
            }
            const Real side = third[3] == '-' ? -1 : 1;
            QVERIFY((host.workPlane()->R().x() - Vec3(1, 0, 0)).norm() < 1e-9);
            QVERIFY((host.workPlane()->R().y() - Vec3(0, side, side).normalized()).norm() < 1e-9);
            rig.press(Qt::Key_A, Qt::ShiftModifier);
        }

        // About an edge, at a typed angle from the plane of the view.
        rig.press(Qt::Key_A);
        const Vec3 onEdge = boxCenter + Vec3(0.021, boxSide / 2, boxSide / 2);
        rig.hover(onEdge);
        QVERIFY2(rig.chip().contains("through edge"), qPrintable(rig.chip()));
        const Vec3 before = host.planeNormal();
        rig.click(onEdge);
        rig.type("30");
        rig.screenshot("J14_plane_at_angle");
        rig.press(Qt::Key_Return);
        QVERIFY(host.workPlane());
        QVERIFY(std::abs(std::abs(host.workPlane()->R().z().dot(before)) - std::cos(Pi / 6)) < 1e-9);
        QVERIFY(std::abs(host.workPlane()->R().z()[0]) < 1e-9);

        // Letters set the planes of the world; a body is placed along the plane.
        rig.press(Qt::Key_X);
        QVERIFY((host.workPlane()->R().z().cwiseAbs() - Vec3(1, 0, 0)).norm() < 1e-9);
    }

    void J14_aJointAxisFollowsAnEdge() {
        JourneyRig& rig = *rig_;
        const Rotation tilt(Pi / 6, Vec3(0, 0, 1));
        addBox(tilt);
        lookFromAbove();
        run("build.joint.pin");
        rig.hover(boxCenter + tilt * Vec3(0, boxSide / 2, 0));
        rig.click(boxCenter + tilt * Vec3(0, boxSide / 2, 0));
        rig.click(Vec3(-0.2, 0.25, 0));
        const Vec3 along = tilt * Vec3(1, 0, 0);
        rig.hover(boxCenter + tilt * Vec3(0.021, boxSide / 2, boxSide / 2));
        QVERIFY2(rig.chip().contains("E edge"), qPrintable(rig.chip()));
        rig.press(Qt::Key_E);
        QVERIFY2(rig.chip().contains("along edge of Box"), qPrintable(rig.chip()));
        rig.screenshot("J14_axis_along_edge");
        rig.press(Qt::Key_Return);
        const ElementId pin = rig.session->selectedElement();
        const auto X_GF = rig.session->model()->findJointFrame(pin, rig.session->model()->getInitialState());
        QVERIFY(X_GF && std::abs(std::abs(X_GF->R().z().dot(along)) - 1) < 1e-9);
    }

private:
    static constexpr Real boxSide = 0.12;
    const Vec3 boxCenter{0, 0.1, 0};

    void addBox(const Rotation& R_GB) {
        const bool made(rig_->session->edit(QStringLiteral("Box"), [&](const Document& document) {
            const TypeDescriptor& type = typeOf(TypeRole::Block);
            Element draft = draftBody(type, boxSide);
            draft.name = "Box";
            draft.set("size", Vec3(boxSide));
            auto placed = addFloatingBody(document, draft, Transform(R_GB, boxCenter));
            Result<Edit> edit;
            edit.diagnostics = placed.diagnostics;
            if (placed) edit.value = placed->edit;
            return edit;
        }));
        QVERIFY(made);
        rig_->settle();
    }
    void lookFromAbove() {
        rig_->view().setCameraPose({.focus = boxCenter, .distance = 1.1, .yaw = 0.5, .pitch = 0.7});
        rig_->settle();
    }
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyPlaneTest> addJourneyPlaneTest;

#include "journey_plane_test.moc"
