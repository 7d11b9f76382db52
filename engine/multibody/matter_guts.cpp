// SPDX-License-Identifier: Apache-2.0
// MatterGuts: topology, cache entries and realization.
#include "multibody/matter_guts.h"

#include <algorithm>

#include "base/exceptions.h"
#include "multibody/multibody_system.h"

namespace trammel {

MatterGuts::MatterGuts() : Subsystem::Guts("matter", "1.0") {
    Body ground;
    ground.definition.name = "Ground";
    bodies.push_back(std::move(ground));
}

// --- Topology and Model ---

void MatterGuts::buildTree() const {
    tree = Tree{};
    for (const Body& body : bodies) {
        TreeNode node;
        node.name = body.definition.name;
        node.jointName = body.definition.jointName;
        node.mobilizer = body.definition.mobilizer;
        if (node.mobilizer) {
            node.parent = body.definition.parent;
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
}

int MatterGuts::realizeSubsystemTopologyImpl(State& s) const {
    buildTree();

    // Variables: all of Instance stage or later, so that an edit never costs more than it must.
    std::vector<DiscreteVarKey> masses, frames, motionFlags, constraintParametersKeys;
    const SubsystemIndex me = getMySubsystemIndex();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        Body& body = bodies[b];
        const BodyDefinition& d = body.definition;
        body.geometryVariable = allocateDiscreteVariable(
            s, Stage::Report, new Value<std::vector<DecorativeGeometry>>(d.geometry), "geometry of " + d.name);
        if (b == 0) continue;  // Ground has no mass and hangs on nothing
        body.massVariable = allocateDiscreteVariable(s, Stage::Instance, new Value<MassProperties>(d.mass),
                                                     "mass properties of " + d.name);
        body.framesVariable = allocateDiscreteVariable(s, Stage::Instance, new Value<JointFrames>({d.X_PF, d.X_BM}),
                                                       "joint frames of " + d.jointName);
        masses.push_back({me, body.massVariable});
        frames.push_back({me, body.framesVariable});
    }
    for (Motion& m : motions) {
        const std::string& name = m.element->getName();
        m.enabledVariable =
            allocateDiscreteVariable(s, Stage::Instance, new Value<bool>(m.enabledByDefault), name + " enabled");
        motionFlags.push_back({me, m.enabledVariable});
        if (auto p = m.element->makeDefaultParameters())
            m.parametersVariable =
                allocateDiscreteVariable(s, m.element->parameterStage(), p.release(), "parameters of " + name);
    }
    for (Constraint& c : constraints) {
        const std::string& name = c.element->getName();
        c.enabledVariable =
            allocateDiscreteVariable(s, Stage::Instance, new Value<bool>(c.enabledByDefault), name + " enabled");
        if (auto p = c.element->makeDefaultParameters()) {
            c.parametersVariable =
                allocateDiscreteVariable(s, c.element->parameterStage(), p.release(), "parameters of " + name);
            constraintParametersKeys.push_back({me, c.parametersVariable});
        }
        // Everything a constraint force can move lies between the constrained bodies and Ground.
        std::vector<char> onPath(bodies.size(), 0);
        for (MobilizedBodyIndex b : c.element->getBodies())
            for (int k = b; k > 0; k = tree[k].parent) onPath[std::size_t(k)] = 1;
        c.path.clear();
        for (int k = tree.size() - 1; k > 0; --k)
            if (onPath[std::size_t(k)]) c.path.push_back(k);
    }

    // Cache. Kinematics may be computed from Model stage on, and name exactly what they depend on: a mass leaves poses
    // valid, a speed leaves positions valid.
    const auto key = [me](CacheEntryIndex e) { return CacheEntryKey{me, e}; };
    const auto entry = [&](Stage earliest, Stage latest, bool q, bool u, const std::vector<DiscreteVarKey>& v,
                           const std::vector<CacheEntryKey>& e, AbstractValue* value, const char* name) {
        return s.allocateCacheEntryWithPrerequisites(me, earliest, latest, q, u, false, v, e, value, name);
    };
    CacheIndices& c = cache_;
    c.work = entry(Stage::Topology, Stage::Infinity, false, false, {}, {}, new Value<MatterWork>(), "work space");
    c.placement =
        entry(Stage::Model, Stage::Instance, false, false, frames, {}, new Value<JointPlacement>(), "joint placement");
    c.mass = entry(Stage::Model, Stage::Instance, false, false, masses, {}, new Value<MassConstants>(), "body masses");
    c.prescribed = entry(Stage::Model, Stage::Instance, false, false, motionFlags, {}, new Value<PrescribedSet>(),
                         "prescribed mobilizers");
    c.layout = entry(Stage::Instance, Stage::Instance, false, false, {}, {}, new Value<ConstraintLayout>(),
                     "constraint layout");
    c.position = entry(Stage::Model, Stage::Position, true, false, {}, {key(c.placement)},
                       new Value<PositionKinematics>(), "position kinematics");
    c.inertias = entry(Stage::Model, Stage::Position, false, false, {}, {key(c.position), key(c.mass)},
                       new Value<BodyInertias>(), "body inertias in Ground");
    c.velocity = entry(Stage::Model, Stage::Velocity, false, true, {}, {key(c.position)},
                       new Value<VelocityKinematics>(), "velocity kinematics");
    c.articulated = entry(Stage::Model, Stage::Acceleration, false, false, {}, {key(c.inertias), key(c.prescribed)},
                          new Value<ArticulatedInertias>(), "articulated body inertias");
    c.constraints = entry(Stage::Instance, Stage::Acceleration, false, false, constraintParametersKeys,
                          {key(c.articulated)}, new Value<ConstraintMatrices>(), "constraint matrices");
    c.acceleration = entry(Stage::Acceleration, Stage::Acceleration, false, false, {}, {},
                           new Value<TreeAcceleration>(), "body accelerations");
    return 0;
}

int MatterGuts::realizeSubsystemModelImpl(State& s) const {
    Vector q(tree.nq), u(tree.nu);
    for (std::size_t b = 1; b < bodies.size(); ++b) {
        const BodyDefinition& d = bodies[b].definition;
        std::copy(d.q.begin(), d.q.end(), q.data() + tree[int(b)].qStart);
        std::copy(d.u.begin(), d.u.end(), u.data() + tree[int(b)].uStart);
    }
    allocateQ(s, q);
    allocateU(s, u);
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

const JointPlacement& MatterGuts::ensureJointPlacement(const State& s) const {
    JointPlacement& p = upd<JointPlacement>(*this, s, cache_.placement);
    if (isCacheValueRealized(s, cache_.placement)) return p;
    p.X_PF.resize(bodies.size());
    p.X_MB.resize(bodies.size());
    for (std::size_t b = 1; b < bodies.size(); ++b) {
        const auto& f = Value<JointFrames>::downcast(getDiscreteVariable(s, bodies[b].framesVariable));
        p.X_PF[b] = f.X_PF;
        p.X_MB[b] = ~f.X_BM;
    }
    markCacheValueRealized(s, cache_.placement);
    return p;
}

const MassConstants& MatterGuts::ensureMassConstants(const State& s) const {
    MassConstants& m = upd<MassConstants>(*this, s, cache_.mass);
    if (isCacheValueRealized(s, cache_.mass)) return m;
    m.bodies.resize(bodies.size());
    for (std::size_t b = 1; b < bodies.size(); ++b)
        m.bodies[b] = Value<MassProperties>::downcast(getDiscreteVariable(s, bodies[b].massVariable));
    markCacheValueRealized(s, cache_.mass);
    return m;
}

const PrescribedSet& MatterGuts::ensurePrescribedSet(const State& s) const {
    PrescribedSet& p = upd<PrescribedSet>(*this, s, cache_.prescribed);
    if (isCacheValueRealized(s, cache_.prescribed)) return p;
    p.isPrescribed.assign(bodies.size(), 0);
    p.any = false;
    for (const Motion& m : motions)
        if (isEnabled(s, m.enabledVariable)) p.isPrescribed[std::size_t(int(m.element->getBody()))] = p.any = true;
    markCacheValueRealized(s, cache_.prescribed);
    return p;
}

const ConstraintLayout& MatterGuts::getLayout(const State& s) const {
    return Value<ConstraintLayout>::downcast(getCacheEntry(s, cache_.layout));
}

int MatterGuts::realizeSubsystemInstanceImpl(const State& s) const {
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
            layout.nPosition += c.element->getNumPositionEquations();
            layout.nVelocity += c.element->getNumVelocityEquations();
            layout.nAcceleration += c.element->getNumAccelerationEquations();
        }
        layout.blocks.push_back(block);
    }
    allocateQErr(s, layout.nPosition + tree.nQuaternions);
    allocateUErr(s, layout.nPosition + layout.nVelocity);
    allocateUDotErr(s, layout.size());

    // Scratch memory once, so that nothing later allocates.
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
    ConstraintMatrices& cm = upd<ConstraintMatrices>(*this, s, cache_.constraints);
    cm = ConstraintMatrices(layout.size(), tree.nu);
    return 0;
}

int MatterGuts::realizeSubsystemTimeImpl(const State&) const { return 0; }

// --- Kinematics ---

MatterWork& MatterGuts::work(const State& s) const { return upd<MatterWork>(*this, s, cache_.work); }

const PositionKinematics& MatterGuts::ensurePosition(const State& s) const {
    PositionKinematics& p = upd<PositionKinematics>(*this, s, cache_.position);
    if (isCacheValueRealized(s, cache_.position)) return p;
    calcPositionKinematics(tree, ensureJointPlacement(s), getQ(s).data(), p);
    markCacheValueRealized(s, cache_.position);
    return p;
}

const BodyInertias& MatterGuts::ensureInertias(const State& s) const {
    BodyInertias& i = upd<BodyInertias>(*this, s, cache_.inertias);
    if (isCacheValueRealized(s, cache_.inertias)) return i;
    calcBodyInertias(tree, ensureMassConstants(s), ensurePosition(s), i);
    markCacheValueRealized(s, cache_.inertias);
    return i;
}

const VelocityKinematics& MatterGuts::ensureVelocity(const State& s) const {
    VelocityKinematics& v = upd<VelocityKinematics>(*this, s, cache_.velocity);
    if (isCacheValueRealized(s, cache_.velocity)) return v;
    calcVelocityKinematics(tree, ensurePosition(s), getQ(s).data(), getU(s).data(), v);
    markCacheValueRealized(s, cache_.velocity);
    return v;
}

const ArticulatedInertias& MatterGuts::ensureArticulated(const State& s) const {
    ArticulatedInertias& a = upd<ArticulatedInertias>(*this, s, cache_.articulated);
    if (isCacheValueRealized(s, cache_.articulated)) return a;
    calcArticulatedInertias(tree, ensurePosition(s), ensureInertias(s), ensurePrescribedSet(s), a);
    markCacheValueRealized(s, cache_.articulated);
    return a;
}

const TreeAcceleration& MatterGuts::getAcceleration(const State& s) const {
    return Value<TreeAcceleration>::downcast(getCacheEntry(s, cache_.acceleration));
}

ConstraintKinematics MatterGuts::kinematics(const State& s, Stage level) const {
    ConstraintKinematics k{tree, ensurePosition(s), getQ(s).data()};
    if (level >= Stage::Velocity) {
        k.velocity = &ensureVelocity(s);
        k.u = getU(s).data();
    }
    return k;
}

int MatterGuts::realizeSubsystemPositionImpl(const State& s) const {
    ensurePosition(s);
    ensureInertias(s);
    const ConstraintLayout& layout = getLayout(s);
    Vector& qErr = updQErr(s);
    if (layout.nPosition > 0) calcPositionErrors(s, qErr.data());
    // A quaternion's error is |e| - 1; these follow the constraints' errors.
    const Real* q = getQ(s).data();
    for (const TreeNode& node : tree.nodes)
        if (node.quaternion >= 0)
            qErr[layout.nPosition + node.quaternion] =
                Eigen::Map<const Eigen::Matrix<Real, 4, 1>>(q + node.qStart).norm() - 1;
    return 0;
}

int MatterGuts::realizeSubsystemVelocityImpl(const State& s) const {
    ensureVelocity(s);
    multiplyByN(s, getU(s).data(), updQDot(s).data());
    if (getLayout(s).nPosition + getLayout(s).nVelocity > 0)
        calcVelocityErrors(kinematics(s, Stage::Velocity), s, updUErr(s).data());
    return 0;
}

void MatterGuts::multiplyByN(const State& s, const Real* u, Real* qdot) const {
    const Real* q = getQ(s).data();
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        n.mobilizer->multiplyByN(q + n.qStart, u + n.uStart, qdot + n.qStart);
    }
}
void MatterGuts::multiplyByNInv(const State& s, const Real* qdot, Real* u) const {
    const Real* q = getQ(s).data();
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        n.mobilizer->multiplyByNInv(q + n.qStart, qdot + n.qStart, u + n.uStart);
    }
}

