// SPDX-License-Identifier: Apache-2.0
// Equalities and options of an MJCF model.
#include <algorithm>
#include <set>

#include "document/value_text.h"
#include "import/mjcf/mjcf_reader.h"

namespace trammel {

namespace {

/// The keyframe that our exporter writes.
constexpr const char* exportedKeyframe = "initial";

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
        else if (part.is("tendon"))
            tendonEqualities_.push_back(part);
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
    values.imported(part.node, isWeld ? "As a weld of two frames." : "As a ball between two points.", id);
}

void MjcfReader::readJointEquality(const MjcfPart& part) {
    const XmlValues& values = part.values();
    const auto follower = joints_.find(part.text("joint1")), leader = joints_.find(part.text("joint2"));
    if (follower == joints_.end() || !follower->second.hasOneCoordinate())
        return values.leftOut(part.node, "Its first joint does not exist or has several coordinates.");
    std::vector<Real> a = values.reals(part.node, "polycoef").value_or(std::vector<Real>{0, 1, 0, 0, 0});
    // MuJoCo has a quartic at most; shifting takes the square of their number.
    constexpr std::size_t coefficientsOfQuartic = 5;
    if (a.size() > coefficientsOfQuartic) a.resize(coefficientsOfQuartic);
    const std::string name =
        part.name().empty() ? part.text("joint1") + " follows " + part.text("joint2") : part.name();
    const bool enabled = part.text("active") != "false";
    if (!part.node.attribute("joint2")) {
        Element fixed = Element::draft("constraint", "constantCoordinate",
                                       part.name().empty() ? part.text("joint1") + " is held" : part.name());
        fixed.set("position", follower->second.reference + (a.empty() ? 0 : a[0])).set("enabled", enabled);
        fixed.plug("joint", follower->second.element);
        return values.imported(part.node, "As a coordinate with a constant value.", job_.draft.add(std::move(fixed)));
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
    values.imported(part.node, "As a coordinate coupler.", job_.draft.add(std::move(coupler)));
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
    if (id.isValid()) from.values().imported(from.node, "Gravity of the model, or 9.81 m/s² along -z by default.", id);
}

void MjcfReader::readStart() {
    const bool first = job_.choice("start") == "keyframe";
    const auto sizeOf = [](const Joint& joint) -> std::size_t {
        return joint.hasOneCoordinate() ? 1 : joint.type == "free" ? 7 : 4;
    };
    std::size_t count = 0;
    for (const Joint& joint : jointOrder_) count += sizeOf(joint);
    bool found = false;
    for (const MjcfPart& part : model_.section("keyframe")) {
        const XmlValues& values = part.values();
        if (found || (!first && part.name() != exportedKeyframe)) {
            values.leftOut(part.node, "The model starts from another keyframe or pose.");
            continue;
        }
        const auto q = values.reals(part.node, "qpos");
        if (!q || q->size() != count) {
            if (q) values.leftOut(part.node, "Its qpos does not have a number for each coordinate.");
            continue;
        }
        found = true;
        std::size_t at = 0;
        for (const Joint& joint : jointOrder_) {
            Element& element = job_.draft.get(joint.element);
            const Real* x = q->data() + at;
            at += sizeOf(joint);
            if (joint.hasOneCoordinate()) {
                element.set(joint.type == "hinge" ? "angle" : "position", x[0]);
                continue;
            }
            if (joint.type == "free") {
                element.set("position", Vec3(x[0], x[1], x[2]));
                x += 3;
            }
            const Vec4 turn(x[0], x[1], x[2], x[3]);
            if (turn.norm() > 0) element.set("orientation", anglesOf(Rotation::fromQuaternion(turn)));
        }
        values.imported(part.node, "As the initial coordinates.");
    }
}

void MjcfReader::reportRest() {
    static const std::set<std::string> known{"compiler", "default", "worldbody", "asset",    "equality", "tendon",
                                             "actuator", "option",  "include",   "keyframe", "contact"};
    for (const MjcfPart& part : model_.children(model_.root()))
        if (!known.contains(part.node.name())) part.values().leftOut(part.node, "It has no counterpart.");
}

}  // namespace trammel
