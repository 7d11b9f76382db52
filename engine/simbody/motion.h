// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "multibody/motion.h"
#include "simbody/custom_hooks.h"
#include "simbody/multibody_system.h"

namespace SimTK {

/// Handle to a prescribed motion of one mobilizer, created by constructing one of the nested types. All coordinates of
/// the mobilizer are driven at the same level. MobilizedBody::lock() overrides a motion while it is in force.
///
/// Derivatives of the driven level are driven too; integrals are not. System::prescribe() writes known q and u into a
/// State.
class Motion {
public:
    enum Level {
        NoLevel = -1,
        Acceleration = 0,  ///< udot is known
        Velocity = 1,      ///< u and udot are known
        Position = 2       ///< q, u and udot are known
    };
    static const char* nameOfLevel(Level);
    /// How the motion is defined at its level.
    enum Method {
        NoMethod = -1,
        Zero = 0,        ///< zero, at the level and below it
        Discrete = 1,    ///< constant in the State, unless an event changes it; zero below the level
        Prescribed = 2,  ///< a function of time and State, with its derivatives below the level
        Free = 3,        ///< acceleration level only: not driven at all
        Fast = 4         ///< relaxation: not supported, realizing Instance throws
    };
    static const char* nameOfMethod(Method);

    class Steady;
    class Sinusoid;
    class Custom;

    Motion() = default;
    virtual ~Motion() = default;
    Motion(const Motion&) = default;
    Motion& operator=(const Motion&) = default;
    /// Handle to an existing motion.
    Motion(const SimbodyMatterSubsystem& matter, int index) : matter_(&matter), index_(index) {}

    /// The driven level while not overridden by a lock; NoLevel if disabled.
    Level getLevel(const State&) const;
    /// NoMethod if disabled.
    Method getLevelMethod(const State&) const;

    // --- Enabled flag (Instance) ---
    bool isDisabled(const State&) const;
    void disable(State&) const;
    void enable(State&) const;
    /// In new States (topological).
    bool isDisabledByDefault() const;
    void setDisabledByDefault(bool shouldBeDisabled);

    const MobilizedBody& getMobilizedBody() const;
    bool isEmptyHandle() const { return matter_ == nullptr; }

protected:
    /// Adds a motion to the mobilizer's subsystem. Throws trammel::Exception if it already has one.
    void attach(MobilizedBody&, std::unique_ptr<trammel::MotionElement>);
    const SimbodyMatterSubsystem& matter() const;
    SimbodyMatterSubsystem& updMatter();
    int index() const { return index_; }

private:
    template <class H>
    friend class MotionCasts;
    // True if it is of this type.
    bool refersTo(const Steady*) const;
    bool refersTo(const Sinusoid*) const;
    bool refersTo(const Custom*) const;
    [[noreturn]] void refuseCast() const;

    const SimbodyMatterSubsystem* matter_ = nullptr;
    int index_ = -1;
};

/// Downcasts of motions: H::isInstanceOf(motion), H::downcast(motion).
template <class H>
class MotionCasts {
public:
    static bool isInstanceOf(const Motion& motion) { return motion.refersTo(static_cast<const H*>(nullptr)); }
    /// Throws trammel::Exception if the motion is of another type.
    static H downcast(const Motion& motion) {
        if (!isInstanceOf(motion)) motion.refuseCast();
        H handle;
        static_cast<Motion&>(handle) = motion;
        return handle;
    }
};

/// The speeds of a mobilizer are constant.
class Motion::Steady : public Motion, public MotionCasts<Motion::Steady> {
public:
    Steady() = default;
    /// All speeds are @p u.
    Steady(MobilizedBody&, Real u);
    /// The first N speeds are @p u, all others zero.
    template <int N>
    Steady(MobilizedBody& mobod, const Vec<N>& u) : Steady(mobod, u.data(), N) {}

    /// In new States (topological): all speeds, one, or the first N.
    Steady& setDefaultRate(Real u);
    Steady& setOneDefaultRate(MobilizerUIndex, Real u);
    template <int N>
    Steady& setDefaultRates(const Vec<N>& u) {
        return setDefaultRates(u.data(), N);
    }
    Real getOneDefaultRate(MobilizerUIndex) const;
    /// In a State; invalidates Velocity.
    void setRate(State&, Real u) const;
    void setOneRate(State&, MobilizerUIndex, Real u) const;
    Real getOneRate(const State&, MobilizerUIndex) const;

private:
    Steady(MobilizedBody&, const Real* u, int n);
    Steady& setDefaultRates(const Real* u, int n);
    std::size_t slot(MobilizerUIndex, const char* where) const;
};

/// All coordinates, speeds or accelerations of a mobilizer are  amplitude sin(rate t + phase).
class Motion::Sinusoid : public Motion, public MotionCasts<Motion::Sinusoid> {
public:
    Sinusoid() = default;
    /// @param rate rad per unit of time
    /// @param phase rad
    Sinusoid(MobilizedBody&, Motion::Level, Real amplitude, Real rate, Real phase);
};

/// A user-defined motion: derive from Implementation and pass a new one to the constructor.
class Motion::Custom : public Motion, public MotionCasts<Motion::Custom> {
public:
    class Implementation;
    Custom() = default;
    /// Takes ownership of the implementation.
    Custom(MobilizedBody&, Implementation* implementation);

protected:
    const Implementation& getImplementation() const;
    Implementation& updImplementation();
};

/// Implementation of a custom motion: its level, and the functions at that level and below. Each must be the exact time
/// derivative of the previous one; those of undriven levels are never called, and throw trammel::Exception by default.
/// A stage's hook runs before any function that requires the stage.
class Motion::Custom::Implementation : public CustomHooks {
public:
    /// Not used by the engine, which copies handles.
    virtual Implementation* clone() const;

    /// May depend on Instance variables only.
    virtual Motion::Level getLevel(const State&) const = 0;
    virtual Motion::Method getLevelMethod(const State&) const { return Motion::Prescribed; }

    // --- Level Position: q from Time, qdot also from the mobilizer's q, qdotdot also from its qdot ---
    virtual void calcPrescribedPosition(const State&, int nq, Real* q) const;
    virtual void calcPrescribedPositionDot(const State&, int nq, Real* qdot) const;
    virtual void calcPrescribedPositionDotDot(const State&, int nq, Real* qdotdot) const;
    // --- Level Velocity: u from Position, udot also from velocities ---
    virtual void calcPrescribedVelocity(const State&, int nu, Real* u) const;
    virtual void calcPrescribedVelocityDot(const State&, int nu, Real* udot) const;
    // --- Level Acceleration: udot from Velocity ---
    virtual void calcPrescribedAcceleration(const State&, int nu, Real* udot) const;
};

}  // namespace SimTK
