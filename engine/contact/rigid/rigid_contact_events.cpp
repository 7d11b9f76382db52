// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/rigid_contact_events.h"

#include <cmath>

#include "base/numerical_failure.h"
#include "contact/rigid/rigid_contact_group.h"
#include "multibody/multibody_system.h"
#include "system/event_handler.h"

namespace trammel {

namespace {
/// A surface that starts deeper in another, m, is a mistake in the model.
constexpr Real deepestStart = 1e-4;

/// Names the two surfaces of a point that overlap.
[[noreturn]] void refuseOverlap(const RigidContact& contact, const RigidPoint& point) {
    const ContactSurfaces& surfaces = contact.getSurfaces();
    throw NumericalFailure("'" + contact.getName() + "': its surfaces overlap at the start: '" +
                           surfaces[point.surface1].name + "' and '" + surfaces[point.surface2].name +
                           "'. Move the bodies apart.");
}

/// Joints may have been moved since the model was compiled.
bool isInItsPlane(const ConstraintKinematics& k, const RigidPoint& point) {
    constexpr Real rounding = 1e-6;
    const Transform X_GP = k.X_GB(point.body1) * point.X_BS1;
    const Transform& X_G2 = k.X_GB(point.body2);
    const Vec3 away = X_G2 * point.center - X_GP.p();
    return std::abs(X_GP.R().col(2).dot(Vec3(X_G2.R() * point.axis))) > 1 - rounding &&
           std::abs(X_GP.R().col(2).dot(away)) < rounding * (1 + away.norm());
}
}  // namespace

// --- Events ---

void RigidContactGroup::start(State& s) const {
    for (const RigidPointNow& p : findPoints(s))
        if (const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
            p.place.gap < -deepestStart && !point.isCorner())
            refuseOverlap(contact(p.row), point);
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    for (int r = 0; r < int(rows_.size()); ++r)
        for (const RigidPoint& point : contact(r).getPoints())
            if (point.inPlane && isEnabled(s, r) && !isInItsPlane(k, point))
                throw NumericalFailure("'" + contact(r).getName() +
                                       "': its joints no longer keep both bodies in one plane. Align their axes.");
    for (int r = 0; r < int(rows_.size()); ++r)
        for (int patch = 0; patch < contact(r).getNumPatches(); ++patch)
            if (const SolidGap* const solids = contact(r).findSolids(patch);
                solids && isEnabled(s, r) && solids->overlapsDeeper(k, deepestStart))
                refuseOverlap(contact(r), contact(r).getPoints()[contact(r).getRange(patch).first]);
    resume(s);
}

void RigidContactGroup::resume(State& s) const {
    system_.realize(s, Stage::Acceleration);
    std::vector<RigidPointNow> points = findPoints(s);
    applyImpacts(s, points, false);
    Modes modes = getModes(s);
    guessModes(s, points, modes);
    settle(s, points, std::move(modes));
}

void RigidContactGroup::impact(State& s) const {
    std::vector<RigidPointNow> points = findPoints(s);
    const bool changed = applyImpacts(s, points, true);
    Modes modes = getModes(s);
    if (changed) guessModes(s, points, modes);
    settle(s, points, std::move(modes));
}

void RigidContactGroup::release(State& s, int r) const {
    const std::vector<RigidPointNow> points = findPoints(s);
    Modes modes = getModes(s);
    std::vector<RigidPointForce> forces;
    contact(r).calcForces(s, row(r).index, forces);
    std::size_t least = 0;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        if (!modes[std::size_t(r)].points[i].closed) continue;
        if (!modes[std::size_t(r)].points[least].closed || forces[i].normal < forces[least].normal) least = i;
    }
    modes[std::size_t(r)].points[least] = {};
    settle(s, points, std::move(modes));
}

void RigidContactGroup::startSlip(State& s, int r) const {
    const std::vector<RigidPointNow> points = findPoints(s);
    Modes modes = getModes(s);
    RigidContactModes& own = modes[std::size_t(r)];
    if (noteChange(s.getTime(), own)) return settle(s, points, std::move(modes));
    std::vector<RigidPointForce> forces;
    contact(r).calcForces(s, row(r).index, forces);
    constexpr Real nearly = 1 - 1e-6;
    std::vector<char> slips(own.sticks.size());
    for (std::size_t i = 0; i < forces.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        if (RigidContact::isHeld(own, own.points[i], point.patch) &&
            forces[i].share >= nearly * contact(r).getFriction(parameters(s, r), point)[0])
            slips[std::size_t(point.patch)] = 1;
    }
    for (std::size_t i = 0; i < forces.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        if (!slips[std::size_t(point.patch)] || !RigidContact::isHeld(own, own.points[i], point.patch)) continue;
        own.points[i].holds = false;
        const Vec3 f = forces[i].friction;
        own.points[i].direction = f.norm() > 0 ? Vec3(-f).normalize() : Vec3(0.);
    }
    for (std::size_t patch = 0; patch < slips.size(); ++patch)
        if (slips[patch]) own.sticks[patch] = 0;
    settle(s, points, std::move(modes));
}

