// SPDX-License-Identifier: Apache-2.0
#include "authoring/driving_dimensions.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "authoring/attachments.h"
#include "authoring/body_name.h"
#include "authoring/drawn_numbers.h"
#include "authoring/features.h"
#include "authoring/pose_drag.h"
#include "compile/catalog.h"
#include "compile/coordinates.h"

namespace trammel {

namespace {

constexpr Real shortestDistance = 1e-6;

Vec3 inPlane(const std::optional<Vec3>& normal, const Vec3& v) {
    return normal ? Vec3(v - normal->dot(v) * *normal) : v;
}

std::string formulaOf(const Element& element, const std::string& key) {
    const std::string* const formula = element.formula(key);
    return formula ? *formula : std::string();
}

class Finder {
public:
    Finder(const CompiledModel& model, const std::set<ElementId>& about, std::size_t most)
        : model_(model),
          s_(model.getInitialState()),
          document_(model.getDocument()),
          about_(about),
          most_(most),
          normal_(findPlaneNormal(model, s_)),
          attachments_(findAttachments(model, s_)) {
        for (const CoordinateValues& joint : readCoordinates(model, s_)) coordinates_[joint.joint] = joint.values;
    }

    std::vector<DrivingDimension> run() {
        addDistances({});
        for (const ElementId id : document_.treeOrder()) {
            if (found_.size() >= most_) break;
            const Element& element = document_.get(id);
            if (!findTypeOf(element)) continue;
            if (element.family == "body" || element.family == "constraint") addLength(element);
            if (element.family == "body") addDistances(id);
            if (element.family == "joint") addCoordinate(element);
        }
        if (found_.size() > most_) found_.resize(most_);
        return std::move(found_);
    }

private:
    bool isAbout(ElementId id) const {
        if (about_.empty() || about_.contains(id)) return true;
        return id.isValid() && joinsBodies(document_.get(id)) &&
               std::ranges::any_of(document_.get(id).references, [this](const Element::Reference& reference) {
                   return about_.contains(reference.target);
               });
    }

    void addLength(const Element& element) {
        const TypeDescriptor& type = typeOf(element);
        if (!isAbout(element.id) || !type.findProperty("length")) return;
        const bool isBody = element.family == "body";
        if (isBody && !isLink(document_, element.id)) return;
        std::vector<Vec3> ends;
        if (isBody) {
            const Transform X_GB = model_.calcBodyPose(element.id, s_);
            ends = {X_GB.p(), X_GB * calcStation(document_, {element.id, "tip", Vec3(0.)})};
        }
        for (const Attachment& end : attachments_)
            if (!isBody && end.element == element.id) ends.push_back(end.p_G);
        if (ends.size() != 2) return;
        found_.push_back({.kind = DrivingDimension::Kind::Length,
                          .label = "Length of " + element.name,
                          .element = element.id,
                          .key = "length",
                          .value = element.valueAs<Real>(type, "length"),
                          .formula = formulaOf(element, "length"),
                          .from_G = ends[0],
                          .to_G = ends[1]});
    }

    void addCoordinate(const Element& joint) {
        const auto axis = mainAxisOf(typeOf(joint));
        const auto X_GF = model_.findJointFrame(joint.id, s_);
        const auto values = coordinates_.find(joint.id);
        if (!isAbout(joint.id) || !axis || !X_GF || values == coordinates_.end() || values->second.size() != 1) return;
        const auto& [key, held] = values->second.front();
        const Real* const value = std::get_if<Real>(&held);
        if (!value) return;
        const bool isSlide = slides(typeOf(joint));
        const Vec3 axis_G = X_GF->R() * *axis;
        const Vec3 zero_G = X_GF->R() * (std::abs((*axis)[0]) > 0.5 ? Vec3(0, 1, 0) : Vec3(1, 0, 0));
        found_.push_back({.kind = isSlide ? DrivingDimension::Kind::Travel : DrivingDimension::Kind::Angle,
                          .label = (isSlide ? "Travel of " : "Angle of ") + joint.name,
                          .element = joint.id,
                          .key = key,
                          .value = *value,
                          .formula = formulaOf(joint, key),
                          .from_G = X_GF->p(),
                          .to_G = isSlide ? Vec3(X_GF->p() + *value * axis_G) : Vec3(X_GF->p() + zero_G),
                          .axis_G = isSlide ? Vec3(0.) : axis_G});
    }

