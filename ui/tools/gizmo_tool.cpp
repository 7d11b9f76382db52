// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/gizmo_tool.h"

#include <QPolygonF>
#include <cmath>

#include "authoring/displace.h"
#include "authoring/placed_element.h"
#include "ui/tools/handles.h"
#include "ui/tools/marks.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {

constexpr qreal HandlePixels = 105;
constexpr Real AngleStep = 5 * Pi / 180;

/// Two unit vectors that form a right-handed frame with @p axis.
std::pair<Vec3, Vec3> across(const Vec3& axis) {
    const Vec3 other = std::abs(axis[0]) < 0.6 ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
    const Vec3 u = Vec3(other - axis * axis.dot(other)).normalized();
    return {u, axis.cross(u)};
}

}  // namespace

GizmoTool::GizmoTool(Session& session, const ToolHost& host, const DisplayUnits& units, Kind kind)
    : session_(session), host_(host), units_(units), kind_(kind) {
    show();
}

QString GizmoTool::name() const { return kind_ == Kind::Move ? tr("Move") : tr("Rotate"); }

QString GizmoTool::prompt() const {
    if (!frame())
        return kind_ == Kind::Move ? tr("Move: click an element; Ctrl adds more.")
                                   : tr("Rotate: click an element; Ctrl adds more.");
    const QString axes = local_ ? tr("local axes") : tr("world axes");
    return kind_ == Kind::Move
               ? tr("Move along %1: drag, or X, Y, Z and a length. Ctrl: steps. Esc: done.").arg(axes)
               : tr("Rotate about %1: drag, or X, Y, Z and an angle. Ctrl: steps. Esc: done.").arg(axes);
}

std::optional<Transform> GizmoTool::frame() const {
    if (start_) return start_;
    const CompiledModelPtr& model = session_.lastModel();
    if (!model || session_.selection().empty()) return std::nullopt;
    for (const ElementId id : session_.selection())
        if (auto found = findElementFrame(*model, model->getInitialState(), id)) return found;
    return std::nullopt;
}

Vec3 GizmoTool::axis(int index) const {
    if (local_) return frame()->R().asMat33().col(index);
    Vec3 unit(0.);
    unit[index] = 1;
    return unit;
}

Real GizmoTool::handleLength() const { return HandlePixels * metersPerPixel(host_.view(), frame()->p()); }

void GizmoTool::setLocal(bool local) {
    local_ = local;
    show();
}

qreal GizmoTool::distanceToHandle(int index, const QPointF& position) const {
    const Vec3 origin = frame()->p();
    const Real length = handleLength();
    if (kind_ == Kind::Move)
        return distanceToLine(host_.view(), position, origin + 0.2 * length * axis(index),
                              origin + length * axis(index));
    const auto seen = [&](const Vec3& from) { return host_.view().project(origin + length * from); };
    constexpr int Segments = 48;
    const auto [u, v] = across(axis(index));
    const auto onRing = [&, u = u, v = v](int k) {
        const Real angle = 2 * Pi * k / Segments;
        return seen(Vec3(std::cos(angle) * u + std::sin(angle) * v));
    };
    qreal nearest = Infinity;
    for (int k = 0; k < Segments; ++k)
        nearest = std::min(nearest, distanceToSegment(position, onRing(k), onRing(k + 1)));
    return nearest;
}

std::array<Vec3, 4> GizmoTool::square(int index) const {
    constexpr Real near = 0.32, far = 0.56;
    const Vec3 origin = frame()->p();
    const Vec3 u = handleLength() * axis((index + 1) % 3), v = handleLength() * axis((index + 2) % 3);
    return {origin + near * (u + v), origin + far * u + near * v, origin + far * (u + v), origin + near * u + far * v};
}

int GizmoTool::handleAt(const QPointF& position) const {
    if (!frame()) return -1;
    for (int i = 0; kind_ == Kind::Move && i < 3; ++i) {
        QPolygonF seen;
        for (const Vec3& corner : square(i)) seen << host_.view().project(corner);
        // A plane seen edge-on cannot be hit.
        const bool flat =
            distanceToSegment(seen[1], seen[0], seen[2]) < 3 || distanceToSegment(seen[2], seen[0], seen[1]) < 3;
        if (!flat && seen.containsPoint(position, Qt::OddEvenFill)) return FirstPlane + i;
    }
    int nearest = -1;
    qreal reach = HandleReach;
    for (int i = 0; i < 3; ++i) {
        const qreal distance = distanceToHandle(i, position);
        if (distance < reach) {
            reach = distance;
            nearest = i;
        }
    }
    return nearest;
}