void RigidContactGroup::endSlip(State& s, int r) const {
    // The first of several simultaneous events settles all contacts: no slip remains.
    constexpr Real none = 5e-11;
    if (calcLeastSlip(s, r) > none) return;
    std::vector<RigidPointNow> points = findPoints(s);
    Modes modes = getModes(s);
    RigidContactModes& own = modes[std::size_t(r)];
    if (noteChange(s.getTime(), own)) return settle(s, points, std::move(modes));
    // A patch sticks if no point of it slips forward any more; otherwise the slip of some has turned.
    std::vector<char> moves(own.sticks.size());
    const auto hasStopped = [&](const RigidPointNow& p) {
        constexpr Real slow = 1e-7;
        const Vec3 v = p.tangentialSlip();
        return v.norm() <= slow || v.dot(own.points[std::size_t(p.point)].direction) <= 0;
    };
    for (const RigidPointNow& p : points) {
        if (p.row != r || !own.points[std::size_t(p.point)].closed) continue;
        const auto patch = std::size_t(contact(r).getPoints()[std::size_t(p.point)].patch);
        if (!own.points[std::size_t(p.point)].holds && !hasStopped(p)) moves[patch] = 1;
    }
    // A patch with two points at rest is at rest.
    for (std::size_t patch = 0; patch < moves.size(); ++patch) {
        const auto rests = std::ranges::count_if(points, [&](const RigidPointNow& p) {
            return p.row == r && own.points[std::size_t(p.point)].closed &&
                   std::size_t(contact(r).getPoints()[std::size_t(p.point)].patch) == patch &&
                   (own.points[std::size_t(p.point)].holds || hasStopped(p));
        });
        if (rests > 1) moves[patch] = 0;
    }
    for (const RigidPointNow& p : points) {
        RigidPointMode& mode = own.points[std::size_t(p.point)];
        if (p.row != r || !mode.closed) continue;
        const auto patch = std::size_t(contact(r).getPoints()[std::size_t(p.point)].patch);
        if (!moves[patch])
            own.sticks[patch] = 1;
        else if (mode.holds || hasStopped(p))
            mode.holds = true;
        else
            mode.direction = p.tangentialSlip().normalize();
    }
    // Remove the remaining slip before forces decide.
    const Real energy = system_.calcEnergy(s);
    setModes(s, modes);
    project(s);
    points = findPoints(s);
    settleFrom(energy, s, points, std::move(modes));
}

bool RigidContactGroup::noteChange(Real time, RigidContactModes& own) {
    // s: changes in quicker succession than that count.
    constexpr Real quick = 1e-3;
    constexpr int most = 6;
    own.changes = time - own.lastChange < quick ? own.changes + 1 : 1;
    own.lastChange = time;
    if (own.changes <= most) return false;
    startCreep(time, own);
    return true;
}

void RigidContactGroup::startCreep(Real time, RigidContactModes& own) {
    // s
    constexpr Real duration = 1e-2;
    own.changes = 0;
    own.creeps = true;
    own.creepEnd = time + duration;
    own.sticks.assign(own.sticks.size(), 0);
    for (RigidPointMode& p : own.points) p.holds = false;
}

Real RigidContactGroup::findCreepEnd(const State& s) const {
    Real next = Infinity;
    for (const RigidContactRow& each : rows_)
        if (const RigidContactModes& modes = each.contact->getModes(s); modes.creeps)
            next = std::min(next, modes.creepEnd);
    return next;
}

void RigidContactGroup::endCreep(State& s) const {
    Modes modes = getModes(s);
    for (RigidContactModes& m : modes) m.creeps = m.creeps && m.creepEnd > s.getTime();
    setModes(s, modes);
    system_.realize(s, Stage::Acceleration);
    const std::vector<RigidPointNow> points = findPoints(s);
    guessModes(s, points, modes);
    settle(s, points, std::move(modes));
}

void RigidContactGroup::leave(State& s, int r) const {
    Modes modes = getModes(s);
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    for (std::size_t i = 0; i < modes[std::size_t(r)].points.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        RigidPointMode& mode = modes[std::size_t(r)].points[i];
        if (point.hasEnds() && (mode.closed || mode.carried) && point.find(k).margin < -endOfFeature / 2) mode = {};
    }
    setModes(s, modes);
    system_.realize(s, Stage::Velocity);
    settle(s, findPoints(s), std::move(modes));
}

// --- Handlers ---

