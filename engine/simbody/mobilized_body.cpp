// SPDX-License-Identifier: Apache-2.0
#include "simbody/mobilized_body.h"

#include "base/exceptions.h"
#include "multibody/matter_guts.h"

namespace SimTK {

namespace {

const trammel::PositionKinematics::Body& poseOf(const SimbodyMatterSubsystem& matter, const State& s, int b) {
    return matter.getPositionKinematics(s).bodies[std::size_t(b)];
}
trammel::BodyDefinition& definitionOf(SimbodyMatterSubsystem& matter, int b) {
    trammel::MatterGuts& guts = matter.updGuts();
    guts.invalidateSubsystemTopologyCache();
    return guts.bodies[std::size_t(b)].definition;
}
const trammel::BodyDefinition& definitionOf(const SimbodyMatterSubsystem& matter, int b) {
    return matter.getGuts().bodies[std::size_t(b)].definition;
}

}  // namespace

// --- Identity ---

const SimbodyMatterSubsystem& MobilizedBody::getMatterSubsystem() const {
    if (!matter_) throw trammel::Exception("MobilizedBody::getMatterSubsystem(): this handle refers to no body.");
    return *matter_;
}
const MobilizedBody& MobilizedBody::getKeptHandle() const { return getMatterSubsystem().getMobilizedBody(index_); }
SimbodyMatterSubsystem& MobilizedBody::updMatterSubsystem() {
    return const_cast<SimbodyMatterSubsystem&>(getMatterSubsystem());
}
const MobilizedBody& MobilizedBody::getParentMobilizedBody() const {
    if (isGround()) throw trammel::Exception("MobilizedBody::getParentMobilizedBody(): Ground has no parent.");
    return getMatterSubsystem().getMobilizedBody(definitionOf(getMatterSubsystem(), index_).parent);
}
const MobilizedBody& MobilizedBody::getBaseMobilizedBody() const {
    int b = index_;
    while (b > 0 && definitionOf(getMatterSubsystem(), b).parent > 0) b = definitionOf(getMatterSubsystem(), b).parent;
    return getMatterSubsystem().getMobilizedBody(MobilizedBodyIndex(b));
}
int MobilizedBody::getLevelInMultibodyTree() const {
    int level = 0;
    for (int b = index_; b > 0; b = definitionOf(getMatterSubsystem(), b).parent) ++level;
    return level;
}

void MobilizedBody::attach(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                           std::shared_ptr<const trammel::Mobilizer> mobilizer, const std::string& label) {
    SimbodyMatterSubsystem& matter = parent.updMatterSubsystem();
    trammel::BodyDefinition d;
    const std::string number = std::to_string(matter.getNumBodies());
    d.name = "body " + number;
    d.jointName = label + " of body " + number;
    d.parent = parent.getMobilizedBodyIndex();
    d.mobilizer = std::move(mobilizer);
    d.mass = body.getDefaultRigidBodyMassProperties();
    d.X_PF = X_PF;
    d.X_BM = X_BM;
    d.geometry = body.getDecorations();
    if (const auto* stateful = dynamic_cast<const trammel::StatefulMobilizer*>(d.mobilizer.get())) {
        d.q.resize(std::size_t(stateful->getNQ()));
        if (stateful->usesQuaternion()) d.q[0] = 1;
    }
    index_ = matter.addBody(std::move(d));
    matter_ = &matter.getMultibodySystem().getMatterSubsystem();
}

// --- What it is made of ---

MassProperties MobilizedBody::getDefaultMassProperties() const { return getDefaultRigidBodyMassProperties(); }
const MassProperties& MobilizedBody::getDefaultRigidBodyMassProperties() const {
    return definitionOf(getMatterSubsystem(), index_).mass;
}
MobilizedBody& MobilizedBody::setDefaultMassProperties(const MassProperties& mass) {
    definitionOf(updMatterSubsystem(), index_).mass = mass;
    return *this;
}
Transform MobilizedBody::getDefaultInboardFrame() const { return definitionOf(getMatterSubsystem(), index_).X_PF; }
Transform MobilizedBody::getDefaultOutboardFrame() const { return definitionOf(getMatterSubsystem(), index_).X_BM; }
MobilizedBody& MobilizedBody::setDefaultInboardFrame(const Transform& X_PF) {
    definitionOf(updMatterSubsystem(), index_).X_PF = X_PF;
    return *this;
}
MobilizedBody& MobilizedBody::setDefaultOutboardFrame(const Transform& X_BM) {
    definitionOf(updMatterSubsystem(), index_).X_BM = X_BM;
    return *this;
}
Transform MobilizedBody::getInboardFrame(const State& s) const {
    return getMatterSubsystem().getGuts().ensureJointPlacement(s).X_PF[std::size_t(int(index_))];
}
Transform MobilizedBody::getOutboardFrame(const State& s) const {
    return ~getMatterSubsystem().getGuts().ensureJointPlacement(s).X_MB[std::size_t(int(index_))];
}
void MobilizedBody::setInboardFrame(State& s, const Transform& X_PF) const {
    getMatterSubsystem().setJointFrames(s, index_, X_PF, getOutboardFrame(s));
}
void MobilizedBody::setOutboardFrame(State& s, const Transform& X_BM) const {
    getMatterSubsystem().setJointFrames(s, index_, getInboardFrame(s), X_BM);
}
const MassProperties& MobilizedBody::getBodyMassProperties(const State& s) const {
    return getMatterSubsystem().getMassProperties(s, index_);
}
void MobilizedBody::setBodyMassProperties(State& s, const MassProperties& mass) const {
    getMatterSubsystem().setMassProperties(s, index_, mass);
}
Real MobilizedBody::getBodyMass(const State& s) const { return getBodyMassProperties(s).getMass(); }
const Vec3& MobilizedBody::getBodyMassCenterStation(const State& s) const {
    return getBodyMassProperties(s).getMassCenter();
}
UnitInertia MobilizedBody::getBodyUnitInertiaAboutBodyOrigin(const State& s) const {
    return getBodyMassProperties(s).getUnitInertia();
}
int MobilizedBody::addBodyDecoration(const Transform& X_BD, const DecorativeGeometry& geometry) {
    Body body;
    body.addDecoration(X_BD, geometry);
    std::vector<DecorativeGeometry>& list = definitionOf(updMatterSubsystem(), index_).geometry;
    list.push_back(body.getDecorations().front());
    return int(list.size()) - 1;
}

// --- Coordinates ---

const trammel::TreeNode& MobilizedBody::node(const State& s, const char* where) const {
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    if (s.getSystemStage() < Stage::Topology)
        throw trammel::StageTooLow(where, "the coordinates of " + definitionOf(matter, index_).jointName, Stage::Model,
                                   s.getSystemStage());
    return matter.getTree(s)[index_];
}
int MobilizedBody::slotQ(const State& s, int which, const char* where) const {
    const trammel::TreeNode& n = node(s, where);
    if (which < 0 || which >= n.nq) throw trammel::IndexOutOfRange(where, "coordinate of " + n.jointName, which, n.nq);
    return n.qStart + which;
}
int MobilizedBody::slotU(const State& s, int which, const char* where) const {
    const trammel::TreeNode& n = node(s, where);
    if (which < 0 || which >= n.nu) throw trammel::IndexOutOfRange(where, "speed of " + n.jointName, which, n.nu);
    return n.uStart + which;
}
int MobilizedBody::getNumQ(const State& s) const { return node(s, "MobilizedBody::getNumQ()").nq; }
int MobilizedBody::getNumU(const State& s) const { return node(s, "MobilizedBody::getNumU()").nu; }
QIndex MobilizedBody::getFirstQIndex(const State& s) const {
    return QIndex(node(s, "MobilizedBody::getFirstQIndex()").qStart);
}
UIndex MobilizedBody::getFirstUIndex(const State& s) const {
    return UIndex(node(s, "MobilizedBody::getFirstUIndex()").uStart);
}
Real MobilizedBody::getOneQ(const State& s, int which) const {
    return getMatterSubsystem().getQ(s)[slotQ(s, which, "MobilizedBody::getOneQ()")];
}
Real MobilizedBody::getOneU(const State& s, int which) const {
    return getMatterSubsystem().getU(s)[slotU(s, which, "MobilizedBody::getOneU()")];
}
void MobilizedBody::setOneQ(State& s, int which, Real value) const {
    s.updQ(getMatterSubsystem().getMySubsystemIndex())[slotQ(s, which, "MobilizedBody::setOneQ()")] = value;
}
void MobilizedBody::setOneU(State& s, int which, Real value) const {
    s.updU(getMatterSubsystem().getMySubsystemIndex())[slotU(s, which, "MobilizedBody::setOneU()")] = value;
}
Vector MobilizedBody::getQAsVector(const State& s) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::getQAsVector()");
    return getMatterSubsystem().getQ(s)(n.qStart, n.nq);
}
Vector MobilizedBody::getUAsVector(const State& s) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::getUAsVector()");
    return getMatterSubsystem().getU(s)(n.uStart, n.nu);
}
void MobilizedBody::setQFromVector(State& s, const Vector& q) const {
    getMatterSubsystem().setQ(s, index_, {q.data(), q.data() + q.size()});
}
void MobilizedBody::setUFromVector(State& s, const Vector& u) const {
    getMatterSubsystem().setU(s, index_, {u.data(), u.data() + u.size()});
}
Real MobilizedBody::getOneQDot(const State& s, int which) const {
    return getMatterSubsystem().getQDot(s)[slotQ(s, which, "MobilizedBody::getOneQDot()")];
}
Vector MobilizedBody::getQDotAsVector(const State& s) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::getQDotAsVector()");
    return getMatterSubsystem().getQDot(s)(n.qStart, n.nq);
}
Real MobilizedBody::getOneUDot(const State& s, int which) const {
    return getMatterSubsystem().getUDot(s)[slotU(s, which, "MobilizedBody::getOneUDot()")];
}
Real MobilizedBody::getOneQDotDot(const State& s, int which) const {
    return getMatterSubsystem().getQDotDot(s)[slotQ(s, which, "MobilizedBody::getOneQDotDot()")];
}
Vector MobilizedBody::getUDotAsVector(const State& s) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::getUDotAsVector()");
    return getMatterSubsystem().getUDot(s)(n.uStart, n.nu);
}
Vector MobilizedBody::getQDotDotAsVector(const State& s) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::getQDotDotAsVector()");
    return getMatterSubsystem().getQDotDot(s)(n.qStart, n.nq);
}
void MobilizedBody::setDefaultQ(const Real* q, int n) { definitionOf(updMatterSubsystem(), index_).q.assign(q, q + n); }
void MobilizedBody::setDefaultU(const Real* u, int n) { definitionOf(updMatterSubsystem(), index_).u.assign(u, u + n); }
const std::vector<Real>& MobilizedBody::getDefaultQ() const { return definitionOf(getMatterSubsystem(), index_).q; }

