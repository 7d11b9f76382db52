// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/tool_host.h"

#include <QLineF>
#include <algorithm>
#include <cmath>

#include "authoring/displace.h"
#include "inspect/realization.h"
#include "ui/tools/handles.h"

namespace trammel::ui {

namespace {
/// Snap distance of points, logical pixels.
constexpr qreal Reach = 12;
/// Snap distance of axes, logical pixels.
constexpr qreal AxisReach = 5;
/// Limit of occlusion queries for one pointer position; each is a pick.
constexpr int MostLooks = 8;
/// Features closer than this are at the same place, logical pixels.
constexpr qreal SamePlace = 1;
constexpr qreal PixelsPerGridStep = 9;
/// Smallest cosine between line of sight and normal for a usable work plane.
constexpr Real Flat = 0.25;
}  // namespace

ToolHost::ToolHost(Session& session, const ViewGeometry& view, QObject* parent)
    : QObject(parent), session_(session), view_(view) {
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::Model | SessionChange::Document)) featuresOf_ = nullptr;
        const bool isOther = changes & SessionChange::File && changes & SessionChange::Document;
        // Loaded: an undo of the first edit keeps the history.
        if (isOther && session_.history().size() == 1) setWorkPlane(std::nullopt);
        // A frame of a run is read-only.
        if (changes & SessionChange::Playhead && tool_ && session_.player().showsFrame()) deactivate();
    });
}

ToolHost::~ToolHost() = default;

void ToolHost::take(std::unique_ptr<Tool> tool) {
    if (!tool && !tool_) return;
    if (tool && session_.player().showsFrame()) session_.player().reset();
    tool_ = std::move(tool);
    Q_EMIT toolChanged();
    Q_EMIT previewChanged();
}

std::optional<State> ToolHost::posedNow() const {
    std::optional<State> posed = tool_ ? tool_->posed() : std::nullopt;
    // A copied State has an empty cache.
    if (posed) realize(*session_.lastModel(), *posed, Stage::Position);
    return posed;
}

const std::vector<Feature>& ToolHost::features() const {
    const CompiledModelPtr& model = session_.lastModel();
    if (const auto posed = model ? posedNow() : std::nullopt) {
        featuresOf_ = nullptr;
        features_ = findFeatures(*model, *posed);
    } else if (model != featuresOf_) {
        featuresOf_ = model;
        features_ = model ? findFeatures(*model, model->getInitialState()) : std::vector<Feature>{};
    }
    return features_;
}

void ToolHost::setWorkPlane(const std::optional<Transform>& X_GW) {
    if (!X_GW && !workPlane_) return;
    workPlane_ = X_GW;
    Q_EMIT workPlaneChanged();
}

Vec3 ToolHost::inWorkPlane(const Vec3& point_G, const Vec3& through_G, bool onGrid) const {
    Vec3 p_W = workPlane_->invert() * point_G;
    if (onGrid)
        for (int i = 0; i < 2; ++i) p_W[i] = std::round(p_W[i] / gridStep()) * gridStep();
    p_W[2] = (workPlane_->invert() * through_G)[2];
    return *workPlane_ * p_W;
}

Vec3 ToolHost::planeNormal() const {
    if (workPlane_) return workPlane_->R().z();
    const Vec3 sight = view_.rayThrough(view_.middle()).direction;
    if (std::abs(sight[2]) > Flat) return {0, 0, 1};
    return std::abs(sight[1]) > std::abs(sight[0]) ? Vec3(0, 1, 0) : Vec3(1, 0, 0);
}

Real ToolHost::gridStep() const {
    const Vec3 at = workPlane_ ? workPlane_->p() : Vec3(0.);
    const QPointF origin = view_.project(at);
    // Points on perpendiculars to the normal give the projected length of a meter; the shorter one is oblique.
    const Vec3 normal = planeNormal();
    qreal perMeter = 0;
    for (int i = 0; i < 3; ++i) {
        Vec3 unit(0.);
        unit[i] = 0.01;
        const bool isInPlane = workPlane_ ? i < 2 : normal[i] == 0;
        if (workPlane_) unit = workPlane_->R() * unit;
        if (isInPlane) perMeter = std::max(perMeter, QLineF(origin, view_.project(at + unit)).length() / 0.01);
    }
    if (!(perMeter > 0) || !std::isfinite(perMeter)) return 0.01;
    const Real unit = view_.lengthUnit();
    const Real least = PixelsPerGridStep / perMeter / unit;
    const Real power = std::pow(10., std::floor(std::log10(least)));
    for (const Real factor : {1., 2., 5.})
        if (factor * power >= least) return factor * power * unit;
    return 10 * power * unit;
}

