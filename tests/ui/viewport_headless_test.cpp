// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <set>

#include "tests/ui/images.h"
#include "tests/ui/viewport_scene.h"
#include "ui/viewport/camera_rig.h"
#include "ui/viewport/offscreen_renderer.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {

int distinctColors(const QImage& image) {
    std::set<QRgb> colors;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) colors.insert(image.pixel(x, y));
    }
    return static_cast<int>(colors.size());
}

RenderOptions small() {
    RenderOptions options;
    options.width = 480;
    options.height = 300;
    return options;
}

}  // namespace

/// Runs without a display.
class HeadlessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("OpenGL|NaN|osg|shader|Shader"))); }

    void aSceneIsDrawnWithoutADisplay();
    void repeatedDrawingGivesTheSameImage();
    void transparentImageHasNoBackground();
    void theGivenCameraIsUsed();
    void emptySceneRenders();
    void impossibleSizesAreRefusedWithARemedy();
    void aViewportWithoutOpenGlShowsANoticeAndStillPicks();
    void shadowsFallOnBodiesAndOnTheFloor();
    void theFloorStaysWhileBodiesMove();
    void higherResolutionShowsTheSameView();
    void aSectionCutsBodiesOpen();
    void aScaledShapeIsDrawnAsALargerOne();
    void faintLinesOverEachOtherStayFaint();
    void faintLinesOfTwoElementsBothShowWhereTheyCross();
};

void HeadlessTest::faintLinesOfTwoElementsBothShowWhereTheyCross() {
    RenderOptions options = small();
    options.axes = options.grid = false;
    options.camera = CameraPose{.focus = Vec3(0.), .distance = 0.5};
    const auto colorOfMiddle = [&](bool hasFirst, bool hasSecond) {
        Scene scene;
        scene.bodyPoses.resize(1);
        const auto add = [&](const Vec3& end, ElementId element, const Color& color) {
            scene.geometry.push_back(DecorativeGeometry(decor::Polyline{{-end, end}, false})
                                         .setColor(color)
                                         .setLineThickness(6)
                                         .setRole(DecorationRole::Trace)
                                         .setElement(element)
                                         .setOpacity(0.3));
        };
        if (hasFirst) add(Vec3(0.05, 0, 0), ElementId{1}, {0.9F, 0.1F, 0.1F});
        if (hasSecond) add(Vec3(0, 0.05, 0), ElementId{2}, {0.1F, 0.1F, 0.9F});
        return renderScene(scene, options)->pixelColor(options.width / 2, options.height / 2);
    };
    const QColor first = colorOfMiddle(true, false), second = colorOfMiddle(false, true),
                 both = colorOfMiddle(true, true);
    constexpr int visible = 20;
    QVERIFY2(both.red() < first.red() - visible && both.blue() < second.blue() - visible,
             qPrintable(QStringLiteral("%1 and %2: %3").arg(first.name(), second.name(), both.name())));
    QVERIFY(both.green() < std::min(first.green(), second.green()) - visible);
}

void HeadlessTest::faintLinesOverEachOtherStayFaint() {
    RenderOptions options = small();
    options.axes = options.grid = false;
    options.camera = CameraPose{Vec3(0.), 0.5, 0.6, 0.6, false};
    // Turns of a periodic motion: the same curve but for roundoff. The last one has been passed.
    const auto picture = [&](int turns, Real opacity, Real last) {
        Scene scene;
        scene.bodyPoses.resize(1);
        for (int turn = 0; turn < turns; ++turn) {
            std::vector<Vec3> curve;
            for (int i = 0; i <= 200; ++i) {
                const Real angle = 2 * Pi * i / 200, error = 1e-7 * std::sin(37. * turn + 11. * i);
                curve.push_back(Vec3(0.1 * std::cos(angle) + error, 0.1 * std::sin(angle) - error, error));
            }
            scene.geometry.push_back(DecorativeGeometry(decor::Polyline{curve, false})
                                         .setColor({0.9F, 0.1F, 0.1F})
                                         .setLineThickness(2)
                                         .setRole(DecorationRole::Trace)
                                         .setOpacity(turn + 1 < turns ? opacity : last));
        }
        return *renderScene(scene, options);
    };
    const QImage once = picture(1, 0.3, 0.3), often = picture(10, 0.3, 0.3), full = picture(1, 1, 1);
    QVERIFY(testing::differingPixels(once, full) > 300);
    QVERIFY2(testing::differingPixels(once, often) < 20,
             qPrintable(QString::number(testing::differingPixels(once, often))));
    const QImage both = picture(10, 0.3, 1);
    int red = 0, paler = 0;
    for (int y = 0; y < full.height(); ++y)
        for (int x = 0; x < full.width(); ++x) {
            if (full.pixelColor(x, y).green() > 90) continue;
            ++red;
            paler += both.pixelColor(x, y).green() > 100 ? 1 : 0;
        }
    QVERIFY2(red > 200 && paler == 0, qPrintable(QStringLiteral("%1 of %2").arg(paler).arg(red)));
}

