// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "functions/function.h"
#include "simbody/mobilized_body.h"

namespace SimTK {

/// Common part of joints with NQ coordinates and NU speeds: constructors, and access to all coordinates as Real or Vec.
/// @tparam Joint the derived class; Joint::type is the key of its registered type
template <class Joint, int NQ, int NU>
class MobilizedBodyOf : public MobilizedBody, public HandleCasts<Joint, MobilizedBody> {
public:
    using Q = std::conditional_t<NQ == 1, Real, Vec<NQ>>;
    using U = std::conditional_t<NU == 1, Real, Vec<NU>>;

    MobilizedBodyOf() = default;
    /// Attaches @p body to @p parent. F is fixed to the parent at X_PF, M to the body at X_BM; default: the bodies' own
    /// frames.
    MobilizedBodyOf(MobilizedBody& parent, const Body& body, Direction direction = Forward)
        : MobilizedBodyOf(parent, Transform(), body, Transform(), direction) {}
    MobilizedBodyOf(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                    Direction direction = Forward)
        : MobilizedBodyOf(parent, X_PF, body, X_BM, Dimensions{}, direction) {}

    Q getQ(const State& s) const { return get<Q, NQ>(getQAsVector(s)); }
    Q getQDot(const State& s) const { return get<Q, NQ>(getQDotAsVector(s)); }
    Q getQDotDot(const State& s) const { return get<Q, NQ>(getQDotDotAsVector(s)); }
    U getU(const State& s) const { return get<U, NU>(getUAsVector(s)); }
    U getUDot(const State& s) const { return get<U, NU>(getUDotAsVector(s)); }
    void setQ(State& s, const Q& q) const {
        for (int i = 0; i < NQ; ++i) setOneQ(s, i, pointerTo(q)[i]);
    }
    void setU(State& s, const U& u) const {
        for (int i = 0; i < NU; ++i) setOneU(s, i, pointerTo(u)[i]);
    }
    /// This joint's part of a vector of all speeds, or all coordinates.
    U getMyPartU(const State& s, const Vector& ulike) const {
        return get<U, NU>(Vector(ulike(int(getFirstUIndex(s)), NU)));
    }
    Q getMyPartQ(const State& s, const Vector& qlike) const {
        return get<Q, NQ>(Vector(qlike(int(getFirstQIndex(s)), NQ)));
    }
    U& updMyPartU(const State& s, Vector& ulike) const { return upd<U>(&ulike[int(getFirstUIndex(s))]); }
    Q& updMyPartQ(const State& s, Vector& qlike) const { return upd<Q>(&qlike[int(getFirstQIndex(s))]); }

    // Initial values of new States (topological).
    Q getDefaultQ() const { return get<Q, NQ>(Vector(NQ, MobilizedBody::getDefaultQ().data())); }
    Joint& setDefaultQ(const Q& q) {
        MobilizedBody::setDefaultQ(pointerTo(q), NQ);
        return self();
    }
    Joint& setDefaultInboardFrame(const Transform& X_PF) {
        MobilizedBody::setDefaultInboardFrame(X_PF);
        return self();
    }
    Joint& setDefaultOutboardFrame(const Transform& X_BM) {
        MobilizedBody::setDefaultOutboardFrame(X_BM);
        return self();
    }

protected:
    MobilizedBodyOf(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                    const Dimensions& dimensions, Direction direction) {
        attach(parent, X_PF, body, X_BM, Joint::type, dimensions, direction);
        // The subsystem's handle, of the same dynamic type.
        auto handle = std::make_unique<Joint>();
        static_cast<MobilizedBody&>(*handle) = static_cast<const MobilizedBody&>(*this);
        updMatterSubsystem().adoptHandle(std::move(handle));
    }
    Joint& self() { return static_cast<Joint&>(*this); }
    std::unique_ptr<MobilizedBody> makeHandle() const override { return std::make_unique<Joint>(); }

private:
    static const Real* pointerTo(const Real& x) { return &x; }
    template <int N>
    static const Real* pointerTo(const Vec<N>& x) {
        return x.data();
    }
    template <class T, int N>
    static T get(const Vector& v) {
        if constexpr (N == 1)
            return v[0];
        else
            return Vec<N>(v.data());
    }
    template <class T>
    static T& upd(Real* v) {
        if constexpr (std::is_same_v<T, Real>)
            return *v;
        else
            return T::updAs(v);
    }
};

/// Rotation q about the common z axis.
class MobilizedBody::Pin : public MobilizedBodyOf<MobilizedBody::Pin, 1, 1> {
public:
    static constexpr const char* type = "pin";
    using MobilizedBodyOf::MobilizedBodyOf;

