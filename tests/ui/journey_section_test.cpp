// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J9: bodies cut open by a section plane.

#include <QSlider>
#include <cmath>

#include "tests/ui/journeys.h"
#include "tests/ui/plot_rig.h"

namespace trammel::ui {
namespace {

using namespace testing;

class JourneySectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { Theme::instance().apply(ThemeChoice::Light); }
    void J9_bodiesAreCutOpenByASection();
    void J9_aSectionIsDraggedByItsArrow();
};

void JourneySectionTest::J9_bodiesAreCutOpenByASection() {
    PlotRig rig;
    rig.openFourBar();
    Viewport& view = rig.view();
    view.setStandardView(StandardView::Front);
    auto* const bar = rig.window->findChild<QWidget*>("sectionBar");
    QVERIFY(bar && !bar->isVisible());
    // By its key: facing the camera, through the center.
    view.setFocus();
    rig.press(Qt::Key_X, Qt::ShiftModifier);
    QVERIFY(bar->isVisible() && view.section().on);
    QCOMPARE(view.section().normal, Vec3(0, 0, 1));
    QVERIFY(rig.window->commands().action("show.section.on")->isChecked());
    rig.screenshot("j9_section");
    // The slider moves the plane and changes the image.
    auto* const slider = bar->findChild<QSlider*>("sectionSlider");
    slider->setValue(slider->maximum());
    const QImage whole = view.grabImage();
    const Real outside = view.section().offset;
    slider->setValue(0);
    QVERIFY(view.section().offset < outside);
    const QImage nothing = view.grabImage();
    QVERIFY(nothing != whole);
    slider->setValue(slider->maximum() / 2);
    QVERIFY(view.grabImage() != whole && view.grabImage() != nothing);
    // Clipped geometry cannot be picked; what is behind it can.
    const ElementId crank = rig.named("Crank");
    const Vec3 onCrank = rig.session->model()->calcBodyPose(crank, rig.session->displayed().state()) * Vec3(0.05, 0, 0);
    slider->setValue(0);
    QVERIFY(rig.session->document().find(view.pick(rig.at(onCrank))) == nullptr || view.pick(rig.at(onCrank)) != crank);
    slider->setValue(slider->maximum());
    // The field takes exact offsets; flipping shows the other half.
    auto* const offset = bar->findChild<QLineEdit*>("sectionOffset");
    offset->setFocus();
    offset->selectAll();
    rig.type("1 mm");
    rig.press(Qt::Key_Return);
    QVERIFY(std::abs(view.section().offset - 0.001) < 1e-12);
    rig.trigger("show.section.flip");
    QCOMPARE(view.section().normal, Vec3(0, 0, -1));
    QVERIFY(std::abs(view.section().offset + 0.001) < 1e-12);
    // Along a clicked face that faces the camera.
    rig.trigger("show.section.z");
    slider->setValue(slider->maximum());
    QTest::mouseClick(bar->findChild<QAbstractButton*>("sectionFace"), Qt::LeftButton);
    const auto face = view.faceAt(rig.at(onCrank));
    QVERIFY(face);
    QTest::mouseClick(rig.surface(), Qt::LeftButton, {}, rig.at(onCrank));
    QVERIFY((view.section().normal - face->second.normalized()).norm() < 1e-6);
    QVERIFY(std::abs(view.section().normal.dot(face->first) - view.section().offset) < 1e-9);
    QVERIFY2(rig.session->selection().empty(), "that click selects nothing");
    // Saved as a preset and with the document; used by images and videos.
    rig.trigger("show.section.x");
    slider->setValue(slider->maximum() / 3);
    const SectionPlane kept = view.section();
    rig.trigger("show.keep.3");
    QCOMPARE(view.renderOptions(QSize(200, 100)).section.offset, kept.offset);
    rig.trigger("show.section.on");
    QVERIFY(!view.section().on && !bar->isVisible());
    rig.trigger("show.preset.3");
    QVERIFY(view.section().on && view.section().offset == kept.offset && view.section().normal == kept.normal);
    Theme::instance().apply(ThemeChoice::Dark);
    rig.screenshot("j9_section_dark");
    rig.reopen();
    QVERIFY(view.section().on && view.section().offset == kept.offset);
    rig.trigger("show.section.on");
    rig.reopen();
    QVERIFY(!view.section().on);
}

void JourneySectionTest::J9_aSectionIsDraggedByItsArrow() {
    PlotRig rig;
    rig.openFourBar();
    Viewport& view = rig.view();
    auto* const handle = rig.window->findChild<QWidget*>("sectionHandle");
    QVERIFY(handle && !handle->isVisible());
    view.setStandardView(StandardView::Front);
    rig.trigger("show.section.x");
    QVERIFY(handle->isVisible());
    rig.screenshot("j9_section_arrow");
    const auto press = [&](const QPoint& at) {
        QTest::mousePress(handle, Qt::LeftButton, {}, handle->mapFrom(&view, at));
    };
    const auto move = [&](const QPoint& at) {
        const QPointF here = handle->mapFrom(&view, at);
        QMouseEvent event(QEvent::MouseMove, here, view.mapToGlobal(QPointF(at)), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(handle, &event);
    };
    const auto release = [&](const QPoint& at) {
        QTest::mouseRelease(handle, Qt::LeftButton, {}, handle->mapFrom(&view, at));
    };
    const auto middle = [&] { return handle->geometry().center(); };
    // Seen edge on, the plane and its arrow follow the pointer.
    const Real before = view.section().offset;
    const QPoint from = middle(), to = from + QPoint(60, 25);
    press(from);
    for (int i = 1; i <= 4; ++i) move(from + (to - from) * i / 4);
    const Real dragged = view.section().offset;
    const auto xAt = [&](const QPoint& pixel) {
        const auto [eye, sight] = view.sightThrough(pixel);
        return (eye + sight * (-eye[2] / sight[2]))[0];
    };
    QVERIFY2(std::abs(dragged - before - (xAt(to) - xAt(from))) < 0.05 * std::abs(xAt(to) - xAt(from)),
             qPrintable(QStringLiteral("%1 m for %2 m").arg(dragged - before).arg(xAt(to) - xAt(from))));
    QVERIFY(std::abs(middle().x() - to.x()) <= 2 && std::abs(middle().y() - from.y()) <= 2);
    rig.screenshot("j9_section_arrow_dragged");
    // Esc restores the offset; the pressed mouse no longer moves it.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(view.section().offset, before);
    move(to + QPoint(30, 0));
    QCOMPARE(view.section().offset, before);
    release(to);
    QVERIFY2(view.section().on, "Esc canceled the drag, not the section");
    QVERIFY(view.focusProxy()->hasFocus());
    // Seen from the front the arrow is upright: up is nearer to the camera, from both sides.
    for (const StandardView side : {StandardView::Front, StandardView::Back}) {
        rig.trigger("show.section.z");
        view.setStandardView(side);
        const Real toward = side == StandardView::Front ? 1 : -1;
        const Real at = view.section().offset;
        press(middle());
        move(middle() - QPoint(0, 20));
        const Real up = view.section().offset;
        QVERIFY2(toward * (up - at) > 0, qPrintable(QStringLiteral("%1 from %2").arg(up).arg(at)));
        release(middle());
        QCOMPARE(view.section().offset, up);
    }
    // The bar shows the dragged offset; the document stores it.
    const Real kept = view.section().offset;
    auto* const offset = rig.window->findChild<QLineEdit*>("sectionOffset");
    QVERIFY(std::abs(offset->text().toDouble() - kept) < 1e-6);
    rig.reopen();
    QCOMPARE(view.section().offset, kept);
    // While selecting a face the arrow is hidden; without a section nothing is drawn.
    QTest::mouseClick(rig.window->findChild<QAbstractButton*>("sectionFace"), Qt::LeftButton);
    QVERIFY(!handle->isVisible());
    QTest::keyClick(rig.surface(), Qt::Key_Escape);
    QVERIFY(handle->isVisible());
    rig.trigger("show.section.on");
    QVERIFY(!handle->isVisible());
}

}  // namespace
}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneySectionTest> addJourneySectionTest;

#include "journey_section_test.moc"
