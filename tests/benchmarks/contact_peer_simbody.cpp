// SPDX-License-Identifier: Apache-2.0
#include "Simbody.h"
#include "contact_peer.h"

namespace contact_bench {

namespace {

using namespace SimTK;

Vec3 vec(const V3& v) { return Vec3(v[0], v[1], v[2]); }

/// The torque of a link's drive.
class Drive : public Force::Custom::Implementation {
public:
    Drive(const MobilizedBody& body, const Link& link, double frequency)
        : body_(body), link_(link), frequency_(frequency) {}
    void calcForce(const State& s, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector& mobilityForces) const override {
        const double goal = link_.rest + link_.amplitude * std::sin(2 * Pi * frequency_ * s.getTime() + link_.phase);
        body_.applyOneMobilityForce(
            s, 0, link_.stiffness * (goal - body_.getOneQ(s, 0)) + link_.damping * (link_.speed - body_.getOneU(s, 0)),
            mobilityForces);
    }
    Real calcPotentialEnergy(const State&) const override { return 0; }

private:
    const MobilizedBody& body_;
    Link link_;
    double frequency_;
};

PolygonalMesh meshOf(const Solid& solid) {
    PolygonalMesh mesh;
    for (const V3& p : solid.points) mesh.addVertex(vec(p));
    for (const auto& t : solid.triangles) mesh.addFace(Array_<int>{t[0], t[1], t[2]});
    return mesh;
}

class Simbody : public Peer {
public:
    explicit Simbody(const Machine& machine)
        : matter_(system_),
          forces_(system_),
          tracker_(system_),
          contacts_(system_, tracker_),
          gravity_(forces_, matter_, -YAxis, machine.hasFloor ? contact_bench::gravity : 0) {
        contacts_.setTransitionVelocity(transitionSpeed);
        const ContactMaterial material = materialOf(0.1, machine.friction);
        if (machine.hasFloor) wall(material, YAxis, 0);
        // The forces refer to the bodies.
        bodies_.reserve(machine.links.size());
        for (const Link& link : machine.links) {
            const Vec3 center = vec(link.massCenter);
            Body::Rigid body(
                MassProperties(link.mass, center, Inertia(vec(link.moments)).shiftFromMassCenter(center, link.mass)));
            for (const V3& ball : link.balls)
                body.addContactSurface(Transform(vec(ball)),
                                       ContactSurface(ContactGeometry::Sphere(link.ballRadius), material));
            // Layers half as thick as the teeth are high.
            if (!link.whole.points.empty())
                body.addContactSurface(
                    Transform(), ContactSurface(ContactGeometry::TriangleMesh(meshOf(link.whole)), material, 3e-3));
            MobilizedBody& parent =
                link.parent < 0 ? static_cast<MobilizedBody&>(matter_.updGround()) : bodies_[std::size_t(link.parent)];
            if (link.isFreeInPlane)
                bodies_.push_back(MobilizedBody::Planar(parent, Transform(vec(link.place)), body, Transform()));
            else
                bodies_.push_back(MobilizedBody::Pin(parent, Transform(vec(link.place)), body, Transform()));
            Force::Custom(forces_, new Drive(bodies_.back(), link, machine.frequency));
        }
        state_ = system_.realizeTopology();
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            bodies_[i].setOneQ(state_, 0, machine.links[i].startAngle);
            bodies_[i].setOneU(state_, 0, machine.links[i].startRate);
        }
        start(machine.accuracy);
    }
    explicit Simbody(const Scene& scene)
        : matter_(system_),
          forces_(system_),
          tracker_(system_),
          contacts_(system_, tracker_),
          gravity_(forces_, matter_, -YAxis, scene.chainSpeed > 0 ? 0 : contact_bench::gravity) {
        contacts_.setTransitionVelocity(transitionSpeed);
        const bool isChain = scene.chainSpeed > 0;
        const ContactMaterial material = materialOf(isChain ? 0 : 0.1, scene.friction);
        if (!isChain) wall(material, YAxis, 0);
        if (const double w = scene.halfWidth; w > 0) {
            wall(material, XAxis, -w);
            wall(material, -XAxis, -w);
            wall(material, ZAxis, -w);
            wall(material, -ZAxis, -w);
        }
        Body::Rigid ball(MassProperties(scene.mass, Vec3(0), Inertia(0.4 * scene.mass * square(scene.size))));
        ball.addContactSurface(Transform(), ContactSurface(ContactGeometry::Sphere(scene.size), material));
        for (const V3& p : scene.positions)
            bodies_.push_back(MobilizedBody::Free(matter_.Ground(), Vec3(p[0], p[1], p[2]), ball, Vec3(0)));
        state_ = system_.realizeTopology();
        if (isChain) bodies_.front().setOneU(state_, 3, scene.chainSpeed);
        start(scene.accuracy);
    }
    void goTo(double time) override { stepper_->stepTo(time); }
    void evaluate() override {
        State& s = integrator_->updAdvancedState();
        s.updQ();
        s.updU();
        system_.realize(s, Stage::Acceleration);
    }
    void evaluatePart() override {
        State& s = integrator_->updAdvancedState();
        s.updU();
        system_.realize(s, Stage::Acceleration);
    }
    V3 position(int body) const override {
        const State& s = stepper_->getState();
        const Vec3 p = bodies_[std::size_t(body)].getBodyOriginLocation(s);
        return {p[0], p[1], p[2]};
    }
    std::string remarks() const override { return std::to_string(integrator_->getNumRealizations()) + " evaluations"; }

    double rate(int link) const override {
        return bodies_[std::size_t(link)].getBodyAngularVelocity(stepper_->getState())[2];
    }

private:
    static ContactMaterial materialOf(double dissipation, double friction) {
        return {ContactMaterial::calcPlaneStrainStiffness(youngsModulus, poissonsRatio), dissipation, friction,
                friction, 0};
    }
    void wall(const ContactMaterial& material, const UnitVec3& out, double offset) {
        // The half-space is solid along +x.
        matter_.Ground().updBody().addContactSurface(Transform(Rotation(-out, XAxis), Vec3(offset * out)),
                                                     ContactSurface(ContactGeometry::HalfSpace(), material));
    }
    void start(double accuracy) {
        integrator_ = std::make_unique<RungeKuttaMersonIntegrator>(system_);
        integrator_->setAccuracy(accuracy);
        stepper_ = std::make_unique<TimeStepper>(system_, *integrator_);
        stepper_->initialize(state_);
    }

    MultibodySystem system_;
    SimbodyMatterSubsystem matter_;
    GeneralForceSubsystem forces_;
    ContactTrackerSubsystem tracker_;
    CompliantContactSubsystem contacts_;
    Force::Gravity gravity_;
    std::vector<MobilizedBody> bodies_;
    State state_;
    std::unique_ptr<Integrator> integrator_;
    std::unique_ptr<TimeStepper> stepper_;
};

}  // namespace

}  // namespace contact_bench

extern "C" {

contact_bench::Peer* makeScene(const contact_bench::Scene& scene) {
    if (scene.shape != contact_bench::Shape::Ball) return nullptr;
    return new contact_bench::Simbody(scene);
}
contact_bench::Peer* makeMachine(const contact_bench::Machine& machine) { return new contact_bench::Simbody(machine); }
}