// --- Fits ---

void MobilizedBody::setQToFitTransform(State& s, const Transform& X_FM) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::setQToFitTransform()");
    Real q[trammel::Mobilizer::maxNQ];
    const Vector present = getQAsVector(s);
    std::copy(present.data(), present.data() + n.nq, q);
    if (n.stateful)
        n.stateful->setQToFitTransformInState(s, X_FM, q);
    else
        n.mobilizer->setQToFitTransform(X_FM, q);
    getMatterSubsystem().setQ(s, index_, {q, q + n.nq});
}
void MobilizedBody::setQToFitRotation(State& s, const Rotation& R_FM) const {
    setQToFitTransform(s, Transform(R_FM, across(s).p()));
}
void MobilizedBody::setQToFitTranslation(State& s, const Vec3& p_FM) const {
    setQToFitTransform(s, Transform(across(s).R(), p_FM));
}
void MobilizedBody::setUToFitVelocity(State& s, const SpatialVec& V_FM) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::setUToFitVelocity()");
    Real u[trammel::Mobilizer::maxNU] = {};
    if (n.stateful) {
        // What the joint says of velocities may rest on anything that a State knows by Position stage.
        getMatterSubsystem().getSystem().realize(s, Stage::Position);
        n.stateful->setUToFitVelocityInState(s, V_FM, u);
    } else {
        n.mobilizer->setUToFitVelocity(getQAsVector(s).data(), V_FM, u);
    }
    getMatterSubsystem().setU(s, index_, {u, u + n.nu});
}
void MobilizedBody::setUToFitAngularVelocity(State& s, const Vec3& w_FM) const {
    setUToFitVelocity(s, SpatialVec(w_FM, Vec3(0)));
}
void MobilizedBody::setUToFitLinearVelocity(State& s, const Vec3& v_FM) const {
    setUToFitVelocity(s, SpatialVec(Vec3(0), v_FM));
}

