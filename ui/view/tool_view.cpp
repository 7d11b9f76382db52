// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/tool_view.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLineF>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "ui/properties/formula_text.h"
#include "ui/properties/formula_value.h"
#include "ui/theme/theme.h"
#include "ui/view/closure_chip.h"
#include "ui/view/plane_chip.h"
#include "ui/view/scene_view.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
constexpr qreal ClickRadius = 4;
constexpr int HoverMilliseconds = 25;
constexpr int EntryWidth = 150;
/// A typed position so far outside the view is likely one in another unit, pixels.
constexpr int FarOff = 1000;
constexpr QPoint ChipOffset(18, 22);

bool beginsNumber(const QString& text) {
    return text.size() == 1 && (text[0].isDigit() || QStringLiteral(".-(='").contains(text[0]));
}

bool isSame(const CameraPose& a, const CameraPose& b) {
    return a.focus == b.focus && a.distance == b.distance && a.up == b.up && a.yaw == b.yaw && a.pitch == b.pitch &&
           a.orthographic == b.orthographic;
}

/// Splits at commas outside parentheses: "min(a, b), 0" has two parts.
QStringList partsOf(const QString& text) {
    QStringList parts(QString{});
    int depth = 0;
    for (const QChar c : text) {
        depth += (c == '(') - (c == ')');
        if (depth == 0 && (c == ',' || c == ';'))
            parts += QString();
        else
            parts.back() += c;
    }
    return parts;
}
}  // namespace

ToolView::ToolView(Session& session, Viewport& viewport, SceneView& scene, const DisplayUnits& units)
    : QObject(&viewport),
      session_(session),
      viewport_(viewport),
      scene_(scene),
      units_(units),
      host_(session, *this, this),
      chip_(new QLabel(&viewport)),
      entry_(new QLineEdit(&viewport)) {
    chip_->setObjectName(QStringLiteral("toolChip"));
    chip_->setAttribute(Qt::WA_TransparentForMouseEvents);
    chip_->hide();
    entry_->setObjectName(QStringLiteral("toolEntry"));
    entry_->setAccessibleName(tr("Tool input"));
    entry_->resize(EntryWidth, entry_->sizeHint().height());
    entry_->hide();
    entry_->installEventFilter(this);
    viewport_.focusProxy()->installEventFilter(this);
    new ClosureChip(session_, viewport_, host_);
    new PlaneChip(viewport_, host_);
    hoverTimer_.setSingleShot(true);
    hoverTimer_.setInterval(HoverMilliseconds);
    connect(&hoverTimer_, &QTimer::timeout, this, &ToolView::hoverNow);
    connect(&viewport_, &Viewport::cameraMoved, this, &ToolView::showPlane);
    // A chosen view is no longer untouched, even if it is the same.
    connect(&viewport_, &Viewport::cameraMoved, this, [this] {
        if (isSame(viewport_.cameraPose(), untouchedCamera_)) untouchedCamera_.distance = 0;
    });
    const auto showUnit = [this] { viewport_.setGridUnit(lengthUnit()); };
    connect(&units_, &DisplayUnits::changed, this, showUnit);
    showUnit();
    untouchedCamera_ = viewport_.cameraPose();
    connect(entry_, &QLineEdit::textEdited, this, [this](const QString& text) {
        host_.turnToFirst();
        readEntry(text);
    });
    connect(&host_, &ToolHost::previewChanged, this, &ToolView::showPreview);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::File && session_.document().size() == 0) untouchedCamera_ = viewport_.cameraPose();
        // The scene moved under a pointer at rest.
        const bool rests = host_.tool() && inView_ && !leftDown_ && entry_->isHidden();
        if (rests && (changes & SessionChange::Model) && !hoverTimer_.isActive()) hoverTimer_.start();
    });
    connect(&host_, &ToolHost::toolChanged, this, [this] {
        const bool inHand = host_.tool() != nullptr;
        // A drag ends with the tool that began it.
        dragging_ = leftDown_ = false;
        scene_.setSelecting(!inHand);
        viewport_.setFramingFirstScene(!inHand);
        if (inHand) lookAtEmptyModel();
        showPlane();
        viewport_.focusProxy()->setCursor(inHand ? Qt::CrossCursor : Qt::ArrowCursor);
        closeEntry();
        if (inHand) viewport_.setFocus();
    });
}

