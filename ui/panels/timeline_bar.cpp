// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline_bar.h"

#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <utility>

#include "compile/events/bookmarks.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr double Inset = 10;
constexpr double GrooveTop = 19;
constexpr double GrooveHeight = 12;
/// Least distance of tick labels, pixels.
constexpr double TickDistance = 70;
constexpr double HeatHeight = 3;
/// Frames of a short run, and frames sampled for the median cost.
constexpr std::size_t FewFrames = 20, SomeFrames = 400;
/// Relative cost of a frame without color, and of the strongest color.
constexpr double Unremarkable = 1.5, HottestFactor = 12;
/// Pick distance of a loop end or bookmark, pixels.
constexpr double GripReach = 5;
constexpr double EventReach = 2;
/// Bars of pulls, below the groove, pixels.
constexpr double PullTop = 2, PullHeight = 4;
/// Bars of contacts, below everything else, pixels.
constexpr double ContactTop = 45, ContactHeight = 4, ContactStep = 6;
constexpr int PlainHeight = 44;
/// A shorter range counts as a slip of the mouse, pixels.
constexpr double ShortestLoop = 4;

/// 1, 2 or 5 times a power of ten, at least @p least.
Real roundStep(Real least) {
    const Real decade = std::pow(10., std::floor(std::log10(least)));
    for (const Real factor : {1., 2., 5.})
        if (decade * factor >= least) return decade * factor;
    return decade * 10;
}
}  // namespace

TimelineBar::TimelineBar(Session& session, PlotData& data, Bookmarks& bookmarks, QWidget* parent)
    : QWidget(parent),
      session_(session),
      data_(data),
      bookmarks_(bookmarks),
      contacts_(session, data, this),
      name_(new QLineEdit(this)) {
    setObjectName(QStringLiteral("timelineBar"));
    setAccessibleName(tr("Timeline"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Run) followCost();
        if (changes & (SessionChange::Run | SessionChange::Playhead)) followPulls(), followEvents();
        if (changes & (SessionChange::Run | SessionChange::Playhead | SessionChange::Model)) update();
    });
    connect(&data_, &PlotData::grown, this, qOverload<>(&QWidget::update));
    connect(&contacts_, &ContactBars::changed, this, [this] {
        if (std::exchange(contactBars_, contacts_.size()) != contacts_.size()) updateGeometry();
        update();
    });
    connect(&bookmarks_, &Bookmarks::changed, this, qOverload<>(&QWidget::update));
    name_->setObjectName(QStringLiteral("bookmarkName"));
    name_->setAccessibleName(tr("Bookmark name"));
    name_->hide();
    name_->installEventFilter(this);
    connect(name_, &QLineEdit::editingFinished, this, [this] {
        if (name_->isHidden()) return;
        name_->hide();
        bookmarks_.rename(named_, name_->text());
        setFocus();
    });
}

QRectF TimelineBar::groove() const { return {Inset, GrooveTop, width() - 2 * Inset, GrooveHeight}; }

double TimelineBar::positionOf(Real time) const {
    const Player& player = session_.player();
    const Real span = player.plannedEnd() - player.startTime();
    const double part = span > 0 ? std::clamp((time - player.startTime()) / span, 0., 1.) : 0;
    return groove().left() + part * groove().width();
}

Real TimelineBar::timeAt(double position) const {
    const Player& player = session_.player();
    const double part = std::clamp((position - groove().left()) / groove().width(), 0., 1.);
    return player.startTime() + part * (player.plannedEnd() - player.startTime());
}

QString TimelineBar::hint() const {
    if (session_.player().run()) return {};
    const QString obstacle = session_.runBlocker();
    return obstacle.isEmpty() ? tr("Press Space to run the model") : obstacle;
}

void TimelineBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(groove(), 5, 5);
    paintComputed(painter);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(hasFocus() ? palette().color(QPalette::Highlight) : Theme::instance().colors().line);
    painter.drawRoundedRect(groove().adjusted(-0.5, -0.5, 0.5, 0.5), 5, 5);
    paintTicks(painter);
    paintHeat(painter);
    paintPulls(painter);
    paintContacts(painter);
    paintEvents(painter);
    paintLoop(painter);
    paintBookmarks(painter);
    if (const QString text = hint(); !text.isEmpty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        QFont small = painter.font();
        small.setPointSizeF(small.pointSizeF() * 0.85);
        painter.setFont(small);
        const QRectF place = groove().adjusted(4, -1, -4, 1);
        painter.drawText(place, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, int(place.width())));
    }
    paintPlayhead(painter);
}

