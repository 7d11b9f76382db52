// SPDX-License-Identifier: Apache-2.0
#include "authoring/displace.h"

#include <algorithm>
#include <cmath>

#include "authoring/drawn_numbers.h"
#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/group_type.h"
#include "compile/place.h"
#include "document/deferred_formulas.h"
#include "document/edit_rules.h"

namespace trammel {

namespace {

constexpr Real sameMoved = 1e-12;

Vec3 anglesOf(const Rotation& R) { return withoutNoise(R.toBodyXYZ()); }

class Displacement {
public:
    Displacement(const Document& document, const TypeCatalog& catalog, const CompiledModel& model, const State& s,
                 std::set<ElementId> elements, const Isometry& motion)
        : document_(document), catalog_(catalog), model_(model), s_(s), moved_(std::move(elements)), motion_(motion) {
        result_.value = Edit{document, {}, {}, {}, {}};
        for (const ElementId id : moved_)
            if (const ElementId joint = floatingJointOf(document, id); joint.isValid()) floating_.insert(joint);
    }

    Result<Edit> run() {
        for (const ElementId id : document_.treeOrder()) {
            const Element& element = document_.get(id);
            const TypeDescriptor* const type = findTypeOf(element);
            if (!type) continue;
            if (floating_.contains(id)) {
                moveCoordinates(element);
                continue;
            }
            const bool hasPlace = element.family == "shape" ? moveShape(element) : moveAttachments(element, *type);
            if (!hasPlace && moved_.contains(id) && element.family != "body")
                result_.diagnostics.error(titleOf(catalog_, element), "The element has no location of its own.",
                                          "Move the elements it acts on.", id);
            if (result_.diagnostics.hasErrors()) {
                result_.value.reset();
                return result_;
            }
        }
        result_->element = moved_.empty() ? ElementId{} : *moved_.begin();
        return result_;
    }

private:
    Transform before(ElementId body) const { return model_.calcBodyPose(body, s_); }
    Transform after(ElementId body) const {
        return moved_.contains(body) ? calcImageOfBody(document_, body, motion_, before(body)) : before(body);
    }

    void set(ElementId id, const std::string& key, const Vec3& value) {
        Result<Edit> step = setMoved(result_->document, catalog_, id, key, value);
        result_.diagnostics.append(step.diagnostics);
        if (step) result_->document = std::move(step->document);
    }
    /// A point of the body in the changed document minus the same point in the model: its size may differ.
    Vec3 growthOf(const Place& place) const {
        return calcStation(document_, place) - calcStation(model_.getDocument(), place);
    }

    /// A shape is placed in its parent body's frame; at the top level in Ground.
    bool moveShape(const Element& shape) {
        const bool goesAlong = moved_.contains(shape.parent) && !motion_.reflects();
        if (!moved_.contains(shape.id) || goesAlong) return true;
        const TypeDescriptor& type = typeOf(shape);
        const Transform X_BS(Rotation::fromBodyXYZ(shape.valueAs<Vec3>(type, "orientation")),
                             shape.valueAs<Vec3>(type, "position"));
        const Transform X = after(shape.parent).invert() * motion_.ofFrame(before(shape.parent) * X_BS);
        set(shape.id, "position", withoutNoise(X.p()));
        set(shape.id, "orientation", anglesOf(X.R()));
        return true;
    }

    /// A floating body is placed by its joint's coordinates.
    void moveCoordinates(const Element& joint) {
        const TypeDescriptor& type = typeOf(joint);
        const ElementId child = joint.reference("child");
        const Place childPlace{child, joint.valueAs<std::string>(type, "childPointAnchor"),
                               joint.valueAs<Vec3>(type, "childPoint")};
        const Transform X_BM(Rotation::fromBodyXYZ(joint.valueAs<Vec3>(type, "childOrientation")),
                             calcStation(document_, childPlace));
        const Transform X_FM = model_.findJointFrame(joint.id, s_)->invert() * (after(child) * X_BM);
        set(joint.id, "position", withoutNoise(X_FM.p()));
        set(joint.id, "orientation", anglesOf(X_FM.R()));
    }

    /// Moves the points, frames and directions of an element on bodies; false if it has none.
    bool moveAttachments(const Element& element, const TypeDescriptor& type) {
        bool any = false;
        for (const SocketDescriptor& socket : type.sockets) {
            const auto point = pointPropertyOf(type, socket.key);
            if (!point) continue;
            any = true;
            const ElementId body = element.reference(socket.key);
            if (!moved_.contains(element.id) && !moved_.contains(body)) continue;
            const Transform back = after(body).invert();
            const Isometry motion = moved_.contains(element.id) ? motion_ : Isometry(Transform());

            const Place place{body, element.valueAs<std::string>(type, *point + "Anchor"),
                              element.valueAs<Vec3>(type, *point)};
            const Vec3 station = calcStation(model_.getDocument(), place);
            const Vec3 now = back * motion.ofPoint(before(body) * station);
            set(element.id, *point, withoutNoise(place.offset + (now - station) - growthOf(place)));

            if (const auto key = orientationPropertyOf(type, socket.key)) {
                const Rotation R = before(body).R() * Rotation::fromBodyXYZ(element.valueAs<Vec3>(type, *key));
                const Vec3 angles = anglesOf((back * motion.ofFrame(Transform(R))).R());
                if ((angles - element.valueAs<Vec3>(type, *key)).norm() > 1e-12) set(element.id, *key, angles);
            }
            for (const PropertyDescriptor& direction : type.properties)
                if (direction.isDirection && belongsTo(direction, socket.key)) {
                    const Vec3& held = element.valueAs<Vec3>(type, direction.key);
                    const Vec3 held_G = before(body).R() * held;
                    // The sense of winding about a pulley.
                    const bool isAxis = direction.key.ends_with("Axis");
                    const Vec3 turned =
                        withoutNoise(back.R() * (isAxis ? motion.ofAxis(held_G) : motion.ofVector(held_G)));
                    if ((turned - held).norm() > 1e-12) set(element.id, direction.key, turned);
                }
        }
        return any;
    }

