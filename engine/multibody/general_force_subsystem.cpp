// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "base/exact_cast.h"
#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "multibody/bearing.h"
#include "multibody/checked_force.h"
#include "multibody/force_cache.h"
#include "multibody/force_subsystem.h"
#include "multibody/matter/guts.h"
#include "multibody/multibody_system.h"
#include "multibody/stage_hooks.h"
#include "multibody/step_bounds.h"
#include "system/break_source.h"
#include "system/event_handler.h"
#include "system/step_limiter.h"

namespace trammel {

std::vector<std::unique_ptr<TriggeredEventHandler>> ForceElement::makeEventHandlers(const GeneralForceSubsystem&,
                                                                                    ForceIndex) const {
    return {};
}

class GeneralForceSubsystem::Impl : public ForceSubsystem::Guts, public StepLimiter, public BreakSource {
public:
    struct Row {
        std::shared_ptr<const ForceElement> element;
        bool enabledByDefault = true;
        DiscreteVariableIndex enabledVariable, parametersVariable;
        /// The element's dependsOnlyOnPositions() at realization of topology.
        bool onPositions = false;
        /// Null unless it is the friction of a bearing.
        const BearingForce* bearing = nullptr;
        /// Cache entry of its own forces, if separate; invalid otherwise.
        CacheEntryIndex ownForces;
        /// Cache entry of its basis; invalid if it has none.
        CacheEntryIndex basis;
        bool basisUsesVelocities = false;
        /// Overrides the element's default; null: no override.
        std::shared_ptr<const AbstractValue> defaultParameters;
        std::unique_ptr<AbstractValue> makeDefaultParameters() const {
            return defaultParameters ? defaultParameters->clone() : element->makeDefaultParameters();
        }
    };
    mutable std::vector<Row> rows;
    Real glyphSize = 0.02;

    Impl() : ForceSubsystem::Guts("forces", "1.0") {}
    Subsystem::Guts* cloneImpl() const override { return new Impl(*this); }

