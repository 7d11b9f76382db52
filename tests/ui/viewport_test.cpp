// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing in the view: images, and the work they take.
#include <QAbstractEventDispatcher>
#include <QOpenGLContext>
#include <atomic>
#include <cmath>
#include <functional>
#include <semaphore>
#include <set>
#include <thread>
#include <vector>

#include "tests/ui/viewport_rig.h"
#include "ui/viewport/offscreen_renderer.h"
#include "ui/viewport/points_outside.h"

namespace trammel::ui {

using testing::differingPixels;

namespace {

RenderOptions plainOf(RenderOptions options) {
    options.shadows = false;
    return options;
}

/// Acts before a widget is painted.
class PaintWatch : public QObject {
public:
    PaintWatch(QWidget& widget, std::function<void()> act) : act_(std::move(act)) { widget.installEventFilter(this); }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) act_();
        return false;
    }

private:
    std::function<void()> act_;
};

}  // namespace

class ViewportTest : public QObject, protected testing::ViewportRig {
    Q_OBJECT

private Q_SLOTS:
    void init() { openView(); }
    void cleanup() { closeView(); }

    void aSceneIsDrawn();
    void movingABodyChangesTheImage();
    void updatedSceneEqualsRebuiltScene();
    void aBodyWhosePoseIsNotANumberIsLeftOutUntilItIs();
    void pointsOutsideAMotionAreFoundByFewQuestions();
    void theExtentOfAMotionIsThatOfItsPoints();
    void manyDecorationsAreMergedInAnEventBeforeTheirImage();
    void idleDrawsNothing();
    void gridLinesAlongPixelsAreSharp();
    void theGridIsDrawnOncePerCamera();
    void manySelectedAreNotOutlined();
    void solidsOfOneKindAreDrawnTogether();
    void marksInFrontAreDrawnTogether();
    void linesOfManyPointsAreNotSmooth();
    void tracesThatCoverThemselvesHaveNoGaps();
    void togetherAndOneByOneLookAlike();
    void farSolidsAreCoarseAndWithoutEdges();
    void solidsOfACrowdThatChangeInEachFrameAreNotMerged();
    void labelsAtOnePlaceAreAllReadable();
    void aThinBarIsSeenFromFarAway();
    void aHiddenRoleIsNeitherDrawnNorHit();
    void theSelectionStandsOut();
    void theFirstSceneIsFramedAndLaterOnesKeepTheCamera();
    void anotherSizeIsDrawnAsItIsFramed();
    void nothingIsClippedWhenTheCameraIsVeryNear();
    void aWidgetNeverShownCanBeGrabbed();
    void aViewSurvivesMovingToAnotherWindow();
    void aViewSurvivesTheLossOfItsContext();
    void imagesRenderConcurrentlyOnOtherThreads();
    void imagesAreIndependentOfEarlierScenes();

private:
    QColor colorAt(const Vec3& p) const { return picture().pixelColor(at(p) * view_->devicePixelRatioF()); }
};

void ViewportTest::aSceneIsDrawn() {
    const QImage withScene = picture();
    const QColor crank = colorAt(onCrank());
    QVERIFY(crank.blue() > crank.red() + 60);
    view_->setScene({});
    QVERIFY(differingPixels(withScene, picture()) > 5000);
}

void ViewportTest::movingABodyChangesTheImage() {
    const QImage before = picture();
    view_->setPoses(fourBarPoses(kAngle + 0.3));
    QVERIFY(differingPixels(before, picture()) > 2000);
    view_->setPoses(fourBarPoses(kAngle));
    QCOMPARE(differingPixels(before, picture()), 0);
}

void ViewportTest::updatedSceneEqualsRebuiltScene() {
    const QImage before = picture();
    for (const Real angle : {1.2, 3.0, 5.5}) view_->updateGeometry(fourBarScene(angle));
    Scene changed = fourBarScene(2.5);
    changed.geometry.pop_back();
    std::swap(changed.geometry[0], changed.geometry[6]);
    changed.geometry.back().setBodyId(demo::rockerBody).setColor({0.1f, 0.9f, 0.1f});
    view_->updateGeometry(changed);
    const QImage updated = picture();

    Viewport fresh;
    fresh.resize(view_->size());
    fresh.setGridPlane(GridPlane::XY);
    fresh.setScene(changed);
    fresh.setCameraPose(view_->cameraPose());
    fresh.show();
    QVERIFY(QTest::qWaitForWindowExposed(&fresh));
    // The last drawn of coincident lines wins.
    QVERIFY(differingPixels(updated, fresh.grabImage()) < 100);
    QVERIFY(differingPixels(updated, before) > 2000);
}

