// SPDX-License-Identifier: Apache-2.0
// Which points of rigid contacts are closed, stick and slide after an event.
#include <cmath>

#include "base/numerical_failure.h"
#include "contact/rigid/rigid_contact_group.h"
#include "multibody/multibody_system.h"

namespace trammel {

void RigidContactGroup::guessModes(const State& s, const std::vector<RigidPointNow>& points, Modes& modes) const {
    const Real still = stillSpeed(points);
    std::vector<std::vector<char>> slides;
    for (std::size_t r = 0; r < modes.size(); ++r) {
        modes[r].started = true;
        slides.emplace_back(modes[r].sticks.size());
        if (isEnabled(s, int(r))) modes[r].points.assign(modes[r].points.size(), {});
    }
    for (const RigidPointNow& p : points) {
        RigidPointMode& mode = modes[std::size_t(p.row)].points[std::size_t(p.point)];
        mode.closed = p.isCandidate && p.normalSpeed() <= still;
        if (!mode.closed) continue;
        const Vec3 v = p.tangentialSlip();
        if (v.norm() <= still) continue;
        mode.direction = v.normalize();
        slides[std::size_t(p.row)][std::size_t(contact(p.row).getPoints()[std::size_t(p.point)].patch)] = 1;
    }
    for (std::size_t r = 0; r < modes.size(); ++r)
        for (std::size_t i = 0; i < slides[r].size(); ++i) modes[r].sticks[i] = !slides[r][i] && !modes[r].creeps;
    for (const RigidPointNow& p : points) {
        RigidPointMode& mode = modes[std::size_t(p.row)].points[std::size_t(p.point)];
        mode.holds = mode.closed && !modes[std::size_t(p.row)].creeps && p.tangentialSlip().norm() <= still;
    }
}

bool RigidContactGroup::improve(const State& s, const std::vector<RigidPointNow>& points, Modes& modes,
                                ModeSearch& search) const {
    int& blamed = search.blamed;
    search.excess = Infinity;
    ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    const TreeAcceleration& acceleration = guts_.getAcceleration(s);
    k.A_GB = &acceleration.A_GB;
    const Real still = stillSpeed(points);
    std::vector<std::vector<RigidPointForce>> forces(rows_.size());
    Real largestForce = 0, largestAcceleration = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        rows_[r].contact->calcClosedForces(s, rows_[r].index, forces[r]);
        for (const RigidPointForce& f : forces[r]) largestForce = std::max(largestForce, std::abs(f.normal));
    }
    std::vector<Vec3> accelerations;
    std::vector<Real> gapAccelerations;
    for (const RigidPointNow& p : points) {
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        if (!p.isCandidate) {
            accelerations.push_back(Vec3(0.));
            gapAccelerations.push_back(0);
            continue;
        }
        const ContactFrame c = point.find(k).frame;
        accelerations.push_back(point.calcSlipDot(k, c));
        gapAccelerations.push_back(point.calcGapAcceleration(k, c));
        for (const MobilizedBodyIndex b : {point.body1, point.body2})
            largestAcceleration = std::max(largestAcceleration, acceleration.A_GB[std::size_t(int(b))][1].norm());
    }
    constexpr Real rounding = 1e-9;
    const auto modeOf = [&](const RigidPointNow& p) -> RigidPointMode& {
        return modes[std::size_t(p.row)].points[std::size_t(p.point)];
    };
    const auto patchOf = [&](const RigidPointNow& p) -> int& {
        return modes[std::size_t(p.row)].sticks[std::size_t(contact(p.row).getPoints()[std::size_t(p.point)].patch)];
    };
    const auto forceOfClosed = [&](const RigidPointNow& p) -> const RigidPointForce& {
        const auto point = std::size_t(p.point);
        return forces[std::size_t(p.row)][contact(p.row).getPlaces(s).rowOf(point)];
    };

    const auto isHeld = [&](const RigidPointNow& p) {
        return RigidContact::isHeld(modes[std::size_t(p.row)], modeOf(p),
                                    contact(p.row).getPoints()[std::size_t(p.point)].patch);
    };

