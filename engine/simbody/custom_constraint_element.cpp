// SPDX-License-Identifier: Apache-2.0
#include "simbody/custom_constraint_element.h"

#include "multibody/constrained_coordinates.h"
#include "multibody/matter/guts.h"
#include "simbody/constraint_ancestor.h"

namespace SimTK {

using trammel::ConstrainedCoordinates;
using trammel::ConstraintForces;
using trammel::ConstraintKinematics;

namespace {

const trammel::MatterGuts& gutsOf(const Constraint::Custom::Implementation& i) {
    return i.getMatterSubsystem().getGuts();
}
template <class T>
T& updCache(const State& s, SubsystemIndex subsystem, CacheEntryIndex entry) {
    return Value<T>::updDowncast(s.updCacheEntry(subsystem, entry)).upd();
}
/// The value of an entry if it is valid, otherwise null. Throws if the State was never realized.
template <class T>
const T* findKept(const State& s, SubsystemIndex subsystem, CacheEntryIndex entry) {
    const AbstractValue* value = nullptr;
    if (s.getSystemStage() >= Stage::Topology) value = State::SubsystemView(s, subsystem).glance(entry);
    // An observer must be notified.
    if (!value && s.isCacheValueRealized(subsystem, entry)) value = &s.getCacheEntry(subsystem, entry);
    return value ? &Value<T>::downcast(*value).get() : nullptr;
}
void copyOut(const Array_<Real>& from, Real* to) { std::copy(from.begin(), from.end(), to); }
/// Sets all of @p n elements, which are few.
template <class Values, class T>
Values& setAll(Values& values, int n, const T& value) {
    if (values.size() != n) values.resize(n);
    for (T& each : values) each = value;
    return values;
}
template <class Values>
const Values& setFrom(Values& values, int n, const Real* from) {
    if (values.size() != n) values.resize(n);
    for (Real& each : values) each = *from++;
    return values;
}

}  // namespace

class CustomConstraintElement::Call {
public:
    Call(const CustomConstraintElement& element, const ConstraintKinematics& k, Found& found)
        : before_(ConstraintCall::present_) {
        // Reads are reported to an observer.
        if (State::SubsystemView(k.state, element.me_).isWatched()) return;
        // At lower levels velocities may differ from the State's.
        const bool moves = k.A_GB && k.velocity;
        const void* const velocitiesAt = moves ? k.velocity->bodies.data() : found.velocitiesAt;
        if (found.still.state_ != &k.state || found.posesAt != k.position.bodies.data() ||
            found.velocitiesAt != velocitiesAt)
            find(element, k, found);
        ConstraintCall::present_ = moves ? &found.moving : &found.still;
    }
    ~Call() { ConstraintCall::present_ = before_; }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

private:
    [[gnu::noinline]] static void find(const CustomConstraintElement& element, const ConstraintKinematics& k,
                                       Found& found) {
        found.still = {};
        found.still.state_ = &k.state;
        found.still.implementation_ = element.implementation_.get();
        found.posesAt = k.position.bodies.data();
        found.velocitiesAt = k.A_GB && k.velocity ? k.velocity->bodies.data() : nullptr;
        // Relative to a moving body, only the cache entries keep them.
        if (element.ancestor_ == 0) {
            found.poses.clear();
            for (const MobilizedBodyIndex b : element.getBodies()) found.poses.push_back(&k.X_GB(b));
            found.still.X_AB_ = found.poses.data();
            found.still.ground_ = &k.X_GB(MobilizedBodyIndex(0));
        }
        found.moving = found.still;
        if (element.ancestor_ != 0 || !found.velocitiesAt) return;
        found.velocities.clear();
        for (const MobilizedBodyIndex b : element.getBodies()) found.velocities.push_back(&k.V_GB(b));
        found.moving.V_AB_ = found.velocities.data();
    }