void ViewportTest::aBodyWhosePoseIsNotANumberIsLeftOutUntilItIs() {
    const QImage before = picture();
    std::vector<Transform> poses = fourBarPoses(kAngle);
    poses[demo::crankBody].updP() = Vec3(NaN);
    view_->setPoses(poses);
    QVERIFY(differingPixels(before, picture()) > 500);
    QVERIFY(view_->pick(at(onCrank())) != demo::crank);
    view_->setPoses(fourBarPoses(kAngle));
    QCOMPARE(differingPixels(before, picture()), 0);
}

void ViewportTest::pointsOutsideAMotionAreFoundByFewQuestions() {
    constexpr int bodies = 1000, frames = 100;
    std::vector<BodyPoint> corners;
    for (int b = 0; b < bodies; ++b)
        for (const Real x : {-0.1, 0.1}) corners.push_back({b, Vec3(x, 0, 0)});
    std::vector<std::vector<Transform>> poses(frames, std::vector<Transform>(bodies));
    for (int f = 0; f < frames; ++f)
        for (int b = 0; b < bodies; ++b)
            poses[std::size_t(f)][std::size_t(b)] = Transform(Vec3(0.01 * f, 0.001 * b, 0));
    int asked = 0;
    const auto within = [&asked](Real limit) {
        return [&asked, limit](const Vec3& p) {
            ++asked;
            return std::optional(std::abs(p.x()) <= limit);
        };
    };
    QVERIFY(findPointsOutside(corners, poses, within(2)).empty());
    QVERIFY2(asked <= 8, qPrintable(QString::number(asked)));
    // One body leaves the region in the last frame.
    poses.back()[7] = Transform(Vec3(3, 0, 0));
    asked = 0;
    const std::vector<Vec3> outside = findPointsOutside(corners, poses, within(2));
    QCOMPARE(outside.size(), std::size_t(2));
    QVERIFY2(asked <= 8 * (bodies + 1) + 2 * frames, qPrintable(QString::number(asked)));
}

void ViewportTest::theExtentOfAMotionIsThatOfItsPoints() {
    for (const int bodies : {3, 2000}) {
        constexpr int frames = 100;
        std::vector<BodyPoint> corners;
        for (int b = 0; b < bodies; ++b)
            for (const Real x : {0., 0.02}) corners.push_back({b, Vec3(x, 0, 0)});
        std::vector<std::vector<Transform>> poses(frames, std::vector<Transform>(std::size_t(bodies)));
        for (int f = 0; f < frames; ++f)
            for (int b = 0; b < bodies; ++b)
                poses[std::size_t(f)][std::size_t(b)] =
                    Transform(Vec3(0.01 * f + 0.1 * (b % 40), 0.1 * Real(b / 40), 0));
        poses[3][1] = Transform(Vec3(Infinity, 0, 0));
        const Real width = 0.01 * (frames - 1) + 0.1 * std::min(bodies - 1, 39) + 0.02,
                   height = 0.1 * Real((bodies - 1) / 40);
        const Real found = findExtent(corners, poses), right = std::hypot(width, height);
        // Balls of 0.01 m radius take the place of many points.
        QVERIFY(found > right - 1e-12);
        QVERIFY(found < right + (bodies < 100 ? 1e-12 : 0.04));
    }
    QCOMPARE(findExtent({}, {}), 0.);
}

