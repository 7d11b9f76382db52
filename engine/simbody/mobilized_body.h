// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/fit_pose.h"
#include "simbody/body.h"
#include "simbody/element_handle.h"
#include "simbody/handle_casts.h"
#include "simbody/motion.h"
#include "simbody/multibody_system.h"
#include "simbody/spatial_mat.h"

namespace SimTK {

/// Handle to a body and the mobilizer that connects it to its parent, created by constructing one of the nested types.
///
/// Frames: F is fixed to the parent P, M to the body B; the coordinates q determine the pose of M in F. A handle is
/// cheap to copy and refers to the same body, which belongs to the SimbodyMatterSubsystem.
///
/// Required stages: coordinates Model, poses Position, velocities Velocity, accelerations Acceleration. Reading earlier
/// throws StageTooLow.
class MobilizedBody : public ElementHandle<MobilizedBody> {
public:
    // One class per joint; see mobilizer_types.h and custom_mobilizer.h.
    class Ball;
    class BendStretch;
    class Bushing;
    class CantileverFreeBeam;
    class Custom;
    class Cylinder;
    class Ellipsoid;
    class Free;
    class FreeLine;
    class FunctionBased;
    class Gimbal;
    class LineOrientation;
    class Pin;
    class Planar;
    class Screw;
    class Slider;
    class SphericalCoords;
    class Translation;
    class Universal;
    class Weld;
    /// Defined below.
    using Ground = GroundBody;
    using Cartesian = Translation;
    using CartesianCoords = Translation;
    using Orientation = Ball;
    using PolarCoords = BendStretch;
    using Prismatic = Slider;
    using Revolute = Pin;
    using Spherical = Ball;
    using Torsion = Pin;

    /// Direction of a mobilizer. Reverse: F stays on the parent and M on the body, but q and u have the meaning they
    /// would have with the two exchanged.
    enum Direction { Forward = 0, Reverse = 1 };

    MobilizedBody() = default;
    virtual ~MobilizedBody() = default;
    MobilizedBody(const MobilizedBody&) = default;
    MobilizedBody& operator=(const MobilizedBody&) = default;
    /// Handle to an existing body.
    MobilizedBody(const SimbodyMatterSubsystem& matter, MobilizedBodyIndex index) : matter_(&matter), index_(index) {}

    MobilizedBodyIndex getMobilizedBodyIndex() const { return index_; }
    operator MobilizedBodyIndex() const { return index_; }
    bool isInSubsystem() const { return matter_ != nullptr; }
    bool isEmptyHandle() const { return matter_ == nullptr; }
    /// The subsystem's handle to this body, of its original type.
    const MobilizedBody& getKeptHandle() const;
    bool isGround() const { return index_ == 0; }
    bool isSameMobilizedBody(const MobilizedBody& o) const { return matter_ == o.matter_ && index_ == o.index_; }
    bool isInSameSubsystem(const MobilizedBody& o) const { return matter_ == o.matter_; }
    const SimbodyMatterSubsystem& getMatterSubsystem() const;
    SimbodyMatterSubsystem& updMatterSubsystem();
    const MobilizedBody& getParentMobilizedBody() const;
    /// The body on the path to Ground whose parent is Ground; Ground for itself.
    const MobilizedBody& getBaseMobilizedBody() const;
    /// Number of bodies from Ground to this one.
    int getLevelInMultibodyTree() const;
    bool isReversed() const;