    const ConstraintCall* const before_;
};

CustomConstraintElement::CustomConstraintElement(std::unique_ptr<Implementation> implementation, std::string name)
    : ConstraintElement(std::move(name), trammel::ElementId(), implementation->getImpl().mp,
                        implementation->getImpl().mv, implementation->getImpl().ma),
      implementation_(std::move(implementation)) {
    for (MobilizedBodyIndex b : implementation_->getImpl().bodies) addConstrainedBody(b);
    // Forces on mobilizers act on their own joint only, but the engine follows paths of bodies.
    for (MobilizedBodyIndex b : implementation_->getImpl().mobilizers) addConstrainedMobilizer(b);
}

const trammel::TreeNode& CustomConstraintElement::node(const State& s, ConstrainedMobilizerIndex m) const {
    return gutsOf(*implementation_).treeOf(s)[implementation_->getImpl().mobilizers.at(std::size_t(int(m)))];
}
int CustomConstraintElement::firstQ(const State& s, ConstrainedMobilizerIndex m) const {
    int first = 0;
    for (int i = 0; i < m; ++i) first += node(s, ConstrainedMobilizerIndex(i)).nq;
    return first;
}
int CustomConstraintElement::firstU(const State& s, ConstrainedMobilizerIndex m) const {
    int first = 0;
    for (int i = 0; i < m; ++i) first += node(s, ConstrainedMobilizerIndex(i)).nu;
    return first;
}

// --- Hooks ---

Stage CustomConstraintElement::forcesDependOnStage() const {
    return getNumVelocityEquations() + getNumAccelerationEquations() > 0 ? Stage::Velocity : Stage::Position;
}

void CustomConstraintElement::realizeTopology(State& s) const {
    const trammel::MatterGuts& guts = gutsOf(*implementation_);
    ancestor_ = findCommonAncestor(implementation_->getImpl().bodies,
                                   [&](int b) { return int(guts.bodies[std::size_t(b)].definition.parent); });
    const SubsystemIndex me = me_ = implementation_->getMatterSubsystem().getMySubsystemIndex();
    work_ = s.allocateCacheEntry(me, Stage::Topology, Stage::Infinity, new Value<Work>(), "work space of " + getName());
    const auto kept = [&](trammel::CacheEntryKey from, AbstractValue* value, const char* what) {
        return s.allocateCacheEntryWithPrerequisites(me, guts.posesKnownFrom(), Stage::Infinity, false, false, false,
                                                     {}, {from}, value, what + getName());
    };
    poses_ = kept(guts.positionEntry(), new Value<Poses>(), "poses of ");
    velocities_ = kept(guts.velocityEntry(), new Value<Motions>(), "velocities of ");
    implementation_->realizeTopology(s);
}

void CustomConstraintElement::realize(const State& s, Stage stage) const { callHook(*implementation_, s, stage); }
void CustomConstraintElement::appendDecorations(const State& s, Stage stage,
                                                std::vector<DecorativeGeometry>& out) const {
    SimTK::appendDecorations(*implementation_, s, stage, trammel::DecorationRole::Constraint, out);
}

// --- Kinematics relative to the Ancestor ---

CustomConstraintElement::Work& CustomConstraintElement::work(const ConstraintKinematics& k) const {
    Work& w = Value<Work>::updDowncast(State::SubsystemView(k.state, me_).updCacheEntry(work_)).upd();
    if (getMobilizers().empty()) return w;
    w.nq = w.nu = 0;
    for (MobilizedBodyIndex b : getMobilizers()) {
        w.nq += k.node(b).nq;
        w.nu += k.node(b).nu;
    }
    return w;
}

const CustomConstraintElement::Poses& CustomConstraintElement::poses(const ConstraintKinematics& k) const {
    const State& s = k.state;
    const auto compute = [&](AbstractValue& value) {
        Poses& X_AB = Value<Poses>::updDowncast(value).upd();
        const Bodies& bodies = getBodies();
        X_AB.resize(bodies.size());
        Transform* next = X_AB.data();
        for (const MobilizedBodyIndex b : bodies) *next++ = k.X_GB(b);
        if (ancestor_ == 0) return;
        const Transform X_AG = ~k.X_GB(MobilizedBodyIndex(ancestor_));
        for (Transform& X : X_AB) X = X_AG * X;
    };
    const State::SubsystemView own(s, me_);
    if (!own.isWatched()) return Value<Poses>::downcast(own.refresh(poses_, compute));
    AbstractValue& value = s.updCacheEntry(me_, poses_);
    if (!s.isCacheValueRealized(me_, poses_)) {
        compute(value);
        s.markCacheValueRealized(me_, poses_);
    }
    return Value<Poses>::downcast(value);
}

const CustomConstraintElement::Motions& CustomConstraintElement::velocities(const ConstraintKinematics& k,
                                                                            Motions& V_AB) const {
    const Bodies& bodies = getBodies();
    const MobilizedBodyIndex a(ancestor_);
    if (V_AB.size() != int(bodies.size())) V_AB.resize(int(bodies.size()));
    if (ancestor_ == 0) {
        SpatialVec* next = V_AB.data();
        const auto* const all = k.velocity->bodies.data();
        for (const MobilizedBodyIndex b : bodies) *next++ = all[int(b)].V_GB;
        return V_AB;
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const SpatialVec &V_GB = k.V_GB(bodies[i]), &V_GA = k.V_GB(a);
        const Vec3 p = k.X_GB(bodies[i]).p() - k.X_GB(a).p();
        const SpatialVec V(V_GB[0] - V_GA[0], V_GB[1] - V_GA[1] - V_GA[0] % p);
        V_AB[ConstrainedBodyIndex(i)] = ~k.X_GB(a).R() * V;
    }
    return V_AB;
}

const CustomConstraintElement::Motions& CustomConstraintElement::accelerations(const ConstraintKinematics& k,
                                                                               Motions& A_AB) const {
    const Bodies& bodies = getBodies();
    const MobilizedBodyIndex a(ancestor_);
    if (A_AB.size() != int(bodies.size())) A_AB.resize(int(bodies.size()));
    if (ancestor_ == 0) {
        SpatialVec* next = A_AB.data();
        const SpatialVec* const all = k.A_GB->data();
        for (const MobilizedBodyIndex b : bodies) *next++ = all[int(b)];
        return A_AB;
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const SpatialVec &A_GB = k.acceleration(bodies[i]), &A_GA = k.acceleration(a);
        const SpatialVec &V_GB = k.V_GB(bodies[i]), &V_GA = k.V_GB(a);
        const Vec3 p = k.X_GB(bodies[i]).p() - k.X_GB(a).p(), &w = V_GA[0];
        // Relative velocity as a vector rotating with A: a_AB = a_GB - a_GA - alpha x p - 2 w x v_AB - w x (w x p).
        const Vec3 v_AB = V_GB[1] - V_GA[1] - w % p, w_AB = V_GB[0] - w;
        const SpatialVec A(A_GB[0] - A_GA[0] - w % w_AB,
                           A_GB[1] - A_GA[1] - A_GA[0] % p - 2 * (w % v_AB) - w % (w % p));
        A_AB[ConstrainedBodyIndex(i)] = ~k.X_GB(a).R() * A;
    }
    return A_AB;
}

const Transform& CustomConstraintElement::X_AB(const State& s, ConstrainedBodyIndex b) const {
    if (const Poses* const kept = findKept<Poses>(s, me_, poses_)) return (*kept)[b];
    return poses(gutsOf(*implementation_).kinematics(s, Stage::Position))[b];
}
const SpatialVec& CustomConstraintElement::V_AB(const State& s, ConstrainedBodyIndex b) const {
    if (const Motions* const kept = findKept<Motions>(s, me_, velocities_)) return (*kept)[b];
    const trammel::MatterGuts& guts = gutsOf(*implementation_);
    if (guts.getStage(s) < Stage::Position)
        throw trammel::StageTooLow("Constraint::Custom::Implementation::getBodyVelocityFromState()",
                                   "velocities of constrained bodies", Stage::Velocity, guts.getStage(s));
    Motions& V = updCache<Motions>(s, me_, velocities_);
    velocities(guts.kinematics(s, Stage::Velocity), V);
    s.markCacheValueRealized(me_, velocities_);
    return V[b];
}

// --- Coordinates and speeds of the constrained mobilizers ---

namespace {

enum class Order { Value, First, Second };

template <class QLike>
const QLike& coordinates(const ConstraintKinematics& k, const std::vector<MobilizedBodyIndex>& mobilizers, int n,
                         Order order, QLike& out) {
    if (mobilizers.empty()) return out;
    out.resize(n);
    Real* next = out.data();
    for (MobilizedBodyIndex b : mobilizers) {
        const ConstrainedCoordinates c(k, b);
        const Real* from = order == Order::Value ? c.q : (order == Order::First ? c.qdot : c.qdotdot);
        next = std::copy(from, from + k.node(b).nq, next);
    }
    return out;
}
template <class ULike>
const ULike& speeds(const ConstraintKinematics& k, const std::vector<MobilizedBodyIndex>& mobilizers, int n,
                    const Real* all, ULike& out) {
    if (mobilizers.empty()) return out;
    out.resize(n);
    Real* next = out.data();
    for (MobilizedBodyIndex b : mobilizers) next = std::copy_n(all + k.node(b).uStart, k.node(b).nu, next);
    return out;
}

}  // namespace

// --- Errors ---

void CustomConstraintElement::calcPositionErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                 Real* perr) const {
    if (getNumPositionEquations() == 0) return;
    Work& w = work(k);
    setAll(w.errors[0], getNumPositionEquations(), Real(0));
    const Poses& X_AB = poses(k);
    const Call call(*this, k, w.found);
    implementation_->calcPositionErrors(k.state, X_AB, coordinates(k, getMobilizers(), w.nq, Order::Value, w.q),
                                        w.errors[0]);
    copyOut(w.errors[0], perr);
}
void CustomConstraintElement::calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                    Real* pverr) const {
    if (getNumPositionEquations() == 0) return;
    Work& w = work(k);
    setAll(w.errors[0], getNumPositionEquations(), Real(0));
    const Call call(*this, k, w.found);
    implementation_->calcPositionDotErrors(k.state, velocities(k, w.motions),
                                           coordinates(k, getMobilizers(), w.nq, Order::First, w.q), w.errors[0]);
    copyOut(w.errors[0], pverr);
}
void CustomConstraintElement::calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                       Real* paerr) const {
    if (getNumPositionEquations() == 0) return;
    Work& w = work(k);
    setAll(w.errors[0], getNumPositionEquations(), Real(0));
    const Call call(*this, k, w.found);
    implementation_->calcPositionDotDotErrors(k.state, accelerations(k, w.motions),
                                              coordinates(k, getMobilizers(), w.nq, Order::Second, w.q), w.errors[0]);
    copyOut(w.errors[0], paerr);
}
void CustomConstraintElement::calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                 Real* verr) const {
    if (getNumVelocityEquations() == 0) return;
    Work& w = work(k);
    setAll(w.errors[1], getNumVelocityEquations(), Real(0));
    const Call call(*this, k, w.found);
    implementation_->calcVelocityErrors(k.state, velocities(k, w.motions), speeds(k, getMobilizers(), w.nu, k.u, w.u),
                                        w.errors[1]);
    copyOut(w.errors[1], verr);
}
void CustomConstraintElement::calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                    Real* vaerr) const {
    if (getNumVelocityEquations() == 0) return;
    Work& w = work(k);
    setAll(w.errors[1], getNumVelocityEquations(), Real(0));
    const Call call(*this, k, w.found);
    implementation_->calcVelocityDotErrors(k.state, accelerations(k, w.motions),
                                           speeds(k, getMobilizers(), w.nu, k.udot, w.u), w.errors[1]);
    copyOut(w.errors[1], vaerr);
}
void CustomConstraintElement::calcAccelerationErrors(const ConstraintKinematics& k, const AbstractValue*,
                                                     Real* aerr) const {
    if (getNumAccelerationEquations() == 0) return;
    Work& w = work(k);
    setAll(w.errors[2], getNumAccelerationEquations(), Real(0));
    const Call call(*this, k, w.found);
    implementation_->calcAccelerationErrors(k.state, accelerations(k, w.motions),
                                            speeds(k, getMobilizers(), w.nu, k.udot, w.u), w.errors[2]);
    copyOut(w.errors[2], aerr);
}

