// SPDX-License-Identifier: Apache-2.0
// The realize hooks of a custom mobilizer, and what it can read of the State in them; the same for a custom force.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class SliderImpl : public MobilizedBody::Custom::Implementation {
public:
    explicit SliderImpl(SimbodyMatterSubsystem& matter) : Implementation(matter, 1, 1) {}
    SliderImpl* clone() const override { return new SliderImpl(*this); }
    mutable std::string diary;
    mutable Vector seen = Vector(5, Real(0));

    Transform calcMobilizerTransformFromQ(const State&, int, const Real* q) const override {
        return Transform(Vec3(0, 0, q[0]));
    }
    SpatialVec multiplyByHMatrix(const State&, int, const Real* u) const override {
        return SpatialVec(Vec3(0), Vec3(0, 0, u[0]));
    }
    void multiplyByHTranspose(const State&, const SpatialVec& F, int, Real* f) const override { f[0] = F[1][2]; }
    SpatialVec multiplyByHDotMatrix(const State&, int, const Real*) const override {
        return SpatialVec(Vec3(0), Vec3(0));
    }
    void multiplyByHDotTranspose(const State&, const SpatialVec&, int, Real* f) const override { f[0] = 0; }
    void setQToFitTransform(const State&, const Transform& X, int, Real* q) const override { q[0] = X.p()[2]; }
    void setUToFitVelocity(const State&, const SpatialVec& V, int, Real* u) const override { u[0] = V[1][2]; }

    void realizeTopology(State&) const override { diary += 'T'; }
    void realizeTime(const State&) const override { diary += 't'; }
    void realizePosition(const State& s) const override {
        diary += 'p';
        seen[0] = getQ(s)[0];
    }
    void realizeVelocity(const State& s) const override {
        diary += 'v';
        seen[1] = getU(s)[0];
    }
    void realizeDynamics(const State& s) const override {
        diary += 'd';
        seen[2] = getQDot(s)[0];
    }
    void realizeAcceleration(const State&) const override { diary += 'a'; }
    void realizeReport(const State& s) const override {
        diary += 'r';
        seen[3] = getUDot(s)[0];
        seen[4] = getQDotDot(s)[0];
        CHECK_NEAR(getMobilizerTransform(s).p(), Vec3(0, 0, getQ(s)[0]), 0);
        CHECK_NEAR(getMobilizerVelocity(s)[1], Vec3(0, 0, getU(s)[0]), 0);
    }
};

class Push : public Force::Custom::Implementation {
public:
    void calcForce(const State&, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>&, Vector&) const override {
        diary += 'f';
        bodyForces[1][1] += Vec3(0, 0, 12);
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }
    mutable std::string diary;
    void realizeTopology(State&) const override { diary += 'T'; }
    void realizeModel(State&) const override { diary += 'M'; }
    void realizeInstance(const State&) const override { diary += 'I'; }
    void realizeTime(const State&) const override { diary += 't'; }
    void realizePosition(const State&) const override { diary += 'p'; }
    void realizeVelocity(const State&) const override { diary += 'v'; }
    void realizeDynamics(const State&) const override { diary += 'd'; }
    void realizeAcceleration(const State&) const override { diary += 'a'; }
    void realizeReport(const State&) const override { diary += 'r'; }
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    SliderImpl* slider = new SliderImpl(matter);
    MobilizedBody::Custom body(matter.Ground(), slider, Body::Rigid(MassProperties(3, Vec3(0), UnitInertia(1))));
    Push* push = new Push();
    Force::Custom element(forces, push);

    State state = system.realizeTopology();
    CHECK(slider->diary[0] == 'T' && push->diary[0] == 'T');
    system.realizeModel(state);
    body.setOneQ(state, 0, 1.5);
    body.setOneU(state, 0, -2);
    slider->diary.clear();
    push->diary.clear();
    system.realize(state, Stage::Report);
    CHECK(slider->diary == "tpvdar");
    std::string force = push->diary;
    // The force is computed during Dynamics; the other hooks run in order.
    CHECK(force.find('f') != std::string::npos);
    force.erase(std::remove(force.begin(), force.end(), 'f'), force.end());
    CHECK(force == "Itpvdar");
    const Real expected[] = {1.5, -2, -2, 4, 4};
    for (int i = 0; i < 5; ++i) CHECK_NEAR(slider->seen[i], expected[i], 1e-14);

    slider->diary.clear();
    body.setOneU(state, 0, 7);
    system.realize(state, Stage::Acceleration);
    CHECK(slider->diary == "vda");
    CHECK_NEAR(slider->seen[2], 7, 0);

    slider->invalidateTopologyCache();
    CHECK(!system.systemTopologyHasBeenRealized());
    CHECK_THROWS(system.realizeModel(state));
}

CHECK_MAIN(run)