    int realizeSubsystemTopologyImpl(State& s) const override {
        const SubsystemIndex me = getMySubsystemIndex();
        std::vector<DiscreteVarKey> positionParameters;
        for (Row& row : rows) {
            const std::string& name = row.element->getName();
            row.onPositions = row.element->dependsOnlyOnPositions();
            row.bearing = dynamic_cast<const BearingForce*>(row.element.get());
            row.enabledVariable =
                allocateDiscreteVariable(s, Stage::Instance, new Value<bool>(row.enabledByDefault), name + " enabled");
            if (row.onPositions) positionParameters.push_back({me, row.enabledVariable});
            auto parameters = row.makeDefaultParameters();
            if (!parameters) continue;
            row.parametersVariable = allocateDiscreteVariable(s, row.element->parameterStage(), parameters.release(),
                                                              "parameters of " + name);
            if (row.onPositions) positionParameters.push_back({me, row.parametersVariable});
        }
        hooked_.clear();
        for (std::vector<const Row*>& rowsAtStage : hookedAt_) rowsAtStage.clear();
        checked_.clear();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (const auto* checked = dynamic_cast<const CheckedForce*>(rows[i].element.get()))
                checked_.emplace_back(i, checked);
        std::vector<StepBounds::Force> forces;
        for (const Row& row : rows) forces.push_back({row.element.get(), row.enabledVariable, row.parametersVariable});
        stepBounds_ = StepBounds(me, forces, getMultibodySystem().getMatterSubsystem());
        anyOnMore_ = false;
        Stage earliest = matter().posesKnownFrom();
        for (const Row& row : rows) {
            const ForceElement& element = *row.element;
            const bool onPositions = row.onPositions;
            anyOnMore_ = anyOnMore_ || (!onPositions && !row.bearing);
            if (onPositions && !element.declaresWhatItDependsOn()) earliest = Stage::Position;
            if (!element.wantsRealization()) continue;
            hooked_.push_back(&row);
            const auto* const staged = dynamic_cast<const StageHooks*>(&element);
            for (Stage stage = Stage::Instance; stage <= Stage::Report; stage = stage.next())
                if (!staged || staged->hasHookAt(stage)) hookedAt_[std::size_t(stage.level())].push_back(&row);
            const std::size_t before = s.getPerSubsystemInfo(me).discreteVariables.size();
            element.realizeTopology(s);
            const std::size_t after = s.getPerSubsystemInfo(me).discreteVariables.size();
            for (std::size_t v = before; onPositions && v < after; ++v)
                positionParameters.push_back({me, DiscreteVariableIndex(v)});
        }
        for (Row& row : rows) allocateBasis(s, row);
        namesOfZ_.clear();
        for (const Row& row : rows) {
            const int count = row.element->getNumZ(parameters(s, row));
            for (int i = 1; i <= count; ++i)
                namesOfZ_.push_back("auxiliary variable " + (count == 1 ? "" : std::to_string(i) + " ") + "of " +
                                    row.element->getName());
        }
        auxiliaries_ = {};
        if (!namesOfZ_.empty())
            auxiliaries_ =
                allocateCacheEntry(s, Stage::Model, new Value<std::vector<ZRange>>(), "auxiliary variables of forces");
        bearingLoads_ = {};
        if (std::ranges::any_of(rows, [](const Row& row) { return row.bearing != nullptr; }))
            bearingLoads_ = allocateCacheEntry(s, Stage::Dynamics, new Value<BearingLoads>(), "bearing loads");
        // Gravity and springs: recomputed when poses, masses or their parameters change, not when speeds do.
        positionForces_ =
            s.allocateCacheEntryWithPrerequisites(me, earliest, Stage::Dynamics, true, false, false, positionParameters,
                                                  {matter().positionEntry(), matter().inertiaEntry()},
                                                  new Value<PositionForces>(), "position-dependent forces");
        // If only one element depends on positions, the sum is its own.
        int onPositions = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].onPositions) {
                ++onPositions;
                onlyOnPositions_ = int(i);
            }
        if (onPositions != 1) onlyOnPositions_ = -1;
        for (Row& row : rows) {
            row.ownForces = {};
            if (onPositions == 1 || !row.onPositions || !row.element->keepsItsForces()) continue;
            std::vector<DiscreteVarKey> variables{{me, row.enabledVariable}};
            if (row.parametersVariable.isValid()) variables.push_back({me, row.parametersVariable});
            row.ownForces = s.allocateCacheEntryWithPrerequisites(
                me, earliest, Stage::Infinity, true, false, false, variables,
                {matter().positionEntry(), matter().inertiaEntry()}, new Value<PositionForces>(),
                "forces of " + row.element->getName());
        }
        return 0;
    }
    int realizeSubsystemModelImpl(State& s) const override {
        if (auxiliaries_.isValid()) {
            std::vector<ZRange>& ranges = Value<std::vector<ZRange>>::updDowncast(updCacheEntry(s, auxiliaries_));
            ranges.assign(rows.size(), {});
            // Equal in all States: written for the default State, before others are realized, perhaps by other threads.
            if (const auto first = int(s.getPerSubsystemInfo(getMySubsystemIndex()).zInit.size()); first != firstZ_)
                firstZ_ = first;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const int count = rows[i].element->getNumZ(parameters(s, rows[i]));
                if (count > 0) ranges[i] = {int(s.allocateZ(getMySubsystemIndex(), Vector(count))), count};
            }
        }
        for (const Row* row : hooked_) row->element->realizeModel(s);
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& s) const override { return realizeElements(s, Stage::Instance); }
    int realizeSubsystemTimeImpl(const State& s) const override { return realizeElements(s, Stage::Time); }
    int realizeSubsystemPositionImpl(const State& s) const override { return realizeElements(s, Stage::Position); }
    int realizeSubsystemVelocityImpl(const State& s) const override { return realizeElements(s, Stage::Velocity); }
    int realizeSubsystemAccelerationImpl(const State& s) const override {
        if (auxiliaries_.isValid()) {
            Vector& zdot = s.updZDot(getMySubsystemIndex());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const ZRange range = zRange(s, i);
                if (range.count == 0) continue;
                Real* own = zdot.data() + range.start;
                std::fill_n(own, range.count, 0.);
                // A disabled element's auxiliary variables are constant.
                if (isEnabled(s, rows[i]))
                    rows[i].element->calcZDot(kinematicsOf(s, i, true), parameters(s, rows[i]), own);
            }
        }
        return realizeElements(s, Stage::Acceleration);
    }
    int realizeSubsystemReportImpl(const State& s) const override { return realizeElements(s, Stage::Report); }
    std::string nameOfZ(int index) const override {
        const int i = index - firstZ_;
        return i >= 0 && i < int(namesOfZ_.size()) ? namesOfZ_[std::size_t(i)] : Guts::nameOfZ(index);
    }
    bool hasWorkAt(Stage stage) const override {
        return stage == Stage::Dynamics || !hookedAt_[std::size_t(stage.level())].empty() ||
               (stage == Stage::Acceleration && auxiliaries_.isValid());
    }

    int realizeSubsystemDynamicsImpl(const State& s) const override {
        const MultibodySystem& system = getMultibodySystem();
        Vector_<SpatialVec>& body = system.updRigidBodyForces(s, Stage::Dynamics);
        Vector& mobility = system.updMobilityForces(s, Stage::Dynamics);
        const PositionForces& kept = ensureForces(s, positionForces_, -1);
        if (system.isFirstToApplyForces(*this)) {
            std::copy(kept.body.begin(), kept.body.end(), body.begin());
            mobility = kept.mobility;
        } else {
            for (int b = 0; b < body.size(); ++b) body[b] += kept.body[b];
            mobility += kept.mobility;
        }

        if (anyOnMore_) addIn(s, withVelocities(s, kinematics(s)), false, {body, mobility});
        if (!checked_.empty() && !isFinite({body, mobility})) reportNotFinite(s);
        if (bearingLoads_.isValid()) addInBearingFriction(s, body, mobility);
        return realizeElements(s, Stage::Dynamics);
    }

    bool overwritesIfFirst() const override { return true; }

    bool limitsSteps() const override { return !stepBounds_.isEmpty(); }
    Real calcLongestStep(const State& s, Real horizon) const override {
        return stepBounds_.calcLongestStep(s, getMultibodySystem().getMatterSubsystem(), horizon);
    }
    Real calcNextBreak(const State& s, Real time, Real horizon) const override {
        return stepBounds_.calcNextBreak(s, getMultibodySystem().getMatterSubsystem(), time, horizon);
    }

    Real calcPotentialEnergy(const State& s) const override {
        Real energy = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) energy += calcPotentialEnergyOf(s, i);
        return energy;
    }
    Real calcPotentialEnergyOf(const State& s, std::size_t i) const {
        if (s.getSystemStage() < Stage::Position)
            throw StageTooLow("MultibodySystem::calcPotentialEnergy()", "potential energy", Stage::Position,
                              s.getSystemStage());
        if (!isEnabled(s, rows[i])) return 0;
        return rows[i].element->calcPotentialEnergy(kinematicsOf(s, i, false), parameters(s, rows[i]));
    }
    Real calcPowerDissipationOf(const State& s, std::size_t i) const {
        const Stage needed = rows[i].bearing ? Stage::Dynamics : Stage::Velocity;
        if (s.getSystemStage() < needed)
            throw StageTooLow("GeneralForceSubsystem::calcForcePowerDissipation()", "dissipated power", needed,
                              s.getSystemStage());
        if (!isEnabled(s, rows[i])) return 0;
        if (rows[i].bearing) {
            const Bearing bearing = bearingOf(s, i);
            return -getBearingLoad(s, i).friction * s.getU(matter().getMySubsystemIndex())[bearing.speed];
        }
        return rows[i].element->calcPowerDissipation(kinematicsOf(s, i, true), parameters(s, rows[i]));
    }

    void calcContribution(const State& s, std::size_t i, const ForceSum& sum) const {
        const Row& r = rows[i];
        const Stage needed = r.bearing                             ? Stage::Dynamics
                             : r.element->dependsOnlyOnPositions() ? Stage::Position
                                                                   : Stage::Velocity;
        if (s.getSystemStage() < needed)
            throw StageTooLow("GeneralForceSubsystem::calcForceContribution()", "the force of " + r.element->getName(),
                              needed, s.getSystemStage());
        if (const PositionForces* kept = findKept(s, int(i))) {
            sum.body = kept->body;
            sum.mobility = kept->mobility;
            return;
        }
        sum.body.resize(matter().treeOf(s).size());
        sum.body.setToZero();
        sum.mobility = Vector(matter().treeOf(s).nu);
        if (!isEnabled(s, r)) return;
        if (r.bearing)
            sum.mobility[bearingOf(s, i).speed] += getBearingLoad(s, i).friction;
        else
            r.element->addInForce(kinematicsOf(s, i, needed == Stage::Velocity), parameters(s, r), sum);
    }
    /// Zero if disabled (Dynamics).
    BearingLoad getBearingLoad(const State& s, std::size_t i) const {
        const BearingLoads& loads = Value<BearingLoads>::downcast(getCacheEntry(s, bearingLoads_));
        const int bearing = loads.bearingOf[i];
        return bearing < 0 ? BearingLoad{} : loads.solver.loads[std::size_t(bearing)];
    }

    int calcDecorativeGeometryAndAppendImpl(const State& s, Stage stage,
                                            Array_<DecorativeGeometry>& out) const override {
        for (const Row* row : hooked_) row->element->appendDecorations(s, stage, out);
        if (stage != Stage::Position || !matter().showGlyphs) return 0;
        std::vector<DecorativeGeometry> glyph;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Row& row = rows[i];
            if (!isEnabled(s, row)) continue;
            glyph.clear();
            ForceKinematics k = kinematics(s);
            takeZ(s, i, k);
            row.element->appendGeometry(k, parameters(s, row), glyphSize, glyph);
            for (DecorativeGeometry& g : glyph)
                out.push_back(g.setBodyId(0)
                                  .setElement(row.element->getElementId())
                                  .setRole(DecorationRole::Force)
                                  .setColor({0.35f, 0.75f, 0.45f}));
        }
        return 0;
    }

    const Row& row(ForceIndex f, const char* where) const {
        if (f < 0 || f >= int(rows.size())) throw IndexOutOfRange(where, "force", f, int(rows.size()));
        return rows[std::size_t(int(f))];
    }
    bool isEnabled(const State& s, const Row& r) const {
        return Value<bool>::downcast(getDiscreteVariable(s, r.enabledVariable));
    }
    /// Writing a variable invalidates stages, so equal values are not written.
    void setIfDifferent(State& s, DiscreteVariableIndex v, const AbstractValue& value) const {
        if (!getDiscreteVariable(s, v).equals(value)) s.setDiscreteVariable(getMySubsystemIndex(), v, value);
    }
    const AbstractValue* parameters(const State& s, const Row& r) const {
        return r.parametersVariable.isValid() ? &getDiscreteVariable(s, r.parametersVariable) : nullptr;
    }

    ZRange zRange(const State& s, std::size_t i) const {
        if (!auxiliaries_.isValid()) return {};
        return Value<std::vector<ZRange>>::downcast(getCacheEntry(s, auxiliaries_)).get()[i];
    }
    /// All kinematics that element @p i may use.
    ForceKinematics kinematicsOf(const State& s, std::size_t i, bool velocities) const {
        ForceKinematics k = velocities ? withVelocities(s, kinematics(s)) : kinematics(s);
        takeZ(s, i, k);
        takeBasis(s, rows[i], k);
        return k;
    }
    /// Cache entry of the forces of element @p i; invalid: none.
    CacheEntryIndex keptEntry(int i) const {
        return i == onlyOnPositions_ ? positionForces_ : rows[std::size_t(i)].ownForces;
    }
    /// Cached forces of element @p i; null: none.
    const PositionForces* findKept(const State& s, int i) const {
        const CacheEntryIndex entry = keptEntry(i);
        return entry.isValid() ? &ensureForces(s, entry, i) : nullptr;
    }

