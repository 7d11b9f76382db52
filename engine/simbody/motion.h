// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "multibody/motion.h"
#include "simbody/custom_hooks.h"
#include "simbody/multibody_system.h"

namespace SimTK {

/// Prescribes how one mobilizer moves: a handle, made by constructing one of the nested types. All coordinates of the
/// mobilizer are driven at the same level. MobilizedBody::lock() overrides a motion for as long as it lasts.
///
/// A motion may be driven from levels high to low: what is below the driven level is driven too, what is above it is
/// found by integration. System::prescribe() puts known q and u into a State.
class Motion {
public:
    enum Level {
        NoLevel = -1,
        Acceleration = 0,  ///< udot is known
        Velocity = 1,      ///< u and udot are known
        Position = 2       ///< q, u and udot are known
    };
    static const char* nameOfLevel(Level);
    /// How the motion is given at its level.
    enum Method {
        NoMethod = -1,
        Zero = 0,        ///< zero, at the level and below it
        Discrete = 1,    ///< stays as it is in the State, unless an event changes it; zero below the level
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
    /// Handle to a motion that is there already.
    Motion(const SimbodyMatterSubsystem& matter, int index) : matter_(&matter), index_(index) {}

    /// The level that is driven as soon as no lock overrides it; NoLevel if the motion is disabled.
    Level getLevel(const State&) const;
    /// NoMethod if the motion is disabled.
    Method getLevelMethod(const State&) const;

    // --- Whether it is in force (Instance) ---
    bool isDisabled(const State&) const;
    void disable(State&) const;
    void enable(State&) const;
    /// In new States (topological).
    bool isDisabledByDefault() const;
    void setDisabledByDefault(bool shouldBeDisabled);

    const MobilizedBody& getMobilizedBody() const;
    bool isEmptyHandle() const { return matter_ == nullptr; }

protected:
    /// Add a motion to the mobilizer's subsystem. Throws trammel::Exception if it has one already.
    void attach(MobilizedBody&, std::unique_ptr<trammel::MotionElement>);
    const SimbodyMatterSubsystem& matter() const;
    SimbodyMatterSubsystem& updMatter();
    int index() const { return index_; }

private:
    template <class H>
    friend class MotionCasts;
    // Whether it is one of this kind.
    bool refersTo(const Steady*) const;
    bool refersTo(const Sinusoid*) const;
    bool refersTo(const Custom*) const;
    [[noreturn]] void refuseCast() const;

    const SimbodyMatterSubsystem* matter_ = nullptr;
    int index_ = -1;
};

/// Finds the kind of motion behind a general handle: H::isInstanceOf(motion), H::downcast(motion).
template <class H>
class MotionCasts {
public:
    static bool isInstanceOf(const Motion& motion) { return motion.refersTo(static_cast<const H*>(nullptr)); }
    /// Throws trammel::Exception if the motion is of another kind.
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

    /// Of new States (topological); of all speeds at once, of one, and of the first N.
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

/// A motion of your own: derive from Implementation and hand a new one to the constructor.
class Motion::Custom : public Motion, public MotionCasts<Motion::Custom> {
public:
    class Implementation;
    Custom() = default;
    /// Takes over the implementation.
    Custom(MobilizedBody&, Implementation* implementation);

protected:
    const Implementation& getImplementation() const;
    Implementation& updImplementation();
};

/// What a custom motion is: its level, and the functions at that level and below. Each must be the exact time derivative
/// of the one above; those of levels that are not driven are never called, and throw trammel::Exception if they are. A
/// stage's hook comes before any function that needs the stage.
class Motion::Custom::Implementation : public CustomHooks {
public:
    /// Not needed by the engine: what is copied are handles.
    virtual Implementation* clone() const;

    /// Depends on nothing beyond Instance variables.
    virtual Motion::Level getLevel(const State&) const = 0;
    virtual Motion::Method getLevelMethod(const State&) const { return Motion::Prescribed; }

    // --- Level Position: q from what is known at Time, qdot also from the mobilizer's q, qdotdot also from its qdot ---
    virtual void calcPrescribedPosition(const State&, int nq, Real* q) const;
    virtual void calcPrescribedPositionDot(const State&, int nq, Real* qdot) const;
    virtual void calcPrescribedPositionDotDot(const State&, int nq, Real* qdotdot) const;
    // --- Level Velocity: u from what is known at Position, udot also from velocities ---
    virtual void calcPrescribedVelocity(const State&, int nu, Real* u) const;
    virtual void calcPrescribedVelocityDot(const State&, int nu, Real* udot) const;
    // --- Level Acceleration: udot from what is known at Velocity ---
    virtual void calcPrescribedAcceleration(const State&, int nu, Real* udot) const;
};

}  // namespace SimTK
