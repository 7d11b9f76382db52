// SPDX-License-Identifier: Apache-2.0
// The kernels of all supported pairs. To add one: one header, one include and one row here.
#include "contact/pairs/ball_ball.h"
#include "contact/pairs/ball_solid.h"
#include "contact/pairs/box_box.h"
#include "contact/pairs/capsule_solid.h"
#include "contact/pairs/half_space_ball.h"
#include "contact/pairs/half_space_solids.h"
#include "contact/pairs/mesh_patches.h"
#include "contact/pairs/mesh_points.h"
#include "contact/pairs/polyhedra.h"
#include "contact/pairs/round_solids.h"
#include "contact/shapes/box.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

// In each row the shape whose kind comes first in this table is A.
constexpr ContactPairType pairs[] = {
    {"halfSpace", "ball", calcHalfSpaceBall},
    {"halfSpace", "capsule", calcHalfSpaceCapsule},
    {"halfSpace", "box", calcHalfSpaceBox},
    {"halfSpace", "cylinder", calcHalfSpaceCylinder},
    {"halfSpace", "ellipsoid", calcHalfSpaceEllipsoid},
    {"halfSpace", "cone", calcHalfSpaceCone},
    {"halfSpace", "polyhedron", calcHalfSpacePolyhedron},
    {"halfSpace", "mesh", calcHalfSpaceMesh},
    {"ball", "ball", calcBallBall},
    {"ball", "capsule", calcBallSolid<CapsuleContactShape>},
    {"ball", "box", calcBallSolid<BoxContactShape>},
    {"ball", "cylinder", calcBallSolid<CylinderContactShape>},
    {"ball", "ellipsoid", calcBallSolid<EllipsoidContactShape>},
    {"ball", "cone", calcBallSolid<ConeContactShape>},
    {"ball", "polyhedron", calcBallSolid<PolyhedronContactShape>},
    {"ball", "mesh", calcBallMesh},
    {"capsule", "capsule", calcCapsuleSolid<CapsuleContactShape>},
    {"capsule", "box", calcCapsuleSolid<BoxContactShape>},
    {"capsule", "cylinder", calcCapsuleSolid<CylinderContactShape>},
    {"capsule", "ellipsoid", calcCapsuleSolid<EllipsoidContactShape>},
    {"capsule", "cone", calcCapsuleSolid<ConeContactShape>},
    {"capsule", "polyhedron", calcCapsuleSolid<PolyhedronContactShape>},
    {"capsule", "mesh", calcCapsuleMesh},
    {"box", "box", calcBoxBox},
    {"box", "cylinder", calcBoxCylinder},
    {"box", "ellipsoid", calcEllipsoidSolid},
    {"box", "cone", calcBoxCone},
    {"box", "polyhedron", calcBoxPolyhedron},
    {"box", "mesh", calcBoxMesh},
    {"cylinder", "cylinder", calcCylinderCylinder},
    {"cylinder", "ellipsoid", calcEllipsoidSolid},
    {"cylinder", "cone", calcCylinderCone},
    {"cylinder", "polyhedron", calcCylinderPolyhedron},
    {"cylinder", "mesh", calcCylinderMesh},
    {"ellipsoid", "ellipsoid", calcEllipsoidSolid},
    {"ellipsoid", "cone", calcEllipsoidSolid},
    {"ellipsoid", "polyhedron", calcEllipsoidSolid},
    {"ellipsoid", "mesh", calcEllipsoidMesh},
    {"cone", "cone", calcConeCone},
    {"cone", "polyhedron", calcConePolyhedron},
    {"cone", "mesh", calcConeMesh},
    {"polyhedron", "polyhedron", calcPolyhedronPolyhedron},
    {"polyhedron", "mesh", calcPolyhedronMesh},
    {"mesh", "mesh", calcMeshMesh},
};

}  // namespace

const ContactPairType* findContactPair(std::string_view first, std::string_view second) {
    for (const ContactPairType& pair : pairs)
        if ((pair.shapeA == first && pair.shapeB == second) || (pair.shapeA == second && pair.shapeB == first))
            return &pair;
    return nullptr;
}

}  // namespace trammel
