// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "functions/function.h"
#include "simbody/mobilized_body.h"

namespace SimTK {

/// What joints with NQ coordinates and NU speeds offer in common: all of them at once, as Real or Vec.
/// @tparam Joint the joint's own class
template <class Joint, int NQ, int NU>
class MobilizedBodyOf : public MobilizedBody, public HandleCasts<Joint, MobilizedBody> {
public:
    using Q = std::conditional_t<NQ == 1, Real, Vec<NQ>>;
    using U = std::conditional_t<NU == 1, Real, Vec<NU>>;

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
    /// This joint's part of a vector over all speeds, or all coordinates.
    U getMyPartU(const State& s, const Vector& ulike) const {
        return get<U, NU>(Vector(ulike(int(getFirstUIndex(s)), NU)));
    }
    Q getMyPartQ(const State& s, const Vector& qlike) const {
        return get<Q, NQ>(Vector(qlike(int(getFirstQIndex(s)), NQ)));
    }

    /// What new States start with (topological).
    Q getDefaultQ() const { return get<Q, NQ>(Vector(NQ, MobilizedBody::getDefaultQ().data())); }
    Joint& setDefaultQ(const Q& q) {
        MobilizedBody::setDefaultQ(pointerTo(q), NQ);
        return static_cast<Joint&>(*this);
    }

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
};

/// Rotation q about the common z axis.
class MobilizedBody::Pin : public MobilizedBodyOf<MobilizedBody::Pin, 1, 1> {
public:
    Pin() = default;
    Pin(MobilizedBody& parent, const Body& body) : Pin(parent, Transform(), body, Transform()) {}
    Pin(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Real getAngle(const State& s) const { return getOneQ(s, 0); }
    void setAngle(State& s, Real angle) const { setOneQ(s, 0, angle); }
    Real getRate(const State& s) const { return getOneU(s, 0); }
    void setRate(State& s, Real rate) const { setOneU(s, 0, rate); }
    Pin& setDefaultAngle(Real angle) { return setDefaultQ(angle); }
    Real getDefaultAngle() const { return getDefaultQ(); }
    Real getAppliedPinTorque(const State& s, const Vector& mobilityForces) const {
        return getMyPartU(s, mobilityForces);
    }
};

/// Translation q along the common x axis.
class MobilizedBody::Slider : public MobilizedBodyOf<MobilizedBody::Slider, 1, 1> {
public:
    Slider() = default;
    Slider(MobilizedBody& parent, const Body& body) : Slider(parent, Transform(), body, Transform()) {}
    Slider(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Real getLength(const State& s) const { return getOneQ(s, 0); }
    void setLength(State& s, Real length) const { setOneQ(s, 0, length); }
    Real getRate(const State& s) const { return getOneU(s, 0); }
    void setRate(State& s, Real rate) const { setOneU(s, 0, rate); }
    Slider& setDefaultLength(Real length) { return setDefaultQ(length); }
    Real getDefaultLength() const { return getDefaultQ(); }
};

/// Rotation q about z and translation pitch q along it.
class MobilizedBody::Screw : public MobilizedBodyOf<MobilizedBody::Screw, 1, 1> {
public:
    Screw() = default;
    Screw(MobilizedBody& parent, const Body& body, Real pitch) : Screw(parent, Transform(), body, Transform(), pitch) {}
    Screw(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM, Real pitch);