// --- Acceleration ---

int MatterGuts::realizeSubsystemAccelerationImpl(const State& s) const {
    const auto& system = MultibodySystem::downcast(getSystem());
    const PositionKinematics& pos = ensurePosition(s);
    const VelocityKinematics& vel = ensureVelocity(s);
    const BodyInertias& inertias = ensureInertias(s);
    const PrescribedSet& prescribed = ensurePrescribedSet(s);
    const ArticulatedInertias& abi = ensureArticulated(s);
    const Vector_<SpatialVec>& bodyForces = system.getRigidBodyForces(s, Stage::Dynamics);
    const Vector& mobilityForces = system.getMobilityForces(s, Stage::Dynamics);
    MatterWork& w = work(s);
    TreeAcceleration& result = upd<TreeAcceleration>(*this, s, cache_.acceleration);
    Vector& udot = updUDot(s);

    // Known accelerations first.
    for (std::size_t m = 0; m < motions.size(); ++m) {
        if (!isEnabled(s, motions[m].enabledVariable)) continue;
        const TreeNode& node = tree[motions[m].element->getBody()];
        motions[m].element->calcPrescribedAcceleration(s.getTime(), motionParameters(s, m), node.nu,
                                                       udot.data() + node.uStart);
    }

    // udot as if there were no constraints.
    calcForwardDynamics(tree, pos, inertias, &vel, abi, prescribed, bodyForces.data(), mobilityForces.data(),
                        udot.data(), result.A_GB, w.dynamics);

    const ConstraintLayout& layout = getLayout(s);
    if (layout.size() > 0) {
        // A lambda = aerr(udot0), then udot = udot0 - M^-1 G^T lambda.
        ConstraintKinematics k = kinematics(s, Stage::Velocity);
        k.A_GB = &result.A_GB;
        k.udot = udot.data();
        calcAccelerationErrors(k, s, w.errors.data());
        ConstraintMatrices& cm = ensureConstraintMatrices(s);
        Vector& lambda = updMultipliers(s);
        ensureFactor(cm, 2, layout.size()).solve(w.errors.data(), lambda.data());

        std::fill(w.bodyForces.begin(), w.bodyForces.end(), SpatialVec(0.));
        std::fill(w.mobilityForces.begin(), w.mobilityForces.end(), 0.);
        addInConstraintForces(s, lambda.data(), w.bodyForces.data(), w.mobilityForces.data());
        for (std::size_t b = 0; b < bodies.size(); ++b) w.bodyForces[b] = bodyForces[int(b)] - w.bodyForces[b];
        for (int i = 0; i < tree.nu; ++i)
            w.mobilityForces[std::size_t(i)] = mobilityForces[i] - w.mobilityForces[std::size_t(i)];
        calcForwardDynamics(tree, pos, inertias, &vel, abi, prescribed, w.bodyForces.data(), w.mobilityForces.data(),
                            udot.data(), result.A_GB, w.dynamics);
        calcAccelerationErrors(k, s, updUDotErr(s).data());
    }

    const Real* q = getQ(s).data();
    const Real* u = getU(s).data();
    Vector& qdotdot = updQDotDot(s);
    for (int b = 1; b < tree.size(); ++b) {
        const TreeNode& n = tree[b];
        n.mobilizer->calcQDotDot(q + n.qStart, u + n.uStart, udot.data() + n.uStart, qdotdot.data() + n.qStart);
    }
    return 0;
}

