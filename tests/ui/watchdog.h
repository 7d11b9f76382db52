// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QMetaEnum>
#include <QWidget>
#include <algorithm>
#include <cstdio>
#include <vector>

namespace trammel::ui::testing {

/// Application with a watchdog: how long each event blocks the next, by work or by waiting. Excludes time taken by
/// other processes and software rendering.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;
    static WatchedApplication& instance() { return *static_cast<WatchedApplication*>(qApp); }

    struct Held {
        /// Durations of one event and of the painting excluded from it, ms.
        double milliseconds = 0, painting = 0;
        /// "Timer to QTimer of ModelThumbnails"
        QString what;
    };
    /// Starts recording.
    void watch() {
        held_.clear();
        watching_ = true;
    }
    /// Longest first.
    std::vector<Held> stopWatching() {
        watching_ = false;
        std::sort(held_.begin(), held_.end(),
                  [](const Held& a, const Held& b) { return a.milliseconds > b.milliseconds; });
        return held_;
    }

    bool notify(QObject* receiver, QEvent* event) override {
        if (!watching_ || depth_ < 0) return QApplication::notify(receiver, event);
        const bool paints = isPainting(*receiver, *event);
        if (depth_ > 0 && (!paints || paintDepth_ > 0)) return pass(receiver, event);
        const Held description{0, 0, depth_ == 0 ? describe(*receiver, *event) : QString()};
        const double before = milliseconds();
        if (paints) ++paintDepth_;
        const bool done = pass(receiver, event);
        if (paints) --paintDepth_;
        const double took = milliseconds() - before;
        if (paints) painting_ += took;
        if (depth_ == 0) {
            held_.push_back({took - painting_, painting_, description.what});
            painting_ = 0;
        }
        return done;
    }

private:
    bool pass(QObject* receiver, QEvent* event) {
        ++depth_;
        const bool done = QApplication::notify(receiver, event);
        --depth_;
        return done;
    }
    static bool isPainting(const QObject& receiver, const QEvent& event) {
        const bool window =
            receiver.isWindowType() || (receiver.isWidgetType() && static_cast<const QWidget&>(receiver).isWindow());
        if (event.type() == QEvent::UpdateRequest || event.type() == QEvent::Expose) return window;
        return event.type() == QEvent::Paint;
    }
    static QString describe(const QObject& receiver, const QEvent& event) {
        const char* const type = QMetaEnum::fromType<QEvent::Type>().valueToKey(event.type());
        const auto nameOf = [](const QObject& object) {
            const QString name = object.objectName();
            return QString::fromLatin1(object.metaObject()->className()) +
                   (name.isEmpty() ? QString() : QStringLiteral("(%1)").arg(name));
        };
        return QStringLiteral("%1 to %2%3")
            .arg(QString::fromLatin1(type ? type : "?"), nameOf(receiver),
                 receiver.parent() ? QStringLiteral(" of ") + nameOf(*receiver.parent()) : QString());
    }
    /// Time of this thread without waiting for a processor.
    static double milliseconds() {
        // Time on a processor, time waiting for one (ns), and number of switches.
        unsigned long long on = 0, waiting = 0, times = 0;
        if (std::FILE* const file = std::fopen("/proc/thread-self/schedstat", "r")) {
            if (std::fscanf(file, "%llu %llu %llu", &on, &waiting, &times) != 3) waiting = 0;
            std::fclose(file);
        }
        static const QElapsedTimer clock = [] {
            QElapsedTimer started;
            started.start();
            return started;
        }();
        return 1e-6 * (static_cast<double>(clock.nsecsElapsed()) - static_cast<double>(waiting));
    }

    bool watching_ = false;
    int depth_ = 0, paintDepth_ = 0;
    double painting_ = 0;
    std::vector<Held> held_;
};

}  // namespace trammel::ui::testing