    Real getAngle(const State& s) const { return getOneQ(s, 0); }
    void setAngle(State& s, Real angle) const { setOneQ(s, 0, angle); }
    Real getRate(const State& s) const { return getOneU(s, 0); }
    void setRate(State& s, Real rate) const { setOneU(s, 0, rate); }
    Real getDefaultPitch() const { return pitch_; }

private:
    Real pitch_ = 0;
};

/// Rotation q0 about x, then q1 about the new y.
class MobilizedBody::Universal : public MobilizedBodyOf<MobilizedBody::Universal, 2, 2> {
public:
    Universal() = default;
    Universal(MobilizedBody& parent, const Body& body) : Universal(parent, Transform(), body, Transform()) {}
    Universal(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Real getAngle(const State& s, int which) const { return getOneQ(s, which); }
    void setAngle(State& s, int which, Real angle) const { setOneQ(s, which, angle); }
};

/// Rotation q0 about z and translation q1 along it.
class MobilizedBody::Cylinder : public MobilizedBodyOf<MobilizedBody::Cylinder, 2, 2> {
public:
    Cylinder() = default;
    Cylinder(MobilizedBody& parent, const Body& body) : Cylinder(parent, Transform(), body, Transform()) {}
    Cylinder(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Real getAngle(const State& s) const { return getOneQ(s, 0); }
    void setAngle(State& s, Real angle) const { setOneQ(s, 0, angle); }
    Real getLength(const State& s) const { return getOneQ(s, 1); }
    void setLength(State& s, Real length) const { setOneQ(s, 1, length); }
};

/// Rotation q0 about z, then translation q1 along the turned x axis.
class MobilizedBody::BendStretch : public MobilizedBodyOf<MobilizedBody::BendStretch, 2, 2> {
public:
    BendStretch() = default;
    BendStretch(MobilizedBody& parent, const Body& body) : BendStretch(parent, Transform(), body, Transform()) {}
    BendStretch(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);
};

/// Rotation q0 about z, translations q1, q2 along x and y of F.
class MobilizedBody::Planar : public MobilizedBodyOf<MobilizedBody::Planar, 3, 3> {
public:
    Planar() = default;
    Planar(MobilizedBody& parent, const Body& body) : Planar(parent, Transform(), body, Transform()) {}
    Planar(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Real getAngle(const State& s) const { return getOneQ(s, 0); }
    Vec2 getTranslation(const State& s) const { return Vec2(getOneQ(s, 1), getOneQ(s, 2)); }
    void setAngle(State& s, Real angle) const { setOneQ(s, 0, angle); }
    void setTranslation(State& s, const Vec2& p) const {
        setOneQ(s, 1, p[0]);
        setOneQ(s, 2, p[1]);
    }
    Planar& setDefaultAngle(Real angle) {
        const Vec3 q = getDefaultQ();
        return setDefaultQ(Vec3(angle, q[1], q[2]));
    }
    Planar& setDefaultTranslation(const Vec2& p) { return setDefaultQ(Vec3(getDefaultQ()[0], p[0], p[1])); }
};

/// Body-fixed x-y-z angles; singular at q1 = +-90 degrees.
class MobilizedBody::Gimbal : public MobilizedBodyOf<MobilizedBody::Gimbal, 3, 3> {
public:
    Gimbal() = default;
    Gimbal(MobilizedBody& parent, const Body& body) : Gimbal(parent, Transform(), body, Transform()) {}
    Gimbal(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Gimbal& setDefaultRotation(const Rotation& R_FM) { return setDefaultQ(R_FM.convertRotationToBodyFixedXYZ()); }
};

/// Body-fixed x-y-z angles, then the position of M in F; singular as Gimbal.
class MobilizedBody::Bushing : public MobilizedBodyOf<MobilizedBody::Bushing, 6, 6> {
public:
    Bushing() = default;
    Bushing(MobilizedBody& parent, const Body& body) : Bushing(parent, Transform(), body, Transform()) {}
    Bushing(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);
};

/// Free rotation by a quaternion (w,x,y,z); u is the angular velocity in F.
class MobilizedBody::Ball : public MobilizedBodyOf<MobilizedBody::Ball, 4, 3> {
public:
    Ball() = default;
    Ball(MobilizedBody& parent, const Body& body) : Ball(parent, Transform(), body, Transform()) {}
    Ball(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Ball& setDefaultRotation(const Rotation& R_FM) { return setDefaultQ(R_FM.convertRotationToQuaternion()); }
    Rotation getDefaultRotation() const { return Rotation(Quaternion(getDefaultQ())); }
};

/// Position of M in F.
class MobilizedBody::Translation : public MobilizedBodyOf<MobilizedBody::Translation, 3, 3> {
public:
    Translation() = default;
    Translation(MobilizedBody& parent, const Body& body) : Translation(parent, Transform(), body, Transform()) {}
    Translation(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Translation& setDefaultTranslation(const Vec3& p_FM) { return setDefaultQ(p_FM); }
    const Vec3 getMobilizerTranslation(const State& s) const { return getQ(s); }
    void setMobilizerTranslation(State& s, const Vec3& p_FM) const { setQ(s, p_FM); }
    const Vec3 getMobilizerVelocity(const State& s) const { return getU(s); }
    void setMobilizerVelocity(State& s, const Vec3& v_FM) const { setU(s, v_FM); }
};

/// Free motion: a quaternion, then the position of M in F; u is [w_FM; v_FM] in F.
class MobilizedBody::Free : public MobilizedBodyOf<MobilizedBody::Free, 7, 6> {
public:
    Free() = default;
    Free(MobilizedBody& parent, const Body& body) : Free(parent, Transform(), body, Transform()) {}
    Free(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);

