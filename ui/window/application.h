// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

namespace trammel::ui {

/// An exception in one event must not close the window and lose work: it becomes a notice.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override;
};

}  // namespace trammel::ui
