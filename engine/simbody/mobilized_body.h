// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/fit_pose.h"
#include "simbody/body.h"
#include "simbody/handle_casts.h"
#include "simbody/motion.h"
#include "simbody/multibody_system.h"
#include "simbody/spatial_mat.h"

namespace SimTK {

/// A body and the mobilizer that connects it to its parent: a handle, made by constructing one of the nested types.
///
/// Frames: F is fixed to the parent P, M to the body B; the coordinates q say how M stands in F. A handle costs nothing to
/// copy and refers to the same body; the body itself belongs to the SimbodyMatterSubsystem.
///
/// Required stages: coordinates Model, poses Position, velocities Velocity, accelerations Acceleration. Reading
/// earlier throws StageTooLow.
class MobilizedBody {
public:
    // One class a joint; see mobilizer_types.h and custom_mobilizer.h.
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
    /// See below.
    using Ground = GroundBody;
    using Cartesian = Translation;
    using CartesianCoords = Translation;
    using Orientation = Ball;
    using PolarCoords = BendStretch;
    using Prismatic = Slider;
    using Revolute = Pin;
    using Spherical = Ball;
    using Torsion = Pin;

    /// Which way a mobilizer is measured. Reverse: F stays on the parent and M on the body, but q and u mean what they
    /// would mean if the two were exchanged.
    enum Direction { Forward = 0, Reverse = 1 };

    MobilizedBody() = default;
    virtual ~MobilizedBody() = default;
    MobilizedBody(const MobilizedBody&) = default;
    MobilizedBody& operator=(const MobilizedBody&) = default;
    /// Handle to a body that is there already.
    MobilizedBody(const SimbodyMatterSubsystem& matter, MobilizedBodyIndex index) : matter_(&matter), index_(index) {}

    MobilizedBodyIndex getMobilizedBodyIndex() const { return index_; }
    operator MobilizedBodyIndex() const { return index_; }
    bool isInSubsystem() const { return matter_ != nullptr; }
    bool isEmptyHandle() const { return matter_ == nullptr; }
    /// The handle to this body that the subsystem keeps, of the kind the body was made as.
    const MobilizedBody& getKeptHandle() const;
    bool isGround() const { return index_ == 0; }
    bool isSameHandle(const MobilizedBody& o) const { return isSameMobilizedBody(o); }
    bool isSameMobilizedBody(const MobilizedBody& o) const { return matter_ == o.matter_ && index_ == o.index_; }
    bool isInSameSubsystem(const MobilizedBody& o) const { return matter_ == o.matter_; }
    const SimbodyMatterSubsystem& getMatterSubsystem() const;
    SimbodyMatterSubsystem& updMatterSubsystem();
    const MobilizedBody& getParentMobilizedBody() const;
    /// The body between this one and Ground that is fixed to Ground by its mobilizer; Ground for itself.
    const MobilizedBody& getBaseMobilizedBody() const;
    /// Number of bodies between this one and Ground, this one counted.
    int getLevelInMultibodyTree() const;
    bool isReversed() const;

    // --- What it is made of ---
    /// A copy of the body. Geometry put on it later, on M and on F is part of it.
    Body getBody() const;
    /// Other mass properties and geometry (topological).
    MobilizedBody& setBody(const Body&);
    /// The body to be changed (topological): what is done to it is done to this one, until another change is made elsewhere.
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
    /// Geometry placed from M, and from F on the parent, as those frames are by default now.
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

    // --- Fits: q (Instance) and u (Position) that come nearest to what is asked ---
    void setQToFitTransform(State&, const Transform& X_FM) const;
    /// Any of the q may change for it; what is not asked for stays where the joint lets it.
    void setQToFitRotation(State&, const Rotation& R_FM) const;
    void setQToFitTranslation(State&, const Vec3& p_FM) const;
    void setUToFitVelocity(State&, const SpatialVec& V_FM) const;
    /// The least change of u.
    void setUToFitAngularVelocity(State&, const Vec3& w_FM) const;
    void setUToFitLinearVelocity(State&, const Vec3& v_FM) const;

    // --- Across the mobilizer: pose of M in F, velocity and acceleration in F ---
    Transform getMobilizerTransform(const State&) const;
    SpatialVec getMobilizerVelocity(const State&) const;
    SpatialVec getMobilizerAcceleration(const State&) const;
    /// Columns of H: motion of M in F, in F, and of the body in its parent, in G, for one unit of a speed (Position).
    SpatialVec getH_FMCol(const State&, MobilizerUIndex) const;
    SpatialVec getHCol(const State&, MobilizerUIndex) const;

