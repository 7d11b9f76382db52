// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "ui/viewport/camera_rig.h"

namespace trammel::ui {

namespace {

constexpr Real kWidth = 900, kHeight = 600;
// Roundoff of a few rotations of unit vectors.
constexpr Real kTiny = 1e-9;

CameraRig someRig(bool orthographic) {
    CameraRig rig;
    rig.setViewSize(kWidth, kHeight);
    rig.setPose({Vec3(0.3, -0.2, 1.1), 4, 0.7, 0.4, orthographic});
    return rig;
}

Real distanceInPixels(const CameraRig& rig, const Vec3& p, const Vec2& pixel) {
    const auto shown = rig.project(p);
    return shown ? Real((*shown - pixel).norm()) : Infinity;
}

}  // namespace

class CameraRigTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bothProjections_data();
    void everyPointOfALineOfSightIsSeenAtItsPixel_data() { bothProjections_data(); }
    void everyPointOfALineOfSightIsSeenAtItsPixel();
    void orbitLeavesThePivotInPlace_data() { bothProjections_data(); }
    void orbitLeavesThePivotInPlace();
    void zoomLeavesThePointUnderTheCursorInPlace_data() { bothProjections_data(); }
    void zoomLeavesThePointUnderTheCursorInPlace();
    void panMovesTheGrabbedPointWithTheMouse_data() { bothProjections_data(); }
    void panMovesTheGrabbedPointWithTheMouse();
    void fitShowsEveryPointAndWastesLittle_data() { bothProjections_data(); }
    void fitShowsEveryPointAndWastesLittle();
    void aPointBehindTheEyeHasNoProjection();
    void theCameraNeverTurnsUpsideDown();
    void standardViewsLookAlongTheirAxes();
    void withZUpStandardViewsAndOrbitKeepZUp();
    void withZUpAWallIsPlanarAndTheFloorIsNot();
    void theClipRangeHoldsTheWholeSceneHoweverCloseTheCamera();
};

void CameraRigTest::bothProjections_data() {
    QTest::addColumn<bool>("orthographic");
    QTest::newRow("perspective") << false;
    QTest::newRow("orthographic") << true;
}

void CameraRigTest::everyPointOfALineOfSightIsSeenAtItsPixel() {
    QFETCH(bool, orthographic);
    const CameraRig rig = someRig(orthographic);
    for (const Vec2& pixel : {Vec2(0, 0), Vec2(450, 300), Vec2(899, 17)}) {
        const Ray ray = rig.rayThrough(pixel);
        for (const Real t : {0.5, 3., 40.})
            QVERIFY(distanceInPixels(rig, ray.origin + ray.direction * t, pixel) < 1e-6);
    }
}

void CameraRigTest::orbitLeavesThePivotInPlace() {
    QFETCH(bool, orthographic);
    CameraRig rig = someRig(orthographic);
    const Vec3 pivot(0.6, 0.1, 0.4);
    const Vec2 before = *rig.project(pivot);
    const Vec3 eye = rig.eye();
    rig.orbit(pivot, 83, -41);
    QVERIFY((rig.eye() - eye).norm() > 0.1);
    QVERIFY(distanceInPixels(rig, pivot, before) < 1e-6);
}

void CameraRigTest::zoomLeavesThePointUnderTheCursorInPlace() {
    QFETCH(bool, orthographic);
    CameraRig rig = someRig(orthographic);
    const Vec3 point(0.6, 0.1, 0.4);
    const Vec2 before = *rig.project(point);
    rig.zoom(0.3, point);
    QVERIFY(std::abs(rig.pose().distance - 1.2) < kTiny);
    QVERIFY(distanceInPixels(rig, point, before) < 1e-6);
}

void CameraRigTest::panMovesTheGrabbedPointWithTheMouse() {
    QFETCH(bool, orthographic);
    CameraRig rig = someRig(orthographic);
    const Vec3 point(0.6, 0.1, 0.4);
    const Vec2 before = *rig.project(point);
    rig.pan(rig.depthOf(point), 30, -12);
    QVERIFY(distanceInPixels(rig, point, Vec2(before.x() + 30, before.y() - 12)) < 1e-6);
}

void CameraRigTest::fitShowsEveryPointAndWastesLittle() {
    QFETCH(bool, orthographic);
    CameraRig rig = someRig(orthographic);
    const std::vector<Vec3> points{Vec3(10, 2, -3), Vec3(14, 2.5, -3), Vec3(12, 2.2, 5), Vec3(11, 0, 0)};
    rig.fit(points);
    Real widest = 0;
    for (const Vec3& p : points) {
        const auto pixel = rig.project(p);
        QVERIFY(pixel.has_value());
        const Real x = std::abs(pixel->x() / kWidth * 2 - 1), y = std::abs(pixel->y() / kHeight * 2 - 1);
        widest = std::max({widest, x, y});
    }
    QVERIFY(widest < 1);
    QVERIFY(widest > 0.7);
}