void TimelineBar::paintComputed(QPainter& painter) const {
    const Player& player = session_.player();
    if (player.frameCount() == 0) return;
    QColor fill = Theme::instance().colors().accent;
    if (player.isOutdated()) fill = Theme::instance().colors().faintText;
    QRectF part = groove();
    part.setRight(positionOf(player.computedEnd()));
    QColor ahead = fill;
    ahead.setAlpha(player.isOutdated() ? 90 : 85);
    painter.setPen(Qt::NoPen);
    painter.setBrush(player.isOutdated() ? QBrush(ahead, Qt::BDiagPattern) : QBrush(ahead));
    painter.drawRoundedRect(part, 5, 5);
    if (player.isOutdated()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        QFont small = painter.font();
        small.setPointSizeF(small.pointSizeF() * 0.8);
        painter.setFont(small);
        const QString words = tr("before edit");
        const QRectF place =
            painter.boundingRect(part.adjusted(8, -2, -8, 2), Qt::AlignVCenter | Qt::AlignRight, words);
        // Neither hatching nor cost marks cross the text.
        painter.fillRect(place.adjusted(-3, 0, 3, 0), palette().color(QPalette::Window));
        painter.drawText(place, Qt::AlignCenter, words);
    }
    if (!player.showsFrame()) return;
    part.setRight(positionOf(player.time()));
    painter.setPen(Qt::NoPen);
    fill.setAlpha(210);
    painter.setBrush(fill);
    painter.drawRoundedRect(part, 5, 5);
}

void TimelineBar::paintTicks(QPainter& painter) const {
    const Player& player = session_.player();
    const Real span = player.plannedEnd() - player.startTime();
    if (!(span > 0)) return;
    const Real step = roundStep(span * TickDistance / groove().width());
    QFont small = painter.font();
    small.setPointSizeF(small.pointSizeF() * 0.8);
    painter.setFont(small);
    const auto count = static_cast<int>(std::floor(span / step + 1e-9));
    for (int i = 0; i <= count; ++i) {
        const Real time = player.startTime() + i * step;
        const double x = positionOf(time);
        painter.setPen(Theme::instance().colors().line);
        painter.drawLine(QPointF(x, GrooveTop - 4), QPointF(x, GrooveTop - 1));
        painter.setPen(palette().color(QPalette::PlaceholderText));
        const QString text = QString::number(time, 'g', 6) + (i == count ? QStringLiteral(" s") : QString());
        const double half = QFontMetricsF(small).horizontalAdvance(text) / 2;
        const double left = std::clamp(x - half, 0., width() - 2 * half);
        painter.drawText(QPointF(left, GrooveTop - 6), text);
    }
}

void TimelineBar::paintPlayhead(QPainter& painter) const {
    const double x = positionOf(session_.player().time());
    const QColor color = palette().color(QPalette::WindowText);
    painter.setPen(QPen(color, 2));
    painter.drawLine(QPointF(x, GrooveTop - 3), QPointF(x, GrooveTop + GrooveHeight + 3));
    QPainterPath grip;
    grip.moveTo(x, GrooveTop + GrooveHeight + 1);
    grip.lineTo(x + 6, GrooveTop + GrooveHeight + 8);
    grip.lineTo(x + 6, GrooveTop + GrooveHeight + 11);
    grip.lineTo(x - 6, GrooveTop + GrooveHeight + 11);
    grip.lineTo(x - 6, GrooveTop + GrooveHeight + 8);
    grip.closeSubpath();
    painter.setPen(Qt::NoPen);
    painter.setBrush(grip_ == Grip::Playhead ? Theme::instance().colors().accent : color);
    painter.drawPath(grip);
    if (hoverAt_ < 0 || grip_ != Grip::None) return;
    painter.setPen(QPen(palette().color(QPalette::PlaceholderText), 1, Qt::DotLine));
    painter.drawLine(QPointF(hoverAt_, GrooveTop - 2), QPointF(hoverAt_, GrooveTop + GrooveHeight + 2));
}

// --- Marks on the timeline ---

void TimelineBar::followCost() {
    const RunEntry* const current = session_.runs().current();
    const RunId now = current ? current->id : 0;
    if (now == costOf_) return;
    costOf_ = now;
    cost_ = current ? std::optional(data_.followCost(*current)) : std::nullopt;
}

int TimelineBar::fullHeight() const {
    return contacts_.size() == 0 ? PlainHeight : int(ContactTop + double(contacts_.size()) * ContactStep);
}

