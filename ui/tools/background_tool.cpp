// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/background_tool.h"

#include <cmath>

#include "ui/tools/marks.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {
constexpr Real SameImagePoint = 1e-9;
}  // namespace

QString BackgroundTool::name() const { return tr("Scale background"); }

QString BackgroundTool::prompt() const {
    switch (points_G_.size()) {
        case 0: return tr("Background: click a point of the image, or drag the image. Esc: done.");
        case 1: return tr("Background: click a second point at a known distance. Esc: back.");
        default: return tr("Background: type the true distance of the two points, Enter. Esc: back.");
    }
}

std::optional<BackgroundPlace> BackgroundTool::place() const {
    const Element* const background = session_.document().find(background_);
    const TypeDescriptor* const type = background ? session_.typeOf(*background) : nullptr;
    if (!type) return std::nullopt;
    if (const std::string data = background->valueAs<std::string>(*type, "data"); data != sizedFrom_) {
        sizedFrom_ = data;
        pixels_ = decodeBackground(data).size();
    }
    return placeOfBackground(*background, *type, pixels_);
}

std::optional<Vec3> BackgroundTool::pointAt(const Pointer& pointer) const {
    const auto at = place();
    if (!at) return std::nullopt;
    const ViewGeometry::Ray ray = host_.view().rayThrough(pointer.position);
    const Vec3 normal = at->X_GI.R().z();
    const Real slope = ray.direction.dot(normal);
    constexpr Real edgeOn = 1e-6;
    if (std::abs(slope) < edgeOn) return std::nullopt;
    return Vec3(ray.origin + ray.direction * ((at->X_GI.p() - ray.origin).dot(normal) / slope));
}

bool BackgroundTool::isOn(const Vec3& p_G) const {
    const auto at = place();
    if (!at) return false;
    const Vec3 p = at->X_GI.invert() * p_G;
    return p[0] >= 0 && p[1] >= 0 && p[0] <= at->width && p[1] <= at->height;
}

void BackgroundTool::hover(const Pointer& pointer) {
    pointer_G_ = pointAt(pointer);
    show();
}

void BackgroundTool::outline(const BackgroundPlace& at) {
    const Vec3 corners[] = {at.corner(0, 0), at.corner(1, 0), at.corner(1, 1), at.corner(0, 1)};
    for (std::size_t i = 0; i < 4; ++i) preview_.marks.push_back(rubberLine(corners[i], corners[(i + 1) % 4]));
}

void BackgroundTool::show() {
    preview_ = {};
    auto at = place();
    if (!at) return;
    std::vector<Vec3> shown = points_G_;
    if (shown.size() == 1 && pointer_G_) shown.push_back(*pointer_G_);
    for (const Vec3& point : shown) preview_.marks.push_back(snapMark(point));
    if (shown.size() == 2) preview_.marks.push_back(rubberLine(shown[0], shown[1]));
    if (grip_G_) {
        at->X_GI = Transform(at->X_GI.R(), at->X_GI.p() + way_G_);
        preview_.chip = tr("moves the image");
        return outline(*at);
    }
    const auto length = [this](Real si) { return formatQuantity(si, Quantity::Length, units_, 5); };
    if (points_G_.size() == 2) {
        const Real now = (points_G_[1] - points_G_[0]).norm();
        preview_.place_G = (points_G_[0] + points_G_[1]) / 2;
        preview_.chip = typed_ ? tr("%1 becomes %2").arg(length(now), length(typed_->si))
                               : tr("%1 now · type the true distance").arg(length(now));
        if (typed_ && !(typed_->si > 0)) {
            preview_.chip = tr("The distance must be positive");
            preview_.isProblem = true;
        } else if (typed_) {
            const Real factor = typed_->si / now;
            at->X_GI = Transform(at->X_GI.R(), points_G_[0] + factor * (at->X_GI.p() - points_G_[0]));
            at->width *= factor;
            at->height *= factor;
            outline(*at);
        }
    } else if (points_G_.size() == 1) {
        preview_.chip = shown.size() == 2 ? length((shown[1] - shown[0]).norm()) : QString();
    } else {
        preview_.chip =
            pointer_G_ && isOn(*pointer_G_) ? tr("click the first point, or drag the image") : tr("point at the image");
    }
}

void BackgroundTool::click(const Pointer& pointer) {
    const auto point = pointAt(pointer);
    if (!point || points_G_.size() == 2) return;
    if (points_G_.empty() || (*point - points_G_[0]).norm() > SameImagePoint) points_G_.push_back(*point);
    show();
}

std::optional<Quantity> BackgroundTool::typedQuantity() const {
    return points_G_.size() == 2 ? std::optional(Quantity::Length) : std::nullopt;
}

void BackgroundTool::setTyped(const std::optional<TypedNumber>& typed) {
    typed_ = typed;
    show();
}

void BackgroundTool::accept() {
    const auto at = place();
    if (!at || !typed_ || points_G_.size() != 2 || !(typed_->si > 0)) return;
    const Real factor = typed_->si / (points_G_[1] - points_G_[0]).norm();
    edit(tr("Scale %1").arg(session_.nameOf(background_)), points_G_[0] + factor * (at->X_GI.p() - points_G_[0]),
         factor * at->width);
    points_G_.clear();
    typed_.reset();
    show();
}

bool BackgroundTool::back() {
    if (points_G_.empty()) return false;
    points_G_.pop_back();
    typed_.reset();
    show();
    return true;
}

bool BackgroundTool::beginDrag(const Pointer& pointer) {
    const auto point = pointAt(pointer);
    if (!points_G_.empty() || !point || !isOn(*point)) return false;
    grip_G_ = point;
    way_G_ = Vec3(0.);
    return true;
}

void BackgroundTool::drag(const Pointer& pointer) {
    const auto point = pointAt(pointer);
    if (grip_G_ && point) way_G_ = *point - *grip_G_;
    show();
}

void BackgroundTool::endDrag() {
    if (!grip_G_) return;
    const Vec3 from = *grip_G_;
    grip_G_.reset();
    // A press without a drag is the first point.
    const Real pixel = (host_.view().project(from) - host_.view().project(from + way_G_)).manhattanLength();
    constexpr Real still = 4;
    if (pixel < still) {
        points_G_.push_back(from);
    } else if (const auto at = place()) {
        edit(tr("Move %1").arg(session_.nameOf(background_)), at->X_GI.p() + way_G_, std::nullopt);
    }
    show();
}

void BackgroundTool::edit(const QString& label, const Vec3& position, std::optional<Real> width) {
    session_.edit(label, [&](const Document& document) {
        Result<Edit> moved =
            setProperty(document, session_.catalog(), background_, "position", PropertyValue(position));
        if (!moved || !width) return moved;
        return setProperty(moved->document, session_.catalog(), background_, "width", PropertyValue(*width));
    });
}

}  // namespace trammel::ui