private:
    const MatterGuts& matter() const { return getMultibodySystem().getMatterSubsystem().getGuts(); }
    ForceKinematics kinematics(const State& s) const {
        const MatterSubsystem& handle = getMultibodySystem().getMatterSubsystem();
        const MatterGuts::Poses poses = handle.getGuts().ensurePoses(s);
        ForceKinematics k{poses.tree, poses.position, poses.inertias, poses.q, s};
        k.time = s.getTime();
        k.matter = &handle;
        return k;
    }
    ForceKinematics withVelocities(const State& s, ForceKinematics k) const {
        k.velocity = &matter().ensureVelocity(s);
        k.u = s.getU(matter().getMySubsystemIndex()).data();
        return k;
    }
    void takeZ(const State& s, std::size_t i, ForceKinematics& k) const {
        const ZRange range = zRange(s, i);
        k.nz = range.count;
        k.z = range.count > 0 ? s.getZ(getMySubsystemIndex()).data() + range.start : nullptr;
    }
    void allocateBasis(State& s, Row& row) const {
        row.basis = {};
        ForceBasis basis = row.element->makeBasis();
        if (!basis.value) return;
        row.basisUsesVelocities = basis.dependsOnVelocities;
        const SubsystemIndex me = getMySubsystemIndex();
        std::vector<DiscreteVarKey> variables;
        if (row.parametersVariable.isValid()) variables.push_back({me, row.parametersVariable});
        std::vector<CacheEntryKey> entries;
        if (basis.dependsOnPositions) entries.push_back(matter().positionEntry());
        if (basis.dependsOnVelocities) entries.push_back(matter().velocityEntry());
        const Stage earliest = basis.dependsOnTime ? Stage(Stage::Time) : matter().posesKnownFrom();
        row.basis = s.allocateCacheEntryWithPrerequisites(me, earliest, Stage::Infinity, false, false, false, variables,
                                                          entries, basis.value.release(), std::move(basis.name));
    }
    void takeBasis(const State& s, const Row& row, ForceKinematics& k) const {
        k.basis = nullptr;
        if (!row.basis.isValid() || (row.basisUsesVelocities && !k.velocity)) return;
        const auto compute = [&](AbstractValue& value) { row.element->calcBasis(k, parameters(s, row), value); };
        const State::SubsystemView own(s, getMySubsystemIndex());
        if (!own.isWatched()) {
            k.basis = &own.refresh(row.basis, compute);
            return;
        }
        k.basis = s.findCacheValue(getMySubsystemIndex(), row.basis);
        if (k.basis) return;
        AbstractValue& value = updCacheEntry(s, row.basis);
        compute(value);
        markCacheValueRealized(s, row.basis);
        k.basis = &value;
    }
    /// The value of entry @p e: forces of element @p only, or of all elements that depend on positions if that is -1.
    const PositionForces& ensureForces(const State& s, CacheEntryIndex e, int only) const {
        const State::SubsystemView own(s, getMySubsystemIndex());
        if (!own.isWatched())
            return Value<PositionForces>::downcast(own.refresh(e, [&](AbstractValue& value) {
                calcPositionForces(s, only, Value<PositionForces>::updDowncast(value).upd());
            }));
        if (const AbstractValue* valid = s.findCacheValue(getMySubsystemIndex(), e))
            return Value<PositionForces>::downcast(*valid);
        PositionForces& kept = Value<PositionForces>::updDowncast(updCacheEntry(s, e)).upd();
        calcPositionForces(s, only, kept);
        markCacheValueRealized(s, e);
        return kept;
    }
    void calcPositionForces(const State& s, int only, PositionForces& out) const {
        const ForceKinematics k = kinematics(s);
        if (out.body.size() != k.tree.size()) out.body = Vector_<SpatialVec>(k.tree.size());
        if (out.mobility.size() != k.tree.nu) out.mobility = Vector(k.tree.nu);
        out.body.setToZero();
        out.mobility.setToZero();
        addIn(s, k, true, {out.body, out.mobility}, only);
    }
    void addIn(const State& s, const ForceKinematics& seen, bool positionOnly, const ForceSum& sum,
               int only = -1) const {
        const bool all = only < 0;
        const std::size_t end = all ? rows.size() : std::size_t(only) + 1;
        ForceKinematics k = seen;
        for (std::size_t i = all ? 0 : std::size_t(only); i < end; ++i) {
            const Row& r = rows[i];
            if (r.onPositions != positionOnly || r.bearing || !isEnabled(s, r)) continue;
            if (all && r.ownForces.isValid()) {
                const PositionForces& own = ensureForces(s, r.ownForces, int(i));
                for (int b = 0; b < own.body.size(); ++b) sum.body[b] += own.body[b];
                sum.mobility += own.mobility;
                continue;
            }
            if (!auxiliaries_.isValid() && !r.basis.isValid()) {
                r.element->addInForce(seen, parameters(s, r), sum);
                continue;
            }
            takeZ(s, i, k);
            takeBasis(s, r, k);
            r.element->addInForce(k, parameters(s, r), sum);
        }
    }

    Bearing bearingOf(const State& s, std::size_t i) const {
        return rows[i].bearing->calcBearing(kinematicsOf(s, i, true), parameters(s, rows[i]));
    }
    /// The last of all forces, since it depends on the sum of the others.
    void addInBearingFriction(const State& s, Vector_<SpatialVec>& body, Vector& mobility) const {
        BearingLoads& loads = Value<BearingLoads>::updDowncast(updCacheEntry(s, bearingLoads_)).upd();
        loads.bearingOf.assign(rows.size(), -1);
        std::vector<Bearing>& bearings = loads.solver.bearings;
        bearings.clear();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!rows[i].bearing || !isEnabled(s, rows[i])) continue;
            loads.bearingOf[i] = int(bearings.size());
            bearings.push_back(bearingOf(s, i));
        }
        if (!loads.solver.solve(matter(), s, body, mobility)) {
            const auto locked = std::ranges::find(loads.bearingOf, loads.solver.locked) - loads.bearingOf.begin();
            throw NumericalFailure("'" + rows[std::size_t(locked)].element->getName() +
                                   "' locks its joint: no motion of rigid bodies satisfies the law of friction there. "
                                   "Reduce the friction, or the distance between the load and the bearing.");
        }
        for (std::size_t j = 0; j < bearings.size(); ++j) mobility[bearings[j].speed] += loads.solver.loads[j].friction;
    }

    /// Another element, or another subsystem, may have contaminated the sum.
    void reportNotFinite(const State& s) const {
        Vector_<SpatialVec> body;
        Vector mobility;
        for (const auto& [i, element] : checked_) {
            calcContribution(s, i, {body, mobility});
            if (!isFinite({body, mobility})) element->reportNotFinite();
        }
    }

    int realizeElements(const State& s, Stage stage) const {
        for (const Row* row : hookedAt_[std::size_t(stage.level())])
            if (isEnabled(s, *row)) row->element->realize(s, stage);
        return 0;
    }

    mutable CacheEntryIndex positionForces_;
    /// The only element that depends on positions only; -1: several or none.
    mutable int onlyOnPositions_ = -1;
    /// Auxiliary variables of elements by their default parameters, and the index of the first: hooks and measures allocate
    /// theirs before.
    mutable std::vector<std::string> namesOfZ_;
    mutable int firstZ_ = 0;
    /// Invalid if no element has auxiliary variables.
    mutable CacheEntryIndex auxiliaries_;
    /// Invalid if no element is the friction of a bearing.
    mutable CacheEntryIndex bearingLoads_;
    mutable StepBounds stepBounds_;
    /// Elements that are not the engine's own, with their rows.
    mutable std::vector<std::pair<std::size_t, const CheckedForce*>> checked_;
    /// Elements with realization hooks, called while enabled; of these, the ones whose hooks do something at a stage.
    mutable std::vector<const Row*> hooked_;
    mutable std::array<std::vector<const Row*>, Stage::Report + 1> hookedAt_;
    /// True if an element depends on more than positions.
    mutable bool anyOnMore_ = false;
};

