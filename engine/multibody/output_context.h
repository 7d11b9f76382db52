// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>

#include "meta/type_catalog.h"
#include "multibody/force_subsystem.h"
#include "multibody/matter_subsystem.h"

namespace trammel {

/// A State whose outputs are calculated, and results that several of them share. For one State and one thread.
class OutputContext {
public:
    OutputContext(const State& atState, const MatterSubsystem& ofMatter, const GeneralForceSubsystem& ofForces)
        : state(atState), matter(ofMatter), forces(ofForces) {}

    const State& state;
    const MatterSubsystem& matter;
    const GeneralForceSubsystem& forces;

    /// Reaction of the joint that moves @p body: torque and force on it at the origin of frame M, in G (Acceleration).
    /// O(n) for all together.
    const SpatialVec& getReaction(MobilizedBodyIndex body);
    /// Generalized forces of motions and locks on all speeds (Acceleration); the drive exerts the negative.
    const Vector& getMotionForces();
    /// Forces of one element on bodies, about their origins in G, and on all speeds. O(n) for each element.
    struct Load {
        Vector_<SpatialVec> body;
        Vector mobility;
    };
    const Load& getLoad(ForceIndex force);

private:
    std::optional<Vector_<SpatialVec>> reactions_;
    std::optional<Vector> motionForces_;
    std::map<int, Load> loads_;
};

/// The element or part of one that an output belongs to; only the members for its family and scope are set.
struct OutputSite {
    /// The body: of the element, the one its joint moves, or one of several it acts on.
    MobilizedBodyIndex body = {};
    /// A point of the body, in its frame, m.
    Vec3 station{0.};
    ConstraintIndex constraint = {};
    ForceIndex force = {};
    /// Index of a speed among all of the matter subsystem, or of an equation within the constraint.
    int part = 0;
};

/// An output by @p calc (element, context, site) of a force or constraint of class E; 0 while it is disabled.
template <class E, class Calc>
auto unlessDisabled(Calc calc) {
    return [calc](OutputContext& c, const OutputSite& at, Real* v) {
        const auto write = [&](const auto& element, bool isDisabled) {
            *v = isDisabled ? Real(0) : Real(calc(static_cast<const E&>(element), c, at));
        };
        if constexpr (std::is_base_of_v<ConstraintElement, E>)
            write(c.matter.getConstraint(at.constraint), c.matter.isConstraintDisabled(c.state, at.constraint));
        else
            write(c.forces.getForce(at.force), c.forces.isForceDisabled(c.state, at.force));
    };
}

/// A number by @p calc (element, context, site) of a force or constraint of class E; 0 while it is disabled.
template <class E, class Calc>
OutputDescriptor numberOutput(const char* key, const char* label, const char* doc, Quantity quantity, Stage stage,
                              const char* reads, Calc calc) {
    return {.key = key,
            .label = label,
            .doc = doc,
            .quantity = quantity,
            .stage = stage,
            .reads = reads,
            .calc = unlessDisabled<E>(std::move(calc))};
}

/// Writes a vector as the components of an output.
inline void writeComponents(const Vec3& v, Real* values) { std::copy_n(v.data(), 3, values); }

}  // namespace trammel
