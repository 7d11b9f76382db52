// SPDX-License-Identifier: Apache-2.0
#include "authoring/plate_edit.h"

#include <algorithm>
#include <cmath>

#include "authoring/density.h"
#include "authoring/drawn_numbers.h"
#include "authoring/placed_element.h"
#include "compile/appearance.h"
#include "compile/catalog.h"
#include "meta/number_rows.h"

namespace trammel {

namespace {

/// Diameter of a hole relative to the width of the ends.
constexpr Real holePerWidth = 0.4;

/// Differences of drawn coordinates are as round as these: 0.3 instead of 0.30000000000000004.
Real withoutRounding(Real x) {
    constexpr Real resolution = 1e-12;
    return std::round(x / resolution) / (1 / resolution);
}

/// A validated draft: the plate, and where it is.
struct PlatePlan {
    Element plate;
    Transform X_GB;
};

template <class T>
Result<T> refusedPlate(const std::string& why, const std::string& remedy) {
    Result<T> result;
    result.diagnostics.error("Plate", why, remedy);
    return result;
}

Result<PlatePlan> planPlate(const Document& document, const CompiledModel* model, const PlateDraft& draft) {
    if (draft.corners.size() < 2)
        return refusedPlate<PlatePlan>("A plate needs at least two corners.", "Click another point.");
    std::vector<ElementId> joined;
    for (const PlateDraft::Corner& corner : draft.corners) {
        if (!corner.joined) continue;
        const ElementId body = corner.joined->body;
        if (std::ranges::find(joined, body) != joined.end())
            return refusedPlate<PlatePlan>(
                "Two corners are on " + (body.isValid() ? document.get(body).name : std::string("Ground")) + ".",
                "Join only one corner to each body.");
        joined.push_back(body);
    }
    const Vec3 axis = draft.axis_G.normalized();
    const Rotation R_GB = alongAxis(axis);
    const Vec3 origin = draft.corners.front().point_G;
    std::vector<Vec2> points;
    Real size = 0;
    for (const PlateDraft::Corner& corner : draft.corners) {
        const Vec3 p = R_GB.transpose() * Vec3(corner.point_G - origin);
        points.emplace_back(withoutRounding(p[0]), withoutRounding(p[1]));
        size = std::max(size, p.norm());
    }
    const LinkProportions proportions = findLinkProportions(document, size);
    std::vector<std::vector<Real>> outline, holes;
    for (std::size_t i = 0; i < points.size(); ++i) {
        outline.push_back({points[i][0], points[i][1]});
        if (draft.corners[i].hasHole)
            holes.push_back({points[i][0], points[i][1], roundSize(holePerWidth * proportions.width)});
    }
    PlatePlan plan;
    plan.plate = draftOf(TypeRole::Plate, "Plate")
                     .set("outline", writeRows(outline))
                     .set("holes", writeRows(holes))
                     .set("border", proportions.width / 2)
                     .set("thickness", proportions.thickness)
                     .set("color", proportions.color);
    plan.plate.setFormula("mass", steelMass(plan.plate));
    Diagnostics problems;
    checkBody(plan.plate, problems);
    Result<PlatePlan> result;
    result.diagnostics = problems;
    if (problems.hasErrors()) return result;
    // In the plane of the first joined corner, one layer above a body.
    Vec3 position = origin;
    const auto first =
        std::ranges::find_if(draft.corners, [](const auto& corner) { return corner.joined.has_value(); });
    if (first != draft.corners.end()) {
        const Vec3 at = calcPosition(*model, model->getInitialState(), *first->joined);
        const Real above = first->joined->body.isValid() ? proportions.layer() : 0;
        position += (axis.dot(Vec3(at - origin)) + above) * axis;
    }
    plan.X_GB = Transform(R_GB, withoutNoise(position));
    result.value = std::move(plan);
    return result;
}

}  // namespace

Result<std::vector<DecorativeGeometry>> drawPlate(const Document& document, const CompiledModelPtr& current,
                                                  const PlateDraft& draft) {
    Result<std::vector<DecorativeGeometry>> drawn;
    const Result<PlatePlan> plan = planPlate(document, current.get(), draft);
    drawn.diagnostics = plan.diagnostics;
    if (!plan) return drawn;
    drawn.value = calcOwnGeometry(plan->plate);
    for (DecorativeGeometry& g : *drawn) g.setTransform(plan->X_GB * g.getTransform());
    return drawn;
}

Result<PlateEdit> addPlate(const Document& document, const CompiledModelPtr& current, const PlateDraft& draft) {
    Result<PlateEdit> result;
    const Result<PlatePlan> plan = planPlate(document, current.get(), draft);
    result.diagnostics = plan.diagnostics;
    if (!plan) return result;
    const Vec3 axis = draft.axis_G.normalized();
    Result<PlacedElement> floating = addFloatingBody(document, plan->plate, plan->X_GB);
    if (!floating) {
        result.diagnostics = floating.diagnostics;
        return result;
    }
    PlateEdit made{floating->edit, floating->edit.element, floating->model, {}};
    bool isCarried = false;
    for (const PlateDraft::Corner& corner : draft.corners) {
        if (!corner.joined) continue;
        const State& s = made.model->getInitialState();
        const Vec3 p_B = plan->X_GB.invert() * corner.point_G;
        const Place own{made.plate, "origin", Vec3(withoutRounding(p_B[0]), withoutRounding(p_B[1]), 0)};
        // The plate is carried by the first body; it carries others that still float.
        const Place other = inOnePlane(*made.model, s, {own, *corner.joined, axis}).second;
        const Result<LinkEdit> joined = joinPlaces(
            made.edit.document, made.model, isCarried ? ClosureSite{other, own, axis} : ClosureSite{own, other, axis});
        if (!joined) {
            result.diagnostics = joined.diagnostics;
            return result;
        }
        const std::string body = other.body.isValid() ? document.get(other.body).name : "Ground";
        const std::size_t closure = joined->summary.find(", ");
        made.summary += (made.summary.empty() ? "Pin to " : "; Pin to ") + body;
        if (closure != std::string::npos) made.summary += joined->summary.substr(closure);
        made.edit = joined->edit;
        made.model = joined->model;
        isCarried = true;
    }
    made.edit.element = made.plate;
    result.value = std::move(made);
    return result;
}

}  // namespace trammel
