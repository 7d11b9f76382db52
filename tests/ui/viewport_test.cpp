// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing in the view: images.
#include <QOpenGLContext>
#include <atomic>
#include <cmath>
#include <semaphore>
#include <thread>
#include <utility>
#include <vector>

#include "tests/ui/viewport_rig.h"
#include "ui/viewport/offscreen_renderer.h"

namespace trammel::ui {

using testing::differingPixels;

namespace {

RenderOptions plainOf(RenderOptions options) {
    options.shadows = false;
    return options;
}

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
    void gridLinesAlongPixelsAreSharp();
    void tracesThatCoverThemselvesHaveNoGaps();
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
