// SPDX-License-Identifier: Apache-2.0
// Meshes of simple shapes are closed, and have the shapes' areas.
#include <fstream>

#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static Real areaOf(const ContactGeometry::TriangleMesh& mesh) {
    Real area = 0;
    for (int f = 0; f < mesh.getNumFaces(); ++f) area += mesh.getFaceArea(f);
    return area;
}
static bool facesLookOutward(const ContactGeometry::TriangleMesh& mesh) {
    for (int f = 0; f < mesh.getNumFaces(); ++f)
        if (~mesh.getFaceNormal(f) * mesh.findCentroid(f) <= 0) return false;
    return true;
}

static void run() {
    const ContactGeometry::TriangleMesh sphere(PolygonalMesh::createSphereMesh(2, 4));
    CHECK_NEAR(areaOf(sphere), 16 * Pi, 2.5);
    CHECK(facesLookOutward(sphere));
    const ContactGeometry::TriangleMesh brick(PolygonalMesh::createBrickMesh(Vec3(1, 2, 3), 2));
    CHECK_NEAR(areaOf(brick), 8 * (2 + 3 + 6), 1e-12);
    CHECK(facesLookOutward(brick) && brick.createPolygonalMesh().getNumFaces() >= 12);
    const ContactGeometry::TriangleMesh cylinder(PolygonalMesh::createCylinderMesh(XAxis, 1, 2, 8));
    CHECK_NEAR(areaOf(cylinder), 2 * Pi * 5, 1.0);

    const char* const name = "practice_meshes.obj";
    std::ofstream(name) << "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
    PolygonalMesh square;
    square.loadObjFile(name);
    CHECK(square.getNumVertices() == 4 && square.getNumFaces() == 1 && square.getNumVerticesForFace(0) == 4);
    CHECK_NEAR(square.getVertexPosition(2), Vec3(1, 1, 0), 0);
    CHECK_THROWS(square.loadObjFile("no such file.obj"));
}

CHECK_MAIN(run)