void ViewportTest::manyDecorationsAreMergedInAnEventBeforeTheirImage() {
    settle();
    Scene scene;
    for (int i = 0; i < 12500; ++i)
        scene.geometry.push_back(DecorativeGeometry(decor::Brick{Vec3(0.004)})
                                     .setTransform(Transform(Vec3(0.01 * (i % 125), 0.01 * Real(i / 125), 0))));
    scene.bodyPoses.emplace_back();
    long mergesBefore = 0;
    const PaintWatch watch(*surface(), [&] { mergesBefore = view_->drawWork().merges; });
    const long merges = view_->drawWork().merges;
    const int frames = view_->framesDrawn();
    view_->setScene(scene);
    QCOMPARE(view_->drawWork().merges, merges);
    QTRY_COMPARE(view_->framesDrawn(), frames + 1);
    // Before, one solid of each kind is merged and drawn, so that programs are compiled in an event of their own.
    QCOMPARE(mergesBefore, merges + 2);
    QCOMPARE(view_->drawWork().merges, merges + 2);
    // A reader of the camera or of the image does not wait.
    view_->setCameraPose({.distance = 50});
    view_->setScene({});
    view_->setScene(scene);
    const QPointF corner = view_->project(Vec3(0.));
    const long mergesAtProjection = view_->drawWork().merges;
    const QImage image = picture();
    QCOMPARE(view_->project(Vec3(0.)), corner);
    QVERIFY(view_->drawWork().merges > mergesAtProjection);
    view_->frameAll();
    QVERIFY(differingPixels(image, picture()) < image.width() * image.height() / 100);
}

void ViewportTest::idleDrawsNothing() {
    settle();
    const int frames = view_->framesDrawn();
    QVERIFY(frames > 0);
    // No timer runs, so that nothing can be drawn later.
    QList<QObject*> all = view_->findChildren<QObject*>();
    all += view_.get();
    for (QObject* const each : all) QVERIFY(QAbstractEventDispatcher::instance()->registeredTimers(each).isEmpty());
    settle();
    QCOMPARE(view_->framesDrawn(), frames);
    view_->setPoses(fourBarPoses(kAngle + 0.1));
    settle();
    QCOMPARE(view_->framesDrawn(), frames + 1);
}

void ViewportTest::solidsOfOneKindAreDrawnTogether() {
    constexpr int Bodies = 400;
    view_->setScene(manyBodies(Bodies, 0));
    view_->frameAll();
    picture();
    const DrawWork first = view_->drawWork();
    QCOMPARE(first.drawnAlone, 0);
    QCOMPARE(first.solids, std::size_t(2 * Bodies));
    QVERIFY2(first.drawCalls <= 2, qPrintable(QString::number(first.drawCalls)));
    for (int i = 1; i <= 5; ++i) {
        view_->updateGeometry(manyBodies(Bodies, 1e-4 * i));
        picture();
    }
    const DrawWork last = view_->drawWork();
    QCOMPARE(last.poseUploads, first.poseUploads + 5);
    QCOMPARE(last.merges, first.merges);
    QCOMPARE(last.selections, first.selections);

    // With one selected and one hidden they are still batched, immediately.
    view_->setSelection({ElementId{3}});
    picture();
    view_->setRoleVisible(DecorationRole::Joint, false);
    picture();
    QCOMPARE(view_->drawWork().merges, first.merges);
    QCOMPARE(view_->drawWork().solids, std::size_t(Bodies));
    QCOMPARE(view_->drawWork().drawnAlone, 0);
}

/// Arrows and balls of a drawing in front of the bodies, with other lengths in each frame.
void ViewportTest::marksInFrontAreDrawnTogether() {
    constexpr int Marks = 300;
    const auto marks = [](Real length) {
        Scene scene = manyBodies(1, 0);
        for (int i = 0; i < Marks; ++i) {
            const Vec3 from(0.01 * i, 0, 0);
            scene.geometry.push_back(DecorativeGeometry(decor::Sphere{0.01})
                                         .setTransform(Transform(from))
                                         .setRole(DecorationRole::Annotation));
            scene.geometry.push_back(DecorativeGeometry(decor::Arrow{from, Vec3(from + Vec3(0, length, 0)), 0.01})
                                         .setRole(DecorationRole::Annotation));
        }
        return scene;
    };
    view_->setScene(marks(0.1));
    picture();
    const DrawWork first = view_->drawWork();
    QCOMPARE(first.drawnAlone, 0);
    QVERIFY2(first.drawCalls <= 4, qPrintable(QString::number(first.drawCalls)));
    view_->updateGeometry(marks(0.2));
    picture();
    QCOMPARE(view_->drawWork().merges, first.merges);
    QCOMPARE(view_->drawWork().drawnAlone, 0);
}