Real GizmoTool::travel(const Pointer& pointer) const {
    const ViewGeometry::Ray ray = host_.view().rayThrough(pointer.position);
    const Vec3 origin = frame()->p(), along = axis(axis_);
    if (kind_ == Kind::Turn) {
        const Real slope = ray.direction.dot(along);
        const auto [u, v] = across(along);
        if (std::abs(slope) > 0.05) {
            const Vec3 r = ray.origin + ray.direction * ((origin - ray.origin).dot(along) / slope) - origin;
            return std::atan2(r.dot(v), r.dot(u));
        }
        // Seen from the side, a handle length of travel is one radian.
        const Vec3 sideways = along.cross(ray.direction).normalized();
        return (ray.origin + ray.direction * (origin - ray.origin).dot(ray.direction) - origin).dot(sideways) /
               handleLength();
    }
    return travelAlong(host_.view(), pointer.position, origin, along);
}

Real GizmoTool::travelTo(const Vec3& p_G) const {
    const Vec3 r = p_G - frame()->p(), along = axis(axis_);
    if (kind_ == Kind::Move) return r.dot(along);
    const auto [u, v] = across(along);
    return std::atan2(r.dot(v), r.dot(u));
}

Vec3 GizmoTool::planeNormal() const { return isPlane() ? axis(axis_ - FirstPlane) : host_.planeNormal(); }

Transform GizmoTool::displacement() const {
    const Vec3 origin = frame()->p();
    const Real far = typed_ ? typed_->si : amount_;
    if (axis_ < 0 || isPlane()) return Transform(way_);
    const Vec3 along = axis(axis_);
    if (kind_ == Kind::Move) return Transform(Vec3(far * along));
    return Transform(origin) * Transform(Rotation(far, along)) * Transform(Vec3(-origin));
}

QString GizmoTool::amount() const {
    const auto written = [&](Real si, Quantity quantity) { return formatQuantity(si, quantity, units_, 5); };
    const QString letter = QStringLiteral("xyz").mid(std::max(axis_, 0), 1);
    const Real far = typed_ ? typed_->si : amount_;
    if (kind_ == Kind::Turn) return tr("Δ %1 about %2").arg(written(far, Quantity::Angle), letter);
    if (axis_ >= 0 && !isPlane()) return QStringLiteral("Δ%1 %2").arg(letter, written(far, Quantity::Length));
    QStringList parts;
    for (int i = 0; i < 3; ++i)
        if (way_[i] != 0)
            parts += QStringLiteral("Δ%1 %2").arg(QStringLiteral("xyz")[i], written(way_[i], Quantity::Length));
    return parts.join(QStringLiteral("  "));
}

Result<Edit> GizmoTool::edit(const Transform& X_G) const {
    return displaceElements(session_.document(), session_.catalog(), *session_.model(),
                            session_.model()->getInitialState(), session_.selection(), X_G);
}

int GizmoTool::axisFacingUs() const {
    const Vec3 normal = host_.planeNormal();
    int best = 2;
    for (int i = 1; i >= 0; --i)
        if (std::abs(axis(i).dot(normal)) > std::abs(axis(best).dot(normal)) + 1e-9) best = i;
    return best;
}

