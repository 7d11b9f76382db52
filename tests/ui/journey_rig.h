// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <vector>

#include "compile/catalog.h"
#include "tests/ui/menu_hand.h"
#include "tests/ui/settle.h"
#include "tests/ui/test_models.h"
#include "ui/theme/theme.h"
#include "ui/tools/tool_host.h"
#include "ui/view/tool_view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"
#include "ui/window/window_list.h"

namespace trammel::ui::testing {

/// Drives the real window: points are given in the world and hit through the camera, keys go to the focused widget.
class JourneyRig {
public:
    static constexpr int Patience = testing::Patience;

    /// @param home data folder to share with the real program; empty: a private one
    explicit JourneyRig(const QString& home = {}) {
        isolateSettings(folder_);
        if (!home.isEmpty()) {
            qputenv("XDG_DATA_HOME", home.toUtf8());
            QCoreApplication::setOrganizationName(QStringLiteral("Trammel"));
            QCoreApplication::setApplicationName(QStringLiteral("Trammel"));
        }
        Theme::instance().apply(ThemeChoice::Light);
        windows = std::make_unique<WindowList>(builtinCatalog());
        MainWindow& first = windows->add();
        first.resize(1600, 960);
        first.show();
        workIn(first);
    }

    /// Switches to another window.
    void workIn(MainWindow& other) {
        window = &other;
        session = &other.session();
        if (!QTest::qWaitForWindowExposed(window)) qWarning("the window does not show");
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window)) qWarning("the window is not active");
    }

    Viewport& view() { return window->view().viewport(); }
    QWidget* surface() { return window->view().viewport().focusProxy(); }
    QPoint at(const Vec3& p_G) { return view().project(p_G).toPoint(); }

    /// Delivers events until the window rests; if a run computes or plays, until every timer has fired once.
    void settle() {
        const auto isAnswered = [this] { return hand_.isNull(); };
        if (!QTest::qWaitFor(isAnswered, 2 * Patience)) QTest::qFail("the menu stays", __FILE__, __LINE__);
        testing::settle({window, session}, isRestless());
    }
    /// Waits only for the view and its tool.
    void settleView() { testing::settle({&view()}, isRestless()); }

    void hover(const Vec3& p_G, Qt::KeyboardModifiers modifiers = {}) {
        const QPoint place = at(p_G);
        movePointer(surface(), place - QPoint(1, 0));
        QMouseEvent move(QEvent::MouseMove, place, surface()->mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         modifiers);
        QApplication::sendEvent(surface(), &move);
        settleView();
    }
    void click(const Vec3& p_G, Qt::KeyboardModifiers modifiers = {}) {
        hover(p_G, modifiers);
        QTest::mouseClick(surface(), Qt::LeftButton, modifiers, at(p_G));
        settleView();
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : window, key, modifiers);
        settleView();
    }
    void type(const QString& text) {
        // A dialog may just have returned the focus to the window.
        QTRY_VERIFY(QApplication::focusWidget());
        for (const QChar c : text) QTest::keyClick(QApplication::focusWidget(), c.toLatin1());
        settleView();
    }
    /// Draws a chain of links: for each, moves the pointer in its direction and types its length.
    void drawLinks(const Vec3& start, const std::vector<std::pair<Vec3, QString>>& links) {
        press(Qt::Key_L);
        click(start);
        for (const auto& [toward, length] : links) {
            hover(toward);
            type(length);
            press(Qt::Key_Return);
        }
    }
    /// Right-clicks a point, then triggers a menu entry by the first words of each level.
    void choose(const Vec3& p_G, const QStringList& path) {
        hover(p_G);
        answerMenu(path);
        QTest::mouseClick(surface(), Qt::RightButton, {}, at(p_G));
        settle();
    }
    /// Triggers an entry of the next menu, by the first words of each level; settle() waits for it.
    void answerMenu(const QStringList& path) { hand_ = new MenuHand(window, path); }
    /// Left drag along the points.
    void drag(const std::vector<Vec3>& points) {
        hover(points.front());
        QTest::mousePress(surface(), Qt::LeftButton, {}, at(points.front()));
        for (const Vec3& point : points) {
            const QPoint place = at(point);
            QMouseEvent move(QEvent::MouseMove, place, surface()->mapToGlobal(place), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(surface(), &move);
            settleView();
        }
        QTest::mouseRelease(surface(), Qt::LeftButton, {}, at(points.back()));
        settleView();
    }
    /// The first visible button with this text; null if none.
    QAbstractButton* button(const QString& text) {
        for (auto* each : window->findChildren<QAbstractButton*>())
            if (each->isVisible() && each->text() == text) return each;
        return nullptr;
    }
    QString chip() {
        auto* const chip = window->findChild<QLabel*>(QStringLiteral("toolChip"));
        return chip->isVisible() ? chip->text() : QString();
    }
    /// The element of this name; invalid if none.
    ElementId named(const std::string& name) {
        for (ElementId id : session->document().treeOrder())
            if (session->document().get(id).name == name) return id;
        return {};
    }
    const MobilityReport& mobility() { return session->model()->getMobility(); }
    /// The window as on the screen.
    QPixmap grab() {
        settleView();
        // window->grab() omits what is painted over the 3-D view, and grabbing the screen may block.
        QPixmap shot = window->grab();
        QPainter painter(&shot);
        painter.drawImage(QRect(surface()->mapTo(window, QPoint()), surface()->size()), view().grabImage());
        for (QWidget* over : view().findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
            if (over != surface() && over->isVisible())
                painter.drawPixmap(over->mapTo(static_cast<QWidget*>(window), QPoint()), over->grab());
        return shot;
    }
    /// Saves the window as journey_NAME.png in the working directory.
    void screenshot(const QString& name) { grab().save(QStringLiteral("journey_%1.png").arg(name)); }
    /// Labels of the history, starting with that of the new model.
    QStringList history() {
        QStringList labels;
        for (const std::string& label : session->history().labels()) labels += QString::fromStdString(label);
        return labels;
    }

    /// Session of the current window.
    Session* session = nullptr;
    MainWindow* window = nullptr;

private:
    std::function<bool()> isRestless() const {
        return [this] { return session->player().isPlaying() || session->runs().isAnyComputing(); };
    }

    QTemporaryDir folder_;
    QPointer<MenuHand> hand_;

public:
    std::unique_ptr<WindowList> windows;
};

}  // namespace trammel::ui::testing
