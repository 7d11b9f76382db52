// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
// Programs written to the documents print without including these.
#include <iomanip>
#include <iostream>
#include <limits>
#include <numbers>

#include "base/index.h"
#include "decoration/decorative_geometry.h"
#include "functions/kinds.h"
#include "math/factorization.h"
#include "math/spatial.h"
#include "math/vector.h"
#include "simbody/check_macros.h"
#include "simbody/string.h"
#include "system/default_system_subsystem.h"
#include "system/event_handler.h"
#include "system/event_reporter.h"
#include "system/measure.h"
#include "system/system.h"
#include "system/system_guts.h"

// Documented names of numbers, States, Systems and Subsystems: the engine's own, in the documented namespace. (A
// using-directive would also add all other engine names to SimTK.)
namespace SimTK {

// --- Numbers ---
using trammel::clamp;
using trammel::convertDegreesToRadians;
using trammel::convertRadiansToDegrees;
using trammel::cross;
using trammel::crossMat;
using trammel::crossMatSq;
using trammel::cube;
using trammel::det;
using trammel::dot;
using trammel::Eps;
using trammel::Infinity;
using trammel::inverse;
using trammel::isFinite;
using trammel::isInf;
using trammel::isNaN;
using trammel::MostNegativeReal;
using trammel::MostPositiveReal;
using trammel::NaN;
using trammel::outer;
using trammel::Pi;
using trammel::Real;
using trammel::sign;
using trammel::SignificantReal;
using trammel::SqrtEps;
using trammel::square;
using trammel::TinyReal;
inline constexpr Real Zero = 0, One = 1, MinusOne = -1, Two = 2, Three = 3;
inline constexpr Real OneHalf = 1. / 2, OneThird = 1. / 3, OneFourth = 1. / 4, OneFifth = 1. / 5, OneSixth = 1. / 6;
inline constexpr Real OneSeventh = 1. / 7, OneEighth = 1. / 8, OneNinth = 1. / 9;
inline constexpr Real Sqrt2 = std::numbers::sqrt2, OneOverSqrt2 = 1 / Sqrt2;
inline constexpr Real Sqrt3 = std::numbers::sqrt3, OneOverSqrt3 = std::numbers::inv_sqrt3;
inline const Real CubeRoot2 = std::cbrt(2.), CubeRoot3 = std::cbrt(3.);
inline constexpr Real E = std::numbers::e, Log2E = std::numbers::log2e, Log10E = std::numbers::log10e;
inline constexpr Real Ln2 = std::numbers::ln2, Ln10 = std::numbers::ln10;
inline constexpr Real LeastPositiveReal = TinyReal, LeastNegativeReal = -TinyReal;
/// Number of decimal digits that a Real represents exactly.
inline constexpr int NumDigitsReal = std::numeric_limits<Real>::digits10;
inline constexpr int LosslessNumDigitsReal = std::numeric_limits<Real>::max_digits10;
/// Limits @p x to [low, high].
inline Real& clampInPlace(Real low, Real& x, Real high) { return x = clamp(low, x, high); }
/// Equal up to @p tolerance times the larger one, or 1.
inline bool isNumericallyEqual(Real a, Real b, Real tolerance = SignificantReal) {
    return std::abs(a - b) <= tolerance * std::max({std::abs(a), std::abs(b), Real(1)});
}

using trammel::Array_;
using trammel::FactorLU;
using trammel::FactorQTZ;
using trammel::FactorSVD;
using trammel::Mat;
using trammel::Mat22;
using trammel::Mat33;
using trammel::Mat34;
using trammel::Mat43;
using trammel::Mat44;
using trammel::Mat55;
using trammel::Mat66;
using trammel::Matrix;
using trammel::Matrix_;
using trammel::Row;
using trammel::Row2;
using trammel::Row3;
using trammel::Row4;
using trammel::RowVector;
using trammel::SpatialVec;
using trammel::SymMat;
using trammel::SymMat22;
using trammel::SymMat33;
using trammel::Vec;
using trammel::Vec1;
using trammel::Vec2;
using trammel::Vec3;
using trammel::Vec4;
using trammel::Vec5;
using trammel::Vec6;
using trammel::Vector;
using trammel::Vector_;

using trammel::BodyOrSpaceType;
using trammel::BodyRotationSequence;
using trammel::CoordinateAxis;
using trammel::CoordinateDirection;
using trammel::Inertia;
using trammel::MassProperties;
using trammel::NegXAxis;
using trammel::NegYAxis;
using trammel::NegZAxis;
using trammel::Quaternion;
using trammel::Rotation;
using trammel::SpaceRotationSequence;
/// Type of ~R.
using InverseRotation = Rotation;
using trammel::Transform;
using trammel::UnitInertia;
using trammel::UnitVec3;
using trammel::XAxis;
using trammel::YAxis;
using trammel::ZAxis;

/// Sum of all elements.
template <class Derived>
typename Derived::Scalar sum(const Eigen::MatrixBase<Derived>& v) {
    return v.sum();
}
/// The lowest number if there are no elements.
template <class Derived>
typename Derived::Scalar max(const Eigen::MatrixBase<Derived>& v) {
    using Scalar = typename Derived::Scalar;
    return v.size() > 0 ? Scalar(v.maxCoeff()) : std::numeric_limits<Scalar>::lowest();
}
/// The highest number if there are no elements.
template <class Derived>
typename Derived::Scalar min(const Eigen::MatrixBase<Derived>& v) {
    using Scalar = typename Derived::Scalar;
    return v.size() > 0 ? Scalar(v.minCoeff()) : std::numeric_limits<Scalar>::max();
}

/// Absolute value of each element.
inline Vector abs(const Vector& v) { return v.abs(); }
inline Matrix abs(const Matrix& m) { return m.abs(); }

template <class Derived>
typename Derived::Scalar mean(const Eigen::MatrixBase<Derived>& v) {
    return v.mean();
}

// Like those of Vector, for expressions of vectors.
template <class Derived>
requires(Derived::ColsAtCompileTime == 1 && Derived::RowsAtCompileTime == Eigen::Dynamic) Vector operator+(
    const Eigen::MatrixBase<Derived>& v, Real all) {
    return Vector(v) + all;
}
template <class Derived>
requires(Derived::ColsAtCompileTime == 1 && Derived::RowsAtCompileTime == Eigen::Dynamic) Vector operator-(
    const Eigen::MatrixBase<Derived>& v, Real all) {
    return Vector(v) - all;
}

// --- Functions ---
using trammel::d2stepAny;
using trammel::d2stepDown;
using trammel::d2stepUp;
using trammel::d3stepAny;
using trammel::d3stepDown;
using trammel::d3stepUp;
using trammel::dstepAny;
using trammel::dstepDown;
using trammel::dstepUp;
using trammel::stepAny;
using trammel::stepDown;
using trammel::stepUp;

using trammel::Function;
using trammel::Function_;
using trammel::Spline;
using trammel::Spline_;
using trammel::SplineFitter;

// --- State, System, Subsystem ---
using trammel::AbstractValue;
using trammel::CacheEntryInfo;
using trammel::CacheEntryKey;
using trammel::DiscreteVarInfo;
using trammel::DiscreteVarKey;
using trammel::Event;
using trammel::EventTriggerInfo;
using trammel::HandleEventsOptions;
using trammel::HandleEventsResults;
using trammel::ListOfDependents;
using trammel::PerSubsystemInfo;
using trammel::Stage;
using trammel::StageVersion;
using trammel::State;
using trammel::Subsystem;
using trammel::System;
using trammel::Value;
using trammel::ValueVersion;

using trammel::DefaultSystemSubsystem;
using trammel::EventHandler;
using trammel::EventReporter;
using trammel::PeriodicEventHandler;
using trammel::PeriodicEventReporter;
using trammel::ScheduledEventHandler;
using trammel::ScheduledEventReporter;
using trammel::TriggeredEventHandler;
using trammel::TriggeredEventReporter;

using trammel::AbstractMeasure;
using trammel::Measure;
using trammel::Measure_;

using trammel::DecorativeGeometry;

using trammel::CacheEntryIndex;
using trammel::ConstrainedBodyIndex;
using trammel::ConstrainedMobilizerIndex;
using trammel::ConstrainedQIndex;
using trammel::ConstrainedUIndex;
using trammel::ConstraintIndex;
using trammel::DiscreteVariableIndex;
using trammel::EventId;
using trammel::EventTriggerByStageIndex;
using trammel::ForceIndex;
using trammel::MobilizedBodyIndex;
using trammel::MobilizerQIndex;
using trammel::MobilizerUIndex;
using trammel::MultiplierIndex;
using trammel::QErrIndex;
using trammel::QIndex;
using trammel::SubsystemIndex;
using trammel::SystemEventTriggerByStageIndex;
using trammel::SystemEventTriggerIndex;
using trammel::SystemMultiplierIndex;
using trammel::SystemQErrIndex;
using trammel::SystemQIndex;
using trammel::SystemUDotErrIndex;
using trammel::SystemUErrIndex;
using trammel::SystemUIndex;
using trammel::SystemYErrIndex;
using trammel::SystemYIndex;
using trammel::SystemZIndex;
using trammel::UDotErrIndex;
using trammel::UErrIndex;
using trammel::UIndex;
using trammel::ZIndex;
using MobodIndex = MobilizedBodyIndex;

/// Exceptions of all documented misuse; see base/exceptions.h for the kinds.
namespace Exception {
using Base = trammel::Exception;
using StageTooLow = trammel::StageTooLow;
using StageTooHigh = trammel::StageTooHigh;
using CacheEntryOutOfDate = trammel::CacheEntryOutOfDate;
using IndexOutOfRange = trammel::IndexOutOfRange;
}  // namespace Exception

}  // namespace SimTK