void CameraRigTest::aPointBehindTheEyeHasNoProjection() {
    const CameraRig rig = someRig(false);
    QVERIFY(!rig.project(rig.eye() + rig.rotation().z()));
}

void CameraRigTest::theCameraNeverTurnsUpsideDown() {
    CameraRig rig = someRig(false);
    for (int i = 0; i < 100; ++i) rig.orbit(Vec3(0.), 7, 50);
    QVERIFY(rig.rotation().y().y() >= -kTiny);
    for (int i = 0; i < 100; ++i) rig.orbit(Vec3(0.), 7, -50);
    QVERIFY(rig.rotation().y().y() >= -kTiny);
}

void CameraRigTest::standardViewsLookAlongTheirAxes() {
    const std::vector<std::pair<StandardView, Vec3>> towardViewer{
        {StandardView::Front, Vec3(0, 0, 1)}, {StandardView::Back, Vec3(0, 0, -1)},
        {StandardView::Right, Vec3(1, 0, 0)}, {StandardView::Left, Vec3(-1, 0, 0)},
        {StandardView::Top, Vec3(0, 1, 0)},   {StandardView::Bottom, Vec3(0, -1, 0)}};
    CameraRig rig = someRig(false);
    for (const auto& [view, direction] : towardViewer) {
        rig.setStandardView(view);
        QVERIFY((rig.rotation().z() - direction).norm() < kTiny);
    }
    rig.setStandardView(StandardView::Iso);
    QVERIFY((rig.rotation().z() - Vec3(1.).normalized()).norm() < kTiny);
}

void CameraRigTest::withZUpStandardViewsAndOrbitKeepZUp() {
    CameraRig rig;
    rig.setPose({.up = UpAxis::Z});
    rig.setStandardView(StandardView::Front);
    QVERIFY((rig.rotation().z() - Vec3(0, -1, 0)).norm() < kTiny);
    QVERIFY((rig.rotation().y() - Vec3(0, 0, 1)).norm() < kTiny);
    rig.setStandardView(StandardView::Top);
    QVERIFY((rig.rotation().z() - Vec3(0, 0, 1)).norm() < kTiny);
    rig.setStandardView(StandardView::Right);
    QVERIFY((rig.rotation().z() - Vec3(1, 0, 0)).norm() < kTiny);
    rig.orbit(Vec3(0.2, 0.1, 0), 130, 40);
    QVERIFY(std::abs(rig.rotation().x().z()) < kTiny);
    QVERIFY(rig.rotation().y().z() > 0);
    QCOMPARE(rig.pose().up, UpAxis::Z);
}

void CameraRigTest::withZUpAWallIsPlanarAndTheFloorIsNot() {
    const std::vector<Vec3> wall{Vec3(0, 0, 0), Vec3(1, 0.1, 0), Vec3(0, 0, 1)};
    const std::vector<Vec3> floor{Vec3(0, 0, 0), Vec3(1, 0, 0.1), Vec3(0, 1, 0)};
    QVERIFY(isPlanar(wall, UpAxis::Z) && !isPlanar(floor, UpAxis::Z));
    QVERIFY(isPlanar(floor, UpAxis::Y) && !isPlanar(wall, UpAxis::Y));
    QCOMPARE(suitableGridPlane(wall, UpAxis::Z), GridPlane::XZ);
    QCOMPARE(suitableGridPlane(floor, UpAxis::Z), GridPlane::XY);
    QCOMPARE(suitableGridPlane(wall, UpAxis::Y), GridPlane::XZ);
    QCOMPARE(suitableGridPlane(floor, UpAxis::Y), GridPlane::XY);
}

void CameraRigTest::theClipRangeHoldsTheWholeSceneHoweverCloseTheCamera() {
    CameraRig rig = someRig(false);
    const Vec3 center(0.), inFront = rig.pose().focus;
    const Real radius = 50;
    for (int i = 0; i < 40; ++i) {
        const ClipRange range = rig.clipRange(center, radius, 0);
        QVERIFY(range.nearDepth > 0);
        QVERIFY(range.nearDepth < rig.depthOf(inFront));
        QVERIFY(range.farDepth >= rig.depthOf(center) + radius);
        rig.zoom(0.8, inFront);
    }
}

}  // namespace trammel::ui

QTEST_APPLESS_MAIN(trammel::ui::CameraRigTest)
#include "viewport_camera_test.moc"
