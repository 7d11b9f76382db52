// SPDX-License-Identifier: Apache-2.0
#include <btBulletDynamicsCommon.h>

#include <cmath>
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
        // Awake, as in the other programs.
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

/// Bodies kept in their plane, hinges between them, and the torques of the drives.
class BulletMachine : public Peer {
public:
    explicit BulletMachine(const Machine& machine) : machine_(machine) {
        world_.setGravity(btVector3(0, machine.hasFloor ? -gravity : 0, 0));
        btCollisionShape* const floor = keep(std::make_unique<btStaticPlaneShape>(btVector3(0, 1, 0), 0));
        btCollisionShape* const nothing = keep(std::make_unique<btEmptyShape>());
        ground_ = add(0, machine.hasFloor ? floor : nothing, btVector3(0, 0, 0), btTransform::getIdentity());
        for (const Link& link : machine_.links) {
            const btVector3 place = vec(link.place), center = vec(link.massCenter);
            btTransform origin(btQuaternion(btVector3(0, 0, 1), link.startAngle), place);
            if (link.parent >= 0) origin = origins_[std::size_t(link.parent)] * origin;
            origins_.push_back(origin);
            btRigidBody* const body = add(link.mass, shapeOf(link, nothing), vec(link.moments),
                                          origin * btTransform(btQuaternion::getIdentity(), center));
            body->setLinearFactor(btVector3(1, 1, 0));
            body->setAngularFactor(btVector3(0, 0, 1));
            body->setAngularVelocity(btVector3(0, 0, link.startRate));
            links_.push_back(body);
            if (link.isFreeInPlane) continue;
            const btVector3 carried =
                link.parent < 0 ? place : place - vec(machine_.links[std::size_t(link.parent)].massCenter);
            hinges_.push_back(std::make_unique<btHingeConstraint>(*carrier(link), *body,
                                                                  btTransform(btQuaternion::getIdentity(), carried),
                                                                  btTransform(btQuaternion::getIdentity(), -center)));
            world_.addConstraint(hinges_.back().get(), true);
        }
    }
    ~BulletMachine() override {
        for (const auto& hinge : hinges_) world_.removeConstraint(hinge.get());
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }
    void goTo(double time) override {
        for (; time_ < time - 1e-9; time_ += peerStep) {
            drive();
            world_.stepSimulation(peerStep, 0, peerStep);
        }
    }
    void evaluate() override { world_.stepSimulation(peerStep, 0, peerStep); }
    void evaluatePart() override { world_.performDiscreteCollisionDetection(); }
    V3 position(int link) const override {
        const btVector3 p =
            links_[std::size_t(link)]->getWorldTransform() * -vec(machine_.links[std::size_t(link)].massCenter);
        return {p.x(), p.y(), p.z()};
    }
    double rate(int link) const override { return links_[std::size_t(link)]->getAngularVelocity().z(); }

private:
    static btVector3 vec(const V3& v) { return {v[0], v[1], v[2]}; }
    btCollisionShape* keep(std::unique_ptr<btCollisionShape> shape) {
        shapes_.push_back(std::move(shape));
        return shapes_.back().get();
    }
    btRigidBody* add(double mass, btCollisionShape* shape, const btVector3& inertia, const btTransform& X) {
        btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
        info.m_startWorldTransform = X;
        info.m_friction = std::sqrt(machine_.friction);
        bodies_.push_back(std::make_unique<btRigidBody>(info));
        bodies_.back()->setActivationState(DISABLE_DEACTIVATION);
        world_.addRigidBody(bodies_.back().get());
        return bodies_.back().get();
    }
    /// About the center of mass.
    btCollisionShape* shapeOf(const Link& link, btCollisionShape* nothing) {
        if (link.balls.empty() && link.parts.empty()) return nothing;
        auto all = std::make_unique<btCompoundShape>();
        for (const V3& ball : link.balls)
            all->addChildShape(btTransform(btQuaternion::getIdentity(), vec(ball) - vec(link.massCenter)),
                               keep(std::make_unique<btSphereShape>(link.ballRadius)));
        for (const Solid& part : link.parts) {
            auto hull = std::make_unique<btConvexHullShape>();
            for (const V3& p : part.points) hull->addPoint(vec(p), false);
            hull->recalcLocalAabb();
            // Its own default is ten times the size of a tooth.
            hull->setMargin(1e-4);
            all->addChildShape(btTransform::getIdentity(), keep(std::move(hull)));
        }
        return keep(std::move(all));
    }
    btRigidBody* carrier(const Link& link) { return link.parent < 0 ? ground_ : links_[std::size_t(link.parent)]; }
    static double angle(const btRigidBody& body) {
        const btMatrix3x3& R = body.getWorldTransform().getBasis();
        return std::atan2(R[1][0], R[0][0]);
    }
    void drive() {
        for (std::size_t i = 0; i < links_.size(); ++i) {
            const Link& link = machine_.links[i];
            btRigidBody* const parent = carrier(link);
            const double goal =
                link.rest + link.amplitude * std::sin(SIMD_2_PI * machine_.frequency * time_ + link.phase);
            const double torque =
                link.stiffness * (goal - (angle(*links_[i]) - angle(*parent))) +
                link.damping * (link.speed - (links_[i]->getAngularVelocity().z() - parent->getAngularVelocity().z()));
            links_[i]->applyTorque(btVector3(0, 0, torque));
            parent->applyTorque(btVector3(0, 0, -torque));
        }
    }

    Machine machine_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_{&configuration_};
    btDbvtBroadphase broadPhase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_{&dispatcher_, &broadPhase_, &solver_, &configuration_};
    std::list<std::unique_ptr<btCollisionShape>> shapes_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<std::unique_ptr<btHingeConstraint>> hinges_;
    btRigidBody* ground_ = nullptr;
    std::vector<btRigidBody*> links_;
    std::vector<btTransform> origins_;
    double time_ = 0;
};

}  // namespace

std::unique_ptr<Peer> makeBullet(const Machine& machine) { return std::make_unique<BulletMachine>(machine); }

std::unique_ptr<Peer> makeBullet(const Scene& scene) {
    if (scene.chainSpeed > 0) return nullptr;
    return std::make_unique<Bullet>(scene);
}

}  // namespace contact_bench