/// Seen from the front, each line of the grid is one row or column of pixels.
void ViewportTest::gridLinesAlongPixelsAreSharp() {
    view_->setFramingFirstScene(false);
    view_->setBackground(Qt::white, Qt::white);
    show({});
    view_->setStandardView(StandardView::Front);
    const QImage image = picture();
    // The row with the least ink is between lines.
    constexpr int White = 250;
    std::vector<int> widths;
    int least = image.width();
    for (int y = image.height() / 4; y < image.height() / 2; ++y) {
        std::vector<int> runs;
        int ink = 0;
        bool wasInk = false;
        for (int x = image.width() / 4; x < image.width() * 3 / 4; ++x) {
            const bool isInk = qGray(image.pixel(x, y)) < White;
            if (isInk && !wasInk) runs.push_back(0);
            if (isInk) ++runs.back(), ++ink;
            wasInk = isInk;
        }
        if (ink >= least) continue;
        least = ink;
        widths = runs;
    }
    QVERIFY(widths.size() > 5);
    const int width = int(std::lround(view_->devicePixelRatioF()));
    for (const int each : widths) QCOMPARE(each, width);
}

/// The lines of the grid are drawn again for another camera and another size, not for other poses.
void ViewportTest::theGridIsDrawnOncePerCamera() {
    const QImage image = picture();
    const long before = view_->drawWork().gridDrawings;
    view_->setPoses(fourBarPoses(kAngle + 0.3));
    picture();
    view_->setPoses(fourBarPoses(kAngle));
    QCOMPARE(differingPixels(image, picture()), 0);
    QCOMPARE(view_->drawWork().gridDrawings, before);
    CameraPose pose = view_->cameraPose();
    pose.yaw += 0.3;
    view_->setCameraPose(pose);
    picture();
    QCOMPARE(view_->drawWork().gridDrawings, before + 1);
    view_->resize(view_->width() + 20, view_->height() + 20);
    const QImage withGrid = picture();
    QVERIFY(view_->drawWork().gridDrawings > before + 1);
    view_->setGridVisible(false);
    QVERIFY(differingPixels(withGrid, picture()) > 1000);
}

/// A few selected bodies have an outline beside their color; very many, each of which would be drawn alone, have none.
void ViewportTest::manySelectedAreNotOutlined() {
    constexpr int Bodies = 600;
    view_->setGridVisible(false);
    view_->setScene({});
    const QImage empty = picture();
    view_->setScene(manyBodies(Bodies, 0));
    view_->frameAll();
    const QImage plain = picture();
    const auto changedBeside = [&](int count) {
        std::set<ElementId> selection;
        for (int body = 1; body <= count; ++body) selection.insert(ElementId{static_cast<std::uint64_t>(body)});
        view_->setSelection(selection);
        const QImage image = picture();
        int pixels = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                pixels += plain.pixel(x, y) == empty.pixel(x, y) && image.pixel(x, y) != plain.pixel(x, y);
        return pixels;
    };
    QVERIFY(changedBeside(20) > 100);
    QCOMPARE(changedBeside(Bodies), 0);
}

/// Many points of traces are drawn as plain lines, a few again as smooth ones.
void ViewportTest::linesOfManyPointsAreNotSmooth() {
    const auto traces = [](int count) {
        Scene scene;
        for (int i = 0; i < count; ++i) {
            std::vector<Vec3> points;
            for (int k = 0; k < 1000; ++k) points.emplace_back(std::cos(0.01 * k), std::sin(0.01 * k), 0.1 * i);
            scene.geometry.push_back(
                DecorativeGeometry(decor::Polyline{std::move(points), false}).setRole(DecorationRole::Trace));
        }
        return scene;
    };
    for (const auto& [count, isSmooth] : {std::pair(5, true), {40, false}, {5, true}}) {
        view_->setScene(traces(count));
        picture();
        QCOMPARE(view_->drawWork().smoothsLines, isSmooth);
    }
    view_->setScene(traces(40));
    view_->setRoleVisible(DecorationRole::Trace, false);
    picture();
    QVERIFY(view_->drawWork().smoothsLines);
}

