// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "decoration/decorative_geometry.h"

namespace trammel {

/// Draws decorative geometry as a small SVG image: orthographic view along (-1,-1,-1) with y up, sorted by depth within
/// each layer, frames above all layers and texts above frames. Colors suit light and dark backgrounds; the background
/// is transparent.
class LineArt {
public:
    /// @param X_GB pose of the body of the geometry
    /// @param strength 0..1, multiplies the geometry's opacity
    /// @param layer higher layers cover lower ones
    void add(const DecorativeGeometry&, const Transform& X_GB, Real strength = 1, int layer = 0);
    /// Axes in red, green and blue for x, y and z, with a name at @p namePlace in multiples of the axis length.
    void addFrame(const Transform& X_GF, Real axisLength, const std::string& name = {},
                  const Vec3& namePlace = Vec3(0.));
    void addText(const Vec3& p_G, const std::string& text);

    bool isEmpty() const { return marks_.empty(); }
    /// The image with a size of at most @p width x @p height, and a title for accessibility. Numbers have one decimal,
    /// so that a model gives the same text everywhere.
    std::string toSvg(const std::string& title, Real width, Real height) const;

private:
    /// Right, up and toward the viewer.
    using Projected = Vec3;
    struct Mark {
        enum Kind { Area, Path, Disc, Text } kind = Area;
        std::vector<Projected> points;
        /// Radius of a disk, m.
        Real radius = 0;
        /// Line width: in pixels, or in m if breadth is not zero.
        Real pixels = 1, breadth = 0;
        std::string fill, stroke, text;
        Real opacity = 1;
        int layer = 0;
        Real depth = 0;
    };

    struct Look {
        Color color;
        Real opacity, pixels;
    };
    /// @param depth for sorting; none: the mean of the points
    void addArea(std::vector<Projected> outline, const Look&, Real light, std::optional<Real> depth = std::nullopt);
    void addPath(const std::vector<Vec3>& points, const Look&, Real breadth = 0);
    void addDisc(const Vec3& center, Real radius, const Look&);
    /// Between two points, the head at the second.
    void addArrow(const Vec3& from, const Vec3& to, Real head, const Look&);
    void addAxes(const Transform& X_GF, Real axisLength);
    void addFaces(const std::vector<Vec3>& vertices, const std::vector<std::vector<std::size_t>>& faces, const Look&);
    void addMark(Mark mark, std::optional<Real> depth = std::nullopt);

    struct Shapes;
    std::vector<Mark> marks_;
    /// Layer of marks being added.
    int layer_ = 0;
};

}  // namespace trammel
