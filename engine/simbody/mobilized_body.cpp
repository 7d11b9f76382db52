// SPDX-License-Identifier: Apache-2.0
#include "simbody/mobilized_body.h"

#include "base/exceptions.h"
#include "multibody/matter/guts.h"
#include "multibody/mobilizers/function_based.h"
#include "multibody/mobilizers/reversed.h"
#include "simbody/inputs.h"

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
Inputs withDimensions(const std::string& type,
                      const std::vector<std::pair<std::string, trammel::PropertyValue>>& list) {
    Inputs inputs("joint", type);
    for (const auto& [key, value] : list) inputs.set(key, value);
    return inputs;
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
                           std::shared_ptr<const trammel::Mobilizer> mobilizer, const std::string& label,
                           Direction direction) {
    SimbodyMatterSubsystem& matter = parent.updMatterSubsystem();
    trammel::BodyDefinition d;
    const std::string number = std::to_string(matter.getNumBodies());
    d.name = "body " + number;
    d.jointName = label + " of body " + number;
    d.parent = parent.getMobilizedBodyIndex();
    d.mobilizer = direction == Reverse ? trammel::makeReversed(std::move(mobilizer)) : std::move(mobilizer);
    d.mass = body.getDefaultRigidBodyMassProperties();
    d.X_PF = X_PF;
    d.X_BM = X_BM;
    d.geometry = body.getDecorations();
    if (const auto* stateful = dynamic_cast<const trammel::StatefulMobilizer*>(d.mobilizer.get())) {
        d.q.resize(std::size_t(stateful->getNQ()));
        if (stateful->usesQuaternion()) d.q[0] = 1;
    } else if (dynamic_cast<const trammel::FunctionBasedMobilizer*>(&d.mobilizer->forward())) {
        // At its functions' values, not at the identity.
        d.q.resize(std::size_t(d.mobilizer->getNQ()));
    }
    index_ = matter.addBody(std::move(d));
    if (body.getNumContactSurfaces() > 0) matter.setContactSurfaces(index_, body.surfaces_);
    matter_ = &matter.getMultibodySystem().getMatterSubsystem();
}

std::unique_ptr<MobilizedBody> MobilizedBody::makeHandle() const {
    throw trammel::Exception("MobilizedBody::cloneForNewParent(): '" + definitionOf(getMatterSubsystem(), index_).name +
                             "' is Ground or has a custom joint, which belongs to one body. Create another joint.");
}
MobilizedBody& MobilizedBody::cloneForNewParent(MobilizedBody& parent) const {
    std::unique_ptr<MobilizedBody> clone = getKeptHandle().makeHandle();
    SimbodyMatterSubsystem& matter = parent.updMatterSubsystem();
    trammel::BodyDefinition d = definitionOf(getMatterSubsystem(), index_);
    const std::string number = std::to_string(matter.getNumBodies());
    d.jointName = d.jointName.substr(0, d.jointName.find(" of body ")) + " of body " + number;
    d.name = "body " + number;
    d.parent = parent.getMobilizedBodyIndex();
    clone->index_ = matter.addBody(std::move(d));
    matter.setContactSurfaces(clone->index_, getMatterSubsystem().getContactSurfaces(index_));
    clone->matter_ = &matter.getMultibodySystem().getMatterSubsystem();
    return matter.adoptHandle(std::move(clone));
}

void MobilizedBody::attach(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                           const std::string& type, const Dimensions& dimensions, Direction direction) {
    const Inputs inputs = withDimensions(type, dimensions);
    attach(parent, X_PF, body, X_BM, inputs.create<trammel::MobilizerType>(), inputs.get().name, direction);
}
void MobilizedBody::setDimensions(const std::string& type, const Dimensions& dimensions) {
    std::shared_ptr<const trammel::Mobilizer> other = withDimensions(type, dimensions).create<trammel::MobilizerType>();
    const bool reversed = isReversed();
    definitionOf(updMatterSubsystem(), index_).mobilizer = reversed ? trammel::makeReversed(std::move(other)) : other;
}
const trammel::Mobilizer& MobilizedBody::joint() const { return getMatterSubsystem().getMobilizer(index_).forward(); }
bool MobilizedBody::isReversed() const { return !isGround() && getMatterSubsystem().getMobilizer(index_).isReversed(); }

// --- Definition ---

Body MobilizedBody::getBody() const {
    Body body(getDefaultRigidBodyMassProperties());
    for (const DecorativeGeometry& g : definitionOf(getMatterSubsystem(), index_).geometry) body.addDecoration(g);
    body.surfaces_ = getMatterSubsystem().getContactSurfaces(index_);
    return body;
}
MobilizedBody& MobilizedBody::setBody(const Body& body) {
    trammel::BodyDefinition& d = definitionOf(updMatterSubsystem(), index_);
    d.mass = body.getDefaultRigidBodyMassProperties();
    d.geometry = body.getDecorations();
    updMatterSubsystem().setContactSurfaces(index_, body.surfaces_);
    return *this;
}

