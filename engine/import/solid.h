// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "decoration/mesh_measure.h"
#include "math/rotation.h"

namespace trammel {

/// Density of bodies whose mass follows from their shapes where the file has none, kg/m³.
inline constexpr Real shapeDensity = 1000;

/// Mass, center of mass and inertia of a body as formats give them.
struct Solid {
    Real mass = 0;
    /// In the frame of the body.
    Vec3 center{0.};
    /// About the center of mass, expressed in the body's frame.
    Mat33 inertia{0.};

    bool isNothing() const { return mass == 0 && inertia.cwiseAbs().maxCoeff() == 0; }
    /// This solid expressed in a frame in which its current frame has the pose @p X.
    Solid placed(const Transform& X) const;
    Solid scaled(Real factor) const { return {factor * mass, center, Mat33(factor * inertia)}; }
};

/// Both together. Parallel axes: I = Σ I_i + m_i (d_i² 1 - d_i d_iᵀ) about the common center.
Solid operator+(const Solid& a, const Solid& b);

// Uniform solids about their centers, of density 1 kg/m³.
Solid solidBox(const Vec3& size);
Solid solidSphere(Real radius);
Solid solidEllipsoid(const Vec3& radii);
/// Along z.
Solid solidCylinder(Real radius, Real length);
/// Along z; @p length without the hemispheres.
Solid solidCapsule(Real radius, Real length);
/// The space inside a closed mesh; nothing for an open one.
Solid solidMesh(const MeshMeasure& measure, const Vec3& scale);

/// A mesh as MuJoCo's rule `legacy` counts it: the tetrahedra over all triangles from the centroid of the surface give the
/// center, those from that center the moments of inertia per mass, each with a positive volume; the mass is that of the
/// box with the same moments per mass. Nothing without volume.
/// **Source:** behavior of libmujoco 2.2.2.
Solid solidByInertiaBox(const TriangleMesh& mesh, const Vec3& scale);

/// A ball of 1 g with a radius of 1 cm, for bodies that must have some mass.
extern const Solid smallBall;
/// A ball of 100 g and 3 cm radius.
extern const Solid mediumBall;

/// The smallest δ for which inertia + δ 1 is that of some real body, with moments that are not negative and none above
/// the sum of the others; 0 if it is one.
Real missingInertia(const Mat33& inertia);
/// Adds the missing amount to all three moments. Returns the sentence for the report; empty if nothing was missing.
std::string completeInertia(Mat33& inertia);

}  // namespace trammel
