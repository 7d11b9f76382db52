// SPDX-License-Identifier: Apache-2.0
// Modes and jams of rigid contacts from Coulomb's law for all points that touch at once.
#include <cmath>

#include "contact/rigid/coulomb_solver.h"
#include "contact/rigid/rigid_contact_group.h"
#include "multibody/impulse_response.h"
#include "multibody/multibody_system.h"

namespace trammel {

RigidContactGroup::Modes RigidContactGroup::openAll(State& s) const {
    Modes modes = getModes(s), open = modes;
    for (RigidContactModes& m : open) {
        m.sticks.assign(m.sticks.size(), 0);
        m.points.assign(m.points.size(), RigidPointMode());
    }
    setModes(s, open);
    return modes;
}

RigidResponses RigidContactGroup::calcResponses(const State& s, const std::vector<const RigidPointNow*>& hit) const {
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    const int n = int(hit.size());
    RigidResponses r;
    r.W.resize(3 * n, 3 * n);
    std::vector<Vector> rates(std::size_t(3 * n));
    r.speeds.resize(std::size_t(3 * n));
    Vector_<SpatialVec> F(matter_.getNumBodies(), SpatialVec(0.));
    Vector onMobilities(s.getNU());
    for (int i = 0; i < n; ++i) {
        const RigidPointNow& p = *hit[std::size_t(i)];
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        const Vec3 axes[] = {p.place.frame.x, p.place.frame.y, p.place.frame.z};
        for (int a = 0; a < 3; ++a) {
            for (SpatialVec& f : F) f = SpatialVec(0.);
            point.addIn(k, p.place.frame.p, axes[a], {F.data(), onMobilities.data(), k.position});
            Vector& rate = rates[std::size_t(3 * i + a)];
            matter_.multiplyBySystemJacobianTranspose(s, F, rate);
            r.speeds[std::size_t(3 * i + a)] = calcImpulseResponse(matter_, s, rate).speeds;
        }
    }
    for (int i = 0; i < 3 * n; ++i)
        for (int j = 0; j < 3 * n; ++j) r.W(i, j) = rates[std::size_t(i)].dot(r.speeds[std::size_t(j)]);
    return r;
}

void RigidContactGroup::refresh(const State& s, std::vector<RigidPointNow>& points) const {
    const ConstraintKinematics now = guts_.kinematics(s, Stage::Velocity);
    for (RigidPointNow& p : points) {
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        p.place = point.find(now);
        p.slip = point.calcSlip(now, p.place.frame.p);
    }
}

void RigidContactGroup::stopSlowSlip(State& s, std::vector<RigidPointNow>& points, Real share) const {
    const Real still = stillSpeed(points);
    const Modes before = getModes(s);
    Modes modes = before;
    for (RigidContactModes& m : modes) {
        m.sticks.assign(m.sticks.size(), 0);
        m.points.assign(m.points.size(), RigidPointMode());
    }
    bool any = false;
    for (const RigidPointNow& p : points) {
        const Real slow = std::max(still, share * parameters(s, p.row).restSpeed), slip = p.tangentialSlip().norm();
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        if (contact(p.row).getFriction(parameters(s, p.row), point)[0] == 0) continue;
        // Friction that grows with the slip stops it by itself, unless it jams.
        if (share < 1 && before[std::size_t(p.row)].creeps) continue;
        if (!p.isCandidate || p.normalSpeed() > slow || slip > slow) continue;
        RigidPointMode& mode = modes[std::size_t(p.row)].points[std::size_t(p.point)];
        mode.closed = mode.holds = true;
        any = any || slip > still;
    }
    if (!any) return;
    setModes(s, modes);
    project(s);
    setModes(s, before);
    system_.realize(s, Stage::Velocity);
    refresh(s, points);
}

void RigidContactGroup::endSlowRebounds(State& s, std::vector<RigidPointNow>& points) const {
    const Modes before = getModes(s);
    // Each pass ends what the one before began; a few are enough, and more only lose energy.
    constexpr int most = 4;
    for (int pass = 0; pass < most; ++pass) {
        const Real still = stillSpeed(points);
        openAll(s);
        Modes modes = getModes(s);
        bool any = false;
        for (const RigidPointNow& p : points) {
            if (!p.isCandidate || std::abs(p.normalSpeed()) > std::max(still, parameters(s, p.row).restSpeed)) continue;
            modes[std::size_t(p.row)].points[std::size_t(p.point)].closed = true;
            any = any || p.normalSpeed() > still;
        }
        if (any) {
            setModes(s, modes);
            project(s);
        }
        setModes(s, before);
        system_.realize(s, Stage::Velocity);
        points = findPoints(s);
        if (!applyImpacts(s, points, false, false) && !any) break;
    }
    setModes(s, before);
    system_.realize(s, Stage::Velocity);
    refresh(s, points);
}

bool RigidContactGroup::standOnEnds(State& s, std::vector<RigidPointNow>& points, Real share) const {
    Modes before = getModes(s), modes = before;
    for (RigidContactModes& m : modes) {
        m.sticks.assign(m.sticks.size(), 0);
        m.points.assign(m.points.size(), RigidPointMode());
    }
    bool any = false;
    for (const RigidPointNow& rim : points) {
        if (!rim.place.isFlush) continue;
        std::vector<const RigidPointNow*> corners;
        bool touches = rim.isCandidate, isSlow = true, stands = true, leaves = rim.normalSpeed() > stillSpeed(points);
        constexpr Real upright = 1e-10;
        const Real still = stillSpeed(points);
        const Real slow = share * parameters(s, rim.row).restSpeed;
        for (const RigidPointNow& p : points) {
            if (p.row != rim.row || contact(p.row).getPoints()[std::size_t(p.point)].rimPoint != rim.point) continue;
            corners.push_back(&p);
            touches = touches || p.isCandidate;
            isSlow = isSlow && std::abs(p.normalSpeed()) <= slow;
            leaves = leaves && p.normalSpeed() > still;
            stands = stands && std::abs(p.place.gap) <= upright && std::abs(p.normalSpeed()) <= still;
        }
        // Three points hold the plane.
        constexpr std::size_t enough = 3;
        if (!touches || !isSlow || stands || leaves || corners.size() < enough) continue;
        any = true;
        before[std::size_t(rim.row)].points[std::size_t(rim.point)] = {};
        for (std::size_t i = 0; i < enough; ++i)
            modes[std::size_t(rim.row)].points[std::size_t(corners[i * corners.size() / enough]->point)].closed = true;
    }
    if (!any) return false;
    setModes(s, modes);
    project(s);
    setModes(s, before);
    system_.realize(s, Stage::Velocity);
    points = findPoints(s);
    return true;
}

RigidContactGroup::TouchingPoints RigidContactGroup::findTouching(State& s,
                                                                  const std::vector<RigidPointNow>& points) const {
    TouchingPoints touching;
    const Real still = stillSpeed(points);
    for (const RigidPointNow& p : points)
        if (p.isCandidate && p.normalSpeed() <= std::max(still, parameters(s, p.row).restSpeed))
            touching.points.push_back(&p);
    const Modes modes = openAll(s);
    system_.realize(s, Stage::Acceleration);
    touching.responses = calcResponses(s, touching.points);
    ConstraintKinematics k = guts_.kinematics(s, Stage::Velocity);
    k.A_GB = &guts_.getAcceleration(s).A_GB;
    for (const RigidPointNow* const p : touching.points) {
        const RigidPoint& point = contact(p->row).getPoints()[std::size_t(p->point)];
        const ContactFrame c = point.find(k).frame;
        const Vec3 slipDot = point.calcSlipDot(k, c);
        touching.accelerations.push_back(Vec3(c.x.dot(slipDot), c.y.dot(slipDot), point.calcGapAcceleration(k, c)));
    }
    setModes(s, modes);
    system_.realize(s, Stage::Acceleration);
    return touching;
}

bool RigidContactGroup::solveModes(State& s, const std::vector<RigidPointNow>& points, Modes& modes) const {
    const TouchingPoints touching = findTouching(s, points);
    const int n = int(touching.points.size());
    const Real still = stillSpeed(points);
    CoulombProblem problem;
    problem.tolerance = 1e-12;
    problem.points.resize(std::size_t(n));
    problem.W = touching.responses.W;
    problem.v.resize(3 * n);
    Real largest = 0;
    for (int i = 0; i < n; ++i) {
        const RigidPointNow& p = *touching.points[std::size_t(i)];
        CoulombProblem::Point& own = problem.points[std::size_t(i)];
        const Vec2 mu =
            contact(p.row).getFriction(parameters(s, p.row), contact(p.row).getPoints()[std::size_t(p.point)]);
        const Vec3 slip = p.tangentialSlip();
        const bool creeps = modes[std::size_t(p.row)].creeps;
        own.slides = creeps || slip.norm() > still;
        own.friction = mu[own.slides];
        if (own.slides) {
            const Vec3 along =
                creeps ? RigidContact::creepDirection(parameters(s, p.row), slip) : Vec3(slip.normalize());
            own.direction << along.dot(p.place.frame.x), along.dot(p.place.frame.y);
        }
        for (int a = 0; a < 3; ++a) {
            problem.v[3 * i + a] = touching.accelerations[std::size_t(i)][a];
            largest = std::max(largest, std::abs(problem.v[3 * i + a]));
        }
    }
    constexpr Real nearly = 1 - 1e-9, none = 1e-7;
    CoulombProblem::Solution solution = problem.solve();
    // Where more than static friction is needed, the dynamic one remains.
    for (bool again = solution.isSolved; again;) {
        again = false;
        for (int i = 0; i < n; ++i) {
            const RigidPointNow& p = *touching.points[std::size_t(i)];
            CoulombProblem::Point& own = problem.points[std::size_t(i)];
            const Real dynamic =
                contact(p.row).getFriction(parameters(s, p.row), contact(p.row).getPoints()[std::size_t(p.point)])[1];
            const Real normal = solution.P[3 * i + 2], friction = std::hypot(solution.P[3 * i], solution.P[3 * i + 1]);
            if (own.friction == dynamic || !(normal > 0) || friction < nearly * own.friction * normal) continue;
            own.friction = dynamic;
            again = true;
        }
        if (again) solution = problem.solve();
        again = again && solution.isSolved;
    }
    if (!solution.isSolved) return false;

    for (RigidContactModes& m : modes) {
        m.started = true;
        m.points.assign(m.points.size(), RigidPointMode());
    }
    struct Count {
        int closed = 0, rests = 0;
    };
    std::vector<std::vector<Count>> counts;
    for (const RigidContactModes& m : modes) counts.emplace_back(m.sticks.size());
    for (int i = 0; i < n; ++i) {
        const RigidPointNow& p = *touching.points[std::size_t(i)];
        // A point that neither presses nor leaves is open.
        if (!(solution.P[3 * i + 2] > 0)) continue;
        RigidPointMode& mode = modes[std::size_t(p.row)].points[std::size_t(p.point)];
        Count& count = counts[std::size_t(p.row)][std::size_t(contact(p.row).getPoints()[std::size_t(p.point)].patch)];
        mode.closed = true;
        ++count.closed;
        const CoulombProblem::Point& own = problem.points[std::size_t(i)];
        if (own.slides) {
            const Vec3 slip = p.tangentialSlip();
            mode.direction = slip.norm() > 0 ? slip.normalize() : p.place.frame.x;
            continue;
        }
        const Vec3 a = solution.v[3 * i] * p.place.frame.x + solution.v[3 * i + 1] * p.place.frame.y;
        mode.holds = a.norm() <= none * (1 + largest);
        if (mode.holds)
            ++count.rests;
        else
            mode.direction = a.normalize();
    }
    // Two points at rest hold the patch.
    for (std::size_t r = 0; r < modes.size(); ++r)
        for (std::size_t patch = 0; patch < counts[r].size(); ++patch)
            modes[r].sticks[patch] = counts[r][patch].rests > 1 || counts[r][patch].rests == counts[r][patch].closed;
    return true;
}

void RigidContactGroup::stopJam(State& s, std::vector<RigidPointNow>& points, Real h) const {
    const TouchingPoints touching = findTouching(s, points);
    const int n = int(touching.points.size());
    CoulombProblem problem;
    problem.points.resize(std::size_t(n));
    problem.W = touching.responses.W;
    problem.v.resize(3 * n);
    Vector before(3 * n);
    for (int i = 0; i < n; ++i) {
        const RigidPointNow& p = *touching.points[std::size_t(i)];
        problem.points[std::size_t(i)].friction =
            contact(p.row).getFriction(parameters(s, p.row), contact(p.row).getPoints()[std::size_t(p.point)])[1];
        const Vec3 axes[] = {p.place.frame.x, p.place.frame.y, p.place.frame.z};
        for (int a = 0; a < 3; ++a) {
            before[3 * i + a] = axes[a].dot(p.slip);
            problem.v[3 * i + a] = before[3 * i + a] + h * touching.accelerations[std::size_t(i)][a];
        }
    }
    Vector P = problem.solve().P;
    if (!P.allFinite()) P.setZero();
    // The time without them must not make them add energy.
    const Vector effect = touching.responses.W * P;
    const Real work = P.dot(before), pressed = P.dot(effect);
    if (work + pressed / 2 > 0) P *= work < 0 ? -2 * work / pressed : 0;
    Vector change(s.getNU());
    change.setZero();
    for (int i = 0; i < 3 * n; ++i) change += P[i] * touching.responses.speeds[std::size_t(i)];
    matter_.updU(s) += change;
    const Vector after = before + touching.responses.W * P;
    Modes modes = getModes(s);
    for (int i = 0; i < n; ++i) {
        RigidContactModes& m = modes[std::size_t(touching.points[std::size_t(i)]->row)];
        for (int a = 0; a < 3; ++a) m.lostEnergy -= P[3 * i + a] * (before[3 * i + a] + after[3 * i + a]) / 2;
        m.impacts += P[3 * i + 2] > 0;
    }
    setModes(s, modes);
    system_.realize(s, Stage::Acceleration);
    refresh(s, points);
}

}  // namespace trammel