Feature ToolHost::pointOnAxis(Feature axis, const QPointF& position, bool onGrid) const {
    const auto [from, to] = *axis.line_G;
    const Real length = (to - from).norm();
    const Vec3 along = (to - from) / length;
    Real way = travelAlong(view_, position, from, along);
    if (onGrid) way = std::round(way / gridStep()) * gridStep();
    axis.position_G = from + std::clamp(way, 0., length) * along;
    const CompiledModel& model = *session_.lastModel();
    const auto posed = posedNow();
    axis.place = makePlace(model, posed ? *posed : model.getInitialState(), axis.place.body, axis.position_G);
    return axis;
}

std::optional<ElementId> ToolHost::bodyHit(const ViewGeometry::Hit& hit) const {
    const Element* const drawn = session_.document().find(hit.element);
    if (!drawn || hit.normal_G.norm() == 0) return std::nullopt;
    if (drawn->family == "body") return drawn->id;
    return drawn->family == "shape" ? std::optional(drawn->parent) : std::nullopt;
}

bool ToolHost::isHidden(const Feature& feature, const Vec3& p_G) const {
    constexpr Real slack = 3;
    const QPointF pixel = view_.project(p_G);
    const ViewGeometry::Ray ray = view_.rayThrough(pixel);
    const Real depth = ray.direction.dot(p_G - ray.origin);
    for (const ViewGeometry::Hit& hit : view_.hitsAt(pixel)) {
        if (ray.direction.dot(hit.point_G - ray.origin) > depth - slack * metersPerPixel(view_, p_G)) continue;
        const std::optional<ElementId> body = bodyHit(hit);
        if (!body) continue;
        if (feature.onSurface) return true;
        // Pins and ends lie inside their bodies, and links overlap in depth.
        if (*body == feature.place.body || isLink(session_.document(), *body)) continue;
        const Element* const joint = session_.document().find(feature.element);
        const bool isItsOwn = joint && std::ranges::any_of(joint->references, [&](const Element::Reference& held) {
                                  return held.target == *body;
                              });
        const bool isJoinedHere = std::ranges::any_of(features(), [&](const Feature& other) {
            return !other.onSurface && !other.line_G && other.place.body == *body &&
                   QLineF(view_.project(other.position_G), pixel).length() < SamePlace;
        });
        if (!isItsOwn && !isJoinedHere) return true;
    }
    return false;
}

std::optional<Feature> ToolHost::surfaceAt(const Hits& hits, bool onGrid) const {
    const auto hit = std::ranges::find_if(hits, [this](const auto& each) { return bodyHit(each).has_value(); });
    if (hit == hits.end()) return std::nullopt;
    const ElementId body = *bodyHit(*hit);
    const Vec3 normal = hit->normal_G.normalized();
    constexpr Real alongAxis = 1 - 1e-6;
    // Held: a tool queried below may wait for the next model.
    const CompiledModelPtr current = session_.lastModel();
    const CompiledModel& model = *current;
    const auto posed = posedNow();
    const State& s = posed ? *posed : model.getInitialState();
    Vec3 point = hit->point_G;
    // The picked body is drawn in the pose of the preview.
    if (const CompiledModelPtr shown = tool_ ? tool_->preview().model : nullptr)
        point = model.calcBodyPose(body, s) * (shown->calcBodyPose(body, shown->getInitialState()).invert() * point);
    int across = 0;
    constexpr Real onPlane = 1e-6;
    const bool isOnWorkPlane = workPlane_ && std::abs(normal.dot(workPlane_->R().z())) > alongAxis &&
                               std::abs((workPlane_->invert() * point)[2]) < onPlane;
    if (isOnWorkPlane) {
        point = inWorkPlane(point, point, onGrid);
    } else if (onGrid && normal.cwiseAbs().maxCoeff(&across) > alongAxis) {
        // Round numbers, where they are on the same face.
        Vec3 rounded = point;
        for (int i = 0; i < 3; ++i)
            if (i != across) rounded[i] = std::round(point[i] / gridStep()) * gridStep();
        constexpr Real same = 1e-3;
        for (const ViewGeometry::Hit& there : view_.hitsAt(view_.project(rounded)))
            if (there.element == hit->element && Vec3(there.point_G - rounded).norm() < same * gridStep())
                point = rounded;
    }
    // Links lie in layers: an element joined to one is joined in its layer.
    const Vec3 plane = planeNormal();
    if (isLink(session_.document(), body)) {
        const Transform X_GB = model.calcBodyPose(body, s);
        const Vec3 along = X_GB.R() * calcStation(session_.document(), {body, "tip", Vec3(0.)});
        if (std::abs(along.dot(plane)) < (1 - alongAxis) * along.norm()) point -= plane * plane.dot(point - X_GB.p());
    }
    if (const auto through = tool_ ? tool_->planePoint() : std::nullopt) point -= plane * plane.dot(point - *through);
    const std::string name =
        body.isValid() ? session_.document().get(body).name : session_.document().get(hit->element).name;
    return Feature{.name = "surface of " + name,
                   .place = makePlace(model, s, body, point),
                   .position_G = point,
                   .element = hit->element,
                   .rank = Feature::SurfaceRank,
                   .direction_G = normal,
                   .onSurface = true};
}

