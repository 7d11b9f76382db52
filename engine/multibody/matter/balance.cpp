// SPDX-License-Identifier: Apache-2.0
// MatterOperators: forces of joints and motions, power, and the system as a whole.
#include <algorithm>
#include <cmath>

#include "base/exceptions.h"
#include "multibody/matter/guts.h"
#include "multibody/multibody_system.h"

namespace trammel {

// --- Forces of joints and motions ---

namespace {

/// All forces on bodies and mobilities except those of joints and motions, in the State's scratch memory.
void findActingForces(const MatterGuts& g, const State& s) {
    const auto& system = MultibodySystem::downcast(g.getSystem());
    const Vector_<SpatialVec>& applied = system.getRigidBodyForces(s, Stage::Dynamics);
    const Vector& mobility = system.getMobilityForces(s, Stage::Dynamics);
    std::vector<SpatialVec>& onBodies = g.work(s).actingOnBodies;
    std::vector<Real>& onSpeeds = g.work(s).actingOnSpeeds;
    onBodies.assign(g.bodies.size(), SpatialVec(0.));
    onSpeeds.assign(std::size_t(g.treeOf(s).nu), 0.);
    const Real* const lambda = s.getMultipliers(g.getMySubsystemIndex()).data();
    g.addInConstraintForces(s, lambda, onBodies.data(), onSpeeds.data());
    g.addInSlidingFriction(s, lambda, onBodies.data(), onSpeeds.data());
    for (std::size_t b = 0; b < onBodies.size(); ++b) onBodies[b] = applied[int(b)] - onBodies[b];
    for (std::size_t i = 0; i < onSpeeds.size(); ++i) onSpeeds[i] = mobility[int(i)] - onSpeeds[i];
}

/// Newton-Euler with all forces, including constraints; on return F holds the joints' forces on the bodies, and for
/// Ground the force that holds it in place.
void calcJointForces(const MatterGuts& g, const State& s, std::vector<SpatialVec>& F, std::vector<Real>& residual) {
    findActingForces(g, s);
    const MatterWork& w = g.work(s);
    residual.resize(w.actingOnSpeeds.size());
    calcInverseDynamics(g.treeOf(s), g.ensurePosition(s), g.ensureInertias(s), &g.ensureVelocity(s),
                        g.getUDot(s).data(), g.getAcceleration(s).A_GB, w.actingOnBodies.data(),
                        w.actingOnSpeeds.data(), residual.data(), F);
    F[0] -= w.actingOnBodies[0];
}

/// Shifts forces from body origins to the joint frames M.
void shiftToJoints(const PositionKinematics& pos, std::vector<SpatialVec>& F) {
    for (std::size_t b = 1; b < F.size(); ++b) F[b] = shiftForceFrom(F[b], pos.bodies[b].p_MB_G);
}

}  // namespace

void MatterOperators::calcMobilizerReactionForces(const State& s, Vector_<SpatialVec>& forcesAtMInG) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Acceleration, "calcMobilizerReactionForces", "joint reactions");
    std::vector<Real> residual;
    calcJointForces(g, s, forcesAtMInG, residual);
    shiftToJoints(g.ensurePosition(s), forcesAtMInG);
}
void MatterOperators::calcMobilizerReactionForcesUsingFreebodyMethod(const State& s,
                                                                     Vector_<SpatialVec>& forcesAtMInG) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Acceleration, "calcMobilizerReactionForcesUsingFreebodyMethod", "joint reactions");
    const Tree& tree = g.treeOf(s);
    const PositionKinematics& pos = g.ensurePosition(s);
    const VelocityKinematics& vel = g.ensureVelocity(s);
    findActingForces(g, s);
    const std::vector<SpatialVec>& acting = g.work(s).actingOnBodies;
    std::vector<SpatialVec>& F = forcesAtMInG;
    F.assign(std::size_t(tree.size()), SpatialVec(0.));
    for (int b = tree.size() - 1; b >= 0; --b) {
        const std::size_t i = std::size_t(b);
        if (b > 0) {
            // d/dt of momentum about the center of mass in body axes, then shifted to the body origin.
            const MassProperties& mp = g.ensureMassConstants(s).bodies[i];
            const Rotation& R = pos.bodies[i].X_GB.R();
            const SpatialVec& A = g.getAcceleration(s).A_GB[i];
            const Vec3 c = R * mp.getMassCenter(), w = vel.bodies[i].V_GB[0];
            const Vec3 w_B = ~R * w, alpha_B = ~R * A[0];
            const Inertia central = mp.calcCentralInertia();
            const Vec3 torque = R * Vec3(central * alpha_B + w_B.cross(central * w_B));
            const Vec3 force = mp.getMass() * (A[1] + A[0].cross(c) + w.cross(w.cross(c)));
            F[i] += shiftForceFrom(SpatialVec(torque, force), c);
        }
        F[i] -= acting[i];
        if (b > 0) F[std::size_t(tree[b].parent)] += shiftForceFrom(F[i], pos.bodies[i].p_PB_G);
    }
    shiftToJoints(pos, F);
}