    // --- Definition ---
    /// A copy of the body, including geometry added later to it, to M and to F.
    Body getBody() const;
    /// Replaces mass properties and geometry (topological).
    MobilizedBody& setBody(const Body&);
    /// Write access to the body (topological), until another change is made elsewhere.
    Body& updBody();
    MassProperties getDefaultMassProperties() const;
    const MassProperties& getDefaultRigidBodyMassProperties() const;
    MobilizedBody& setDefaultMassProperties(const MassProperties&);
    Transform getDefaultInboardFrame() const;
    Transform getDefaultOutboardFrame() const;
    MobilizedBody& setDefaultInboardFrame(const Transform& X_PF);
    MobilizedBody& setDefaultOutboardFrame(const Transform& X_BM);
    /// X_PF and X_BM, Instance parameters.
    Transform getInboardFrame(const State&) const;
    Transform getOutboardFrame(const State&) const;
    void setInboardFrame(State&, const Transform& X_PF) const;
    void setOutboardFrame(State&, const Transform& X_BM) const;
    const MassProperties& getBodyMassProperties(const State&) const;
    void setBodyMassProperties(State&, const MassProperties&) const;
    Real getBodyMass(const State&) const;
    const Vec3& getBodyMassCenterStation(const State&) const;
    UnitInertia getBodyUnitInertiaAboutBodyOrigin(const State&) const;
    int addBodyDecoration(const Transform& X_BD, const DecorativeGeometry&);
    int addBodyDecoration(const DecorativeGeometry& g) { return addBodyDecoration(Transform(), g); }
    /// Geometry placed relative to M, and to F on the parent, with their current default frames.
    int addOutboardDecoration(const Transform& X_MD, const DecorativeGeometry&);
    int addInboardDecoration(const Transform& X_FD, const DecorativeGeometry&);
    int getNumBodyDecorations() const { return getBody().getNumDecorations(); }

    // --- Coordinates of the mobilizer (Model) ---
    int getNumQ(const State&) const;
    int getNumU(const State&) const;
    QIndex getFirstQIndex(const State&) const;
    UIndex getFirstUIndex(const State&) const;
    Real getOneQ(const State&, int which) const;
    Real getOneU(const State&, int which) const;
    void setOneQ(State&, int which, Real) const;
    void setOneU(State&, int which, Real) const;
    Vector getQAsVector(const State&) const;
    Vector getUAsVector(const State&) const;
    void setQFromVector(State&, const Vector&) const;
    void setUFromVector(State&, const Vector&) const;
    /// Velocity.
    Real getOneQDot(const State&, int which) const;
    Vector getQDotAsVector(const State&) const;
    /// Acceleration.
    Real getOneUDot(const State&, int which) const;
    Real getOneQDotDot(const State&, int which) const;
    Vector getUDotAsVector(const State&) const;
    Vector getQDotDotAsVector(const State&) const;

    // --- Fits: the q (Instance) and u (Position) closest to the requested values ---
    void setQToFitTransform(State&, const Transform& X_FM) const;
    /// May change all q; the other part goes where the joint allows.
    void setQToFitRotation(State&, const Rotation& R_FM) const;
    void setQToFitTranslation(State&, const Vec3& p_FM) const;
    void setUToFitVelocity(State&, const SpatialVec& V_FM) const;
    /// Smallest change of u.
    void setUToFitAngularVelocity(State&, const Vec3& w_FM) const;
    void setUToFitLinearVelocity(State&, const Vec3& v_FM) const;

    // --- Across the mobilizer: pose of M in F, velocity and acceleration in F ---
    Transform getMobilizerTransform(const State&) const;
    SpatialVec getMobilizerVelocity(const State&) const;
    SpatialVec getMobilizerAcceleration(const State&) const;
    /// Columns of H: motion of M in F, expressed in F, and of the body in its parent, in G, per unit speed (Position).
    SpatialVec getH_FMCol(const State&, MobilizerUIndex) const;
    SpatialVec getHCol(const State&, MobilizerUIndex) const;

    /// Force of the parent on this body through the mobilizer, [torque; force] in G, at the origin of M or of the body;
    /// and of this body on the parent, at the origin of F or of the parent (Acceleration).
    SpatialVec findMobilizerReactionOnBodyAtMInGround(const State&) const;
    SpatialVec findMobilizerReactionOnBodyAtOriginInGround(const State&) const;
    SpatialVec findMobilizerReactionOnParentAtFInGround(const State&) const;
    SpatialVec findMobilizerReactionOnParentAtOriginInGround(const State&) const;

