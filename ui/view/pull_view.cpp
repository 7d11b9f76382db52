// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/pull_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineF>
#include <QMouseEvent>
#include <QSettings>
#include <algorithm>
#include <cmath>

#include "inspect/realization.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"
#include "ui/tools/element_edits.h"
#include "ui/tools/tool_host.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
constexpr qreal DragThreshold = 4;
constexpr QPoint ForceChipOffset(18, 22);
constexpr Real PerWheelStep = 1.25;
/// Angular acceleration per pixel of a rotating drag, rad/s².
constexpr Real TurnPerPixel = 0.3;
/// Cosine of the angle to the line of sight above which dragging sideways rotates about a body's axis.
constexpr Real AlongSight = 0.7;
constexpr int ReadingDigits = 3;
const QString HintKey = QStringLiteral("hints/pull");

Vec3 meet(const std::pair<Vec3, Vec3>& sight, const Vec3& plane_G, const Vec3& normal_G) {
    const Real slope = sight.second.dot(normal_G);
    if (std::abs(slope) < 1e-9) return plane_G;
    return sight.first + sight.second * ((plane_G - sight.first).dot(normal_G) / slope);
}
}  // namespace

PullView::PullView(Session& session, Viewport& viewport, const ToolHost& host, const DisplayUnits& units,
                   QObject* parent)
    : QObject(parent),
      session_(session),
      viewport_(viewport),
      host_(host),
      units_(units),
      chip_(new QLabel(&viewport)) {
    chip_->setObjectName(QStringLiteral("pullChip"));
    chip_->setAttribute(Qt::WA_TransparentForMouseEvents);
    chip_->hide();
    viewport_.focusProxy()->installEventFilter(this);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (!pull_) return;
        if (!session_.document().find(pull_->body)) return endPull();
        if (changes & (SessionChange::DisplayedState | SessionChange::Playhead)) showReading();
    });
}

PullView::~PullView() = default;