void ViewportTest::tracesThatCoverThemselvesHaveNoGaps() {
    view_->setFramingFirstScene(false);
    view_->setGridVisible(false);
    Scene scene;
    scene.bodyPoses.resize(1);
    constexpr int turns = 6, points = 240;
    for (int turn = 0; turn < turns; ++turn) {
        std::vector<Vec3> curve;
        for (int i = 0; i <= points; ++i) {
            const Real angle = 2 * Pi * i / points, error = 1e-7 * std::sin(37. * turn + 11. * i);
            curve.emplace_back(0.1 * std::cos(angle) + error, 0.02 * std::sin(angle) - error, error);
        }
        scene.geometry.push_back(DecorativeGeometry(decor::Polyline{std::move(curve), false})
                                     .setColor({0.85F, 0.1F, 0.1F})
                                     .setLineThickness(2)
                                     .setRole(DecorationRole::Trace));
    }
    show(scene);
    view_->setCameraPose({.focus = Vec3(0.), .distance = 0.5, .yaw = 0.3, .pitch = 0.2});
    const QImage image = picture();
    // Above and below its middle a column passes the ellipse once each.
    const QPoint left = at(Vec3(-0.09, 0, 0)), right = at(Vec3(0.09, 0, 0));
    int passed = 0, paler = 0;
    for (int x = left.x(); x <= right.x(); ++x) {
        const int middle = left.y() + (right.y() - left.y()) * (x - left.x()) / (right.x() - left.x());
        for (const auto& [from, to] : {std::pair(0, middle), std::pair(middle, image.height())}) {
            int darkest = 255;
            for (int y = from; y < to; ++y) darkest = std::min(darkest, image.pixelColor(x, y).green());
            ++passed;
            paler += darkest > 60 ? 1 : 0;
        }
    }
    QVERIFY2(passed > 400 && paler == 0, qPrintable(QStringLiteral("%1 of %2").arg(paler).arg(passed)));
}

void ViewportTest::togetherAndOneByOneLookAlike() {
    view_->setFramingFirstScene(false);
    show({});
    const QImage empty = picture();
    show(fourBarScene(kAngle));
    const SectionPlane section{.on = true, .normal = Vec3(0, 0, 1), .offset = 0.005};
    for (const bool cut : {false, true}) {
        view_->setSection(cut ? section : SectionPlane{});
        view_->setBatching(true);
        const QImage together = picture();
        QVERIFY(view_->drawWork().solids > 0);
        view_->setBatching(false);
        const QImage alone = picture();
        QCOMPARE(view_->drawWork().solids, std::size_t(0));
        // Silhouettes and edges differ by the level of detail.
        QVERIFY2(differingPixels(together, alone) < together.width() * together.height() / 100,
                 qPrintable(QString::number(differingPixels(together, alone))));
        QVERIFY(differingPixels(together, alone) < differingPixels(together, empty) / 10);
    }
}

void ViewportTest::farSolidsAreCoarseAndWithoutEdges() {
    view_->setScene(manyBodies(1, 0));
    view_->frameAll();
    picture();
    const DrawWork near = view_->drawWork();
    QVERIFY(near.edges > 0);
    CameraPose far = view_->cameraPose();
    far.distance *= 100;
    view_->setCameraPose(far);
    picture();
    const DrawWork farther = view_->drawWork();
    QCOMPARE(farther.solids, near.solids);
    QVERIFY(farther.triangles < near.triangles);
    QCOMPARE(farther.edges, std::size_t(0));
    // Solids outside the image cost nothing.
    far.focus += Vec3(1e4, 0, 0);
    view_->setCameraPose(far);
    picture();
    QCOMPARE(view_->drawWork().solids, std::size_t(0));
}

void ViewportTest::solidsOfACrowdThatChangeInEachFrameAreNotMerged() {
    Scene scene = manyBodies(2100, 0);
    view_->setScene(scene);
    picture();
    const long merges = view_->drawWork().merges;
    for (int i = 0; i < 8; ++i) {
        scene.geometry[5].updShape() = decor::Capsule{0.02, 0.05 + 0.001 * i};
        view_->updateGeometry(scene);
        picture();
        QCOMPARE(view_->drawWork().drawnAlone, 1);
    }
    QCOMPARE(view_->drawWork().merges, merges);
    for (int i = 0; i < 6; ++i) {
        view_->updateGeometry(scene);
        picture();
    }
    QCOMPARE(view_->drawWork().drawnAlone, 0);
    QCOMPARE(view_->drawWork().merges, merges + 1);
}