    // --- In Ground ---
    const Transform& getBodyTransform(const State&) const;
    const Rotation& getBodyRotation(const State&) const;
    const Vec3& getBodyOriginLocation(const State&) const;
    const SpatialVec& getBodyVelocity(const State&) const;
    const Vec3& getBodyAngularVelocity(const State&) const;
    const Vec3& getBodyOriginVelocity(const State&) const;
    const SpatialVec& getBodyAcceleration(const State&) const;
    const Vec3& getBodyAngularAcceleration(const State&) const;
    const Vec3& getBodyOriginAcceleration(const State&) const;

    // --- Points and vectors ---
    Vec3 findStationLocationInGround(const State&, const Vec3& station_B) const;
    Vec3 findStationLocationInAnotherBody(const State&, const Vec3& station_B, const MobilizedBody& other) const;
    Vec3 findStationVelocityInGround(const State&, const Vec3& station_B) const;
    Vec3 findStationVelocityInAnotherBody(const State&, const Vec3& station_B, const MobilizedBody& other) const;
    Vec3 findStationAccelerationInGround(const State&, const Vec3& station_B) const;
    void findStationLocationAndVelocityInGround(const State&, const Vec3& station_B, Vec3& location,
                                                Vec3& velocity) const;
    Vec3 findStationAtGroundPoint(const State&, const Vec3& location_G) const;
    Vec3 findStationAtAnotherBodyStation(const State&, const MobilizedBody& other, const Vec3& station_O) const;
    Vec3 findStationAtAnotherBodyOrigin(const State& s, const MobilizedBody& other) const {
        return findStationAtAnotherBodyStation(s, other, Vec3(0));
    }
    Vec3 findStationAtAnotherBodyMassCenter(const State& s, const MobilizedBody& other) const {
        return findStationAtAnotherBodyStation(s, other, other.getBodyMassCenterStation(s));
    }
    Vec3 findStationAccelerationInAnotherBody(const State&, const Vec3& station_B, const MobilizedBody& other) const;
    void findStationLocationVelocityAndAccelerationInGround(const State&, const Vec3& station_B, Vec3& location,
                                                            Vec3& velocity, Vec3& acceleration) const;
    Vec3 findMassCenterLocationInGround(const State&) const;
    Vec3 findMassCenterLocationInAnotherBody(const State&, const MobilizedBody& other) const;
    Transform findFrameTransformInGround(const State&, const Transform& X_BF) const;
    SpatialVec findFrameVelocityInGround(const State&, const Transform& X_BF) const;
    SpatialVec findFrameAccelerationInGround(const State&, const Transform& X_BF) const;
    Transform findBodyTransformInAnotherBody(const State&, const MobilizedBody& other) const;
    Rotation findBodyRotationInAnotherBody(const State&, const MobilizedBody& other) const;
    Vec3 findBodyOriginLocationInAnotherBody(const State&, const MobilizedBody& other) const;
    SpatialVec findBodyVelocityInAnotherBody(const State&, const MobilizedBody& other) const;
    Vec3 findBodyAngularVelocityInAnotherBody(const State& s, const MobilizedBody& o) const {
        return findBodyVelocityInAnotherBody(s, o)[0];
    }
    Vec3 findBodyOriginVelocityInAnotherBody(const State& s, const MobilizedBody& o) const {
        return findBodyVelocityInAnotherBody(s, o)[1];
    }
    SpatialVec findBodyAccelerationInAnotherBody(const State&, const MobilizedBody& other) const;
    Vec3 findBodyAngularAccelerationInAnotherBody(const State& s, const MobilizedBody& o) const {
        return findBodyAccelerationInAnotherBody(s, o)[0];
    }
    Vec3 findBodyOriginAccelerationInAnotherBody(const State& s, const MobilizedBody& o) const {
        return findBodyAccelerationInAnotherBody(s, o)[1];
    }
    Vec3 expressVectorInGroundFrame(const State&, const Vec3& vector_B) const;
    Vec3 expressGroundVectorInBodyFrame(const State&, const Vec3& vector_G) const;
    Vec3 expressVectorInAnotherBodyFrame(const State&, const Vec3& vector_B, const MobilizedBody& other) const;
    /// About the body's origin, re-expressed.
    MassProperties expressMassPropertiesInGroundFrame(const State&) const;
    MassProperties expressMassPropertiesInAnotherBodyFrame(const State&, const MobilizedBody& other) const;
    Real calcStationToStationDistance(const State&, const Vec3& station_B, const MobilizedBody& other,
                                      const Vec3& station_O) const;
    /// Derivatives of that distance; for coincident points one-sided.
    Real calcStationToStationDistanceTimeDerivative(const State&, const Vec3& station_B, const MobilizedBody& other,
                                                    const Vec3& station_O) const;
    Real calcStationToStationDistance2ndTimeDerivative(const State&, const Vec3& station_B, const MobilizedBody& other,
                                                       const Vec3& station_O) const;
    /// For a point that moves on this body, with velocity and acceleration given in this body; in the other's frame.
    Vec3 calcBodyMovingPointVelocityInBody(const State&, const Vec3& location_B, const Vec3& velocity_B,
                                           const MobilizedBody& other) const;
    Vec3 calcBodyMovingPointAccelerationInBody(const State&, const Vec3& location_B, const Vec3& velocity_B,
                                               const Vec3& acceleration_B, const MobilizedBody& other) const;

