// SPDX-License-Identifier: Apache-2.0
// Impacts at rigid contacts.
#include <cmath>

#include "contact/rigid/impact_solver.h"
#include "contact/rigid/rigid_contact_group.h"
#include "multibody/multibody_system.h"

namespace trammel {

bool RigidContactGroup::applyImpacts(State& s, std::vector<RigidPointNow>& points, bool isStart) const {
    std::vector<const RigidPointNow*> hit;
    bool approaches = false;
    const Real negligible = stillness * fastest(points);
    for (const RigidPointNow& p : points) {
        if (!p.isCandidate) continue;
        hit.push_back(&p);
        approaches = approaches || p.normalSpeed() < -negligible;
    }
    if (!approaches) return false;

    // A rebound lower than the resolution of arrivals counts as none: such rebounds would repeat without end.
    std::vector<Real> leastRebounds;
    ConstraintKinematics moving = guts_.kinematics(s, Stage::Velocity);
    moving.A_GB = &guts_.getAcceleration(s).A_GB;
    for (const RigidPointNow* p : hit) {
        const RigidPoint& point = contact(p->row).getPoints()[std::size_t(p->point)];
        const Real pull = -point.calcGapAcceleration(moving, p->place.frame);
        leastRebounds.push_back(
            std::max(parameters(s, p->row).restSpeed, std::sqrt(8 * arrivalGap * std::max<Real>(0, pull))));
    }

    // Constraints other than rigid contacts are enforced during the impact.
    const Modes modes = openAll(s);
    system_.realize(s, Stage::Velocity);
    const RigidResponses responses = calcResponses(s, hit);
    const int n = int(hit.size()), nu = s.getNU();
    ImpactProblem problem;
    problem.W = responses.W;
    problem.v.resize(3 * n);
    for (int i = 0; i < n; ++i) {
        const RigidPointNow& p = *hit[std::size_t(i)];
        const RigidPoint& point = contact(p.row).getPoints()[std::size_t(p.point)];
        const RigidContactParameters& numbers = parameters(s, p.row);
        const Vec3 axes[] = {p.place.frame.x, p.place.frame.y, p.place.frame.z};
        for (int a = 0; a < 3; ++a) problem.v[3 * i + a] = axes[a].dot(p.slip);
        // Contacts that are hit at once form one group.
        const int group = numbers.atOnce ? -1 : p.row;
        problem.points.push_back({group, contact(p.row).getRestitution(numbers, point),
                                  contact(p.row).getFriction(numbers, point)[1], leastRebounds[std::size_t(i)]});
    }
    const ImpactProblem::Solution solution = problem.solve();
    Vector change(nu);
    change.setZero();
    for (int i = 0; i < 3 * n; ++i) change += solution.impulse[i] * responses.speeds[std::size_t(i)];

    // The event is found slightly late: what the impact moves has continued that long at its old speed.
    Real lateness = 0, deepest = 0;
    if (!isStart)
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

    Modes after = modes;
    for (int i = 0; i < n; ++i) {
        RigidContactModes& m = after[std::size_t(hit[std::size_t(i)]->row)];
        m.lostEnergy += solution.lostEnergy[std::size_t(i)];
        if (problem.v[3 * i + 2] < -negligible) ++m.impacts;
    }
    setModes(s, after);
    system_.realize(s, Stage::Velocity);
    refresh(s, points);
    return true;
}

}  // namespace trammel