    /// Force of the parent on this body through the mobilizer, [torque; force] in G: at the origin of M, or of the body.
    /// And of this body on the parent, at the origin of F, or of the parent (Acceleration).
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
    /// Still about the body's origin, but in other axes.
    MassProperties expressMassPropertiesInGroundFrame(const State&) const;
    MassProperties expressMassPropertiesInAnotherBodyFrame(const State&, const MobilizedBody& other) const;
    Real calcStationToStationDistance(const State&, const Vec3& station_B, const MobilizedBody& other,
                                      const Vec3& station_O) const;
    /// Derivatives of that distance; of points that coincide, of the distance they are about to have.
    Real calcStationToStationDistanceTimeDerivative(const State&, const Vec3& station_B, const MobilizedBody& other,
                                                    const Vec3& station_O) const;
    Real calcStationToStationDistance2ndTimeDerivative(const State&, const Vec3& station_B, const MobilizedBody& other,
                                                       const Vec3& station_O) const;
    /// Of a point that moves on this body, with velocity and acceleration given in this body; in the other's frame.
    Vec3 calcBodyMovingPointVelocityInBody(const State&, const Vec3& location_B, const Vec3& velocity_B,
                                           const MobilizedBody& other) const;
    Vec3 calcBodyMovingPointAccelerationInBody(const State&, const Vec3& location_B, const Vec3& velocity_B,
                                               const Vec3& acceleration_B, const MobilizedBody& other) const;

    // --- Mass in motion ---
    /// [I, m c×; -m c×, m 1] about the body's origin, in G (Position). Of Ground: infinite, without cross terms.
    SpatialMat calcBodySpatialInertiaMatrixInGround(const State&) const;
    /// The same as mass, center of mass and unit inertia (Position).
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
    /// Hold the present q (with u zero), the present u, or udot at zero, whatever acts on the mobilizer and whatever its
    /// motion says. Needs Model; an Instance change.
    void lock(State&, Motion::Level = Motion::Position) const;
    /// Hold the given q, u or udot: one value, or as many as the mobilizer has.
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
    /// What new States hold of their initial values (topological); NoLevel: nothing.
    MobilizedBody& lockByDefault(Motion::Level = Motion::Position);
    bool isLockedByDefault() const { return getLockByDefaultLevel() != Motion::NoLevel; }
    Motion::Level getLockByDefaultLevel() const;
    bool hasMotion() const;
    Motion getMotion() const;
    /// A motion becomes its mobilizer's when it is made. So this only says, as an Exception, what stands in the way: another
    /// motion of this body, an empty handle, or a motion of another body.
    void adoptMotion(Motion&);
    /// Take the motion away, if there is one (topological). Its handles are of no use any more.
    void clearMotion();
    /// How q, u and udot are known; Motion::Free: by integration, and udot from forces (Instance).
    Motion::Method getQMotionMethod(const State& s) const { return getMotionMethod(s, Motion::Position); }
    Motion::Method getUMotionMethod(const State& s) const { return getMotionMethod(s, Motion::Velocity); }
    Motion::Method getUDotMotionMethod(const State& s) const { return getMotionMethod(s, Motion::Acceleration); }
    /// Generalized forces of the motion or lock, of which the negative acts on the mobilizer; zero if it is free
    /// (Acceleration).
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
    /// fu = N^T fq: a force on this mobilizer's coordinates as one on its speeds (Position).
    void convertQForceToUForce(const State&, const Array_<Real, MobilizerQIndex>& fq,
                               Array_<Real, MobilizerUIndex>& fu) const;

    /// Another body like this one, with the same joint and the same frames, on @p parent (topological). Its handle belongs
    /// to the subsystem. Throws trammel::Exception for Ground and for a joint of your own, which belongs to one body.
    MobilizedBody& cloneForNewParent(MobilizedBody& parent) const;

protected:
    /// An empty handle of this type.
    virtual std::unique_ptr<MobilizedBody> makeHandle() const;
    /// Add a body to @p parent's subsystem with a joint of the engine's own.
    void attach(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                std::shared_ptr<const trammel::Mobilizer> mobilizer, const std::string& label,
                Direction direction = Forward);
    /// The same with a registered type of joint, and those of its properties that differ from their defaults.
    using Dimensions = std::vector<std::pair<std::string, trammel::PropertyValue>>;
    void attach(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                const std::string& type, const Dimensions&, Direction direction);
    /// The joint anew with other dimensions, measured the same way (topological).
    void setDimensions(const std::string& type, const Dimensions&);
    /// The joint's mathematics as measured forward.
    const trammel::Mobilizer& joint() const;
    void setDefaultQ(const Real* q, int n);
    void setDefaultU(const Real* u, int n);
    /// Initial q of new States.
    const std::vector<Real>& getDefaultQ() const;
    const trammel::MobilizedBodyIndex& index() const { return index_; }

private:
    const trammel::TreeNode& node(const State&, const char* where) const;
    /// X_FM from Model stage on: q is all it takes.
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

/// Ground, body 0 of every matter subsystem: fixed, and infinitely heavy.
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

}  // namespace SimTK
