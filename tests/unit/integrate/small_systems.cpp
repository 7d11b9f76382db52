// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/integrate/small_systems.h"

#include <algorithm>
#include <cmath>

namespace trammel::test {

// --- Equations ---

EquationsGuts::EquationsGuts(Equations equations) : Guts(equations.name), equations_(std::move(equations)) {}

int EquationsGuts::realizeSubsystemTopologyImpl(State& s) const {
    // Several States may be in use at once, so shared data is fixed here.
    witnessIds_.clear();
    periodicIds_.clear();
    for (std::size_t i = 0; i < equations_.witnesses.size(); ++i) createScheduledEvent(s, witnessIds_.emplace_back());
    for (std::size_t i = 0; i < equations_.periodic.size(); ++i) createScheduledEvent(s, periodicIds_.emplace_back());
    if (equations_.q.size() > 0) allocateQ(s, equations_.q);
    if (equations_.u.size() > 0) allocateU(s, equations_.u);
    if (equations_.z.size() > 0) allocateZ(s, equations_.z);
    if (equations_.nextMemory)
        memory_ = allocateAutoUpdateDiscreteVariable(s, Stage::Dynamics, new Value<Real>(equations_.memory),
                                                     Stage::Acceleration, "memory");
    return 0;
}

int EquationsGuts::realizeSubsystemInstanceImpl(const State& s) const {
    for (const Equations::Witness& witness : equations_.witnesses)
        s.allocateEventTrigger(getMySubsystemIndex(), witness.stage, 1);
    return 0;
}

void EquationsGuts::fillWitnesses(const State& s, Stage stage) const {
    int slot = 0;
    for (const Equations::Witness& witness : equations_.witnesses)
        if (witness.stage == stage) s.updEventTriggersByStage(getMySubsystemIndex(), stage)[slot++] = witness.value(s);
}

int EquationsGuts::realizeSubsystemPositionImpl(const State& s) const {
    fillWitnesses(s, Stage::Position);
    return 0;
}
int EquationsGuts::realizeSubsystemVelocityImpl(const State& s) const {
    if (getQ(s).size() > 0) {
        Vector udot(getU(s).size()), zdot(getZ(s).size());
        equations_.rates(s.getTime(), getQ(s), getU(s), getZ(s), {updQDot(s), udot, zdot});
    }
    fillWitnesses(s, Stage::Velocity);
    return 0;
}
int EquationsGuts::realizeSubsystemDynamicsImpl(const State& s) const {
    fillWitnesses(s, Stage::Dynamics);
    return 0;
}
int EquationsGuts::realizeSubsystemAccelerationImpl(const State& s) const {
    equations_.rates(s.getTime(), getQ(s), getU(s), getZ(s), {updQDot(s), updUDot(s), updZDot(s)});
    // In all of these q'' = u'.
    if (getQ(s).size() == getU(s).size()) updQDotDot(s) = updUDot(s);
    if (equations_.nextMemory) {
        const SubsystemIndex me = getMySubsystemIndex();
        Value<Real>::updDowncast(s.updDiscreteVarUpdateValue(me, memory_)) = equations_.nextMemory(s);
        s.markDiscreteVarUpdateValueRealized(me, memory_);
    }
    fillWitnesses(s, Stage::Acceleration);
    return 0;
}

Real EquationsGuts::getMemory(const State& s) const { return Value<Real>::downcast(getDiscreteVariable(s, memory_)); }

void EquationsGuts::calcEventTriggerInfoImpl(const State&, Array_<EventTriggerInfo>& info) const {
    for (int g = Stage::Empty; g <= Stage::Report; ++g)
        for (std::size_t i = 0; i < equations_.witnesses.size(); ++i) {
            const Equations::Witness& w = equations_.witnesses[i];
            if (w.stage == Stage(g))
                info.push_back(EventTriggerInfo(witnessIds_[i])
                                   .setTriggerOnRisingSignTransition(w.rising)
                                   .setTriggerOnFallingSignTransition(w.falling)
                                   .setRequiredLocalizationTimeWindow(w.window));
        }
}

void EquationsGuts::nextTime(const State& s, bool reports, Real& t, Array_<EventId>& ids, bool includeCurrent) const {
    t = Infinity;
    const Real now = s.getTime();
    for (std::size_t i = 0; i < equations_.periodic.size(); ++i) {
        const Equations::Periodic& p = equations_.periodic[i];
        if (reports != bool(p.report)) continue;
        auto k = static_cast<long>(now / p.interval) - 1;
        while (includeCurrent ? k * p.interval < now : k * p.interval <= now) ++k;
        const Real next = Real(k) * p.interval;
        if (next < t) ids.clear();
        if (next <= t) ids.push_back(periodicIds_[i]);
        t = std::min(t, next);
    }
}
void EquationsGuts::calcTimeOfNextScheduledEventImpl(const State& s, Real& t, Array_<EventId>& ids,
                                                     bool includeCurrent) const {
    nextTime(s, false, t, ids, includeCurrent);
}
void EquationsGuts::calcTimeOfNextScheduledReportImpl(const State& s, Real& t, Array_<EventId>& ids,
                                                      bool includeCurrent) const {
    nextTime(s, true, t, ids, includeCurrent);
}

void EquationsGuts::handleEventsImpl(State& s, Event::Cause cause, const Array_<EventId>& ids,
                                     const HandleEventsOptions&, HandleEventsResults& results) const {
    const auto call = [&](const std::function<void(State&)>& handler) {
        if (handler) handler(s);
    };
    const auto contains = [&](EventId id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); };
    if (cause == Event::Cause::Initialization) call(equations_.initialization);
    if (cause == Event::Cause::Termination) call(equations_.termination);
    if (cause == Event::Cause::TimeAdvanced) call(equations_.timeAdvanced);
    if (cause == Event::Cause::Triggered)
        for (std::size_t i = 0; i < witnessIds_.size(); ++i)
            if (contains(witnessIds_[i]) && equations_.triggered(s, int(i)))
                results.setExitStatus(HandleEventsResults::ShouldTerminate);
    if (cause == Event::Cause::Scheduled)
        for (std::size_t i = 0; i < periodicIds_.size(); ++i)
            if (contains(periodicIds_[i])) call(equations_.periodic[i].event);
}
void EquationsGuts::reportEventsImpl(const State& s, Event::Cause, const Array_<EventId>& ids) const {
    for (std::size_t i = 0; i < periodicIds_.size(); ++i)
        if (std::find(ids.begin(), ids.end(), periodicIds_[i]) != ids.end()) equations_.periodic[i].report(s);
}

