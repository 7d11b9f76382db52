// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "system/break_source.h"
#include "system/step_limiter.h"
#include "system/system.h"

namespace trammel::test {

/// A differential equation and its events, put together from functions.
struct Equations {
    std::string name = "equations";
    Vector q, u, z;
    /// Fill qdot, udot and zdot from t, q, u, z.
    struct Rates {
        Vector &qdot, &udot, &zdot;
    };
    std::function<void(Real t, const Vector& q, const Vector& u, const Vector& z, Rates rates)> rates;
    /// Sets q[0] (and qdot[0] by way of u[0]) as a function of time.
    std::function<Real(Real t)> prescribedQ, prescribedU;

    struct Witness {
        Stage stage = Stage::Position;
        std::function<Real(const State&)> value;
        bool rising = true, falling = true;
        Real window = 0.1;
    };
    std::vector<Witness> witnesses;
    /// Called with the number of each triggered witness; returns true to terminate.
    std::function<bool(State&, int witness)> triggered;

    struct Periodic {
        Real interval = 0;
        std::function<void(State&)> event;
        std::function<void(const State&)> report;
    };
    std::vector<Periodic> periodic;
    std::function<void(State&)> initialization, termination, timeAdvanced;
    /// Initial value and update value of an auto-update variable that the rates may read.
    std::function<Real(const State&)> nextMemory;
    Real memory = NaN;
    std::vector<std::string> zNames;
};

class EquationsGuts : public Subsystem::Guts {
public:
    explicit EquationsGuts(Equations equations);

    EquationsGuts* cloneImpl() const override { return new EquationsGuts(*this); }
    int realizeSubsystemTopologyImpl(State&) const override;
    int realizeSubsystemInstanceImpl(const State&) const override;
    int realizeSubsystemPositionImpl(const State&) const override;
    int realizeSubsystemVelocityImpl(const State&) const override;
    int realizeSubsystemDynamicsImpl(const State&) const override;
    int realizeSubsystemAccelerationImpl(const State&) const override;
    void calcEventTriggerInfoImpl(const State&, Array_<EventTriggerInfo>&) const override;
    void calcTimeOfNextScheduledEventImpl(const State&, Real&, Array_<EventId>&, bool) const override;
    void calcTimeOfNextScheduledReportImpl(const State&, Real&, Array_<EventId>&, bool) const override;
    void handleEventsImpl(State&, Event::Cause, const Array_<EventId>&, const HandleEventsOptions&,
                          HandleEventsResults&) const override;
    void reportEventsImpl(const State&, Event::Cause, const Array_<EventId>&) const override;
    std::string nameOfZ(int i) const override;

    const Equations& getEquations() const { return equations_; }
    Real getMemory(const State& state) const;

private:
    void nextTime(const State&, bool reports, Real& t, Array_<EventId>& ids, bool includeCurrentTime) const;
    void fillWitnesses(const State&, Stage) const;

    Equations equations_;
    mutable std::vector<EventId> witnessIds_, periodicIds_;
    mutable DiscreteVariableIndex memory_;
};

/// q = sin(50 t), prescribed, and a slow decay of z: only z has an integration error.
Equations prescribedSineAndDecay();

/// Times of the impacts of bouncingBall(0.8), s.
inline constexpr Real bouncingBallImpacts[] = {0.4515236409857309, 1.173961466562900, 1.751911727024636,
                                               2.214271935394024,  2.584160102089535, 2.880070635445944};
/// The ball that keeps 0.8 of its speed, dropped from 1 m; appends the times of its impacts to @p found.
Equations recordedBouncingBall(std::vector<Real>& found);

/// A System of one or more Equations, ready to be copied from its default State.
class EquationsSystem : public System {
public:
    explicit EquationsSystem(Equations equations) : EquationsSystem(std::vector<Equations>{std::move(equations)}) {}
    explicit EquationsSystem(std::vector<Equations> equations);
    const State& start() const { return getDefaultState(); }
    const EquationsGuts& getGuts(int i = 0) const;

    bool prescribeQ(State&) const override;
    bool prescribeU(State&) const override;
    void markPrescribed(const State&, std::vector<char>& isPrescribed) const override;
};

/// q'' = -q from q = 1 at rest.
Equations oscillator();

/// A part of a System whose rates jump at 0.3 s and 0.7 s; counts the searches for these breaks.
class BreaksGuts : public Subsystem::Guts, public StepLimiter, public BreakSource {
public:
    BreaksGuts() : Guts("breaks") {}
    BreaksGuts* cloneImpl() const override { return new BreaksGuts(*this); }
    bool limitsSteps() const override { return true; }
    Real calcLongestStep(const State&, Real) const override { return Infinity; }
    Real calcNextBreak(const State&, Real time, Real) const override {
        ++searches;
        return time < 0.3 ? 0.3 : time < 0.7 ? 0.7 : Infinity;
    }
    mutable int searches = 0;
};

/// An oscillator with breaks.
class BreakingSystem : public EquationsSystem {
public:
    BreakingSystem() : EquationsSystem(oscillator()), breaks_(new BreaksGuts) {
        Subsystem subsystem;
        subsystem.adoptSubsystemGuts(breaks_);
        adoptSubsystem(subsystem);
        realizeTopology();
    }
    const BreaksGuts& getBreaks() const { return *breaks_; }

private:
    BreaksGuts* breaks_;
};
/// z' = -z from 1.
Equations decay();
/// Two bodies with eccentricity @p e, at periapsis; the period is 2π.
Equations kepler(Real e);
/// A ball dropped from 1 m (g = 9.81) that keeps @p restitution of its speed at each impact with q = 0.
Equations bouncingBall(Real restitution);

/// A pendulum of length 1 and mass 1 in Cartesian coordinates, g = 9.81 along -y, released at rest from the side.
class CartesianPendulum : public System {
public:
    CartesianPendulum();
    const State& start() const { return getDefaultState(); }
    ProjectResults projectQ(State&, Vector& yError, const ProjectOptions&) const override;
    ProjectResults projectU(State&, Vector& yError, const ProjectOptions&) const override;
    std::string describeQErr(const State&, int) const override { return "length of String"; }

    /// Makes projections fail from now on.
    bool refuseProjection = false;
    mutable int calls = 0;
};

}  // namespace trammel::test