void ToolView::lookAtEmptyModel() {
    const bool isUntouched = isSame(viewport_.cameraPose(), untouchedCamera_);
    if (!isUntouched || !session_.document().elementsOf("body").empty()) return;
    viewport_.setGridPlane(GridPlane::XY);
    viewport_.setCameraPose({.focus = Vec3(0.15, 0.06, 0), .distance = 1.2});
}

QPointF ToolView::project(const Vec3& p_G) const { return viewport_.project(p_G); }
ViewGeometry::Ray ToolView::rayThrough(const QPointF& position) const {
    const auto [origin, direction] = viewport_.sightThrough(position);
    return {origin, direction};
}
QPointF ToolView::middle() const { return QRectF(viewport_.rect()).center(); }
Real ToolView::lengthUnit() const { return units_.unitFor(Quantity::Length).factor; }

std::vector<ViewGeometry::Hit> ToolView::hitsAt(const QPointF& position) const {
    std::vector<Hit> hits;
    for (const PickHit& hit : viewport_.hitsAt(position)) hits.push_back({hit.element, hit.point_G, hit.normal_G});
    return hits;
}

bool ToolView::eventFilter(QObject* watched, QEvent* event) {
    if (!host_.tool()) return false;
    if (watched == entry_) {
        if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride) return false;
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Tab && place_ && event->type() == QEvent::KeyPress) return host_.cycleTargetAt(*place_);
        if (key != Qt::Key_Return && key != Qt::Key_Enter && key != Qt::Key_Escape) return false;
        event->accept();
        return event->type() == QEvent::ShortcutOverride || entryKey(key, static_cast<QKeyEvent*>(event)->modifiers());
    }
    switch (event->type()) {
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonDblClick:
        case QEvent::MouseMove:
        case QEvent::MouseButtonRelease: return mouse(event);
        case QEvent::Leave:
            inView_ = false;
            chip_->hide();
            return false;
        case QEvent::ShortcutOverride: {
            const auto& key = *static_cast<QKeyEvent*>(event);
            const bool plain = !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
            if (!plain || !wantsKey(key.key(), key.text())) return false;
            event->accept();
            return true;
        }
        case QEvent::KeyPress: {
            const auto& key = *static_cast<QKeyEvent*>(event);
            const bool plain = !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
            return plain && keyPressed(key.key(), key.text());
        }
        case QEvent::KeyRelease: {
            const auto& key = *static_cast<QKeyEvent*>(event);
            if (key.key() != Qt::Key_D || key.isAutoRepeat()) return false;
            snap(true);
            return true;
        }
        case QEvent::FocusOut: snap(true); return false;
        default: return false;
    }
}

bool ToolView::mouse(QEvent* event) {
    const auto& mouse = *static_cast<QMouseEvent*>(event);
    position_ = mouse.position();
    modifiers_ = mouse.modifiers();
    inView_ = true;
    if (event->type() == QEvent::MouseMove) {
        if (dragging_ || !leftDown_) {
            if (!hoverTimer_.isActive()) hoverTimer_.start();
            placeChip();
        }
        return dragging_;
    }
    if (mouse.button() != Qt::LeftButton) return false;
    if (event->type() != QEvent::MouseButtonRelease) {
        leftDown_ = true;
        pressed_ = position_;
        dragging_ = host_.beginDrag(position_, modifiers_);
        return dragging_;
    }
    leftDown_ = false;
    if (dragging_) {
        dragging_ = false;
        hoverTimer_.stop();
        host_.drag(position_, modifiers_);
        host_.endDrag();
        return true;
    }
    if (QLineF(pressed_, position_).length() >= ClickRadius) return false;
    hoverTimer_.stop();
    // The tool sees the release first; end the camera drag as well.
    QMetaObject::invokeMethod(
        this,
        [this, at = position_, with = modifiers_] {
            host_.click(at, with);
            closeEntry();
        },
        Qt::QueuedConnection);
    return false;
}

