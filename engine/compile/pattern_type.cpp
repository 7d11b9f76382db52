// SPDX-License-Identifier: Apache-2.0
#include "compile/pattern_type.h"

#include <algorithm>
#include <cmath>

#include "compile/catalog.h"
#include "compile/group_type.h"

namespace trammel {

namespace {

constexpr int fewest = 2, most = 100;
constexpr const char* shiftKey = "shift";

class PatternImplementation : public TypeImplementation {
public:
    using Places = std::vector<Isometry> (*)(const Element&, const TypeDescriptor&);
    explicit PatternImplementation(Places places) : places(places) {}

    const Places places;
};

const PatternImplementation* implementationOf(const TypeDescriptor& type) {
    return dynamic_cast<const PatternImplementation*>(type.implementation.get());
}

std::vector<Isometry> asIsometries(const std::vector<Transform>& displacements) {
    return {displacements.begin(), displacements.end()};
}
int countOf(const Element& pattern, const TypeDescriptor& type) {
    // A draft is not checked yet.
    return int(std::clamp<std::int64_t>(pattern.valueAs<std::int64_t>(type, "count"), fewest, most));
}
Vec3 directionOf(const Element& pattern, const TypeDescriptor& type, const char* key) {
    return pattern.valueAs<Vec3>(type, key).normalized();
}

std::vector<Isometry> placesInLine(const Element& pattern, const TypeDescriptor& type) {
    const Vec3 step = pattern.valueAs<Real>(type, "distance") * directionOf(pattern, type, "direction") +
                      pattern.valueAs<Vec3>(type, shiftKey);
    return asIsometries(linearPattern(countOf(pattern, type), step));
}
std::vector<Isometry> placesInCircle(const Element& pattern, const TypeDescriptor& type) {
    return asIsometries(circularPattern(countOf(pattern, type), pattern.valueAs<Real>(type, "angle"),
                                        pattern.valueAs<Vec3>(type, "center"), directionOf(pattern, type, "axis"),
                                        pattern.valueAs<Vec3>(type, shiftKey)));
}
std::vector<Isometry> placeInMirror(const Element& pattern, const TypeDescriptor& type) {
    const Isometry shift = Transform(pattern.valueAs<Vec3>(type, shiftKey));
    return {
        shift.after(Isometry::reflection(pattern.valueAs<Vec3>(type, "point"), directionOf(pattern, type, "normal")))};
}

TypeDescriptor describe(const char* key, const char* label, const char* doc, PatternImplementation::Places places) {
    TypeDescriptor type;
    type.family = groupFamily;
    type.key = key;
    type.label = label;
    type.doc = doc;
    type.implementation = std::make_shared<PatternImplementation>(places);
    return type;
}

PropertyDescriptor countProperty() {
    return PropertyDescriptor::integer("count", "Count", 3, "Instances, with the original.")
        .min(fewest)
        .max(most)
        .at(Stage::Report);
}

PropertyDescriptor shiftProperty(const char* doc) {
    return PropertyDescriptor::vec3(shiftKey, "Shift", Quantity::Length, Vec3(0.), doc).at(Stage::Report);
}

constexpr const char* connectedKey = "connected";
PropertyDescriptor connectedProperty() {
    return PropertyDescriptor::boolean(connectedKey, "In a chain", false,
                                       "Each copy is connected to the end of the one before that lies at its pivot.")
        .at(Stage::Report);
}

}  // namespace

std::vector<TypeDescriptor> patternTypes() {
    constexpr const char* stepDoc = "Displacement from one to the next into layers of their own, in Ground.";
    TypeDescriptor line = describe("linearPattern", "Linear pattern", "Linked copies in a line.", placesInLine);
    line.choose =
        "Made by Edit ▸ Linear pattern. It holds a group for each copy; a change of count, distance or direction adds, "
        "removes and moves them.";
    line.icon = "duplicate";
    line.properties = {
        countProperty(),
        PropertyDescriptor::real("distance", "Distance", Quantity::Length, 0.1, "Distance between neighbors.")
            .at(Stage::Report),
        PropertyDescriptor::direction("direction", "Direction", Vec3(1, 0, 0), "From one to the next, in Ground.")
            .at(Stage::Report),
        shiftProperty(stepDoc), connectedProperty()};

    TypeDescriptor circle =
        describe("circularPattern", "Circular pattern", "Linked copies in a circle.", placesInCircle);
    circle.choose =
        "Made by Edit ▸ Circular pattern. It holds a group for each copy; a change of count, angle or axis adds, "
        "removes "
        "and moves them.";
    circle.icon = "duplicate";
    circle.properties = {
        countProperty(),
        PropertyDescriptor::real("angle", "Angle", Quantity::Angle, 2 * Pi,
                                 "Angle over which the instances are spread; a full turn has none at its end.")
            .at(Stage::Report),
        PropertyDescriptor::vec3("center", "Center", Quantity::Length, Vec3(0.), "Point of the axis, in Ground.")
            .at(Stage::Report),
        PropertyDescriptor::direction("axis", "Axis", Vec3(0, 0, 1), "Direction of the axis, in Ground.")
            .at(Stage::Report),
        shiftProperty(stepDoc),
        connectedProperty()};

    TypeDescriptor mirror = describe("mirrorImage", "Mirror image", "A linked mirror image.", placeInMirror);
    mirror.choose = "Made by Edit ▸ Mirror. It holds a group with the image, which a change of the plane moves.";
    mirror.icon = "mirror";
    mirror.properties = {
        PropertyDescriptor::vec3("point", "Point", Quantity::Length, Vec3(0.), "Point of the mirror plane, in Ground.")
            .at(Stage::Report),
        PropertyDescriptor::direction("normal", "Normal", Vec3(1, 0, 0), "Normal of the mirror plane, in Ground.")
            .at(Stage::Report),
        shiftProperty("Displacement of the image into a layer of its own, in Ground.")};
    return {line, circle, mirror};
}

bool isPattern(const TypeDescriptor& type) { return implementationOf(type) != nullptr; }

bool isPattern(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    return type && isPattern(*type);
}

std::vector<Isometry> placesOf(const Element& pattern) {
    const TypeDescriptor& type = typeOf(pattern);
    return implementationOf(type)->places(pattern, type);
}

bool isConnected(const Element& pattern) {
    const TypeDescriptor& type = typeOf(pattern);
    return type.findProperty(connectedKey) && pattern.valueAs<bool>(type, connectedKey);
}

std::vector<Transform> linearPattern(int count, const Vec3& step_G) {
    std::vector<Transform> displacements;
    for (int i = 1; i < count; ++i) displacements.emplace_back(Vec3(i * step_G));
    return displacements;
}

std::vector<Transform> circularPattern(int count, Real angle, const Vec3& center_G, const Vec3& axis_G,
                                       const Vec3& shift_G) {
    constexpr Real same = 1e-9;
    const bool closes = std::abs(std::remainder(angle, 2 * Pi)) < same;
    std::vector<Transform> displacements;
    for (int i = 1; i < count; ++i) {
        const Rotation R = Rotation(i * angle / (closes ? count : count - 1), axis_G);
        displacements.emplace_back(R, center_G - R * center_G + i * shift_G);
    }
    return displacements;
}

}  // namespace trammel
