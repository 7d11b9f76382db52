// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/shape_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <osg/BoundingBox>
#include <unordered_map>

#include "decoration/one_of.h"
#include "ui/viewport/osg_math.h"
#include "ui/viewport/shape_factory.h"
#include "ui/viewport/tessellation.h"

namespace trammel::ui {

namespace {

/// Facets around a circle, by level. n facets of a circle of r pixels deviate by r (1 - cos(pi / n)).
constexpr std::array<int, kDetailLevels> kFacets{72, 40, 20, 12, 8, 6, 4};
/// Larger meshes are drawn alone, not copied.
constexpr std::size_t kMaxCopiedTriangles = 4000;

using Surfaces = std::pair<osg::ref_ptr<osg::Geometry>, osg::ref_ptr<osg::Geometry>>;

int facets(int level) { return kFacets[std::size_t(level)]; }

struct CornerHash {
    std::size_t operator()(const std::array<float, 6>& corner) const {
        std::size_t hash = 0;
        for (const float value : corner) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof bits);
            hash = hash * 1000003u ^ bits;
        }
        return hash;
    }
};

/// Appends the faces; corners of equal position and normal become one vertex.
void takeFaces(const osg::Geometry& faces, ShapeMesh::Level& level) {
    const auto& vertices = static_cast<const osg::Vec3Array&>(*faces.getVertexArray());
    const auto& normals = static_cast<const osg::Vec3Array&>(*faces.getNormalArray());
    std::unordered_map<std::array<float, 6>, unsigned, CornerHash> known;
    const osg::PrimitiveSet& corners = *faces.getPrimitiveSet(0);
    const unsigned count = corners.getNumIndices();
    level.triangles.reserve(count);
    for (unsigned i = 0; i < count; ++i) {
        const unsigned corner = corners.index(i);
        const osg::Vec3f &p = vertices[corner], &n = normals[corner];
        const auto [entry, isNew] = known.try_emplace(std::array<float, 6>{p.x(), p.y(), p.z(), n.x(), n.y(), n.z()},
                                                      unsigned(level.vertices.size()));
        if (isNew) {
            level.vertices.push_back(p);
            level.normals.push_back(n);
        }
        level.triangles.push_back(entry->second);
    }
}

ShapeMesh::Level takeLevel(const Surfaces& surfaces) {
    ShapeMesh::Level level;
    takeFaces(*surfaces.first, level);
    if (surfaces.second) {
        const auto& points = static_cast<const osg::Vec3Array&>(*surfaces.second->getVertexArray());
        level.edges.assign(points.begin(), points.end());
    }
    return level;
}

std::shared_ptr<const ShapeMesh> makeShared(ShapeMesh::Maker make) {
    return std::make_shared<const ShapeMesh>(std::move(make), true);
}

}  // namespace

int detailFor(Real radiusInPixels) {
    // Height of an arc above its chord, for a radius of 1; called for each solid of each image.
    static const std::array<Real, kDetailLevels> heights = [] {
        std::array<Real, kDetailLevels> each{};
        for (int level = 0; level < kDetailLevels; ++level) each[std::size_t(level)] = 1 - std::cos(Pi / facets(level));
        return each;
    }();
    int level = 0;
    while (level + 1 < kDetailLevels && radiusInPixels * heights[std::size_t(level) + 1] < 0.5) ++level;
    return level;
}

ShapeMesh::ShapeMesh(Maker make, bool closed) : make_(std::move(make)), closed_(closed) {
    osg::BoundingBox box;
    for (const osg::Vec3f& p : level(1).vertices) box.expandBy(p);
    if (!box.valid()) return;
    center_ = box.center();
    halfLengths_ = (box._max - box._min) / 2;
}

const ShapeMesh::Level& ShapeMesh::level(int level) const {
    std::optional<Level>& entry = levels_[std::size_t(level)];
    if (!entry) entry = takeLevel(make_(level));
    return *entry;
}