std::vector<Feature> ToolHost::featuresAt(const QPointF& position, const Hits& hits, bool onGrid) const {
    struct Candidate {
        const Feature* feature;
        qreal distance;
        Vec3 p_G;
    };
    std::vector<Candidate> points, axes;
    if (!session_.lastModel() || !snaps_ || (tool_ && !tool_->aims())) return {};
    for (const Feature& feature : features()) {
        if (tool_ && !tool_->takesFeature(feature)) continue;
        if (feature.line_G) {
            const qreal distance = distanceToLine(view_, position, feature.line_G->first, feature.line_G->second);
            if (distance < AxisReach) axes.push_back({&feature, distance, Vec3(0.)});
            continue;
        }
        const qreal distance = QLineF(position, view_.project(feature.position_G)).length();
        if (distance < Reach) points.push_back({&feature, distance, feature.position_G});
    }
    std::ranges::stable_sort(points, {}, &Candidate::distance);
    // Points before axes, on which they lie; of each the nearest visible ones.
    std::vector<Feature> here, hidden;
    // Without the mark of the target: the next point must not depend on the displayed one.
    const auto drawn = std::ranges::find_if(hits, [](const auto& hit) { return hit.element.isValid(); });
    const ElementId drawnThere = drawn == hits.end() ? ElementId{} : drawn->element;
    const auto isDrawnThere = [drawnThere](const Feature& feature) {
        return drawnThere.isValid() && (feature.element == drawnThere || feature.place.body == drawnThere);
    };
    const Vec3 sight = view_.rayThrough(position).direction;
    const auto sorted = [&](std::vector<Feature>& list) {
        // If the far side of a body lies behind its near side, the near one is meant.
        std::ranges::stable_sort(list, {}, [&](const Feature& f) { return f.onSurface ? sight.dot(f.position_G) : 0; });
        std::ranges::stable_sort(list, {}, &Feature::rank);
        std::stable_partition(list.begin(), list.end(), isDrawnThere);
        if (tool_) std::ranges::stable_sort(list, {}, [this](const Feature& each) { return tool_->preference(each); });
    };
    qreal nearest = Reach;
    // Each test renders a pick; without a body under the pointer nothing can be hidden.
    int looks = std::ranges::any_of(hits, [this](const auto& hit) { return bodyHit(hit).has_value(); }) ? MostLooks : 0;
    const auto isOutOfSight = [&](const Feature& feature, const Vec3& p_G) {
        return looks-- > 0 && isHidden(feature, p_G);
    };
    for (const Candidate& candidate : points) {
        if (candidate.distance > nearest + SamePlace) break;
        if (isOutOfSight(*candidate.feature, candidate.p_G)) {
            hidden.push_back(*candidate.feature);
            continue;
        }
        nearest = std::min(nearest, candidate.distance);
        here.push_back(*candidate.feature);
    }
    if (here.empty())
        for (const Candidate& candidate : axes) {
            const Feature at = pointOnAxis(*candidate.feature, position, onGrid);
            (at.onSurface && isOutOfSight(at, at.position_G) ? hidden : here).push_back(at);
        }
    sorted(here);
    sorted(hidden);
    const bool asksForPlace = !tool_ || tool_->takesPlace();
    const std::optional<Feature> surface = asksForPlace && here.empty() ? surfaceAt(hits, onGrid) : std::nullopt;
    if (surface && (!tool_ || tool_->takesFeature(*surface))) here.push_back(*surface);
    here.insert(here.end(), hidden.begin(), hidden.end());
    return here;
}

