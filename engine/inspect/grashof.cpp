// SPDX-License-Identifier: Apache-2.0
#include "inspect/grashof.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "compile/catalog.h"
#include "compile/place.h"

namespace trammel {

namespace {

/// A pivot between two bodies.
struct Pivot {
    ElementId first, second;
    Vec3 position_G;
};

/// The pivots of a model if all its joints and constraints are pivots; empty otherwise.
std::vector<Pivot> findPivots(const CompiledModel& model) {
    const Document& document = model.getDocument();
    std::vector<Pivot> pivots;
    const auto add = [&](const Element& e, const char* first, const char* second, const char* property) {
        const TypeDescriptor& type = typeOf(e);
        const Place place{e.reference(first), e.valueAs<std::string>(type, std::string(property) + "Anchor"),
                          e.valueAs<Vec3>(type, property)};
        pivots.push_back(
            {e.reference(first), e.reference(second), calcPosition(model, model.getInitialState(), place)});
    };
    for (ElementId id : document.elementsOf("joint")) {
        if (!hasRole(document.get(id), TypeRole::Revolute)) return {};
        add(document.get(id), "parent", "child", "parentPoint");
    }
    for (ElementId id : document.elementsOf("constraint")) {
        if (!isPlanarPivot(document.get(id))) return {};
        add(document.get(id), "body1", "body2", "point1");
    }
    return pivots;
}

}  // namespace

std::string describeGrashof(const CompiledModel& model) {
    const MobilityReport& mobility = model.getMobility();
    if (!model.getAssembly().assembled || mobility.degreesOfFreedom != 1 || mobility.loops != 1) return {};
    std::vector<Pivot> pivots = findPivots(model);
    if (pivots.size() != 4) return {};

    // Around the loop from Ground: sides[i] is the body between two consecutive pivots.
    struct Side {
        ElementId body;
        Real length;
    };
    std::array<Side, 4> sides;
    ElementId body;
    auto pivot = std::find_if(pivots.begin(), pivots.end(),
                              [](const Pivot& p) { return !p.first.isValid() || !p.second.isValid(); });
    if (pivot == pivots.end()) return {};
    const Vec3 first = pivot->position_G;
    Vec3 last = first;
    const auto joint = model.getDocument().elementsOf("joint");
    const Vec3 axis = model.findJointFrame(*joint.begin(), model.getInitialState()).value_or(Transform()).R().z();
    const auto distance = [&axis](const Vec3& a, const Vec3& b) {
        const Vec3 d = b - a;
        return Vec3(d - axis * axis.dot(d)).norm();
    };
    for (int i = 0; i < 3; ++i) {
        body = pivot->first == body ? pivot->second : pivot->first;
        last = pivot->position_G;
        pivots.erase(pivot);
        pivot = std::find_if(pivots.begin(), pivots.end(),
                             [&](const Pivot& p) { return p.first == body || p.second == body; });
        if (pivot == pivots.end() || !body.isValid()) return {};
        sides[std::size_t(i) + 1] = {body, distance(last, pivot->position_G)};
    }
    sides[0] = {ElementId{}, distance(first, pivot->position_G)};

    const auto shorter = [](const Side& a, const Side& b) { return a.length < b.length; };
    const auto shortest = std::min_element(sides.begin(), sides.end(), shorter);
    const auto longest = std::max_element(sides.begin(), sides.end(), shorter);
    Real sum = 0;
    for (const Side& side : sides) sum += side.length;
    const Real excess = 2 * (shortest->length + longest->length) - sum;
    constexpr Real rounding = 1e-6;
    if (std::abs(excess) <= rounding * sum)
        return "change point: its links can become collinear, where the assembly branch is undetermined";
    if (excess > 0) return "triple rocker: no link turns fully";
    const auto name = [&](const Side& side) { return model.getDocument().get(side.body).name; };
    switch (shortest - sides.begin()) {
        case 0: return "double crank: " + name(sides[1]) + " and " + name(sides[3]) + " turn fully";
        case 2: return "double rocker: only " + name(*shortest) + " turns fully";
        default: return "crank-rocker: " + name(*shortest) + " turns fully";
    }
}

}  // namespace trammel
