// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/rigid_contact_events.h"

#include <algorithm>
#include <cmath>

#include "base/numerical_failure.h"
#include "contact/rigid/impact_solver.h"
#include "multibody/impulse_response.h"
#include "multibody/matter/guts.h"
#include "multibody/multibody_system.h"
#include "system/event_handler.h"

namespace trammel {

namespace {

/// Resolution of arrivals, m; the default of RigidPointMode::arrival.
constexpr Real arrivalGap = 1e-12;
/// Points that touch at an event, m: others count as touching within this gap.
constexpr Real touchingGap = 1e-9;
/// A surface that starts deeper in another, m, is a mistake in the model.
constexpr Real deepestStart = 1e-4;
/// m/s: what counts as no slip and no separation at an event, by the fastest point.
constexpr Real stillness = 1e-9;
/// Shift of the witness of stick, m/s: slip starts at zero.
constexpr Real slipOffset = 1e-10;

/// One point at one State.
struct PointNow {
    int row = 0, point = 0;
    RigidPoint::Place place;
    /// Second body relative to the first, in Ground.
    Vec3 slip{0.};
    bool isCandidate = false;
    Real normalSpeed() const { return place.frame.z.dot(slip); }
    Vec3 tangentialSlip() const { return RigidContact::tangential(place.frame, slip); }
};

}  // namespace

/// Common behavior of all rigid contacts of a System at an event.
class RigidContactEvents {
public:
    RigidContactEvents(const MultibodySystem& system, const MatterSubsystem& matter, std::vector<RigidContactRow> rows)
        : system_(system), matter_(matter), guts_(matter.getGuts()), rows_(std::move(rows)) {}

    const RigidContactRow& row(int r) const { return rows_[std::size_t(r)]; }
    const RigidContact& contact(int r) const { return *row(r).contact; }
    bool isEnabled(const State& s, int r) const { return !matter_.isConstraintDisabled(s, row(r).index); }
    const RigidContactParameters& parameters(const State& s, int r) const {
        return Value<RigidContactParameters>::downcast(*guts_.constraintParameters(s, std::size_t(int(row(r).index))));
    }
    const MatterGuts& guts() const { return guts_; }

    // --- Witness functions; positive while nothing happens ---
    Real calcLeastGap(const State& s, int r) const;
    Real calcLeastForce(const State& s, int r) const;
    Real calcSlipReserve(const State& s, int r) const;
    Real calcLeastSlip(const State& s, int r) const;

    // --- Events ---
    void start(State& s) const;
    void impact(State& s) const;
    void release(State& s, int r) const;
    void startSlip(State& s, int r) const;
    void endSlip(State& s, int r) const;

private:
    using Modes = std::vector<RigidContactModes>;
    Modes getModes(const State& s) const {
        Modes modes;
        for (const RigidContactRow& each : rows_) modes.push_back(each.contact->getModes(s));
        return modes;
    }
    void setModes(State& s, const Modes& modes) const {
        for (std::size_t r = 0; r < rows_.size(); ++r) rows_[r].contact->setModes(s, modes[r]);
    }
    /// All points of enabled contacts (Velocity).
    std::vector<PointNow> findPoints(const State& s) const;
    /// Applies impacts at the candidates that approach. @return whether there were any
    bool applyImpacts(State& s, std::vector<PointNow>& points, bool isStart) const;
    /// Modes after an impact or at the start, by the velocities; to be corrected by settle().
    void guessModes(const std::vector<PointNow>& points, Modes& modes) const;
    /// Changes modes until forces and accelerations agree with them.
    void settle(State& s, std::vector<PointNow> points, Modes modes) const;
    /// Makes the most important change; false if all agree. @p blamed: the contact that disagrees most.
    bool improve(const State& s, const std::vector<PointNow>& points, Modes& modes, int& blamed) const;
    void project(State& s) const;
    Real fastest(const std::vector<PointNow>& points) const {
        Real v = 0;
        for (const PointNow& p : points) v = std::max(v, p.slip.norm());
        return v;
    }

