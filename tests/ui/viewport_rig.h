// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QRegularExpression>
#include <QTest>
#include <memory>

#include "tests/ui/images.h"
#include "tests/ui/settle.h"
#include "tests/ui/viewport_scene.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui::testing {

/// A view of the four-bar in a window of its own, for tests with OpenGL.
class ViewportRig {
protected:
    static constexpr Real kAngle = 0.9;

    void openView() {
        // Any warning from OpenGL or OSG is an error.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("OpenGL|NaN|osg|shader|Shader")));
        view_ = std::make_unique<Viewport>();
        view_->resize(800, 600);
        view_->setGridPlane(GridPlane::XY);
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        QVERIFY2(view_->hasImage(), "these tests need OpenGL; run them in Xvfb");
        show(fourBarScene(kAngle));
    }
    void closeView() { view_.reset(); }

    /// The middle of a link's front face in the world.
    static Vec3 onLink(int body, Real length) {
        return fourBarPoses(kAngle)[std::size_t(body)] * Vec3(length / 2, 0, 0.02);
    }
    static Vec3 onCrank() { return onLink(demo::crankBody, demo::crankLength); }
    static Vec3 onCoupler() { return onLink(demo::couplerBody, demo::couplerLength); }

    QWidget* surface() const { return view_->focusProxy(); }
    QPoint at(const Vec3& p) const { return view_->project(p).toPoint(); }
    QImage picture() const { return view_->grabImage(); }
    void show(const Scene& scene) {
        view_->setScene(scene);
        settle();
    }
    void settle() { testing::settle({view_.get()}); }

    std::unique_ptr<Viewport> view_;
};

/// The main function of a test of the view.
template <class Test>
int runViewportTest(int argc, char** argv) {
    Viewport::prepareApplication();
    QApplication app(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace trammel::ui::testing
