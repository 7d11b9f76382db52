// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>

#include "multibody/force_subsystem.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "simbody/spatial_inertia.h"
#include "simbody/vocabulary.h"

namespace SimTK {

class Body;
class MobilizedBody;
class GroundBody;
class Constraint;
class Force;
class SimbodyMatterSubsystem;

using trammel::ForceSubsystem;
using trammel::RowVector_;

inline const MobilizedBodyIndex GroundIndex(0);

/// A System of rigid bodies, as documented: the engine's, with handles to its bodies, constraints and forces.
///
/// **Source:** Advanced Programming Guide.
class MultibodySystem : public trammel::MultibodySystem {
public:
    MultibodySystem();
    ~MultibodySystem() override;

    static const MultibodySystem& downcast(const trammel::System& system);
    static MultibodySystem& updDowncast(trammel::System& system);

    const SimbodyMatterSubsystem& getMatterSubsystem() const;
    SimbodyMatterSubsystem& updMatterSubsystem();

    /// What there is to draw that becomes known at @p stage (which must have been realized), and not before: for a loop
    /// over the stages.
    void calcDecorativeGeometryAndAppend(const State&, Stage stage, Array_<DecorativeGeometry>&) const;

    /// Which way is up, for display and for gravity along it; y unless set.
    MultibodySystem& setUpDirection(const CoordinateDirection& up) { return up_ = up, *this; }
    CoordinateDirection getUpDirection() const { return up_; }
    /// For whoever draws the system: nothing but the bodies, no sky and no floor.
    MultibodySystem& setUseUniformBackground(bool uniform) { return uniformBackground_ = uniform, *this; }
    bool getUseUniformBackground() const { return uniformBackground_; }
    /// A length that is something in this system, m, for whoever draws it.
    MultibodySystem& setDefaultLengthScale(Real length) { return lengthScale_ = length, *this; }
    Real getDefaultLengthScale() const { return lengthScale_; }

private:
    friend class SimbodyMatterSubsystem;
    friend class GeneralForceSubsystem;
    struct Handles;
    std::unique_ptr<Handles> handles_;
    CoordinateDirection up_{YAxis};
    bool uniformBackground_ = false;
    Real lengthScale_ = 1;
};

/// The bodies of a MultibodySystem with their mobilizers, and the constraints among them.
class SimbodyMatterSubsystem : public trammel::MatterSubsystem {
public:
    explicit SimbodyMatterSubsystem(MultibodySystem& system);
    SimbodyMatterSubsystem(const SimbodyMatterSubsystem&) = default;

    const MultibodySystem& getMultibodySystem() const;
    MultibodySystem& updMultibodySystem();

    // --- Bodies; number 0 is Ground ---
    const MobilizedBody& getMobilizedBody(MobilizedBodyIndex) const;
    MobilizedBody& updMobilizedBody(MobilizedBodyIndex);
    const GroundBody& getGround() const;
    GroundBody& updGround();
    /// The body Ground, to attach others to.
    GroundBody& Ground() { return updGround(); }
    int getNumMobilities() const;
    /// Coordinates of all mobilizers, with room for a quaternion wherever there may be one.
    int getTotalQAlloc() const;
    /// Whether joints and constraints are drawn by themselves; geometry put on bodies always is.
    void setShowDefaultGeometry(bool show);
    bool getShowDefaultGeometry() const;

    // --- Constraints ---
    const Constraint& getConstraint(ConstraintIndex) const;
    Constraint& updConstraint(ConstraintIndex);

    // --- Inertias by their documented class; all other operators are those of the engine ---
    void calcCompositeBodyInertias(const State&, Array_<SpatialInertia, MobilizedBodyIndex>& R) const;
    SpatialInertia getCompositeBodyInertia(const State&, MobilizedBodyIndex) const;
    ArticulatedInertia getArticulatedBodyInertia(const State&, MobilizedBodyIndex) const;
    /// What the motion of the bodies before asks of this one: P A + b, articulated inertia, Coriolis acceleration of its
    /// mobilizer, gyroscopic force (Velocity).
    SpatialVec getMobilizerCentrifugalForces(const State&, MobilizedBodyIndex) const;
    /// Nothing is kept of these: they are computed whenever they are asked for.
    void realizeCompositeBodyInertias(const State&) const {}

    // --- What is known from motions and locks (Instance), and what is not ---
    /// Numbers of the speeds whose udot is known, and of the others.
    Array_<UIndex> getKnownUDotIndex(const State&) const;
    Array_<UIndex> getFreeUDotIndex(const State&) const;
    /// Numbers of the coordinates, and of the speeds, that are not known.
    Array_<QIndex> getFreeQIndex(const State&) const;
    Array_<UIndex> getFreeUIndex(const State&) const;
    /// The elements of all that are free, in order, and the other way round; the known ones are left alone.
    void packFreeQ(const State&, const Vector& allQ, Vector& packedFreeQ) const;
    void unpackFreeQ(const State&, const Vector& packedFreeQ, Vector& unpackedFreeQ) const;
    void packFreeU(const State&, const Vector& allU, Vector& packedFreeU) const;
    void unpackFreeU(const State&, const Vector& packedFreeU, Vector& unpackedFreeU) const;
    /// Quaternions made unit ones; invalidates Position if any is not.
    void normalizeQuaternions(State&) const;

    // --- Forces to be accumulated by force elements ---
    void addInStationForce(const State&, MobilizedBodyIndex, const Vec3& stationInB, const Vec3& forceInG,
                           Vector_<SpatialVec>& bodyForces) const;
    void addInBodyTorque(const State&, MobilizedBodyIndex, const Vec3& torqueInG,
                         Vector_<SpatialVec>& bodyForces) const;
    void addInMobilityForce(const State&, MobilizedBodyIndex, MobilizerUIndex, Real f, Vector& mobilityForces) const;

    /// The same pose and motion described by body-fixed x-y-z angles, or by quaternions.
    void convertToEulerAngles(const State& input, State& output) const;
    void convertToQuaternions(const State& input, State& output) const;

    // --- For handles: keep one for an element that was added just now ---
    MobilizedBody& adoptHandle(std::unique_ptr<MobilizedBody>);
    Constraint& adoptHandle(std::unique_ptr<Constraint>);
    /// The Body that MobilizedBody::updBody() hands out.
    Body& lendBody(MobilizedBodyIndex);

private:
    void convert(const State& input, State& output, bool euler) const;
};

/// The force subsystem that holds Force elements.
class GeneralForceSubsystem : public trammel::GeneralForceSubsystem {
public:
    explicit GeneralForceSubsystem(MultibodySystem& system);

    const Force& getForce(ForceIndex) const;
    Force& updForce(ForceIndex);
    const MultibodySystem& getMultibodySystem() const;

    // --- For handles: keep one for a force that was added just now; the handle of this subsystem that outlives all ---
    Force& adoptHandle(std::unique_ptr<Force>);
    GeneralForceSubsystem& getPersistentHandle() const;
};

}  // namespace SimTK