    const MultibodySystem& system_;
    const MatterSubsystem& matter_;
    const MatterGuts& guts_;
    std::vector<RigidContactRow> rows_;
};

// --- Witness functions ---

Real RigidContactEvents::calcLeastGap(const State& s, int r) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    const RigidContactModes& modes = contact(r).getModes(s);
    Real least = 1;
    for (std::size_t i = 0; i < modes.points.size(); ++i)
        if (!modes.points[i].closed && !modes.points[i].carried)
            least = std::min(least, contact(r).getPoints()[i].find(k).gap + modes.points[i].arrival);
    return least;
}

Real RigidContactEvents::calcLeastForce(const State& s, int r) const {
    const RigidContactModes& modes = contact(r).getModes(s);
    // Steps do not allocate.
    static thread_local std::vector<RigidPointForce> forces;
    contact(r).calcForces(s, row(r).index, forces);
    Real least = Infinity;
    for (std::size_t i = 0; i < forces.size(); ++i)
        if (modes.points[i].closed) least = std::min(least, forces[i].normal);
    return least == Infinity ? 1 : least;
}

Real RigidContactEvents::calcSlipReserve(const State& s, int r) const {
    const RigidContactModes& modes = contact(r).getModes(s);
    // Steps do not allocate.
    static thread_local std::vector<RigidPointForce> forces;
    contact(r).calcForces(s, row(r).index, forces);
    Real least = Infinity;
    for (std::size_t i = 0; i < forces.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        if (!RigidContact::isHeld(modes, modes.points[i], point.patch) || !(forces[i].normal > 0)) continue;
        least = std::min(least, contact(r).getFriction(parameters(s, r), point)[0] - forces[i].share);
    }
    return least == Infinity ? 1 : least;
}

Real RigidContactEvents::calcLeastSlip(const State& s, int r) const {
    const RigidContactModes& modes = contact(r).getModes(s);
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    Real least = Infinity;
    for (std::size_t i = 0; i < modes.points.size(); ++i) {
        const RigidPoint& point = contact(r).getPoints()[i];
        if (!modes.points[i].closed || RigidContact::isHeld(modes, modes.points[i], point.patch)) continue;
        const ContactFrame c = point.find(k).frame;
        const Vec3 v = RigidContact::tangential(c, point.calcSlip(k, c.p));
        least = std::min(least, v.dot(modes.points[i].direction) - v.norm() / 2 + slipOffset);
    }
    return least == Infinity ? 1 : least;
}

// --- Points ---

std::vector<PointNow> RigidContactEvents::findPoints(const State& s) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    std::vector<PointNow> points;
    for (int r = 0; r < int(rows_.size()); ++r) {
        if (!isEnabled(s, r)) continue;
        const RigidContactModes& modes = contact(r).getModes(s);
        for (int i = 0; i < int(contact(r).getPoints().size()); ++i) {
            const RigidPoint& point = contact(r).getPoints()[std::size_t(i)];
            PointNow& now = points.emplace_back();
            now.row = r;
            now.point = i;
            now.place = point.find(k);
            now.slip = point.calcSlip(k, now.place.frame.p);
            const RigidPointMode& mode = modes.points[std::size_t(i)];
            now.isCandidate = mode.closed || mode.carried || now.place.gap <= touchingGap;
        }
    }
    return points;
}

// --- Impact ---

