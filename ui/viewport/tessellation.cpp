// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/tessellation.h"

#include <algorithm>
#include <cmath>
#include <osg/KdTree>

#include "decoration/extrude.h"
#include "ui/viewport/osg_math.h"

namespace trammel::ui {

namespace {

// Above this many triangles, a search tree speeds up picking.
constexpr std::size_t kTreeTriangles = 2000;
// Least turn of a contour that is drawn as a corner.
constexpr Real kCornerTurn = 0.2;
const float kCreaseCosine = std::cos(40.f * float(Pi) / 180.f);

// A point to revolve about the y axis: radius, height, and normal in that plane.
struct MeridianPoint {
    float r, y, nr, ny;
};
using Meridian = std::vector<MeridianPoint>;

void addTriangles(osg::DrawElementsUInt& triangles, std::initializer_list<unsigned> corners) {
    for (const unsigned corner : corners) triangles.push_back(corner);
}

// Revolves pairs of meridian points into bands (0,1), (2,3), ...; a crease starts a new pair.
osg::ref_ptr<osg::Geometry> turn(const Meridian& meridian, int around) {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array, normals = new osg::Vec3Array;
    osg::ref_ptr<osg::DrawElementsUInt> triangles = new osg::DrawElementsUInt(GL_TRIANGLES);
    for (const MeridianPoint& p : meridian) {
        for (int i = 0; i <= around; ++i) {
            const float a = float(2 * Pi) * float(i) / float(around), c = std::cos(a), s = std::sin(a);
            vertices->push_back({p.r * c, p.y, p.r * s});
            normals->push_back({p.nr * c, p.ny, p.nr * s});
        }
    }
    const auto ring = static_cast<unsigned>(around + 1);
    for (std::size_t k = 0; k + 1 < meridian.size(); k += 2) {
        for (unsigned i = 0; i + 1 < ring; ++i) {
            const unsigned a = unsigned(k) * ring + i, b = a + ring;
            if (meridian[k].r > 0) addTriangles(*triangles, {a, b, a + 1});
            if (meridian[k + 1].r > 0) addTriangles(*triangles, {a + 1, b, b + 1});
        }
    }
    auto geometry = makeGeometry(vertices, normals);
    geometry->addPrimitiveSet(triangles);
    return geometry;
}

// A smooth arc as pairs for turn().
void addArc(Meridian& meridian, float radius, float centerY, float fromAngle, float toAngle, int pieces) {
    for (int i = 0; i < pieces; ++i) {
        for (int end = 0; end < 2; ++end) {
            const float a = fromAngle + (toAngle - fromAngle) * float(i + end) / float(pieces);
            // In floats cos(pi/2) is not 0; at the pole it must be, to avoid sliver triangles.
            const float c = std::abs(std::cos(a)) < 1e-6f ? 0.f : std::cos(a);
            meridian.push_back({radius * c, centerY + radius * std::sin(a), c, std::sin(a)});
        }
    }
}

osg::ref_ptr<osg::Geometry> lines(osg::Vec3Array* vertices, GLenum mode) {
    auto geometry = makeGeometry(vertices, nullptr);
    geometry->addPrimitiveSet(new osg::DrawArrays(mode, 0, static_cast<int>(vertices->size())));
    return geometry;
}

void addCircleXZ(osg::Vec3Array& vertices, float y, int around) {
    for (int i = 0; i < around; ++i) {
        for (int end = 0; end < 2; ++end) {
            const float a = float(2 * Pi) * float(i + end) / float(around);
            vertices.push_back({std::cos(a), y, std::sin(a)});
        }
    }
}

}  // namespace

osg::ref_ptr<osg::Geometry> makeGeometry(osg::Vec3Array* vertices, osg::Vec3Array* normals) {
    osg::ref_ptr<osg::Geometry> geometry = new osg::Geometry;
    geometry->setUseDisplayList(false);
    geometry->setUseVertexBufferObjects(true);
    geometry->setVertexArray(vertices);
    if (normals) geometry->setNormalArray(normals, osg::Array::BIND_PER_VERTEX);
    return geometry;
}

osg::ref_ptr<osg::Geometry> unitSphere(int around) {
    Meridian meridian;
    addArc(meridian, 1, 0, float(-Pi / 2), float(Pi / 2), around / 2);
    return turn(meridian, around);
}

osg::ref_ptr<osg::Geometry> unitBrick() {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array, normals = new osg::Vec3Array;
    osg::ref_ptr<osg::DrawElementsUInt> triangles = new osg::DrawElementsUInt(GL_TRIANGLES);
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.f, 1.f}) {
            osg::Vec3f n, u, v;
            n[axis] = side;
            u[(axis + 1) % 3] = 1;
            v[(axis + 2) % 3] = side;
            const auto first = static_cast<unsigned>(vertices->size());
            for (const osg::Vec3f& p : {n - u - v, n + u - v, n + u + v, n - u + v}) {
                vertices->push_back(p);
                normals->push_back(n);
            }
            addTriangles(*triangles, {first, first + 1, first + 2, first, first + 2, first + 3});
        }
    }
    auto geometry = makeGeometry(vertices, normals);
    geometry->addPrimitiveSet(triangles);
    return geometry;
}