QRectF TimelineBar::contactBar(std::size_t bar) const {
    return {groove().left(), ContactTop + double(bar) * ContactStep, groove().width(), ContactHeight};
}

void TimelineBar::paintContacts(QPainter& painter) const {
    for (std::size_t k = 0; k < contacts_.size(); ++k) {
        const QRectF bar = contactBar(k);
        painter.fillRect(bar, palette().color(QPalette::Base));
        contacts_.paint(painter, k, bar, [this](double x) { return timeAt(x); });
    }
}

void TimelineBar::paintHeat(QPainter& painter) const {
    if (!cost_) return;
    const Series& times = *cost_->times;
    const Series& cost = *cost_->seconds;
    // The first frame was not computed.
    const std::size_t count = std::min(times.size(), cost.size());
    if (count < FewFrames) return;
    std::vector<double> some;
    for (std::size_t i = 1; i < count; i += 1 + count / SomeFrames) some.push_back(cost[i]);
    const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
    std::nth_element(some.begin(), middle, some.end());
    const double usual = *middle, top = groove().bottom() - HeatHeight;
    if (!(usual > 0)) return;
    QColor color = Theme::instance().colors().bad;
    std::size_t from = 1;
    for (int x = int(groove().left()); x < int(groove().right()) && from < count; ++x) {
        const std::size_t to = std::min(count, times.upperBound(timeAt(x + 1), from));
        if (to == from) continue;
        // Median cost: no color. HottestFactor times the median: full color.
        const double ratio = cost.range(from, to).highest / usual;
        color.setAlphaF(float(std::clamp(std::log(ratio / Unremarkable) / std::log(HottestFactor), 0., 1.)));
        painter.fillRect(QRectF(x, top, 1, HeatHeight), color);
        from = to;
    }
}

void TimelineBar::paintEvents(QPainter& painter) const {
    const RunEntry* const current = session_.runs().current();
    if (!current) return;
    const auto& events = current->frames().getEvents();
    painter.setPen(QPen(Theme::instance().colors().caution, 1.5));
    double last = -1;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const double x = positionOf(events[i].time);
        // Skip repeated pixels.
        if (x - last < 1) continue;
        painter.drawLine(QPointF(x, groove().bottom() + 2), QPointF(x, groove().bottom() + 6));
        last = x;
    }
}

void TimelineBar::followPulls() {
    const RunEntry* const current = session_.runs().current();
    const std::size_t count = current ? current->frames().getNumPulls() : 0;
    if ((current ? current->id : 0) == pullsOf_ && count == pullsRead_) return;
    pullsOf_ = current ? current->id : 0;
    pullsRead_ = count;
    pulls_ = current ? spansOf(current->frames().copyPulls()) : std::vector<PullSpan>{};
}

void TimelineBar::followEvents() {
    const RunEntry* const current = session_.runs().current();
    const std::size_t count = current ? current->frames().getEvents().size() : 0;
    const RunId run = current ? current->id : 0;
    if (run == eventsOf_ && count == eventsRead_) return;
    if (run != eventsOf_) {
        bookmarks_.clearOfRun();
        eventsOf_ = run;
        eventsRead_ = 0;
    }
    std::vector<Bookmarks::Bookmark> marked;
    for (std::size_t i = std::exchange(eventsRead_, count); i < count; ++i) {
        const RunEvent& event = current->frames().getEvents()[i];
        for (const std::string& name : bookmarksOfEvent(current->run->getDocument(), event.what))
            marked.push_back({event.time, QString::fromStdString(name)});
    }
    bookmarks_.addOfRun(marked);
}

Real TimelineBar::endOf(const PullSpan& span) const {
    // A pull in progress lasts until now.
    return std::isfinite(span.to) ? span.to : session_.player().computedEnd();
}

void TimelineBar::paintPulls(QPainter& painter) const {
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::instance().colors().good);
    for (const PullSpan& span : pulls_) {
        const double from = positionOf(span.from), to = positionOf(endOf(span));
        painter.drawRoundedRect(QRectF(from, groove().bottom() + PullTop, std::max(2., to - from), PullHeight), 2, 2);
    }
}