void GizmoTool::show() {
    preview_ = {};
    problem_.clear();
    if (!frame()) {
        if (under_.isValid()) preview_.chip = tr("select %1").arg(session_.nameOf(under_));
        return;
    }
    const bool acting = dragging_ || typed_;
    const Transform X_G = acting ? displacement() : Transform();
    if (acting) {
        // Only the selection moves, so drawing it displaced shows the result; the edit is made at the end.
        if (!edited_) edited_ = edit(X_G);
        if (*edited_) {
            preview_.displaced = session_.selection();
            for (const ElementId id : session_.selection())
                if (const ElementId joint = floatingJointOf(session_.document(), id); joint.isValid())
                    preview_.displaced.insert(joint);
            preview_.displacement_G = X_G;
        } else {
            problem_ = QString::fromStdString(edited_->diagnostics.begin()->message);
        }
        preview_.chip = problem_.isEmpty() ? amount() + snapped_ : problem_;
        preview_.isProblem = !problem_.isEmpty();
    } else if (under_.isValid() && !session_.selection().contains(under_)) {
        preview_.chip = tr("select %1").arg(session_.nameOf(under_));
    } else if (gripped_ && hovered_ < 0) {
        preview_.chip = tr("grab at %1").arg(QString::fromStdString(gripped_->name));
        preview_.marks.push_back(snapMark(gripped_->position_G));
    } else if (axis_ >= 0 && !isPlane()) {
        preview_.chip = tr("%1 along %2: type the distance").arg(name(), QStringLiteral("xyz").mid(axis_, 1));
    }
    const Vec3 origin = X_G * frame()->p();
    for (int i = 0; i < 3; ++i) {
        const bool lit = i == axis_ || i == hovered_;
        const Vec3 along = X_G.R() * axis(i);
        preview_.marks.push_back(kind_ == Kind::Move ? handleArrow(origin, along, handleLength(), i, lit)
                                                     : handleRing(origin, along, handleLength(), i, lit));
        if (kind_ != Kind::Move) continue;
        const std::array<Vec3, 4> corners = square(i);
        const bool planeLit = FirstPlane + i == axis_ || FirstPlane + i == hovered_;
        preview_.marks.push_back(handleSquare(X_G * Vec3((corners[0] + corners[2]) / 2), X_G.R() * axis((i + 1) % 3),
                                              X_G.R() * axis((i + 2) % 3), (corners[1] - corners[0]).norm(), i,
                                              planeLit));
    }
    if (acting && gripped_ && !snapped_.isEmpty()) preview_.marks.push_back(snapMark(X_G * gripped_->position_G));
}

bool GizmoTool::takesFeature(const Feature& feature) const {
    if (feature.line_G || !frame()) return false;
    const auto isMeant = [this](ElementId id) { return id.isValid() && session_.selection().contains(id); };
    const bool own = isMeant(feature.element) || isMeant(feature.place.body);
    return dragging_ ? !own : own;
}

void GizmoTool::hover(const Pointer& pointer) {
    if (typed_) return;
    hovered_ = handleAt(pointer.position);
    gripped_ = pointer.feature;
    under_ = hovered_ >= 0 ? ElementId{} : pointer.element;
    show();
}

void GizmoTool::click(const Pointer& pointer) {
    if (handleAt(pointer.position) >= 0) {
        axis_ = handleAt(pointer.position);
    } else if (pointer.modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        if (pointer.element.isValid()) session_.toggleSelected(pointer.element);
    } else {
        session_.select(pointer.element.isValid() ? std::set<ElementId>{pointer.element} : std::set<ElementId>{});
        axis_ = -1;
    }
    show();
}

std::optional<Quantity> GizmoTool::typedQuantity() const {
    if (!frame()) return std::nullopt;
    return kind_ == Kind::Move ? Quantity::Length : Quantity::Angle;
}

void GizmoTool::setTyped(const std::optional<TypedNumber>& typed) {
    // By default along the first axis, or about the one that faces the viewer.
    if (typed && (axis_ < 0 || isPlane())) axis_ = kind_ == Kind::Move ? 0 : axisFacingUs();
    typed_ = typed;
    if (!typed) edited_.reset();
    show();
}

void GizmoTool::accept() {
    if (typed_) commit();
}

bool GizmoTool::back() {
    const bool busy = dragging_ || typed_ || axis_ >= 0;
    dragging_ = false;
    typed_.reset();
    start_.reset();
    edited_.reset();
    gripped_.reset();
    snapped_.clear();
    axis_ = -1;
    show();
    return busy;
}

void GizmoTool::letter(QChar letter) {
    const int chosen = static_cast<int>(QStringLiteral("XYZ").indexOf(letter));
    if (chosen == axis_) local_ = !local_;
    axis_ = chosen;
    show();
}