void ViewportTest::labelsAtOnePlaceAreAllReadable() {
    Scene scene;
    scene.bodyPoses.resize(1);
    const auto addLabel = [&scene] {
        scene.geometry.push_back(DecorativeGeometry(decor::Text{"12.5 mm", 16, true}).setColor({0, 0, 0}));
    };
    view_->setGridVisible(false);
    addLabel();
    show(scene);
    const QImage one = picture();
    addLabel();
    view_->updateGeometry(scene);
    const QImage two = picture();
    addLabel();
    view_->updateGeometry(scene);
    // Each has its own place, and those before keep theirs.
    const int ofSecond = differingPixels(one, two), ofThird = differingPixels(two, picture());
    QVERIFY(ofSecond > 100);
    QVERIFY(std::abs(ofThird - ofSecond) < ofSecond / 5);
    // Where no place is left, a label is omitted.
    for (int i = 0; i < 20; ++i) addLabel();
    view_->updateGeometry(scene);
    const QImage full = picture();
    addLabel();
    view_->updateGeometry(scene);
    QCOMPARE(differingPixels(full, picture()), 0);
}

void ViewportTest::aThinBarIsSeenFromFarAway() {
    Scene scene;
    scene.bodyPoses.resize(2);
    scene.bodyPoses[1] = Transform(Rotation(0.3, Vec3(0, 0, 1)), Vec3(0.));
    scene.geometry.push_back(DecorativeGeometry(decor::Brick{Vec3(1, 1e-4, 1e-4)}).setBodyId(1).setColor({1, 0, 0}));
    view_->setGridVisible(false);
    show(scene);
    view_->setStandardView(StandardView::Front);
    // Unbroken: red in every column of its length.
    const QImage image = picture();
    const int left = view_->project(scene.bodyPoses[1] * Vec3(-0.95, 0, 0)).toPoint().x(),
              right = view_->project(scene.bodyPoses[1] * Vec3(0.95, 0, 0)).toPoint().x();
    QVERIFY(right - left > 200);
    for (int x = left; x <= right; ++x) {
        int red = 0;
        for (int y = 0; y < image.height(); ++y) {
            const QColor color = image.pixelColor(x, y);
            red += color.red() > 2 * color.blue();
        }
        QVERIFY2(red >= 1 && red <= 4, qPrintable(QString::number(red)));
    }
}

void ViewportTest::aHiddenRoleIsNeitherDrawnNorHit() {
    const QImage before = picture();
    const QPoint onTrace = at(tracePoint(kAngle + Pi));
    QCOMPARE(view_->pick(onTrace).value, demo::trace.value);
    view_->setRoleVisible(DecorationRole::Trace, false);
    QVERIFY(differingPixels(before, picture()) > 300);
    QVERIFY(view_->pick(onTrace) != demo::trace);
    view_->setRoleVisible(DecorationRole::Trace, true);
    QCOMPARE(differingPixels(before, picture()), 0);
}

void ViewportTest::theSelectionStandsOut() {
    const QImage before = picture();
    view_->setSelection({demo::coupler});
    const QImage selected = picture();
    QVERIFY(differingPixels(before, selected) > 3000);
    // Another selection looks different: only the coupler was marked.
    view_->setSelection({demo::crank});
    QVERIFY(differingPixels(selected, picture()) > 3000);
    view_->setSelection({});
    QCOMPARE(differingPixels(before, picture()), 0);
}

void ViewportTest::theFirstSceneIsFramedAndLaterOnesKeepTheCamera() {
    const CameraPose home = view_->cameraPose();
    QVERIFY(view_->rect().contains(at(onCrank())));
    QVERIFY(view_->rect().contains(at(Vec3(0.46, 0.05, 0))));
    show(twoBricksInARow());
    QCOMPARE(view_->cameraPose().distance, home.distance);
    view_->frameAll();
    QVERIFY(view_->cameraPose().distance > 2 * home.distance);
    view_->setScene({});
    show(fourBarScene(kAngle));
    QVERIFY(std::abs(view_->cameraPose().distance - home.distance) < 1e-9);
}

void ViewportTest::anotherSizeIsDrawnAsItIsFramed() {
    settle();
    view_->resize(500, 650);
    const int drawnSoFar = view_->framesDrawn();
    QTRY_VERIFY(view_->framesDrawn() > drawnSoFar);
}

void ViewportTest::nothingIsClippedWhenTheCameraIsVeryNear() {
    CameraPose pose;
    pose.focus = onCrank();
    for (const Real distance : {0.5, 0.05, 0.012}) {
        pose.distance = distance;
        view_->setCameraPose(pose);
        const QColor color = colorAt(pose.focus);
        QVERIFY(color.blue() > color.red() + 60);
    }
}