// --- Forces ---

void CustomConstraintElement::addIn(const ConstraintKinematics& k, Work& w, bool onCoordinates,
                                    const ConstraintForces& forces) const {
    // Bodies: from A to Ground. Forces relative to A react on A: the sum of all is zero.
    const Bodies& bodies = getBodies();
    const Transform& X_GA = k.X_GB(MobilizedBodyIndex(ancestor_));
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const SpatialVec& F_A = w.forces[ConstrainedBodyIndex(i)];
        if (ancestor_ == 0) {
            forces.body[bodies[i]] += F_A;
            continue;
        }
        const SpatialVec F = X_GA.R() * F_A;
        forces.body[bodies[i]] += F;
        forces.body[ancestor_] -= trammel::shiftForceFrom(F, k.X_GB(bodies[i]).p() - X_GA.p());
    }
    int firstQ = 0, firstU = 0;
    for (MobilizedBodyIndex b : getMobilizers()) {
        const trammel::TreeNode& n = k.node(b);
        if (onCoordinates)
            addInQForce(n, k.state, k.q + n.qStart, w.q.data() + firstQ, forces.mobility + n.uStart);
        else
            for (int i = 0; i < n.nu; ++i) forces.mobility[n.uStart + i] += w.u[ConstrainedUIndex(firstU + i)];
        firstQ += n.nq;
        firstU += n.nu;
    }
}

