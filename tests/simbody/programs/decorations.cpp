// SPDX-License-Identifier: Apache-2.0
// Custom elements may add geometry; the System collects it for display.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class ShownSpring : public Force::Custom::Implementation {
public:
    explicit ShownSpring(const MobilizedBody& b) : body_(b) {}
    void calcForce(const State& s, Vector_<SpatialVec>& F, Vector_<Vec3>&, Vector&) const override {
        body_.applyForceToBodyPoint(s, Vec3(0), -body_.getBodyOriginLocation(s), F);
    }
    Real calcPotentialEnergy(const State& s) const override { return body_.getBodyOriginLocation(s).normSqr() / 2; }
    void calcDecorativeGeometryAndAppend(const State& s, Stage stage,
                                         Array_<DecorativeGeometry>& geometry) const override {
        if (stage == Stage::Position)
            geometry.push_back(
                DecorativeLine(Vec3(0), body_.getBodyOriginLocation(s)).setColor(Red).setLineThickness(2));
    }

private:
    const MobilizedBody& body_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    matter.setShowDefaultGeometry(false);
    Body::Rigid body(MassProperties(1, Vec3(0), UnitInertia(1)));
    body.addDecoration(Transform(), DecorativeSphere(0.5).setColor(Blue).setOpacity(0.5));
    MobilizedBody::Translation ball(matter.Ground(), body);
    ball.addBodyDecoration(Transform(Vec3(1, 0, 0)), DecorativeBrick(Vec3(1, 2, 3)));
    Force::Custom spring(forces, new ShownSpring(ball));

    State state = system.realizeTopology();
    system.realizeModel(state);
    ball.setQ(state, Vec3(0, 2, 0));
    system.realize(state, Stage::Acceleration);
    CHECK_NEAR(ball.getBodyOriginAcceleration(state), Vec3(0, -2, 0), 1e-14);

    Array_<DecorativeGeometry> fixed, moving;
    system.calcDecorativeGeometryAndAppend(state, Stage::Topology, fixed);
    system.calcDecorativeGeometryAndAppend(state, Stage::Position, moving);
    CHECK(fixed.size() + moving.size() >= 3 && moving.size() >= 1);
    bool found = false;
    for (const DecorativeGeometry& g : moving)
        if (g.getColor() == Red && g.getLineThickness() == 2) found = true;
    CHECK(found);
    bool sphere = false;
    for (const DecorativeGeometry& g : fixed)
        if (g.getColor() == Blue && g.getOpacity() == 0.5 && g.getBodyId() == 1) sphere = true;
    CHECK(sphere);
}

CHECK_MAIN(run)