    // 1. A closed point that would have to pull opens; so does one whose friction jams.
    const RigidPointNow* worst = nullptr;
    Real most = -rounding * largestForce;
    const bool jams = !search.isSolved && !(acceleration.slidingDeterminant > 0);
    for (const RigidPointNow& p : points) {
        if (!modeOf(p).closed) continue;
        const Real push = forceOfClosed(p).normal;
        if (std::isnan(push) || push < most) {
            worst = &p;
            most = push;
        }
        if (jams && !isHeld(p) && p.tangentialSlip().norm() > still && !worst) worst = &p;
    }
    if (worst && !search.onlyCloses) {
        blamed = worst->row;
        if (isHeld(*worst)) search.pullsIfHeld.emplace(worst->row, worst->point);
        modeOf(*worst) = {};
        return true;
    }
    worst = nullptr;
    // 2. An open point whose surfaces accelerate into each other closes, unless it leaves faster than the rest speed.
    most = -rounding * (1 + largestAcceleration);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const RigidPointNow& p = points[i];
        if (modeOf(p).closed || !p.isCandidate || !(gapAccelerations[i] < most)) continue;
        // It would return before its gap is seen: rocking that becomes ever smaller ends.
        const Real unseen = std::sqrt(8 * (p.isClosed ? touchingGap : arrivalGap) * -gapAccelerations[i]);
        if (p.normalSpeed() > std::max({still, parameters(s, p.row).restSpeed, unseen})) continue;
        worst = &p;
        most = gapAccelerations[i];
    }
    if (worst) {
        blamed = worst->row;
        search.excess = -most / (1 + largestAcceleration);
        RigidPointMode& mode = modeOf(*worst);
        mode = {};
        mode.closed = true;
        const auto which = std::size_t(worst - points.data());
        const Vec3 v = worst->tangentialSlip(), a = RigidContact::tangential(worst->place.frame, accelerations[which]);
        if (modes[std::size_t(worst->row)].creeps) {
            patchOf(*worst) = 0;
        } else if (v.norm() > still) {
            mode.direction = v.normalize();
            patchOf(*worst) = 0;
        } else if (search.pullsIfHeld.contains({worst->row, worst->point}) && a.norm() > 0) {
            mode.direction = a.normalize();
            patchOf(*worst) = 0;
        } else {
            bool alone = true;
            for (const RigidPointNow& p : points)
                alone = alone && (&p == worst || &patchOf(p) != &patchOf(*worst) || !modeOf(p).closed);
            if (alone)
                patchOf(*worst) = 1;
            else
                mode.holds = true;
        }
        return true;
    }
    if (search.onlyCloses) return false;
    // 3. A patch, or the point about which it pivots, slips if it needs more friction than available.
    for (const RigidPointNow& p : points) {
        if (!isHeld(p)) continue;
        const Real limit =
            contact(p.row).getFriction(parameters(s, p.row), contact(p.row).getPoints()[std::size_t(p.point)])[0];
        if (!(forceOfClosed(p).normal > rounding * largestForce) ||
            forceOfClosed(p).share <= limit * (1 + rounding) + rounding)
            continue;
        blamed = p.row;
        for (const RigidPointNow& other : points) {
            if (other.row != p.row || &patchOf(other) != &patchOf(p) || !isHeld(other)) continue;
            const Vec3 f = forceOfClosed(other).friction;
            modeOf(other).holds = false;
            modeOf(other).direction = f.norm() > 0 ? Vec3(-f).normalize() : other.place.frame.x;
        }
        patchOf(p) = 0;
        return true;
    }
    // 4. A patch without slip whose friction would reverse the slip sticks; so does such a point of a patch that moves.
    for (std::size_t own = 0; own < points.size(); ++own) {
        const RigidPointNow& p = points[own];
        if (!modeOf(p).closed || isHeld(p) || modes[std::size_t(p.row)].creeps) continue;
        Real forward = -Infinity;
        bool moves = false;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const RigidPointNow& other = points[i];
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
        const RigidPointNow& p = points[i];
        if (!modeOf(p).closed || isHeld(p) || modes[std::size_t(p.row)].creeps || p.tangentialSlip().norm() > still)
            continue;
        const Vec3 a = RigidContact::tangential(p.place.frame, accelerations[i]);
        constexpr Real aligned = 1e-4;
        if (!(a.norm() > rounding * (1 + largestAcceleration)) ||
            Vec3(a.normalize() - modeOf(p).direction).norm() < aligned)
            continue;
        blamed = p.row;
        // Turns converge where the acceleration turns further than the direction, if they become smaller.
        modeOf(p).direction = Vec3(modeOf(p).direction + search.turn * a.normalize()).normalize();
        turns = true;
    }
    constexpr Real slower = 0.93;
    if (turns) search.turn *= slower;
    return turns;
}