void HeadlessTest::aScaledShapeIsDrawnAsALargerOne() {
    const auto picture = [](const Vec3& halfLengths, const Vec3& factors) {
        Scene scene;
        scene.bodyPoses.resize(1);
        scene.geometry.push_back(DecorativeGeometry(decor::Brick{halfLengths}).setScaleFactors(factors));
        return *renderScene(scene, small());
    };
    const QImage larger = picture(Vec3(0.5, 0.25, 2), Vec3(1.));
    QCOMPARE(picture(Vec3(0.5), Vec3(1, 0.5, 4)), larger);
    QVERIFY(picture(Vec3(0.5), Vec3(1.)) != larger);
}

void HeadlessTest::aSceneIsDrawnWithoutADisplay() {
    QVERIFY(qEnvironmentVariableIsEmpty("DISPLAY"));
    const Result<QImage> picture = renderScene(fourBarScene(0.9), small());
    QVERIFY2(picture, picture.diagnostics.empty() ? "" : picture.diagnostics.items()[0].toString().c_str());
    QCOMPARE(picture->size(), QSize(480, 300));
    const Result<QImage> background = renderScene({}, small());
    QVERIFY(background);
    QVERIFY(distinctColors(*picture) > distinctColors(*background) + 500);
}

void HeadlessTest::repeatedDrawingGivesTheSameImage() {
    QCOMPARE(*renderScene(fourBarScene(0.9), small()), *renderScene(fourBarScene(0.9), small()));
}

void HeadlessTest::transparentImageHasNoBackground() {
    RenderOptions options = small();
    options.transparent = true;
    options.grid = false;
    const Result<QImage> picture = renderScene(fourBarScene(0.9), options);
    QVERIFY(picture);
    QVERIFY(picture->hasAlphaChannel());
    QCOMPARE(qAlpha(picture->pixel(479, 0)), 0);
    int opaque = 0;
    for (int x = 0; x < picture->width(); ++x) opaque += qAlpha(picture->pixel(x, 150)) == 255;
    QVERIFY(opaque > 20);
}

void HeadlessTest::theGivenCameraIsUsed() {
    RenderOptions options = small();
    options.grid = false;
    options.axes = false;
    // Facing away from the mechanism only the gradient is visible, with rows of uniform color.
    options.camera = CameraPose{Vec3(100., 0., 0.), 1, 0, 0, false};
    const Result<QImage> picture = renderScene(fourBarScene(0.9), options);
    QVERIFY(picture);
    for (int x = 1; x < 480; ++x) QCOMPARE(picture->pixel(x, 150), picture->pixel(0, 150));
}

void HeadlessTest::emptySceneRenders() { QVERIFY(renderScene({}, small())); }

void HeadlessTest::impossibleSizesAreRefusedWithARemedy() {
    for (const int width : {0, -3, 1'000'000}) {
        RenderOptions options = small();
        options.width = width;
        const Result<QImage> picture = renderScene(fourBarScene(0.9), options);
        QVERIFY(!picture);
        QVERIFY(picture.diagnostics.hasErrors());
        QVERIFY(!picture.diagnostics.items()[0].remedy.empty());
    }
}

/// A ball above a slab.
Scene ballOverSlab() {
    Scene scene;
    scene.bodyPoses.resize(1);
    scene.geometry.push_back(DecorativeGeometry(decor::Brick{Vec3(1, 0.1, 1)}).setColor({0.8f, 0.8f, 0.8f}));
    scene.geometry.push_back(DecorativeGeometry(decor::Sphere{0.3}).setTransform(Vec3(0, 0.9, 0)));
    for (DecorativeGeometry& g : scene.geometry) g.setRole(DecorationRole::Body);
    return scene;
}