bool RigidContactEvents::applyImpacts(State& s, std::vector<PointNow>& points, bool isStart) const {
    std::vector<const PointNow*> hit;
    bool approaches = false;
    const Real negligible = stillness * fastest(points);
    for (const PointNow& p : points) {
        if (!p.isCandidate) continue;
        hit.push_back(&p);
        approaches = approaches || p.normalSpeed() < -negligible;
    }
    if (!approaches) return false;

    // A rebound lower than the resolution of arrivals counts as none: such rebounds would repeat without end.
    std::vector<Real> leastRebounds;
    ConstraintKinematics moving = guts_.kinematics(s, Stage::Velocity);
    moving.A_GB = &guts_.getAcceleration(s).A_GB;
    for (const PointNow* p : hit) {
        const RigidPoint& point = contact(p->row).getPoints()[std::size_t(p->point)];
        const Real pull = -point.calcGapAcceleration(moving, p->place.frame);
        leastRebounds.push_back(
            std::max(parameters(s, p->row).restSpeed, std::sqrt(8 * arrivalGap * std::max<Real>(0, pull))));
    }

    // Constraints other than rigid contacts are enforced during the impact.
    const Modes modes = getModes(s);
    Modes open = modes;
    for (RigidContactModes& m : open) {
        m.sticks.assign(m.sticks.size(), 0);
        m.points.assign(m.points.size(), {});
    }
    setModes(s, open);
    system_.realize(s, Stage::Velocity);
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    const int n = int(hit.size()), nu = s.getNU();
    ImpactProblem problem;
    problem.W.resize(3 * n, 3 * n);
    problem.v.resize(3 * n);
    std::vector<Vector> rates(std::size_t(3 * n)), responses(std::size_t(3 * n));
    Vector_<SpatialVec> F(matter_.getNumBodies(), SpatialVec(0.));
    Vector onMobilities(nu);
    for (int i = 0; i < n; ++i) {
        const PointNow& p = *hit[std::size_t(i)];
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        const RigidContactParameters& numbers = parameters(s, p.row);
        const Vec3 axes[] = {p.place.frame.x, p.place.frame.y, p.place.frame.z};
        for (int a = 0; a < 3; ++a) {
            for (SpatialVec& f : F) f = SpatialVec(0.);
            point.addIn(k, p.place.frame.p, axes[a], {F.data(), onMobilities.data(), k.position});
            Vector& rate = rates[std::size_t(3 * i + a)];
            matter_.multiplyBySystemJacobianTranspose(s, F, rate);
            responses[std::size_t(3 * i + a)] = calcImpulseResponse(matter_, s, rate).speeds;
            problem.v[3 * i + a] = axes[a].dot(p.slip);
        }
        // Contacts that are hit at once form one group.
        const int group = numbers.atOnce ? -1 : p.row;
        problem.points.push_back({group, contact(p.row).getRestitution(numbers, point),
                                  contact(p.row).getFriction(numbers, point)[1], leastRebounds[std::size_t(i)]});
    }
    for (int i = 0; i < 3 * n; ++i)
        for (int j = 0; j < 3 * n; ++j) problem.W(i, j) = rates[std::size_t(i)].dot(responses[std::size_t(j)]);
    const ImpactProblem::Solution solution = problem.solve();
    Vector change(nu);
    change.setZero();
    for (int i = 0; i < 3 * n; ++i) change += solution.impulse[i] * responses[std::size_t(i)];

    // The event is found slightly late: what the impact moves has continued that long at its old speed.
    Real lateness = 0;
    if (!isStart)
        for (const PointNow* p : hit)
            if (!modes[std::size_t(p->row)].points[std::size_t(p->point)].closed && p->place.gap < 0 &&
                p->normalSpeed() < -negligible)
                lateness = std::max(lateness, p->place.gap / p->normalSpeed());
    Vector way;
    matter_.multiplyByN(s, false, change, way);
    matter_.updU(s) += change;
    if (lateness > 0) matter_.updQ(s) += lateness * way;

    Modes after = modes;
    for (int i = 0; i < n; ++i) {
        RigidContactModes& m = after[std::size_t(hit[std::size_t(i)]->row)];
        m.lostEnergy += solution.lostEnergy[std::size_t(i)];
        if (problem.v[3 * i + 2] < -negligible) ++m.impacts;
    }
    setModes(s, after);
    system_.realize(s, Stage::Velocity);
    const ConstraintKinematics now = guts_.kinematics(s, Stage::Velocity);
    for (PointNow& p : points) {
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        p.place = point.find(now);
        p.slip = point.calcSlip(now, p.place.frame.p);
    }
    return true;
}

// --- Modes ---

