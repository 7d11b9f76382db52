// SPDX-License-Identifier: Apache-2.0
#include "authoring/plate_edit.h"

#include <algorithm>
#include <cmath>

#include "authoring/body_name.h"
#include "authoring/density.h"
#include "authoring/drawn_numbers.h"
#include "authoring/link_layers.h"
#include "authoring/placed_element.h"
#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/mass_properties.h"
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

/// A validated draft: the plate, where it is, and the axis of its pins.
struct PlatePlan {
    Element plate;
    Transform X_GB;
    Vec3 axis_G;
};

template <class T>
Result<T> refusedPlate(const std::string& why, const std::string& remedy) {
    Result<T> result;
    result.diagnostics.error("Plate", why, remedy);
    return result;
}

/// True if corners lie in front of or behind each other by more than the layers of a planar linkage explain: those of all bodies
/// for corners on Ground and on bodies that are flat along the axis, few for all others.
bool isInSpace(const Document& document, const CompiledModel* model, const PlateDraft& draft, Real layer) {
    constexpr Real parallel = 1e-6;
    constexpr std::size_t few = 2;
    const Vec3 axis = draft.axis_G.normalized();
    const std::size_t most = document.elementsOf("body").size() + 1;
    const auto layersAt = [&](const PlateDraft::Corner& corner) {
        const ElementId body = corner.joined ? corner.joined->body : ElementId{};
        const bool isFlat =
            body.isValid() && model &&
            (hasRole(document.get(body), TypeRole::Link) || hasRole(document.get(body), TypeRole::Plate)) &&
            axis.cross(model->calcBodyPose(body, model->getInitialState()).R().z()).norm() < parallel;
        return isFlat || (corner.joined && !body.isValid()) ? most : std::min(most, few);
    };
    // The plane is that of the first corner, which may be the one in a layer.
    const std::size_t first = layersAt(draft.corners.front());
    return std::ranges::any_of(draft.corners, [&](const PlateDraft::Corner& corner) {
        const Real depth = std::abs(axis.dot(Vec3(corner.point_G - draft.corners.front().point_G)));
        return depth > Real(corner.joined ? std::max(first, layersAt(corner)) : layersAt(corner)) * layer;
    });
}

/// The normal of the plane through the corners of a plate in space, on the side of @p axis; of two corners, the one nearest to
/// it. Empty if they are not in one plane.
std::optional<Vec3> normalThrough(const std::vector<PlateDraft::Corner>& corners, const Vec3& axis) {
    constexpr Real same = 1e-6;
    Vec3 along(0.), normal(0.);
    Real size = 0;
    for (const PlateDraft::Corner& corner : corners) {
        const Vec3 way = corner.point_G - corners.front().point_G;
        size = std::max(size, way.norm());
        if (along.norm() == 0)
            along = way;
        else if (normal.norm() <= same * size * size)
            normal = along.cross(way);
    }
    if (normal.norm() <= same * size * size) {
        const Vec3 line = along.normalized();
        normal = axis - axis.dot(line) * line;
        if (normal.norm() <= same) normal = line.cross(std::abs(line[1]) < 0.9 ? Vec3(0, 1, 0) : Vec3(1, 0, 0));
    }
    normal = Vec3(normal.normalized());
    if (normal.dot(axis) < -same) normal = -normal;
    for (const PlateDraft::Corner& corner : corners)
        if (std::abs(normal.dot(Vec3(corner.point_G - corners.front().point_G))) > same * size) return std::nullopt;
    return normal;
}

Result<PlatePlan> planPlate(const Document& document, const CompiledModel* model, const PlateDraft& draft) {
    if (draft.corners.size() < 2)
        return refusedPlate<PlatePlan>("A plate needs at least two corners.", "Click another point.");
    std::vector<ElementId> joined;
    for (const PlateDraft::Corner& corner : draft.corners) {
        if (!corner.joined) continue;
        const ElementId body = corner.joined->body;
        if (std::ranges::find(joined, body) != joined.end())
            return refusedPlate<PlatePlan>("Two corners are on " + bodyName(document, body) + ".",
                                           "Join only one corner to each body.");
        joined.push_back(body);
    }
    const Vec3 origin = draft.corners.front().point_G;
    Real size = 0;
    for (const PlateDraft::Corner& corner : draft.corners)
        size = std::max(size, Real((corner.point_G - origin).norm()));
    const LinkProportions proportions = findLinkProportions(document, size, draft.sizeUnit);
    const bool inSpace = isInSpace(document, model, draft, proportions.layer());
    Vec3 axis = draft.axis_G.normalized();
    if (inSpace) {
        const std::optional<Vec3> normal = normalThrough(draft.corners, axis);
        if (!normal)
            return refusedPlate<PlatePlan>("The corners are not in one plane.",
                                           "Choose corners in the plane of the first three.");
        axis = *normal;
    }
    const Rotation R_GB = alongAxis(axis);
    std::vector<Vec2> points;
    for (const PlateDraft::Corner& corner : draft.corners) {
        const Vec3 p = R_GB.transpose() * Vec3(corner.point_G - origin);
        points.emplace_back(withoutRounding(p[0]), withoutRounding(p[1]));
    }
    std::vector<std::vector<Real>> outline, holes;
    for (std::size_t i = 0; i < points.size(); ++i) {
        outline.push_back({points[i][0], points[i][1]});
        if (draft.corners[i].hasHole)
            holes.push_back({points[i][0], points[i][1], roundSize(holePerWidth * proportions.width, draft.sizeUnit)});
    }
    // Corners without holes are the edge itself; two are the middle of a bar with round ends.
    const bool isEdge = holes.empty() && outline.size() > 2;
    PlatePlan plan;
    plan.plate = draftOf(TypeRole::Plate, "Plate")
                     .set("outline", writeRows(outline))
                     .set("holes", writeRows(holes))
                     .set("border", isEdge ? 0. : proportions.width / 2)
                     .set("thickness", proportions.thickness)
                     .set("color", proportions.color);
    plan.plate.setFormula("mass", steelMass(plan.plate));
    Diagnostics problems;
    checkBody(plan.plate, problems);
    Result<PlatePlan> result;
    result.diagnostics = problems;
    if (problems.hasErrors()) return result;
    // In the plane of the first joined corner, in a free layer; in space, exactly through the corners.
    plan.X_GB = Transform(R_GB, withoutNoise(origin));
    if (!inSpace && model) {
        LaidBody laid{calcOwnGeometry(plan.plate), plan.X_GB, proportions.thickness};
        for (const PlateDraft::Corner& corner : draft.corners)
            if (corner.joined) laid.pins.push_back(*corner.joined);
        Vec3 position = origin;
        if (!laid.pins.empty())
            position += axis.dot(calcPosition(*model, model->getInitialState(), laid.pins.front()) - origin) * axis;
        laid.X_GB = Transform(R_GB, position);
        position += calcLayerShift(*model, laid) * axis;
        plan.X_GB = Transform(R_GB, withoutNoise(position));
    }
    plan.axis_G = axis;
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
    const Vec3 axis = plan->axis_G;
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
        const std::string body = bodyName(document, other.body);
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
