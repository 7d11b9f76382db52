// SPDX-License-Identifier: Apache-2.0
// Loops of pins with one side that is longer than all others together.
#include <algorithm>

#include "compile/compiler.h"
#include "compile/loop_closure.h"
#include "compile/pose_checks.h"

namespace trammel {

namespace {

/// Where a body is held in the loop, in its own frame, and the axis there.
struct Hold {
    ElementId body;
    Vec3 station{0.}, axis{0, 0, 1};
};

std::pair<Hold, Hold> holdsOf(const Document& document, const Element& pin) {
    const auto [X_PF, X_BM] = calcJointFrames(document, pin);
    return {{pin.reference("parent"), X_PF.p(), X_PF.R().z()}, {pin.reference("child"), X_BM.p(), X_BM.R().z()}};
}

/// From the body where the loop begins to the closure: each pin's hold on the one before and on the one after it.
bool appendSide(const Document& document, const std::vector<ElementId>& joints, std::vector<Hold>& holds) {
    for (const ElementId id : joints) {
        const Element& joint = document.get(id);
        if (joint.type != "pin") return false;
        const auto [parent, child] = holdsOf(document, joint);
        holds.push_back(parent);
        holds.push_back(child);
    }
    return true;
}

LoopShortage::Side sideBetween(const Hold& a, const Hold& b) {
    const Vec3 way = b.station - a.station;
    return {a.body, Vec3(way - a.axis * a.axis.dot(way)).norm()};
}

}  // namespace

std::optional<LoopShortage> findShortage(const CompiledModel& model, const State& s, ElementId closure) {
    const Document& document = model.getDocument();
    const LoopSides sides = findLoop(model, closure);
    const auto meeting = sides.first.empty() && sides.second.empty() ? std::nullopt : findMeeting(model, s, closure);
    // A rod, say, keeps its two points apart.
    const std::string& type = document.get(closure).type;
    if (!meeting || (type != "pin" && type != "pointOnLine" && type != "ball")) return std::nullopt;
    // Holds come in pairs about each pin; between one pair and the next lies a body.
    std::vector<Hold> first, second;
    if (!appendSide(document, sides.first, first) || !appendSide(document, sides.second, second)) return std::nullopt;
    const auto end = [&](const Place& place) {
        return Hold{place.body, calcStation(document, place),
                    Vec3(model.calcBodyPose(place.body, s).R().transpose() * meeting->axis_G)};
    };
    first.push_back(end(meeting->first));
    second.push_back(end(meeting->second));
    std::vector<LoopShortage::Side> all{sideBetween(first.front(), second.front())};
    for (const std::vector<Hold>& holds : {first, second})
        for (std::size_t i = 1; i + 1 < holds.size(); i += 2) all.push_back(sideBetween(holds[i], holds[i + 1]));

    const auto longest = std::ranges::max_element(all, {}, &LoopShortage::Side::length);
    Real sum = 0;
    for (const LoopShortage::Side& side : all) sum += side.length;
    const Real missing = 2 * longest->length - sum;
    constexpr Real rounding = 1e-9;
    if (missing <= rounding) return std::nullopt;
    LoopShortage shortage;
    const bool beginsFirst = sides.first.size() >= sides.second.size();
    const std::vector<ElementId>&begin = beginsFirst ? sides.first : sides.second,
          &rest = beginsFirst ? sides.second : sides.first;
    shortage.pins = begin;
    shortage.pins.push_back(closure);
    shortage.pins.insert(shortage.pins.end(), rest.rbegin(), rest.rend());
    for (auto side = all.begin(); side != all.end(); ++side) {
        side->bound = side->length + (side == longest ? -missing : missing);
        if (side == longest)
            shortage.longest = *side;
        else
            shortage.others.push_back(*side);
    }
    return shortage;
}

}  // namespace trammel
