// SPDX-License-Identifier: Apache-2.0
#include "import/mjcf/mjcf_contacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "import/import_limits.h"
#include "import/shape_geometry.h"

namespace trammel {

namespace {

/// More masks of one body are joined into one; with more kinds of masks in a model all of its bodies touch.
constexpr std::size_t mostMasks = 16, mostKinds = 1000;

using BodyPair = std::pair<std::size_t, std::size_t>;

BodyPair pairOf(std::size_t a, std::size_t b) { return std::minmax(a, b); }

}  // namespace

bool MjcfContacts::collide(const Masks& a, const Masks& b) {
    return std::ranges::any_of(a, [&](const auto& x) {
        return std::ranges::any_of(
            b, [&](const auto& y) { return (x.first & y.second) != 0 || (y.first & x.second) != 0; });
    });
}

bool MjcfContacts::isKeptApartByJoints(std::size_t a, std::size_t b) const {
    if (bodies_[a].carrier == 0 && bodies_[b].carrier == 0) return true;
    const auto isChildOf = [&](std::size_t child, std::size_t parent) {
        return parent != 0 && bodies_[child].parent == parent;
    };
    return isChildOf(a, b) || isChildOf(b, a);
}

void MjcfContacts::keepRigidPartsApart(BodyPairs& apart) const {
    // As MuJoCo does: parts of one rigid unit, and of units that a joint connects.
    std::map<std::size_t, std::vector<std::size_t>> units;
    for (const auto& [body, masks] : masks_) units[bodies_[body].carrier].push_back(body);
    for (const auto& [carrier, members] : units) {
        if (carrier == 0) continue;
        std::vector<std::size_t> others = members;
        const std::size_t outer = bodies_[bodies_[carrier].parent].carrier;
        if (const auto unit = units.find(outer); outer != 0 && unit != units.end())
            others.insert(others.end(), unit->second.begin(), unit->second.end());
        for (const std::size_t a : members)
            for (const std::size_t b : others) {
                if (apart.size() >= importLimits.pairsApart) return;
                if (a != b && !isKeptApartByJoints(a, b)) apart.insert(pairOf(a, b));
            }
    }
}

void MjcfContacts::readExclusions(BodyPairs& apart) {
    for (const MjcfPart& part : model_.section("contact")) {
        if (part.is("pair")) continue;
        const auto first = bodyByName_.find(part.text("body1")), second = bodyByName_.find(part.text("body2"));
        if (!part.is("exclude")) {
            part.values().leftOut(part.node, "It has no counterpart.");
        } else if (first == bodyByName_.end() || second == bodyByName_.end()) {
            part.values().leftOut(part.node, "One of its bodies does not exist.");
        } else {
            part.values().imported(part.node, "Its bodies do not touch each other.", bodies_[first->second].element);
            if (first->second != second->second) apart.insert(pairOf(first->second, second->second));
        }
    }
}

void MjcfContacts::groupByMasks(BodyPairs& apart) {
    std::map<Masks, std::vector<std::size_t>> kinds;
    for (const auto& [body, masks] : masks_) kinds[masks].push_back(body);
    if (kinds.size() > mostKinds)
        return model_.root().values().leftOut(model_.root().node, "There are too many different masks of geoms.");
    for (const auto& [masks, bodies] : kinds) {
        std::vector<ElementId> members;
        for (const std::size_t body : bodies)
            if (bodies_[body].element.isValid()) members.push_back(bodies_[body].element);
        if (members.size() > 1 && !collide(masks, masks))
            job_.draft.addContactGroup(bodies_[bodies.back()].name + " and others", members);
    }
    for (auto a = kinds.begin(); a != kinds.end(); ++a)
        for (auto b = std::next(a); b != kinds.end(); ++b) {
            if (collide(a->first, b->first)) continue;
            for (const std::size_t i : a->second)
                for (const std::size_t j : b->second) {
                    if (apart.size() >= importLimits.pairsApart) return;
                    if (!isKeptApartByJoints(i, j)) apart.insert(pairOf(i, j));
                }
        }
}

bool MjcfContacts::anyMayTouch(const BodyPairs& apart) const {
    std::map<Masks, std::vector<std::size_t>> moving, all;
    for (const auto& [body, masks] : masks_) {
        all[masks].push_back(body);
        if (bodies_[body].carrier != 0) moving[masks].push_back(body);
    }
    if (all.size() > mostKinds) return true;
    for (const auto& [masks, bodies] : moving)
        for (const auto& [otherMasks, others] : all) {
            if (!collide(masks, otherMasks)) continue;
            // Few pairs are kept apart: one that touches is soon found.
            for (const std::size_t i : bodies)
                for (const std::size_t j : others)
                    if (i != j && !isKeptApartByJoints(i, j) && !apart.contains(pairOf(i, j))) return true;
        }
    return false;
}

void MjcfContacts::addGeom(const MjcfPart& part, std::size_t body, ElementId shape, bool isTouching) {
    if (isTouching) {
        Masks& masks = masks_[body];
        masks.emplace(part.node.attribute("contype").as_int(1), part.node.attribute("conaffinity").as_int(1));
        if (masks.size() > mostMasks) {
            std::pair<std::uint32_t, std::uint32_t> all;
            for (const auto& [type, affinity] : masks) all = {all.first | type, all.second | affinity};
            masks = {all};
        }
    } else {
        job_.draft.get(shape).set("touches", false);
    }
    if (!part.name().empty()) geoms_.try_emplace(part.name(), Geom{body, shape});
}

void MjcfContacts::addInside(std::size_t body, const std::string& type, const Transform& X_BG,
                             const std::vector<Real>& size, const Solid& solid) {
    if (type == "mesh") {
        if (const auto inside = innerCapsuleOf(body, solid.placed(X_BG), bodies_[body].X_G))
            insides_.push_back(*inside);
        return;
    }
    Vec3 half(0.);
    if (type == "box") {
        half = Vec3(size[0], size[1], size[2]);
    } else if (type == "ellipsoid") {
        half = Vec3(std::min({size[0], size[1], size[2]}));
    } else {
        half = Vec3(size[0], size[0], type == "sphere" ? size[0] : size[1] + (type == "capsule" ? size[0] : 0));
    }
    const Real radius = half.minCoeff();
    int axis = 0;
    half.maxCoeff(&axis);
    Vec3 end(0.);
    end[axis] = half[axis] - radius;
    const Transform X_G = bodies_[body].X_G * X_BG;
    insides_.push_back({body, Vec3(X_G * end), Vec3(X_G * Vec3(-end)), radius});
}

void MjcfContacts::sizeEndlessPlanes() {
    Vec3 low(Infinity), high(-Infinity);
    for (const InnerCapsule& inside : insides_)
        for (const Vec3& end : {inside.a, inside.b}) {
            low = low.cwiseMin(end - Vec3(inside.radius));
            high = high.cwiseMax(end + Vec3(inside.radius));
        }
    const Real size = insides_.empty() ? 0 : Vec3(high - low).maxCoeff();
    if (!(size > 0) || !std::isfinite(size)) return;
    for (const ElementId plane : endlessPlanes_) setDrawnSize(job_.draft, plane, size);
}

void MjcfContacts::keepOverlapsApart(BodyPairs& apart) const {
    forEachNearPair(insides_, [&](const InnerCapsule& one, const InnerCapsule& two) {
        // Deeper than half the thickness of the thinner one.
        if ((bodies_[one.body].carrier == 0 && bodies_[two.body].carrier == 0) ||
            !(distanceOfSegments(one, two) < std::max(one.radius, two.radius)) ||
            isKeptApartByJoints(one.body, two.body))
            return !job_.isCanceled();
        if (apart.size() >= importLimits.pairsApart) return false;
        apart.insert(pairOf(one.body, two.body));
        return !job_.isCanceled();
    });
}

void MjcfContacts::readPair(const MjcfPart& part, BodyPairs& apart) {
    const XmlValues& values = part.values();
    const auto first = geoms_.find(part.text("geom1")), second = geoms_.find(part.text("geom2"));
    if (first == geoms_.end() || second == geoms_.end() || first->second.body == second->second.body)
        return values.leftOut(part.node, "One of its geoms does not exist, or both are of one body.");
    const std::size_t a = first->second.body, b = second->second.body;
    for (const ElementId shape : {first->second.shape, second->second.shape})
        job_.draft.get(shape).set("touches", true).set("purpose", std::string("collision"));
    std::string name = part.name();
    if (name.empty()) name = bodies_[a].name + " touches " + bodies_[b].name;
    const ElementId contact = job_.draft.addContactBetween(name, bodies_[a].element, bodies_[b].element, true);
    if (const auto friction = values.reals(part.node, "friction");
        friction && !friction->empty() && friction->front() >= 0)
        job_.draft.get(contact)
            .set("frictionFrom", std::string("numbers"))
            .set("staticFriction", friction->front())
            .set("dynamicFriction", friction->front());
    apart.erase(pairOf(a, b));
    values.approximated(part.node,
                        "As a contact of its bodies, of all of their shapes that touch; elastic, with "
                        "friction, not as soft as in MuJoCo's solver.",
                        contact);
}

void MjcfContacts::read() {
    const bool isWanted = job_.choice("contacts") == "file";
    bool isOff = false;
    std::string kind = "all";
    for (const MjcfPart& part : model_.children(model_.root())) {
        if (!part.is("option")) continue;
        if (const std::string given = part.text("collision"); !given.empty()) kind = given;
        for (const MjcfPart& flag : model_.children(part))
            if (flag.text("contact") == "disable") isOff = true;
    }
    if (!isWanted || isOff) {
        for (const MjcfPart& part : model_.section("contact"))
            part.values().leftOut(part.node,
                                  isOff ? "The file turns contacts off." : "The model is to have no contacts.");
        return;
    }
    BodyPairs apart;
    readExclusions(apart);
    const bool byMasks = kind != "predefined";
    if (byMasks) {
        const std::size_t before = apart.size();
        keepOverlapsApart(apart);
        if (apart.size() > before)
            model_.root().values().approximated(
                model_.root().node, "Pairs of bodies that do not touch, as they are deep in each other at the start: " +
                                        std::to_string(apart.size() - before) + ".");
        keepRigidPartsApart(apart);
        groupByMasks(apart);
        std::erase_if(
            apart, [&](const BodyPair& pair) { return !masks_.contains(pair.first) || !masks_.contains(pair.second); });
    }
    for (const MjcfPart& part : model_.section("contact")) {
        if (!part.is("pair")) continue;
        model_.applyDefaults(part, "pair", {});
        if (kind == "dynamic")
            part.values().leftOut(part.node, "The file turns pairs off.");
        else
            readPair(part, apart);
    }
    if (!byMasks || !anyMayTouch(apart)) return;
    const ElementId all = job_.draft.addContactAmongAll();
    for (const auto& [a, b] : apart)
        job_.draft.addContactBetween(bodies_[a].name + " and " + bodies_[b].name + " apart", bodies_[a].element,
                                     bodies_[b].element, false);
    const MjcfPart& root = model_.root();
    root.values().approximated(root.node,
                               "Its geoms touch by their masks, elastic and with friction; not as soft as in MuJoCo's "
                               "solver.",
                               all);
    if (apart.size() >= importLimits.pairsApart)
        root.values().approximated(root.node, "More pairs touch than its masks allow: too many are kept apart.", all);
    if (std::ranges::any_of(masks_, [](const auto& body) { return body.second.size() > 1; }))
        root.values().approximated(
            root.node, "Where the geoms of a body have different masks, bodies touch with all of their geoms.", all);
}

}  // namespace trammel