bool PullView::eventFilter(QObject* watched, QEvent* event) {
    if (passing_) return false;
    switch (event->type()) {
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick: return press(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseMove: return move(*static_cast<QMouseEvent*>(event));
        case QEvent::MouseButtonRelease: return release(*static_cast<QMouseEvent*>(event));
        case QEvent::Wheel:
            if (!pull_) return false;
            changeStiffness(static_cast<QWheelEvent*>(event)->angleDelta().y() / 120.);
            return true;
        case QEvent::ShortcutOverride:
        case QEvent::KeyPress:
            if (!pull_ || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return false;
            event->accept();
            if (event->type() == QEvent::KeyPress) endPull();
            return true;
        default: return QObject::eventFilter(watched, event);
    }
}

bool PullView::press(const QMouseEvent& mouse) {
    // Ignore further buttons while one is down.
    if (press_) return true;
    plainPress_.reset();
    if (host_.tool() || (mouse.button() != Qt::LeftButton && mouse.button() != Qt::RightButton)) return false;
    const ElementId element = viewport_.pick(mouse.position().toPoint());
    if (mouse.modifiers() == Qt::NoModifier && mouse.button() == Qt::LeftButton && element.isValid())
        plainPress_ = mouse.position();
    const DisplayedState& shown = session_.displayed();
    if (!(mouse.modifiers() & Qt::ControlModifier) || !element.isValid() || !shown.model() ||
        shown.stage() < Stage::Position)
        return false;
    position_ = mouse.position();
    Press press{std::unique_ptr<QMouseEvent>(static_cast<QMouseEvent*>(mouse.clone())),
                bodyOf(session_.document(), session_.catalog(), element), Vec3(0.)};
    const Vec3 point_G = viewport_.surfaceAt(position_).value_or(Vec3(0.));
    press.station = shown.model()->calcBodyPose(press.body, shown.state()).invert() * point_G;
    press_ = std::move(press);
    return true;
}

bool PullView::move(const QMouseEvent& mouse) {
    position_ = mouse.position();
    if (plainPress_ && QLineF(*plainPress_, position_).length() >= DragThreshold) {
        plainPress_.reset();
        hintOnce();
    }
    if (!press_) return false;
    if (press_->refused) return true;
    if (pull_)
        lead();
    else if (QLineF(press_->event->position(), position_).length() >= DragThreshold)
        begin();
    return true;
}

bool PullView::release(const QMouseEvent& mouse) {
    plainPress_.reset();
    if (!press_) return false;
    if (mouse.button() != press_->event->button()) return true;
    const Press press = std::move(*press_);
    press_.reset();
    if (pull_ || press.refused) {
        end();
        return true;
    }
    // It was a click: the view receives the whole click.
    passing_ = true;
    QApplication::sendEvent(viewport_.focusProxy(), press.event.get());
    passing_ = false;
    return false;
}

// --- Pulling ---

void PullView::begin() {
    const DisplayedState& shown = session_.displayed();
    if (!shown.model() || shown.stage() < Stage::Position) return;
    ActivePull pull;
    pull.body = press_->body;
    pull.turns = press_->event->button() == Qt::RightButton;
    pull.plane_G = shown.model()->calcBodyPose(pull.body, shown.state()) * press_->station;
    pull.sight_G = viewport_.sightThrough(QPointF(viewport_.width() / 2., viewport_.height() / 2.)).second;
    const PullGrip grip = grabBody(*shown.model(), shown.state(), pull.body, pull.plane_G);
    if (!grip.heldReason.empty()) return refuse(text(grip.heldReason));
    const QString name = session_.nameOf(pull.body);
    pull.load.station = grip.spring.station;
    pull.load.target = pull.plane_G;
    if (pull.turns) {
        if (!std::isfinite(grip.apparentInertia)) return refuse(tr("'%1' cannot rotate.").arg(name));
        pull.torquePerPixel = grip.apparentInertia * TurnPerPixel;
        pull.axis = grip.onlyAxis;
    } else {
        if (!std::isfinite(grip.apparentMass))
            return refuse(tr("This point of '%1' cannot move. Grab another point.").arg(name));
        pull.load = withStiffness(grip.spring, grip.spring.stiffness * stiffness_);
    }
    if (!session_.player().showsFrame())
        return refuse(tr("Nothing moves yet. Run the model, then pull '%1'.").arg(name));
    if (const QString refusal = session_.player().beginPull(pull.body, pull.load); !refusal.isEmpty())
        return refuse(refusal);
    pull_ = pull;
    viewport_.focusProxy()->setCursor(Qt::ClosedHandCursor);
    lead();
}

void PullView::refuse(const QString& why) {
    press_->refused = true;
    showChip(why, true);
    Q_EMIT session_.notice(why);
}

void PullView::lead() {
    // The chip matters now, not the hovered element.
    viewport_.setHoverText({});
    if (!session_.player().isLive()) {
        endPull();
        return refuse(tr("The run has ended. Pull again to continue it."));
    }
    PullLoad& load = pull_->load;
    if (pull_->turns)
        load.torque = torque();
    else
        load.target = meet(viewport_.sightThrough(position_), pull_->plane_G, pull_->sight_G);
    session_.player().pull(pull_->body, load);
    // The next frame determines the force.
    if (pull_->turns || chip_->isHidden())
        showReading();
    else
        placeChip();
}

Vec3 PullView::torque() const {
    const QPointF from = press_->event->position();
    const Vec3 drag_G = meet(viewport_.sightThrough(position_), pull_->plane_G, pull_->sight_G) -
                        meet(viewport_.sightThrough(from), pull_->plane_G, pull_->sight_G);
    if (drag_G.norm() == 0) return Vec3(0.);
    const Real size = QLineF(from, position_).length() * pull_->torquePerPixel * stiffness_;
    // Rotates like a trackball grabbed on its near side.
    const Vec3 rolling = Vec3(-pull_->sight_G).cross(Vec3(drag_G / drag_G.norm()));
    if (!pull_->axis) return size * rolling;
    const Vec3 axis = *pull_->axis;
    const Real along = -pull_->sight_G.dot(axis);
    if (std::abs(along) < AlongSight) return size * rolling.dot(axis) * axis;
    // A wheel seen edge on: dragging right is clockwise.
    const QPointF way = position_ - from;
    const bool sideways = std::abs(way.x()) >= std::abs(way.y());
    const Real clockwise = sideways ? (way.x() > 0 ? 1 : -1) : (way.y() > 0 ? 1 : -1);
    return (along > 0 ? -clockwise : clockwise) * size * axis;
}

void PullView::changeStiffness(Real steps) {
    const Real factor = std::pow(PerWheelStep, steps);
    stiffness_ *= factor;
    if (!pull_->turns) pull_->load = withStiffness(pull_->load, pull_->load.stiffness * factor);
    lead();
    if (pull_) showReading();
}

void PullView::end() {
    if (pull_) {
        pull_.reset();
        session_.player().endPull();
    }
    chip_->hide();
    viewport_.focusProxy()->setCursor(Qt::ArrowCursor);
}

void PullView::endPull() {
    end();
    if (press_) press_->refused = true;
}

// --- Chip ---

void PullView::showReading() {
    // Three significant digits without exponent.
    const auto shown = [this](Real si, Quantity quantity) {
        const Real unit = si == 0 ? 1 : std::pow(10., std::floor(std::log10(std::abs(si))) - ReadingDigits + 1);
        return formatQuantity(std::round(si / unit) * unit, quantity, units_);
    };
    if (pull_->turns)
        return showChip(tr("%1   wheel: stiffness").arg(shown(pull_->load.torque.norm(), Quantity::Torque)), false);
    Real force = 0;
    if (const CompiledModelPtr& model = session_.displayed().model()) {
        // The displayed state may not be realized to Velocity.
        State state = session_.displayed().state();
        realize(*model, state, Stage::Velocity);
        for (const PullReading& reading : readPulls(*model, state))
            if (reading.hand == HandInView) force = reading.force_G.norm();
    }
    showChip(tr("%1   stiffness %2 (wheel)")
                 .arg(shown(force, Quantity::Force), shown(pull_->load.stiffness, Quantity::Stiffness)),
             false);
}

void PullView::showChip(const QString& text, bool isProblem) {
    chip_->setText(text);
    // Setting a style sheet is expensive; compare first.
    const QString style = QStringLiteral("background:%1;color:white;border-radius:6px;padding:3px 8px;")
                              .arg(isProblem ? Theme::instance().colors().bad.name() : QStringLiteral("#27456b"));
    if (chip_->styleSheet() != style) chip_->setStyleSheet(style);
    chip_->adjustSize();
    placeChip();
    chip_->show();
    chip_->raise();
}

void PullView::placeChip() {
    const QPoint corner = position_.toPoint() + ForceChipOffset;
    chip_->move(std::clamp(corner.x(), 4, std::max(4, viewport_.width() - chip_->width() - 4)),
                std::clamp(corner.y(), 4, std::max(4, viewport_.height() - chip_->height() - 4)));
}

void PullView::hintOnce() {
    if (!session_.player().showsFrame() || QSettings().value(HintKey).toBool()) return;
    QSettings().setValue(HintKey, true);
    Q_EMIT session_.notice(tr("Ctrl-drag pulls a body; a plain drag orbits the view."));
}

}  // namespace trammel::ui
