// SPDX-License-Identifier: Apache-2.0
#include "simbody/cable.h"

#include "multibody/forces/cable.h"
#include "simbody/inputs.h"

namespace SimTK {

struct CablePath::Course {
    const MultibodySystem* system;
    std::vector<MobilizedBodyIndex> bodies;
    std::vector<Vec3> points;
    /// True once a force uses the points.
    bool inUse = false;

    trammel::ForceKinematics kinematics(const State& s, bool velocities) const {
        const SimbodyMatterSubsystem& matter = system->getMatterSubsystem();
        trammel::ForceKinematics k{matter.getTree(s), matter.getPositionKinematics(s), matter.getBodyInertias(s),
                                   s.getQ(matter.getMySubsystemIndex()).data(), s};
        if (velocities) k.velocity = &matter.getVelocityKinematics(s);
        return k;
    }
    trammel::CableCourse of(const trammel::ForceKinematics& k) const { return {k, bodies, points}; }
};

// --- Path ---

const CablePath& CableTrackerSubsystem::getCablePath(CablePathIndex i) const {
    if (i < 0 || i >= getNumCablePaths())
        throw trammel::IndexOutOfRange("CableTrackerSubsystem::getCablePath()", "cable path", i, getNumCablePaths());
    return *paths_[std::size_t(int(i))];
}

CablePath::CablePath(CableTrackerSubsystem& cables, const MobilizedBody& originBody, const Vec3& originPoint,
                     const MobilizedBody& terminationBody, const Vec3& terminationPoint)
    : course_(
          std::make_shared<Course>(Course{&cables.getMultibodySystem(),
                                          {originBody.getMobilizedBodyIndex(), terminationBody.getMobilizedBodyIndex()},
                                          {originPoint, terminationPoint}})) {
    cables.paths_.push_back(std::make_shared<const CablePath>(*this));
}
const CablePath::Course& CablePath::course() const {
    if (!course_) throw trammel::Exception("CablePath: this handle refers to no path.");
    return *course_;
}
int CablePath::getNumObstacles() const { return int(course().points.size()); }
const MobilizedBody& CablePath::getObstacleBody(CableObstacleIndex i) const {
    return course().system->getMatterSubsystem().getMobilizedBody(course().bodies.at(std::size_t(int(i))));
}
Vec3 CablePath::getObstacleStation(CableObstacleIndex i) const { return course().points.at(std::size_t(int(i))); }

Real CablePath::getCableLength(const State& s) const {
    const auto k = course().kinematics(s, false);
    return course().of(k).calcLength();
}
Real CablePath::getCableLengthDot(const State& s) const {
    const auto k = course().kinematics(s, true);
    return course().of(k).calcRate();
}
void CablePath::applyBodyForces(const State& s, Real tension, Vector_<SpatialVec>& bodyForcesInG) const {
    if (tension <= 0) return;
    const auto k = course().kinematics(s, false);
    course().of(k).addIn(tension, bodyForcesInG);
}
Real CablePath::calcCablePower(const State& s, Real tension) const {
    return tension > 0 ? -tension * getCableLengthDot(s) : 0;
}

CableObstacle::CableObstacle(CablePath& path, const MobilizedBody& body, const Vec3& station) : path_(path) {
    if (path.course().inUse)
        throw trammel::Exception("CableObstacle: the cable path is already used by a force; add via points before.");
    CablePath::Course& course = *path.course_;
    index_ = CableObstacleIndex(course.points.size() - 1);
    course.points.insert(course.points.end() - 1, station);
    course.bodies.insert(course.bodies.end() - 1, body.getMobilizedBodyIndex());
}

// --- Spring ---

namespace {
using P = trammel::CableParameters;
}

CableSpring::CableSpring(GeneralForceSubsystem& forces, const CablePath& path, Real stiffness, Real slackLength,
                         Real dissipationCoef)
    : path_(path) {
    const CablePath::Course& course = path.course();
    path.course_->inUse = true;
    const trammel::ElementInputs in =
        Inputs("force", "cable").named("cable " + std::to_string(forces.getNumForces())).get();
    attach(forces, std::make_unique<trammel::CableForce>(in, course.bodies,
                                                         P{course.points, stiffness, slackLength, dissipationCoef}));
    forces.adoptHandle(std::make_unique<CableSpring>(*this));
}
CableSpring& CableSpring::setDefaultStiffness(Real stiffness) {
    setDefaultParameter(&P::stiffness, stiffness);
    return *this;
}
CableSpring& CableSpring::setDefaultSlackLength(Real length) {
    setDefaultParameter(&P::slackLength, length);
    return *this;
}
CableSpring& CableSpring::setDefaultDissipationCoef(Real dissipation) {
    setDefaultParameter(&P::dissipation, dissipation);
    return *this;
}
Real CableSpring::getDefaultStiffness() const { return getDefaultParameter(&P::stiffness); }
Real CableSpring::getDefaultSlackLength() const { return getDefaultParameter(&P::slackLength); }
Real CableSpring::getDefaultDissipationCoef() const { return getDefaultParameter(&P::dissipation); }
const CableSpring& CableSpring::setStiffness(State& s, Real stiffness) const {
    setParameter(s, &P::stiffness, stiffness);
    return *this;
}
const CableSpring& CableSpring::setSlackLength(State& s, Real length) const {
    setParameter(s, &P::slackLength, length);
    return *this;
}
const CableSpring& CableSpring::setDissipationCoef(State& s, Real dissipation) const {
    setParameter(s, &P::dissipation, dissipation);
    return *this;
}
Real CableSpring::getStiffness(const State& s) const { return getParameter(s, &P::stiffness); }
Real CableSpring::getSlackLength(const State& s) const { return getParameter(s, &P::slackLength); }
Real CableSpring::getDissipationCoef(const State& s) const { return getParameter(s, &P::dissipation); }

Real CableSpring::getTension(const State& s) const {
    if (s.getSystemStage() < Stage::Velocity)
        throw trammel::StageTooLow("CableSpring::getTension()", "the tension", Stage::Velocity, s.getSystemStage());
    const GeneralForceSubsystem& forces = getForceSubsystem();
    const auto& element = dynamic_cast<const trammel::CableForce&>(
        static_cast<const trammel::GeneralForceSubsystem&>(forces).getForce(getForceIndex()));
    return element.calcTension(forces.getForceKinematics(s, getForceIndex()),
                               &forces.getForceParameters(s, getForceIndex()));
}
Real CableSpring::getPowerDissipation(const State& s) const {
    return getForceSubsystem().calcForcePowerDissipation(s, getForceIndex());
}
Real CableSpring::getDissipatedEnergy(const State& s) const {
    return getForceSubsystem().getForceZ(s, getForceIndex())[0];
}
void CableSpring::setDissipatedEnergy(State& s, Real energy) const {
    getForceSubsystem().setForceZ(s, getForceIndex(), Vector(1, energy));
}

}  // namespace SimTK
