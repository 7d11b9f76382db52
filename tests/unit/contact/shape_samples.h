// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <random>

#include "contact/contact_geometry.h"
#include "decoration/decorative_geometry.h"

namespace trammel::test {

/// Random numbers that are the same with every standard library.
class Dice {
public:
    explicit Dice(unsigned seed) : engine_(seed) {}
    Real real(Real low, Real high) { return low + (high - low) * (Real(engine_()) / 4294967296.0); }
    Vec3 direction();
    Rotation rotation();

private:
    std::mt19937 engine_;
};

/// A shape of the given kind with sizes near @p size, m, no two of them equal.
std::unique_ptr<ContactShape> makeShape(std::string_view kind, Real size);
/// All kinds of shapes, in the order of the table of pairs.
extern const std::string_view shapeKinds[9];
using ShapePair = std::pair<std::string_view, std::string_view>;
/// All pairs of kinds that may touch, in that order.
std::vector<ShapePair> supportedPairs();
/// A closed mesh of a box with the half lengths @p half, each face divided into 2 n² triangles.
TriangleMesh boxMesh(const Vec3& half, int n);
/// A closed mesh of a ball by n parallels and 2 n meridians.
TriangleMesh ballMesh(Real radius, int n);
/// A pose of B at which the shapes overlap by about @p depth in the direction @p toward_A, found by bisection; the
/// orientation of B is @p R_AB. Infinity in p if they never touch.
Transform poseAtDepth(const ContactShape& A, const ContactShape& B, const Rotation& R_AB, const Vec3& toward_A,
                      Real depth);
/// Regions of A and B, swapped where the table wants B first; then normals still point from A into B, in A.
ContactRegions regionsOf(const ContactShape& A, const ContactShape& B, const Transform& X_AB);
/// Integral of the depth over all patches, over their area across the normal.
Real patchVolume(const ContactRegions& regions);
Real greatestDepth(const ContactRegions& regions);

}  // namespace trammel::test