void RigidContactEvents::guessModes(const std::vector<PointNow>& points, Modes& modes) const {
    const Real still = stillness * (1 + fastest(points));
    std::vector<std::vector<char>> slides;
    for (RigidContactModes& m : modes) {
        m.started = true;
        slides.emplace_back(m.sticks.size());
    }
    for (const PointNow& p : points) {
        RigidPointMode& mode = modes[std::size_t(p.row)].points[std::size_t(p.point)];
        mode = {};
        mode.closed = p.isCandidate && p.normalSpeed() <= still;
        if (!mode.closed) continue;
        const Vec3 v = p.tangentialSlip();
        if (v.norm() <= still) continue;
        mode.direction = v.normalize();
        slides[std::size_t(p.row)][std::size_t(contact(p.row).getPoints()[std::size_t(p.point)].patch)] = 1;
    }
    for (std::size_t r = 0; r < modes.size(); ++r)
        for (std::size_t i = 0; i < slides[r].size(); ++i) modes[r].sticks[i] = !slides[r][i];
    for (const PointNow& p : points) {
        RigidPointMode& mode = modes[std::size_t(p.row)].points[std::size_t(p.point)];
        mode.holds = mode.closed && p.tangentialSlip().norm() <= still;
    }
}

bool RigidContactEvents::improve(const State& s, const std::vector<PointNow>& points, Modes& modes, int& blamed) const {
    ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    const TreeAcceleration& acceleration = guts_.getAcceleration(s);
    k.A_GB = &acceleration.A_GB;
    const Real still = stillness * (1 + fastest(points));
    std::vector<std::vector<RigidPointForce>> forces(rows_.size());
    Real largestForce = 0, largestAcceleration = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        rows_[r].contact->calcForces(s, rows_[r].index, forces[r]);
        for (const RigidPointForce& f : forces[r]) largestForce = std::max(largestForce, std::abs(f.normal));
    }
    std::vector<Vec3> accelerations;
    std::vector<Real> gapAccelerations;
    for (const PointNow& p : points) {
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        const ContactFrame c = point.find(k).frame;
        accelerations.push_back(point.calcSlipDot(k, c));
        gapAccelerations.push_back(point.calcGapAcceleration(k, c));
        for (const MobilizedBodyIndex b : {point.body1, point.body2})
            largestAcceleration = std::max(largestAcceleration, acceleration.A_GB[std::size_t(int(b))][1].norm());
    }
    constexpr Real rounding = 1e-9;
    const auto modeOf = [&](const PointNow& p) -> RigidPointMode& {
        return modes[std::size_t(p.row)].points[std::size_t(p.point)];
    };
    const auto patchOf = [&](const PointNow& p) -> int& {
        return modes[std::size_t(p.row)].sticks[std::size_t(contact(p.row).getPoints()[std::size_t(p.point)].patch)];
    };
    const auto forceOf = [&](const PointNow& p) -> const RigidPointForce& {
        return forces[std::size_t(p.row)][std::size_t(p.point)];
    };

    const auto isHeld = [&](const PointNow& p) {
        return RigidContact::isHeld(modes[std::size_t(p.row)], modeOf(p),
                                    contact(p.row).getPoints()[std::size_t(p.point)].patch);
    };

    // 1. A closed point that would have to pull opens; so does one whose friction jams.
    const PointNow* worst = nullptr;
    Real most = -rounding * largestForce;
    const bool jams = !(acceleration.slidingDeterminant > 0);
    for (const PointNow& p : points) {
        if (!modeOf(p).closed) continue;
        const Real push = forceOf(p).normal;
        if (std::isnan(push) || push < most) {
            worst = &p;
            most = push;
        }
        if (jams && !isHeld(p) && !worst) worst = &p;
    }
    if (worst) {
        blamed = worst->row;
        modeOf(*worst) = {};
        return true;
    }
    // 2. An open point whose surfaces accelerate into each other closes, unless it leaves faster than the rest speed.
    most = -rounding * (1 + largestAcceleration);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PointNow& p = points[i];
        if (modeOf(p).closed || !p.isCandidate || !(gapAccelerations[i] < most) ||
            p.normalSpeed() > std::max(still, parameters(s, p.row).restSpeed))
            continue;
        worst = &p;
        most = gapAccelerations[i];
    }
    if (worst) {
        blamed = worst->row;
        RigidPointMode& mode = modeOf(*worst);
        mode = {};
        mode.closed = true;
        const Vec3 v = worst->tangentialSlip();
        if (v.norm() > still) {
            mode.direction = v.normalize();
            patchOf(*worst) = 0;
        } else {
            bool alone = true;
            for (const PointNow& p : points)
                alone = alone && (&p == worst || &patchOf(p) != &patchOf(*worst) || !modeOf(p).closed);
            if (alone)
                patchOf(*worst) = 1;
            else
                mode.holds = true;
        }
        return true;
    }
    // 3. A patch, or the point about which it pivots, slips if it needs more friction than there is.
    for (const PointNow& p : points) {
        if (!isHeld(p)) continue;
        const Real limit =
            contact(p.row).getFriction(parameters(s, p.row), contact(p.row).getPoints()[std::size_t(p.point)])[0];
        if (!(forceOf(p).normal > rounding * largestForce) || forceOf(p).share <= limit * (1 + rounding) + rounding)
            continue;
        blamed = p.row;
        for (const PointNow& other : points) {
            if (other.row != p.row || &patchOf(other) != &patchOf(p) || !isHeld(other)) continue;
            const Vec3 f = forceOf(other).friction;
            modeOf(other).holds = false;
            modeOf(other).direction = f.norm() > 0 ? Vec3(-f).normalize() : other.place.frame.x;
        }
        patchOf(p) = 0;
        return true;
    }
    // 4. A patch without slip whose friction would reverse the slip sticks; so does such a point of a patch that moves.
    for (std::size_t own = 0; own < points.size(); ++own) {
        const PointNow& p = points[own];
        if (!modeOf(p).closed || isHeld(p)) continue;
        Real forward = -Infinity;
        bool moves = false;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const PointNow& other = points[i];
            if (other.row != p.row || &patchOf(other) != &patchOf(p) || !modeOf(other).closed) continue;
            moves = moves || other.tangentialSlip().norm() > still;
            forward = std::max(forward, accelerations[i].dot(modeOf(other).direction));
        }
        const Real reversed = -rounding * (1 + largestAcceleration);
        if (moves && (p.tangentialSlip().norm() > still || accelerations[own].dot(modeOf(p).direction) >= reversed))
            continue;
        if (!moves && forward >= reversed) continue;
        blamed = p.row;
        if (moves)
            modeOf(p).holds = true;
        else
            patchOf(p) = 1;
        return true;
    }
    // 5. Slip that starts has the direction of its acceleration.
    bool turns = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PointNow& p = points[i];
        if (!modeOf(p).closed || isHeld(p) || p.tangentialSlip().norm() > still) continue;
        const Vec3 a = RigidContact::tangential(p.place.frame, accelerations[i]);
        constexpr Real aligned = 1e-4;
        if (!(a.norm() > rounding * (1 + largestAcceleration)) ||
            Vec3(a.normalize() - modeOf(p).direction).norm() < aligned)
            continue;
        blamed = p.row;
        // Small turns converge where the acceleration turns further than the direction.
        constexpr Real turn = 0.3;
        modeOf(p).direction = Vec3(modeOf(p).direction + turn * a.normalize()).normalize();
        turns = true;
    }
    return turns;
}

