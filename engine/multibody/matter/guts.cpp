// SPDX-License-Identifier: Apache-2.0
// MatterGuts: topology, cache entries and realization.
#include "multibody/matter/guts.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/exceptions.h"
#include "multibody/mobilizers/euler_angles.h"
#include "multibody/multibody_system.h"

namespace trammel {

MatterGuts::MatterGuts() : Subsystem::Guts("matter", "1.0") {
    Body ground;
    ground.definition.name = "Ground";
    bodies.push_back(std::move(ground));
}

// --- Topology and Model ---

void MatterGuts::buildTree(Tree& tree, bool eulerAngles) const {
    tree = Tree{};
    for (const Body& body : bodies) {
        TreeNode node;
        node.name = body.definition.name;
        node.jointName = body.definition.jointName;
        node.mobilizer = body.definition.mobilizer;
        if (node.mobilizer) {
            if (eulerAngles && node.mobilizer->usesQuaternion()) {
                node.mobilizer = node.mobilizer->withEulerAngles();
                if (!node.mobilizer) node.mobilizer = std::make_shared<EulerAngleMobilizer>(body.definition.mobilizer);
            }
            node.parent = body.definition.parent;
            node.stateful = dynamic_cast<const StatefulMobilizer*>(node.mobilizer.get());
            node.pattern = node.mobilizer->pattern();
            node.constantH = node.mobilizer->hasConstantH();
            tree.qdotIsU = tree.qdotIsU && (node.pattern == JointPattern::RotationAboutZ ||
                                            node.pattern == JointPattern::TranslationAlongX ||
                                            node.pattern == JointPattern::FreeTranslation);
            node.nq = node.mobilizer->getNQ();
            node.nu = node.mobilizer->getNU();
            node.qStart = tree.nq;
            node.uStart = tree.nu;
            node.dStart = tree.nd;
            if (node.mobilizer->usesQuaternion()) node.quaternion = tree.nQuaternions++;
        }
        tree.nq += node.nq;
        tree.nu += node.nu;
        tree.nd += node.nu * node.nu;
        tree.nodes.push_back(std::move(node));
    }
    for (std::size_t b = tree.nodes.size() - 1; b > 0; --b) {
        TreeNode& parent = tree.nodes[std::size_t(tree.nodes[b].parent)];
        tree.nodes[b].opensParent = parent.isLeaf;
        parent.isLeaf = false;
    }
}

void MatterGuts::copyCoordinates(int b, const Real* q, bool fromEuler, Real* out, bool toEuler) const {
    const int n = trees_[fromEuler ? 1 : 0][b].nq;
    if (fromEuler == toEuler || trees_[0][b].quaternion < 0) {
        std::copy(q, q + n, out);
    } else if (toEuler) {
        Vec3::updAs(out) = Rotation::fromQuaternion(Vec4(q)).toBodyXYZ();
        std::copy(q + 4, q + n, out + 3);
    } else {
        Vec4::updAs(out) = Rotation::fromBodyXYZ(Vec3(q)).toQuaternion();
        std::copy(q + 3, q + n, out + 4);
    }
}

void MatterGuts::convertCoordinates(const State& from, State& to) const {
    const Vector q = getQ(from), u = getU(from);
    const bool fromEuler = usesEulerAngles(from), toEuler = usesEulerAngles(to);
    Vector& out = updQ(to);
    for (int b = 1; b < trees_[0].size(); ++b)
        copyCoordinates(b, q.data() + trees_[fromEuler][b].qStart, fromEuler, out.data() + trees_[toEuler][b].qStart,
                        toEuler);
    updU(to) = u;
}

JointLock MatterGuts::makeDefaultLock(int b) const {
    const BodyDefinition& d = bodies[std::size_t(b)].definition;
    switch (d.lockedByDefault) {
        case MotionLevel::None: return {};
        case MotionLevel::Position: return makeLock(b, d.lockedByDefault, d.q, false);
        case MotionLevel::Velocity: return makeLock(b, d.lockedByDefault, d.u, false);
        default: return makeLock(b, d.lockedByDefault, std::vector<Real>(d.u.size()), false);
    }
}

void MatterGuts::allocateBodyVariables(State& s, TopologyKeys& keys) const {
    const SubsystemIndex me = getMySubsystemIndex();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        Body& body = bodies[b];
        const BodyDefinition& d = body.definition;
        body.geometryVariable = allocateDiscreteVariable(
            s, Stage::Report, new Value<std::vector<DecorativeGeometry>>(d.geometry), "geometry of " + d.name);
        if (b == 0) continue;  // Ground has neither mass nor joint
        body.massVariable = allocateDiscreteVariable(s, Stage::Instance, new Value<MassProperties>(d.mass),
                                                     "mass properties of " + d.name);
        body.framesVariable = allocateDiscreteVariable(s, Stage::Instance, new Value<JointFrames>({d.X_PF, d.X_BM}),
                                                       "joint frames of " + d.jointName);
        body.lockVariable = allocateDiscreteVariable(s, Stage::Instance, new Value<JointLock>(makeDefaultLock(int(b))),
                                                     "lock of " + d.jointName);
        keys.drivers.push_back({me, body.lockVariable});
        keys.masses.push_back({me, body.massVariable});
        const auto allocateRotor = [&](const std::optional<Real>& size, const char* what) {
            if (!size) return DiscreteVariableIndex();
            const DiscreteVariableIndex v =
                allocateDiscreteVariable(s, Stage::Instance, new Value<Real>(*size), what + d.jointName);
            keys.masses.push_back({me, v});
            return v;
        };
        body.rotorVariable = allocateRotor(d.rotorInertia, "rotor inertia of ");
        body.rotorMassVariable = allocateRotor(d.rotorMass, "rotor mass of ");
        keys.frames.push_back({me, body.framesVariable});
    }
}