    Real getAngle(const State& s) const { return getOneQ(s, 0); }
    void setAngle(State& s, Real angle) const { setOneQ(s, 0, angle); }
    Real getRate(const State& s) const { return getOneU(s, 0); }
    void setRate(State& s, Real rate) const { setOneU(s, 0, rate); }
    Pin& setDefaultAngle(Real angle) { return setDefaultQ(angle); }
    Real getDefaultAngle() const { return getDefaultQ(); }
    Real getAppliedPinTorque(const State& s, const Vector& mobilityForces) const {
        return getMyPartU(s, mobilityForces);
    }
    void applyPinTorque(const State& s, Real torque, Vector& mobilityForces) const {
        updMyPartU(s, mobilityForces) += torque;
    }
};

/// Translation q along the common x axis.
class MobilizedBody::Slider : public MobilizedBodyOf<MobilizedBody::Slider, 1, 1> {
public:
    static constexpr const char* type = "slider";
    using MobilizedBodyOf::MobilizedBodyOf;

    Real getLength(const State& s) const { return getOneQ(s, 0); }
    void setLength(State& s, Real length) const { setOneQ(s, 0, length); }
    Real getRate(const State& s) const { return getOneU(s, 0); }
    void setRate(State& s, Real rate) const { setOneU(s, 0, rate); }
    Slider& setDefaultLength(Real length) { return setDefaultQ(length); }
    Real getDefaultLength() const { return getDefaultQ(); }
    Real getAppliedForce(const State& s, const Vector& mobilityForces) const { return getMyPartU(s, mobilityForces); }
    void applyForce(const State& s, Real force, Vector& mobilityForces) const {
        updMyPartU(s, mobilityForces) += force;
    }
};

/// Rotation q about z and translation pitch q along it.
class MobilizedBody::Screw : public MobilizedBodyOf<MobilizedBody::Screw, 1, 1> {
public:
    static constexpr const char* type = "screw";
    Screw() = default;
    Screw(MobilizedBody& parent, const Body& body, Real pitch, Direction direction = Forward)
        : Screw(parent, Transform(), body, Transform(), pitch, direction) {}
    Screw(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM, Real pitch,
          Direction direction = Forward)
        : MobilizedBodyOf(parent, X_PF, body, X_BM, {{"pitch", pitch}}, direction) {}

    Real getAngle(const State& s) const { return getOneQ(s, 0); }
    void setAngle(State& s, Real angle) const { setOneQ(s, 0, angle); }
    Real getRate(const State& s) const { return getOneU(s, 0); }
    void setRate(State& s, Real rate) const { setOneU(s, 0, rate); }
    Screw& setDefaultAngle(Real angle) { return setDefaultQ(angle); }
    Real getDefaultAngle() const { return getDefaultQ(); }
    /// Advance per radian (topological).
    Real getDefaultPitch() const;
    Screw& setDefaultPitch(Real pitch);
};

/// Rotation q0 about x, then q1 about the rotated y.
class MobilizedBody::Universal : public MobilizedBodyOf<MobilizedBody::Universal, 2, 2> {
public:
    static constexpr const char* type = "universal";
    using MobilizedBodyOf::MobilizedBodyOf;

    Real getAngle(const State& s, int which) const { return getOneQ(s, which); }
    void setAngle(State& s, int which, Real angle) const { setOneQ(s, which, angle); }
};

/// Rotation q0 about z and translation q1 along it.
class MobilizedBody::Cylinder : public MobilizedBodyOf<MobilizedBody::Cylinder, 2, 2> {
public:
    static constexpr const char* type = "cylinder";
    using MobilizedBodyOf::MobilizedBodyOf;

    Real getAngle(const State& s) const { return getOneQ(s, 0); }
    void setAngle(State& s, Real angle) const { setOneQ(s, 0, angle); }
    Real getLength(const State& s) const { return getOneQ(s, 1); }
    void setLength(State& s, Real length) const { setOneQ(s, 1, length); }
};

/// Rotation q0 about z, then translation q1 along the rotated x axis.
class MobilizedBody::BendStretch : public MobilizedBodyOf<MobilizedBody::BendStretch, 2, 2> {
public:
    static constexpr const char* type = "bendStretch";
    using MobilizedBodyOf::MobilizedBodyOf;
};

/// Rotation q0 about z, translations q1, q2 along x and y of F.
class MobilizedBody::Planar : public MobilizedBodyOf<MobilizedBody::Planar, 3, 3> {
public:
    static constexpr const char* type = "planar";
    using MobilizedBodyOf::MobilizedBodyOf;

