// SPDX-License-Identifier: GPL-3.0-or-later
// The work of drawing: frames, merged solids, lines, and searches for points.
#include <QAbstractEventDispatcher>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/ui/viewport_rig.h"
#include "ui/viewport/points_outside.h"

namespace trammel::ui {

using testing::differingPixels;

namespace {

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

class ViewportWorkTest : public QObject, protected testing::ViewportRig {
    Q_OBJECT

private Q_SLOTS:
    void init() { openView(); }
    void cleanup() { closeView(); }

    void pointsOutsideAMotionAreFoundByFewQuestions();
    void theExtentOfAMotionIsThatOfItsPoints();
    void manyDecorationsAreMergedInAnEventBeforeTheirImage();
    void idleDrawsNothing();
    void theGridIsDrawnOncePerCamera();
    void manySelectedAreNotOutlined();
    void solidsOfOneKindAreDrawnTogether();
    void marksInFrontAreDrawnTogether();
    void linesOfManyPointsAreNotSmooth();
    void togetherAndOneByOneLookAlike();
    void farSolidsAreCoarseAndWithoutEdges();
    void solidsOfACrowdThatChangeInEachFrameAreNotMerged();
};

void ViewportWorkTest::pointsOutsideAMotionAreFoundByFewQuestions() {
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

void ViewportWorkTest::theExtentOfAMotionIsThatOfItsPoints() {
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

void ViewportWorkTest::manyDecorationsAreMergedInAnEventBeforeTheirImage() {
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

void ViewportWorkTest::idleDrawsNothing() {
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

void ViewportWorkTest::solidsOfOneKindAreDrawnTogether() {
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
void ViewportWorkTest::marksInFrontAreDrawnTogether() {
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

/// The lines of the grid are drawn again for another camera and another size, not for other poses.
void ViewportWorkTest::theGridIsDrawnOncePerCamera() {
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
void ViewportWorkTest::manySelectedAreNotOutlined() {
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
void ViewportWorkTest::linesOfManyPointsAreNotSmooth() {
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

void ViewportWorkTest::togetherAndOneByOneLookAlike() {
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

void ViewportWorkTest::farSolidsAreCoarseAndWithoutEdges() {
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

void ViewportWorkTest::solidsOfACrowdThatChangeInEachFrameAreNotMerged() {
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

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runViewportTest<trammel::ui::ViewportWorkTest>(argc, argv);
}

#include "viewport_work_test.moc"
