// SPDX-License-Identifier: Apache-2.0
// Impacts at rigid contacts.
#include <cmath>
#include <set>

#include "contact/rigid/impact_solver.h"
#include "contact/rigid/rigid_contact_group.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {
/// Two bodies that hit each other this often in quick succession do not rebound any more: between others, as in a pile,
/// their rebounds would repeat without end.
constexpr int mostInARow = 20;
}  // namespace

RigidContactGroup::Modes RigidContactGroup::countImpacts(const State& s, const std::vector<const RigidPointNow*>& hit,
                                                         Real negligible, Modes modes) const {
    // m/s^2: rebounds at the rest speed take twice as long under gravity.
    constexpr Real gravity = 10;
    std::set<std::pair<int, int>> counted;
    for (const RigidPointNow* p : hit) {
        if (p->normalSpeed() >= -negligible) continue;
        RigidContactModes& own = modes[std::size_t(p->row)];
        ++own.impacts;
        const int pair = contact(p->row).getBodyPair(contact(p->row).getPoints()[std::size_t(p->point)].patch);
        if (!counted.insert({p->row, pair}).second) continue;
        Real& last = own.lastImpacts[std::size_t(pair)];
        int& inARow = own.impactsInARow[std::size_t(pair)];
        inARow = s.getTime() - last < parameters(s, p->row).restSpeed / gravity ? inARow + 1 : 1;
        last = s.getTime();
    }
    return modes;
}

std::vector<Real> RigidContactGroup::findLeastRebounds(const State& s,
                                                       const std::vector<const RigidPointNow*>& hit) const {
    std::vector<Real> all;
    ConstraintKinematics moving = guts_.kinematics(s, Stage::Velocity);
    moving.A_GB = &guts_.getAcceleration(s).A_GB;
    for (const RigidPointNow* p : hit) {
        const RigidPoint& point = contact(p->row).getPoints()[std::size_t(p->point)];
        const Real pull = -point.calcGapAcceleration(moving, p->place.frame);
        all.push_back(std::max(parameters(s, p->row).restSpeed, std::sqrt(8 * arrivalGap * std::max<Real>(0, pull))));
    }
    return all;
}

bool RigidContactGroup::applyImpacts(State& s, std::vector<RigidPointNow>& points, bool isArrival,
                                     bool withRebound) const {
    std::vector<const RigidPointNow*> hit;
    bool approaches = false;
    const Real negligible = stillness * fastest(points);
    for (const RigidPointNow& p : points) {
        if (!p.isCandidate) continue;
        hit.push_back(&p);
        approaches = approaches || p.normalSpeed() < -negligible;
    }
    if (!approaches) return false;

    const std::vector<Real> leastRebounds = withRebound ? findLeastRebounds(s, hit) : std::vector<Real>(hit.size(), 0);
    // Constraints other than rigid contacts are enforced during the impact.
    const Modes modes = openAll(s);
    system_.realize(s, Stage::Velocity);
    const RigidResponses responses = calcResponses(s, hit);
    const int n = int(hit.size()), nu = s.getNU();
    std::vector<int> firstPair{0};
    for (const RigidContactRow& each : rows_) firstPair.push_back(firstPair.back() + each.contact->getNumBodyPairs());
    Modes after = countImpacts(s, hit, negligible, modes);
    ImpactProblem problem;
    problem.W = responses.W;
    problem.v.resize(3 * n);
    for (int i = 0; i < n; ++i) {
        const RigidPointNow& p = *hit[std::size_t(i)];
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        const RigidContactParameters& numbers = parameters(s, p.row);
        const Vec3 axes[] = {p.place.frame.x, p.place.frame.y, p.place.frame.z};
        for (int a = 0; a < 3; ++a) problem.v[3 * i + a] = axes[a].dot(p.slip);
        // Contacts that are hit at once form one group; of others, each pair of bodies.
        const int group = numbers.atOnce ? -1 : firstPair[std::size_t(p.row)] + contact(p.row).getBodyPair(point.patch);
        const int inARow =
            after[std::size_t(p.row)].impactsInARow[std::size_t(contact(p.row).getBodyPair(point.patch))];
        const bool rebounds = withRebound && inARow < mostInARow;
        problem.points.push_back({group, rebounds ? contact(p.row).getRestitution(numbers, point) : 0,
                                  contact(p.row).getFriction(numbers, point)[1], leastRebounds[std::size_t(i)]});
    }
    const ImpactProblem::Solution solution = problem.solve();
    Vector change(nu);
    change.setZero();
    for (int i = 0; i < 3 * n; ++i) change += solution.impulse[i] * responses.speeds[std::size_t(i)];

    // The event is found slightly late: what the impact moves has continued that long at its old speed.
    Real lateness = 0, deepest = 0;
    if (isArrival)
        for (const RigidPointNow* p : hit)
            if (!modes[std::size_t(p->row)].points[std::size_t(p->point)].closed && p->place.gap < 0 &&
                p->normalSpeed() < -negligible) {
                lateness = std::max(lateness, p->place.gap / p->normalSpeed());
                deepest = std::max(deepest, -p->place.gap);
            }
    // Points that approach slowly may have overlapped before: they move back no longer than full rebounds take.
    const Vector jump = solution.v - problem.v;
    if (lateness > 0) lateness = std::min(lateness, 2 * deepest / jump.cwiseAbs().maxCoeff());
    Vector way;
    matter_.multiplyByN(s, false, change, way);
    matter_.updU(s) += change;
    if (lateness > 0) matter_.updQ(s) += lateness * way;

    for (int i = 0; i < n; ++i)
        after[std::size_t(hit[std::size_t(i)]->row)].lostEnergy += solution.lostEnergy[std::size_t(i)];
    setModes(s, after);
    system_.realize(s, Stage::Velocity);
    refresh(s, points);
    return true;
}

}  // namespace trammel
