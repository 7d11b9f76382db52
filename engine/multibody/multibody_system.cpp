// SPDX-License-Identifier: Apache-2.0
#include "multibody/multibody_system.h"

#include <algorithm>
#include <cmath>

#include "base/exact_cast.h"
#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "multibody/force_subsystem.h"
#include "multibody/matter/guts.h"

namespace trammel {

/// Holds the force sums that force subsystems add to.
class MultibodySystem::GlobalForces : public Subsystem::Guts {
public:
    GlobalForces() : Subsystem::Guts("system", "1.0") {}
    Subsystem::Guts* cloneImpl() const override { return new GlobalForces(*this); }

    int realizeSubsystemTopologyImpl(State& s) const override {
        bodyForces = allocateCacheEntry(s, Stage::Dynamics, new Value<Vector_<SpatialVec>>(), "applied body forces");
        mobilityForces = allocateCacheEntry(s, Stage::Dynamics, new Value<Vector>(), "applied mobility forces");
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& s) const override {
        const Tree& tree = MultibodySystem::downcast(getSystem()).getMatterSubsystem().getTree(s);
        Value<Vector_<SpatialVec>>::updDowncast(updCacheEntry(s, bodyForces)) = Vector_<SpatialVec>(tree.size());
        Value<Vector>::updDowncast(updCacheEntry(s, mobilityForces)) = Vector(tree.nu);
        return 0;
    }
    int realizeSubsystemDynamicsImpl(const State& s) const override {
        Value<Vector_<SpatialVec>>::updDowncast(updCacheEntry(s, bodyForces)).upd().setToZero();
        Value<Vector>::updDowncast(updCacheEntry(s, mobilityForces)).upd().setZero();
        return 0;
    }

    /// The sums need not be cleared if the first force subsystem overwrites them.
    bool hasWorkAt(Stage stage) const override {
        if (stage == Stage::Dynamics) first = findFirst();
        return stage == Stage::Dynamics && !first;
    }

    State::SubsystemView viewOf(const State& s) const { return {s, getMySubsystemIndex()}; }
    /// Value @p e, also while it is being summed.
    const AbstractValue& get(const State& s, CacheEntryIndex e) const {
        const AbstractValue* valid = viewOf(s).glance(e);
        return valid ? *valid : getCacheEntry(s, e);
    }