    Real getAngle(const State& s) const { return getOneQ(s, 0); }
    void setAngle(State& s, Real angle) const { setOneQ(s, 0, angle); }
    Vec2 getTranslation(const State& s) const { return Vec2(getOneQ(s, 1), getOneQ(s, 2)); }
    void setTranslation(State& s, const Vec2& p) const {
        setOneQ(s, 1, p[0]);
        setOneQ(s, 2, p[1]);
    }
    Real getDefaultAngle() const { return getDefaultQ()[0]; }
    Vec2 getDefaultTranslation() const { return Vec2(getDefaultQ()[1], getDefaultQ()[2]); }
    Planar& setDefaultAngle(Real angle) {
        const Vec3 q = getDefaultQ();
        return setDefaultQ(Vec3(angle, q[1], q[2]));
    }
    Planar& setDefaultTranslation(const Vec2& p) { return setDefaultQ(Vec3(getDefaultQ()[0], p[0], p[1])); }
};

/// Body-fixed x-y-z angles; singular at q1 = +-90 degrees.
class MobilizedBody::Gimbal : public MobilizedBodyOf<MobilizedBody::Gimbal, 3, 3> {
public:
    static constexpr const char* type = "gimbal";
    using MobilizedBodyOf::MobilizedBodyOf;

    Gimbal& setDefaultRotation(const Rotation& R_FM) { return setDefaultQ(R_FM.convertRotationToBodyFixedXYZ()); }
    Rotation getDefaultRotation() const { return Rotation::fromBodyXYZ(getDefaultQ()); }
};

/// Body-fixed x-y-z angles, then the position of M in F; singular as Gimbal.
class MobilizedBody::Bushing : public MobilizedBodyOf<MobilizedBody::Bushing, 6, 6> {
public:
    static constexpr const char* type = "bushing";
    using MobilizedBodyOf::MobilizedBodyOf;

    Bushing& setDefaultTransform(const Transform& X_FM) {
        const Vec3 a = X_FM.R().convertRotationToBodyFixedXYZ(), &p = X_FM.p();
        return setDefaultQ(Vec6(a[0], a[1], a[2], p[0], p[1], p[2]));
    }
    Transform getDefaultTransform() const {
        const Vec6 q = getDefaultQ();
        return Transform(Rotation::fromBodyXYZ(q.getSubVec<3>(0)), q.getSubVec<3>(3));
    }
};

/// Free rotation by a quaternion (w,x,y,z); u is the angular velocity in F.
class MobilizedBody::Ball : public MobilizedBodyOf<MobilizedBody::Ball, 4, 3> {
public:
    static constexpr const char* type = "ball";
    using MobilizedBodyOf::MobilizedBodyOf;

    Ball& setDefaultRotation(const Rotation& R_FM) { return setDefaultQ(R_FM.convertRotationToQuaternion()); }
    Rotation getDefaultRotation() const { return Rotation(Quaternion(getDefaultQ())); }
};

/// Position of M in F.
class MobilizedBody::Translation : public MobilizedBodyOf<MobilizedBody::Translation, 3, 3> {
public:
    static constexpr const char* type = "translation";
    using MobilizedBodyOf::MobilizedBodyOf;

    Translation& setDefaultTranslation(const Vec3& p_FM) { return setDefaultQ(p_FM); }
    Vec3 getDefaultTranslation() const { return getDefaultQ(); }
    Vec3 getTranslation(const State& s) const { return getQ(s); }
    void setTranslation(State& s, const Vec3& p_FM) const { setQ(s, p_FM); }
    Vec3 getVelocity(const State& s) const { return getU(s); }
    void setVelocity(State& s, const Vec3& v_FM) const { setU(s, v_FM); }
    Vec3 getAcceleration(const State& s) const { return getUDot(s); }
    // Documented names.
    Vec3 getMobilizerTranslation(const State& s) const { return getQ(s); }
    void setMobilizerTranslation(State& s, const Vec3& p_FM) const { setQ(s, p_FM); }
    Vec3 getMobilizerVelocity(const State& s) const { return getU(s); }
    void setMobilizerVelocity(State& s, const Vec3& v_FM) const { setU(s, v_FM); }
    Vec3 getMobilizerAcceleration(const State& s) const { return getUDot(s); }
};

/// Free motion: a quaternion, then the position of M in F; u is [w_FM; v_FM] in F.
class MobilizedBody::Free : public MobilizedBodyOf<MobilizedBody::Free, 7, 6> {
public:
    static constexpr const char* type = "free";
    using MobilizedBodyOf::MobilizedBodyOf;