osg::ref_ptr<osg::Geometry> unitBrickEdges() {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array;
    for (int axis = 0; axis < 3; ++axis) {
        for (const float a : {-1.f, 1.f}) {
            for (const float b : {-1.f, 1.f}) {
                osg::Vec3f p;
                p[(axis + 1) % 3] = a;
                p[(axis + 2) % 3] = b;
                for (const float end : {-1.f, 1.f}) {
                    p[axis] = end;
                    vertices->push_back(p);
                }
            }
        }
    }
    return lines(vertices, GL_LINES);
}

osg::ref_ptr<osg::Geometry> unitCylinder(int around) {
    return turn({{0, -1, 0, -1}, {1, -1, 0, -1}, {1, -1, 1, 0}, {1, 1, 1, 0}, {1, 1, 0, 1}, {0, 1, 0, 1}}, around);
}

osg::ref_ptr<osg::Geometry> unitCylinderEdges(int around) {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array;
    addCircleXZ(*vertices, -1, around);
    addCircleXZ(*vertices, 1, around);
    return lines(vertices, GL_LINES);
}

osg::ref_ptr<osg::Geometry> unitCone(int around) {
    const float n = std::sqrt(0.5f);
    return turn({{0, 0, 0, -1}, {1, 0, 0, -1}, {1, 0, n, n}, {0, 1, n, n}}, around);
}

osg::ref_ptr<osg::Geometry> unitConeEdges(int around) {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array;
    addCircleXZ(*vertices, 0, around);
    return lines(vertices, GL_LINES);
}

osg::ref_ptr<osg::Geometry> unitCircle() {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array;
    constexpr int pieces = 72;
    for (int i = 0; i < pieces; ++i) {
        const float a = float(2 * Pi) * float(i) / float(pieces);
        vertices->push_back({std::cos(a), std::sin(a), 0});
    }
    return lines(vertices, GL_LINE_LOOP);
}

osg::ref_ptr<osg::Geometry> singlePoint() {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array;
    vertices->push_back({});
    return lines(vertices, GL_POINTS);
}

osg::ref_ptr<osg::Geometry> capsule(const decor::Capsule& shape, int around) {
    const auto r = static_cast<float>(shape.radius), h = static_cast<float>(shape.halfHeight);
    Meridian meridian;
    const int pieces = std::max(around / 4 - 1, 1);
    addArc(meridian, r, -h, float(-Pi / 2), 0, pieces);
    meridian.push_back({r, -h, 1, 0});
    meridian.push_back({r, h, 1, 0});
    addArc(meridian, r, h, 0, float(Pi / 2), pieces);
    return turn(meridian, around);
}

osg::ref_ptr<osg::Geometry> torus(const decor::Torus& shape, int facets) {
    const unsigned around = unsigned(facets) * 6 / 5, tube = std::max(unsigned(facets) * 9 / 20, 4u);
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array, normals = new osg::Vec3Array;
    osg::ref_ptr<osg::DrawElementsUInt> triangles = new osg::DrawElementsUInt(GL_TRIANGLES);
    for (unsigned i = 0; i <= around; ++i) {
        const Real a = 2 * Pi * i / around;
        const Vec3 outward(std::cos(a), std::sin(a), 0);
        for (unsigned j = 0; j <= tube; ++j) {
            const Real b = 2 * Pi * j / tube;
            const Vec3 n = outward * std::cos(b) + Vec3(0, 0, std::sin(b));
            vertices->push_back(toOsgFloat(outward * shape.ringRadius + n * shape.tubeRadius));
            normals->push_back(toOsgFloat(n));
            if (i == around || j == tube) continue;
            const unsigned p = i * (tube + 1) + j, q = p + tube + 1;
            addTriangles(*triangles, {p, q, p + 1, p + 1, q, q + 1});
        }
    }
    auto geometry = makeGeometry(vertices, normals);
    geometry->addPrimitiveSet(triangles);
    return geometry;
}

