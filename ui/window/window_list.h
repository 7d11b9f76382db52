// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

class MainWindow;

/// The windows of the program, each with a document of its own. A window that is closed is gone, with its document.
class WindowList : public QObject {
    Q_OBJECT

public:
    /// @param catalog must outlive the list
    explicit WindowList(const TypeCatalog& catalog);
    ~WindowList() override;

    /// Makes a window with an empty document; the caller shows it.
    /// @param near the window that it is placed beside; null: where the last one was
    MainWindow& add(const MainWindow* near = nullptr);
    /// In the order they were made.
    std::vector<MainWindow*> windows() const;
    /// The window that has this file open; null if there is none.
    MainWindow* showing(const QString& path) const;
    /// Brings a window to the front.
    static void raise(MainWindow& window);
    /// Brings the next of the windows to the front, or the one before.
    void raiseNext(const MainWindow& from, int step);
    /// Asks about every document that is not saved, then closes all windows; none of them when the user wants to stay.
    bool closeAll();

Q_SIGNALS:
    /// A window more or less.
    void changed();

private:
    struct Held;
    void forget(const MainWindow* window);

    const TypeCatalog& catalog_;
    std::vector<std::unique_ptr<Held>> held_;
};

}  // namespace trammel::ui
