// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "simbody/force.h"

namespace SimTK {

TRAMMEL_DEFINE_INDEX(CablePathIndex);
TRAMMEL_DEFINE_INDEX(CableObstacleIndex);

class CablePath;

/// The cable paths of a MultibodySystem: a list only, since paths are computed from the kinematics of bodies.
class CableTrackerSubsystem {
public:
    explicit CableTrackerSubsystem(MultibodySystem& system) : system_(&system) {}
    int getNumCablePaths() const { return int(paths_.size()); }
    const CablePath& getCablePath(CablePathIndex) const;
    const MultibodySystem& getMultibodySystem() const { return *system_; }

private:
    friend class CablePath;
    const MultibodySystem* system_;
    std::vector<std::shared_ptr<const CablePath>> paths_;
};

/// The path of a frictionless cable from a point of one body through via points of others to a point of a last one. It
/// exerts no force by itself: see CableSpring. Obstacle 0 is the origin, the last one the end.
///
/// Handles share one path.
class CablePath {
public:
    CablePath() = default;
    CablePath(CableTrackerSubsystem& cables, const MobilizedBody& originBody, const Vec3& originPoint,
              const MobilizedBody& terminationBody, const Vec3& terminationPoint);
    CablePath(CableTrackerSubsystem& cables, const MobilizedBody& originBody, const MobilizedBody& terminationBody)
        : CablePath(cables, originBody, Vec3(0.), terminationBody, Vec3(0.)) {}

    /// Via points and both ends.
    int getNumObstacles() const;
    const MobilizedBody& getObstacleBody(CableObstacleIndex) const;
    Vec3 getObstacleStation(CableObstacleIndex) const;

    /// Requires Position; the rate requires Velocity.
    Real getCableLength(const State&) const;
    Real getCableLengthDot(const State&) const;
    /// Adds the forces of a tension on the bodies, about their origins, in G; none unless it is positive (Position).
    void applyBodyForces(const State&, Real tension, Vector_<SpatialVec>& bodyForcesInG) const;
    /// Power that a positive tension supplies to the system, -tension d(length)/dt (Velocity).
    Real calcCablePower(const State&, Real tension) const;

private:
    friend class CableObstacle;
    friend class CableSpring;
    struct Course;
    const Course& course() const;
    std::shared_ptr<Course> course_;
};

/// An obstacle on the path of a cable.
class CableObstacle {
public:
    class ViaPoint;
    CableObstacle() = default;
    CableObstacleIndex getObstacleIndex() const { return index_; }
    const CablePath& getCablePath() const { return path_; }
    const MobilizedBody& getMobilizedBody() const { return path_.getObstacleBody(index_); }

protected:
    /// Adds a point before the end of the path, which must not be used by a force yet.
    CableObstacle(CablePath& path, const MobilizedBody& body, const Vec3& station);

private:
    CablePath path_;
    CableObstacleIndex index_;
};
/// A point that the cable passes through, after those added before.
class CableObstacle::ViaPoint : public CableObstacle {
public:
    ViaPoint() = default;
    ViaPoint(CablePath& path, const MobilizedBody& viaMobod, const Vec3& station)
        : CableObstacle(path, viaMobod, station) {}
};

/// An elastic cable along a path, which can only pull.
///
///   x = max(0, length - slack length),  fs = k x,  fr = max(-fs, c fs d(length)/dt),  tension = fs + fr
///   PE = k x^2 / 2,  dissipated power = fr d(length)/dt
///
/// Parameters are Dynamics variables. All via points must be added to the path before it is passed to a spring.
class CableSpring : public Force, public HandleCasts<CableSpring, Force> {
public:
    CableSpring() = default;
    /// @param stiffness N/m, @p slackLength m, @p dissipationCoef s/m
    CableSpring(GeneralForceSubsystem& forces, const CablePath& path, Real stiffness, Real slackLength,
                Real dissipationCoef);
    const CablePath& getCablePath() const { return path_; }

    CableSpring& setDefaultStiffness(Real);
    CableSpring& setDefaultSlackLength(Real);
    CableSpring& setDefaultDissipationCoef(Real);
    Real getDefaultStiffness() const;
    Real getDefaultSlackLength() const;
    Real getDefaultDissipationCoef() const;
    const CableSpring& setStiffness(State&, Real) const;
    const CableSpring& setSlackLength(State&, Real) const;
    const CableSpring& setDissipationCoef(State&, Real) const;
    Real getStiffness(const State&) const;
    Real getSlackLength(const State&) const;
    Real getDissipationCoef(const State&) const;

    /// Requires Position.
    Real getLength(const State& s) const { return path_.getCableLength(s); }
    Real getPotentialEnergy(const State& s) const { return calcPotentialEnergyContribution(s); }
    /// Requires Velocity.
    Real getLengthDot(const State& s) const { return path_.getCableLengthDot(s); }
    Real getTension(const State&) const;
    Real getPowerDissipation(const State&) const;
    /// Energy dissipated since the start, or since it was set; an auxiliary variable.
    Real getDissipatedEnergy(const State&) const;
    void setDissipatedEnergy(State&, Real energy) const;

private:
    CablePath path_;
};

}  // namespace SimTK