void MatterGuts::allocateMotionVariables(State& s, TopologyKeys& keys) const {
    const SubsystemIndex me = getMySubsystemIndex();
    // Driven joints are known from Model on, unless a motion depends on more than its flag.
    keys.driversKnownFrom = Stage::Model;
    for (Motion& m : motions) {
        if (!m.element) continue;
        if (m.element->needsState()) keys.driversKnownFrom = Stage::Instance;
        const std::string& name = m.element->getName();
        m.enabledVariable =
            allocateDiscreteVariable(s, Stage::Instance, new Value<bool>(m.enabledByDefault), name + " enabled");
        keys.drivers.push_back({me, m.enabledVariable});
        if (m.defaultParameters)
            m.parametersVariable = allocateDiscreteVariable(
                s, m.element->parameterStage(), m.defaultParameters->clone().release(), "parameters of " + name);
    }
}

void MatterGuts::allocateConstraintVariables(State& s, TopologyKeys& keys) const {
    const SubsystemIndex me = getMySubsystemIndex();
    for (Constraint& c : constraints) {
        const std::string& name = c.element->getName();
        c.enabledVariable =
            allocateDiscreteVariable(s, Stage::Instance, new Value<bool>(c.enabledByDefault), name + " enabled");
        if (auto p = c.defaultParameters ? c.defaultParameters->clone() : c.element->makeDefaultParameters()) {
            c.parametersVariable =
                allocateDiscreteVariable(s, c.element->parameterStage(), p.release(), "parameters of " + name);
            keys.constraintParameters.push_back({me, c.parametersVariable});
        }
        // A constraint force can move only bodies between the constrained ones and Ground.
        std::vector<char> onPath(bodies.size(), 0);
        for (const auto* list : {&c.element->getBodies(), &c.element->getMobilizers()})
            for (MobilizedBodyIndex b : *list)
                for (int k = b; k > 0; k = trees_[0][k].parent) onPath[std::size_t(k)] = 1;
        c.path.clear();
        for (int k = trees_[0].size() - 1; k > 0; --k)
            if (onPath[std::size_t(k)]) c.path.push_back(k);
    }
}

