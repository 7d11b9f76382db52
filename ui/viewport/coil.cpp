// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/coil.h"

#include <algorithm>
#include <cmath>

#include "ui/viewport/osg_math.h"
#include "ui/viewport/tessellation.h"

namespace trammel::ui {

namespace {

constexpr int kStepsPerTurn = 22, kStepsPerEnd = 5, kSides = 8;
// Length share of each straight end, and wire radius relative to the coil radius.
constexpr Real kEndShare = 0.08, kWireShare = 0.13;

int turnsOf(const decor::Spring& shape) { return std::clamp(shape.turns, 1, 200); }
int stepsOf(const decor::Spring& shape) { return turnsOf(shape) * kStepsPerTurn + 2 * kStepsPerEnd; }

Real smoothStep(Real x) {
    x = std::clamp(x, 0., 1.);
    return x * x * (3 - 2 * x);
}

// Center line of the wire at step i of n in the coil frame: axis z from 0 to length.
Vec3 centerLine(const decor::Spring& shape, int i, Real length, Real* angle) {
    const int windings = turnsOf(shape) * kStepsPerTurn;
    const int winding = std::clamp(i - kStepsPerEnd, 0, windings);
    const int end = std::min(i, stepsOf(shape) - i);
    *angle = 2 * Pi * winding / kStepsPerTurn;
    const Real radius = shape.radius * smoothStep(Real(end - 1) / (kStepsPerEnd + 3));
    const Real endLength = kEndShare * length;
    Real z = endLength + (length - 2 * endLength) * winding / windings;
    if (i < kStepsPerEnd) z = endLength * i / kStepsPerEnd;
    if (stepsOf(shape) - i < kStepsPerEnd) z = length - endLength * (stepsOf(shape) - i) / kStepsPerEnd;
    return {radius * std::cos(*angle), radius * std::sin(*angle), z};
}

}  // namespace

osg::ref_ptr<osg::Geometry> makeCoil(const decor::Spring& shape) {
    const int rings = stepsOf(shape) + 1;
    const auto count = static_cast<unsigned>(rings * (kSides + 1));
    osg::ref_ptr<osg::DrawElementsUInt> triangles = new osg::DrawElementsUInt(GL_TRIANGLES);
    for (unsigned i = 0; i + 1 < unsigned(rings); ++i) {
        for (unsigned j = 0; j < kSides; ++j) {
            const unsigned p = i * (kSides + 1) + j, q = p + kSides + 1;
            for (const unsigned corner : {p, p + 1, q, p + 1, q + 1, q}) triangles->push_back(corner);
        }
    }
    auto geometry = makeGeometry(new osg::Vec3Array(count), new osg::Vec3Array(count));
    geometry->addPrimitiveSet(triangles);
    geometry->setDataVariance(osg::Object::DYNAMIC);
    updateCoil(*geometry, shape);
    return geometry;
}

void updateCoil(osg::Geometry& coil, const decor::Spring& shape) {
    auto& vertices = static_cast<osg::Vec3Array&>(*coil.getVertexArray());
    auto& normals = static_cast<osg::Vec3Array&>(*coil.getNormalArray());
    const Vec3 along = shape.to - shape.from;
    const Real length = along.norm();
    if (!(length > 1e-12) || !std::isfinite(length)) {
        std::fill(vertices.begin(), vertices.end(), toOsgFloat(shape.from));
    } else {
        const Rotation R = Rotation::withZ(along);
        const Real pitch = (1 - 2 * kEndShare) * length / turnsOf(shape);
        const Real wire = std::min(kWireShare * shape.radius, 0.4 * pitch);
        const int steps = stepsOf(shape);
        std::size_t v = 0;
        for (int i = 0; i <= steps; ++i) {
            Real angle = 0, unused = 0;
            const Vec3 center = centerLine(shape, i, length, &angle);
            const Vec3 before = centerLine(shape, std::max(i - 1, 0), length, &unused);
            const Vec3 after = centerLine(shape, std::min(i + 1, steps), length, &unused);
            // The wire's cross-section is spanned by the orthogonalized radial direction and its perpendicular.
            const Vec3 tangent = (after - before).normalized();
            const Vec3 radial(std::cos(angle), std::sin(angle), 0);
            const Vec3 n = (radial - tangent * radial.dot(tangent)).normalized();
            const Vec3 b = tangent.cross(n);
            for (int j = 0; j <= kSides; ++j) {
                const Real a = 2 * Pi * j / kSides;
                const Vec3 normal = n * std::cos(a) + b * std::sin(a);
                vertices[v] = toOsgFloat(shape.from + R * (center + normal * wire));
                normals[v] = toOsgFloat(R * normal);
                ++v;
            }
        }
    }
    vertices.dirty();
    normals.dirty();
    coil.dirtyBound();
}

}  // namespace trammel::ui