void RigidContactEvents::settle(State& s, std::vector<PointNow> points, Modes modes) const {
    std::vector<Modes> seen;
    int blamed = 0;
    while (true) {
        setModes(s, modes);
        system_.realize(s, Stage::Acceleration);
        seen.push_back(modes);
        if (!improve(s, points, modes, blamed)) break;
        const auto sameModes = [&](const Modes& other) {
            for (std::size_t r = 0; r < modes.size(); ++r) {
                if (modes[r].sticks != other[r].sticks) return false;
                for (std::size_t i = 0; i < modes[r].points.size(); ++i)
                    if (modes[r].points[i].closed != other[r].points[i].closed ||
                        modes[r].points[i].holds != other[r].points[i].holds ||
                        Vec3(modes[r].points[i].direction - other[r].points[i].direction).norm() > 1e-6)
                        return false;
            }
            return true;
        };
        constexpr std::size_t mostChanges = 200;
        if (!std::ranges::any_of(seen, sameModes) && seen.size() < mostChanges) {
            // A point that was leaving slower than the rest speed stays.
            const Real still = stillness * (1 + fastest(points));
            if (std::ranges::any_of(points, [&](const PointNow& p) {
                    return modes[std::size_t(p.row)].points[std::size_t(p.point)].closed && p.normalSpeed() > still;
                })) {
                setModes(s, modes);
                project(s);
                points = findPoints(s);
            }
            continue;
        }
        // Where only directions of friction keep changing, the last ones are as good as any.
        const auto sameClosed = [&](const Modes& other) {
            for (std::size_t r = 0; r < modes.size(); ++r)
                for (std::size_t i = 0; i < modes[r].points.size(); ++i)
                    if (modes[r].points[i].closed != other[r].points[i].closed) return false;
            return true;
        };
        constexpr std::size_t recent = 20;
        const auto cycle = seen.size() < mostChanges ? std::ranges::find_if(seen, sameModes) : seen.end() - recent;
        if (std::all_of(cycle, seen.end(), sameClosed) && guts_.getAcceleration(s).slidingDeterminant > 0) {
            modes = seen.back();
            break;
        }
        throw NumericalFailure(
            "'" + contact(blamed).getName() +
            "' has no motion that obeys Coulomb's law with rigid bodies: friction jams it (Painlevé's "
            "paradox). Use a compliant contact in its place, or less friction.");
    }
    // An open point that three closed ones of its patch keep closed is not watched: its gap is theirs.
    for (const PointNow& p : points) {
        RigidPointMode& mode = modes[std::size_t(p.row)].points[std::size_t(p.point)];
        if (mode.closed) continue;
        const int patch = contact(p.row).getPoints()[std::size_t(p.point)].patch;
        int closed = 0;
        for (std::size_t i = 0; i < contact(p.row).getPoints().size(); ++i)
            closed += contact(p.row).getPoints()[i].patch == patch && modes[std::size_t(p.row)].points[i].closed;
        mode.carried = p.isCandidate && closed >= 3 && p.normalSpeed() <= stillness * (1 + fastest(points));
    }
    setModes(s, modes);
    project(s);
    for (const PointNow& p : findPoints(s))
        if (p.place.gap < 0) modes[std::size_t(p.row)].points[std::size_t(p.point)].arrival = arrivalGap - p.place.gap;
    setModes(s, modes);
    system_.realize(s, Stage::Acceleration);
}