// Found by argument-dependent lookup.
namespace trammel {
inline constexpr CoordinateDirection operator+(CoordinateAxis axis) { return {axis, 1}; }
// A number stands for a matrix with that number on the diagonal.
inline Matrix operator+(const Matrix& m, Real diagonal) {
    Matrix sum = m;
    for (int i = 0; i < std::min(sum.nrow(), sum.ncol()); ++i) sum(i, i) += diagonal;
    return sum;
}
inline Matrix operator-(const Matrix& m, Real diagonal) { return m + -diagonal; }
inline Matrix operator+(Real diagonal, const Matrix& m) { return m + diagonal; }
inline Matrix operator-(Real diagonal, const Matrix& m) { return Matrix(-m) + diagonal; }
/// Prints "~[a b c]" as in Simbody.
template <class T>
std::ostream& operator<<(std::ostream& out, const Vector_<T>& v) {
    out << "~[";
    for (int i = 0; i < int(v.size()); ++i) out << (i == 0 ? "" : " ") << v[i];
    return out << ']';
}
}  // namespace trammel

// Documented macros for constants.
#define SimTK_PI (::SimTK::Pi)
#define SimTK_E (::SimTK::E)
#define SimTK_SQRT2 (::SimTK::Sqrt2)
#define SimTK_SQRT3 (::SimTK::Sqrt3)
#define SimTK_LN2 (::SimTK::Ln2)
#define SimTK_LN10 (::SimTK::Ln10)
#define SimTK_RADIAN_TO_DEGREE (180.0 / ::SimTK::Pi)
#define SimTK_DEGREE_TO_RADIAN (::SimTK::Pi / 180.0)

// Documented macro for members of a measure's handle class; see system/measure.h.
#define SimTK_MEASURE_HANDLE_PREAMBLE_BASE(MH, PH) TRAMMEL_MEASURE_HANDLE_BASE(MH, PH)
#define SimTK_MEASURE_HANDLE_PREAMBLE(MH, PH) TRAMMEL_MEASURE_HANDLE_PREAMBLE(MH, PH)
#define SimTK_MEASURE_HANDLE_PREAMBLE_ABSTRACT(MH, PH) TRAMMEL_MEASURE_HANDLE_PREAMBLE_ABSTRACT(MH, PH)
#define SimTK_MEASURE_HANDLE_POSTSCRIPT(MH, PH) TRAMMEL_MEASURE_HANDLE_POSTSCRIPT(MH, PH)

// Defines an index type.
#define SimTK_DEFINE_UNIQUE_INDEX_TYPE(NAME) TRAMMEL_DEFINE_INDEX(NAME)
/// Within a class.
#define SimTK_DEFINE_UNIQUE_LOCAL_INDEX_TYPE(CLASS, NAME) TRAMMEL_DEFINE_INDEX(NAME)