bool RigidContactGroup::pulls(const State& s) const {
    // Friction of a point that pulls would add energy.
    constexpr Real negligible = 1e-6;
    Real least = 0, largest = 0;
    std::vector<RigidPointForce> forces;
    for (const RigidContactRow& each : rows_) {
        each.contact->calcClosedForces(s, each.index, forces);
        for (const RigidPointForce& f : forces) {
            least = std::min(least, f.normal);
            largest = std::max(largest, std::abs(f.normal));
        }
    }
    return !(least >= -negligible * largest);
}

bool RigidContactGroup::findModes(State& s, std::vector<RigidPointNow>& points, Modes& modes,
                                  ModeSearch& search) const {
    search.pullsIfHeld.clear();
    std::vector<Modes> seen;
    std::vector<Real> excess;
    // The modes of a solution need few changes: it may distribute forces differently among redundant points. Modes that
    // continue the previous ones agree after a few changes, or other searches are faster.
    const std::size_t mostChanges = search.isSolved ? 1 + points.size() : search.isExact ? 40 : 200;
    while (true) {
        setModes(s, modes);
        // A point that was leaving slower than the rest speed stays, and so does one that slid that slowly.
        const Real still = stillSpeed(points);
        if (std::ranges::any_of(points, [&](const RigidPointNow& p) {
                const RigidContactModes& m = modes[std::size_t(p.row)];
                const RigidPointMode& mode = m.points[std::size_t(p.point)];
                const int patch = contact(p.row).getPoints()[std::size_t(p.point)].patch;
                return mode.closed && (p.normalSpeed() > still ||
                                       (RigidContact::isHeld(m, mode, patch) && p.tangentialSlip().norm() > still));
            })) {
            project(s);
            points = findPoints(s);
        }
        system_.realize(s, Stage::Acceleration);
        seen.push_back(modes);
        if (!improve(s, points, modes, search)) return true;
        excess.push_back(search.excess);
        // Only modes of these points change.
        const auto sameModes = [&](const Modes& other) {
            for (std::size_t r = 0; r < modes.size(); ++r)
                if (modes[r].sticks != other[r].sticks) return false;
            return std::ranges::all_of(points, [&](const RigidPointNow& p) {
                const RigidPointMode &now = modes[std::size_t(p.row)].points[std::size_t(p.point)],
                                     &then = other[std::size_t(p.row)].points[std::size_t(p.point)];
                return now.closed == then.closed && now.holds == then.holds &&
                       Vec3(now.direction - then.direction).norm() <= 1e-6;
            });
        };
        if (!std::ranges::any_of(seen, sameModes) && seen.size() < mostChanges) continue;
        if (search.isExact) return false;
        if (search.isSolved) {
            // Prefer a point that has to pull slightly over one whose surfaces approach each other at once.
            const auto kept = std::ranges::find(excess, Infinity);
            modes = kept == excess.end() ? seen.front() : seen[std::size_t(kept - excess.begin())];
            search.onlyCloses = true;
            for (std::size_t i = 0; i <= points.size(); ++i) {
                setModes(s, modes);
                system_.realize(s, Stage::Acceleration);
                if (!improve(s, points, modes, search)) break;
            }
            search.onlyCloses = false;
            return !pulls(s);
        }
        // If only directions of friction keep changing, the last ones are as good as any.
        const auto sameClosed = [&](const Modes& other) {
            return std::ranges::all_of(points, [&](const RigidPointNow& p) {
                return modes[std::size_t(p.row)].points[std::size_t(p.point)].closed ==
                       other[std::size_t(p.row)].points[std::size_t(p.point)].closed;
            });
        };
        constexpr std::size_t recent = 20;
        const auto cycle = seen.size() < mostChanges ? std::ranges::find_if(seen, sameModes) : seen.end() - recent;
        if (std::all_of(cycle, seen.end(), sameClosed) && guts_.getAcceleration(s).slidingDeterminant > 0) {
            modes = seen.back();
            return true;
        }
        // A point without force that neither leaves nor arrives is open.
        constexpr Real negligible = 1e-6;
        const auto least = std::min_element(excess.begin() + (cycle - seen.begin()), excess.end());
        if (!(*least < negligible)) return false;
        modes = seen[std::size_t(least - excess.begin())];
        setModes(s, modes);
        system_.realize(s, Stage::Acceleration);
        return true;
    }
}

