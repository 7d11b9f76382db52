// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "decoration/profile.h"
#include "import/import_job.h"

namespace trammel {

/// A path of straight lines and arcs in the plane of a drawing, m.
struct PlanePath {
    /// The bulge of the last vertex is used for closed paths only.
    Contour contour{};
    bool isClosed = false;
    /// True where curves were replaced by straight lines.
    bool isApproximate = false;
    /// The part of the file: "LWPOLYLINE", "path 'arm'", and its line.
    std::string subject;
    int line = 0;
};

/// Curves that are neither lines nor arcs become this many straight lines each.
inline constexpr int linesPerCurve = 24;
/// Maximum number of vertices of a drawing.
inline constexpr std::size_t mostDrawingVertices = 1'000'000;
/// Maximum number of outlines of a drawing: each is compared with all others.
inline constexpr std::size_t mostOutlines = 20'000;

/// Tangent of a quarter of a sweep, for Contour::Vertex::bulge.
Real bulgeOf(Real sweep);
/// Appends an arc about @p center from its start to its end angle, counterclockwise for a positive sweep, as pieces of at most
/// half a turn; without its end point.
void appendArc(Contour& contour, const Vec2& center, Real radius, Real start, Real sweep);

/// Joins open paths whose ends meet, within a hundred-thousandth of the drawing's size; a path whose own ends meet is closed.
std::vector<PlanePath> joinPaths(std::vector<PlanePath> paths);

/// Adds a free plate for each closed path that lies in no other, with the paths inside it as holes; what cannot be a plate or a
/// hole becomes a row of the report. An inner path inside a hole is a plate again.
/// @param thickness m
void addPlates(ImportJob& job, std::vector<PlanePath> paths, Real thickness);

}  // namespace trammel