    // --- Mass properties in motion ---
    /// [I, m c×; -m c×, m 1] about the body's origin, in G (Position). Of Ground: infinite, without cross terms.
    SpatialMat calcBodySpatialInertiaMatrixInGround(const State&) const;
    /// As mass, center of mass and unit inertia (Position).
    SpatialInertia getBodySpatialInertiaInGround(const State&) const;
    /// About the center of mass, in the body's frame (Instance).
    Inertia calcBodyCentralInertia(const State&, MobilizedBodyIndex) const;
    /// About a point of another body, in that body's frame (Position).
    Inertia calcBodyInertiaAboutAnotherBodyStation(const State&, const MobilizedBody& other,
                                                   const Vec3& station_O) const;
    /// [angular; linear] about the body's origin, and about its center of mass; in G (Velocity).
    SpatialVec calcBodyMomentumAboutBodyOriginInGround(const State&) const;
    SpatialVec calcBodyMomentumAboutBodyMassCenterInGround(const State&) const;

    // --- Locks and motions ---
    /// Holds the current q (with zero u), the current u, or zero udot against all forces, overriding the motion.
    /// Requires Model; invalidates Instance.
    void lock(State&, Motion::Level = Motion::Position) const;
    /// Holds the given q, u or udot: one value, or one per coordinate or speed.
    void lockAt(State&, Real value, Motion::Level = Motion::Position) const;
    void lockAt(State&, const Vector& value, Motion::Level = Motion::Position) const;
    template <int N>
    void lockAt(State& s, const Vec<N>& value, Motion::Level level = Motion::Position) const {
        lockAt(s, value.data(), N, level);
    }
    void unlock(State&) const;
    bool isLocked(const State& s) const { return getLockLevel(s) != Motion::NoLevel; }
    Motion::Level getLockLevel(const State&) const;
    /// The q, u or udot held; empty if not locked.
    Vector getLockValueAsVector(const State&) const;
    /// Default lock of new States at their initial values (topological); NoLevel: unlocked.
    MobilizedBody& lockByDefault(Motion::Level = Motion::Position);
    bool isLockedByDefault() const { return getLockByDefaultLevel() != Motion::NoLevel; }
    Motion::Level getLockByDefaultLevel() const;
    bool hasMotion() const;
    Motion getMotion() const;
    /// A motion is added to its mobilizer on construction; this only throws Exception if that is impossible: the body
    /// has another motion, or the handle is empty or belongs to another body.
    void adoptMotion(Motion&);
    /// Removes the motion, if any (topological), and invalidates its handles.
    void clearMotion();
    /// How q, u and udot are determined; Motion::Free: by integration, and udot from forces (Instance).
    Motion::Method getQMotionMethod(const State& s) const { return getMotionMethod(s, Motion::Position); }
    Motion::Method getUMotionMethod(const State& s) const { return getMotionMethod(s, Motion::Velocity); }
    Motion::Method getUDotMotionMethod(const State& s) const { return getMotionMethod(s, Motion::Acceleration); }
    /// Generalized forces of the motion or lock; the applied force is the negative; zero if free (Acceleration).
    Vector getTauAsVector(const State&) const;
    Real getOneTau(const State&, MobilizerUIndex) const;