void MatterGuts::collectHooks(State& s, TopologyKeys& keys) const {
    const SubsystemIndex me = getMySubsystemIndex();
    // Joints with hooks may allocate variables that poses depend on, and may depend on anything of Instance stage.
    hooked_.clear();
    for (const Body& body : bodies)
        if (body.definition.mobilizer && body.definition.mobilizer->wantsRealization())
            hooked_.push_back(body.definition.mobilizer.get());
    nHookedJoints_ = hooked_.size();
    for (const Motion& motion : motions)
        if (motion.element && motion.element->wantsRealization()) hooked_.push_back(motion.element.get());
    for (const Constraint& constraint : constraints)
        if (constraint.element->wantsRealization()) hooked_.push_back(constraint.element.get());
    const std::size_t before = s.getPerSubsystemInfo(me).discreteVariables.size();
    for (std::size_t i = 0; i < nHookedJoints_; ++i) hooked_[i]->realizeTopology(s);
    const std::size_t after = s.getPerSubsystemInfo(me).discreteVariables.size();
    for (std::size_t v = before; v < after; ++v) keys.joints.push_back({me, DiscreteVariableIndex(v)});
    posesKnownFrom_ = nHookedJoints_ > 0 ? Stage::Instance : Stage::Model;
}

void MatterGuts::allocateCacheEntries(State& s, const TopologyKeys& keys) const {
    const SubsystemIndex me = getMySubsystemIndex();
    // Kinematics can be computed from Model stage on, and declare exact prerequisites: a mass leaves poses valid, a
    // speed leaves positions valid.
    const auto key = [me](CacheEntryIndex e) { return CacheEntryKey{me, e}; };
    const auto entry = [&](Stage earliest, Stage latest, bool q, bool u, const std::vector<DiscreteVarKey>& v,
                           const std::vector<CacheEntryKey>& e, AbstractValue* value, const char* name) {
        return s.allocateCacheEntryWithPrerequisites(me, earliest, latest, q, u, false, v, e, value, name);
    };
    CacheIndices& c = cache_;
    c.work = entry(Stage::Topology, Stage::Infinity, false, false, {}, {}, new Value<MatterWork>(), "scratch memory");
    c.placement = entry(Stage::Model, Stage::Instance, false, false, keys.frames, {}, new Value<JointPlacement>(),
                        "joint placement");
    c.mass =
        entry(Stage::Model, Stage::Instance, false, false, keys.masses, {}, new Value<MassConstants>(), "body masses");
    c.prescribed = entry(keys.driversKnownFrom, Stage::Instance, false, false, keys.drivers, {},
                         new Value<PrescribedSet>(), "prescribed mobilizers");
    c.layout = entry(Stage::Instance, Stage::Instance, false, false, {}, {}, new Value<ConstraintLayout>(),
                     "constraint layout");
    c.position = entry(posesKnownFrom_, Stage::Position, true, false, keys.joints, {key(c.placement)},
                       new Value<PositionKinematics>(), "position kinematics");
    c.inertias = entry(posesKnownFrom_, Stage::Position, false, false, {}, {key(c.position), key(c.mass)},
                       new Value<BodyInertias>(), "body inertias in Ground");
    c.velocity = entry(posesKnownFrom_, Stage::Velocity, false, true, {}, {key(c.position)},
                       new Value<VelocityKinematics>(), "velocity kinematics");
    c.articulated =
        entry(std::max(keys.driversKnownFrom, posesKnownFrom_), Stage::Acceleration, false, false, {},
              {key(c.inertias), key(c.prescribed)}, new Value<ArticulatedInertias>(), "articulated body inertias");
    jacobianStage_ = Stage::Instance;
    for (const Constraint& constraint : constraints)
        jacobianStage_ = std::max(jacobianStage_, constraint.element->forcesDependOnStage());
    c.constraints = entry(jacobianStage_, Stage::Acceleration, false, false, keys.constraintParameters,
                          {key(c.articulated)}, new Value<ConstraintMatrices>(), "constraint matrices");
    c.independent = entry(std::max(jacobianStage_, Stage(Stage::Position)), Stage::Infinity, false, false,
                          keys.constraintParameters, {key(c.inertias)}, new Value<IndependentEquations>(),
                          "independent constraint equations");
    c.acceleration = entry(Stage::Acceleration, Stage::Acceleration, false, false, {}, {},
                           new Value<TreeAcceleration>(), "body accelerations");
}

