// SPDX-License-Identifier: Apache-2.0
#include "simbody/multibody_system.h"

#include <map>

#include "multibody/matter_guts.h"
#include "simbody/constraint.h"
#include "simbody/force.h"

namespace SimTK {

using trammel::MatterGuts;

// Handles live as long as the System, so that references to them stay good.
struct MultibodySystem::Handles {
    std::unique_ptr<SimbodyMatterSubsystem> matter;
    std::vector<std::unique_ptr<MobilizedBody>> bodies;
    std::vector<std::unique_ptr<Constraint>> constraints;
    struct ForceList {
        std::unique_ptr<GeneralForceSubsystem> subsystem;
        std::vector<std::unique_ptr<Force>> forces;
    };
    std::map<int, ForceList> forceLists;
};

// --- MultibodySystem ---

MultibodySystem::MultibodySystem() : handles_(std::make_unique<Handles>()) {}
MultibodySystem::~MultibodySystem() = default;

const MultibodySystem& MultibodySystem::downcast(const trammel::System& system) {
    const auto* multibody = dynamic_cast<const MultibodySystem*>(&system);
    if (!multibody)
        throw trammel::Exception("MultibodySystem::downcast(): system '" + system.getName() +
                                 "' is not a multibody system.");
    return *multibody;
}
MultibodySystem& MultibodySystem::updDowncast(trammel::System& system) {
    return const_cast<MultibodySystem&>(downcast(system));
}
const SimbodyMatterSubsystem& MultibodySystem::getMatterSubsystem() const {
    trammel::MultibodySystem::getMatterSubsystem();  // says so if there is none
    return *handles_->matter;
}
SimbodyMatterSubsystem& MultibodySystem::updMatterSubsystem() {
    return const_cast<SimbodyMatterSubsystem&>(getMatterSubsystem());
}

// --- SimbodyMatterSubsystem ---

SimbodyMatterSubsystem::SimbodyMatterSubsystem(MultibodySystem& system) : trammel::MatterSubsystem(system) {
    MultibodySystem::Handles& handles = *system.handles_;
    handles.matter = std::make_unique<SimbodyMatterSubsystem>(*this);
    handles.bodies.push_back(std::make_unique<MobilizedBody>(*handles.matter, MobilizedBodyIndex(0)));
}
const MultibodySystem& SimbodyMatterSubsystem::getMultibodySystem() const {
    return MultibodySystem::downcast(getSystem());
}
MultibodySystem& SimbodyMatterSubsystem::updMultibodySystem() { return MultibodySystem::updDowncast(updSystem()); }

const MobilizedBody& SimbodyMatterSubsystem::getMobilizedBody(MobilizedBodyIndex b) const {
    const auto& bodies = getMultibodySystem().handles_->bodies;
    if (b < 0 || b >= int(bodies.size()))
        throw trammel::IndexOutOfRange("SimbodyMatterSubsystem::getMobilizedBody()", "body", b, int(bodies.size()));
    return *bodies[std::size_t(int(b))];
}
MobilizedBody& SimbodyMatterSubsystem::updMobilizedBody(MobilizedBodyIndex b) {
    return const_cast<MobilizedBody&>(getMobilizedBody(b));
}
const MobilizedBody& SimbodyMatterSubsystem::getGround() const { return getMobilizedBody(MobilizedBodyIndex(0)); }
MobilizedBody& SimbodyMatterSubsystem::updGround() { return updMobilizedBody(MobilizedBodyIndex(0)); }
void SimbodyMatterSubsystem::setShowDefaultGeometry(bool show) { updGuts().showGlyphs = show; }
bool SimbodyMatterSubsystem::getShowDefaultGeometry() const { return getGuts().showGlyphs; }
int SimbodyMatterSubsystem::getNumMobilities() const {
    int n = 0;
    for (const MatterGuts::Body& b : getGuts().bodies)
        if (b.definition.mobilizer) n += b.definition.mobilizer->getNU();
    return n;
}
const Constraint& SimbodyMatterSubsystem::getConstraint(ConstraintIndex c) const {
    const auto& constraints = getMultibodySystem().handles_->constraints;
    if (c < 0 || c >= int(constraints.size()))
        throw trammel::IndexOutOfRange("SimbodyMatterSubsystem::getConstraint()", "constraint", c,
                                       int(constraints.size()));
    return *constraints[std::size_t(int(c))];
}
Constraint& SimbodyMatterSubsystem::updConstraint(ConstraintIndex c) {
    return const_cast<Constraint&>(getConstraint(c));
}

MobilizedBody& SimbodyMatterSubsystem::adoptHandle(std::unique_ptr<MobilizedBody> body) {
    return *updMultibodySystem().handles_->bodies.emplace_back(std::move(body));
}
Constraint& SimbodyMatterSubsystem::adoptHandle(std::unique_ptr<Constraint> constraint) {
    return *updMultibodySystem().handles_->constraints.emplace_back(std::move(constraint));
}

// --- Operators ---

namespace {
void requireSize(const Vector& v, int n, const char* where, const char* what) {
    if (v.size() != n)
        throw trammel::Exception(std::string(where) + ": needs " + std::to_string(n) + " " + what + ", not " +
                                 std::to_string(v.size()) + ".");
}
}  // namespace

void SimbodyMatterSubsystem::calcGTranspose(const State& s, Matrix& Gt) const {
    Matrix G;
    calcG(s, G);
    Gt = ~G;
}
void SimbodyMatterSubsystem::multiplyByG(const State& s, const Vector& ulike, Vector& out) const {
    Matrix G;
    calcG(s, G);
    requireSize(ulike, int(G.cols()), "SimbodyMatterSubsystem::multiplyByG()", "speeds");
    out = Vector(G * ulike);
}
void SimbodyMatterSubsystem::multiplyByGTranspose(const State& s, const Vector& lambda, Vector& f) const {
    Matrix G;
    calcG(s, G);
    requireSize(lambda, int(G.rows()), "SimbodyMatterSubsystem::multiplyByGTranspose()", "multipliers");
    f = Vector(~G * lambda);
}
void SimbodyMatterSubsystem::calcMInv(const State& s, Matrix& MInv) const {
    const int n = getTree(s).nu;
    MInv.resize(n, n);
    Vector unit(n), column;
    for (int j = 0; j < n; ++j) {
        unit[j] = 1;
        multiplyByMInv(s, unit, column);
        MInv.col(j) = column;
        unit[j] = 0;
    }
}
namespace {
/// out = B in for a block-diagonal B with a block for each joint, or B^T in, by the blocks' columns.
template <class Multiply>
void multiplyByBlocks(const trammel::Tree& tree, bool uIn, bool transpose, const Vector& in, Vector& out,
                      Multiply multiply) {
    const bool outIsQ = uIn != transpose;
    out = Vector(outIsQ ? tree.nq : tree.nu);
    for (int b = 1; b < tree.size(); ++b) {
        const trammel::TreeNode& n = tree[b];
        const int columns = uIn ? n.nu : n.nq, rows = uIn ? n.nq : n.nu;
        const int first = transpose ? (uIn ? n.qStart : n.uStart) : (uIn ? n.uStart : n.qStart);
        const int firstOut = outIsQ ? n.qStart : n.uStart;
        Real unit[trammel::Mobilizer::maxNQ] = {}, column[trammel::Mobilizer::maxNQ];
        for (int j = 0; j < columns; ++j) {
            unit[j] = 1;
            multiply(n, unit, column);
            unit[j] = 0;
            for (int i = 0; i < rows; ++i) {
                if (transpose)
                    out[firstOut + j] += column[i] * in[first + i];
                else
                    out[firstOut + i] += column[i] * in[first + j];
            }
        }
    }
}
}  // namespace
void SimbodyMatterSubsystem::multiplyByN(const State& s, bool transpose, const Vector& in, Vector& out) const {
    requireSize(in, transpose ? getTree(s).nq : getTree(s).nu, "SimbodyMatterSubsystem::multiplyByN()", "elements");
    getPositionKinematics(s);
    const Real* q = getQ(s).data();
    multiplyByBlocks(getTree(s), true, transpose, in, out, [&](const trammel::TreeNode& n, const Real* u, Real* qdot) {
        trammel::multiplyByN(n, s, q + n.qStart, u, qdot);
    });
}
void SimbodyMatterSubsystem::multiplyByNInv(const State& s, bool transpose, const Vector& in, Vector& out) const {
    requireSize(in, transpose ? getTree(s).nu : getTree(s).nq, "SimbodyMatterSubsystem::multiplyByNInv()", "elements");
    getPositionKinematics(s);
    const Real* q = getQ(s).data();
    multiplyByBlocks(getTree(s), false, transpose, in, out, [&](const trammel::TreeNode& n, const Real* qdot, Real* u) {
        trammel::multiplyByNInv(n, s, q + n.qStart, qdot, u);
    });
}
void SimbodyMatterSubsystem::multiplyBySystemJacobian(const State& s, const Vector& u,
                                                      Vector_<SpatialVec>& V_GB) const {
    requireSize(u, getTree(s).nu, "SimbodyMatterSubsystem::multiplyBySystemJacobian()", "speeds");
    trammel::multiplyBySystemJacobian(getTree(s), getPositionKinematics(s), u.data(), V_GB);
}
void SimbodyMatterSubsystem::multiplyBySystemJacobianTranspose(const State& s, const Vector_<SpatialVec>& F_GB,
                                                               Vector& f) const {
    std::vector<SpatialVec> F(F_GB.begin(), F_GB.end());
    f = Vector(getTree(s).nu);
    trammel::multiplyBySystemJacobianTranspose(getTree(s), getPositionKinematics(s), F, f.data());
}
void SimbodyMatterSubsystem::calcSystemJacobian(const State& s, Matrix& J) const {
    const int n = getTree(s).nu;
    J.resize(6 * getNumBodies(), n);
    Vector unit(n);
    Vector_<SpatialVec> V;
    for (int j = 0; j < n; ++j) {
        unit[j] = 1;
        multiplyBySystemJacobian(s, unit, V);
        unit[j] = 0;
        for (int b = 0; b < getNumBodies(); ++b) {
            J.block<3, 1>(6 * b, j) = V[b][0];
            J.block<3, 1>(6 * b + 3, j) = V[b][1];
        }
    }
}
SpatialVec SimbodyMatterSubsystem::multiplyByFrameJacobian(const State& s, MobilizedBodyIndex b, const Vec3& origin_B,
                                                           const Vector& u) const {
    Vector_<SpatialVec> V_GB;
    multiplyBySystemJacobian(s, u, V_GB);
    return trammel::shiftVelocityBy(V_GB[b], getBodyTransform(s, b).R() * origin_B);
}
Vec3 SimbodyMatterSubsystem::multiplyByStationJacobian(const State& s, MobilizedBodyIndex b, const Vec3& station_B,
                                                       const Vector& u) const {
    return multiplyByFrameJacobian(s, b, station_B, u)[1];
}
void SimbodyMatterSubsystem::calcBodyAccelerationFromUDot(const State& s, const Vector& knownUDot,
                                                          Vector_<SpatialVec>& A_GB) const {
    const int n = getTree(s).nu;
    const Vector zero(n);
    if (knownUDot.size() > 0)
        requireSize(knownUDot, n, "SimbodyMatterSubsystem::calcBodyAccelerationFromUDot()", "udot");
    trammel::calcBodyAccelerations(getTree(s), getPositionKinematics(s), &getVelocityKinematics(s),
                                   (knownUDot.size() > 0 ? knownUDot : zero).data(), A_GB);
}
void SimbodyMatterSubsystem::calcBiasForSystemJacobian(const State& s, Vector_<SpatialVec>& JDotu) const {
    calcBodyAccelerationFromUDot(s, Vector(), JDotu);
}
void SimbodyMatterSubsystem::calcBiasForAccelerationConstraints(const State& s, Vector& bias) const {
    const MatterGuts& g = getGuts();
    Vector_<SpatialVec> A_GB;
    calcBodyAccelerationFromUDot(s, Vector(), A_GB);
    const Vector zero(g.treeOf(s).nu);
    trammel::ConstraintKinematics k = g.kinematics(s, Stage::Velocity);
    k.A_GB = &A_GB;
    k.udot = zero.data();
    bias = Vector(g.getLayout(s).size());
    g.calcAccelerationErrors(k, s, bias.data());
}
void SimbodyMatterSubsystem::calcConstraintForcesFromMultipliers(const State& s, const Vector& lambda,
                                                                 Vector_<SpatialVec>& bodyForcesInG,
                                                                 Vector& mobilityForces) const {
    const MatterGuts& g = getGuts();
    requireSize(lambda, g.getLayout(s).size(), "SimbodyMatterSubsystem::calcConstraintForcesFromMultipliers()",
                "multipliers");
    getPositionKinematics(s);
    bodyForcesInG.assign(std::size_t(getNumBodies()), SpatialVec(0.));
    mobilityForces = Vector(g.treeOf(s).nu);
    g.addInConstraintForces(s, lambda.data(), bodyForcesInG.data(), mobilityForces.data());
}
namespace {
Array_<UIndex> speedsOf(const SimbodyMatterSubsystem& matter, const State& s, bool known) {
    Array_<UIndex> speeds;
    const trammel::Tree& tree = matter.getTree(s);
    const trammel::PrescribedSet& prescribed = matter.getGuts().ensurePrescribedSet(s);
    for (int b = 1; b < tree.size(); ++b)
        for (int i = 0; i < tree[b].nu; ++i)
            if (bool(prescribed.isPrescribed[std::size_t(b)]) == known) speeds.push_back(UIndex(tree[b].uStart + i));
    return speeds;
}
}  // namespace
Array_<UIndex> SimbodyMatterSubsystem::getKnownUDotIndex(const State& s) const { return speedsOf(*this, s, true); }
Array_<UIndex> SimbodyMatterSubsystem::getFreeUDotIndex(const State& s) const { return speedsOf(*this, s, false); }
void SimbodyMatterSubsystem::calcAcceleration(const State& s, const Vector& mobilityForces,
                                              const Vector_<SpatialVec>& bodyForces, Vector& udot,
                                              Vector_<SpatialVec>& A_GB) const {
    const MatterGuts& g = getGuts();
    requireSize(mobilityForces, g.treeOf(s).nu, "SimbodyMatterSubsystem::calcAcceleration()", "mobility forces");
    calcAccelerationIgnoringConstraints(s, mobilityForces, bodyForces, udot, A_GB);
    const trammel::ConstraintLayout& layout = g.getLayout(s);
    const int m = layout.size();
    if (m == 0) return;
    trammel::ConstraintKinematics k = g.kinematics(s, Stage::Velocity);
    k.A_GB = &A_GB;
    k.udot = udot.data();
    Vector error(m), lambda(m);
    g.calcAccelerationErrors(k, s, error.data());
    g.ensureConstraintMatrices(s, m).solve(m, error.data(), lambda.data());
    Vector_<SpatialVec> body(g.treeOf(s).size(), SpatialVec(0.));
    Vector mobility(g.treeOf(s).nu);
    g.addInConstraintForces(s, lambda.data(), body.data(), mobility.data());
    calcAccelerationIgnoringConstraints(s, mobilityForces - mobility, bodyForces - body, udot, A_GB);
}
void SimbodyMatterSubsystem::calcResidualForce(const State& s, const Vector& mobilityForces,
                                               const Vector_<SpatialVec>& bodyForces, const Vector& udot,
                                               const Vector& lambda, Vector& residual) const {
    const MatterGuts& g = getGuts();
    Vector_<SpatialVec> body(g.treeOf(s).size(), SpatialVec(0.));
    Vector mobility(g.treeOf(s).nu);
    if (lambda.size() > 0) {
        requireSize(lambda, g.getLayout(s).size(), "SimbodyMatterSubsystem::calcResidualForce()", "multipliers");
        g.addInConstraintForces(s, lambda.data(), body.data(), mobility.data());
    }
    // Empty arguments stand for zeros.
    if (bodyForces.size() > 0)
        body = bodyForces - body;
    else
        body *= -1;
    Vector applied = -mobility;
    if (mobilityForces.size() > 0) applied += mobilityForces;
    const Vector zero(g.treeOf(s).nu);
    calcResidualForceIgnoringConstraints(s, applied, body, udot.size() > 0 ? udot : zero, residual);
}
void SimbodyMatterSubsystem::findConstraintForces(const State& s, Vector_<SpatialVec>& body, Vector& mobility) const {
    calcConstraintForcesFromMultipliers(s, getMultipliers(s), body, mobility);
}

// --- The whole system ---

void SimbodyMatterSubsystem::convertToEulerAngles(const State& input, State& output) const {
    output = input;
    convert(input, output, true);
}
void SimbodyMatterSubsystem::convertToQuaternions(const State& input, State& output) const {
    output = input;
    convert(input, output, false);
}
void SimbodyMatterSubsystem::convert(const State& input, State& output, bool euler) const {
    if (getUseEulerAngles(input) == euler) return;
    setUseEulerAngles(output, euler);
    getSystem().realizeModel(output);
    getGuts().convertCoordinates(input, output);
}

Vec3 SimbodyMatterSubsystem::calcSystemMassCenterVelocityInGround(const State& s) const {
    const Real mass = calcSystemMass(s);
    return mass > 0 ? Vec3(calcSystemMomentumAboutGroundOrigin(s)[1] / mass) : Vec3(0.);
}
Vec3 SimbodyMatterSubsystem::calcSystemMassCenterAccelerationInGround(const State& s) const {
    Vec3 sum(0.);
    Real mass = 0;
    for (int b = 1; b < getNumBodies(); ++b) {
        const MobilizedBody& body = getMobilizedBody(MobilizedBodyIndex(b));
        mass += body.getBodyMass(s);
        sum += body.getBodyMass(s) * body.findStationAccelerationInGround(s, body.getBodyMassCenterStation(s));
    }
    return mass > 0 ? sum / mass : Vec3(0.);
}
SpatialVec SimbodyMatterSubsystem::calcSystemCentralMomentum(const State& s) const {
    const SpatialVec h = calcSystemMomentumAboutGroundOrigin(s);
    return SpatialVec(h[0] - calcSystemMassCenterLocationInGround(s) % h[1], h[1]);
}
MassProperties SimbodyMatterSubsystem::calcSystemMassPropertiesInGround(const State& s) const {
    Real mass = 0;
    Vec3 moment(0.);
    Inertia inertia(0);
    for (int b = 1; b < getNumBodies(); ++b) {
        const Transform& X = getBodyTransform(s, MobilizedBodyIndex(b));
        const MassProperties& mp = getMassProperties(s, MobilizedBodyIndex(b));
        const Vec3 com = X * mp.getMassCenter();
        mass += mp.getMass();
        moment += mp.getMass() * com;
        inertia += mp.calcCentralInertia().reexpress(~X.R()).shiftFromMassCenter(com, mp.getMass());
    }
    return MassProperties(mass, mass > 0 ? moment / mass : Vec3(0.), inertia);
}
Inertia SimbodyMatterSubsystem::calcSystemCentralInertiaInGround(const State& s) const {
    return calcSystemMassPropertiesInGround(s).calcCentralInertia();
}

void SimbodyMatterSubsystem::addInStationForce(const State& s, MobilizedBodyIndex b, const Vec3& stationInB,
                                               const Vec3& forceInG, Vector_<SpatialVec>& bodyForces) const {
    getMobilizedBody(b).applyForceToBodyPoint(s, stationInB, forceInG, bodyForces);
}
void SimbodyMatterSubsystem::addInBodyTorque(const State& s, MobilizedBodyIndex b, const Vec3& torqueInG,
                                             Vector_<SpatialVec>& bodyForces) const {
    getMobilizedBody(b).applyBodyTorque(s, torqueInG, bodyForces);
}
void SimbodyMatterSubsystem::addInMobilityForce(const State& s, MobilizedBodyIndex b, MobilizerUIndex which, Real f,
                                                Vector& mobilityForces) const {
    getMobilizedBody(b).applyOneMobilityForce(s, which, f, mobilityForces);
}

// --- GeneralForceSubsystem ---

GeneralForceSubsystem::GeneralForceSubsystem(MultibodySystem& system) : trammel::GeneralForceSubsystem(system) {
    system.handles_->forceLists[getMySubsystemIndex()].subsystem = std::make_unique<GeneralForceSubsystem>(*this);
}
const MultibodySystem& GeneralForceSubsystem::getMultibodySystem() const {
    return MultibodySystem::downcast(getSystem());
}
GeneralForceSubsystem& GeneralForceSubsystem::getPersistentHandle() const {
    return *getMultibodySystem().handles_->forceLists.at(getMySubsystemIndex()).subsystem;
}
const Force& GeneralForceSubsystem::getForce(ForceIndex f) const {
    const auto& forces = getMultibodySystem().handles_->forceLists.at(getMySubsystemIndex()).forces;
    if (f < 0 || f >= int(forces.size()))
        throw trammel::IndexOutOfRange("GeneralForceSubsystem::getForce()", "force", f, int(forces.size()));
    return *forces[std::size_t(int(f))];
}
Force& GeneralForceSubsystem::updForce(ForceIndex f) { return const_cast<Force&>(getForce(f)); }
Force& GeneralForceSubsystem::adoptHandle(std::unique_ptr<Force> force) {
    auto& lists = MultibodySystem::updDowncast(updSystem()).handles_->forceLists;
    return *lists.at(getMySubsystemIndex()).forces.emplace_back(std::move(force));
}

}  // namespace SimTK