// --- Across the mobilizer ---

const Transform& MobilizedBody::across(const State& s) const {
    return getMatterSubsystem().getGuts().ensurePosition(s).bodies[std::size_t(int(index_))].X_FM;
}
Transform MobilizedBody::getMobilizerTransform(const State& s) const {
    return poseOf(getMatterSubsystem(), s, index_).X_FM;
}
SpatialVec MobilizedBody::getMobilizerVelocity(const State& s) const {
    if (isGround()) return SpatialVec(0.);
    const trammel::PositionKinematics& pos = getMatterSubsystem().getPositionKinematics(s);
    const trammel::TreeNode& n = node(s, "MobilizedBody::getMobilizerVelocity()");
    const trammel::PositionKinematics::Body& body = pos.bodies[std::size_t(int(index_))];
    getMatterSubsystem().getVelocityKinematics(s);  // to the stage it belongs to
    SpatialVec V_PB(0.);
    for (int i = 0; i < n.nu; ++i) V_PB += getOneU(s, i) * pos.H[std::size_t(n.uStart + i)];
    return SpatialVec(~body.R_GF * V_PB[0], ~body.R_GF * (V_PB[1] - V_PB[0] % body.p_MB_G));
}

SpatialVec MobilizedBody::findMobilizerReactionOnBodyAtMInGround(const State& s) const {
    Vector_<SpatialVec> reactions;
    getMatterSubsystem().calcMobilizerReactionForces(s, reactions);
    return reactions[index_];
}
SpatialVec MobilizedBody::findMobilizerReactionOnBodyAtOriginInGround(const State& s) const {
    // From M's origin to the body's: the torque changes by the arm between them.
    return trammel::shiftForceFrom(findMobilizerReactionOnBodyAtMInGround(s),
                                   -poseOf(getMatterSubsystem(), s, index_).p_MB_G);
}
SpatialVec MobilizedBody::findMobilizerReactionOnParentAtFInGround(const State& s) const {
    const Vec3 p_FM = getParentMobilizedBody().getBodyRotation(s) * getInboardFrame(s).R() * across(s).p();
    return -trammel::shiftForceFrom(findMobilizerReactionOnBodyAtMInGround(s), p_FM);
}
SpatialVec MobilizedBody::findMobilizerReactionOnParentAtOriginInGround(const State& s) const {
    const Vec3 p_PF = getParentMobilizedBody().getBodyRotation(s) * getInboardFrame(s).p();
    return trammel::shiftForceFrom(findMobilizerReactionOnParentAtFInGround(s), p_PF);
}