namespace {

using SharedEvents = std::shared_ptr<const RigidContactGroup>;

class StartContacts : public ScheduledEventHandler {
public:
    explicit StartContacts(SharedEvents events) : events_(std::move(events)) { setName("rigid contacts: start"); }
    Real getNextEventTime(const State& s, bool includeCurrentTime) const override {
        return includeCurrentTime && !events_->contact(0).getModes(s).started ? s.getTime() : Infinity;
    }
    void handleEvent(State& s, Real, bool&) const override { events_->start(s); }

private:
    SharedEvents events_;
};

class EndCreep : public ScheduledEventHandler {
public:
    explicit EndCreep(SharedEvents events) : events_(std::move(events)) { setName("rigid contacts: end of creep"); }
    Real getNextEventTime(const State& s, bool includeCurrentTime) const override {
        const Real end = events_->findCreepEnd(s), t = s.getTime();
        return end > t || (includeCurrentTime && end == t) ? end : Infinity;
    }
    void handleEvent(State& s, Real, bool&) const override { events_->endCreep(s); }

private:
    SharedEvents events_;
};

/// A thousandth of the usual localization window: an impact that is found late changes the energy by its lateness, and in a
/// pile many events follow each other closely. The search for the time gains digits fast, so that this costs little.
constexpr Real impactWindow = 1e-4;

/// A handler of one contact: a witness function and what happens when it falls through 0.
class ContactEvent : public TriggeredEventHandler {
public:
    using Witness = Real (RigidContactGroup::*)(const State&, int) const;
    ContactEvent(SharedEvents events, int row, Stage stage, const char* what, Witness witness)
        : TriggeredEventHandler(stage), events_(std::move(events)), row_(row), witness_(witness) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
        getTriggerInfo().setRequiredLocalizationTimeWindow(impactWindow);
        setName(events_->contact(row).getName() + ": " + what);
    }
    Real getValue(const State& s) const override {
        return events_->isEnabled(s, row_) ? ((*events_).*witness_)(s, row_) : 1;
    }

protected:
    SharedEvents events_;
    int row_;

private:
    Witness witness_;
};

struct Impact : ContactEvent {
    Impact(const SharedEvents& e, int r)
        : ContactEvent(e, r, Stage::Position, "impact", &RigidContactGroup::calcLeastGap) {}
    void handleEvent(State& s, Real, bool&) const override { events_->impact(s); }
};
struct Release : ContactEvent {
    Release(const SharedEvents& e, int r)
        : ContactEvent(e, r, Stage::Acceleration, "release", &RigidContactGroup::calcLeastForce) {}
    void handleEvent(State& s, Real, bool&) const override { events_->release(s, row_); }
};
struct Slip : ContactEvent {
    Slip(const SharedEvents& e, int r)
        : ContactEvent(e, r, Stage::Acceleration, "slip", &RigidContactGroup::calcSlipReserve) {}
    void handleEvent(State& s, Real, bool&) const override { events_->startSlip(s, row_); }
};
struct Stick : ContactEvent {
    Stick(const SharedEvents& e, int r)
        : ContactEvent(e, r, Stage::Velocity, "stick", &RigidContactGroup::calcLeastSlip) {}
    void handleEvent(State& s, Real, bool&) const override { events_->endSlip(s, row_); }
};

struct Leave : ContactEvent {
    Leave(const SharedEvents& e, int r)
        : ContactEvent(e, r, Stage::Position, "end of face", &RigidContactGroup::calcLeastMargin) {}
    void handleEvent(State& s, Real, bool&) const override { events_->leave(s, row_); }
};

/// Sliding friction of all contacts jams.
class Jam : public TriggeredEventHandler {
public:
    explicit Jam(SharedEvents events) : TriggeredEventHandler(Stage::Acceleration), events_(std::move(events)) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
        getTriggerInfo().setRequiredLocalizationTimeWindow(impactWindow);
        setName("rigid contacts: jam");
    }
    Real getValue(const State& s) const override { return events_->guts().getAcceleration(s).slidingDeterminant; }
    void handleEvent(State& s, Real, bool&) const override { events_->impact(s); }

private:
    SharedEvents events_;
};

}  // namespace

void addRigidContactEvents(MultibodySystem& system, const MatterSubsystem& matter, std::vector<RigidContactRow> rows) {
    if (rows.empty()) return;
    const int n = int(rows.size());
    const auto events = std::make_shared<const RigidContactGroup>(system, matter, std::move(rows));
    system.addEventHandler(new StartContacts(events));
    for (int r = 0; r < n; ++r) {
        events->contact(r).setResume([events](State& s) { events->resume(s); });
        system.addEventHandler(new Impact(events, r));
        system.addEventHandler(new Release(events, r));
        system.addEventHandler(new Slip(events, r));
        system.addEventHandler(new Stick(events, r));
        const std::vector<RigidPoint>& points = events->contact(r).getPoints();
        if (std::ranges::any_of(points, &RigidPoint::hasEnds)) system.addEventHandler(new Leave(events, r));
    }
    system.addEventHandler(new Jam(events));
    system.addEventHandler(new EndCreep(events));
}

}  // namespace trammel