void RigidContactGroup::settle(State& s, std::vector<RigidPointNow> points, Modes modes) const {
    settleFrom(system_.calcEnergy(s), s, std::move(points), std::move(modes));
}

void RigidContactGroup::settleFrom(Real energy, State& s, std::vector<RigidPointNow> points, Modes modes,
                                   bool mayStand) const {
    for (const RigidPointNow& p : points) {
        RigidPointMode& mode = modes[std::size_t(p.row)].points[std::size_t(p.point)];
        if (p.twin < 0 || !mode.closed) continue;
        const RigidPointNow& other = points[std::size_t(p.twin)];
        RigidPointMode& twin = modes[std::size_t(other.row)].points[std::size_t(other.point)];
        if (!twin.closed) twin = mode;
        mode = {};
    }
    // Slip this much slower than the slowest rebound would stop again soon.
    constexpr Real slow = 1e-2;
    if (standOnEnds(s, points, 1)) guessModes(s, points, modes);
    stopSlowSlip(s, points, slow);
    const Modes before = getModes(s);
    std::vector<RigidPointNow> found = points;
    Vector q = matter_.getQ(s), u = matter_.getU(s);
    // A search may have moved it, and found other points.
    const auto restore = [&](const Vector& speeds) {
        matter_.updQ(s) = q;
        matter_.updU(s) = speeds;
        setModes(s, before);
        system_.realize(s, Stage::Velocity);
        points = found;
        refresh(s, points);
    };
    Vector speeds = u;
    // Friction that jams slip stops it by impulses.
    constexpr Real shortest = 1e-7, longest = 1e-3;
    // By how many times the rest speed slip may be faster to be stopped: first, and if nothing else ends the jam.
    constexpr Real slowSlips[] = {1, 3, 10, 100};
    constexpr std::size_t soon = 3;
    std::size_t stopped = 0;
    bool creeps = false;
    Real jamLoss = 0, h = shortest;
    const auto stopSlip = [&](Real share) {
        // Friction that jams slow slip stops it, in place of impulses that did not end the jam.
        restore(u);
        jamLoss = 0;
        for (std::size_t r = 0; r < modes.size(); ++r) {
            modes[r].lostEnergy = before[r].lostEnergy;
            modes[r].impacts = before[r].impacts;
        }
        stopSlowSlip(s, points, share);
        endSlowRebounds(s, points);
        found = points;
        q = matter_.getQ(s);
        u = speeds = matter_.getU(s);
        guessModes(s, points, modes);
    };
    while (true) {
        // Modes that continue the previous ones come first: there may be several solutions.
        ModeSearch next;
        next.isExact = true;
        Modes continued = modes;
        if (findModes(s, points, continued, next)) {
            modes = std::move(continued);
            break;
        }
        restore(speeds);
        ModeSearch search;
        Modes solved = modes;
        search.isSolved = solveModes(s, points, solved);
        if (search.isSolved && findModes(s, points, solved, search)) {
            modes = std::move(solved);
            break;
        }
        restore(speeds);
        search = {};
        if (findModes(s, points, modes, search)) break;
        if (h > longest && mayStand) {
            // Rocking this slowly on a rim ends if its further motion is not found.
            constexpr Real almostStill = 30;
            restore(u);
            if (standOnEnds(s, points, almostStill)) {
                guessModes(s, points, modes);
                return settleFrom(energy, s, std::move(points), std::move(modes), false);
            }
        }
        if (stopped < soon || (h > longest && creeps && stopped < std::size(slowSlips))) {
            stopSlip(slowSlips[stopped++]);
            continue;
        }
        if (h > longest && !creeps) {
            // Friction that grows with the slip has a solution where Coulomb's law has none, or none that is found.
            creeps = true;
            restore(u);
            for (RigidContactModes& m : modes) startCreep(s.getTime(), m);
            guessModes(s, points, modes);
            h = shortest;
            continue;
        }
        if (h > longest)
            throw NumericalFailure(
                "'" + contact(search.blamed).getName() +
                "' has no motion that obeys Coulomb's law with rigid bodies: friction jams it (Painlevé's "
                "paradox). Use a compliant contact in its place, or less friction.");
        restore(u);
        stopJam(s, points, h);
        speeds = matter_.getU(s);
        const Modes jammed = getModes(s);
        jamLoss = 0;
        for (std::size_t r = 0; r < modes.size(); ++r) {
            jamLoss += jammed[r].lostEnergy - before[r].lostEnergy;
            modes[r].lostEnergy = jammed[r].lostEnergy;
            modes[r].impacts = jammed[r].impacts;
        }
        guessModes(s, points, modes);
        h *= 10;
    }
    finishModes(energy - jamLoss, s, points, std::move(modes));
}