int MatterGuts::realizeSubsystemTopologyImpl(State& s) const {
    buildTree(trees_[0], false);
    buildTree(trees_[1], true);
    eulerVariable_ = allocateDiscreteVariable(s, Stage::Model, new Value<bool>(false), "use Euler angles");
    // Variables of Instance stage or later, so that edits invalidate as little as possible.
    TopologyKeys keys;
    allocateBodyVariables(s, keys);
    allocateMotionVariables(s, keys);
    allocateConstraintVariables(s, keys);
    collectHooks(s, keys);
    allocateCacheEntries(s, keys);
    for (std::size_t i = nHookedJoints_; i < hooked_.size(); ++i) hooked_[i]->realizeTopology(s);
    return 0;
}

bool MatterGuts::hasWorkAt(Stage stage) const {
    const bool always = stage == Stage::Position || stage == Stage::Velocity || stage == Stage::Acceleration;
    return always || !hooked_.empty();
}

int MatterGuts::realizeSubsystemModelImpl(State& s) const {
    const Tree& tree = treeOf(s);
    Vector q(tree.nq), u(tree.nu);
    for (std::size_t b = 1; b < bodies.size(); ++b) {
        const BodyDefinition& d = bodies[b].definition;
        copyCoordinates(int(b), d.q.data(), false, q.data() + tree[int(b)].qStart, usesEulerAngles(s));
        std::copy(d.u.begin(), d.u.end(), u.data() + tree[int(b)].uStart);
    }
    allocateQ(s, q);
    allocateU(s, u);
    for (const RealizeHooks* element : hooked_) element->realizeModel(s);
    return 0;
}

// --- Instance ---

namespace {
template <class T>
T& upd(const Subsystem::Guts& guts, const State& s, CacheEntryIndex e) {
    return Value<T>::updDowncast(guts.updCacheEntry(s, e));
}
}  // namespace

bool MatterGuts::isEnabled(const State& s, DiscreteVariableIndex flag) const {
    return Value<bool>::downcast(getDiscreteVariable(s, flag));
}
const AbstractValue* MatterGuts::constraintParameters(const State& s, std::size_t c) const {
    const DiscreteVariableIndex v = constraints[c].parametersVariable;
    return v.isValid() ? &getDiscreteVariable(s, v) : nullptr;
}
const AbstractValue* MatterGuts::motionParameters(const State& s, std::size_t m) const {
    const DiscreteVariableIndex v = motions[m].parametersVariable;
    return v.isValid() ? &getDiscreteVariable(s, v) : nullptr;
}

void MatterGuts::computeJointPlacement(const State& s, JointPlacement& p) const {
    p.X_PF.resize(bodies.size());
    p.X_MB.resize(bodies.size());
    p.trivial.resize(bodies.size());
    const auto isIdentity = [](const Rotation& R) { return R == Rotation(); };
    for (std::size_t b = 1; b < bodies.size(); ++b) {
        const JointFrames& f = Value<JointFrames>::downcast(getDiscreteVariable(s, bodies[b].framesVariable));
        p.X_PF[b] = f.X_PF;
        p.X_MB[b] = ~f.X_BM;
        p.trivial[b] = {isIdentity(f.X_PF.R()), isIdentity(f.X_BM.R()), f.X_BM.p() == Vec3(0.)};
    }
}

void MatterGuts::computeMassConstants(const State& s, MassConstants& m) const {
    m.bodies.resize(bodies.size());
    const Tree& tree = treeOf(s);
    m.rotors.assign(std::size_t(tree.nu), 0);
    for (std::size_t b = 1; b < bodies.size(); ++b) {
        m.bodies[b] = Value<MassProperties>::downcast(getDiscreteVariable(s, bodies[b].massVariable));
        if (!bodies[b].rotorVariable.isValid()) continue;
        const TreeNode& node = tree[int(b)];
        const auto give = [&](DiscreteVariableIndex rotor, int first, int end) {
            const Real J = Value<Real>::downcast(getDiscreteVariable(s, rotor));
            std::fill(m.rotors.begin() + node.uStart + first, m.rotors.begin() + node.uStart + end, J);
        };
        constexpr int turns = 3;
        give(bodies[b].rotorVariable, 0, std::min(node.nu, turns));
        if (bodies[b].rotorMassVariable.isValid()) give(bodies[b].rotorMassVariable, turns, node.nu);
    }
}

