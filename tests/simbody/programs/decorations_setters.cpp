// SPDX-License-Identifier: Apache-2.0
// Decorations are configured by chained calls that return the derived type.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Shown : public Force::Custom::Implementation {
public:
    explicit Shown(const MobilizedBody& b) : body_(b) {}
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {}
    Real calcPotentialEnergy(const State&) const override { return 0; }
    void calcDecorativeGeometryAndAppend(const State&, Stage stage,
                                         Array_<DecorativeGeometry>& geometry) const override {
        if (stage != Stage::Position) return;
        geometry.push_back(DecorativeSphere(0.2)
                               .setColor(Orange)
                               .setOpacity(0.5)
                               .setScale(2)
                               .setResolution(3)
                               .setLineThickness(4)
                               .setRepresentation(DecorativeGeometry::DrawWireframe)
                               .setBodyId(body_.getMobilizedBodyIndex())
                               .setTransform(Vec3(1, 2, 3)));
        geometry.push_back(
            DecorativeBrick(Vec3(1)).setScaleFactors(Vec3(1, 2, 3)).setIndexOnBody(7).setColor(Vec3(0.5, 0.25, 0)));
    }

private:
    const MobilizedBody& body_;
};

static void shapes() {
    CHECK_NEAR(DecorativeSphere().setColor(Red).setRadius(3).getRadius(), 3, 0);
    CHECK_NEAR(DecorativeCircle(2).setOpacity(1).setRadius(3).getRadius(), 3, 0);
    const DecorativeLine line = DecorativeLine().setLineThickness(2).setPoint1(Vec3(1)).setPoint2(Vec3(2));
    CHECK_NEAR(line.getPoint1(), Vec3(1), 0);
    CHECK_NEAR(line.getPoint2(), Vec3(2), 0);
    CHECK_NEAR(DecorativeLine().setEndpoints(Vec3(3), Vec3(4)).getPoint2(), Vec3(4), 0);
    CHECK_NEAR(DecorativeBrick().setHalfLengths(Vec3(4, 5, 6)).getHalfLengths(), Vec3(4, 5, 6), 0);
    CHECK_NEAR(DecorativeEllipsoid(Vec3(1)).setRadii(Vec3(3, 2, 1)).getRadii(), Vec3(3, 2, 1), 0);
    const DecorativeCylinder cylinder = DecorativeCylinder().setRadius(4).setHalfHeight(5);
    CHECK_NEAR(cylinder.getRadius() + 10 * cylinder.getHalfHeight(), 54, 0);
    CHECK_NEAR(DecorativeFrame().setAxisLength(3).getAxisLength(), 3, 0);
    const DecorativeTorus torus = DecorativeTorus(1, 0.1).setTorusRadius(3).setTubeRadius(0.5);
    CHECK_NEAR(torus.getTorusRadius() + 10 * torus.getTubeRadius(), 8, 0);
    const DecorativeArrow arrow =
        DecorativeArrow(Vec3(0), Vec3(1), 0.1).setStartPoint(Vec3(0, 1, 0)).setEndPoint(Vec3(2)).setTipLength(0.25);
    CHECK_NEAR(arrow.getStartPoint(), Vec3(0, 1, 0), 0);
    CHECK_NEAR(arrow.getEndPoint(), Vec3(2), 0);
    CHECK_NEAR(arrow.getTipLength(), 0.25, 0);
    const DecorativeCone cone = DecorativeCone(Vec3(1), UnitVec3(0, 1, 0), 2, 0.5).setHeight(3).setBaseRadius(1);
    CHECK_NEAR(cone.getOrigin(), Vec3(1), 0);
    CHECK_NEAR(Vec3(cone.getDirection()), Vec3(0, 1, 0), 1e-15);
    CHECK_NEAR(cone.getHeight() + 10 * cone.getBaseRadius(), 13, 0);
    CHECK_NEAR(DecorativePoint(Vec3(1)).setPoint(Vec3(3, 2, 1)).getPoint(), Vec3(3, 2, 1), 0);
    const DecorativeText text = DecorativeText("this").setText("that").setIsScreenText(true);
    CHECK(text.getText() == "that" && text.getIsScreenText());
}

static void mesh() {
    PolygonalMesh mesh;
    Array_<int> face;
    face.push_back(mesh.addVertex(Vec3(0)));
    face.push_back(mesh.addVertex(Vec3(1, 0, 0)));
    face.push_back(mesh.addVertex(Vec3(1, 1, 0)));
    face.push_back(mesh.addVertex(Vec3(0, 1, 0)));
    CHECK(mesh.addFace(face) == 0);
    mesh.scaleMesh(2).transformMesh(Transform(Vec3(0, 0, 1)));
    CHECK(mesh.getNumVertices() == 4 && mesh.getNumFaces() == 1);
    CHECK(mesh.getNumVerticesForFace(0) == 4 && mesh.getFaceVertex(0, 2) == 2);
    CHECK_NEAR(mesh.getVertexPosition(2), Vec3(2, 2, 1), 0);
    CHECK(DecorativeMesh(mesh).setColor(Gray).getMesh().getNumFaces() == 1);
    CHECK_NEAR(Vec3(0.5 * Red + Blue), Vec3(0.5, 0, 1), 0);
}

static void collected() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    matter.setShowDefaultGeometry(false);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    body.addDecoration(Transform(Vec3(1, 0, 0)), DecorativeSphere(0.3).setScale(3));
    CHECK(body.getNumDecorations() == 1);
    MobilizedBody::Pin pin(matter.Ground(), body);
    pin.addBodyDecoration(Transform(Vec3(0, 2, 0)), DecorativePoint(Vec3(0, 0, 5)).setColor(Green));
    Force::Custom hook(forces, new Shown(pin));

    const State state = system.realizeTopology();
    system.realize(state, Stage::Position);
    Array_<DecorativeGeometry> geometry;
    for (Stage stage = Stage::Topology; stage <= Stage::Position; ++stage)
        system.calcDecorativeGeometryAndAppend(state, stage, geometry);
    int found = 0;
    for (const DecorativeGeometry& g : geometry) {
        if (g.getResolution() == 3) {
            ++found;
            CHECK(g.getBodyId() == 1 && g.getOpacity() == 0.5 && g.getLineThickness() == 4);
            CHECK(g.getRepresentation() == DecorativeGeometry::DrawWireframe);
            CHECK_NEAR(g.getScaleFactors(), Vec3(2), 0);
            CHECK_NEAR(Vec3(g.getColor()), Vec3(Orange), 0);
            CHECK_NEAR(g.getTransform().p(), Vec3(1, 2, 3), 0);
        }
        if (g.getIndexOnBody() == 7) {
            ++found;
            CHECK_NEAR(g.getScaleFactors(), Vec3(1, 2, 3), 0);
            CHECK_NEAR(Vec3(g.getColor()), Vec3(0.5, 0.25, 0), 1e-7);
        }
        if (g.getScaleFactors()[0] == 3 && g.getBodyId() == 1) {
            ++found;
            CHECK_NEAR(g.getTransform().p(), Vec3(1, 0, 0), 0);
        }
    }
    CHECK(found == 3);
}

static void run() {
    shapes();
    mesh();
    collected();
}

CHECK_MAIN(run)