// --- In Ground ---

const Transform& MobilizedBody::getBodyTransform(const State& s) const {
    return getMatterSubsystem().getBodyTransform(s, index_);
}
const Rotation& MobilizedBody::getBodyRotation(const State& s) const { return getBodyTransform(s).R(); }
const Vec3& MobilizedBody::getBodyOriginLocation(const State& s) const { return getBodyTransform(s).p(); }
const SpatialVec& MobilizedBody::getBodyVelocity(const State& s) const {
    return getMatterSubsystem().getBodyVelocity(s, index_);
}
const Vec3& MobilizedBody::getBodyAngularVelocity(const State& s) const { return getBodyVelocity(s)[0]; }
const Vec3& MobilizedBody::getBodyOriginVelocity(const State& s) const { return getBodyVelocity(s)[1]; }
const SpatialVec& MobilizedBody::getBodyAcceleration(const State& s) const {
    return getMatterSubsystem().getBodyAcceleration(s, index_);
}
const Vec3& MobilizedBody::getBodyAngularAcceleration(const State& s) const { return getBodyAcceleration(s)[0]; }
const Vec3& MobilizedBody::getBodyOriginAcceleration(const State& s) const { return getBodyAcceleration(s)[1]; }

// --- Points and vectors ---

Vec3 MobilizedBody::findStationLocationInGround(const State& s, const Vec3& station_B) const {
    return getBodyTransform(s) * station_B;
}
Vec3 MobilizedBody::findStationLocationInAnotherBody(const State& s, const Vec3& station_B,
                                                     const MobilizedBody& other) const {
    return other.findStationAtGroundPoint(s, findStationLocationInGround(s, station_B));
}
Vec3 MobilizedBody::findStationVelocityInGround(const State& s, const Vec3& station_B) const {
    const SpatialVec& V = getBodyVelocity(s);
    return V[1] + V[0] % expressVectorInGroundFrame(s, station_B);
}
Vec3 MobilizedBody::findStationVelocityInAnotherBody(const State& s, const Vec3& station_B,
                                                     const MobilizedBody& other) const {
    const SpatialVec& V_O = other.getBodyVelocity(s);
    const Vec3 p = findStationLocationInGround(s, station_B) - other.getBodyOriginLocation(s);
    return ~other.getBodyRotation(s) * (findStationVelocityInGround(s, station_B) - V_O[1] - V_O[0] % p);
}
Vec3 MobilizedBody::findStationAccelerationInGround(const State& s, const Vec3& station_B) const {
    const SpatialVec &A = getBodyAcceleration(s), &V = getBodyVelocity(s);
    const Vec3 r = expressVectorInGroundFrame(s, station_B);
    return A[1] + A[0] % r + V[0] % (V[0] % r);
}
void MobilizedBody::findStationLocationAndVelocityInGround(const State& s, const Vec3& station_B, Vec3& location,
                                                           Vec3& velocity) const {
    location = findStationLocationInGround(s, station_B);
    velocity = findStationVelocityInGround(s, station_B);
}
Vec3 MobilizedBody::findStationAtGroundPoint(const State& s, const Vec3& location_G) const {
    return getBodyTransform(s).shiftBaseStationToFrame(location_G);
}
Vec3 MobilizedBody::findStationAtAnotherBodyStation(const State& s, const MobilizedBody& other,
                                                    const Vec3& station_O) const {
    return findStationAtGroundPoint(s, other.findStationLocationInGround(s, station_O));
}
Vec3 MobilizedBody::findMassCenterLocationInGround(const State& s) const {
    return findStationLocationInGround(s, getBodyMassCenterStation(s));
}
Transform MobilizedBody::findFrameTransformInGround(const State& s, const Transform& X_BF) const {
    return getBodyTransform(s) * X_BF;
}
SpatialVec MobilizedBody::findFrameVelocityInGround(const State& s, const Transform& X_BF) const {
    return SpatialVec(getBodyAngularVelocity(s), findStationVelocityInGround(s, X_BF.p()));
}
Transform MobilizedBody::findBodyTransformInAnotherBody(const State& s, const MobilizedBody& other) const {
    return ~other.getBodyTransform(s) * getBodyTransform(s);
}
Rotation MobilizedBody::findBodyRotationInAnotherBody(const State& s, const MobilizedBody& other) const {
    return ~other.getBodyRotation(s) * getBodyRotation(s);
}
Vec3 MobilizedBody::findBodyOriginLocationInAnotherBody(const State& s, const MobilizedBody& other) const {
    return other.findStationAtGroundPoint(s, getBodyOriginLocation(s));
}
SpatialVec MobilizedBody::findBodyVelocityInAnotherBody(const State& s, const MobilizedBody& other) const {
    const Vec3 w = getBodyAngularVelocity(s) - other.getBodyAngularVelocity(s);
    return SpatialVec(~other.getBodyRotation(s) * w, findStationVelocityInAnotherBody(s, Vec3(0), other));
}
Vec3 MobilizedBody::expressVectorInGroundFrame(const State& s, const Vec3& vector_B) const {
    return getBodyRotation(s) * vector_B;
}
Vec3 MobilizedBody::expressGroundVectorInBodyFrame(const State& s, const Vec3& vector_G) const {
    return ~getBodyRotation(s) * vector_G;
}
Vec3 MobilizedBody::expressVectorInAnotherBodyFrame(const State& s, const Vec3& vector_B,
                                                    const MobilizedBody& other) const {
    return other.expressGroundVectorInBodyFrame(s, expressVectorInGroundFrame(s, vector_B));
}
Real MobilizedBody::calcStationToStationDistance(const State& s, const Vec3& station_B, const MobilizedBody& other,
                                                 const Vec3& station_O) const {
    return (findStationLocationInGround(s, station_B) - other.findStationLocationInGround(s, station_O)).norm();
}