void TimelineBar::paintLoop(QPainter& painter) const {
    const auto& loop = session_.player().loop();
    if (!loop) return;
    const QColor color = Theme::instance().colors().accent;
    QColor band = color;
    band.setAlpha(45);
    const double from = positionOf(loop->from), to = positionOf(loop->to);
    painter.fillRect(QRectF(QPointF(from, GrooveTop - 5), QPointF(to, GrooveTop)), band);
    painter.setPen(QPen(color, 2));
    for (const double x : {from, to}) {
        const double inward = x == from ? 4 : -4;
        painter.drawPolyline(QPolygonF({{x + inward, GrooveTop - 5}, {x, GrooveTop - 5}, {x, groove().bottom() + 2}}));
    }
}

void TimelineBar::paintBookmarks(QPainter& painter) const {
    const ThemeColors& colors = Theme::instance().colors();
    const auto paint = [&](const std::vector<Bookmarks::Bookmark>& list, const QColor& fill) {
        double last = -1;
        for (const Bookmarks::Bookmark& bookmark : list) {
            const double x = positionOf(bookmark.time);
            // Skip repeated pixels.
            if (x - last < 1) continue;
            last = x;
            painter.setPen(QPen(palette().color(QPalette::Base), 1));
            painter.setBrush(fill);
            painter.drawPolygon(
                QPolygonF({{x, GrooveTop - 6}, {x + 5, GrooveTop - 1}, {x, GrooveTop + 4}, {x - 5, GrooveTop - 1}}));
        }
    };
    paint(bookmarks_.ofRun(), colors.good);
    paint(bookmarks_.all(), colors.caution);
}

int TimelineBar::bookmarkAt(const QPointF& position) const {
    if (position.y() > GrooveTop + GripReach) return -1;
    for (std::size_t i = 0; i < bookmarks_.all().size(); ++i)
        if (std::abs(positionOf(bookmarks_.all()[i].time) - position.x()) <= GripReach) return static_cast<int>(i);
    return -1;
}

void TimelineBar::editName(std::size_t bookmark) {
    named_ = bookmark;
    name_->setText(bookmarks_.all()[bookmark].name);
    name_->adjustSize();
    const double left = positionOf(bookmarks_.all()[bookmark].time) - name_->width() / 2.;
    name_->move(int(std::clamp(left, 0., std::max(0., double(width() - name_->width())))), 0);
    name_->show();
    name_->raise();
    name_->setFocus();
    name_->selectAll();
}

bool TimelineBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == name_ && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        name_->hide();
        setFocus();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

// --- Gestures ---

TimelineBar::Grip TimelineBar::gripAt(const QPointF& position) const {
    const auto& loop = session_.player().loop();
    if (!loop || position.y() > groove().bottom() + 2) return Grip::Playhead;
    // If both ends are near, grab the one on the pointer's side.
    const double from = std::abs(positionOf(loop->from) - position.x()),
                 to = std::abs(positionOf(loop->to) - position.x());
    if (std::min(from, to) > GripReach) return Grip::Playhead;
    return from < to ? Grip::LoopFrom : Grip::LoopTo;
}

void TimelineBar::dragLoop(Real time) {
    Player& player = session_.player();
    if (grip_ == Grip::NewLoop) {
        if (std::abs(positionOf(time) - positionOf(loopAnchor_)) < ShortestLoop) return;
        player.setLoop(Player::Loop{std::min(time, loopAnchor_), std::max(time, loopAnchor_)});
    } else {
        Player::Loop loop = *player.loop();
        const Real least = timeAt(groove().left() + ShortestLoop) - timeAt(groove().left());
        if (grip_ == Grip::LoopFrom)
            loop.from = std::min(time, loop.to - least);
        else
            loop.to = std::max(time, loop.from + least);
        player.setLoop(loop);
    }
    update();
}

void TimelineBar::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    Player& player = session_.player();
    if (const int bookmark = bookmarkAt(event->position()); bookmark >= 0) {
        player.pause();
        player.seekExactly(bookmarks_.all()[static_cast<std::size_t>(bookmark)].time);
        return;
    }
    const Real time = timeAt(event->position().x());
    grip_ = event->modifiers() & Qt::ShiftModifier ? Grip::NewLoop : gripAt(event->position());
    loopAnchor_ = time;
    if (grip_ == Grip::Playhead) {
        playAfterDrag_ = player.isPlaying();
        player.pause();
        player.seekTime(time);
    }
    update();
}

void TimelineBar::mouseMoveEvent(QMouseEvent* event) {
    hoverAt_ = std::clamp(event->position().x(), groove().left(), groove().right());
    setToolTip(tipAt(event->position()));
    const Grip under = gripAt(event->position());
    setCursor(grip_ == Grip::None && (under == Grip::LoopFrom || under == Grip::LoopTo) ? Qt::SplitHCursor
                                                                                        : Qt::ArrowCursor);
    if (grip_ == Grip::Playhead)
        session_.player().seekTime(timeAt(hoverAt_));
    else if (grip_ != Grip::None)
        dragLoop(timeAt(hoverAt_));
    else
        update();
}