bool ToolView::wantsKey(int key, const QString& text) const {
    if (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab ||
        key == Qt::Key_D)
        return true;
    return (takesTyping() && beginsNumber(text)) || beginsParameter(text) ||
           (text.size() == 1 && host_.tool()->letters().contains(text[0].toUpper()));
}

void ToolView::catchUp() {
    if (!hoverTimer_.isActive()) return;
    hoverTimer_.stop();
    hoverNow();
}

bool ToolView::beginsParameter(const QString& text) const {
    // Lower-case letters are keys of tools.
    if (!host_.tool()->typedQuantity() || text.size() != 1 || !text[0].isUpper()) return false;
    const Document& document = session_.document();
    return std::ranges::any_of(document.elementsOf("parameter"), [&](ElementId id) {
        return QString::fromStdString(document.get(id).name).startsWith(text);
    });
}

bool ToolView::takesTyping() const { return host_.tool()->typedQuantity() || host_.tool()->takesPlace(); }

void ToolView::snap(bool snaps) {
    host_.setSnapping(snaps);
    if (inView_) hoverNow();
}

bool ToolView::keyPressed(int key, const QString& text) {
    catchUp();
    if (key == Qt::Key_Escape) {
        host_.back();
    } else if (key == Qt::Key_Tab) {
        host_.cycleTarget();
    } else if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        host_.accept();
    } else if (key == Qt::Key_D) {
        snap(false);
    } else if ((takesTyping() && beginsNumber(text)) || beginsParameter(text)) {
        openEntry(text);
    } else {
        return text.size() == 1 && host_.letter(text[0].toUpper());
    }
    return true;
}

bool ToolView::entryKey(int key, Qt::KeyboardModifiers modifiers) {
    catchUp();
    if (key == Qt::Key_Escape) {
        host_.setTyped(std::nullopt);
    } else {
        readEntry(entry_->text());
        if (!wrong_.isEmpty()) return true;
        if (place_)
            host_.clickPlace(*place_, modifiers & Qt::ShiftModifier);
        else
            host_.accept();
    }
    const bool wasPlace = place_.has_value();
    closeEntry();
    viewport_.setFocus();
    // The mouse is not at a position accepted from the keyboard.
    if (wasPlace && inView_ && host_.tool()) hoverNow();
    return true;
}

QPoint ToolView::anchor() const {
    if (inView_) return position_.toPoint();
    const auto place = host_.tool() ? host_.tool()->preview().place_G : std::nullopt;
    const QPointF seen = place ? project(*place) : QPointF(viewport_.rect().center());
    return std::isfinite(seen.x()) ? seen.toPoint() : viewport_.rect().center();
}

void ToolView::openEntry(const QString& text) {
    const QPoint corner = anchor() + ChipOffset + QPoint(0, 26);
    entry_->move(std::clamp(corner.x(), 4, std::max(4, viewport_.width() - EntryWidth - 4)),
                 std::clamp(corner.y(), 4, std::max(4, viewport_.height() - entry_->height() - 4)));
    entry_->setText(text);
    entry_->show();
    entry_->raise();
    entry_->setFocus();
    entry_->end(false);
    host_.turnToFirst();
    readEntry(text);
}

void ToolView::closeEntry() {
    if (entry_->isHidden()) return;
    entry_->hide();
    entry_->clear();
    wrong_.clear();
    place_.reset();
    length_.reset();
    showPreview();
}

ParsedQuantity ToolView::read(const QString& text, Quantity quantity) const {
    return isFormula(text) ? formulaValue(session_, formulaOf(text), quantity)
                           : parseQuantity(text.trimmed(), quantity, units_.unitFor(quantity));
}