int MatterGuts::realizeSubsystemInstanceImpl(const State& s) const {
    const Tree& tree = treeOf(s);
    ensureJointPlacement(s);
    ensureMassConstants(s);
    ensurePrescribedSet(s);

    ConstraintLayout& layout = upd<ConstraintLayout>(*this, s, cache_.layout);
    layout = {};
    for (const Constraint& c : constraints) {
        ConstraintLayout::Block block;
        block.enabled = isEnabled(s, c.enabledVariable);
        block.position = layout.nPosition;
        block.velocity = layout.nVelocity;
        block.acceleration = layout.nAcceleration;
        if (block.enabled) {
            block.count = c.element->countEquations(s);
            if (c.element->hasSlidingFriction(s))
                for (int i = 0; i < block.count.position; ++i) layout.slidingRows.push_back(block.position + i);
            layout.nPosition += block.count.position;
            layout.nVelocity += block.count.velocity;
            layout.nAcceleration += block.count.acceleration;
        }
        layout.blocks.push_back(block);
    }
    allocateQErr(s, layout.nPosition + tree.nQuaternions);
    allocateUErr(s, layout.nPosition + layout.nVelocity);
    allocateUDotErr(s, layout.size());

    // Allocate scratch memory once; later stages do not allocate.
    MatterWork& w = work(s);
    const std::size_t nu = std::size_t(tree.nu), m = std::size_t(layout.size());
    w.bodyForces.assign(bodies.size(), SpatialVec(0.));
    w.A_GB.resize(bodies.size());
    w.spatial.resize(bodies.size());
    w.mobilityForces.assign(nu, 0.);
    w.uLike1.resize(nu);
    w.uLike2.resize(nu);
    w.qLike.resize(std::size_t(tree.nq));
    w.errors.resize(m);
    w.lambda.resize(m);
    const std::size_t sliding = layout.slidingRows.size();
    w.sliding.resize(sliding);
    for (MatterWork::Sliding& row : w.sliding) {
        row.udot.resize(nu);
        row.multipliers.resize(m);
        row.A_GB.resize(bodies.size());
    }
    w.slidingMatrix.resize(sliding * sliding);
    w.slidingMultipliers.resize(sliding);
    ConstraintMatrices& cm = upd<ConstraintMatrices>(*this, s, cache_.constraints);
    cm = makeConstraintMatrices(s, layout);
    realizeElements(s, Stage::Instance);
    return 0;
}

int MatterGuts::realizeSubsystemTimeImpl(const State& s) const {
    realizeElements(s, Stage::Time);
    return 0;
}
int MatterGuts::realizeSubsystemDynamicsImpl(const State& s) const {
    realizeElements(s, Stage::Dynamics);
    return 0;
}
int MatterGuts::realizeSubsystemReportImpl(const State& s) const {
    realizeElements(s, Stage::Report);
    return 0;
}

// --- Kinematics ---

MatterWork& MatterGuts::work(const State& s) const { return upd<MatterWork>(*this, s, cache_.work); }

void MatterGuts::computePosition(const State& s, PositionKinematics& p) const {
    calcPositionKinematics(treeOf(s), ensureJointPlacement(s), s, getQ(s).data(), p);
}
void MatterGuts::computeInertias(const State& s, BodyInertias& i) const {
    calcBodyInertias(treeOf(s), ensureMassConstants(s), ensurePosition(s), i);
}
void MatterGuts::computeVelocity(const State& s, VelocityKinematics& v) const {
    calcVelocityKinematics(treeOf(s), ensurePosition(s), s, getQ(s).data(), getU(s).data(), v);
}
void MatterGuts::computeArticulated(const State& s, ArticulatedInertias& a) const {
    calcArticulatedInertias(treeOf(s), ensurePosition(s), ensureInertias(s), ensurePrescribedSet(s), a);
}

ConstraintKinematics MatterGuts::kinematics(const State& s, Stage level) const {
    const Tree& tree = treeOf(s);
    ConstraintKinematics k{tree, ensurePosition(s), getQ(s).data(), s};
    if (level >= Stage::Velocity) {
        k.velocity = &ensureVelocity(s);
        k.u = getU(s).data();
    }
    return k;
}

MatterGuts::Poses MatterGuts::ensurePoses(const State& s) const {
    const View own = viewOf(s);
    return {treeOf(s), ensure(own, cache_.position, &MatterGuts::computePosition),
            ensure(own, cache_.inertias, &MatterGuts::computeInertias), own.getQ().data()};
}

