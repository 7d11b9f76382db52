// SPDX-License-Identifier: Apache-2.0
#include "authoring/three_positions.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "authoring/link_edit.h"

namespace trammel {

namespace {

/// Distances that are zero, and relative errors of equal lengths.
constexpr Real tinyLength = 1e-9, equalLengths = 1e-6;
/// Area over squared size of three points in one line: a link would be a thousand times as long as its path.
constexpr Real flat = 1e-3;

/// The center of the circle through three points of a plane; empty if they are collinear.
std::optional<Vec3> centerOf(const std::array<Vec3, 3>& p) {
    const Vec3 u = p[1] - p[0], v = p[2] - p[0], n = u.cross(v);
    const Real size = std::max({u.norm(), v.norm(), Vec3(v - u).norm()});
    const Real shortest = std::min({u.norm(), v.norm(), Vec3(v - u).norm()});
    if (shortest < tinyLength || n.norm() < flat * size * size) return std::nullopt;
    return Vec3(p[0] + (u.dot(u) * v.cross(n) + v.dot(v) * n.cross(u)) / (2 * n.dot(n)));
}

}  // namespace

Result<FourBarSynthesis> synthesizeFourBar(const CouplerPositions& positions) {
    Result<FourBarSynthesis> result;
    CouplerPositions p = positions;
    // In the plane through the first position.
    for (std::size_t i = 0; i < 3; ++i)
        for (Vec3* const point : {&p.a_G[i], &p.b_G[i]})
            *point -= p.normal_G * p.normal_G.dot(*point - positions.a_G[0]);
    FourBarSynthesis found;
    found.coupler = (p.b_G[0] - p.a_G[0]).norm();
    for (std::size_t i = 0; i < 3; ++i)
        if (std::abs((p.b_G[i] - p.a_G[i]).norm() - found.coupler) > equalLengths * found.coupler + tinyLength) {
            result.diagnostics.error("Coupler", "Its two points are not equally far apart in all three positions.",
                                     "Give all positions the same length.");
            return result;
        }
    const auto a = centerOf(p.a_G), b = centerOf(p.b_G);
    for (const auto& [center, name] : {std::pair(a, "first"), std::pair(b, "second")})
        if (!center) {
            result.diagnostics.error(
                "Coupler", std::string("The three places of its ") + name + " point are in one line or at one place.",
                "Move one of them sideways.");
            return result;
        }
    found.groundA_G = *a;
    found.groundB_G = *b;
    found.input = (p.a_G[0] - *a).norm();
    found.output = (p.b_G[0] - *b).norm();
    found.frame = (*b - *a).norm();
    if (found.frame < tinyLength || found.coupler < tinyLength) {
        result.diagnostics.error("Coupler", "Both links would turn about the same pivot.",
                                 "Move one of the positions.");
        return result;
    }
    int sides = 0;
    for (std::size_t i = 0; i < 3; ++i)
        sides += p.normal_G.dot((p.b_G[i] - p.a_G[i]).cross(*b - p.b_G[i])) > 0 ? 1 : -1;
    found.isOneBranch = std::abs(sides) == 3;
    result.value = found;
    return result;
}

Result<PlacedElement> addFourBar(const Document& document, const CompiledModelPtr& current,
                                 const CouplerPositions& positions) {
    const Result<FourBarSynthesis> found = synthesizeFourBar(positions);
    if (!found) return {std::nullopt, found.diagnostics};
    const Vec3& axis = positions.normal_G;
    const Result<LinkEdit> input = addLink(
        document, current, {.start = {{}, "origin", found->groundA_G}, .end_G = positions.a_G[0], .axis_G = axis});
    if (!input) return {std::nullopt, input.diagnostics};
    const Result<LinkEdit> coupler =
        addLink(input->edit.document, input->model, {.start = input->tip, .end_G = positions.b_G[0], .axis_G = axis});
    if (!coupler) return {std::nullopt, coupler.diagnostics};
    Result<LinkEdit> output = addLink(coupler->edit.document, coupler->model,
                                      {.start = coupler->tip,
                                       .end = Place{{}, "origin", found->groundB_G},
                                       .end_G = found->groundB_G,
                                       .axis_G = axis});
    if (!output) return {std::nullopt, output.diagnostics};
    output->edit.element = coupler->link;
    return {PlacedElement{std::move(output->edit), output->model}, output.diagnostics};
}

}  // namespace trammel