void HeadlessTest::theFloorStaysWhileBodiesMove() {
    RenderOptions options = small();
    options.axes = options.grid = false;
    options.shadows = options.transparent = true;
    options.camera = CameraPose{Vec3(0., 0.2, 0.), 6, 0.6, 0.6, false};
    const auto ballAt = [](Real height) {
        Scene scene;
        scene.bodyPoses = {Transform(), Transform(Vec3(0, height, 0))};
        scene.geometry.push_back(DecorativeGeometry(decor::Sphere{0.3}).setBodyId(1).setRole(DecorationRole::Body));
        return scene;
    };
    // The row where its shadow is darkest.
    const auto shadowOf = [&](const QImage& picture) {
        int row = 0, most = 0;
        for (int y = 0; y < picture.height(); ++y) {
            int dark = 0;
            for (int x = 0; x < picture.width(); ++x)
                dark += qAlpha(picture.pixel(x, y)) > 20 && qAlpha(picture.pixel(x, y)) < 250;
            if (dark > most) {
                most = dark;
                row = y;
            }
        }
        return row;
    };
    // A video of a falling ball.
    OffscreenRenderer film, alone;
    options.otherPoses = {ballAt(0.9).bodyPoses, ballAt(0).bodyPoses};
    const QImage first = *film.draw(ballAt(0.9), options);
    options.otherPoses.clear();
    const QImage last = *film.draw(ballAt(0), options), above = *film.draw(ballAt(0.9), options);
    QCOMPARE(above, first);
    QVERIFY(std::abs(shadowOf(*alone.draw(ballAt(0.9), options)) - shadowOf(first)) > 20);
    QVERIFY(shadowOf(last) > shadowOf(*alone.draw(ballAt(0.9), options)));
}

void HeadlessTest::shadowsFallOnBodiesAndOnTheFloor() {
    RenderOptions options = small();
    options.axes = options.grid = false;
    options.camera = CameraPose{Vec3(0., 0.2, 0.), 6, 0.6, 0.6, false};
    OffscreenRenderer renderer;
    const Result<QImage> without = renderer.draw(ballOverSlab(), options);
    options.shadows = true;
    const Result<QImage> with = renderer.draw(ballOverSlab(), options);
    QVERIFY(without && with);
    with->save("shadows_light.png");
    CameraRig rig;
    rig.setViewSize(options.width, options.height);
    rig.setPose(*options.camera);
    const auto darkerAt = [&](const Vec3& p) {
        const Vec2 at = *rig.project(p);
        const QPoint pixel(int(at.x()), int(at.y()));
        return qGray(without->pixel(pixel)) - qGray(with->pixel(pixel));
    };
    // The light is at (-0.42, 1, 0.5); the ball's center is 0.8 above the slab, which is 0.2 high.
    QVERIFY(darkerAt(Vec3(0.42 * 0.8, 0.1, -0.5 * 0.8)) > 25);
    QVERIFY(std::abs(darkerAt(Vec3(-0.8, 0.1, 0.8))) < 4);
    // Beside the slab, away from the light and toward it.
    QVERIFY(darkerAt(Vec3(1.05, -0.12, 0)) > 15);
    QVERIFY(std::abs(darkerAt(Vec3(-1.3, -0.12, 0))) < 4);
    // Off again, as before.
    options.shadows = false;
    QCOMPARE(*renderer.draw(ballOverSlab(), options), *without);
    options.shadows = true;
    options.top = QColor(0x2b, 0x32, 0x3c);
    options.bottom = QColor(0x16, 0x1a, 0x20);
    renderer.draw(ballOverSlab(), options)->save("shadows_dark.png");
    options.top = RenderOptions().top;
    options.bottom = RenderOptions().bottom;
    options.camera.reset();
    renderer.draw(fourBarScene(0.9), options)->save("shadows_four_bar.png");
}