void RigidContactGroup::followSlip(const std::vector<RigidPointNow>& points, Modes& modes) const {
    constexpr Real slack = 2;
    const Real still = stillSpeed(points);
    for (const RigidPointNow& p : points) {
        RigidContactModes& own = modes[std::size_t(p.row)];
        RigidPointMode& mode = own.points[std::size_t(p.point)];
        mode.stop = RigidPointMode().stop;
        if (!mode.closed || RigidContact::isHeld(own, mode, contact(p.row).getPoints()[std::size_t(p.point)].patch))
            continue;
        const Vec3 v = p.tangentialSlip();
        if (v.norm() > still) mode.direction = v.normalize();
        mode.stop += slack * std::max<Real>(0, -calcForwardSlip(v, mode.direction));
    }
}

void RigidContactGroup::noteLoss(Real energy, Modes& modes) {
    const auto isClosed = [](const RigidContactModes& m) {
        return std::ranges::any_of(m.points, &RigidPointMode::closed);
    };
    const auto closed = std::ranges::count_if(modes, isClosed);
    for (RigidContactModes& m : modes)
        if (isClosed(m)) m.lostEnergy += energy / Real(closed);
}

void RigidContactGroup::finishModes(Real energy, State& s, const std::vector<RigidPointNow>& points,
                                    Modes modes) const {
    // An open point that three closed ones of its patch keep closed is not watched: its gap is theirs.
    const Real still = stillSpeed(points);
    for (const RigidPointNow& p : points) {
        std::vector<RigidPointMode>& all = modes[std::size_t(p.row)].points;
        RigidPointMode& mode = all[std::size_t(p.point)];
        if (mode.closed) continue;
        mode.carried = false;
        if (!p.isCandidate || p.normalSpeed() > still) continue;
        const auto [first, end] = contact(p.row).getRange(contact(p.row).getPoints()[std::size_t(p.point)].patch);
        mode.carried = std::count_if(all.begin() + std::ptrdiff_t(first), all.begin() + std::ptrdiff_t(end),
                                     [](const RigidPointMode& each) { return each.closed; }) >= 3;
    }
    // Nor is one at the place of another that it does not leave.
    for (const RigidPointNow& p : points) {
        if (p.twin < 0 || !isOneOfSeveral(p)) continue;
        const RigidPointNow& other = points[std::size_t(p.twin)];
        const RigidPointMode& twin = modes[std::size_t(other.row)].points[std::size_t(other.point)];
        modes[std::size_t(p.row)].points[std::size_t(p.point)].carried = twin.closed || twin.carried;
    }
    setModes(s, modes);
    project(s);
    const std::vector<RigidPointNow> projected = findPoints(s);
    followSlip(projected, modes);
    constexpr Real rounding = 1e-12;
    if (const Real lost = energy - system_.calcEnergy(s); std::abs(lost) > rounding * std::abs(energy))
        noteLoss(lost, modes);
    // Overlaps that recur at once grow each time, so that they end.
    constexpr Real slack = 2;
    for (const RigidPointNow& p : projected)
        if (p.place.gap < 0 && (p.isCandidate || !contact(p.row).getPoints()[std::size_t(p.point)].hasEnds()))
            modes[std::size_t(p.row)].points[std::size_t(p.point)].arrival = arrivalGap - slack * p.place.gap;
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    for (std::size_t r = 0; r < modes.size(); ++r)
        for (int patch = 0; patch < contact(int(r)).getNumPatches(); ++patch)
            if (const SolidGap* const solids = contact(int(r)).findSolids(patch))
                modes[r].arrivals[std::size_t(patch)] =
                    arrivalGap + slack * std::max<Real>(0, -solids->calcSeparation(k).gap);
    for (const RigidPointNow& p : points)
        if (p.isClosed && std::ranges::none_of(modes[std::size_t(p.row)].points, &RigidPointMode::closed))
            modes[std::size_t(p.row)].departure = std::max<Real>(0, contact(p.row).calcGapToArrival(s));
    setModes(s, modes);
    system_.realize(s, Stage::Acceleration);
}

}  // namespace trammel