Body& MobilizedBody::updBody() {
    Body& body = updMatterSubsystem().lendBody(index_);
    body.owner_ = nullptr;
    body = getBody();
    const MobilizedBody self(*this);
    body.owner_ = [self](const Body& changed) { MobilizedBody(self).setBody(changed); };
    updMatterSubsystem().updGuts().invalidateSubsystemTopologyCache();
    return body;
}

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

int MobilizedBody::addOutboardDecoration(const Transform& X_MD, const DecorativeGeometry& geometry) {
    return addBodyDecoration(getDefaultOutboardFrame() * X_MD, geometry);
}
int MobilizedBody::addInboardDecoration(const Transform& X_FD, const DecorativeGeometry& geometry) {
    MobilizedBody parent = getParentMobilizedBody();
    return parent.addBodyDecoration(getDefaultInboardFrame() * X_FD, geometry);
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

// --- Across the mobilizer ---

const Transform& MobilizedBody::across(const State& s) const {
    return getMatterSubsystem().getGuts().ensurePosition(s).bodies[std::size_t(int(index_))].X_FM;
}
Transform MobilizedBody::getMobilizerTransform(const State& s) const {
    return poseOf(getMatterSubsystem(), s, index_).X_FM;
}
SpatialVec MobilizedBody::getMobilizerVelocity(const State& s) const {
    if (isGround()) return SpatialVec(0.);
    getMatterSubsystem().getVelocityKinematics(s);  // to the stage it belongs to
    SpatialVec V_FM(0.);
    for (int i = 0; i < getNumU(s); ++i) V_FM += getOneU(s, i) * getH_FMCol(s, MobilizerUIndex(i));
    return V_FM;
}
SpatialVec MobilizedBody::getHCol(const State& s, MobilizerUIndex which) const {
    const int slot = slotU(s, which, "MobilizedBody::getHCol()");
    return getMatterSubsystem().getPositionKinematics(s).H[std::size_t(slot)];
}
SpatialVec MobilizedBody::getH_FMCol(const State& s, MobilizerUIndex which) const {
    // From the body's origin back to M's, and from axes of G to those of F.
    const SpatialVec H = getHCol(s, which);
    const trammel::PositionKinematics::Body& body = poseOf(getMatterSubsystem(), s, index_);
    return SpatialVec(~body.R_GF * H[0], ~body.R_GF * (H[1] - H[0] % body.p_MB_G));
}

SpatialVec MobilizedBody::findMobilizerReactionOnBodyAtMInGround(const State& s) const {
    Vector_<SpatialVec> reactions;
    getMatterSubsystem().calcMobilizerReactionForces(s, reactions);
    return reactions[index_];
}
SpatialVec MobilizedBody::findMobilizerReactionOnBodyAtOriginInGround(const State& s) const {
    // Shift from M's origin to the body's.
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

// --- For force elements ---

void MobilizedBody::applyBodyForce(const State&, const SpatialVec& forceInG, Vector_<SpatialVec>& bodyForces) const {
    bodyForces[index_] += forceInG;
}
void MobilizedBody::applyBodyTorque(const State&, const Vec3& torqueInG, Vector_<SpatialVec>& bodyForces) const {
    bodyForces[index_][0] += torqueInG;
}
[[gnu::flatten]] void MobilizedBody::applyForceToBodyPoint(const State& s, const Vec3& station_B, const Vec3& forceInG,
                                                           Vector_<SpatialVec>& bodyForces) const {
    const Rotation& R_GB = getMatterSubsystem().getBodyTransform(s, index_).R();
    SpatialVec& sum = bodyForces[index_];
    sum[0] += (R_GB * station_B) % forceInG;
    sum[1] += forceInG;
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
Real& MobilizedBody::updOneFromUPartition(const State& s, int which, Vector& ulike) const {
    return ulike[slotU(s, which, "MobilizedBody::updOneFromUPartition()")];
}
Real& MobilizedBody::updOneFromQPartition(const State& s, int which, Vector& qlike) const {
    return qlike[slotQ(s, which, "MobilizedBody::updOneFromQPartition()")];
}
void MobilizedBody::convertQForceToUForce(const State& s, const Array_<Real, MobilizerQIndex>& fq,
                                          Array_<Real, MobilizerUIndex>& fu) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::convertQForceToUForce()");
    if (fq.size() != n.nq)
        throw trammel::Exception("MobilizedBody::convertQForceToUForce(): joint '" + n.jointName + "' has " +
                                 std::to_string(n.nq) + " coordinates, not " + std::to_string(fq.size()) + ".");
    fu.resize(n.nu, 0.);
    std::fill(fu.begin(), fu.end(), 0.);
    trammel::addInQForce(n, s, getQAsVector(s).data(), fq.data(), fu.data());
}

}  // namespace SimTK