std::string EquationsGuts::nameOfZ(int i) const {
    return i < int(equations_.zNames.size()) ? equations_.zNames[std::size_t(i)] : Guts::nameOfZ(i);
}

EquationsSystem::EquationsSystem(std::vector<Equations> equations) : System("small system") {
    for (Equations& e : equations) {
        Subsystem subsystem;
        subsystem.adoptSubsystemGuts(new EquationsGuts(std::move(e)));
        adoptSubsystem(subsystem);
    }
    realizeTopology();
}
const EquationsGuts& EquationsSystem::getGuts(int i) const {
    return static_cast<const EquationsGuts&>(getSubsystemGuts(SubsystemIndex(i + 1)));
}

bool EquationsSystem::prescribeQ(State& s) const {
    const auto& value = getGuts().getEquations().prescribedQ;
    if (!value) return false;
    const Real q = value(s.getTime());
    if (s.getQ()[0] == q) return false;
    s.updQ()[0] = q;
    return true;
}
bool EquationsSystem::prescribeU(State& s) const {
    const auto& value = getGuts().getEquations().prescribedU;
    if (!value) return false;
    const Real u = value(s.getTime());
    if (s.getU()[0] == u) return false;
    s.updU()[0] = u;
    return true;
}

void EquationsSystem::markPrescribed(const State& s, std::vector<char>& isPrescribed) const {
    if (getGuts().getEquations().prescribedQ) isPrescribed[0] = 1;
    if (getGuts().getEquations().prescribedU) isPrescribed[std::size_t(s.getNQ())] = 1;
}

Equations oscillator() {
    Equations e;
    e.name = "oscillator";
    e.q = Vector(1, 1.);
    e.u = Vector(1, 0.);
    e.rates = [](Real, const Vector& q, const Vector& u, const Vector&, Equations::Rates rates) {
        rates.qdot[0] = u[0];
        rates.udot[0] = -q[0];
    };
    return e;
}

Equations decay() {
    Equations e;
    e.name = "decay";
    e.z = Vector(1, 1.);
    e.rates = [](Real, const Vector&, const Vector&, const Vector& z, Equations::Rates rates) {
        rates.zdot[0] = -z[0];
    };
    return e;
}

Equations kepler(Real e) {
    Equations k;
    k.name = "two bodies";
    k.q = Vector(2);
    k.u = Vector(2);
    k.q[0] = 1 - e;
    k.u[1] = std::sqrt((1 + e) / (1 - e));
    k.rates = [](Real, const Vector& q, const Vector& u, const Vector&, Equations::Rates rates) {
        const Real r = std::hypot(q[0], q[1]);
        for (int i = 0; i < 2; ++i) {
            rates.qdot[i] = u[i];
            rates.udot[i] = -q[i] / (r * r * r);
        }
    };
    return k;
}

