// SPDX-License-Identifier: Apache-2.0
// Joints and coordinates of a model of OpenSim.
#include <algorithm>
#include <array>
#include <cmath>

#include "import/osim/osim_functions.h"
#include "import/osim/osim_reader.h"

namespace trammel {

namespace {

/// A joint type of OpenSim and its counterpart.
struct OsimJointKind {
    const char* type;
    const char* key;
    int coordinates;
    /// Where the initial value of each coordinate is kept: a key, and the component of a vector after a point.
    std::array<const char*, 6> values;
    std::array<const char*, 6> rates;
    bool isSimple;
};
constexpr OsimJointKind osimJointKinds[] = {
    {"PinJoint", "pin", 1, {"angle"}, {"rate"}, true},
    {"SliderJoint", "slider", 1, {"position"}, {"rate"}, true},
    {"WeldJoint", "weld", 0, {}, {}, true},
    {"UniversalJoint", "universal", 2, {"angleX", "angleY"}, {"rateX", "rateY"}, true},
    {"GimbalJoint", "gimbal", 3, {"angles.x", "angles.y", "angles.z"}, {"rates.x", "rates.y", "rates.z"}, true},
    {"PlanarJoint", "planar", 3, {"angle", "x", "y"}, {"rate", "speedX", "speedY"}, true},
    {"BallJoint", "ball", 3, {"orientation.x", "orientation.y", "orientation.z"}, {}, false},
    {"EllipsoidJoint", "ellipsoid", 3, {"orientation.x", "orientation.y", "orientation.z"}, {}, false},
    {"FreeJoint",
     "free",
     6,
     {"orientation.x", "orientation.y", "orientation.z", "position.x", "position.y", "position.z"},
     {"", "", "", "velocity.x", "velocity.y", "velocity.z"},
     false},
};
/// Joints with angles as coordinates in place of a quaternion, for those of which some coordinates are held.
constexpr OsimJointKind angleKinds[] = {
    {"BallJoint", "gimbal", 3, {"angles.x", "angles.y", "angles.z"}, {"rates.x", "rates.y", "rates.z"}, true},
    {"FreeJoint",
     "bushing",
     6,
     {"angles.x", "angles.y", "angles.z", "position.x", "position.y", "position.z"},
     {"rates.x", "rates.y", "rates.z", "velocity.x", "velocity.y", "velocity.z"},
     true},
};
constexpr const char* axisNames[] = {"rotation1",    "rotation2",    "rotation3",
                                     "translation1", "translation2", "translation3"};
constexpr const char* functionSockets[] = {"rotationX",    "rotationY",    "rotationZ",
                                           "translationX", "translationY", "translationZ"};

/// Sets "key" or one component of it, "key.y".
void setInitial(Element& element, const std::string& key, Real value) {
    const std::size_t point = key.find('.');
    if (point == std::string::npos) {
        element.set(key, value);
        return;
    }
    const std::string whole = key.substr(0, point);
    const PropertyValue* before = element.findExplicit(whole);
    Vec3 vector = before ? std::get<Vec3>(*before) : Vec3(0.);
    vector[key[point + 1] - 'x'] = value;
    element.set(whole, vector);
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(" \t\r\n,", at)) != std::string::npos;) {
        const std::size_t end = std::min(text.find_first_of(" \t\r\n,", at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

}  // namespace

bool OsimReader::Joint::isLocked(std::size_t i) const {
    const std::string word = wordOf(coordinates[i].child("locked"));
    return word == "true" || word == "1";
}

Real OsimReader::Joint::valueOf(std::size_t i, const XmlValues& values, const char* key) const {
    if (i >= coordinates.size()) return 0;
    const pugi::xml_node held = coordinates[i].child(key);
    const auto x = held && !wordOf(held).empty() ? values.content(held, 1) : std::nullopt;
    return x ? x->front() : 0;
}

void OsimReader::readJoints() {
    const pugi::xml_node set = model_.child("JointSet");
    const pugi::xml_node objects = set.child("objects") ? set.child("objects") : set;
    for (const pugi::xml_node& node : objects.children())
        if (node.type() == pugi::node_element && std::string_view(node.name()) != "groups") readJoint(node, nullptr);
    // Before version 4 the joint of a body is a child of it.
    for (std::size_t i = 1; i < bodies_.size(); ++i) {
        const Body body = bodies_[i];
        for (const pugi::xml_node& node : body.node.child("Joint").children())
            if (node.type() == pugi::node_element) readJoint(node, &body);
    }
}

void OsimReader::readJoint(const pugi::xml_node& node, const Body* body) {
    Joint joint;
    joint.node = node;
    joint.name = node.attribute("name").value();
    std::optional<Frame> parent, child;
    if (body) {
        parent = findFrame(wordOf(node.child("parent_body")), {});
        child = Frame{bodyByName_.at(body->name), transformAt(node, "location", "orientation")};
        if (parent) parent->X = transformAt(node, "location_in_parent", "orientation_in_parent");
        joint.isReversed = flag(node, "reverse", false);
    } else {
        collectOffsets(node.child("frames"), joint.name);
        parent = findFrame(wordOf(node.child("socket_parent_frame")), joint.name);
        child = findFrame(wordOf(node.child("socket_child_frame")), joint.name);
    }
    if (!parent || !child) return values_.leftOut(node, "One of its bodies or frames does not exist.");
    if (parent->body == child->body) return values_.leftOut(node, "It connects a body with itself.");
    if (child->body == 0) {
        // Ground cannot be moved by a joint: the other body is, the other way around.
        std::swap(parent, child);
        joint.isReversed = !joint.isReversed;
    }
    joint.parent = *parent;
    joint.child = *child;
    const pugi::xml_node coordinateSet = node.child("CoordinateSet");
    for (const pugi::xml_node& coordinate :
         (coordinateSet ? coordinateSet.child("objects") : node.child("coordinates")).children("Coordinate"))
        joint.coordinates.push_back(coordinate);
    Body& moved = bodies_[joint.child.body];
    const bool closesLoop = moved.isCarried;
    const ElementId element = makeJoint(joint);
    if (!element.isValid()) return;
    moved.isCarried = true;
    if (closesLoop)
        values_.approximated(node, "Its child has another joint already: this one closes a loop.", element);
    else
        values_.imported(node, "As a joint of type " + job_.draft.get(element).type + ".", element);
}

ElementId OsimReader::connect(const char* type, const Joint& joint, const Transform& onFirst,
                              const Transform& onSecond) {
    // The child of a reversed joint has the first frame.
    const ElementId id = job_.draft.addJoint(type, joint.name, bodyAt(joint.parent), bodyAt(joint.child),
                                             joint.parent.X * (joint.isReversed ? onSecond : onFirst),
                                             joint.child.X * (joint.isReversed ? onFirst : onSecond));
    if (joint.isReversed) job_.draft.get(id).set("reversed", true);
    return id;
}

ElementId OsimReader::makeJoint(Joint& joint) {
    const std::string type = joint.node.name();
    if (type == "CustomJoint") return makeCustom(joint);
    if (type == "ScapulothoracicJoint") return makeScapulothoracic(joint);
    const OsimJointKind* kind = std::ranges::find(osimJointKinds, type, &OsimJointKind::type);
    if (kind == std::end(osimJointKinds)) {
        values_.leftOut(joint.node, "There is no joint of type '" + type.substr(0, 80) + "'.");
        return {};
    }
    std::size_t locked = 0;
    for (std::size_t i = 0; i < joint.coordinates.size(); ++i) locked += joint.isLocked(i);
    if (locked > 0 && locked < joint.coordinates.size())
        if (const auto* other = std::ranges::find(angleKinds, type, &OsimJointKind::type);
            other != std::end(angleKinds))
            kind = other;
    const ElementId id = connect(kind->key, joint, {}, {});
    Element& element = job_.draft.get(id);
    if (type == "EllipsoidJoint") element.set("radii", vec3(joint.node, "radii_x_y_z", Vec3(1.)));
    std::vector<int> indices;
    for (std::size_t i = 0; i < std::min(joint.coordinates.size(), std::size_t(kind->coordinates)); ++i) {
        indices.push_back(int(i));
        if (const Real start = joint.valueOf(i, values_); start != 0) setInitial(element, kind->values[i], start);
        const Real rate = joint.valueOf(i, values_, "default_speed_value");
        const char* key = kind->rates[i];
        if (rate != 0 && key && *key) setInitial(element, key, rate);
        if (rate != 0 && !(key && *key)) values_.leftOut(joint.coordinates[i], "Its initial speed is left out.", id);
    }
    addCoordinates(joint, id, indices, kind->isSimple);
    return id;
}

OsimReader::SpatialAxis OsimReader::readAxis(const Joint& joint, const pugi::xml_node& node) {
    SpatialAxis axis;
    if (!node) return axis;
    axis.axis = vec3(node, "axis", Vec3(0.));
    axis.function = readOsimFunction(values_, findOsimFunction(node), true);
    if (!axis.function) return axis;
    const std::vector<std::string> names = wordsOf(wordOf(node.child("coordinates")));
    if (const auto constant = constantOf(*axis.function)) {
        axis.constant = *constant;
        axis.function.reset();
        return axis;
    }
    if (names.size() != 1) {
        values_.leftOut(node, names.empty() ? "It depends on no coordinate."
                                            : "Functions of several coordinates have no counterpart.");
        axis.function.reset();
        return axis;
    }
    for (std::size_t i = 0; i < joint.coordinates.size(); ++i)
        if (joint.coordinates[i].attribute("name").value() == names.front()) axis.coordinate = int(i);
    if (axis.coordinate < 0) {
        values_.leftOut(node, "Its coordinate '" + names.front().substr(0, 80) + "' does not belong to its joint.");
        axis.function.reset();
    }
    return axis;
}

OsimReader::SpatialTransform OsimReader::readTransform(const Joint& joint) {
    SpatialTransform transform;
    const pugi::xml_node node = joint.node.child("SpatialTransform");
    for (std::size_t k = 0; k < 6; ++k) {
        SpatialAxis& axis = transform.axes[k];
        axis = readAxis(joint, node.find_child_by_attribute("TransformAxis", "name", axisNames[k]));
        if (!(axis.axis.norm() > 0)) axis.axis = Vec3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
        axis.axis = Vec3(axis.axis.normalized());
        if (axis.function) transform.moving.push_back(k);
    }
    // Coordinates that move nothing are omitted.
    transform.indexOf.assign(joint.coordinates.size(), -1);
    for (const std::size_t k : transform.moving) transform.indexOf[std::size_t(transform.axes[k].coordinate)] = 0;
    for (int& index : transform.indexOf)
        if (index == 0) index = transform.used++;
    for (std::size_t i = 0; i < transform.indexOf.size(); ++i)
        if (transform.indexOf[i] < 0) values_.leftOut(joint.coordinates[i], "No axis of its joint moves with it.");
    return transform;
}

Rotation OsimReader::SpatialTransform::turned(std::size_t from, std::size_t to) const {
    Rotation R;
    for (std::size_t k = from; k < to; ++k)
        if (axes[k].constant != 0) R = R * Rotation(axes[k].constant, axes[k].axis);
    return R;
}

Vec3 OsimReader::SpatialTransform::shift() const {
    Vec3 sum(0.);
    for (std::size_t k = 3; k < 6; ++k) sum += axes[k].constant * axes[k].axis;
    return sum;
}

bool OsimReader::SpatialTransform::isPlain() const {
    if (moving.size() != 1) return false;
    const Element& function = *axes[moving.front()].function;
    return function.type == "linear" && std::get<Real>(*function.findExplicit("slope")) == 1 &&
           std::get<Real>(*function.findExplicit("offset")) == 0;
}

ElementId OsimReader::makeCustom(const Joint& joint) {
    SpatialTransform transform = readTransform(joint);
    if (transform.moving.empty())
        return connect("weld", joint, Transform(transform.turned(0, 3), transform.shift()), {});
    return transform.isPlain() ? makePlain(joint, transform) : makeFunctionBased(joint, transform);
}

/// A pin or slider.
ElementId OsimReader::makePlain(const Joint& joint, const SpatialTransform& transform) {
    // X_FM = T(shift) R_a R(q) R_b, or T(shift + q axis) R: the frames of a pin or slider take the constant parts.
    const std::size_t only = transform.moving.front();
    const SpatialAxis& axis = transform.axes[only];
    const bool turns = only < 3;
    const Rotation A = turns ? frameWithZ(axis.axis) : frameWithX(axis.axis);
    const Rotation before = turns ? transform.turned(0, only) : Rotation(),
                   after = turns ? transform.turned(only + 1, 3) : transform.turned(0, 3);
    const ElementId id = connect(turns ? "pin" : "slider", joint, Transform(before * A, transform.shift()),
                                 Transform(~after * A, Vec3(0.)));
    Element& element = job_.draft.get(id);
    const std::size_t coordinate = std::size_t(axis.coordinate);
    setInitial(element, turns ? "angle" : "position", joint.valueOf(coordinate, values_));
    setInitial(element, "rate", joint.valueOf(coordinate, values_, "default_speed_value"));
    addCoordinates(joint, id, transform.indexOf, true);
    return id;
}

ElementId OsimReader::makeFunctionBased(const Joint& joint, SpatialTransform& transform) {
    const ElementId id = connect("functionBased", joint, {}, {});
    job_.draft.get(id).set("coordinates", std::int64_t{transform.used});
    for (std::size_t k = 0; k < 6; ++k) {
        const std::string socket = functionSockets[k];
        SpatialAxis& axis = transform.axes[k];
        const Vec3 usual(k % 3 == 0, k % 3 == 1, k % 3 == 2);
        if (Vec3(axis.axis - usual).norm() > 0) job_.draft.get(id).set(socket + "Axis", axis.axis);
        if (axis.function) {
            job_.draft.get(id).set(socket + "Coordinate",
                                   std::int64_t{transform.indexOf[std::size_t(axis.coordinate)]});
        } else {
            if (axis.constant == 0) continue;
            axis.function = Element::draft("function", "constant");
            axis.function->set("value", axis.constant);
        }
        axis.function->name = joint.name + " " + axisNames[k];
        const ElementId function = job_.draft.add(std::move(*axis.function));
        job_.draft.get(id).plug(socket, function);
    }
    Vec3 first(0.), more(0.), firstRates(0.), moreRates(0.);
    for (std::size_t i = 0; i < transform.indexOf.size(); ++i) {
        if (transform.indexOf[i] < 0) continue;
        const int at = transform.indexOf[i];
        (at < 3 ? first : more)[at % 3] = joint.valueOf(i, values_);
        (at < 3 ? firstRates : moreRates)[at % 3] = joint.valueOf(i, values_, "default_speed_value");
    }
    job_.draft.get(id)
        .set("values", first)
        .set("moreValues", more)
        .set("rates", firstRates)
        .set("moreRates", moreRates);
    addCoordinates(joint, id, transform.indexOf, true);
    return id;
}

ElementId OsimReader::makeScapulothoracic(const Joint& joint) {
    // An ellipsoid joint turned by 90° about z carries a body without mass; on it the scapula turns about a winging axis.
    const Transform quarter(Rotation(Pi / 2, ZAxis), Vec3(0.));
    const Vec3 radii = vec3(joint.node, "thoracic_ellipsoid_radii_x_y_z", Vec3(1.));
    const ElementId between = job_.draft.addBody(joint.name + " between", {});
    job_.draft.get(between).set("showBox", false);
    const ElementId ellipsoid = job_.draft.addJoint("ellipsoid", joint.name + " ellipsoid", bodyAt(joint.parent),
                                                    between, joint.parent.X * quarter, quarter);
    const auto put = [&](std::size_t i) { return joint.valueOf(i, values_); };
    job_.draft.get(ellipsoid).set("radii", Vec3(radii[1], radii[0], radii[2]));
    job_.draft.get(ellipsoid).set("orientation", Vec3(put(0), put(1), put(2)));
    const Real direction = real(joint.node, "scapula_winging_axis_direction", 0);
    const pugi::xml_node held = joint.node.child("scapula_winging_axis_origin");
    const auto origin = held ? values_.content(held, 2) : std::nullopt;
    const Transform winging(frameWithZ(Vec3(-std::sin(direction), std::cos(direction), 0)),
                            origin ? Vec3((*origin)[0], (*origin)[1], 0) : Vec3(0.));
    const ElementId pin =
        job_.draft.addJoint("pin", joint.name, between, bodyAt(joint.child), winging, joint.child.X * winging);
    job_.draft.get(pin).set("angle", put(3));
    addCoordinates(joint, ellipsoid, {0, 1, 2}, false);
    if (joint.coordinates.size() > 3) {
        const std::string name = joint.coordinates[3].attribute("name").value();
        coordinates_[name] = {joint.coordinates[3], pin, 0, put(3), true, true};
        job_.draft.get(pin).set("coordinateNames", name);
        values_.imported(joint.coordinates[3], "As the coordinate of a pin joint.", pin);
    }
    return pin;
}

void OsimReader::nameCoordinates(const Joint& joint, ElementId element, const std::vector<int>& indices) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < indices.size() && i < joint.coordinates.size(); ++i) {
        if (indices[i] < 0) continue;
        names.resize(std::max(names.size(), std::size_t(indices[i]) + 1));
        names[std::size_t(indices[i])] = joint.coordinates[i].attribute("name").value();
    }
    std::string all;
    for (const std::string& name : names) all += (&name == &names.front() ? "" : "; ") + name;
    if (!all.empty()) job_.draft.get(element).set("coordinateNames", all);
}

void OsimReader::addCoordinates(const Joint& joint, ElementId element, const std::vector<int>& indices, bool isSimple) {
    nameCoordinates(joint, element, indices);
    std::size_t present = 0, locked = 0;
    for (std::size_t i = 0; i < indices.size() && i < joint.coordinates.size(); ++i)
        if (indices[i] >= 0) {
            ++present;
            locked += joint.isLocked(i);
        }
    const bool isWholeLocked = present > 0 && locked == present;
    if (isWholeLocked) job_.draft.get(element).set("locked", std::string("position"));
    for (std::size_t i = 0; i < indices.size() && i < joint.coordinates.size(); ++i) {
        if (indices[i] < 0) continue;
        const pugi::xml_node node = joint.coordinates[i];
        const std::string name = node.attribute("name").value();
        const std::string motion = wordOf(node.child("motion_type"));
        const std::string& type = job_.draft.get(element).type;
        Coordinate coordinate{node,    element, indices[i], joint.valueOf(i, values_), motion != "translational",
                              isSimple};
        if (type == "slider" || (type == "planar" && indices[i] > 0) || (type == "bushing" && indices[i] > 2))
            coordinate.isAngle = false;
        coordinates_.try_emplace(name, coordinate);
        const bool hasRange = !wordOf(node.child("range")).empty();
        values_.imported(node,
                         "As coordinate " + std::to_string(indices[i]) + " of its joint." +
                             (hasRange ? " Its range limits what may be entered in OpenSim, not the motion." : ""),
                         element);
        if (joint.isLocked(i) && !isWholeLocked) {
            if (!isSimple) {
                values_.leftOut(node.child("locked"), "Only a joint with angles can have one of them locked.", element);
                continue;
            }
            Element held = Element::draft("constraint", "constantCoordinate", name + " locked");
            held.set("coordinate", std::int64_t{indices[i]}).set("position", coordinate.value);
            held.plug("joint", element);
            values_.imported(node.child("locked"), "As a constant coordinate.", job_.draft.add(std::move(held)));
        }
        if (flag(node, "prescribed", false) && isSimple) {
            auto function = readOsimFunction(values_, findOsimFunction(node.child("prescribed_function")), true);
            if (!function) continue;
            function->name = name + " function";
            Element prescribed = Element::draft("constraint", "prescribedMotion", name + " prescribed");
            prescribed.set("coordinate", std::int64_t{indices[i]});
            prescribed.plug("joint", element).plug("function", job_.draft.add(std::move(*function)));
            values_.imported(node.child("prescribed_function"), "As a prescribed coordinate.",
                             job_.draft.add(std::move(prescribed)));
        }
    }
}

void OsimReader::connectFreeBodies() {
    for (std::size_t i = 1; i < bodies_.size(); ++i) {
        if (bodies_[i].isCarried) continue;
        const ElementId joint =
            job_.draft.addJoint("free", bodies_[i].name + " to Ground", {}, bodies_[i].element, {}, {});
        values_.approximated(bodies_[i].node, "No joint carries it: it floats.", joint);
    }
}

void OsimReader::setStart(Coordinate& coordinate, Real value) {
    Element& joint = job_.draft.get(coordinate.joint);
    if (joint.type == "functionBased")
        setInitial(joint,
                   (coordinate.index < 3 ? "values." : "moreValues.") + std::string(1, "xyz"[coordinate.index % 3]),
                   value);
    else if (joint.type == "pin" || joint.type == "slider")
        setInitial(joint, joint.type == "pin" ? "angle" : "position", value);
    else
        return;
    coordinate.value = value;
}

OsimReader::Coordinate* OsimReader::findCoordinate(const std::string& path) {
    const auto found = coordinates_.find(path.substr(path.find_last_of('/') + 1));
    return found == coordinates_.end() ? nullptr : &found->second;
}

const OsimReader::Coordinate* OsimReader::findCoordinate(const std::string& path) const {
    const auto found = coordinates_.find(path.substr(path.find_last_of('/') + 1));
    return found == coordinates_.end() ? nullptr : &found->second;
}

}  // namespace trammel