    mutable CacheEntryIndex bodyForces, mobilityForces;
    /// The force subsystem that overwrites the sums; null: none.
    mutable const Subsystem::Guts* first = nullptr;

private:
    /// Valid only if no other subsystem that may add forces precedes it.
    const Subsystem::Guts* findFirst() const {
        const MultibodySystem& system = MultibodySystem::downcast(getSystem());
        for (const SubsystemIndex ix : system.realizationOrder(Stage::Dynamics)) {
            const Subsystem::Guts& guts = system.getSubsystemGuts(ix);
            if (&guts == this || (!guts.hasWorkAt(Stage::Dynamics) && guts.getNumMeasures() == 0)) continue;
            const auto* forces = dynamic_cast<const ForceSubsystem::Guts*>(&guts);
            return forces && forces->overwritesIfFirst() && guts.getNumMeasures() == 0 ? forces : nullptr;
        }
        return nullptr;
    }
};

const MultibodySystem::GlobalForces& MultibodySystem::globals() const {
    return static_cast<const GlobalForces&>(*global_);
}

bool MultibodySystem::isFirstToApplyForces(const Subsystem::Guts& forces) const { return globals().first == &forces; }

const MultibodySystem& ForceSubsystem::Guts::getMultibodySystem() const {
    const System& system = getSystem();
    return multibody_ == &system ? *multibody_ : MultibodySystem::downcast(system);
}

MultibodySystem::MultibodySystem(std::string name) : System(std::move(name)) {
    Subsystem global;
    global.adoptSubsystemGuts(new GlobalForces());
    global_ = &global.getSubsystemGuts();
    globalIndex_ = adoptSubsystem(global);
}
MultibodySystem::~MultibodySystem() = default;

const MultibodySystem& MultibodySystem::downcast(const System& system) {
    const auto* multibody = exactCast<MultibodySystem>(&system);
    if (!multibody)
        throw Exception("MultibodySystem::downcast(): system '" + system.getName() + "' is not a multibody system.");
    return *multibody;
}

void MultibodySystem::setMatterSubsystem(MatterSubsystem& matter) {
    if (hasMatterSubsystem())
        throw Exception("MultibodySystem::setMatterSubsystem(): system '" + getName() +
                        "' already has a matter subsystem.");
    matterIndex_ = adoptSubsystem(matter);
    matter_ = std::make_unique<MatterSubsystem>(matter);
}
const MatterSubsystem& MultibodySystem::getMatterSubsystem() const {
    if (!matter_)
        throw Exception("MultibodySystem::getMatterSubsystem(): system '" + getName() + "' has no matter subsystem.");
    return *matter_;
}
MatterSubsystem& MultibodySystem::updMatterSubsystem() { return const_cast<MatterSubsystem&>(getMatterSubsystem()); }

SubsystemIndex MultibodySystem::addForceSubsystem(ForceSubsystem& forces) {
    const SubsystemIndex ix = adoptSubsystem(forces);
    if (auto* guts = dynamic_cast<ForceSubsystem::Guts*>(&forces.updSubsystemGuts())) guts->multibody_ = this;
    forces_.push_back(ix);
    return ix;
}

std::vector<SubsystemIndex> MultibodySystem::realizationOrder(Stage stage) const {
    // Matter first: forces depend on its kinematics, and may read accelerations. Force sums are cleared before any is
    // added.
    std::vector<SubsystemIndex> order;
    if (stage == Stage::Dynamics) order.push_back(globalIndex_);
    if (matter_) order.push_back(matterIndex_);
    for (int i = 0; i < getNumSubsystems(); ++i)
        if (std::find(order.begin(), order.end(), i) == order.end()) order.push_back(SubsystemIndex(i));
    return order;
}

Vector_<SpatialVec>& MultibodySystem::updRigidBodyForces(const State& s, Stage) const {
    const GlobalForces& g = globals();
    return Value<Vector_<SpatialVec>>::updDowncast(g.viewOf(s).updCacheEntry(g.bodyForces));
}
Vector& MultibodySystem::updMobilityForces(const State& s, Stage) const {
    const GlobalForces& g = globals();
    return Value<Vector>::updDowncast(g.viewOf(s).updCacheEntry(g.mobilityForces));
}
const Vector_<SpatialVec>& MultibodySystem::getRigidBodyForces(const State& s, Stage) const {
    const GlobalForces& g = globals();
    return Value<Vector_<SpatialVec>>::downcast(g.get(s, g.bodyForces));
}
const Vector& MultibodySystem::getMobilityForces(const State& s, Stage) const {
    const GlobalForces& g = globals();
    return Value<Vector>::downcast(g.get(s, g.mobilityForces));
}

Real MultibodySystem::calcPotentialEnergy(const State& s) const {
    Real energy = 0;
    for (SubsystemIndex ix : forces_)
        energy += dynamic_cast<const ForceSubsystem::Guts&>(getSubsystemGuts(ix)).calcPotentialEnergy(s);
    return energy;
}
Real MultibodySystem::calcKineticEnergy(const State& s) const { return getMatterSubsystem().calcKineticEnergy(s); }

bool MultibodySystem::hasPrescribedMotion(const State& s) const {
    return getMatterSubsystem().getGuts().ensurePrescribedSet(s).any;
}
bool MultibodySystem::prescribeQ(State& s) const { return getMatterSubsystem().getGuts().prescribeQ(s); }
bool MultibodySystem::prescribeU(State& s) const { return getMatterSubsystem().getGuts().prescribeU(s); }
void MultibodySystem::markPrescribed(const State& s, std::vector<char>& isPrescribed) const {
    getMatterSubsystem().getGuts().markPrescribed(s, isPrescribed);
}
ProjectResults MultibodySystem::projectQ(State& s, Vector& estimate, const ProjectOptions& options) const {
    return getMatterSubsystem().getGuts().projectQ(s, estimate, options);
}
ProjectResults MultibodySystem::projectU(State& s, Vector& estimate, const ProjectOptions& options) const {
    return getMatterSubsystem().getGuts().projectU(s, estimate, options);
}

namespace {
/// The constraint, and the constraints and joints that conflict with it, if known.
std::string describeError(const MatterSubsystem& matter, const State& s, ConstraintIndex constraint, Stage level) {
    const std::string& name = matter.getConstraint(constraint).getName();
    if (matter.getGuts().getStage(s) < level) return name;
    try {
        for (const ConstraintConflict& conflict : matter.findConflicts(s, level, 0)) {
            std::vector<std::string> others;
            bool concerned = false;
            for (const ConstraintConflict::Member& member : conflict.members) {
                const std::string& other = matter.getConstraint(member.equation.constraint).getName();
                concerned = concerned || member.equation.constraint == constraint;
                if (member.equation.constraint != constraint &&
                    std::find(others.begin(), others.end(), other) == others.end())
                    others.push_back(other);
            }
            if (!concerned) continue;
            std::string text = name;
            for (std::size_t i = 0; i < others.size(); ++i) text += (i == 0 ? ", in conflict with " : ", ") + others[i];
            for (std::size_t i = 0; i < conflict.driven.size(); ++i)
                text += (i == 0 ? ", with driven or locked " : ", ") + matter.getTree(s)[conflict.driven[i]].jointName;
            return text;
        }
    } catch (const NumericalFailure&) {
        // If even the mass matrix is not available, report the name only.
    }
    return name;
}
}  // namespace

std::string MultibodySystem::describeQErr(const State& s, int i) const {
    const ConstraintIndex c = getMatterSubsystem().findConstraintOfQErr(s, i);
    if (c.isValid()) return describeError(getMatterSubsystem(), s, c, Stage::Position);
    const Tree& tree = getMatterSubsystem().getTree(s);
    for (const TreeNode& n : tree.nodes)
        if (n.quaternion >= 0 && n.quaternion == i - getMatterSubsystem().getGuts().getLayout(s).nPosition)
            return "quaternion of " + n.jointName;
    return System::describeQErr(s, i);
}
std::string MultibodySystem::describeUErr(const State& s, int i) const {
    const ConstraintIndex c = getMatterSubsystem().findConstraintOfUErr(s, i);
    return c.isValid() ? describeError(getMatterSubsystem(), s, c, Stage::Velocity) : System::describeUErr(s, i);
}

std::string MultibodySystem::explainImpossibleAcceleration(const State& s) const {
    /// Tolerance on errors that constraint forces should make zero: near a singular pose forces are accurate to a few
    /// digits only. And an absolute bound, m/s^2 or rad/s^2.
    constexpr Real allowedPart = 1e-4, negligible = 1e-9;
    if (!matter_) return {};
    const MatterGuts& g = matter_->getGuts();
    const ConstraintLayout& layout = g.getLayout(s);
    if (layout.nAcceleration == 0) return {};
    const Vector& errors = g.getUDotErr(s);
    const Real allowed = std::max(negligible, allowedPart * g.getAcceleration(s).largestError);
    int worst = layout.accelerationRow(0);
    for (int i = worst; i < layout.size(); ++i)
        if (std::abs(errors[i]) > std::abs(errors[worst])) worst = i;
    if (std::abs(errors[worst]) <= allowed) return {};
    for (const ConstraintConflict& conflict : matter_->findConflicts(s, Stage::Acceleration, allowed))
        for (const ConstraintConflict::Member& member : conflict.members)
            if (member.equation.row == worst) return matter_->describeConflict(s, conflict);
    return matter_->nameOfEquation(matter_->findEquation(s, worst)) + " cannot be satisfied by any constraint forces.";
}

}  // namespace trammel