void MatterOperators::findMotionForces(const State& s, Vector& tau) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Acceleration, "findMotionForces", "accelerations");
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    const Tree& tree = g.treeOf(s);
    tau = Vector(tree.nu);
    if (!prescribed.any) return;
    std::vector<SpatialVec> F;
    std::vector<Real> residual;
    calcJointForces(g, s, F, residual);
    for (int b = 1; b < tree.size(); ++b)
        if (prescribed.isPrescribed[std::size_t(b)])
            for (int i = 0; i < tree[b].nu; ++i) tau[tree[b].uStart + i] = -residual[std::size_t(tree[b].uStart + i)];
}
Real MatterOperators::findMotionForce(const State& s, MobilizedBodyIndex b, int which) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Acceleration, "findMotionForce", "accelerations");
    if (!g.ensurePrescribedSet(s).isPrescribed[std::size_t(int(b))]) return 0;
    MatterWork& w = g.work(s);
    calcJointForces(g, s, w.jointForces, w.jointResidual);
    return -w.jointResidual[std::size_t(g.treeOf(s)[int(b)].uStart + which)];
}
Vector MatterOperators::getMotionMultipliers(const State& s) const {
    const MatterGuts& g = getGuts();
    Vector tau;
    findMotionForces(s, tau);
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    const Tree& tree = g.treeOf(s);
    std::vector<Real> packed;
    for (int b = 1; b < tree.size(); ++b)
        if (prescribed.isPrescribed[std::size_t(b)])
            packed.insert(packed.end(), tau.data() + tree[b].uStart, tau.data() + tree[b].uStart + tree[b].nu);
    return Vector(int(packed.size()), packed.data());
}
Vector MatterOperators::calcMotionErrors(const State& s, Stage stage) const {
    const MatterGuts& g = getGuts();
    const bool ofQ = stage == Stage::Position, ofU = stage == Stage::Velocity;
    if (!ofQ && !ofU && stage != Stage::Acceleration)
        throw Exception(
            "MatterSubsystem::calcMotionErrors(): coordinates are prescribed at Position, speeds at Velocity and "
            "accelerations at Acceleration stage, nothing at " +
            stage.getName() + ".");
    requireStage(s,
                 ofQ   ? Stage::Time
                 : ofU ? Stage::Position
                       : Stage::Acceleration,
                 "calcMotionErrors", "prescribed motion");
    const MotionLevel level = ofQ ? MotionLevel::Position : ofU ? MotionLevel::Velocity : MotionLevel::Acceleration;
    const Real* present = ofQ ? g.getQ(s).data() : ofU ? g.getU(s).data() : g.getUDot(s).data();
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    const Tree& tree = g.treeOf(s);
    std::vector<Real> errors;
    Real known[Mobilizer::maxNQ];
    for (int b = 1; b < tree.size(); ++b) {
        if (prescribed.level[std::size_t(b)] < level) continue;
        const TreeNode& n = tree[b];
        if (ofQ)
            g.calcKnownQ(s, b, known);
        else if (ofU)
            g.calcKnownU(s, b, known);
        else
            g.calcKnownUDot(s, b, known);
        for (int i = 0; i < (ofQ ? n.nq : n.nu); ++i)
            errors.push_back(present[(ofQ ? n.qStart : n.uStart) + i] - known[i]);
    }
    return Vector(int(errors.size()), errors.data());
}

Real MatterOperators::calcEquationOfMotionResidual(const State& s) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Acceleration, "calcEquationOfMotionResidual", "accelerations");
    std::vector<SpatialVec> F;
    std::vector<Real> residual;
    calcJointForces(g, s, F, residual);
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    Real worst = 0;
    for (int b = 1; b < g.treeOf(s).size(); ++b)
        if (!prescribed.isPrescribed[std::size_t(b)])
            for (int i = 0; i < g.treeOf(s)[b].nu; ++i)
                worst = std::max(worst, std::abs(residual[std::size_t(g.treeOf(s)[b].uStart + i)]));
    return worst;
}

// --- Power ---

Real MatterOperators::calcMotionPower(const State& s) const {
    Vector tau;
    findMotionForces(s, tau);
    return -tau.dot(getU(s));
}
MatterOperators::PowerBalance MatterOperators::calcPowerBalance(const State& s) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Acceleration, "calcPowerBalance", "accelerations");
    const auto& system = MultibodySystem::downcast(getSystem());
    const Vector_<SpatialVec>& applied = system.getRigidBodyForces(s, Stage::Dynamics);
    const VelocityKinematics& vel = g.ensureVelocity(s);
    const BodyInertias& inertias = g.ensureInertias(s);
    PowerBalance balance;
    for (std::size_t b = 1; b < vel.bodies.size(); ++b) {
        const SpatialVec& V = vel.bodies[b].V_GB;
        // d/dt of 1/2 V^T M V: the rate of momentum times the velocity.
        balance.kineticEnergyRate +=
            V.dot(inertias.M_G[b] * g.getAcceleration(s).A_GB[b] + gyroscopicForce(inertias.M_G[b], V));
        balance.appliedForces += V.dot(applied[int(b)]);
    }
    for (std::size_t i = 0; i < inertias.rotors.size(); ++i)
        balance.kineticEnergyRate += inertias.rotors[i] * getU(s)[int(i)] * g.getUDot(s)[int(i)];
    balance.appliedForces += system.getMobilityForces(s, Stage::Dynamics).dot(getU(s));
    balance.constraints = calcConstraintPower(s);
    balance.motions = calcMotionPower(s);
    return balance;
}

