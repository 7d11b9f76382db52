// SPDX-License-Identifier: Apache-2.0
// Equalities, tendons, actuators and options of an MJCF model.
#include <algorithm>
#include <set>

#include "document/value_text.h"
#include "import/mjcf/mjcf_reader.h"

namespace trammel {

namespace {

/// Via points that a cable has at most.
constexpr std::size_t mostViaPoints = 24;

/// The coefficients of p(x - shift) for p = Σ a_i x^i, lowest power first.
std::vector<Real> shifted(const std::vector<Real>& a, Real shift) {
    std::vector<Real> out(a.size(), 0);
    // Horner: out = out (x - shift) + a_i.
    for (std::size_t i = a.size(); i-- > 0;) {
        for (std::size_t k = out.size(); k-- > 0;) out[k] = (k > 0 ? out[k - 1] : 0) - shift * out[k];
        out[0] += a[i];
    }
    return out;
}

}  // namespace

std::optional<MjcfReader::Place> MjcfReader::findPlace(const MjcfPart& part, const char* bodyKey,
                                                       const char* siteKey) const {
    if (const std::string site = part.text(siteKey); !site.empty()) {
        const auto found = sites_.find(site);
        return found == sites_.end() ? std::nullopt : std::optional(found->second);
    }
    const std::string name = part.text(bodyKey);
    const auto found = bodyByName_.find(name.empty() ? "world" : name);
    return found == bodyByName_.end() ? std::nullopt : std::optional(Place{found->second, {}});
}

void MjcfReader::readEqualities() {
    for (const MjcfPart& part : model_.section("equality")) {
        model_.applyDefaults(part, "equality", {});
        if (part.is("connect") || part.is("weld"))
            readConnect(part, part.is("weld"));
        else if (part.is("joint"))
            readJointEquality(part);
        else
            part.values().leftOut(part.node, "It has no counterpart.");
    }
}

void MjcfReader::readConnect(const MjcfPart& part, bool isWeld) {
    const XmlValues& values = part.values();
    const bool usesSites = part.node.attribute("site1");
    const auto a = findPlace(part, "body1", "site1"), b = findPlace(part, "body2", "site2");
    if (!a || !b || a->body == b->body) return values.leftOut(part.node, "One of its bodies or sites does not exist.");
    const Body &one = bodies_[a->body], &two = bodies_[b->body];
    Transform X_1 = a->X, X_2 = b->X;
    if (!usesSites && !isWeld) {
        X_1 = Transform(Vec3(referenceIn(a->body) * values.vec3(part.node, "anchor", Vec3(0.))));
        X_2 = Transform(two.X_G.invert() * (one.X_G * X_1.p()));
    } else if (!usesSites) {
        // The pose of the second body in the first: as given, else as it is at the reference.
        Transform X_12 = one.X_G.invert() * two.X_G;
        if (const auto pose = values.reals(part.node, "relpose", 7)) {
            const auto& x = *pose;
            const Vec4 q(x[3], x[4], x[5], x[6]);
            if (q.norm() > 0) X_12 = Transform(Rotation::fromQuaternion(q), Vec3(x[0], x[1], x[2]));
        }
        X_1 = X_12;
        X_2 = {};
    }
    std::string name = part.name();
    if (name.empty()) name = std::string(part.node.name()) + " " + one.name + " - " + two.name;
    const ElementId id =
        job_.draft.addBetween("constraint", isWeld ? "weld" : "ball", name, one.element, X_1, two.element, X_2, isWeld);
    if (part.text("active") == "false") job_.draft.get(id).set("enabled", false);
    values.takenOver(part.node, isWeld ? "As a weld of two frames." : "As a ball between two points.", id);
}

void MjcfReader::readJointEquality(const MjcfPart& part) {
    const XmlValues& values = part.values();
    const auto follower = joints_.find(part.text("joint1")), leader = joints_.find(part.text("joint2"));
    if (follower == joints_.end() || !follower->second.hasOneCoordinate())
        return values.leftOut(part.node, "Its first joint does not exist or has several coordinates.");
    std::vector<Real> a = values.reals(part.node, "polycoef").value_or(std::vector<Real>{0, 1, 0, 0, 0});
    const std::string name =
        part.name().empty() ? part.text("joint1") + " follows " + part.text("joint2") : part.name();
    const bool enabled = part.text("active") != "false";
    if (!part.node.attribute("joint2")) {
        Element fixed = Element::draft("constraint", "constantCoordinate",
                                       part.name().empty() ? part.text("joint1") + " is held" : part.name());
        fixed.set("position", follower->second.reference + (a.empty() ? 0 : a[0])).set("enabled", enabled);
        fixed.plug("joint", follower->second.element);
        return values.takenOver(part.node, "As a coordinate with a constant value.", job_.draft.add(std::move(fixed)));
    }
    if (leader == joints_.end() || !leader->second.hasOneCoordinate())
        return values.leftOut(part.node, "Its second joint does not exist or has several coordinates.");
    // joint1 - ref1 = Σ a_i (joint2 - ref2)^i
    a = shifted(a, leader->second.reference);
    if (!a.empty()) a[0] += follower->second.reference;
    while (a.size() > 2 && a.back() == 0) a.pop_back();
    while (a.size() < 2) a.push_back(0);
    std::string coefficients;
    for (auto it = a.rbegin(); it != a.rend(); ++it)
        coefficients += (coefficients.empty() ? "" : " ") + numberText(*it);
    Element function = Element::draft("function", "polynomial", name + " function");
    function.set("coefficients", coefficients);
    const ElementId polynomial = job_.draft.add(std::move(function));
    Element coupler = Element::draft("constraint", "coordinateCoupler", name);
    coupler.plug("joint1", leader->second.element)
        .plug("joint2", follower->second.element)
        .plug("function", polynomial);
    coupler.set("enabled", enabled);
    values.takenOver(part.node, "As a coordinate coupler.", job_.draft.add(std::move(coupler)));
}

void MjcfReader::readTendons() {
    for (const MjcfPart& part : model_.section("tendon")) {
        model_.applyDefaults(part, "tendon", {});
        const XmlValues& values = part.values();
        if (!part.is("spatial")) {
            values.leftOut(part.node, "Tendons along joint coordinates have no counterpart.");
            continue;
        }
        std::vector<Place> path;
        bool wraps = false, broken = false;
        for (const MjcfPart& point : model_.children(part)) {
            const auto site = sites_.find(point.text("site"));
            if (point.is("site") && site != sites_.end())
                path.push_back(site->second);
            else if (point.is("geom"))
                wraps = true;
            else
                broken = true;
        }
        if (broken || path.size() < 2 || path.size() > mostViaPoints + 2) {
            values.leftOut(part.node, broken
                                          ? "It has pulleys, or sites that do not exist."
                                          : "A cable runs over 2 to " + std::to_string(mostViaPoints + 2) + " sites.");
            continue;
        }
        Real length = 0;
        const auto place_G = [&](const Place& place) { return bodies_[place.body].X_G * place.X.p(); };
        for (std::size_t i = 1; i < path.size(); ++i) length += Vec3(place_G(path[i]) - place_G(path[i - 1])).norm();
        Element cable = Element::draft("force", "cable", part.name().empty() ? "tendon" : part.name());
        cable.set("point1", path.front().X.p()).set("point2", path.back().X.p());
        cable.plug("body1", bodies_[path.front().body].element).plug("body2", bodies_[path.back().body].element);
        cable.set("viaPoints", std::int64_t(path.size() - 2));
        for (std::size_t i = 1; i + 1 < path.size(); ++i) {
            cable.set("via" + std::to_string(i), path[i].X.p());
            cable.plug("via" + std::to_string(i) + "Body", bodies_[path[i].body].element);
        }
        const Real stiffness = std::max(0., values.real(part.node, "stiffness", 0));
        const auto rest = values.reals(part.node, "springlength");
        const Real slack = rest && !rest->empty() && rest->back() >= 0 ? rest->back() : length;
        cable.set("stiffness", stiffness).set("slackLength", slack).set("dissipation", 0.);
        const ElementId id = job_.draft.add(std::move(cable));
        values.approximated(
            part.node,
            std::string("As a cable over its sites.") +
                (stiffness == 0 ? " It has no stiffness, so it pulls nothing." : " It pulls, but does not push.") +
                (wraps ? " It does not wrap around geoms." : ""),
            id);
    }
}

void MjcfReader::readActuators() {
    for (const MjcfPart& part : model_.section("actuator")) {
        const std::string kind = part.node.name();
        model_.applyDefaults(part, kind, {});
        const XmlValues& values = part.values();
        const auto joint = joints_.find(part.text("joint"));
        static const std::set<std::string> known{"motor", "general", "position", "velocity", "damper"};
        if (joint == joints_.end() || !joint->second.hasOneCoordinate() || !known.contains(kind)) {
            values.leftOut(part.node, joint == joints_.end() ? "Only actuators on joints have a counterpart."
                                                             : "Actuators of this kind have no counterpart.");
            continue;
        }
        const auto gears = values.reals(part.node, "gear");
        const Real gear = gears && !gears->empty() ? gears->front() : 1;
        const std::string name = part.name().empty() ? part.text("joint") + " " + kind : part.name();
        const auto add = [&](const char* type) -> Element& {
            Element force = Element::draft("force", type, name);
            force.plug("joint", joint->second.element);
            return job_.draft.get(job_.draft.add(std::move(force)));
        };
        if (kind == "motor" || kind == "general") {
            Element& force = add("mobilityDiscreteForce").set("force", 0.);
            const bool hasBias = kind == "general" && !part.text("biastype").empty() && part.text("biastype") != "none";
            values.approximated(part.node,
                                hasBias ? "As a joint force of zero; its bias does not act."
                                        : "As a joint force of zero: its control is not in the file.",
                                force.id);
        } else if (kind == "position") {
            const Real kp = values.real(part.node, "kp", 1), kv = values.real(part.node, "kv", 0);
            Element& spring =
                add("mobilitySpring").set("stiffness", std::max(0., kp * gear * gear)).set("restValue", 0.);
            values.approximated(part.node, "As a spring toward a control of zero.", spring.id);
            if (kv > 0) add("mobilityDamper").set("damping", kv * gear * gear);
        } else {
            const Real kv = values.real(part.node, "kv", 1);
            Element& damper = add("mobilityDamper").set("damping", std::max(0., kv * gear * gear));
            if (kind == "damper") {
                job_.draft.get(damper.id).set("damping", 0.);
                values.leftOut(part.node, "A damper that is controlled does nothing at a control of zero.", damper.id);
            } else {
                values.approximated(part.node, "As a damper toward a control of zero.", damper.id);
            }
        }
    }
}

void MjcfReader::readOptions() {
    Vec3 gravity(0, 0, -9.81);
    MjcfPart from = model_.root();
    bool isOff = false;
    for (const MjcfPart& part : model_.children(model_.root())) {
        if (!part.is("option")) continue;
        from = part;
        gravity = part.values().vec3(part.node, "gravity", gravity);
        for (const MjcfPart& flag : model_.children(part))
            if (flag.text("gravity") == "disable") isOff = true;
        for (const char* key : {"wind", "density", "viscosity", "magnetic"})
            if (const auto x = part.values().reals(part.node, key);
                x && std::ranges::any_of(*x, [](Real v) { return v != 0; }) && std::string_view(key) != "magnetic")
                part.values().leftOut(part.node, std::string("Its ") + key + " does not act: there is no medium.");
    }
    if (isOff) gravity = Vec3(0.);
    const ElementId id = job_.draft.addGravity(gravity);
    if (id.isValid())
        from.values().takenOver(from.node, "Gravity as it says, 9.81 m/s² along -z where it says none.", id);
}

void MjcfReader::tellRest() {
    static const std::set<std::string> known{"compiler", "default",  "worldbody", "asset",  "equality",
                                             "tendon",   "actuator", "option",    "include"};
    for (const MjcfPart& part : model_.children(model_.root()))
        if (!known.contains(part.node.name())) part.values().leftOut(part.node, "It has no counterpart.");
}

}  // namespace trammel
