// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <osg/Geometry>
#include <osg/Matrixd>
#include <tuple>
#include <vector>

#include "decoration/decorative_geometry.h"

namespace trammel::ui {

/// Levels of detail of solids, finest first.
inline constexpr int kDetailLevels = 7;

/// The coarsest level whose outline deviates by no more than half a pixel, for a solid of that radius in pixels.
int detailFor(Real radiusInPixels);

/// A solid as triangles and feature edges, at every level of detail.
class ShapeMesh {
public:
    struct Level {
        std::vector<osg::Vec3f> vertices, normals;
        std::vector<unsigned> triangles;
        /// Pairs of points.
        std::vector<osg::Vec3f> edges;
    };
    /// The faces, and the edges if there are any, of a level.
    using Maker = std::function<std::pair<osg::ref_ptr<osg::Geometry>, osg::ref_ptr<osg::Geometry>>(int level)>;

    ShapeMesh(Maker make, bool closed);

    const Level& level(int level) const;
    /// Center and half lengths of the bounding box.
    const osg::Vec3f& center() const { return center_; }
    const osg::Vec3f& halfLengths() const { return halfLengths_; }
    /// True for closed surfaces, whose inside is never seen.
    bool isClosed() const { return closed_; }

private:
    Maker make_;
    bool closed_;
    osg::Vec3f center_, halfLengths_;
    /// Created when first drawn.
    mutable std::array<std::optional<Level>, kDetailLevels> levels_;
};

/// One solid of a shape.
struct MeshPart {
    std::shared_ptr<const ShapeMesh> mesh;
    /// Pose and size of the mesh in the shape's frame divided by its stretch; for row vectors, as in OSG.
    osg::Matrixd placement;
    /// Color of its own, independent of the decoration's.
    std::optional<Color> color;
};

/// Meshes of solids, shared by equal shapes.
class ShapeMeshes {
public:
    ShapeMeshes();
    /// The solids of a shape; empty if it is not an assembly of solids, or too large to be copied.
    std::vector<MeshPart> partsOf(const DecorativeShape& shape);

private:
    using Key = std::tuple<int, const void*, Real, Real>;
    struct Maker;
    std::shared_ptr<const ShapeMesh> shared(const Key& key, bool closed, ShapeMesh::Maker make);

    std::shared_ptr<const ShapeMesh> sphere_, brick_, cylinder_, cone_;
    std::map<Key, std::weak_ptr<const ShapeMesh>> others_;
};

}  // namespace trammel::ui