// --- For force elements ---

void MobilizedBody::applyBodyForce(const State&, const SpatialVec& forceInG, Vector_<SpatialVec>& bodyForces) const {
    bodyForces[index_] += forceInG;
}
void MobilizedBody::applyBodyTorque(const State&, const Vec3& torqueInG, Vector_<SpatialVec>& bodyForces) const {
    bodyForces[index_][0] += torqueInG;
}
void MobilizedBody::applyForceToBodyPoint(const State& s, const Vec3& station_B, const Vec3& forceInG,
                                          Vector_<SpatialVec>& bodyForces) const {
    bodyForces[index_] += SpatialVec(expressVectorInGroundFrame(s, station_B) % forceInG, forceInG);
}
void MobilizedBody::applyOneMobilityForce(const State& s, int which, Real f, Vector& mobilityForces) const {
    mobilityForces[slotU(s, which, "MobilizedBody::applyOneMobilityForce()")] += f;
}
Real MobilizedBody::getOneFromUPartition(const State& s, int which, const Vector& ulike) const {
    return ulike[slotU(s, which, "MobilizedBody::getOneFromUPartition()")];
}
Real MobilizedBody::getOneFromQPartition(const State& s, int which, const Vector& qlike) const {
    return qlike[slotQ(s, which, "MobilizedBody::getOneFromQPartition()")];
}

}  // namespace SimTK
