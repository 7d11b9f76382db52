// SPDX-License-Identifier: Apache-2.0
// Loops of pins with one side longer than all others together.
#include <algorithm>
#include <cmath>

#include "compile/catalog.h"
#include "compile/joint_frames.h"
#include "compile/loops.h"
#include "compile/pose_checks.h"

namespace trammel {

namespace {

constexpr Real rounding = 1e-9;

/// Point and axis of a joint on a body of the loop, in the body frame.
struct Hold {
    ElementId body;
    Vec3 station{0.}, axis{0, 0, 1};
};

std::pair<Hold, Hold> holdsOf(const Document& document, const Element& pin) {
    const auto [X_PF, X_BM] = calcJointFrames(document, pin);
    return {{pin.reference("parent"), X_PF.p(), X_PF.R().z()}, {pin.reference("child"), X_BM.p(), X_BM.R().z()}};
}

/// From the start of the loop to the closure: each pin's hold on the previous and on the next body.
bool appendSide(const Document& document, const std::vector<ElementId>& joints, std::vector<Hold>& holds) {
    for (const ElementId id : joints) {
        const Element& joint = document.get(id);
        if (!hasRole(joint, TypeRole::Revolute)) return false;
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

bool isDriven(const Document& document, ElementId body) {
    return std::ranges::any_of(document.elementsOf("motion"), [&](ElementId motor) {
        const Element* const joint = document.find(document.get(motor).reference("joint"));
        if (!joint) return false;
        const ElementId parent = joint->reference("parent"), child = joint->reference("child");
        return (parent == body && !child.isValid()) || (child == body && !parent.isValid());
    });
}

/// Lengths with which the crank of a four-bar turns fully.
///
/// With the crank a along Ground g, or opposite, the other two sides b and c span g + a, or |g - a|:
/// `b + c >= g + a` and `|b - c| <= |g - a|`.
/// @param ring the sides in order around the loop
void appendTurning(const Document& document, const std::vector<LoopShortage::Side>& ring, LoopShortage& shortage) {
    const auto isGround = [](const LoopShortage::Side& side) { return !side.body.isValid(); };
    const auto isPoint = [](const LoopShortage::Side& side) { return side.length <= rounding; };
    if (ring.size() != 4 || std::ranges::count_if(ring, isGround) != 1 || std::ranges::any_of(ring, isPoint)) return;
    const std::size_t ground = std::size_t(std::ranges::find_if(ring, isGround) - ring.begin());
    const auto at = [&](std::size_t steps) -> const LoopShortage::Side& { return ring[(ground + steps) % 4]; };
    const bool first = isDriven(document, at(1).body), last = isDriven(document, at(3).body);
    const bool takesFirst = first != last ? first : at(1).length <= at(3).length;
    const LoopShortage::Side &crank = takesFirst ? at(1) : at(3), &coupler = at(2),
                             &rocker = takesFirst ? at(3) : at(1);
    const Real sum = ring[ground].length + crank.length, difference = std::abs(ring[ground].length - crank.length);
    shortage.crank = crank.body;
    for (const auto& [side, other] : {std::pair(coupler, rocker), std::pair(rocker, coupler)}) {
        const LoopShortage::Turning range{side.body, std::max({sum - other.length, other.length - difference, Real(0)}),
                                          other.length + difference};
        if (range.least < range.most) shortage.turning.push_back(range);
    }
}

}  // namespace

std::optional<LoopShortage> findShortage(const CompiledModel& model, const State& s, ElementId closure) {
    const Document& document = model.getDocument();
    const LoopSides sides = findLoop(model, closure);
    const auto site = sides.first.empty() && sides.second.empty() ? std::nullopt : findClosureSite(model, s, closure);
    // A rod, for example, keeps its two points apart.
    if (!site || !isPlanarPivot(document.get(closure))) return std::nullopt;
    // Holds come in pairs at each pin; a body lies between one pair and the next.
    std::vector<Hold> first, second;
    if (!appendSide(document, sides.first, first) || !appendSide(document, sides.second, second)) return std::nullopt;
    const auto end = [&](const Place& place) {
        return Hold{place.body, calcStation(document, place),
                    Vec3(model.calcBodyPose(place.body, s).R().transpose() * site->axis_G)};
    };
    first.push_back(end(site->first));
    second.push_back(end(site->second));
    std::vector<LoopShortage::Side> all{sideBetween(first.front(), second.front())}, back;
    for (std::size_t i = 1; i + 1 < first.size(); i += 2) all.push_back(sideBetween(first[i], first[i + 1]));
    for (std::size_t i = 1; i + 1 < second.size(); i += 2) back.push_back(sideBetween(second[i], second[i + 1]));
    all.insert(all.end(), back.rbegin(), back.rend());

    const auto longest = std::ranges::max_element(all, {}, &LoopShortage::Side::length);
    Real sum = 0;
    for (const LoopShortage::Side& side : all) sum += side.length;
    const Real missing = 2 * longest->length - sum;
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
    appendTurning(document, all, shortage);
    return shortage;
}

}  // namespace trammel