QString TimelineBar::describe(const RunEvent& event) const {
    QStringList all{QString::fromStdString(event.what)};
    for (const Bookmarks::Bookmark& mark : bookmarks_.ofRun())
        if (mark.time == event.time && !all.contains(mark.name)) all += mark.name;
    return all.join(QStringLiteral(" · "));
}

QString TimelineBar::tipAt(const QPointF& position) const {
    for (std::size_t k = 0; k < contacts_.size(); ++k)
        if (contactBar(k).adjusted(0, -1, 0, 1).contains(position)) return contacts_.tip(k, timeAt(position.x()));
    const int bookmark = bookmarkAt(position);
    if (bookmark < 0) {
        QString time = tr("%1 s").arg(timeAt(hoverAt_), 0, 'f', 3);
        const RunEntry* const current = session_.runs().current();
        const std::size_t events = current ? current->frames().getEvents().size() : 0;
        for (std::size_t i = 0; i < events; ++i) {
            const RunEvent& event = current->frames().getEvents()[i];
            if (std::abs(positionOf(event.time) - position.x()) <= EventReach)
                return tr("%1: %2 at %3 s").arg(time, describe(event)).arg(event.time, 0, 'g', 6);
        }
        for (const PullSpan& span : pulls_) {
            const Real to = endOf(span);
            if (position.x() < positionOf(span.from) - EventReach || position.x() > positionOf(to) + EventReach)
                continue;
            const QString what =
                span.hand == HandInView ? tr("%1: %2 pulled from %3 to %4 s") : tr("%1: a load on %2 from %3 to %4 s");
            return what.arg(time, session_.nameOf(span.body)).arg(span.from, 0, 'g', 6).arg(to, 0, 'g', 6);
        }
        return time;
    }
    const Bookmarks::Bookmark& there = bookmarks_.all()[static_cast<std::size_t>(bookmark)];
    return tr("%1 at %2 s").arg(there.name).arg(there.time, 0, 'g', 6);
}

void TimelineBar::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const Grip grip = std::exchange(grip_, Grip::None);
    if (grip == Grip::Playhead && playAfterDrag_) session_.player().play();
    update();
}

void TimelineBar::mouseDoubleClickEvent(QMouseEvent* event) {
    const int bookmark = bookmarkAt(event->position());
    if (bookmark >= 0) editName(static_cast<std::size_t>(bookmark));
}

void TimelineBar::contextMenuEvent(QContextMenuEvent* event) {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const Real time = timeAt(event->pos().x());
    if (const int found = bookmarkAt(event->pos()); found >= 0) {
        const auto bookmark = static_cast<std::size_t>(found);
        menu->addAction(icon("rename"), tr("&Rename…"), this, [this, bookmark] { editName(bookmark); });
        menu->addAction(icon("delete"), tr("Re&move"), this, [this, bookmark] { bookmarks_.remove(bookmark); });
    } else {
        menu->addAction(icon("bookmark"), tr("&Bookmark here"), this, [this, time] { editName(bookmarks_.add(time)); });
    }
    Player& player = session_.player();
    menu->addSeparator();
    const auto addLoop = [&](const QString& text, bool from) {
        menu->addAction(icon("loop"), text, this, [this, &player, time, from] {
            Player::Loop loop = player.loop().value_or(Player::Loop{player.startTime(), player.plannedEnd()});
            (from ? loop.from : loop.to) = time;
            if (loop.from < loop.to) player.setLoop(loop);
            update();
        });
    };
    addLoop(tr("&Start loop here"), true);
    addLoop(tr("&End loop here"), false);
    if (player.loop())
        menu->addAction(tr("&Clear loop"), this, [this, &player] {
            player.setLoop(std::nullopt);
            update();
        });
    menu->popup(event->globalPos());
}

void TimelineBar::leaveEvent(QEvent*) {
    hoverAt_ = -1;
    update();
}

void TimelineBar::wheelEvent(QWheelEvent* event) {
    const int turned = event->angleDelta().y();
    if (turned != 0) session_.player().stepFrames(turned > 0 ? -1 : 1);
    event->accept();
}

void TimelineBar::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void TimelineBar::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

}  // namespace trammel::ui
