// SPDX-License-Identifier: Apache-2.0
#include "simbody/multibody_system.h"

#include <map>

#include "multibody/matter/guts.h"
#include "simbody/constraint.h"
#include "simbody/force.h"
#include "simbody/unilateral_contact.h"

namespace SimTK {

using trammel::MatterGuts;

// Handles live as long as the System, so that references to them stay valid.
struct MultibodySystem::Handles {
    std::unique_ptr<SimbodyMatterSubsystem> matter;
    std::vector<std::unique_ptr<MobilizedBody>> bodies;
    std::map<int, Body> lentBodies;
    std::map<int, std::vector<PlacedContactSurface>> contactSurfaces;
    std::vector<std::unique_ptr<Constraint>> constraints;
    std::vector<std::unique_ptr<UnilateralContact>> contacts;
    struct ForceList {
        std::unique_ptr<GeneralForceSubsystem> subsystem;
        std::vector<std::unique_ptr<Force>> forces;
    };
    std::map<int, ForceList> forceLists;
};

// --- MultibodySystem ---

MultibodySystem::MultibodySystem()
    : trammel::MultibodySystem("MultibodySystem"), handles_(std::make_unique<Handles>()) {}
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

void MultibodySystem::calcDecorativeGeometryAndAppend(const State& s, Stage stage,
                                                      Array_<DecorativeGeometry>& geometry) const {
    if (s.getSystemStage() < stage)
        throw trammel::StageTooLow("MultibodySystem::calcDecorativeGeometryAndAppend()", "geometry of that stage",
                                   stage, s.getSystemStage());
    for (SubsystemIndex i(0); i < getNumSubsystems(); ++i)
        getSubsystemGuts(i).calcDecorativeGeometryAndAppendImpl(s, stage, geometry);
}

namespace {
/// Moves the indices of a subsystem to those of its System.
template <class SystemIndex, class Index>
void toSystem(const Array_<Index>& own, int start, Array_<SystemIndex>& all) {
    all.clear();
    for (const Index i : own) all.push_back(SystemIndex(start + int(i)));
}
}  // namespace
void MultibodySystem::getFreeQIndex(const State& s, Array_<SystemQIndex>& freeQs) const {
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    toSystem(matter.getFreeQIndex(s), s.getQStart(matter.getMySubsystemIndex()), freeQs);
}
void MultibodySystem::getFreeUIndex(const State& s, Array_<SystemUIndex>& freeUs) const {
    const SimbodyMatterSubsystem& matter = getMatterSubsystem();
    toSystem(matter.getFreeUIndex(s), s.getUStart(matter.getMySubsystemIndex()), freeUs);
}

template <class Project, class Errors>
void MultibodySystem::runProjection(State& s, Vector& estimate, const ProjectOptions& options, ProjectResults& results,
                                    Project projectErrors, Errors calcErrors, const char* where) const {
    results.clear();
    const Vector errors = calcErrors();
    int worst = -1;
    const Real before = errors.size() == 0 ? 0 : errors.cwiseAbs().maxCoeff(&worst);
    results.setNormOnEntrance(before, worst).setNormOnExit(before);
    if (before > options.getProjectionLimit()) {
        results.setExitStatus(ProjectResults::FailedToConverge).setProjectionLimitExceeded(true);
    } else {
        trammel::ProjectOptions own;
        own.tolerance = options.getRequiredAccuracy();
        own.force = options.isOptionSet(ProjectOptions::ForceProjection);
        own.localOnly = options.isOptionSet(ProjectOptions::LocalOnly);
        const trammel::ProjectResults done = projectErrors(s, estimate, own);
        const bool succeeded = done.status == trammel::ProjectResults::Status::Succeeded;
        results.setExitStatus(succeeded ? ProjectResults::Succeeded : ProjectResults::FailedToConverge)
            .setAnyChangeMade(done.anyChange)
            .setNumIterations(done.iterations)
            .setNormOnExit(calcErrors().normInf());
    }
    if (results.getExitStatus() != ProjectResults::Succeeded && !options.isOptionSet(ProjectOptions::DontThrow))
        throw trammel::Exception(std::string("MultibodySystem::") + where +
                                 ": the constraints cannot be satisfied from here; the largest error is " +
                                 std::to_string(results.getNormOnExit()) + ".");
}
void MultibodySystem::projectQ(State& s, Vector& qErrorEstimate, const ProjectOptions& options,
                               ProjectResults& results) const {
    runProjection(
        s, qErrorEstimate, options, results,
        [this](State& at, Vector& estimate, const trammel::ProjectOptions& own) {
            return trammel::MultibodySystem::projectQ(at, estimate, own);
        },
        [&] {
            realize(s, Stage::Position);
            return Vector(s.getQErr().cwiseProduct(s.getQErrWeights()));
        },
        "projectQ()");
}
void MultibodySystem::projectU(State& s, Vector& uErrorEstimate, const ProjectOptions& options,
                               ProjectResults& results) const {
    runProjection(
        s, uErrorEstimate, options, results,
        [this](State& at, Vector& estimate, const trammel::ProjectOptions& own) {
            return trammel::MultibodySystem::projectU(at, estimate, own);
        },
        [&] {
            realize(s, Stage::Velocity);
            return Vector(s.getUErr().cwiseProduct(s.getUErrWeights()));
        },
        "projectU()");
}
const SimbodyMatterSubsystem& MultibodySystem::getMatterSubsystem() const {
    trammel::MultibodySystem::getMatterSubsystem();  // throws if none exists
    return *handles_->matter;
}
SimbodyMatterSubsystem& MultibodySystem::updMatterSubsystem() {
    return const_cast<SimbodyMatterSubsystem&>(getMatterSubsystem());
}

// --- SimbodyMatterSubsystem ---

SimbodyMatterSubsystem::SimbodyMatterSubsystem(MultibodySystem& system) : trammel::MatterSubsystem(system) {
    MultibodySystem::Handles& handles = *system.handles_;
    handles.matter = std::make_unique<SimbodyMatterSubsystem>(*this);
    handles.bodies.push_back(std::make_unique<GroundBody>(*handles.matter));
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
const GroundBody& SimbodyMatterSubsystem::getGround() const {
    return static_cast<const GroundBody&>(getMobilizedBody(MobilizedBodyIndex(0)));
}
GroundBody& SimbodyMatterSubsystem::updGround() { return const_cast<GroundBody&>(getGround()); }
Body& SimbodyMatterSubsystem::lendBody(MobilizedBodyIndex b) { return updMultibodySystem().handles_->lentBodies[b]; }
const std::vector<PlacedContactSurface>& SimbodyMatterSubsystem::getContactSurfaces(MobilizedBodyIndex b) const {
    static const std::vector<PlacedContactSurface> none;
    const auto& all = getMultibodySystem().handles_->contactSurfaces;
    const auto at = all.find(b);
    return at == all.end() ? none : at->second;
}
void SimbodyMatterSubsystem::setContactSurfaces(MobilizedBodyIndex b, std::vector<PlacedContactSurface> surfaces) {
    updMultibodySystem().handles_->contactSurfaces[b] = std::move(surfaces);
}
void SimbodyMatterSubsystem::setShowDefaultGeometry(bool show) { updGuts().showGlyphs = show; }
bool SimbodyMatterSubsystem::getShowDefaultGeometry() const { return getGuts().showGlyphs; }
int SimbodyMatterSubsystem::getTotalQAlloc() const {
    int n = 0;
    for (const MatterGuts::Body& b : getGuts().bodies)
        if (b.definition.mobilizer) n += b.definition.mobilizer->getNQ();
    return n;
}
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
void SimbodyMatterSubsystem::adoptMissingHandles() {
    MultibodySystem::Handles& handles = *updMultibodySystem().handles_;
    for (std::size_t b = handles.bodies.size(); b < getGuts().bodies.size(); ++b)
        handles.bodies.push_back(std::make_unique<MobilizedBody>(*handles.matter, MobilizedBodyIndex(b)));
}
Constraint& SimbodyMatterSubsystem::adoptHandle(std::unique_ptr<Constraint> constraint) {
    return *updMultibodySystem().handles_->constraints.emplace_back(std::move(constraint));
}

UnilateralContactIndex SimbodyMatterSubsystem::adoptUnilateralContact(UnilateralContact* contact) {
    if (!contact) throw trammel::Exception("SimbodyMatterSubsystem::adoptUnilateralContact(): there is no contact.");
    auto& contacts = updMultibodySystem().handles_->contacts;
    contacts.emplace_back(contact);
    contact->setMyIndex(UnilateralContactIndex(contacts.size() - 1));
    return contact->getMyIndex();
}
int SimbodyMatterSubsystem::getNumUnilateralContacts() const {
    return int(getMultibodySystem().handles_->contacts.size());
}
const UnilateralContact& SimbodyMatterSubsystem::getUnilateralContact(UnilateralContactIndex i) const {
    const auto& contacts = getMultibodySystem().handles_->contacts;
    if (i < 0 || i >= int(contacts.size()))
        throw trammel::IndexOutOfRange("SimbodyMatterSubsystem::getUnilateralContact()", "unilateral contact", i,
                                       int(contacts.size()));
    return *contacts[std::size_t(int(i))];
}
UnilateralContact& SimbodyMatterSubsystem::updUnilateralContact(UnilateralContactIndex i) {
    return const_cast<UnilateralContact&>(getUnilateralContact(i));
}

// --- Inertias ---

void SimbodyMatterSubsystem::calcCompositeBodyInertias(const State& s,
                                                       Array_<SpatialInertia, MobilizedBodyIndex>& R) const {
    Array_<trammel::SpatialInertia> all;
    MatterOperators::calcCompositeBodyInertias(s, all);
    R.assign(all.begin(), all.end());
}
SpatialInertia SimbodyMatterSubsystem::getCompositeBodyInertia(const State& s, MobilizedBodyIndex b) const {
    requireBody(b, "getCompositeBodyInertia");
    Array_<trammel::SpatialInertia> all;
    MatterOperators::calcCompositeBodyInertias(s, all);
    return all[b];
}
SpatialVec SimbodyMatterSubsystem::getMobilizerCentrifugalForces(const State& s, MobilizedBodyIndex b) const {
    return getArticulatedBodyInertia(s, b) * getMobilizerCoriolisAcceleration(s, b) + getGyroscopicForce(s, b);
}
ArticulatedInertia SimbodyMatterSubsystem::getArticulatedBodyInertia(const State& s, MobilizedBodyIndex b) const {
    return MatterOperators::getArticulatedBodyInertia(s, b);
}

void SimbodyMatterSubsystem::multiplyByM(const State& s, const Vector& u, MatrixColumn Mu) const {
    Vector result;
    multiplyByM(s, u, result);
    Mu = result;
}
void SimbodyMatterSubsystem::multiplyByMInv(const State& s, const Vector& f, MatrixColumn MInvF) const {
    Vector result;
    multiplyByMInv(s, f, result);
    MInvF = result;
}

// --- Known and free ---

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
namespace {
/// Indices of the integrated coordinates or speeds.
template <class Index>
Array_<Index> freeOnes(const SimbodyMatterSubsystem& matter, const State& s) {
    constexpr bool ofQ = std::is_same_v<Index, QIndex>;
    Array_<Index> free;
    const trammel::Tree& tree = matter.getTree(s);
    for (int b = 1; b < tree.size(); ++b) {
        const MobilizedBody& mobod = matter.getMobilizedBody(MobilizedBodyIndex(b));
        if ((ofQ ? mobod.getQMotionMethod(s) : mobod.getUMotionMethod(s)) != Motion::Free) continue;
        for (int i = 0; i < (ofQ ? tree[b].nq : tree[b].nu); ++i)
            free.push_back(Index((ofQ ? tree[b].qStart : tree[b].uStart) + i));
    }
    return free;
}
template <class Index>
void pack(const Array_<Index>& free, const Vector& all, Vector& packed) {
    Vector result(free.size());
    for (int i = 0; i < free.size(); ++i) result[i] = all[free[i]];
    packed = result;
}
template <class Index>
void unpack(const Array_<Index>& free, const Vector& packed, Vector& all) {
    for (int i = 0; i < free.size(); ++i) all[free[i]] = packed[i];
}
}  // namespace
Array_<QIndex> SimbodyMatterSubsystem::getFreeQIndex(const State& s) const { return freeOnes<QIndex>(*this, s); }
Array_<UIndex> SimbodyMatterSubsystem::getFreeUIndex(const State& s) const { return freeOnes<UIndex>(*this, s); }
void SimbodyMatterSubsystem::packFreeQ(const State& s, const Vector& allQ, Vector& packedFreeQ) const {
    requireSize(allQ.size(), getTree(s).nq, "packFreeQ", "coordinates");
    pack(getFreeQIndex(s), allQ, packedFreeQ);
}
void SimbodyMatterSubsystem::unpackFreeQ(const State& s, const Vector& packedFreeQ, Vector& unpackedFreeQ) const {
    requireSize(packedFreeQ.size(), getFreeQIndex(s).size(), "unpackFreeQ", "free coordinates");
    requireSize(unpackedFreeQ.size(), getTree(s).nq, "unpackFreeQ", "coordinates");
    unpack(getFreeQIndex(s), packedFreeQ, unpackedFreeQ);
}
void SimbodyMatterSubsystem::packFreeU(const State& s, const Vector& allU, Vector& packedFreeU) const {
    requireSize(allU.size(), getTree(s).nu, "packFreeU", "speeds");
    pack(getFreeUIndex(s), allU, packedFreeU);
}
void SimbodyMatterSubsystem::unpackFreeU(const State& s, const Vector& packedFreeU, Vector& unpackedFreeU) const {
    requireSize(packedFreeU.size(), getFreeUIndex(s).size(), "unpackFreeU", "free speeds");
    requireSize(unpackedFreeU.size(), getTree(s).nu, "unpackFreeU", "speeds");
    unpack(getFreeUIndex(s), packedFreeU, unpackedFreeU);
}
void SimbodyMatterSubsystem::normalizeQuaternions(State& s) const {
    for (const trammel::TreeNode& n : getTree(s).nodes) {
        if (n.quaternion < 0) continue;
        const Vec4 e = Vec4(getQ(s).data() + n.qStart);
        if (e.norm() != 1) Vec4::updAs(updQ(s).data() + n.qStart) = e / e.norm();
    }
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