GeneralForceSubsystem::GeneralForceSubsystem(MultibodySystem& system) {
    adoptSubsystemGuts(new Impl());
    system.addForceSubsystem(*this);
}
const GeneralForceSubsystem::Impl& GeneralForceSubsystem::impl() const { return exactCast<Impl>(getSubsystemGuts()); }
GeneralForceSubsystem::Impl& GeneralForceSubsystem::upd() { return dynamic_cast<Impl&>(updSubsystemGuts()); }

ForceIndex GeneralForceSubsystem::addForce(std::unique_ptr<ForceElement> force, bool enabledByDefault) {
    Impl& g = upd();
    g.invalidateSubsystemTopologyCache();
    Impl::Row& row = g.rows.emplace_back();
    row.element = std::move(force);
    row.enabledByDefault = enabledByDefault;
    return ForceIndex(g.rows.size() - 1);
}
int GeneralForceSubsystem::getNumForces() const { return int(impl().rows.size()); }
const ForceElement& GeneralForceSubsystem::getForce(ForceIndex f) const {
    return *impl().row(f, "GeneralForceSubsystem::getForce()").element;
}
void GeneralForceSubsystem::setGlyphSize(Real size) { upd().glyphSize = size; }

std::unique_ptr<AbstractValue> GeneralForceSubsystem::getDefaultForceParameters(ForceIndex f) const {
    return impl().row(f, "GeneralForceSubsystem::getDefaultForceParameters()").makeDefaultParameters();
}
void GeneralForceSubsystem::setDefaultForceParameters(ForceIndex f, const AbstractValue& value) {
    impl().row(f, "GeneralForceSubsystem::setDefaultForceParameters()");
    upd().invalidateSubsystemTopologyCache();
    upd().rows[std::size_t(int(f))].defaultParameters = value.clone();
}
bool GeneralForceSubsystem::isForceDisabledByDefault(ForceIndex f) const {
    return !impl().row(f, "GeneralForceSubsystem::isForceDisabledByDefault()").enabledByDefault;
}
void GeneralForceSubsystem::setForceIsDisabledByDefault(ForceIndex f, bool disabled) {
    impl().row(f, "GeneralForceSubsystem::setForceIsDisabledByDefault()");
    upd().invalidateSubsystemTopologyCache();
    upd().rows[std::size_t(int(f))].enabledByDefault = !disabled;
}
void GeneralForceSubsystem::calcForceContribution(const State& s, ForceIndex f, Vector_<SpatialVec>& bodyForces,
                                                  Vector& mobilityForces) const {
    impl().row(f, "GeneralForceSubsystem::calcForceContribution()");
    impl().calcContribution(s, std::size_t(int(f)), {bodyForces, mobilityForces});
}
const Vector_<SpatialVec>& GeneralForceSubsystem::getKeptBodyForces(const State& s, ForceIndex f) const {
    const char* const where = "GeneralForceSubsystem::getKeptBodyForces()";
    const std::string& name = impl().row(f, where).element->getName();
    if (s.getSystemStage() < Stage::Position)
        throw StageTooLow(where, "the force of " + name, Stage::Position, s.getSystemStage());
    const PositionForces* kept = impl().findKept(s, int(f));
    if (!kept) throw Exception(std::string(where) + ": the forces of '" + name + "' are not cached separately.");
    return kept->body;
}
bool GeneralForceSubsystem::areKeptForcesRealized(const State& s, ForceIndex f) const {
    impl().row(f, "GeneralForceSubsystem::areKeptForcesRealized()");
    const CacheEntryIndex entry = impl().keptEntry(int(f));
    return entry.isValid() && s.isCacheValueRealized(impl().getMySubsystemIndex(), entry);
}
bool GeneralForceSubsystem::isForceDisabled(const State& s, ForceIndex f) const {
    return !impl().isEnabled(s, impl().row(f, "GeneralForceSubsystem::isForceDisabled()"));
}
void GeneralForceSubsystem::setForceIsDisabled(State& s, ForceIndex f, bool disabled) const {
    impl().setIfDifferent(s, impl().row(f, "GeneralForceSubsystem::setForceIsDisabled()").enabledVariable,
                          Value<bool>(!disabled));
}
const AbstractValue& GeneralForceSubsystem::getForceParameters(const State& s, ForceIndex f) const {
    return impl().getDiscreteVariable(s,
                                      impl().row(f, "GeneralForceSubsystem::getForceParameters()").parametersVariable);
}
void GeneralForceSubsystem::setForceParameters(State& s, ForceIndex f, const AbstractValue& value) const {
    impl().setIfDifferent(s, impl().row(f, "GeneralForceSubsystem::setForceParameters()").parametersVariable, value);
}
Real GeneralForceSubsystem::calcForcePotentialEnergy(const State& s, ForceIndex f) const {
    impl().row(f, "GeneralForceSubsystem::calcForcePotentialEnergy()");
    return impl().calcPotentialEnergyOf(s, std::size_t(int(f)));
}
Real GeneralForceSubsystem::calcForcePowerDissipation(const State& s, ForceIndex f) const {
    impl().row(f, "GeneralForceSubsystem::calcForcePowerDissipation()");
    return impl().calcPowerDissipationOf(s, std::size_t(int(f)));
}
BearingLoad GeneralForceSubsystem::getBearingLoad(const State& s, ForceIndex f) const {
    const char* const where = "GeneralForceSubsystem::getBearingLoad()";
    const Impl::Row& row = impl().row(f, where);
    if (!row.bearing) throw Exception(std::string(where) + ": '" + row.element->getName() + "' is not a bearing.");
    if (s.getSystemStage() < Stage::Dynamics)
        throw StageTooLow(where, "the load of a bearing", Stage::Dynamics, s.getSystemStage());
    return impl().getBearingLoad(s, std::size_t(int(f)));
}
ForceKinematics GeneralForceSubsystem::getForceKinematics(const State& s, ForceIndex f) const {
    const char* const where = "GeneralForceSubsystem::getForceKinematics()";
    impl().row(f, where);
    if (s.getSystemStage() < Stage::Position)
        throw StageTooLow(where, "the kinematics of a force", Stage::Position, s.getSystemStage());
    return impl().kinematicsOf(s, std::size_t(int(f)), s.getSystemStage() >= Stage::Velocity);
}
Vector GeneralForceSubsystem::getForceZ(const State& s, ForceIndex f) const {
    impl().row(f, "GeneralForceSubsystem::getForceZ()");
    const ZRange range = impl().zRange(s, std::size_t(int(f)));
    Vector z(range.count);
    for (int i = 0; i < range.count; ++i) z[i] = s.getZ(impl().getMySubsystemIndex())[range.start + i];
    return z;
}
void GeneralForceSubsystem::setForceZ(State& s, ForceIndex f, const Vector& z) const {
    const char* const where = "GeneralForceSubsystem::setForceZ()";
    const ForceElement& element = *impl().row(f, where).element;
    const ZRange range = impl().zRange(s, std::size_t(int(f)));
    if (z.size() != range.count)
        throw Exception(std::string(where) + ": '" + element.getName() + "' has " + std::to_string(range.count) +
                        " auxiliary variables, not " + std::to_string(z.size()) + ".");
    Vector& all = s.updZ(impl().getMySubsystemIndex());
    for (int i = 0; i < range.count; ++i) all[range.start + i] = z[i];
}

}  // namespace trammel