void HeadlessTest::higherResolutionShowsTheSameView() {
    RenderOptions options = small();
    const Result<QImage> coarse = renderScene(fourBarScene(0.9), options);
    options.width *= 3;
    options.height *= 3;
    options.pixelRatio = 3;
    const Result<QImage> fine = renderScene(fourBarScene(0.9), options);
    QVERIFY(coarse && fine);
    const QImage back = fine->scaled(coarse->size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    int different = 0;
    for (int y = 0; y < back.height(); ++y)
        for (int x = 0; x < back.width(); ++x)
            different += std::abs(qGray(back.pixel(x, y)) - qGray(coarse->pixel(x, y))) > 60;
    // Except at edges.
    QVERIFY2(different < back.width() * back.height() / 100, qPrintable(QString::number(different)));
}

void HeadlessTest::aSectionCutsBodiesOpen() {
    RenderOptions options = small();
    options.axes = options.grid = false;
    options.transparent = true;
    options.camera = CameraPose{Vec3(0.), 4, 0, 0, false};
    // A blue ball containing a green one, and a ring in front of both.
    const Color blue{0.1f, 0.3f, 0.9f}, green{0.1f, 0.8f, 0.2f};
    Scene scene;
    scene.bodyPoses.resize(1);
    scene.geometry.push_back(DecorativeGeometry(decor::Sphere{0.5}).setColor(blue).setRole(DecorationRole::Body));
    scene.geometry.push_back(DecorativeGeometry(decor::Sphere{0.2}).setColor(green).setRole(DecorationRole::Body));
    scene.geometry.push_back(DecorativeGeometry(decor::Brick{Vec3(0.04)})
                                 .setTransform(Vec3(0, 0.35, 0.6))
                                 .setColor(blue)
                                 .setRole(DecorationRole::Joint));
    OffscreenRenderer renderer;
    const auto at = [&](const QImage& picture, const Vec3& p) {
        CameraRig rig;
        rig.setViewSize(options.width, options.height);
        rig.setPose(*options.camera);
        const Vec2 pixel = *rig.project(p);
        return picture.pixelColor(int(pixel.x()), int(pixel.y()));
    };
    // Color of the cut face, averaged over the hatching.
    const auto warmth = [&](const QImage& picture, const Vec3& p) {
        int sum = 0;
        for (int k = -6; k < 6; ++k) {
            const QColor color = at(picture, p + Vec3(0.01 * k, 0, 0));
            sum += color.red() - color.blue();
        }
        return sum / 12;
    };
    for (const bool shadows : {false, true}) {
        options.shadows = shadows;
        const QImage uncut = *renderer.draw(scene, options);
        // From the front without the front halves: both cut faces in their own colors, and the ring.
        options.section = {true, Vec3(0, 0, 1), 0};
        const QImage open = *renderer.draw(scene, options);
        open.save(shadows ? "section_shadows.png" : "section.png");
        QVERIFY2(at(uncut, Vec3(0.35, 0, 0)).blue() > 100, "the ball from outside");
        QVERIFY2(warmth(open, Vec3(0.35, 0, 0)) > warmth(uncut, Vec3(0.35, 0, 0)) + 60, "the cut stands out");
        QVERIFY2(at(open, Vec3(0.05, 0, 0)).green() > at(open, Vec3(0.35, 0, 0)).green() + 15, "what is inside");
        QCOMPARE(at(open, Vec3(0, 0.35, 0.64)), at(uncut, Vec3(0, 0.35, 0.64)));
        // Without the back halves: unchanged from the front.
        options.section = {true, Vec3(0, 0, -1), 0};
        const QImage front = *renderer.draw(scene, options);
        QCOMPARE(at(front, Vec3(0.2, 0.1, 0.45)), at(uncut, Vec3(0.2, 0.1, 0.45)));
        // Without the right halves, then flipped.
        options.section = {true, Vec3(1, 0, 0), 0.1};
        const QImage left = *renderer.draw(scene, options);
        options.section = {true, Vec3(-1, 0, 0), -0.1};
        const QImage right = *renderer.draw(scene, options);
        QVERIFY(at(left, Vec3(0.3, 0, 0)).alpha() < 200);
        QCOMPARE(at(left, Vec3(-0.3, 0, 0)).alpha(), 255);
        QCOMPARE(at(right, Vec3(0.3, 0, 0)).alpha(), 255);
        options.section = {};
        QCOMPARE(*renderer.draw(scene, options), uncut);
    }
}

void HeadlessTest::aViewportWithoutOpenGlShowsANoticeAndStillPicks() {
    Viewport view;
    view.resize(800, 600);
    view.setScene(fourBarScene(0.9));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(!view.hasImage());
    QVERIFY(!view.grabImage().isNull());
    const Vec3 onCrank = fourBarPoses(0.9)[demo::crankBody] * Vec3(demo::crankLength / 2, 0, 0.006);
    const QPoint position = view.project(onCrank).toPoint();
    QCOMPARE(view.pick(position).value, demo::crank.value);
    QSignalSpy clicks(&view, &Viewport::elementClicked);
    QTest::mouseClick(view.focusProxy(), Qt::LeftButton, {}, position);
    QCOMPARE(clicks.size(), 1);
}

}  // namespace trammel::ui

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qunsetenv("DISPLAY");
    trammel::ui::Viewport::prepareApplication();
    QApplication app(argc, argv);
    trammel::ui::HeadlessTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "viewport_headless_test.moc"