    /// The pivots of a body, each place once.
    std::vector<const Attachment*> pivotsOf(ElementId body) const {
        std::vector<const Attachment*> pivots;
        for (const Attachment& each : attachments_) {
            if (each.place.body != body || each.slides || !joinsBodies(document_.get(each.element))) continue;
            const bool isKnown = std::ranges::any_of(pivots, [&](const Attachment* other) {
                return inPlane(normal_, other->p_G - each.p_G).norm() <= shortestDistance;
            });
            if (!isKnown) pivots.push_back(&each);
        }
        return pivots;
    }

    void addDistances(ElementId body) {
        if (!about_.empty() && !about_.contains(body)) return;
        const std::vector<const Attachment*> pivots = pivotsOf(body);
        const bool isRod = body.isValid() && isLink(document_, body);
        // A ring of three or more is dimensioned all around, except on Ground, where the last one would follow.
        const std::size_t pairs = pivots.size() < 3 || isRod || !body.isValid() ? pivots.size() : pivots.size() + 1;
        for (std::size_t i = 1; i < pairs && found_.size() < most_; ++i) {
            const Attachment& to = *pivots[i % pivots.size()];
            const Attachment& from = *pivots[isRod ? 0 : i - 1];
            // Its length is that between its ends.
            if (isRod && isEnd(body, from) && isEnd(body, to)) continue;
            if (auto distance = makeDistance(model_, from.place, to.place)) {
                distance->label = bodyName(document_, body) + " from " + document_.get(from.element).name + " to " +
                                  document_.get(to.element).name;
                found_.push_back(std::move(*distance));
            }
        }
    }

    bool isEnd(ElementId body, const Attachment& at) const {
        const Vec3 tip_B = calcStation(document_, {body, "tip", Vec3(0.)});
        const Vec3 p_B = ~model_.calcBodyPose(body, s_) * at.p_G;
        const Vec3 along = tip_B.normalized();
        const Real way = along.dot(p_B);
        return std::abs(way) < shortestDistance || std::abs(way - tip_B.norm()) < shortestDistance;
    }

