// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QStandardPaths>
#include <QTest>
#include <map>

#include "tests/ui/settle.h"

namespace trammel::ui::testing {

/// Runs the real program as a process of its own and acts in its window through the X server.
class ProgramHand {
public:
    static bool isInstalled() { return !tool().isEmpty(); }

    /// Starts the program with a private home and opens @p model.
    /// @param variables further ones of its environment
    ProgramHand(const QString& home, const QString& model, const std::map<QString, QString>& variables = {})
        : title_(model.section('/', -1)) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            environment.insert(name, home);
        for (const auto& [name, value] : variables) environment.insert(name, value);
        process.setProcessEnvironment(environment);
        process.start(TRAMMEL_PROGRAM, {model});
    }

    /// Waits for the window of the model; false if it does not show.
    bool waitForWindow() {
        return QTest::qWaitFor(
            [this] {
                window_ = act({"search", "--onlyvisible", "--name", title_}).section('\n', 0, 0);
                return !window_.isEmpty();
            },
            Patience);
    }
    /// Clicks into the view, then presses keys such as "ctrl+d"; the program handles its events in this order.
    void pressInView(const QStringList& keys) {
        QStringList words{"windowfocus", "--sync", window_, "mousemove", "--sync", "--window",
                          window_,       "330",    "150",   "click",     "1"};
        for (const QString& key : keys) words << "key" << key;
        act(words);
    }

    QProcess process;

private:
    static QString tool() { return QStandardPaths::findExecutable(QStringLiteral("xdotool")); }
    static QString act(const QStringList& words) {
        QProcess process;
        process.start(tool(), words);
        process.waitForFinished();
        return QString::fromUtf8(process.readAllStandardOutput()).trimmed();
    }

    QString title_, window_;
};

}  // namespace trammel::ui::testing