    Free& setDefaultTransform(const Transform& X_FM) {
        return setDefaults(X_FM.R().convertRotationToQuaternion(), X_FM.p());
    }
    Free& setDefaultTranslation(const Vec3& p_FM) { return setDefaults(getDefaultQuaternion(), p_FM); }
    Free& setDefaultRotation(const Rotation& R_FM) { return setDefaultQuaternion(R_FM.convertRotationToQuaternion()); }
    Free& setDefaultQuaternion(const Quaternion& e) { return setDefaults(e, getDefaultTranslation()); }
    Vec3 getDefaultTranslation() const { return getDefaultQ().getSubVec<3>(4); }
    Quaternion getDefaultQuaternion() const { return Quaternion(getDefaultQ().getSubVec<4>(0)); }
    Rotation getDefaultRotation() const { return Rotation(getDefaultQuaternion()); }
    Transform getDefaultTransform() const { return Transform(getDefaultRotation(), getDefaultTranslation()); }

private:
    Free& setDefaults(const Quaternion& e, const Vec3& p) {
        return setDefaultQ(Vec<7>(e[0], e[1], e[2], e[3], p[0], p[1], p[2]));
    }
};

/// Orientation of a line: a quaternion; no spin about the z axis of M.
class MobilizedBody::LineOrientation : public MobilizedBodyOf<MobilizedBody::LineOrientation, 4, 2> {
public:
    static constexpr const char* type = "lineOrientation";
    using MobilizedBodyOf::MobilizedBodyOf;

    LineOrientation& setDefaultRotation(const Rotation& R_FM) {
        return setDefaultQ(R_FM.convertRotationToQuaternion());
    }
    Rotation getDefaultRotation() const { return Rotation(Quaternion(getDefaultQ())); }
};

/// Free motion of a line: LineOrientation, then the position of M in F.
class MobilizedBody::FreeLine : public MobilizedBodyOf<MobilizedBody::FreeLine, 7, 5> {
public:
    static constexpr const char* type = "freeLine";
    using MobilizedBodyOf::MobilizedBodyOf;
};

/// Free rotation, with M on an ellipsoid at the point in the direction of its z axis; default radii 1.
class MobilizedBody::Ellipsoid : public MobilizedBodyOf<MobilizedBody::Ellipsoid, 4, 3> {
public:
    static constexpr const char* type = "ellipsoid";
    using MobilizedBodyOf::MobilizedBodyOf;

    Ellipsoid(MobilizedBody& parent, const Body& body, const Vec3& radii, Direction direction = Forward)
        : Ellipsoid(parent, Transform(), body, Transform(), radii, direction) {}
    Ellipsoid(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM, const Vec3& radii,
              Direction direction = Forward)
        : MobilizedBodyOf(parent, X_PF, body, X_BM, {{"radii", radii}}, direction) {}

    /// Topological.
    const Vec3& getDefaultRadii() const;
    Ellipsoid& setDefaultRadii(const Vec3& radii);
    Ellipsoid& setDefaultRotation(const Rotation& R_FM) { return setDefaultQ(R_FM.convertRotationToQuaternion()); }
    Rotation getDefaultRotation() const { return Rotation(Quaternion(getDefaultQ())); }
};

/// Azimuth a = ±q0 + a0 about z, zenith angle b = ±q1 + b0 about the rotated y, radius ±q2 along z or x of M; by
/// default the plain q along z. Offsets, signs and axis are topological.
class MobilizedBody::SphericalCoords : public MobilizedBodyOf<MobilizedBody::SphericalCoords, 3, 3> {
public:
    static constexpr const char* type = "sphericalCoords";
    using MobilizedBodyOf::MobilizedBodyOf;

    SphericalCoords(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                    Real azimuthOffset, bool azimuthNegated, Real zenithOffset, bool zenithNegated,
                    CoordinateAxis radialAxis, bool radialNegated, Direction direction = Forward);