    const CompiledModel& model_;
    const State& s_;
    const Document& document_;
    const std::set<ElementId>& about_;
    const std::size_t most_;
    const std::optional<Vec3> normal_;
    const std::vector<Attachment> attachments_;
    std::map<ElementId, std::vector<std::pair<std::string, PropertyValue>>> coordinates_;
    std::vector<DrivingDimension> found_;
};

/// The bodies joined at @p place, its own first.
std::vector<ElementId> bodiesAt(const CompiledModel& model, const Place& place) {
    const State& s = model.getInitialState();
    const auto normal = findPlaneNormal(model, s);
    const Vec3 at = calcPosition(model, s, place);
    std::vector<ElementId> bodies{place.body};
    for (const Attachment& each : findAttachments(model, s))
        if (joinsBodies(model.getDocument().get(each.element)) && inPlane(normal, each.p_G - at).norm() <= samePivot)
            bodies.push_back(each.place.body);
    return bodies;
}

/// Moves everything on the body of a distance that is at its second end.
Result<Edit> moveEnd(const Document& document, const CompiledModel& model, const DrivingDimension& distance,
                     Real value) {
    const State& s = model.getInitialState();
    const std::optional<Vec3> normal = findPlaneNormal(model, s);
    const Vec3 between = inPlane(normal, distance.to_G - distance.from_G);
    const Transform X_GB = model.calcBodyPose(distance.element, s);
    const Vec3 way_B = X_GB.RInv() * Vec3(between.normalized() * (value - between.norm()));
    WantedNumbers numbers(document);
    if (distance.element.isValid()) movePlatePoints(numbers, distance.element, ~X_GB * distance.to_G, way_B);
    for (const Attachment& each : findAttachments(model, s)) {
        if (each.place.body != distance.element || each.slides) continue;
        if (inPlane(normal, each.p_G - distance.to_G).norm() > samePivot) continue;
        numbers.want(each.element, each.point, withoutNoise(each.place.offset + way_B));
    }
    return numbers.finish();
}

Result<Edit> setNumber(const Document& document, const CompiledModel& model, const DrivingDimension& d, Real value) {
    const bool isCoordinate = d.kind == DrivingDimension::Kind::Angle || d.kind == DrivingDimension::Kind::Travel;
    if (isCoordinate && d.formula.empty())
        return setCoordinate(document, builtinCatalog(), model, d.element, d.key, value);
    WantedNumbers numbers(document);
    numbers.want(d.element, d.key, value);
    return numbers.finish();
}

/// The value of a coordinate after assembly.
std::optional<Real> readCoordinate(const CompiledModel& model, const DrivingDimension& d) {
    for (const CoordinateValues& joint : readCoordinates(model, model.getInitialState()))
        for (const auto& [key, value] : joint.values)
            if (joint.joint == d.element && key == d.key)
                if (const Real* const number = std::get_if<Real>(&value)) return *number;
    return std::nullopt;
}

}  // namespace

std::vector<DrivingDimension> findDimensions(const CompiledModel& model, const std::set<ElementId>& about,
                                             std::size_t most) {
    return Finder(model, about, most).run();
}

std::optional<DrivingDimension> makeDistance(const CompiledModel& model, const Place& fixed, const Place& moving) {
    const State& s = model.getInitialState();
    const Vec3 from = calcPosition(model, s, fixed), to = calcPosition(model, s, moving);
    const Real value = inPlane(findPlaneNormal(model, s), to - from).norm();
    const std::vector<ElementId> here = bodiesAt(model, fixed), there = bodiesAt(model, moving);
    const auto common =
        std::ranges::find_if(here, [&](ElementId body) { return std::ranges::find(there, body) != there.end(); });
    if (common == here.end() || value <= shortestDistance) return std::nullopt;
    return DrivingDimension{.kind = DrivingDimension::Kind::Distance,
                            .label = "Distance on " + bodyName(model.getDocument(), *common),
                            .element = *common,
                            .key = {},
                            .value = value,
                            .from_G = from,
                            .to_G = to};
}

Result<PlacedElement> setDimension(const Document& document, const CompiledModelPtr& current, const DrivingDimension& d,
                                   Real value, const std::string& formula) {
    Result<PlacedElement> result;
    const std::string name = bodyName(document, d.element);
    const bool isCoordinate = d.kind == DrivingDimension::Kind::Angle || d.kind == DrivingDimension::Kind::Travel;
    if (!isCoordinate && !(value >= shortestDistance)) {
        result.diagnostics.error(name, d.label + " must be positive.", "Enter a larger value.", d.element);
        return result;
    }
    if (d.kind == DrivingDimension::Kind::Distance && !formula.empty()) {
        result.diagnostics.error(name, "A distance between pivots takes no formula.",
                                 "Enter a number, or give the formula to the point of the joint.", d.element);
        return result;
    }
    Result<Edit> edit = d.kind == DrivingDimension::Kind::Distance ? moveEnd(document, *current, d, value)
                        : formula.empty()                          ? setNumber(document, *current, d, value)
                                          : setFormula(document, builtinCatalog(), d.element, d.key, formula);
    Result<PlacedElement> settled = settle(std::move(edit), current);
    if (!settled) return settled;
    if (!settled->model->getAssembly().assembled && current->getAssembly().assembled) {
        result.diagnostics.error(name, "The mechanism cannot be assembled with this value.",
                                 "Enter a value nearer to the current one, or change another length first.", d.element);
        return result;
    }
    constexpr Real same = 1e-6;
    const auto reached = isCoordinate ? readCoordinate(*settled->model, d) : std::nullopt;
    if (reached && std::abs(std::remainder(*reached - value,
                                           d.kind == DrivingDimension::Kind::Angle ? 2 * Pi : Infinity)) > same) {
        result.diagnostics.error(name, d.label + " cannot have this value: a motor, a lock or a loop decides it.",
                                 "Enter another value, or change the motor.", d.element);
        return result;
    }
    return settled;
}

}  // namespace trammel