void ToolHost::cycleTarget() {
    ++turn_;
    hover(hovered_, Qt::NoModifier);
}

Pointer ToolHost::resolve(const QPointF& position, Qt::KeyboardModifiers modifiers, const Hits& hits) const {
    Pointer pointer{position, modifiers};
    const auto drawn = std::ranges::find_if(hits, [](const auto& hit) { return hit.element.isValid(); });
    if (drawn != hits.end()) pointer.element = drawn->element;
    if (drawn != hits.end()) pointer.surface_G = hits.front().point_G;
    // A preview in front is not a face to place things on.
    const auto solid = std::ranges::find_if(hits, [this](const auto& hit) { return bodyHit(hit).has_value(); });
    if (solid != hits.end()) pointer.faceNormal_G = solid->normal_G.normalized();
    const std::vector<Feature> here = featuresAt(position, hits, !(modifiers & Qt::ControlModifier));
    if (!here.empty()) {
        pointer.feature = here[turn_ % here.size()];
        pointer.alternatives = here.size();
    }
    if (pointer.feature) {
        pointer.point_G = pointer.feature->position_G;
        return pointer;
    }
    const Vec3 normal = planeNormal();
    const ViewGeometry::Ray ray = view_.rayThrough(position);
    const Vec3 base = workPlane_ ? workPlane_->p() : Vec3(0.);
    const Vec3 through = tool_ ? tool_->planePoint().value_or(base) : base;
    const Real slope = ray.direction.dot(normal);
    if (std::abs(slope) < 1e-9) return pointer;
    Vec3 point = ray.origin + ray.direction * ((through - ray.origin).dot(normal) / slope);
    pointer.onGrid = !(modifiers & Qt::ControlModifier);
    if (workPlane_) {
        pointer.point_G = inWorkPlane(point, through, pointer.onGrid);
        pointer.normal_G = normal;
        return pointer;
    }
    if (pointer.onGrid) {
        const Real step = gridStep();
        for (int i = 0; i < 3; ++i)
            if (normal[i] == 0) point[i] = std::round(point[i] / step) * step;
    }
    for (int i = 0; i < 3; ++i)
        if (normal[i] != 0) point[i] = through[i];
    pointer.point_G = point;
    pointer.normal_G = normal;
    return pointer;
}

void ToolHost::hover(const QPointF& position, Qt::KeyboardModifiers modifiers) {
    if (!tool_) return;
    // At another position, cycling starts over.
    if (QLineF(hovered_, position).length() > SamePlace) turn_ = 0;
    hovered_ = position;
    tool_->hover(resolve(position, modifiers, view_.hitsAt(position)));
    Q_EMIT previewChanged();
}

void ToolHost::click(const QPointF& position, Qt::KeyboardModifiers modifiers) {
    if (!tool_) return;
    // Picked features must belong to the document.
    session_.model();
    tool_->click(resolve(position, modifiers, view_.hitsAt(position)));
    turn_ = 0;
    if (tool_) tool_->hover(resolve(position, modifiers, view_.hitsAt(position)));
    Q_EMIT previewChanged();
}

bool ToolHost::beginDrag(const QPointF& position, Qt::KeyboardModifiers modifiers) {
    if (tool_) session_.model();
    if (!tool_ || !tool_->beginDrag(resolve(position, modifiers, view_.hitsAt(position)))) return false;
    Q_EMIT previewChanged();
    return true;
}

void ToolHost::drag(const QPointF& position, Qt::KeyboardModifiers modifiers) {
    if (!tool_) return;
    tool_->drag(resolve(position, modifiers, {}));
    Q_EMIT previewChanged();
}