    SphericalCoords& setDefaultAngles(const Vec2& a) { return setDefaultQ(Vec3(a[0], a[1], getDefaultQ()[2])); }
    SphericalCoords& setDefaultRadius(Real r) { return setDefaultQ(Vec3(getDefaultQ()[0], getDefaultQ()[1], r)); }
    Vec2 getDefaultAngles() const { return Vec2(getDefaultQ()[0], getDefaultQ()[1]); }
    Real getDefaultTranslation() const { return getDefaultQ()[2]; }
    /// x or z; throws trammel::Exception for y.
    SphericalCoords& setRadialAxis(CoordinateAxis);
    SphericalCoords& setNegateAzimuth(bool);
    SphericalCoords& setNegateZenith(bool);
    SphericalCoords& setNegateRadial(bool);
    CoordinateAxis getRadialAxis() const;
    bool isAzimuthNegated() const;
    bool isZenithNegated() const;
    bool isRadialNegated() const;
    Vec2 getAngles(const State& s) const { return Vec2(getOneQ(s, 0), getOneQ(s, 1)); }
    void setAngles(State& s, const Vec2& a) const {
        setOneQ(s, 0, a[0]);
        setOneQ(s, 1, a[1]);
    }
    Real getRadius(const State& s) const { return getOneQ(s, 2); }
    void setRadius(State& s, Real r) const { setOneQ(s, 2, r); }

private:
    SphericalCoords& change(const std::string& property, const trammel::PropertyValue&);
};

/// The tip of a beam of length L clamped along z of F: body-fixed x-y-z angles, with the corresponding deflection.
class MobilizedBody::CantileverFreeBeam : public MobilizedBodyOf<MobilizedBody::CantileverFreeBeam, 3, 3> {
public:
    static constexpr const char* type = "cantileverFreeBeam";
    CantileverFreeBeam() = default;
    CantileverFreeBeam(MobilizedBody& parent, const Body& body, Real L, Direction direction = Forward)
        : CantileverFreeBeam(parent, Transform(), body, Transform(), L, direction) {}
    CantileverFreeBeam(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM, Real L,
                       Direction direction = Forward)
        : MobilizedBodyOf(parent, X_PF, body, X_BM, {{"length", L}}, direction) {}

    Real getDefaultLength() const;
    CantileverFreeBeam& setDefaultLength(Real L);
    CantileverFreeBeam& setDefaultRotation(const Rotation& R_FM) {
        return setDefaultQ(R_FM.convertRotationToBodyFixedXYZ());
    }
    Rotation getDefaultRotation() const { return Rotation::fromBodyXYZ(getDefaultQ()); }
};

/// No motion.
class MobilizedBody::Weld : public MobilizedBodyOf<MobilizedBody::Weld, 0, 0> {
public:
    static constexpr const char* type = "weld";
    using MobilizedBodyOf::MobilizedBodyOf;
};

/// Six functions of n coordinates: three angles about successive axes, three translations along axes; u = qdot.
class MobilizedBody::FunctionBased : public MobilizedBody,
                                     public HandleCasts<MobilizedBody::FunctionBased, MobilizedBody> {
public:
    using Functions = Array_<const Function*>;
    /// The coordinates that each function depends on.
    class Coordinates : public Array_<Array_<int>> {
    public:
        using Array_<Array_<int>>::Array_;
        Coordinates(const Array_<Array_<int>>& lists) : Array_<Array_<int>>(lists) {}
        Coordinates(const std::vector<std::vector<int>>& lists) {
            for (const std::vector<int>& list : lists) push_back(Array_<int>(list));
        }
    };
    FunctionBased() = default;
    /// Takes ownership of the functions. Default axes are x, y, z; parallel axes within three are rejected.
    FunctionBased(MobilizedBody& parent, const Body& body, int nmobilities, const Functions& functions,
                  const Coordinates& coordIndices, Direction direction = Forward)
        : FunctionBased(parent, Transform(), body, Transform(), nmobilities, functions, coordIndices, direction) {}
    FunctionBased(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                  int nmobilities, const Functions& functions, const Coordinates& coordIndices,
                  Direction direction = Forward);
    FunctionBased(MobilizedBody& parent, const Body& body, int nmobilities, const Functions& functions,
                  const Coordinates& coordIndices, const Array_<Vec3>& axes, Direction direction = Forward)
        : FunctionBased(parent, Transform(), body, Transform(), nmobilities, functions, coordIndices, axes, direction) {
    }
    FunctionBased(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                  int nmobilities, const Functions& functions, const Coordinates& coordIndices,
                  const Array_<Vec3>& axes, Direction direction = Forward);

protected:
    std::unique_ptr<MobilizedBody> makeHandle() const override { return std::make_unique<FunctionBased>(); }
};

}  // namespace SimTK