void RigidContactEvents::project(State& s) const {
    ProjectOptions options;
    options.tolerance = 1e-8;
    options.force = true;
    Vector none;
    system_.realize(s, Stage::Position);
    guts_.projectQ(s, none, options);
    guts_.projectU(s, none, options);
    system_.realize(s, Stage::Acceleration);
}

// --- Events ---

void RigidContactEvents::start(State& s) const {
    std::vector<PointNow> points = findPoints(s);
    for (const PointNow& p : points)
        if (p.place.gap < -deepestStart)
            throw NumericalFailure("'" + contact(p.row).getName() +
                                   "': its surfaces overlap at the start. Move the bodies apart.");
    applyImpacts(s, points, true);
    Modes modes = getModes(s);
    guessModes(points, modes);
    settle(s, points, std::move(modes));
}

void RigidContactEvents::impact(State& s) const {
    std::vector<PointNow> points = findPoints(s);
    const bool changed = applyImpacts(s, points, false);
    Modes modes = getModes(s);
    if (changed) guessModes(points, modes);
    settle(s, points, std::move(modes));
}

void RigidContactEvents::release(State& s, int r) const {
    const std::vector<PointNow> points = findPoints(s);
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

void RigidContactEvents::startSlip(State& s, int r) const {
    const std::vector<PointNow> points = findPoints(s);
    Modes modes = getModes(s);
    RigidContactModes& own = modes[std::size_t(r)];
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

void RigidContactEvents::endSlip(State& s, int r) const {
    std::vector<PointNow> points = findPoints(s);
    Modes modes = getModes(s);
    RigidContactModes& own = modes[std::size_t(r)];
    // A patch sticks if no point of it slips forward any more; otherwise the slip of some has turned.
    std::vector<char> moves(own.sticks.size());
    const auto hasStopped = [&](const PointNow& p) {
        constexpr Real slow = 1e-7;
        const Vec3 v = p.tangentialSlip();
        return v.norm() <= slow || v.dot(own.points[std::size_t(p.point)].direction) <= 0;
    };
    for (const PointNow& p : points) {
        if (p.row != r || !own.points[std::size_t(p.point)].closed) continue;
        const auto patch = std::size_t(contact(r).getPoints()[std::size_t(p.point)].patch);
        if (!own.points[std::size_t(p.point)].holds && !hasStopped(p)) moves[patch] = 1;
    }
    // A patch with two points at rest is at rest.
    for (std::size_t patch = 0; patch < moves.size(); ++patch) {
        const auto rests = std::ranges::count_if(points, [&](const PointNow& p) {
            return p.row == r && own.points[std::size_t(p.point)].closed &&
                   std::size_t(contact(r).getPoints()[std::size_t(p.point)].patch) == patch &&
                   (own.points[std::size_t(p.point)].holds || hasStopped(p));
        });
        if (rests > 1) moves[patch] = 0;
    }
    for (const PointNow& p : points) {
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
    setModes(s, modes);
    project(s);
    points = findPoints(s);
    settle(s, points, std::move(modes));
}

// --- Handlers ---

namespace {

using SharedEvents = std::shared_ptr<const RigidContactEvents>;

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

/// A handler of one contact: a witness function and what happens when it falls through 0.
class ContactEvent : public TriggeredEventHandler {
public:
    using Witness = Real (RigidContactEvents::*)(const State&, int) const;
    ContactEvent(SharedEvents events, int row, Stage stage, const char* what, Witness witness)
        : TriggeredEventHandler(stage), events_(std::move(events)), row_(row), witness_(witness) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
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
        : ContactEvent(e, r, Stage::Position, "impact", &RigidContactEvents::calcLeastGap) {}
    void handleEvent(State& s, Real, bool&) const override { events_->impact(s); }
};
struct Release : ContactEvent {
    Release(const SharedEvents& e, int r)
        : ContactEvent(e, r, Stage::Acceleration, "release", &RigidContactEvents::calcLeastForce) {}
    void handleEvent(State& s, Real, bool&) const override { events_->release(s, row_); }
};
struct Slip : ContactEvent {
    Slip(const SharedEvents& e, int r)
        : ContactEvent(e, r, Stage::Acceleration, "slip", &RigidContactEvents::calcSlipReserve) {}
    void handleEvent(State& s, Real, bool&) const override { events_->startSlip(s, row_); }
};
struct Stick : ContactEvent {
    Stick(const SharedEvents& e, int r)
        : ContactEvent(e, r, Stage::Velocity, "stick", &RigidContactEvents::calcLeastSlip) {}
    void handleEvent(State& s, Real, bool&) const override { events_->endSlip(s, row_); }
};

/// Sliding friction of all contacts jams.
class Jam : public TriggeredEventHandler {
public:
    explicit Jam(SharedEvents events) : TriggeredEventHandler(Stage::Acceleration), events_(std::move(events)) {
        getTriggerInfo().setTriggerOnRisingSignTransition(false);
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
    const auto events = std::make_shared<const RigidContactEvents>(system, matter, std::move(rows));
    system.addEventHandler(new StartContacts(events));
    for (int r = 0; r < n; ++r) {
        system.addEventHandler(new Impact(events, r));
        system.addEventHandler(new Release(events, r));
        system.addEventHandler(new Slip(events, r));
        system.addEventHandler(new Stick(events, r));
    }
    system.addEventHandler(new Jam(events));
}

}  // namespace trammel