    Free& setDefaultTransform(const Transform& X_FM) {
        const Vec4 e = X_FM.R().convertRotationToQuaternion();
        const Vec3& p = X_FM.p();
        return setDefaultQ(Vec<7>(e[0], e[1], e[2], e[3], p[0], p[1], p[2]));
    }
    Free& setDefaultTranslation(const Vec3& p_FM) { return setDefaultTransform(Transform(defaultRotation(), p_FM)); }
    Free& setDefaultRotation(const Rotation& R_FM) {
        return setDefaultTransform(Transform(R_FM, getDefaultQ().getSubVec<3>(4)));
    }

private:
    Rotation defaultRotation() const { return Rotation(Quaternion(getDefaultQ().getSubVec<4>(0))); }
};

/// Orientation of a line: a quaternion; no spin about the z axis of M.
class MobilizedBody::LineOrientation : public MobilizedBodyOf<MobilizedBody::LineOrientation, 4, 2> {
public:
    LineOrientation() = default;
    LineOrientation(MobilizedBody& parent, const Body& body)
        : LineOrientation(parent, Transform(), body, Transform()) {}
    LineOrientation(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);
};

/// Free motion of a line: LineOrientation, then the position of M in F.
class MobilizedBody::FreeLine : public MobilizedBodyOf<MobilizedBody::FreeLine, 7, 5> {
public:
    FreeLine() = default;
    FreeLine(MobilizedBody& parent, const Body& body) : FreeLine(parent, Transform(), body, Transform()) {}
    FreeLine(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);
};

/// Free rotation, with M on an ellipsoid at the point whose normal is the z axis of M.
class MobilizedBody::Ellipsoid : public MobilizedBodyOf<MobilizedBody::Ellipsoid, 4, 3> {
public:
    Ellipsoid() = default;
    Ellipsoid(MobilizedBody& parent, const Body& body, const Vec3& radii)
        : Ellipsoid(parent, Transform(), body, Transform(), radii) {}
    Ellipsoid(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM, const Vec3& radii);
};

/// Azimuth about z, zenith about the turned y, radius along z of M.
class MobilizedBody::SphericalCoords : public MobilizedBodyOf<MobilizedBody::SphericalCoords, 3, 3> {
public:
    SphericalCoords() = default;
    SphericalCoords(MobilizedBody& parent, const Body& body)
        : SphericalCoords(parent, Transform(), body, Transform()) {}
    SphericalCoords(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);
};

/// No motion at all.
class MobilizedBody::Weld : public MobilizedBody, public HandleCasts<MobilizedBody::Weld, MobilizedBody> {
public:
    Weld() = default;
    Weld(MobilizedBody& parent, const Body& body) : Weld(parent, Transform(), body, Transform()) {}
    Weld(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM);
};

/// Six functions of n coordinates: three angles about axes one after the other, three translations along axes; u = qdot.
class MobilizedBody::FunctionBased : public MobilizedBody,
                                     public HandleCasts<MobilizedBody::FunctionBased, MobilizedBody> {
public:
    using Functions = Array_<const Function*>;
    using Coordinates = Array_<Array_<int>>;
    FunctionBased() = default;
    /// Takes over the functions. Axes are x, y, z unless given; pairs of parallel axes within three are refused.
    FunctionBased(MobilizedBody& parent, const Body& body, int nmobilities, const Functions& functions,
                  const Coordinates& coordIndices)
        : FunctionBased(parent, Transform(), body, Transform(), nmobilities, functions, coordIndices) {}
    FunctionBased(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                  int nmobilities, const Functions& functions, const Coordinates& coordIndices);
    FunctionBased(MobilizedBody& parent, const Body& body, int nmobilities, const Functions& functions,
                  const Coordinates& coordIndices, const Array_<Vec3>& axes)
        : FunctionBased(parent, Transform(), body, Transform(), nmobilities, functions, coordIndices, axes) {}
    FunctionBased(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                  int nmobilities, const Functions& functions, const Coordinates& coordIndices,
                  const Array_<Vec3>& axes);
};

}  // namespace SimTK