int MatterGuts::realizeSubsystemPositionImpl(const State& s) const {
    const Tree& tree = treeOf(s);
    const View own = viewOf(s);
    // Joints with hooks take part in the kinematics; if those are still valid, only the hooks run.
    if (nHookedJoints_ > 0 && isCacheValueRealized(s, cache_.position)) realizeJoints(s, Stage::Position);
    const PositionKinematics& pos =
        ensureFrom(own, cache_.position, &MatterGuts::computePosition, [&](PositionKinematics& p) {
            const JointPlacement& placement = ensure(own, cache_.placement, &MatterGuts::computeJointPlacement);
            calcPositionKinematics(tree, placement, s, own.getQ().data(), p);
        });
    ensureFrom(own, cache_.inertias, &MatterGuts::computeInertias, [&](BodyInertias& i) {
        calcBodyInertias(tree, ensure(own, cache_.mass, &MatterGuts::computeMassConstants), pos, i);
    });
    const int nPosition = constraints.empty() ? 0 : getLayout(s).nPosition;
    if (nPosition > 0) calcPositionErrors(s, updQErr(s).data());
    if (tree.nQuaternions > 0) {
        // A quaternion's error is |e| - 1; these follow the constraint errors.
        const Real* q = getQ(s).data();
        Vector& qErr = updQErr(s);
        for (std::size_t b = 1; b < tree.nodes.size(); ++b)
            if (const TreeNode& node = tree.nodes[b]; node.quaternion >= 0)
                qErr[nPosition + node.quaternion] =
                    Eigen::Map<const Eigen::Matrix<Real, 4, 1>>(q + node.qStart).norm() - 1;
    }
    realizeConstraints(s, Stage::Position);
    return 0;
}

int MatterGuts::realizeSubsystemVelocityImpl(const State& s) const {
    if (nHookedJoints_ > 0 && isCacheValueRealized(s, cache_.velocity)) realizeJoints(s, Stage::Velocity);
    const Tree& tree = treeOf(s);
    const View own = viewOf(s);
    const Real* q = own.getQ().data();
    const Real* u = own.getU().data();
    ensureFrom(own, cache_.velocity, &MatterGuts::computeVelocity, [&](VelocityKinematics& v) {
        calcVelocityKinematics(tree, ensure(own, cache_.position, &MatterGuts::computePosition), s, q, u, v);
    });
    trammel::multiplyByN(tree, s, q, u, own.updQDot().data());
    if (!constraints.empty())
        if (const ConstraintLayout& layout = getLayout(s); layout.nPosition + layout.nVelocity > 0)
            calcVelocityErrors(kinematics(s, Stage::Velocity), s, updUErr(s).data());
    realizeConstraints(s, Stage::Velocity);
    return 0;
}

void MatterGuts::multiplyByN(const State& s, const Real* u, Real* qdot) const {
    trammel::multiplyByN(treeOf(s), s, getQ(s).data(), u, qdot);
}
void MatterGuts::multiplyByNInv(const State& s, const Real* qdot, Real* u) const {
    const Tree& tree = treeOf(s);
    const Real* q = getQ(s).data();
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        trammel::multiplyByNInv(n, s, q + n.qStart, qdot + n.qStart, u + n.uStart);
    }
}

// --- Acceleration ---

