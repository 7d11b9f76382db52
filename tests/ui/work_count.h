// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>
#include <QWidget>
#include <algorithm>
#include <vector>

#include "tests/unit/integrate/allocation_count.h"

namespace trammel::ui::testing {

/// Application that counts the work of each event: how often the thread of the window allocates. Reading files,
/// compiling, realizing and drawing images allocate; a thread that only waits for results does not. Excludes painting.
class CountingApplication : public QApplication {
public:
    using QApplication::QApplication;
    static CountingApplication& instance() { return *static_cast<CountingApplication*>(qApp); }

    struct Work {
        /// Allocations during one event, without those of painting in it.
        long allocations = 0;
        /// "Timer to QTimer of ModelThumbnails"
        QString what;
    };
    /// Starts recording.
    void startCounting() {
        work_.clear();
        counting_ = true;
    }
    /// Largest first.
    std::vector<Work> stopCounting() {
        counting_ = false;
        std::sort(work_.begin(), work_.end(),
                  [](const Work& a, const Work& b) { return a.allocations > b.allocations; });
        return work_;
    }

    bool notify(QObject* receiver, QEvent* event) override {
        if (!counting_) return QApplication::notify(receiver, event);
        const bool paints = isPainting(*receiver, *event);
        if (depth_ > 0 && (!paints || paintDepth_ > 0)) return pass(receiver, event);
        // The receiver may be deleted by the event.
        const QString what = depth_ == 0 ? describe(*receiver, *event) : QString();
        const long before = test::allocationCountOfThread();
        if (paints) ++paintDepth_;
        const bool done = pass(receiver, event);
        if (paints) --paintDepth_;
        const long made = test::allocationCountOfThread() - before;
        if (paints) painting_ += made;
        if (depth_ == 0) {
            work_.push_back({made - painting_, what});
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

    bool counting_ = false;
    int depth_ = 0, paintDepth_ = 0;
    long painting_ = 0;
    std::vector<Work> work_;
};

/// Counts how often a widget is painted.
class PaintCount : public QObject {
public:
    explicit PaintCount(QWidget* widget) { widget->installEventFilter(this); }
    int count() const { return count_; }

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) ++count_;
        return false;
    }

private:
    int count_ = 0;
};

}  // namespace trammel::ui::testing
