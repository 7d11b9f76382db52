// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <set>

#include "tests/ui/viewport_scene.h"
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

/// Runs without any display.
class HeadlessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("OpenGL|NaN|osg|shader|Shader"))); }

    void aSceneIsDrawnWithoutADisplay();
    void drawingTwiceGivesTheSamePicture();
    void aTransparentPictureHasNoBackground();
    void theGivenCameraIsUsed();
    void anEmptySceneIsAPictureToo();
    void impossibleSizesAreRefusedWithARemedy();
    void aViewportWithoutOpenGlShowsANoticeAndStillPicks();
};

void HeadlessTest::aSceneIsDrawnWithoutADisplay() {
    QVERIFY(qEnvironmentVariableIsEmpty("DISPLAY"));
    const Result<QImage> picture = renderScene(fourBarScene(0.9), small());
    QVERIFY2(picture, picture.diagnostics.empty() ? "" : picture.diagnostics.items()[0].toString().c_str());
    QCOMPARE(picture->size(), QSize(480, 300));
    const Result<QImage> background = renderScene({}, small());
    QVERIFY(background);
    QVERIFY(distinctColors(*picture) > distinctColors(*background) + 500);
}

void HeadlessTest::drawingTwiceGivesTheSamePicture() {
    QCOMPARE(*renderScene(fourBarScene(0.9), small()), *renderScene(fourBarScene(0.9), small()));
}

void HeadlessTest::aTransparentPictureHasNoBackground() {
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
    // Looking away from the mechanism leaves nothing but the gradient, whose rows are of one colour each.
    options.camera = CameraPose{Vec3(100., 0., 0.), 1, 0, 0, false};
    const Result<QImage> picture = renderScene(fourBarScene(0.9), options);
    QVERIFY(picture);
    for (int x = 1; x < 480; ++x) QCOMPARE(picture->pixel(x, 150), picture->pixel(0, 150));
}

void HeadlessTest::anEmptySceneIsAPictureToo() { QVERIFY(renderScene({}, small())); }

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

void HeadlessTest::aViewportWithoutOpenGlShowsANoticeAndStillPicks() {
    Viewport view;
    view.resize(800, 600);
    view.setScene(fourBarScene(0.9));
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(!view.hasPicture());
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
