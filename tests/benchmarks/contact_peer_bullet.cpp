// SPDX-License-Identifier: Apache-2.0
#include <btBulletDynamicsCommon.h>

#include <list>

#include "contact_peer.h"

namespace contact_bench {

namespace {

class Bullet : public Peer {
public:
    explicit Bullet(const Scene& scene) {
        world_.setGravity(btVector3(0, -gravity, 0));
        plane(scene, btVector3(0, 1, 0), 0);
        if (const double w = scene.halfWidth; w > 0)
            for (const btVector3& n :
                 {btVector3(1, 0, 0), btVector3(-1, 0, 0), btVector3(0, 0, 1), btVector3(0, 0, -1)})
                plane(scene, n, -w);
        std::unique_ptr<btCollisionShape> shape;
        if (scene.shape == Shape::Ball)
            shape = std::make_unique<btSphereShape>(scene.size);
        else
            shape = std::make_unique<btBoxShape>(btVector3(scene.size, scene.size, scene.size));
        btVector3 inertia(0, 0, 0);
        shape->calculateLocalInertia(scene.mass, inertia);
        for (const V3& p : scene.positions)
            add(scene, scene.mass, shape.get(), inertia,
                btTransform(btQuaternion::getIdentity(), btVector3(p[0], p[1], p[2])));
        first_ = int(bodies_.size() - scene.positions.size());
        shapes_.push_back(std::move(shape));
    }
    ~Bullet() override {
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }
    void goTo(double time) override {
        for (; time_ < time - 1e-9; time_ += peerStep) world_.stepSimulation(peerStep, 0, peerStep);
    }
    void evaluate() override { world_.stepSimulation(peerStep, 0, peerStep); }
    void evaluatePart() override { world_.performDiscreteCollisionDetection(); }
    V3 position(int body) const override {
        const btVector3& p = bodies_[std::size_t(first_ + body)]->getWorldTransform().getOrigin();
        return {p.x(), p.y(), p.z()};
    }

private:
    void plane(const Scene& scene, const btVector3& normal, double offset) {
        shapes_.push_back(std::make_unique<btStaticPlaneShape>(normal, offset));
        add(scene, 0, shapes_.back().get(), btVector3(0, 0, 0), btTransform::getIdentity());
    }
    void add(const Scene& scene, double mass, btCollisionShape* shape, const btVector3& inertia, const btTransform& X) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
        info.m_startWorldTransform = X;
        info.m_friction = scene.friction;
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        // Awake, as the other programs are.
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(bodies_.back().get());
    }

    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadPhase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadPhase_, &solver_, &configuration_};
    std::list<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    int first_ = 0;
    double time_ = 0;
};

}  // namespace

std::unique_ptr<Peer> makeBullet(const Scene& scene) {
    if (scene.chainSpeed > 0) return nullptr;
    return std::make_unique<Bullet>(scene);
}

}  // namespace contact_bench