void CustomConstraintElement::addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                            const Real* lambda, const ConstraintForces& forces) const {
    Work& w = work(k);
    setAll(w.forces, int(getBodies().size()), SpatialVec(0.));
    setAll(w.q, w.nq, Real(0));
    setFrom(w.lambda[0], getNumPositionEquations(), lambda);
    const Call call(*this, k, w.found);
    implementation_->addInPositionConstraintForces(k.state, w.lambda[0], w.forces, w.q);
    addIn(k, w, true, forces);
}
void CustomConstraintElement::addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                            const Real* lambda, const ConstraintForces& forces) const {
    Work& w = work(k);
    setAll(w.forces, int(getBodies().size()), SpatialVec(0.));
    setAll(w.u, w.nu, Real(0));
    setFrom(w.lambda[1], getNumVelocityEquations(), lambda);
    const Call call(*this, k, w.found);
    implementation_->addInVelocityConstraintForces(k.state, w.lambda[1], w.forces, w.u);
    addIn(k, w, false, forces);
}
void CustomConstraintElement::addInAccelerationConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                                const Real* lambda,
                                                                const ConstraintForces& forces) const {
    Work& w = work(k);
    setAll(w.forces, int(getBodies().size()), SpatialVec(0.));
    setAll(w.u, w.nu, Real(0));
    setFrom(w.lambda[2], getNumAccelerationEquations(), lambda);
    const Call call(*this, k, w.found);
    implementation_->addInAccelerationConstraintForces(k.state, w.lambda[2], w.forces, w.u);
    addIn(k, w, false, forces);
}

}  // namespace SimTK