void ToolHost::endDrag() {
    if (!tool_) return;
    tool_->endDrag();
    Q_EMIT previewChanged();
}

void ToolHost::setTyped(const std::optional<TypedNumber>& typed) {
    if (!tool_) return;
    tool_->setTyped(typed);
    Q_EMIT previewChanged();
}

std::optional<TypedPlace> ToolHost::placeOf(const std::vector<Real>& coordinates) const {
    if (workPlane_ && (coordinates.size() == 2 || coordinates.size() == 3)) {
        const Vec3 through = tool_ ? tool_->planePoint().value_or(workPlane_->p()) : workPlane_->p();
        const bool isOpen = coordinates.size() == 2;
        const Real depth = isOpen ? (workPlane_->invert() * through)[2] : coordinates[2];
        return TypedPlace{*workPlane_ * Vec3(coordinates[0], coordinates[1], depth), isOpen ? planeNormal() : Vec3(0.)};
    }
    if (coordinates.size() == 3) return TypedPlace{Vec3(coordinates[0], coordinates[1], coordinates[2])};
    if (coordinates.size() != 2) return std::nullopt;
    TypedPlace place{tool_ ? tool_->planePoint().value_or(Vec3(0.)) : Vec3(0.), planeNormal()};
    std::size_t next = 0;
    for (int i = 0; i < 3; ++i)
        if (place.along_G[i] == 0) place.p_G[i] = coordinates[next++];
    return place;
}

Pointer ToolHost::pointerAt(const TypedPlace& place, Qt::KeyboardModifiers modifiers) const {
    constexpr Real same = 1e-9;
    Pointer pointer{hovered_, modifiers};
    pointer.point_G = place.p_G;
    pointer.isTyped = true;
    const auto depth = [&](const Feature* feature) {
        return std::abs(place.along_G.dot(feature->position_G - place.p_G));
    };
    std::vector<const Feature*> here;
    for (const Feature& feature : features()) {
        const Vec3 way = feature.position_G - place.p_G;
        const Vec3 off = way - place.along_G * place.along_G.dot(way);
        if (!feature.line_G && tool_->takesFeature(feature) && off.norm() <= same) here.push_back(&feature);
    }
    // Nearest to the work plane first, unless the tool ranks otherwise.
    std::ranges::stable_sort(here, {}, depth);
    std::ranges::stable_sort(here, {}, [this](const Feature* feature) { return tool_->preference(*feature); });
    if (!here.empty()) {
        pointer.feature = *here[turn_ % here.size()];
        pointer.point_G = pointer.feature->position_G;
    }
    pointer.alternatives = here.size();
    return pointer;
}

bool ToolHost::cycleTargetAt(const TypedPlace& place) {
    if (!tool_ || pointerAt(place, Qt::NoModifier).alternatives < 2) return false;
    ++turn_;
    hoverPlace(place);
    return true;
}

void ToolHost::hoverPlace(const TypedPlace& place) {
    if (!tool_) return;
    tool_->hover(pointerAt(place, Qt::NoModifier));
    Q_EMIT previewChanged();
}

void ToolHost::clickPlace(const TypedPlace& place, Qt::KeyboardModifiers modifiers) {
    if (!tool_) return;
    session_.model();
    tool_->click(pointerAt(place, modifiers));
    turn_ = 0;
    Q_EMIT previewChanged();
}

bool ToolHost::clickElement(ElementId element) {
    if (!tool_ || !session_.model() || !tool_->takesElement(element)) return false;
    const CompiledModel& model = *session_.model();
    Pointer pointer{hovered_};
    pointer.element = element;
    pointer.isTyped = true;
    if (const auto X_GE = findElementFrame(model, model.getInitialState(), element)) pointer.point_G = X_GE->p();
    tool_->click(pointer);
    Q_EMIT previewChanged();
    return true;
}

void ToolHost::accept() {
    if (!tool_) return;
    tool_->accept();
    Q_EMIT previewChanged();
}

void ToolHost::back() {
    if (!tool_) return;
    if (!tool_->back()) return deactivate();
    Q_EMIT previewChanged();
}

bool ToolHost::letter(QChar letter) {
    if (!tool_ || !tool_->letters().contains(letter)) return false;
    tool_->letter(letter);
    Q_EMIT previewChanged();
    return true;
}

}  // namespace trammel::ui