Equations bouncingBall(Real restitution) {
    Equations e;
    e.name = "ball";
    e.q = Vector(1, 1.);
    e.u = Vector(1, 0.);
    e.rates = [](Real, const Vector&, const Vector& u, const Vector&, Equations::Rates rates) {
        rates.qdot[0] = u[0];
        rates.udot[0] = -9.81;
    };
    e.witnesses.push_back({.value = [](const State& s) { return s.getQ()[0]; }, .rising = false});
    e.triggered = [restitution](State& s, int) {
        s.updU()[0] *= -restitution;
        return false;
    };
    return e;
}

Equations recordedBouncingBall(std::vector<Real>& found) {
    Equations ball = bouncingBall(0.8);
    ball.triggered = [bounce = ball.triggered, &found](State& s, int w) {
        found.push_back(s.getTime());
        return bounce(s, w);
    };
    return ball;
}

Equations prescribedSineAndDecay() {
    Equations e = oscillator();
    e.z = Vector(1, 1.);
    e.prescribedQ = [](Real t) { return std::sin(50 * t); };
    e.prescribedU = [](Real t) { return 50 * std::cos(50 * t); };
    e.rates = [](Real t, const Vector&, const Vector& u, const Vector& z, Equations::Rates r) {
        r.qdot[0] = u[0];
        r.udot[0] = -2500 * std::sin(50 * t);
        r.zdot[0] = -z[0];
    };
    return e;
}

// --- Pendulum ---

namespace {
constexpr Real Gravity = 9.81;

class PendulumGuts : public Subsystem::Guts {
public:
    PendulumGuts() : Guts("pendulum") {}
    PendulumGuts* cloneImpl() const override { return new PendulumGuts(*this); }
    int realizeSubsystemTopologyImpl(State& s) const override {
        Vector q(2), u(2);
        q[0] = 1;
        allocateQ(s, q);
        allocateU(s, u);
        return 0;
    }
    int realizeSubsystemModelImpl(State& s) const override {
        allocateQErr(s, 1);
        allocateUErr(s, 1);
        allocateUDotErr(s, 1);
        return 0;
    }
    int realizeSubsystemPositionImpl(const State& s) const override {
        updQErr(s)[0] = getQ(s).norm() - 1;
        return 0;
    }
    int realizeSubsystemVelocityImpl(const State& s) const override {
        updQDot(s) = getU(s);
        updUErr(s)[0] = getQ(s).dot(getU(s)) / getQ(s).norm();
        return 0;
    }
    int realizeSubsystemAccelerationImpl(const State& s) const override {
        const Vector &q = getQ(s), &u = getU(s);
        const Real lambda = -(u.squaredNorm() - Gravity * q[1]) / q.squaredNorm();
        updUDot(s) = lambda * q;
        updUDot(s)[1] -= Gravity;
        updQDotDot(s) = updUDot(s);
        updMultipliers(s)[0] = -lambda;
        updUDotErr(s)[0] = 0;
        return 0;
    }
};
}  // namespace

CartesianPendulum::CartesianPendulum() : System("Cartesian pendulum") {
    Subsystem subsystem;
    subsystem.adoptSubsystemGuts(new PendulumGuts);
    adoptSubsystem(subsystem);
    realizeTopology();
}

ProjectResults CartesianPendulum::projectQ(State& s, Vector& yError, const ProjectOptions& options) const {
    ++calls;
    realize(s, Stage::Position);
    ProjectResults results;
    results.errorBefore = results.errorAfter = std::abs(s.getQErr()[0]);
    if (refuseProjection) {
        results.status = ProjectResults::Status::FailedToConverge;
        results.worstError = 0;
        return results;
    }
    if (results.errorBefore <= options.tolerance && !options.force) return results;
    const Vec2 n = Vec2(s.getQ()[0], s.getQ()[1]).normalized();
    s.updQ() = n;
    if (yError.size() > 0) yError.head<2>() -= n * n.dot(yError.head<2>());
    realize(s, Stage::Position);
    results.errorAfter = std::abs(s.getQErr()[0]);
    results.anyChange = true;
    return results;
}

ProjectResults CartesianPendulum::projectU(State& s, Vector& yError, const ProjectOptions& options) const {
    realize(s, Stage::Velocity);
    ProjectResults results;
    results.errorBefore = results.errorAfter = std::abs(s.getUErr()[0]);
    if (results.errorBefore <= options.tolerance && !options.force) return results;
    const Vec2 n = Vec2(s.getQ()[0], s.getQ()[1]).normalized();
    s.updU() -= n * n.dot(s.getU());
    if (yError.size() > 0) yError.tail<2>() -= n * n.dot(yError.tail<2>());
    results.anyChange = true;
    return results;
}

}  // namespace trammel::test