void ViewportTest::aWidgetNeverShownCanBeGrabbed() {
    Viewport hidden;
    hidden.resize(400, 300);
    hidden.setScene(fourBarScene(kAngle));
    const QImage image = hidden.grabImage();
    hidden.setScene({});
    QVERIFY(differingPixels(image, hidden.grabImage()) > 2000);
}

void ViewportTest::aViewSurvivesMovingToAnotherWindow() {
    const QImage before = picture();
    QWidget other;
    other.resize(view_->size());
    view_->setParent(&other);
    view_->move(0, 0);
    other.show();
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(&other));
    QCOMPARE(differingPixels(before, picture()), 0);
    view_->setParent(nullptr);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    QCOMPARE(differingPixels(before, picture()), 0);
}

void ViewportTest::aViewSurvivesTheLossOfItsContext() {
    const QImage before = picture();
    QOpenGLContext* const context = QOpenGLContext::currentContext();
    QVERIFY2(context, "the context of the view is current after it has drawn");
    // Like a reset of the driver: the context loses all its objects.
    QVERIFY(context->create());
    view_->setScene(fourBarScene(0.5 * kAngle));
    view_->setScene(fourBarScene(kAngle));
    QCOMPARE(differingPixels(before, picture()), 0);
}

void ViewportTest::imagesRenderConcurrentlyOnOtherThreads() {
    constexpr int threads = 3, frames = 60, contextsEach = 6, imagesPerContext = frames / 2, imagesPerTurn = 3;
    constexpr int turns = contextsEach * imagesPerContext / imagesPerTurn;
    RenderOptions options;
    options.width = 320;
    options.height = 200;
    options.shadows = true;
    // Reference images, drawn without concurrency.
    std::vector<QImage> alone;
    for (int k = 0; k < frames; ++k) alone.push_back(*renderScene(fourBarScene(0.1 * k), options));
    std::atomic<int> wrong{0}, drawn{0};
    {
        // In each turn the view draws a frame while each worker draws its next images.
        std::counting_semaphore<> turn(0);
        std::vector<std::jthread> workers;
        for (int t = 0; t < threads; ++t)
            workers.emplace_back([&, t] {
                for (int c = 0; c < contextsEach; ++c) {
                    OffscreenRenderer renderer;
                    for (int i = 0; i < imagesPerContext; ++i) {
                        if (i % imagesPerTurn == 0) turn.acquire();
                        const int k = (t + 2 * i) % frames;
                        // A renderer that has drawn other poses may have another floor.
                        const bool isFirst = k % 5 == 0;
                        const Scene scene = fourBarScene(0.1 * k);
                        const Result<QImage> picture =
                            isFirst ? renderScene(scene, options) : renderer.draw(scene, plainOf(options));
                        if (!picture || (isFirst && *picture != alone[std::size_t(k)])) ++wrong;
                        ++drawn;
                    }
                }
            });
        for (int i = 0; i < turns; ++i) {
            turn.release(threads);
            view_->updateGeometry(fourBarScene(0.05 * i));
            settle();
        }
    }
    QCOMPARE(drawn.load(), threads * contextsEach * imagesPerContext);
    QCOMPARE(wrong.load(), 0);
    view_->setScene(fourBarScene(kAngle));
    QVERIFY(!picture().isNull());
}

void ViewportTest::imagesAreIndependentOfEarlierScenes() {
    // Coincident decorations of two bodies, one translucent, swap bodies and return.
    Scene scene = twoBricksInARow();
    for (DecorativeGeometry& g : scene.geometry) g.setTransform({});
    scene.geometry[0].setColor(Color(0.9f, 0.1f, 0.1f));
    scene.geometry[1].setColor(Color(0.1f, 0.1f, 0.9f)).setBodyId(1);
    Scene moved = scene;
    moved.geometry[0].setBodyId(2);
    view_->setScene(scene);
    view_->setStandardView(StandardView::Front);
    const QImage before = picture();
    view_->updateGeometry(moved);
    picture();
    view_->updateGeometry(scene);
    QVERIFY(picture() == before);
}

}  // namespace trammel::ui

int main(int argc, char** argv) { return trammel::ui::testing::runViewportTest<trammel::ui::ViewportTest>(argc, argv); }

#include "viewport_test.moc"