bool GizmoTool::beginDrag(const Pointer& pointer) {
    if (!frame() || !session_.model()) return false;
    const int handle = handleAt(pointer.position);
    if (handle < 0 && !session_.selection().contains(pointer.element)) return false;
    start_ = frame();
    gripped_ = handle < 0 ? pointer.feature : std::nullopt;
    if (handle >= 0) axis_ = handle;
    if (axis_ < 0 && kind_ == Kind::Turn) axis_ = axisFacingUs();
    dragging_ = true;
    amount_ = 0;
    way_ = Vec3(0.);
    grip_G_ = handle < 0 ? pointer.surface_G.value_or(frame()->p()) : frame()->p();
    if (isPlane()) {
        const std::array<Vec3, 4> corners = square(axis_ - FirstPlane);
        const ViewGeometry::Ray ray = host_.view().rayThrough(pointer.position);
        const Vec3 n = planeNormal();
        grip_G_ = ray.origin + ray.direction * ((corners[0] - ray.origin).dot(n) / ray.direction.dot(n));
    } else if (axis_ >= 0) {
        grip_ = travel(pointer);
    }
    show();
    return true;
}

std::optional<Vec3> GizmoTool::planePoint() const { return dragging_ ? std::optional(grip_G_) : std::nullopt; }

void GizmoTool::drag(const Pointer& pointer) {
    if (!dragging_) return;
    const bool steps = pointer.modifiers & Qt::ControlModifier;
    const Real share = pointer.modifiers & Qt::ShiftModifier ? 0.1 : 1;
    snapped_.clear();
    // Dragged by a handle, the element's own origin snaps.
    const Vec3 own = gripped_ ? gripped_->position_G : frame()->p();
    const bool snaps = pointer.feature && !steps && (gripped_ || (kind_ == Kind::Move && axis_ >= 0));
    if (snaps) snapped_ = QStringLiteral(" · ") + QString::fromStdString(pointer.feature->name);
    if (axis_ >= 0 && !isPlane()) {
        amount_ = snaps ? travelTo(pointer.feature->position_G) - travelTo(own) : share * (travel(pointer) - grip_);
        if (kind_ == Kind::Turn) amount_ = std::remainder(amount_, 2 * Pi);
        const Real step = kind_ == Kind::Move ? LengthStep : AngleStep;
        if (steps) amount_ = std::round(amount_ / step) * step;
    } else {
        const Vec3 normal = planeNormal();
        const ViewGeometry::Ray ray = host_.view().rayThrough(pointer.position);
        const Real slope = ray.direction.dot(normal);
        if (std::abs(slope) < 1e-6) return;
        way_ = share * Vec3(ray.origin + ray.direction * ((grip_G_ - ray.origin).dot(normal) / slope) - grip_G_);
        if (snaps) way_ = pointer.feature->position_G - own;
        // Dragged directly, the element snaps fully onto a point; by a square only within the plane.
        const bool inPlane = isPlane() || !snaps;
        if (inPlane) way_ -= normal * normal.dot(way_);
        for (int axis = 0; axis < 3; ++axis) {
            if (inPlane && std::abs(normal[axis]) == 1) way_[axis] = 0;
            if (steps) way_[axis] = std::round(way_[axis] / LengthStep) * LengthStep;
        }
    }
    show();
}

void GizmoTool::endDrag() {
    if (dragging_) commit();
}

void GizmoTool::commit() {
    if (problem_.isEmpty()) {
        const auto& selection = session_.selection();
        const QString what =
            selection.size() == 1 ? session_.nameOf(*selection.begin()) : tr("%1 elements").arg(selection.size());
        const QString verb = kind_ == Kind::Move ? tr("Move %1 %2") : tr("Rotate %1 %2");
        session_.edit(verb.arg(what, amount()), [&](const Document&) { return edit(displacement()); });
    }
    dragging_ = false;
    typed_.reset();
    start_.reset();
    edited_.reset();
    gripped_.reset();
    snapped_.clear();
    amount_ = 0;
    way_ = Vec3(0.);
    axis_ = -1;
    show();
}

}  // namespace trammel::ui
