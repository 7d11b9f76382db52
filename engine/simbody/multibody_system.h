// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>

#include "multibody/force_subsystem.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "simbody/project_options.h"
#include "simbody/spatial_inertia.h"
#include "simbody/vocabulary.h"

namespace SimTK {

class Body;
class MobilizedBody;
class GroundBody;
class Constraint;
class Force;
class SimbodyMatterSubsystem;
class UnilateralContact;
struct PlacedContactSurface;

using trammel::RowVector_;

TRAMMEL_DEFINE_INDEX(UnilateralContactIndex);

inline const MobilizedBodyIndex GroundIndex(0);

/// A System of rigid bodies under its documented name: the engine's, with handles to its bodies, constraints and
/// forces.
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

    /// Geometry that becomes available at @p stage (which must have been realized), but not before: for a loop over the
    /// stages.
    void calcDecorativeGeometryAndAppend(const State&, Stage stage, Array_<DecorativeGeometry>&) const;

    /// Indices of the coordinates and speeds that are not prescribed, among those of the whole System (Instance).
    void getFreeQIndex(const State&, Array_<SystemQIndex>& freeQs) const;
    void getFreeUIndex(const State&, Array_<SystemUIndex>& freeUs) const;

    using trammel::MultibodySystem::projectQ;
    using trammel::MultibodySystem::projectU;
    /// With an error estimate, which may be empty, from which the part off the manifold is removed.
    void projectQ(State&, Vector& qErrorEstimate, const ProjectOptions&, ProjectResults&) const;
    void projectU(State&, Vector& uErrorEstimate, const ProjectOptions&, ProjectResults&) const;

    /// Up direction, for display and gravity; default y.
    MultibodySystem& setUpDirection(const CoordinateDirection& up) { return up_ = up, *this; }
    CoordinateDirection getUpDirection() const { return up_; }
    /// Visualizer hint: draw neither sky nor ground plane.
    MultibodySystem& setUseUniformBackground(bool uniform) { return uniformBackground_ = uniform, *this; }
    bool getUseUniformBackground() const { return uniformBackground_; }
    /// Visualizer hint: a characteristic length of the system, m.
    MultibodySystem& setDefaultLengthScale(Real length) { return lengthScale_ = length, *this; }
    Real getDefaultLengthScale() const { return lengthScale_; }

private:
    friend class SimbodyMatterSubsystem;
    friend class GeneralForceSubsystem;
    template <class Project, class Errors>
    void runProjection(State&, Vector& estimate, const ProjectOptions&, ProjectResults&, Project, Errors,
                       const char* where) const;
    struct Handles;
    std::unique_ptr<Handles> handles_;
    CoordinateDirection up_{YAxis};
    bool uniformBackground_ = false;
    Real lengthScale_ = 1;
};

/// A subsystem of a MultibodySystem that applies forces: derive from Guts.
class ForceSubsystem : public trammel::ForceSubsystem {
public:
    class Guts : public trammel::ForceSubsystem::Guts {
    public:
        using trammel::ForceSubsystem::Guts::Guts;
        const MultibodySystem& getMultibodySystem() const { return MultibodySystem::downcast(getSystem()); }
        MultibodySystem& updMultibodySystem() { return MultibodySystem::updDowncast(updSystem()); }
    };
    using trammel::ForceSubsystem::ForceSubsystem;
    const MultibodySystem& getMultibodySystem() const { return MultibodySystem::downcast(getSystem()); }
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
    /// The Ground body, parent of others.
    GroundBody& Ground() { return updGround(); }
    int getNumMobilities() const;
    /// Number of coordinates, with quaternions for all mobilizers that may have one.
    int getTotalQAlloc() const;
    /// Show glyphs of joints and constraints; geometry of bodies is always shown.
    void setShowDefaultGeometry(bool show);
    bool getShowDefaultGeometry() const;

    // --- Constraints ---
    const Constraint& getConstraint(ConstraintIndex) const;
    Constraint& updConstraint(ConstraintIndex);

