// SPDX-License-Identifier: Apache-2.0
// The realize hooks of a custom constraint, one per stage; those of Position, Velocity and Acceleration run after the
// errors of the constraint have been computed.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Watched : public Constraint::Custom::Implementation {
public:
    Watched(SimbodyMatterSubsystem& matter, const MobilizedBody& slider) : Implementation(matter, 1, 0, 0) {
        slider_ = addConstrainedMobilizer(slider);
    }
    Watched* clone() const override { return new Watched(*this); }
    mutable std::string diary;
    mutable bool errorsKnown = false;
    void changeSomething() {
        target_ = 2;
        invalidateTopologyCache();
    }

    void calcPositionErrors(const State& s, const Array_<Transform, ConstrainedBodyIndex>&,
                            const Array_<Real, ConstrainedQIndex>& q, Array_<Real>& e) const override {
        errorsKnown = true;
        e[0] = getOneQ(s, q, slider_, MobilizerQIndex(0)) - target_;
    }
    void calcPositionDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                               const Array_<Real, ConstrainedQIndex>& qdot, Array_<Real>& e) const override {
        e[0] = getOneQDot(s, qdot, slider_, MobilizerQIndex(0));
    }
    void calcPositionDotDotErrors(const State& s, const Array_<SpatialVec, ConstrainedBodyIndex>&,
                                  const Array_<Real, ConstrainedQIndex>& qdotdot, Array_<Real>& e) const override {
        e[0] = getOneQDotDot(s, qdotdot, slider_, MobilizerQIndex(0));
    }
    void addInPositionConstraintForces(const State& s, const Array_<Real>& lambda,
                                       Array_<SpatialVec, ConstrainedBodyIndex>&,
                                       Array_<Real, ConstrainedQIndex>& f) const override {
        addInOneQForce(s, slider_, MobilizerQIndex(0), lambda[0], f);
    }
    void realizeTopology(State&) const override { diary += 'T'; }
    void realizeModel(State&) const override { diary += 'M'; }
    void realizeInstance(const State&) const override { diary += 'I'; }
    void realizeTime(const State&) const override { diary += 't'; }
    void realizePosition(const State&) const override {
        CHECK(errorsKnown);
        diary += 'p';
    }
    void realizeVelocity(const State&) const override { diary += 'v'; }
    void realizeDynamics(const State&) const override { diary += 'd'; }
    void realizeAcceleration(const State&) const override { diary += 'a'; }
    void realizeReport(const State&) const override { diary += 'r'; }
    void calcDecorativeGeometryAndAppend(const State&, Stage stage, Array_<DecorativeGeometry>& g) const override {
        if (stage == Stage::Position) g.push_back(DecorativeLine(Vec3(0), Vec3(1, 0, 0)).setColor(Purple));
    }

private:
    ConstrainedMobilizerIndex slider_;
    Real target_ = 1;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    MobilizedBody::Slider slider(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    Watched* watched = new Watched(matter, slider);
    Constraint::Custom element(watched);

    State state = system.realizeTopology();
    CHECK(watched->diary.substr(0, 1) == "T");
    watched->diary.clear();
    system.realizeModel(state);
    system.realize(state, Stage::Report);
    const std::string& diary = watched->diary;
    CHECK(diary.size() >= 7 && diary.substr(diary.size() - 7) == "Itpvdar");
    const auto after = [&](const char* expected) {
        watched->diary.clear();
        system.realize(state, Stage::Report);
        CHECK(watched->diary == expected);
    };
    after("");
    slider.setRate(state, 1);
    after("vdar");
    watched->errorsKnown = false;
    slider.setLength(state, 1);
    after("pvdar");
    CHECK_NEAR(state.getQErr()[0], 0, 0);
    Array_<DecorativeGeometry> geometry;
    system.calcDecorativeGeometryAndAppend(state, Stage::Position, geometry);
    bool drawn = false;
    for (const DecorativeGeometry& g : geometry) drawn = drawn || g.getColor() == Purple;
    CHECK(drawn);

    watched->changeSomething();
    CHECK(!system.systemTopologyHasBeenRealized());
    CHECK_THROWS(system.realizeModel(state));
    watched->diary.clear();
    state = system.realizeTopology();
    CHECK(watched->diary.substr(0, 1) == "T");
    system.realize(state, Stage::Position);
    CHECK_NEAR(state.getQErr()[0], -2, 0);
}

CHECK_MAIN(run)
