// SPDX-License-Identifier: Apache-2.0
#include "authoring/displace.h"

#include "authoring/drawn_numbers.h"
#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/place.h"
#include "document/edit_rules.h"

namespace trammel {

namespace {

Vec3 anglesOf(const Rotation& R) { return withoutNoise(R.toBodyXYZ()); }

class Displacement {
public:
    Displacement(const Document& document, const TypeCatalog& catalog, const CompiledModel& model, const State& s,
                 std::set<ElementId> elements, const Transform& X_G)
        : document_(document), catalog_(catalog), model_(model), s_(s), moved_(std::move(elements)), X_G_(X_G) {
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
    Transform after(ElementId body) const { return moved_.contains(body) ? X_G_ * before(body) : before(body); }

    void set(ElementId id, const std::string& key, const Vec3& value) {
        Result<Edit> step = setProperty(result_->document, catalog_, id, key, value);
        result_.diagnostics.append(step.diagnostics);
        if (step) result_->document = std::move(step->document);
    }

    /// A shape is placed in its parent body's frame; at the top level in Ground.
    bool moveShape(const Element& shape) {
        if (!moved_.contains(shape.id) || moved_.contains(shape.parent)) return true;
        const TypeDescriptor& type = typeOf(shape);
        const Transform X_BS(Rotation::fromBodyXYZ(shape.valueAs<Vec3>(type, "orientation")),
                             shape.valueAs<Vec3>(type, "position"));
        const Transform X_GB = before(shape.parent);
        const Transform X = X_GB.invert() * (X_G_ * (X_GB * X_BS));
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
            const auto displaced = [&](const Transform& X) { return moved_.contains(element.id) ? X_G_ * X : X; };

            const Place place{body, element.valueAs<std::string>(type, *point + "Anchor"),
                              element.valueAs<Vec3>(type, *point)};
            const Vec3 station = calcStation(document_, place);
            const Vec3 now = back * displaced(Transform(before(body) * station)).p();
            set(element.id, *point, withoutNoise(place.offset + (now - station)));

            if (const auto key = orientationPropertyOf(type, socket.key)) {
                const Rotation R = before(body).R() * Rotation::fromBodyXYZ(element.valueAs<Vec3>(type, *key));
                const Vec3 angles = anglesOf((back * displaced(Transform(R))).R());
                if ((angles - element.valueAs<Vec3>(type, *key)).norm() > 1e-12) set(element.id, *key, angles);
            }
            for (const PropertyDescriptor& direction : type.properties)
                if (direction.isDirection && belongsTo(direction, socket.key)) {
                    const Vec3 held = element.valueAs<Vec3>(type, direction.key);
                    const Vec3 turned = withoutNoise(back.R() * displaced(Transform(before(body).R())).R() * held);
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
    const Transform X_G_;
    Result<Edit> result_;
};

}  // namespace

Result<Edit> displaceElements(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                              const State& s, const std::set<ElementId>& elements, const Transform& X_G) {
    return Displacement(document, catalog, model, s, elements, X_G).run();
}

std::optional<Transform> findElementFrame(const CompiledModel& model, const State& s, ElementId id) {
    const Document& document = model.getDocument();
    const Element* const element = document.find(id);
    const TypeDescriptor* const type = element ? findTypeOf(*element) : nullptr;
    if (!type) return std::nullopt;
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
