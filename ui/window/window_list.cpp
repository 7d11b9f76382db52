// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/window_list.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QScreen>
#include <algorithm>

#include "ui/window/file_actions.h"
#include "ui/window/main_window.h"

namespace trammel::ui {

namespace {
/// Keeps the previous window visible.
constexpr QPoint Cascade(34, 34);
}  // namespace

struct WindowList::Held {
    explicit Held(const TypeCatalog& catalog, WindowList* list) : session(catalog), window(session, list) {}

    Session session;
    MainWindow window;
};

WindowList::WindowList(const TypeCatalog& catalog) : catalog_(catalog) {}

WindowList::~WindowList() = default;

MainWindow& WindowList::add(const MainWindow* near) {
    if (near) near->saveSettings();
    held_.push_back(std::make_unique<Held>(catalog_, this));
    MainWindow& window = held_.back()->window;
    if (near && !near->isMaximized() && !near->isFullScreen()) {
        window.resize(near->size());
        const QRect room = near->screen()->availableGeometry();
        const QPoint corner = near->pos() + Cascade;
        window.move(room.contains(QRect(corner, near->size())) ? corner : room.topLeft());
    }
    // Queued: the closing window is still handling the event.
    connect(
        &window, &MainWindow::closed, this, [this, &window] { forget(&window); }, Qt::QueuedConnection);
    Q_EMIT changed();
    return window;
}

void WindowList::forget(const MainWindow* window) {
    std::erase_if(held_, [window](const auto& held) { return &held->window == window; });
    Q_EMIT changed();
}

std::vector<MainWindow*> WindowList::windows() const {
    std::vector<MainWindow*> all;
    for (const auto& held : held_) all.push_back(&held->window);
    return all;
}

MainWindow* WindowList::showing(const QString& path) const {
    const QString wanted = QFileInfo(path).canonicalFilePath();
    if (wanted.isEmpty()) return nullptr;
    for (const auto& held : held_)
        if (QFileInfo(held->session.path()).canonicalFilePath() == wanted) return &held->window;
    return nullptr;
}

void WindowList::raise(MainWindow& window) {
    window.setWindowState(window.windowState() & ~Qt::WindowMinimized);
    window.show();
    window.raise();
    window.activateWindow();
}

void WindowList::raiseNext(const MainWindow& from, int step) {
    const std::vector<MainWindow*> all = windows();
    const auto here = std::find(all.begin(), all.end(), &from) - all.begin();
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    raise(*all[static_cast<std::size_t>((here + step + count) % count)]);
}

bool WindowList::closeAll() {
    for (MainWindow* window : windows()) {
        if (window->session().isDirty()) raise(*window);
        if (!window->files().mayLeave()) return false;
    }
    for (MainWindow* window : windows()) window->closeWithoutAsking();
    return true;
}

}  // namespace trammel::ui
