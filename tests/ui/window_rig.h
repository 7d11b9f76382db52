// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "compile/catalog.h"
#include "tests/ui/test_models.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"

namespace trammel::ui::testing {

/// Tests in a main window of their own, with settings of their own.
class WindowRig {
protected:
    void useOwnSettings() {
        isolateSettings(folder_);
        Theme::instance().apply(ThemeChoice::Light);
    }
    void openWindow(QSize size) {
        session_ = std::make_unique<Session>(builtinCatalog());
        window_ = std::make_unique<MainWindow>(*session_);
        window_->resize(size);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }
    void closeWindow() {
        window_.reset();
        session_.reset();
    }

    QTemporaryDir folder_;
    std::unique_ptr<Session> session_;
    std::unique_ptr<MainWindow> window_;
};

/// The main function of a program of such tests.
template <class Test>
int runWindowTests(int argc, char** argv) {
    Viewport::prepareApplication();
    QApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

}  // namespace trammel::ui::testing
