// SPDX-License-Identifier: Apache-2.0
// MatterGuts: motions, and the locks that override them.
#include <algorithm>

#include "base/exceptions.h"
#include "multibody/matter/guts.h"

namespace trammel {

// --- Driven mobilizers ---

const JointLock& MatterGuts::getLock(const State& s, int b) const {
    return Value<JointLock>::downcast(getDiscreteVariable(s, bodies[std::size_t(b)].lockVariable));
}

JointLock MatterGuts::makeLock(int b, MotionLevel level, std::vector<Real> value, bool eulerAngles) const {
    // Normalize here; otherwise projection would, and the coordinates would differ from the lock.
    if (level == MotionLevel::Position && trees_[eulerAngles][b].quaternion >= 0)
        Eigen::Map<Eigen::Matrix<Real, 4, 1>>(value.data()).normalize();
    return {level, std::move(value), eulerAngles};
}

MotionLevel MatterGuts::calcDrivenLevel(const State& s, int b) const {
    const JointLock& lock = getLock(s, b);
    if (lock.level != MotionLevel::None) return lock.level;
    const int m = bodies[std::size_t(b)].motion;
    if (m < 0 || !isEnabled(s, motions[std::size_t(m)].enabledVariable)) return MotionLevel::None;
    return motions[std::size_t(m)].element->getLevelInState(s);
}

void MatterGuts::computePrescribedSet(const State& s, PrescribedSet& p) const {
    p.isPrescribed.assign(bodies.size(), 0);
    p.level.assign(bodies.size(), MotionLevel::None);
    p.any = false;
    for (std::size_t b = 1; b < bodies.size(); ++b) {
        p.level[b] = calcDrivenLevel(s, int(b));
        if (p.level[b] != MotionLevel::None) p.isPrescribed[b] = p.any = true;
    }
}

// --- Known values ---

void MatterGuts::calcByMotion(const State& s, int b, MotionLevel level, int order, int n, Real* value) const {
    const std::size_t m = std::size_t(bodies[std::size_t(b)].motion);
    motions[m].element->calcInState(s, motionParameters(s, m), level, order, n, value);
}

void MatterGuts::calcKnownQ(const State& s, int b, Real* q) const {
    const Tree& tree = treeOf(s);
    const JointLock& lock = getLock(s, b);
    if (lock.level == MotionLevel::None)
        calcByMotion(s, b, MotionLevel::Position, 0, tree[b].nq, q);
    else
        copyCoordinates(b, lock.value.data(), lock.eulerAngles, q, usesEulerAngles(s));
}

void MatterGuts::calcKnownU(const State& s, int b, Real* u) const {
    const Tree& tree = treeOf(s);
    const TreeNode& n = tree[b];
    const JointLock& lock = getLock(s, b);
    if (lock.level == MotionLevel::Velocity) {
        std::copy(lock.value.begin(), lock.value.end(), u);
    } else if (lock.level != MotionLevel::None) {
        std::fill_n(u, n.nu, 0.);
    } else if (ensurePrescribedSet(s).level[std::size_t(b)] == MotionLevel::Position) {
        Real qdot[Mobilizer::maxNQ];
        calcByMotion(s, b, MotionLevel::Position, 1, n.nq, qdot);
        trammel::multiplyByNInv(n, s, getQ(s).data() + n.qStart, qdot, u);
    } else {
        calcByMotion(s, b, MotionLevel::Velocity, 0, n.nu, u);
    }
}

void MatterGuts::calcKnownUDot(const State& s, int b, Real* udot) const {
    const Tree& tree = treeOf(s);
    const TreeNode& n = tree[b];
    const JointLock& lock = getLock(s, b);
    const MotionLevel level = ensurePrescribedSet(s).level[std::size_t(b)];
    if (lock.level == MotionLevel::Acceleration) {
        std::copy(lock.value.begin(), lock.value.end(), udot);
    } else if (lock.level != MotionLevel::None) {
        std::fill_n(udot, n.nu, 0.);
    } else if (level == MotionLevel::Position) {
        // udot = N^+ (qdotdot - Ndot u)
        const Real* q = getQ(s).data() + n.qStart;
        const Real none[Mobilizer::maxNU] = {};
        Real qdotdot[Mobilizer::maxNQ], bias[Mobilizer::maxNQ];
        calcByMotion(s, b, level, 2, n.nq, qdotdot);
        calcQDotDot(n, s, q, getU(s).data() + n.uStart, none, bias);
        for (int i = 0; i < n.nq; ++i) qdotdot[i] -= bias[i];
        trammel::multiplyByNInv(n, s, q, qdotdot, udot);
    } else {
        calcByMotion(s, b, level, int(level), n.nu, udot);
    }
}

void MatterGuts::calcKnownUDots(const State& s, Real* udot) const {
    const Tree& tree = treeOf(s);
    const PrescribedSet& set = ensurePrescribedSet(s);
    if (!set.any) return;
    for (int b = 1; b < tree.size(); ++b)
        if (set.isPrescribed[std::size_t(b)]) calcKnownUDot(s, b, udot + tree[b].uStart);
}

// --- Writing known values to a State ---

bool MatterGuts::prescribeQ(State& s) const {
    const Tree& tree = treeOf(s);
    if (getStage(s) < Stage::Time)
        throw StageTooLow("System::prescribeQ()", "prescribed coordinates", Stage::Time, getStage(s));
    const PrescribedSet& set = ensurePrescribedSet(s);
    if (!set.any) return false;
    bool changed = false;
    Real value[Mobilizer::maxNQ];
    for (int b = 1; b < tree.size(); ++b) {
        if (set.level[std::size_t(b)] < MotionLevel::Position) continue;
        const TreeNode& n = tree[b];
        calcKnownQ(s, b, value);
        if (std::equal(value, value + n.nq, getQ(s).data() + n.qStart)) continue;
        std::copy(value, value + n.nq, updQ(s).data() + n.qStart);
        changed = true;
    }
    return changed;
}

bool MatterGuts::prescribeU(State& s) const {
    const Tree& tree = treeOf(s);
    if (getStage(s) < Stage::Position)
        throw StageTooLow("System::prescribeU()", "prescribed speeds", Stage::Position, getStage(s));
    const PrescribedSet& set = ensurePrescribedSet(s);
    if (!set.any) return false;
    bool changed = false;
    Real value[Mobilizer::maxNU];
    for (int b = 1; b < tree.size(); ++b) {
        if (set.level[std::size_t(b)] < MotionLevel::Velocity) continue;
        const TreeNode& n = tree[b];
        calcKnownU(s, b, value);
        if (std::equal(value, value + n.nu, getU(s).data() + n.uStart)) continue;
        std::copy(value, value + n.nu, updU(s).data() + n.uStart);
        changed = true;
    }
    return changed;
}

void MatterGuts::markPrescribed(const State& s, std::vector<char>& isPrescribed) const {
    const Tree& tree = treeOf(s);
    const PrescribedSet& set = ensurePrescribedSet(s);
    if (!set.any) return;
    const auto q = isPrescribed.begin() + s.getQStart(getMySubsystemIndex());
    const auto u = isPrescribed.begin() + s.getNQ() + s.getUStart(getMySubsystemIndex());
    for (int b = 1; b < tree.size(); ++b) {
        const MotionLevel level = set.level[std::size_t(b)];
        if (level >= MotionLevel::Position) std::fill_n(q + tree[b].qStart, tree[b].nq, 1);
        if (level >= MotionLevel::Velocity) std::fill_n(u + tree[b].uStart, tree[b].nu, 1);
    }
}

}  // namespace trammel
