// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

class MainWindow;

/// The program's windows, one document each. Closing a window closes its document.
class WindowList : public QObject {
    Q_OBJECT

public:
    /// @param catalog not owned; must outlive the list
    explicit WindowList(const TypeCatalog& catalog);
    ~WindowList() override;

    /// Creates a hidden window with an empty document.
    /// @param near window to cascade from; null: the last position
    MainWindow& add(const MainWindow* near = nullptr);
    /// In order of creation.
    std::vector<MainWindow*> windows() const;
    /// The window showing this file; null if none.
    MainWindow* showing(const QString& path) const;
    /// Brings a window to the front.
    static void raise(MainWindow& window);
    /// Brings the next or previous window to the front.
    void raiseNext(const MainWindow& from, int step);
    /// Asks about every modified document, then closes all windows, or none if the user cancels.
    bool closeAll();

Q_SIGNALS:
    /// A window was opened or closed.
    void changed();

private:
    struct Held;
    void forget(const MainWindow* window);

    const TypeCatalog& catalog_;
    std::vector<std::unique_ptr<Held>> held_;
};

}  // namespace trammel::ui
