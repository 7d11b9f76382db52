// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractAnimation>
#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QPointer>
#include <QSet>
#include <QTest>
#include <QTimer>
#include <QWidget>
#include <QWindow>
#include <functional>

namespace trammel::ui::testing {

/// How long a test waits for a fact before it fails, ms. Generous, for software rendering on a loaded machine.
inline constexpr int Patience = 20000;

// Qt gives up after 5 s where a test names no time.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, trammel::ui::testing::Patience)
#define QTRY_VERIFY2(condition, message) QTRY_VERIFY2_WITH_TIMEOUT(condition, message, trammel::ui::testing::Patience)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, trammel::ui::testing::Patience)

/// Timers of at least this interval write recovery copies and remove notices; settle() does not wait for them, ms.
inline constexpr int LongDelay = 1000;

/// Delivers events until the objects below @p roots rest: delayed refreshes have happened, results of background tasks
/// are collected, panels have moved into place, no window waits to be painted, and no event is pending. Does
/// not wait for endless animations, as of a card under the pointer, whose events may never cease on a slow machine.
///
/// While @p isRestless returns true (a run computes or plays), returns once every timer has fired once.
inline void settle(const QList<QObject*>& roots, const std::function<bool()>& isRestless = {}) {
    QAbstractEventDispatcher* const dispatcher = QAbstractEventDispatcher::instance();
    QObject context;
    QSet<const QTimer*> watched, fired;
    QStringList pending;
    const auto nameOf = [](const QObject* object) {
        return QStringLiteral("%1(%2)").arg(QLatin1StringView(object->metaObject()->className()), object->objectName());
    };
    const auto waitFor = [&](const QTimer* timer, bool restless) {
        const bool isEndless = timer->interval() >= LongDelay || timer->objectName() == "animation";
        if (!timer->isActive() || isEndless || (restless && fired.contains(timer))) return;
        pending += nameOf(timer->parent());
        if (watched.contains(timer)) return;
        watched.insert(timer);
        QObject::connect(timer, &QTimer::timeout, &context, [&fired, timer] { fired.insert(timer); });
    };
    // Turns of the event loop without anything to wait for but an endless animation.
    int quietTurns = 0;
    const auto rests = [&] {
        bool isAnimated = false;
        const bool delivered = dispatcher->processEvents(QEventLoop::AllEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const bool restless = isRestless && isRestless();
        pending.clear();
        for (const QObject* root : roots) {
            for (const QTimer* timer : root->findChildren<QTimer*>()) {
                waitFor(timer, restless);
                isAnimated |= timer->isActive() && timer->objectName() == "animation";
            }
            if (restless) continue;
            for (const QAbstractAnimation* animation : root->findChildren<QAbstractAnimation*>())
                if (animation->state() == QAbstractAnimation::Running) pending += nameOf(animation->parent());
        }
        if (restless) return pending.isEmpty();
        // A timer of the window delays its next painting.
        for (QWindow* window : QGuiApplication::allWindows())
            if (!dispatcher->registeredTimers(window).isEmpty()) pending += nameOf(window);
        quietTurns = pending.isEmpty() && isAnimated ? quietTurns + 1 : 0;
        return pending.isEmpty() && (!delivered || quietTurns > 2);
    };
    if (!QTest::qWaitFor(rests, Patience))
        QTest::qFail(qPrintable(QStringLiteral("never at rest: ") + pending.join(' ')), __FILE__, __LINE__);
}

/// Moves the pointer over @p widget and waits until the display server reports it there.
inline void movePointer(QWidget* widget, const QPoint& place) {
    class Arrival : public QObject {
    public:
        explicit Arrival(const QPointF& to) : to_(to) { qApp->installEventFilter(this); }
        bool hasHappened() const { return happened_; }

    protected:
        bool eventFilter(QObject* watched, QEvent* event) override {
            const bool isReport = event->type() == QEvent::MouseMove || event->type() == QEvent::Enter;
            if (isReport && watched->isWindowType()) {
                const QPointF off = static_cast<QSinglePointEvent*>(event)->globalPosition() - to_;
                // Positions in pixels are rounded on dense screens.
                happened_ = happened_ || off.manhattanLength() <= 2;
            }
            return false;
        }

    private:
        QPointF to_;
        bool happened_ = false;
    };
    const QPoint before = QCursor::pos();
    QCursor::setPos(widget->mapToGlobal(place));
    // The target may be off the screen, and then in no window.
    const QPoint to = QCursor::pos();
    if (to == before || !QApplication::topLevelAt(to)) return;
    const Arrival arrival(to);
    if (!QTest::qWaitFor([&] { return arrival.hasHappened(); }, Patience))
        QTest::qFail("the pointer does not arrive", __FILE__, __LINE__);
}

/// Calls @p act with the next widget of this type that shows, once it does: from the event loop, so that a dialog that
/// blocks its caller can be answered.
template <class Widget>
void whenShown(QObject* owner, const std::function<void(Widget*)>& act) {
    class Watch : public QObject {
    public:
        Watch(QObject* parent, const std::function<void(Widget*)>& act) : QObject(parent), act_(act) {
            qApp->installEventFilter(this);
        }

    protected:
        bool eventFilter(QObject* watched, QEvent* event) override {
            auto* const widget = event->type() == QEvent::Show ? qobject_cast<Widget*>(watched) : nullptr;
            if (!widget) return false;
            qApp->removeEventFilter(this);
            QTimer::singleShot(0, widget, [widget, act = act_] { act(widget); });
            deleteLater();
            return false;
        }

    private:
        std::function<void(Widget*)> act_;
    };
    new Watch(owner, act);
}

}  // namespace trammel::ui::testing
