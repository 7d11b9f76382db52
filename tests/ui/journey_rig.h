// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <memory>
#include <vector>

#include "compile/catalog.h"
#include "tests/ui/test_models.h"
#include "ui/theme/theme.h"
#include "ui/tools/tool_host.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"
#include "ui/window/text_undo_filter.h"
#include "ui/window/tool_view.h"

namespace trammel::ui::testing {

/// The real window with hands: points in the view are given in the world and hit through the camera, keys go to what
/// has the focus. Pictures are kept beside the test program.
class JourneyRig {
public:
    // Generous: software drawing on a busy machine.
    static constexpr int Patience = 20000;

    JourneyRig() {
        isolateSettings(folder_);
        Theme::instance().apply(ThemeChoice::Light);
        session = std::make_unique<Session>(builtinCatalog());
        window = std::make_unique<MainWindow>(*session);
        window->resize(1600, 960);
        window->show();
        if (!QTest::qWaitForWindowExposed(window.get())) qWarning("the window does not show");
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get())) qWarning("the window is not active");
    }

    Viewport& view() { return window->viewport(); }
    QWidget* surface() { return window->viewport().focusProxy(); }
    QPoint at(const Vec3& p_G) { return view().project(p_G).toPoint(); }

    void hover(const Vec3& p_G, Qt::KeyboardModifiers modifiers = {}) {
        const QPoint place = at(p_G);
        QTest::mouseMove(surface(), place - QPoint(1, 0));
        QMouseEvent move(QEvent::MouseMove, place, surface()->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         modifiers);
        QApplication::sendEvent(surface(), &move);
        QTest::qWait(60);
    }
    void click(const Vec3& p_G, Qt::KeyboardModifiers modifiers = {}) {
        hover(p_G, modifiers);
        QTest::mouseClick(surface(), Qt::LeftButton, modifiers, at(p_G));
        QTest::qWait(60);
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : window.get(), key, modifiers);
        QTest::qWait(30);
    }
    void type(const QString& text) {
        for (const QChar c : text) QTest::keyClick(QApplication::focusWidget(), c.toLatin1());
        QTest::qWait(30);
    }
    /// Right button on a point, then the entries of the menu and its submenus, by the texts they begin with.
    void choose(const Vec3& p_G, const QStringList& path) {
        hover(p_G);
        QTimer::singleShot(250, window.get(), [path] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            for (qsizetype i = 0; menu && i < path.size(); ++i) {
                QAction* found = nullptr;
                for (QAction* action : menu->actions())
                    if (QString(action->text()).remove('&').startsWith(path[i])) found = action;
                if (!found) {
                    qWarning("no menu entry %s", qPrintable(path[i]));
                    while (auto* open = qobject_cast<QMenu*>(QApplication::activePopupWidget())) open->close();
                    return;
                }
                QMenu* const here = menu;
                menu = found->menu();
                here->setActiveAction(found);
                if (!menu) QTest::keyClick(here, Qt::Key_Return);
            }
        });
        QTest::mouseClick(surface(), Qt::RightButton, {}, at(p_G));
        QTest::qWait(150);
    }
    /// Left button down on the first point, along the others, up on the last.
    void drag(const std::vector<Vec3>& points) {
        hover(points.front());
        QTest::mousePress(surface(), Qt::LeftButton, {}, at(points.front()));
        for (const Vec3& point : points) {
            const QPoint place = at(point);
            QMouseEvent move(QEvent::MouseMove, place, surface()->mapToGlobal(place), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(surface(), &move);
            QTest::qWait(45);
        }
        QTest::mouseRelease(surface(), Qt::LeftButton, {}, at(points.back()));
        QTest::qWait(60);
    }
    /// The first button with this text; null if it cannot be seen.
    QAbstractButton* button(const QString& text) {
        for (auto* each : window->findChildren<QAbstractButton*>())
            if (each->isVisible() && each->text() == text) return each;
        return nullptr;
    }
    QString chip() {
        auto* const chip = window->findChild<QLabel*>(QStringLiteral("toolChip"));
        return chip->isVisible() ? chip->text() : QString();
    }
    /// The element of this name; none if there is none.
    ElementId named(const std::string& name) {
        for (ElementId id : session->document().treeOrder())
            if (session->document().get(id).name == name) return id;
        return {};
    }
    const MobilityReport& mobility() { return session->model()->getMobility(); }
    void picture(const QString& name) {
        QTest::qWait(50);
        window->grab().save(QStringLiteral("journey_%1.png").arg(name));
    }
    /// Names of the steps in History, the first one that of the new model.
    QStringList history() {
        QStringList labels;
        for (const std::string& label : session->history().labels()) labels += QString::fromStdString(label);
        return labels;
    }

    std::unique_ptr<Session> session;
    std::unique_ptr<MainWindow> window;

private:
    QTemporaryDir folder_;
};

}  // namespace trammel::ui::testing