void ToolView::readEntry(const QString& text) {
    if (!host_.tool()) return;
    const std::optional<Quantity> quantity = host_.tool()->typedQuantity();
    const QStringList parts = partsOf(text);
    wrong_.clear();
    place_.reset();
    length_.reset();
    if (host_.tool()->takesPlace() && (parts.size() > 1 || !quantity)) {
        readPlace(parts);
    } else if (quantity) {
        const ParsedQuantity parsed = read(text, *quantity);
        std::optional<TypedNumber> typed;
        if (const auto* const why = std::get_if<QString>(&parsed))
            wrong_ = *why;
        else
            typed = {std::get<Real>(parsed), isFormula(text) ? formulaOf(text).toStdString() : std::string()};
        if (typed && *quantity == Quantity::Length) length_ = typed->si;
        host_.setTyped(typed);
    }
    const QString bad = Theme::instance().colors().bad.name();
    entry_->setStyleSheet(wrong_.isEmpty() ? QString() : QStringLiteral("color:%1").arg(bad));
    entry_->setAccessibleDescription(wrong_);
    showPreview();
}

void ToolView::readPlace(const QStringList& parts) {
    host_.setTyped(std::nullopt);
    const QString example = tr("Enter the coordinates, in %1: 100, 0").arg(units_.unitFor(Quantity::Length).symbol);
    std::vector<Real> coordinates;
    for (const QString& part : parts) {
        const ParsedQuantity parsed = read(part, Quantity::Length);
        if (const auto* const why = std::get_if<QString>(&parsed)) {
            wrong_ = part.trimmed().isEmpty() ? example : *why;
            return;
        }
        coordinates.push_back(std::get<Real>(parsed));
    }
    place_ = host_.placeOf(coordinates);
    if (place_)
        host_.hoverPlace(*place_);
    else
        wrong_ = example;
}

void ToolView::hoverNow() {
    // The pointer does not change a typed position.
    if (place_) return;
    if (dragging_)
        host_.drag(position_, modifiers_);
    else
        host_.hover(position_, modifiers_);
}

void ToolView::showPreview() {
    const Tool* const tool = host_.tool();
    scene_.showPose(tool ? tool->posed() : std::nullopt);
    if (!tool) {
        chip_->hide();
        return scene_.showPreview({});
    }
    const Preview& preview = tool->preview();
    scene_.showPreview(preview);
    const ThemeColors& colors = Theme::instance().colors();
    chip_->setText(!wrong_.isEmpty() ? wrong_ : preview.chip + farOffHint());
    chip_->setStyleSheet(
        QStringLiteral("background:%1;color:white;border-radius:6px;padding:3px 8px;")
            .arg(preview.isProblem || !wrong_.isEmpty() ? colors.bad.name() : QStringLiteral("#27456b")));
    chip_->adjustSize();
    placeChip();
    chip_->setVisible((inView_ || entry_->isVisible() || preview.place_G) && !chip_->text().isEmpty());
}

QString ToolView::farOffHint() const {
    const QString unit = units_.unitFor(Quantity::Length).symbol;
    if (length_) {
        const Real seen = host_.gridStep() * viewport_.width();
        return std::abs(*length_) > seen ? tr(" · far larger than the view, in %1").arg(unit) : QString();
    }
    if (!place_) return {};
    const QPointF seen = project(place_->p_G);
    const QRectF near = QRectF(viewport_.rect()).adjusted(-FarOff, -FarOff, FarOff, FarOff);
    if (near.contains(seen)) return {};
    return tr(" · far outside the view, in %1").arg(unit);
}

void ToolView::showPlane() {
    if (!host_.tool() || !host_.tool()->takesPlace()) return;
    if (host_.workPlane()) return;
    const Vec3 normal = host_.planeNormal();
    const GridPlane plane = normal[2] != 0 ? GridPlane::XY : normal[1] != 0 ? GridPlane::XZ : GridPlane::YZ;
    if (viewport_.gridPlane() != plane) viewport_.setGridPlane(plane);
}

void ToolView::placeChip() {
    // Above its input field.
    const QPoint corner = entry_->isVisible() && !inView_ ? entry_->pos() - QPoint(0, 26) : anchor() + ChipOffset;
    chip_->move(std::clamp(corner.x(), 4, std::max(4, viewport_.width() - chip_->width() - 4)),
                std::clamp(corner.y(), 4, std::max(4, viewport_.height() - chip_->height() - 4)));
    chip_->raise();
}

}  // namespace trammel::ui