// --- Names and geometry ---

std::string MatterGuts::nameOfQ(int index) const {
    for (const TreeNode& n : tree.nodes)
        if (index >= n.qStart && index < n.qStart + n.nq)
            return n.mobilizer->nameOfQ(index - n.qStart).name + " of " + n.jointName;
    return Subsystem::Guts::nameOfQ(index);
}
std::string MatterGuts::nameOfU(int index) const {
    for (const TreeNode& n : tree.nodes)
        if (index >= n.uStart && index < n.uStart + n.nu)
            return n.mobilizer->nameOfU(index - n.uStart).name + " of " + n.jointName;
    return Subsystem::Guts::nameOfU(index);
}

int MatterGuts::calcDecorativeGeometryAndAppendImpl(const State& s, Stage stage,
                                                    Array_<DecorativeGeometry>& out) const {
    if (stage == Stage::Instance) {
        // Fixed to bodies: shapes, and the joints' glyphs at frame F of their parents.
        const JointPlacement& placement = ensureJointPlacement(s);
        std::vector<DecorativeGeometry> glyph;
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            const BodyDefinition& d = bodies[b].definition;
            using Geometry = std::vector<DecorativeGeometry>;
            for (DecorativeGeometry g : Value<Geometry>::downcast(getDiscreteVariable(s, bodies[b].geometryVariable)))
                out.push_back(g.setBodyId(int(b)));
            if (!d.mobilizer) continue;
            glyph.clear();
            d.mobilizer->appendGlyph(glyphSize, glyph);
            for (DecorativeGeometry& g : glyph) {
                const Transform X = placement.X_PF[b] * g.getTransform();
                out.push_back(g.setTransform(X)
                                  .setBodyId(int(d.parent))
                                  .setElement(d.jointElement)
                                  .setRole(DecorationRole::Joint)
                                  .setColor({0.85f, 0.60f, 0.25f}));
            }
        }
    }
    if (stage == Stage::Position) {
        const ConstraintKinematics k = kinematics(s, Stage::Position);
        const ConstraintLayout& layout = getLayout(s);
        std::vector<DecorativeGeometry> glyph;
        for (std::size_t c = 0; c < constraints.size(); ++c) {
            if (!layout.blocks[c].enabled) continue;
            glyph.clear();
            constraints[c].element->appendGeometry(k, constraintParameters(s, c), glyphSize, glyph);
            for (DecorativeGeometry& g : glyph)
                out.push_back(g.setBodyId(0)
                                  .setElement(constraints[c].element->getElementId())
                                  .setRole(DecorationRole::Constraint)
                                  .setColor({0.45f, 0.65f, 0.95f}));
        }
        // A motor is a ring about its joint.
        for (const Motion& m : motions) {
            if (!isEnabled(s, m.enabledVariable)) continue;
            const PositionKinematics::Body& body = k.position.bodies[std::size_t(int(m.element->getBody()))];
            out.push_back(DecorativeGeometry(decor::Torus{glyphSize * 1.2, glyphSize * 0.18})
                              .setTransform(body.jointPose())
                              .setBodyId(0)
                              .setElement(m.element->getElementId())
                              .setRole(DecorationRole::Motion)
                              .setColor({0.90f, 0.35f, 0.35f}));
        }
    }
    return 0;
}

}  // namespace trammel