    // --- Contacts that SemiExplicitEulerTimeStepper enforces ---
    /// Takes ownership.
    UnilateralContactIndex adoptUnilateralContact(UnilateralContact*);
    int getNumUnilateralContacts() const;
    const UnilateralContact& getUnilateralContact(UnilateralContactIndex) const;
    UnilateralContact& updUnilateralContact(UnilateralContactIndex);

    // --- Inertias by their documented class; all other operators are inherited from the engine ---
    void calcCompositeBodyInertias(const State&, Array_<SpatialInertia, MobilizedBodyIndex>& R) const;
    SpatialInertia getCompositeBodyInertia(const State&, MobilizedBodyIndex) const;
    ArticulatedInertia getArticulatedBodyInertia(const State&, MobilizedBodyIndex) const;
    /// Contribution of this body's mobilizer to P A + b: articulated inertia times Coriolis acceleration, plus
    /// gyroscopic force (Velocity).
    SpatialVec getMobilizerCentrifugalForces(const State&, MobilizedBodyIndex) const;
    /// Not cached: computed on each call.
    void realizeCompositeBodyInertias(const State&) const {}

    using MatterOperators::multiplyByM;
    using MatterOperators::multiplyByMInv;
    /// Into a column of a matrix, which has the right size already.
    using MatrixColumn = Eigen::Block<Eigen::MatrixXd, Eigen::Dynamic, 1, true>;
    void multiplyByM(const State& s, const Vector& u, MatrixColumn Mu) const;
    void multiplyByMInv(const State& s, const Vector& f, MatrixColumn MInvF) const;

    // --- Elements known from motions and locks (Instance), and free ones ---
    /// Indices of speeds with known udot, and of the others.
    Array_<UIndex> getKnownUDotIndex(const State&) const;
    Array_<UIndex> getFreeUDotIndex(const State&) const;
    /// Indices of free coordinates, and of free speeds.
    Array_<QIndex> getFreeQIndex(const State&) const;
    Array_<UIndex> getFreeUIndex(const State&) const;
    /// Gathers the free elements of a vector, and scatters them back; known ones are not changed.
    void packFreeQ(const State&, const Vector& allQ, Vector& packedFreeQ) const;
    void unpackFreeQ(const State&, const Vector& packedFreeQ, Vector& unpackedFreeQ) const;
    void packFreeU(const State&, const Vector& allU, Vector& packedFreeU) const;
    void unpackFreeU(const State&, const Vector& packedFreeU, Vector& unpackedFreeU) const;
    /// Normalizes quaternions; invalidates Position if any changes.
    void normalizeQuaternions(State&) const;

    // --- Force accumulation for force elements ---
    void addInStationForce(const State&, MobilizedBodyIndex, const Vec3& stationInB, const Vec3& forceInG,
                           Vector_<SpatialVec>& bodyForces) const;
    void addInBodyTorque(const State&, MobilizedBodyIndex, const Vec3& torqueInG,
                         Vector_<SpatialVec>& bodyForces) const;
    void addInMobilityForce(const State&, MobilizedBodyIndex, MobilizerUIndex, Real f, Vector& mobilityForces) const;

    /// Converts pose and motion to body-fixed x-y-z angles, or to quaternions.
    void convertToEulerAngles(const State& input, State& output) const;
    void convertToQuaternions(const State& input, State& output) const;

    // --- For handles: stores the handle of an element that was just added ---
    MobilizedBody& adoptHandle(std::unique_ptr<MobilizedBody>);
    Constraint& adoptHandle(std::unique_ptr<Constraint>);
    /// Stores handles of bodies that were added to the engine's subsystem without one.
    void adoptMissingHandles();
    /// The Body returned by MobilizedBody::updBody().
    Body& lendBody(MobilizedBodyIndex);
    /// Surfaces of a body's definition.
    const std::vector<PlacedContactSurface>& getContactSurfaces(MobilizedBodyIndex) const;
    void setContactSurfaces(MobilizedBodyIndex, std::vector<PlacedContactSurface>);

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

    // --- For handles: stores the handle of a force that was just added; the permanent handle of this subsystem ---
    Force& adoptHandle(std::unique_ptr<Force>);
    GeneralForceSubsystem& getPersistentHandle() const;
};

}  // namespace SimTK
