// SPDX-License-Identifier: Apache-2.0
#include "import/stiff_joints.h"

#include <map>
#include <optional>
#include <vector>

#include "import/draft_reading.h"
#include "import/moved_mass.h"

namespace trammel {

namespace {

/// 1/s; the steps of explicit methods are limited to about three divided by it.
constexpr Real stiffRate = 1e4;

Solid solidOf(const Element& body) {
    const Vec3 moments = valueOr(body, "moments", Vec3(0.)), products = valueOr(body, "products", Vec3(0.));
    return {valueOr(body, "mass", Real(0)), valueOr(body, "massCenter", Vec3(0.)),
            Mat33(moments[0], products[0], products[1], products[0], moments[1], products[2], products[1], products[2],
                  moments[2])};
}

/// Change of force with the speed of each joint, N·m·s or N·s/m, greatest at rest.
std::map<ElementId, Real> sumDamping(const ModelDraft& draft) {
    std::map<ElementId, Real> damping;
    for (const Element& force : draft.elements()) {
        if (force.type == "mobilityDamper") {
            damping[force.reference("joint")] += valueOr(force, "damping", Real(0));
        } else if (force.type == "mobilityFriction") {
            const Real speed = valueOr(force, "transitionSpeed", Real(0));
            if (speed > 0) damping[force.reference("joint")] += valueOr(force, "load", Real(0)) / speed;
        }
    }
    return damping;
}

/// The inertia that a pin or slider moves; none for other joints.
std::optional<Real> movedInertia(const Element& joint, const Solid& carried) {
    const Transform X_BM = frameOf(joint, "childPoint", "childOrientation");
    const Real rotor = valueOr(joint, "rotorInertia", Real(0));
    if (joint.type == "slider") return carried.mass + rotor;
    if (joint.type != "pin") return std::nullopt;
    const Vec3 axis(X_BM.R().z()), arm = Vec3(carried.center - X_BM.p()).cross(axis);
    return axis.dot(Vec3(carried.inertia * axis)) + carried.mass * arm.normSqr() + rotor;
}

}  // namespace

void chooseIntegrator(ImportJob& job) {
    const std::map<ElementId, Real> damping = sumDamping(job.draft);
    if (damping.empty()) return;
    const std::vector<CarriedBody> bodies = carriedBodies(job.draft);
    std::map<ElementId, Solid> carried;
    for (const CarriedBody& one : bodies) carried[one.body] = solidOf(job.draft.get(one.body));
    Real stiffest = stiffRate;
    std::string name;
    for (std::size_t i = bodies.size(); i-- > 0;) {
        const Element& joint = *bodies[i].joint;
        const Solid& own = carried.at(bodies[i].body);
        if (const auto found = damping.find(joint.id); found != damping.end())
            if (const auto inertia = movedInertia(joint, own); inertia && found->second > stiffest * *inertia) {
                stiffest = found->second / *inertia;
                name = joint.name;
            }
        if (!bodies[i].hasParent) continue;
        const Transform X_PB = frameOf(joint, "parentPoint", "parentOrientation") *
                               frameOf(joint, "childPoint", "childOrientation").invert();
        Solid& parent = carried.at(bodies[bodies[i].parent].body);
        parent = parent + own.placed(X_PB);
    }
    if (name.empty()) return;
    const ElementId settings =
        job.draft.add(Element::draft("settings", "simulation").set("integrator", std::string("cvodeBdf")));
    job.report.add({ImportOutcome::Approximated,
                    "integrator",
                    "BDF is used: damping and friction slow joint '" + name +
                        "' within microseconds, for which explicit methods need very short steps.",
                    {},
                    0,
                    settings});
}

}  // namespace trammel