// --- The system as a whole ---

Real MatterOperators::calcSystemMass(const State& s) const {
    Real mass = 0;
    for (std::size_t b = 1; b < getGuts().bodies.size(); ++b)
        mass += getGuts().ensureMassConstants(s).bodies[b].getMass();
    return mass;
}
Vec3 MatterOperators::calcSystemMassCenterLocationInGround(const State& s) const {
    const PositionKinematics& pos = positions(s, "calcSystemMassCenterLocationInGround");
    const BodyInertias& inertias = getGuts().ensureInertias(s);
    Vec3 moment(0.);
    Real mass = 0;
    for (std::size_t b = 1; b < pos.bodies.size(); ++b) {
        mass += inertias.M_G[b].mass;
        moment += inertias.M_G[b].mass * (pos.bodies[b].X_GB.p() + inertias.M_G[b].com);
    }
    return mass > 0 ? Vec3(moment / mass) : Vec3(0.);
}
MassProperties MatterOperators::calcSystemMassPropertiesInGround(const State& s) const {
    const PositionKinematics& pos = positions(s, "calcSystemMassPropertiesInGround");
    Inertia inertia(0);
    for (std::size_t b = 1; b < pos.bodies.size(); ++b) {
        const Transform& X = pos.bodies[b].X_GB;
        const MassProperties& mp = getGuts().ensureMassConstants(s).bodies[b];
        inertia += mp.calcCentralInertia().reexpress(~X.R()).shiftFromMassCenter(X * mp.getMassCenter(), mp.getMass());
    }
    return MassProperties(calcSystemMass(s), calcSystemMassCenterLocationInGround(s), inertia);
}
Inertia MatterOperators::calcSystemCentralInertiaInGround(const State& s) const {
    return calcSystemMassPropertiesInGround(s).calcCentralInertia();
}
Vec3 MatterOperators::calcSystemMassCenterVelocityInGround(const State& s) const {
    const Real mass = calcSystemMass(s);
    return mass > 0 ? Vec3(calcSystemMomentumAboutGroundOrigin(s)[1] / mass) : Vec3(0.);
}
Vec3 MatterOperators::calcSystemMassCenterAccelerationInGround(const State& s) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Acceleration, "calcSystemMassCenterAccelerationInGround", "accelerations");
    const BodyInertias& inertias = g.ensureInertias(s);
    Vec3 force(0.);
    Real mass = 0;
    for (std::size_t b = 1; b < inertias.M_G.size(); ++b) {
        const SpatialInertia& M = inertias.M_G[b];
        mass += M.mass;
        force +=
            Vec3((M * g.getAcceleration(s).A_GB[b])[1] + gyroscopicForce(M, g.ensureVelocity(s).bodies[b].V_GB)[1]);
    }
    return mass > 0 ? Vec3(force / mass) : Vec3(0.);
}
SpatialVec MatterOperators::calcSystemMomentumAboutGroundOrigin(const State& s) const {
    const VelocityKinematics& vel = velocities(s, "calcSystemMomentumAboutGroundOrigin");
    const PositionKinematics& pos = getGuts().ensurePosition(s);
    const BodyInertias& inertias = getGuts().ensureInertias(s);
    SpatialVec sum(0.);
    for (std::size_t b = 1; b < vel.bodies.size(); ++b)
        sum += shiftForceFrom(inertias.M_G[b] * vel.bodies[b].V_GB, pos.bodies[b].X_GB.p());
    return sum;
}
SpatialVec MatterOperators::calcSystemCentralMomentum(const State& s) const {
    const SpatialVec h = calcSystemMomentumAboutGroundOrigin(s);
    return {Vec3(h[0] - calcSystemMassCenterLocationInGround(s).cross(h[1])), h[1]};
}
Real MatterOperators::calcKineticEnergy(const State& s) const {
    const VelocityKinematics& vel = velocities(s, "calcKineticEnergy");
    const BodyInertias& inertias = getGuts().ensureInertias(s);
    Real energy = 0;
    for (std::size_t b = 1; b < vel.bodies.size(); ++b)
        energy += 0.5 * vel.bodies[b].V_GB.dot(inertias.M_G[b] * vel.bodies[b].V_GB);
    const Vector& u = getU(s);
    for (std::size_t i = 0; i < inertias.rotors.size(); ++i) energy += 0.5 * inertias.rotors[i] * square(u[int(i)]);
    return energy;
}

}  // namespace trammel
