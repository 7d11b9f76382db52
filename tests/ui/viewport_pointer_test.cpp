// SPDX-License-Identifier: GPL-3.0-or-later
// The pointer in the view: clicks, drags, the wheel and hovering.
#include <QSignalSpy>
#include <QWheelEvent>
#include <cstdlib>
#include <utility>
#include <vector>

#include "tests/ui/viewport_rig.h"

namespace trammel::ui {

using testing::differingPixels;

class ViewportPointerTest : public QObject, protected testing::ViewportRig {
    Q_OBJECT

private Q_SLOTS:
    void init() { openView(); }
    void cleanup() { closeView(); }

    void clickOnAPointSelectsTheElementThere();
    void clickOnEmptySpaceSelectsNothing();
    void clickingAgainSelectsTheElementBehind();
    void doubleClickNamesTheElementAndCountsAsOneClick();
    void aThinLineIsHitFromAFewPixelsAway();
    void draggingOrbitsWithoutClicking();
    void aShakyClickIsStillAClick();
    void rightClickAsksForAMenuAndRightDragPans();
    void theWheelZoomsToTheCursor();
    void hoveringNamesTheElementUntilThePointerLeaves();
    void aSelectedSolidThatLeavesItsBatchStaysMarked();

private:
    QPoint emptySpot() const { return {view_->width() - 20, view_->height() / 2}; }
};

void ViewportPointerTest::clickOnAPointSelectsTheElementThere() {
    QSignalSpy clicks(view_.get(), &Viewport::elementClicked);
    const std::vector<std::pair<Vec3, ElementId>> places{
        {onCrank(), demo::crank},
        {onCoupler(), demo::coupler},
        {Vec3(demo::groundLength / 2, 0, -0.007), demo::ground},
        {Vec3(0, 0, 0.017), demo::crankPin},
    };
    for (const auto& [point, element] : places) {
        QTest::mouseClick(surface(), Qt::LeftButton, Qt::ControlModifier, at(point));
        QCOMPARE(clicks.size(), 1);
        const QList<QVariant> arguments = clicks.takeFirst();
        QCOMPARE(arguments[0].value<ElementId>().value, element.value);
        QCOMPARE(arguments[1].value<Qt::KeyboardModifiers>(), Qt::ControlModifier);
    }
}

void ViewportPointerTest::clickOnEmptySpaceSelectsNothing() {
    QSignalSpy clicks(view_.get(), &Viewport::elementClicked);
    QTest::mouseClick(surface(), Qt::LeftButton, {}, emptySpot());
    QCOMPARE(clicks.size(), 1);
    QVERIFY(!clicks[0][0].value<ElementId>().isValid());
}

void ViewportPointerTest::clickingAgainSelectsTheElementBehind() {
    show(twoBricksInARow());
    view_->setStandardView(StandardView::Front);
    QSignalSpy clicks(view_.get(), &Viewport::elementClicked);
    for (int i = 0; i < 3; ++i) QTest::mouseClick(surface(), Qt::LeftButton, {}, at(Vec3(0.1, 0.1, 0.6)));
    QCOMPARE(clicks.size(), 3);
    QCOMPARE(clicks[0][0].value<ElementId>().value, 11u);
    QCOMPARE(clicks[1][0].value<ElementId>().value, 12u);
    QCOMPARE(clicks[2][0].value<ElementId>().value, 11u);
    // Elsewhere cycling starts over.
    QTest::mouseClick(surface(), Qt::LeftButton, {}, at(Vec3(-0.2, 0.1, 0.6)));
    QCOMPARE(clicks[3][0].value<ElementId>().value, 11u);
}

void ViewportPointerTest::doubleClickNamesTheElementAndCountsAsOneClick() {
    QSignalSpy clicks(view_.get(), &Viewport::elementClicked), doubles(view_.get(), &Viewport::elementDoubleClicked);
    // Events of a window system: click, double click instead of the second press, release.
    QTest::mouseClick(surface(), Qt::LeftButton, {}, at(onCrank()));
    QTest::mouseDClick(surface(), Qt::LeftButton, {}, at(onCrank()));
    QTest::mouseRelease(surface(), Qt::LeftButton, {}, at(onCrank()));
    QCOMPARE(clicks.size(), 1);
    QCOMPARE(doubles.size(), 1);
    QCOMPARE(doubles[0][0].value<ElementId>().value, demo::crank.value);
}

void ViewportPointerTest::aThinLineIsHitFromAFewPixelsAway() {
    const QPoint onTrace = at(tracePoint(kAngle + Pi));
    QCOMPARE(view_->pick(onTrace).value, demo::trace.value);
    QCOMPARE(view_->pick(onTrace + QPoint(2, 2)).value, demo::trace.value);
    QVERIFY(view_->pick(onTrace + QPoint(25, 0)) != demo::trace);
}

void ViewportPointerTest::draggingOrbitsWithoutClicking() {
    QSignalSpy clicks(view_.get(), &Viewport::elementClicked);
    const QImage before = picture();
    const Vec3 grabbed = onCoupler();
    const QPoint from = at(grabbed);
    QTest::mousePress(surface(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 10; ++i) QTest::mouseMove(surface(), from + QPoint(8 * i, 3 * i));
    QTest::mouseRelease(surface(), Qt::LeftButton, {}, from + QPoint(80, 30));
    QVERIFY(differingPixels(before, picture()) > 2000);
    QCOMPARE(clicks.size(), 0);
    // The pressed point is the pivot, up to a pixel.
    QVERIFY((at(grabbed) - from).manhattanLength() <= 6);
}

void ViewportPointerTest::aShakyClickIsStillAClick() {
    QSignalSpy clicks(view_.get(), &Viewport::elementClicked);
    const CameraPose before = view_->cameraPose();
    const QPoint from = at(onCrank());
    QTest::mousePress(surface(), Qt::LeftButton, {}, from);
    QTest::mouseMove(surface(), from + QPoint(2, 1));
    QTest::mouseRelease(surface(), Qt::LeftButton, {}, from + QPoint(2, 1));
    QCOMPARE(clicks.size(), 1);
    QCOMPARE(view_->cameraPose().yaw, before.yaw);
}

void ViewportPointerTest::rightClickAsksForAMenuAndRightDragPans() {
    QSignalSpy menus(view_.get(), &Viewport::contextMenuRequested);
    const QPoint from = at(onCrank());
    QTest::mouseClick(surface(), Qt::RightButton, {}, from);
    QCOMPARE(menus.size(), 1);
    QCOMPARE(menus[0][0].value<ElementId>().value, demo::crank.value);
    QCOMPARE(menus[0][1].toPoint(), surface()->mapToGlobal(from));

    QTest::mousePress(surface(), Qt::RightButton, {}, from);
    for (int i = 1; i <= 5; ++i) QTest::mouseMove(surface(), from + QPoint(10 * i, 0));
    QTest::mouseRelease(surface(), Qt::RightButton, {}, from + QPoint(50, 0));
    QCOMPARE(menus.size(), 1);
    QVERIFY((at(onCrank()) - from - QPoint(50, 0)).manhattanLength() <= 3);
}

void ViewportPointerTest::theWheelZoomsToTheCursor() {
    const Vec3 point = onCrank();
    const QPoint before = at(point);
    const Real distance = view_->cameraPose().distance;
    QWheelEvent notch(before, surface()->mapToGlobal(before), {}, QPoint(0, 240), Qt::NoButton, {}, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(surface(), &notch);
    QVERIFY(view_->cameraPose().distance < 0.8 * distance);
    QVERIFY((at(point) - before).manhattanLength() <= 3);
}

void ViewportPointerTest::hoveringNamesTheElementUntilThePointerLeaves() {
    view_->setNameProvider([](ElementId id) { return QStringLiteral("Element %1").arg(id.value); });
    QSignalSpy hovers(view_.get(), &Viewport::elementHovered);
    const QImage before = picture();
    testing::movePointer(surface(), at(onCrank()) + QPoint(1, 0));
    testing::movePointer(surface(), at(onCrank()));
    QTRY_COMPARE(hovers.size(), 1);
    QCOMPARE(hovers[0][0].value<ElementId>().value, demo::crank.value);
    QVERIFY(differingPixels(before, picture()) > 500);

    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(surface(), &leave);
    QCOMPARE(hovers.size(), 2);
    QVERIFY(!hovers[1][0].value<ElementId>().isValid());
    QCOMPARE(differingPixels(before, picture()), 0);
}

/// Among many solids, one that changes its shape is drawn alone for some frames, marked as it was in its batch.
void ViewportPointerTest::aSelectedSolidThatLeavesItsBatchStaysMarked() {
    constexpr ElementId capsule{9999};
    const Vec3 place(-3, 0, 0);
    const auto scene = [&](Real length) {
        Scene all = manyBodies(2100, 0.5);
        all.geometry.push_back(DecorativeGeometry(decor::Capsule{0.6, length})
                                   .setTransform(Transform(place))
                                   .setElement(capsule)
                                   .setColor(Color{0.1f, 0.2f, 0.9f}));
        return all;
    };
    view_->setGridVisible(false);
    view_->setScene(scene(1));
    view_->frameAll();
    picture();
    QCOMPARE(view_->drawWork().drawnAlone, 0);
    const long looks = view_->drawWork().looks;
    view_->setSelection({capsule});
    const QImage together = picture();
    QCOMPARE(view_->drawWork().drawnAlone, 0);
    QCOMPARE(view_->drawWork().looks, looks);
    view_->updateGeometry(scene(1.01));
    const QImage marked = picture();
    QCOMPARE(view_->drawWork().drawnAlone, 1);
    const QPoint onCapsule = at(place);
    const auto isAlike = [&](const QImage& a, const QImage& b) {
        const QColor one = a.pixelColor(onCapsule), other = b.pixelColor(onCapsule);
        return std::abs(one.red() - other.red()) + std::abs(one.blue() - other.blue()) < 40;
    };
    QVERIFY(isAlike(marked, together));
    view_->setSelection({});
    QVERIFY(!isAlike(marked, picture()));
    QVERIFY(view_->drawWork().looks > looks);
}

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runViewportTest<trammel::ui::ViewportPointerTest>(argc, argv);
}

#include "viewport_pointer_test.moc"
