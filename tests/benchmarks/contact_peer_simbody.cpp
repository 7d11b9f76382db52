// SPDX-License-Identifier: Apache-2.0
#include "Simbody.h"
#include "contact_peer.h"

namespace contact_bench {

namespace {

using namespace SimTK;

class Simbody : public Peer {
public:
    explicit Simbody(const Scene& scene)
        : matter_(system_),
          forces_(system_),
          tracker_(system_),
          contacts_(system_, tracker_),
          gravity_(forces_, matter_, -YAxis, scene.chainSpeed > 0 ? 0 : contact_bench::gravity) {
        contacts_.setTransitionVelocity(transitionSpeed);
        const bool isChain = scene.chainSpeed > 0;
        const ContactMaterial material(ContactMaterial::calcPlaneStrainStiffness(youngsModulus, poissonsRatio),
                                       isChain ? 0 : 0.1, scene.friction, scene.friction, 0);
        const auto wall = [&](const UnitVec3& out, double offset) {
            // The half-space is solid along +x.
            matter_.Ground().updBody().addContactSurface(Transform(Rotation(-out, XAxis), Vec3(offset * out)),
                                                         ContactSurface(ContactGeometry::HalfSpace(), material));
        };
        if (!isChain) wall(YAxis, 0);
        if (const double w = scene.halfWidth; w > 0) {
            wall(XAxis, -w);
            wall(-XAxis, -w);
            wall(ZAxis, -w);
            wall(-ZAxis, -w);
        }
        Body::Rigid ball(MassProperties(scene.mass, Vec3(0), Inertia(0.4 * scene.mass * square(scene.size))));
        ball.addContactSurface(Transform(), ContactSurface(ContactGeometry::Sphere(scene.size), material));
        for (const V3& p : scene.positions)
            bodies_.push_back(MobilizedBody::Free(matter_.Ground(), Vec3(p[0], p[1], p[2]), ball, Vec3(0)));
        state_ = system_.realizeTopology();
        if (isChain) bodies_.front().setOneU(state_, 3, scene.chainSpeed);
        integrator_ = std::make_unique<RungeKuttaMersonIntegrator>(system_);
        integrator_->setAccuracy(scene.accuracy);
        stepper_ = std::make_unique<TimeStepper>(system_, *integrator_);
        stepper_->initialize(state_);
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

private:
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

std::unique_ptr<Peer> makeSimbody(const Scene& scene) {
    if (scene.shape != Shape::Ball) return nullptr;
    return std::make_unique<Simbody>(scene);
}

}  // namespace contact_bench