int MatterGuts::realizeSubsystemAccelerationImpl(const State& s) const {
    const Tree& tree = treeOf(s);
    const MultibodySystem& system = multibody == &getSystem() ? *multibody : MultibodySystem::downcast(getSystem());
    const View own = viewOf(s);
    const PositionKinematics& pos = ensure(own, cache_.position, &MatterGuts::computePosition);
    const VelocityKinematics& vel = ensure(own, cache_.velocity, &MatterGuts::computeVelocity);
    const BodyInertias& inertias = ensure(own, cache_.inertias, &MatterGuts::computeInertias);
    const PrescribedSet& prescribed = ensure(own, cache_.prescribed, &MatterGuts::computePrescribedSet);
    const ArticulatedInertias& abi =
        ensureFrom(own, cache_.articulated, &MatterGuts::computeArticulated,
                   [&](ArticulatedInertias& a) { calcArticulatedInertias(tree, pos, inertias, prescribed, a); });
    const Vector_<SpatialVec>& bodyForces = system.getRigidBodyForces(s, Stage::Dynamics);
    const Vector& mobilityForces = system.getMobilityForces(s, Stage::Dynamics);
    MatterWork& w = Value<MatterWork>::updDowncast(own.updCacheEntry(cache_.work));
    TreeAcceleration& result = Value<TreeAcceleration>::updDowncast(own.updCacheEntry(cache_.acceleration));
    Vector& udot = own.updUDot();

    if (prescribed.any) calcKnownUDots(s, udot.data());

    // udot without constraints.
    calcForwardDynamics(tree, pos, inertias, &vel, abi, prescribed, bodyForces.data(), mobilityForces.data(),
                        udot.data(), result.A_GB, w.dynamics);

    const int m = constraints.empty() ? 0 : getLayout(s).size();
    if (m > 0) {
        // A lambda = aerr(udot0), then udot = udot0 - M^-1 G^T lambda.
        ConstraintKinematics k = kinematics(s, Stage::Velocity);
        k.A_GB = &result.A_GB;
        k.udot = udot.data();
        calcAccelerationErrors(k, s, w.errors.data());
        result.largestError = 0;
        for (int i = 0; i < m; ++i)
            result.largestError = std::max(result.largestError, std::abs(w.errors[std::size_t(i)]));
        ConstraintMatrices& cm = ensureConstraintMatrices(s, m);
        Vector& lambda = updMultipliers(s);
        cm.solve(m, w.errors.data(), lambda.data());
        const bool slides = !getLayout(s).slidingRows.empty();
        result.slidingDeterminant = slides ? solveForSlidingFriction(s, pos, inertias, abi, prescribed, cm, lambda) : 1;
        calcMInvGt(s, pos, abi, prescribed, cm, lambda.data(), m, w.uLike1.data(), w.A_GB);
        for (int i = 0; i < tree.nu; ++i) udot[i] -= w.uLike1[std::size_t(i)];
        for (std::size_t b = 1; b < bodies.size(); ++b) result.A_GB[b] -= w.A_GB[b];
        if (slides) {
            for (std::size_t r = 0; r < w.sliding.size(); ++r) {
                const Real l = lambda[getLayout(s).slidingRows[r]];
                for (int i = 0; i < tree.nu; ++i) udot[i] -= l * w.sliding[r].udot[std::size_t(i)];
                for (std::size_t b = 1; b < bodies.size(); ++b) result.A_GB[b] -= l * w.sliding[r].A_GB[b];
            }
        }
        calcAccelerationErrors(k, s, updUDotErr(s).data());
    }

    calcQDotDot(tree, s, own.getQ().data(), own.getU().data(), udot.data(), own.updQDotDot().data());
    realizeElements(s, Stage::Acceleration);
    return 0;
}

// --- Names ---

namespace {
/// The node of the mobilizer with this q or u; null without one. Starts rise along the tree.
const TreeNode* findNode(const Tree& tree, int index, int TreeNode::*start, int TreeNode::*count) {
    // The last of several nodes with the same start is the one that has coordinates.
    const auto next = std::ranges::upper_bound(tree.nodes, index, {}, start);
    if (index < 0 || next == tree.nodes.begin()) return nullptr;
    const TreeNode& node = *std::prev(next);
    return index < node.*start + node.*count ? &node : nullptr;
}
}  // namespace

std::string MatterGuts::nameOfQ(const State& s, int index) const {
    const TreeNode* const n = findNode(treeOf(s), index, &TreeNode::qStart, &TreeNode::nq);
    if (!n) return Subsystem::Guts::nameOfQ(s, index);
    return n->mobilizer->nameOfQ(index - n->qStart).name + " of " + n->jointName;
}
std::string MatterGuts::nameOfU(int index) const {
    const TreeNode* const n = findNode(trees_[0], index, &TreeNode::uStart, &TreeNode::nu);
    if (!n) return Subsystem::Guts::nameOfU(index);
    return n->mobilizer->nameOfU(index - n->uStart).name + " of " + n->jointName;
}

}  // namespace trammel