    const Document& document_;
    const TypeCatalog& catalog_;
    const CompiledModel& model_;
    const State& s_;
    const std::set<ElementId> moved_;
    std::set<ElementId> floating_;
    const Isometry motion_;
    Result<Edit> result_;
};

/// At the center of the bodies of a group, or of its other members, at any depth.
std::optional<Transform> findGroupFrame(const CompiledModel& model, const State& s, ElementId group) {
    Vec3 bodies(0.), others(0.);
    int bodyCount = 0, otherCount = 0;
    for (const ElementId id : model.getDocument().subtree(group)) {
        const std::string& family = model.getDocument().get(id).family;
        const auto X = family == groupFamily ? std::nullopt : findElementFrame(model, s, id);
        if (!X) continue;
        const bool isBody = family == "body";
        (isBody ? bodies : others) += X->p();
        ++(isBody ? bodyCount : otherCount);
    }
    if (bodyCount > 0) return Transform(Vec3(bodies / bodyCount));
    return otherCount > 0 ? std::optional(Transform(Vec3(others / otherCount))) : std::nullopt;
}

/// @p elements with the movable members of groups in place of the groups.
std::set<ElementId> withoutGroups(const CompiledModel& model, const std::set<ElementId>& elements) {
    std::set<ElementId> all;
    for (const ElementId id : elements) {
        const Element* const element = model.getDocument().find(id);
        if (!element || element->family != groupFamily) {
            all.insert(id);
            continue;
        }
        const std::vector<ElementId> below = model.getDocument().subtree(id);
        all.merge(findMovable(model, {below.begin(), below.end()}));
    }
    return all;
}

}  // namespace

Transform calcImageOfBody(const Document& document, ElementId body, const Isometry& motion, const Transform& X_GB) {
    const Transform image = motion.ofFrame(X_GB);
    const bool hasTipOnZ = motion.reflects() && calcStation(document, {body, "tip", Vec3(0.)})[2] != 0;
    return hasTipOnZ ? image * Transform(halfTurnAboutX()) : image;
}

Result<Edit> setMoved(const Document& document, const TypeCatalog& catalog, ElementId id, const std::string& key,
                      const Vec3& value) {
    // A number whose formula follows moved elements is already in place, and keeps its formula.
    const Document present = DeferredFormulas::bringUpToDate(document, catalog, id);
    const Element& element = present.get(id);
    const Vec3& held = element.valueAs<Vec3>(typeOf(element), key);
    Vec3 kept = value;
    for (int i = 0; i < 3; ++i)
        if (std::abs(value[i] - held[i]) <= sameMoved) kept[i] = held[i];
    Result<Edit> edit = setProperty(present, catalog, id, key, kept);
    for (int i = 0; i < 3 && edit; ++i) {
        const std::string part = key + "." + "xyz"[i];
        const std::string* const formula = element.formula(part);
        if (formula && kept[i] != held[i] && std::abs(kept[i] + held[i]) <= sameMoved)
            edit = setFormula(edit->document, catalog, id, part, "-(" + *formula + ")");
    }
    return edit;
}

Result<Edit> displaceElements(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                              const State& s, const std::set<ElementId>& elements, const Isometry& motion) {
    return Displacement(document, catalog, model, s, withoutGroups(model, elements), motion).run();
}

std::set<ElementId> findMovable(const CompiledModel& model, const std::set<ElementId>& elements) {
    const Document& document = model.getDocument();
    std::set<ElementId> all;
    for (const ElementId id : elements) {
        const Element& element = document.get(id);
        if (element.family == groupFamily || !findElementFrame(model, model.getInitialState(), id)) continue;
        const bool joins = element.family == "joint" || element.family == "constraint";
        const bool goesAlong = std::ranges::any_of(
            element.references, [&](const Element::Reference& held) { return elements.contains(held.target); });
        if (!joins || goesAlong) all.insert(id);
    }
    return all;
}

std::optional<Transform> findElementFrame(const CompiledModel& model, const State& s, ElementId id) {
    const Document& document = model.getDocument();
    const Element* const element = document.find(id);
    const TypeDescriptor* const type = element ? findTypeOf(*element) : nullptr;
    if (!type) return std::nullopt;
    if (element->family == groupFamily) return findGroupFrame(model, s, id);
    if (element->family == "body") return model.calcBodyPose(id, s);
    if (element->family == "joint") return model.findJointFrame(id, s);
    if (element->family == "shape")
        return model.calcBodyPose(element->parent, s) *
               Transform(Rotation::fromBodyXYZ(element->valueAs<Vec3>(*type, "orientation")),
                         element->valueAs<Vec3>(*type, "position"));
    Vec3 sum(0.);
    int count = 0;
    for (const SocketDescriptor& socket : type->sockets)
        if (const auto point = pointPropertyOf(*type, socket.key)) {
            sum +=
                calcPosition(model, s,
                             {element->reference(socket.key), element->valueAs<std::string>(*type, *point + "Anchor"),
                              element->valueAs<Vec3>(*type, *point)});
            ++count;
        }
    if (count == 0) return std::nullopt;
    return Transform(Vec3(sum / count));
}

int findBodyId(const CompiledModel& model, ElementId body) {
    const auto& bodies = model.getData().built->bodies;
    const auto index = bodies.find(body);
    return index == bodies.end() ? 0 : int(index->second);
}

}  // namespace trammel