    // --- For force elements ---
    void applyBodyForce(const State&, const SpatialVec& forceInG, Vector_<SpatialVec>& bodyForces) const;
    void applyBodyTorque(const State&, const Vec3& torqueInG, Vector_<SpatialVec>& bodyForces) const;
    void applyForceToBodyPoint(const State&, const Vec3& station_B, const Vec3& forceInG,
                               Vector_<SpatialVec>& bodyForces) const;
    void applyOneMobilityForce(const State&, int which, Real f, Vector& mobilityForces) const;
    Real getOneFromUPartition(const State&, int which, const Vector& ulike) const;
    Real getOneFromQPartition(const State&, int which, const Vector& qlike) const;
    Real& updOneFromUPartition(const State&, int which, Vector& ulike) const;
    Real& updOneFromQPartition(const State&, int which, Vector& qlike) const;
    /// fu = N^T fq: converts a force on this mobilizer's coordinates to one on its speeds (Position).
    void convertQForceToUForce(const State&, const Array_<Real, MobilizerQIndex>& fq,
                               Array_<Real, MobilizerUIndex>& fu) const;

    /// Clones this body, with its joint and frames, on @p parent (topological). The handle belongs to the subsystem.
    /// Throws trammel::Exception for Ground and for a custom joint, which belongs to one body.
    MobilizedBody& cloneForNewParent(MobilizedBody& parent) const;

protected:
    /// An empty handle of this type.
    virtual std::unique_ptr<MobilizedBody> makeHandle() const;
    /// Adds a body to @p parent's subsystem with an engine joint.
    void attach(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                std::shared_ptr<const trammel::Mobilizer> mobilizer, const std::string& label,
                Direction direction = Forward);
    /// Adds a body with a registered joint type and its properties that differ from the defaults.
    using Dimensions = std::vector<std::pair<std::string, trammel::PropertyValue>>;
    void attach(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                const std::string& type, const Dimensions&, Direction direction);
    /// Replaces the joint by one with other dimensions and the same direction (topological).
    void setDimensions(const std::string& type, const Dimensions&);
    /// The joint's implementation in forward direction.
    const trammel::Mobilizer& joint() const;
    void setDefaultQ(const Real* q, int n);
    void setDefaultU(const Real* u, int n);
    /// Initial q of new States.
    const std::vector<Real>& getDefaultQ() const;
    const trammel::MobilizedBodyIndex& index() const { return index_; }

private:
    friend class ElementHandle<MobilizedBody>;
    bool refersTo(const MobilizedBody& o) const { return isSameMobilizedBody(o); }
    const trammel::TreeNode& node(const State&, const char* where) const;
    /// X_FM from Model stage on: depends on q only.
    const Transform& across(const State&) const;
    void fitPart(State&, const Transform& X_FM, trammel::FitPart) const;
    void fitPart(State&, const SpatialVec& V_FM, trammel::FitPart) const;
    int slotQ(const State&, int which, const char* where) const;
    int slotU(const State&, int which, const char* where) const;
    void lockAt(State&, const Real* value, int n, Motion::Level) const;
    Motion::Method getMotionMethod(const State&, Motion::Level) const;

    const SimbodyMatterSubsystem* matter_ = nullptr;
    MobilizedBodyIndex index_;
};

/// Ground, body 0 of every matter subsystem: fixed, with infinite mass.
class GroundBody : public MobilizedBody, public HandleCasts<GroundBody, MobilizedBody> {
public:
    GroundBody() = default;
    explicit GroundBody(const SimbodyMatterSubsystem& matter) : MobilizedBody(matter, GroundIndex) {}
    GroundBody& addBodyDecoration(const Transform& X_GD, const DecorativeGeometry& geometry) {
        MobilizedBody::addBodyDecoration(X_GD, geometry);
        return *this;
    }
    GroundBody& addBodyDecoration(const DecorativeGeometry& geometry) {
        return addBodyDecoration(Transform(), geometry);
    }
};

using Mobod = MobilizedBody;

}  // namespace SimTK