osg::ref_ptr<osg::Geometry> mesh(const TriangleMesh& shape, bool pickable) {
    const auto& indices = shape.triangles;
    const std::size_t corners = indices.size() / 3 * 3;
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array, normals = new osg::Vec3Array;
    const bool valid =
        std::all_of(indices.begin(), indices.end(), [&shape](std::uint32_t i) { return i < shape.vertices.size(); });
    if (valid) {
        // Face normals weighted by area, and the corners that meet at each vertex.
        std::vector<osg::Vec3f> faceNormals(corners / 3);
        std::vector<std::vector<std::uint32_t>> facesAt(shape.vertices.size());
        for (std::size_t f = 0; f < faceNormals.size(); ++f) {
            const Vec3 &a = shape.vertices[indices[3 * f]], &b = shape.vertices[indices[3 * f + 1]],
                       &c = shape.vertices[indices[3 * f + 2]];
            faceNormals[f] = toOsgFloat((b - a).cross(c - a));
            for (std::size_t k = 0; k < 3; ++k) facesAt[indices[3 * f + k]].push_back(static_cast<std::uint32_t>(f));
        }
        // A corner's normal averages the adjacent faces that bend gently from its own.
        for (std::size_t i = 0; i < corners; ++i) {
            const osg::Vec3f& own = faceNormals[i / 3];
            osg::Vec3f sum;
            for (const std::uint32_t f : facesAt[indices[i]]) {
                const osg::Vec3f& other = faceNormals[f];
                if (own * other >= kCreaseCosine * own.length() * other.length()) sum += other;
            }
            sum.normalize();
            vertices->push_back(toOsgFloat(shape.vertices[indices[i]]));
            normals->push_back(sum);
        }
    }
    auto geometry = makeGeometry(vertices, normals);
    geometry->addPrimitiveSet(new osg::DrawArrays(GL_TRIANGLES, 0, static_cast<int>(vertices->size())));
    if (pickable && corners / 3 > kTreeTriangles) {
        osg::ref_ptr<osg::KdTree> tree = new osg::KdTree;
        osg::KdTree::BuildOptions options;
        if (tree->build(options, geometry)) geometry->setShape(tree);
    }
    return geometry;
}

osg::ref_ptr<osg::Geometry> extrusion(const decor::Extrusion& shape, Real step) {
    return mesh(extrude(*shape.profile, shape.halfThickness, step));
}

osg::ref_ptr<osg::Geometry> extrusionEdges(const decor::Extrusion& shape, Real step) {
    osg::ref_ptr<osg::Vec3Array> vertices = new osg::Vec3Array;
    const auto addLine = [&vertices](const Vec3& from, const Vec3& to) {
        vertices->push_back(toOsgFloat(from));
        vertices->push_back(toOsgFloat(to));
    };
    const auto addContour = [&](const Contour& contour) {
        const Real half = shape.halfThickness;
        const std::vector<Vec2> points = flatten(contour, step);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Vec2 &from = points[i], &to = points[(i + 1) % points.size()];
            for (const Real z : {-half, half}) addLine(Vec3(from[0], from[1], z), Vec3(to[0], to[1], z));
        }
        for (std::size_t i = 0; i < contour.vertices.size(); ++i) {
            const Vec2& p = contour.vertices[i].point;
            if (std::abs(cornerAt(contour, i).turn) > kCornerTurn)
                addLine(Vec3(p[0], p[1], -half), Vec3(p[0], p[1], half));
        }
    };
    addContour(shape.profile->outline);
    for (const Contour& opening : shape.profile->openings) addContour(opening);
    return lines(vertices, GL_LINES);
}

}  // namespace trammel::ui