ShapeMeshes::ShapeMeshes()
    : sphere_(makeShared([](int level) { return Surfaces(unitSphere(facets(level)), nullptr); })),
      brick_(makeShared([](int) { return Surfaces(unitBrick(), unitBrickEdges()); })),
      cylinder_(makeShared(
          [](int level) { return Surfaces(unitCylinder(facets(level)), unitCylinderEdges(facets(level))); })),
      cone_(makeShared([](int level) { return Surfaces(unitCone(facets(level)), unitConeEdges(facets(level))); })) {}

std::shared_ptr<const ShapeMesh> ShapeMeshes::shared(const Key& key, bool closed, ShapeMesh::Maker make) {
    std::weak_ptr<const ShapeMesh>& entry = others_[key];
    if (auto known = entry.lock()) return known;
    auto made = std::make_shared<const ShapeMesh>(std::move(make), closed);
    entry = made;
    // Shapes are created and deleted while a size is dragged.
    if (others_.size() > 2 * kMaxCopiedTriangles)
        std::erase_if(others_, [](const auto& item) { return item.second.expired(); });
    return made;
}

struct ShapeMeshes::Maker {
    ShapeMeshes& m;
    using Parts = std::vector<MeshPart>;

    /// Lines, text, and springs, whose surface changes with every pose.
    template <OneOf<decor::Point, decor::Line, decor::Polyline, decor::Circle, decor::Spring, decor::Text> Shape>
    Parts operator()(const Shape&) const {
        return {};
    }
    Parts operator()(const decor::Sphere&) const { return {{m.sphere_, {}, {}}}; }
    Parts operator()(const decor::Ellipsoid&) const { return {{m.sphere_, {}, {}}}; }
    Parts operator()(const decor::Brick&) const { return {{m.brick_, {}, {}}}; }
    Parts operator()(const decor::Cylinder&) const { return {{m.cylinder_, {}, {}}}; }
    Parts operator()(const decor::Cone&) const { return {{m.cone_, {}, {}}}; }
    Parts operator()(const decor::Capsule& s) const {
        return {{m.shared({0, nullptr, s.radius, s.halfHeight}, true,
                          [s](int level) { return Surfaces(capsule(s, facets(level)), nullptr); }),
                 {},
                 {}}};
    }
    Parts operator()(const decor::Torus& s) const {
        return {{m.shared({1, nullptr, s.ringRadius, s.tubeRadius}, true,
                          [s](int level) { return Surfaces(torus(s, facets(level)), nullptr); }),
                 {},
                 {}}};
    }
    Parts operator()(const decor::Frame&) const {
        Parts parts;
        forEachAxisOfFrame([&](const decor::Arrow& axis, const Color& color) {
            for (MeshPart part : (*this)(axis)) {
                part.color = color;
                parts.push_back(part);
            }
        });
        return parts;
    }
    Parts operator()(const decor::Arrow& s) const {
        const auto [shaft, tip] = arrowPlacements(s);
        return {{m.cylinder_, shaft, {}}, {m.cone_, tip, {}}};
    }
    Parts operator()(const decor::Mesh& s) const {
        if (!s.mesh || s.mesh->triangles.size() / 3 > kMaxCopiedTriangles) return {};
        return {{m.shared({2, s.mesh.get(), 0, 0}, false,
                          [triangles = s.mesh](int) { return Surfaces(mesh(*triangles), nullptr); }),
                 {},
                 {}}};
    }
    Parts operator()(const decor::Extrusion& s) const {
        std::size_t corners = s.profile->outline.vertices.size();
        for (const auto& opening : s.profile->openings) corners += opening.vertices.size();
        // Both faces and the side between them.
        if (4 * corners > kMaxCopiedTriangles) return {};
        const auto make = [s](int level) {
            const Real step = 2 * Pi / facets(level);
            return Surfaces(extrusion(s, step), extrusionEdges(s, step));
        };
        return {{m.shared({3, s.profile.get(), s.halfThickness, 0}, true, make), {}, {}}};
    }
};

std::vector<MeshPart> ShapeMeshes::partsOf(const DecorativeShape& shape) { return std::visit(Maker{*this}, shape); }

}  // namespace trammel::ui
