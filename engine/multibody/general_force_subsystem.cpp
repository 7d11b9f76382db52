// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "base/exceptions.h"
#include "multibody/force_subsystem.h"
#include "multibody/matter_guts.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {
struct PositionForces {
    Vector_<SpatialVec> body;
    Vector mobility;
    static auto valueFields(auto& self) { return std::tie(self.body, self.mobility); }
};
}  // namespace

class GeneralForceSubsystem::Impl : public ForceSubsystem::Guts {
public:
    struct Row {
        std::shared_ptr<const ForceElement> element;
        bool enabledByDefault = true;
        DiscreteVariableIndex enabledVariable, parametersVariable;
        /// In place of the element's own; null: those.
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
            row.enabledVariable =
                allocateDiscreteVariable(s, Stage::Instance, new Value<bool>(row.enabledByDefault), name + " enabled");
            if (row.element->dependsOnlyOnPositions()) positionParameters.push_back({me, row.enabledVariable});
            auto parameters = row.makeDefaultParameters();
            if (!parameters) continue;
            row.parametersVariable = allocateDiscreteVariable(s, row.element->parameterStage(), parameters.release(),
                                                              "parameters of " + name);
            if (row.element->dependsOnlyOnPositions()) positionParameters.push_back({me, row.parametersVariable});
        }
        hooked_.clear();
        Stage earliest = matter().posesKnownFrom();
        for (const Row& row : rows) {
            const ForceElement& element = *row.element;
            const bool onPositions = element.dependsOnlyOnPositions();
            if (onPositions && !element.declaresWhatItDependsOn()) earliest = Stage::Position;
            if (!element.wantsRealization()) continue;
            hooked_.push_back(&element);
            const std::size_t before = s.getPerSubsystemInfo(me).discreteVariables.size();
            element.realizeTopology(s);
            const std::size_t after = s.getPerSubsystemInfo(me).discreteVariables.size();
            for (std::size_t v = before; onPositions && v < after; ++v)
                positionParameters.push_back({me, DiscreteVariableIndex(v)});
        }
        // Gravity and springs: recomputed when poses, masses or their parameters change, not when speeds do.
        positionForces_ =
            s.allocateCacheEntryWithPrerequisites(me, earliest, Stage::Dynamics, true, false, false, positionParameters,
                                                  {matter().positionEntry(), matter().inertiaEntry()},
                                                  new Value<PositionForces>(), "position-dependent forces");
        return 0;
    }
    int realizeSubsystemModelImpl(State& s) const override {
        for (const RealizeHooks* element : hooked_) element->realizeModel(s);
        return 0;
    }
    int realizeSubsystemInstanceImpl(const State& s) const override { return realizeElements(s, Stage::Instance); }
    int realizeSubsystemTimeImpl(const State& s) const override { return realizeElements(s, Stage::Time); }
    int realizeSubsystemPositionImpl(const State& s) const override { return realizeElements(s, Stage::Position); }
    int realizeSubsystemVelocityImpl(const State& s) const override { return realizeElements(s, Stage::Velocity); }
    int realizeSubsystemAccelerationImpl(const State& s) const override {
        return realizeElements(s, Stage::Acceleration);
    }
    int realizeSubsystemReportImpl(const State& s) const override { return realizeElements(s, Stage::Report); }

    int realizeSubsystemDynamicsImpl(const State& s) const override {
        const MultibodySystem& system = getMultibodySystem();
        Vector_<SpatialVec>& body = system.updRigidBodyForces(s, Stage::Dynamics);
        Vector& mobility = system.updMobilityForces(s, Stage::Dynamics);
        ForceKinematics k = kinematics(s);

        PositionForces& kept = Value<PositionForces>::updDowncast(updCacheEntry(s, positionForces_));
        if (!isCacheValueRealized(s, positionForces_)) {
            if (kept.body.size() != body.size()) kept.body = Vector_<SpatialVec>(body.size());
            if (kept.mobility.size() != mobility.size()) kept.mobility = Vector(int(mobility.size()));
            kept.body.setToZero();
            kept.mobility.setZero();
            addIn(s, k, true, {kept.body, kept.mobility});
            markCacheValueRealized(s, positionForces_);
        }
        for (int b = 0; b < body.size(); ++b) body[b] += kept.body[b];
        mobility += kept.mobility;

        k.velocity = &matter().ensureVelocity(s);
        k.u = s.getU(matter().getMySubsystemIndex()).data();
        addIn(s, k, false, {body, mobility});
        return realizeElements(s, Stage::Dynamics);
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
        return isEnabled(s, rows[i]) ? rows[i].element->calcPotentialEnergy(kinematics(s), parameters(s, rows[i])) : 0;
    }

    void calcContribution(const State& s, const Row& r, const ForceSum& sum) const {
        const Stage needed = r.element->dependsOnlyOnPositions() ? Stage::Position : Stage::Velocity;
        if (s.getSystemStage() < needed)
            throw StageTooLow("GeneralForceSubsystem::calcForceContribution()", "the force of " + r.element->getName(),
                              needed, s.getSystemStage());
        sum.body.resize(matter().treeOf(s).size());
        sum.body.setToZero();
        sum.mobility = Vector(matter().treeOf(s).nu);
        if (!isEnabled(s, r)) return;
        ForceKinematics k = kinematics(s);
        if (needed == Stage::Velocity) {
            k.velocity = &matter().ensureVelocity(s);
            k.u = s.getU(matter().getMySubsystemIndex()).data();
        }
        r.element->addInForce(k, parameters(s, r), sum);
    }

    int calcDecorativeGeometryAndAppendImpl(const State& s, Stage stage,
                                            Array_<DecorativeGeometry>& out) const override {
        for (const RealizeHooks* element : hooked_) element->appendDecorations(s, stage, out);
        if (stage != Stage::Position) return 0;
        std::vector<DecorativeGeometry> glyph;
        for (const Row& row : rows) {
            if (!isEnabled(s, row)) continue;
            glyph.clear();
            row.element->appendGeometry(kinematics(s), parameters(s, row), glyphSize, glyph);
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
    /// Writing a variable costs the stages above it, so a value that is there already is not written.
    void setIfDifferent(State& s, DiscreteVariableIndex v, const AbstractValue& value) const {
        if (!getDiscreteVariable(s, v).equals(value)) s.setDiscreteVariable(getMySubsystemIndex(), v, value);
    }
    const AbstractValue* parameters(const State& s, const Row& r) const {
        return r.parametersVariable.isValid() ? &getDiscreteVariable(s, r.parametersVariable) : nullptr;
    }

private:
    const MatterGuts& matter() const { return getMultibodySystem().getMatterSubsystem().getGuts(); }
    ForceKinematics kinematics(const State& s) const {
        const MatterGuts& m = matter();
        ForceKinematics k{m.treeOf(s), m.ensurePosition(s), m.ensureInertias(s), s.getQ(m.getMySubsystemIndex()).data(),
                          s};
        k.time = s.getTime();
        return k;
    }
    void addIn(const State& s, const ForceKinematics& k, bool positionOnly, const ForceSum& sum) const {
        for (const Row& r : rows)
            if (r.element->dependsOnlyOnPositions() == positionOnly && isEnabled(s, r))
                r.element->addInForce(k, parameters(s, r), sum);
    }

    int realizeElements(const State& s, Stage stage) const {
        for (const RealizeHooks* element : hooked_) element->realize(s, stage);
        return 0;
    }

    mutable CacheEntryIndex positionForces_;
    mutable std::vector<const RealizeHooks*> hooked_;
};

GeneralForceSubsystem::GeneralForceSubsystem(MultibodySystem& system) {
    adoptSubsystemGuts(new Impl());
    system.addForceSubsystem(*this);
}
const GeneralForceSubsystem::Impl& GeneralForceSubsystem::impl() const {
    return dynamic_cast<const Impl&>(getSubsystemGuts());
}
GeneralForceSubsystem::Impl& GeneralForceSubsystem::upd() { return dynamic_cast<Impl&>(updSubsystemGuts()); }

ForceIndex GeneralForceSubsystem::addForce(std::unique_ptr<ForceElement> force, bool enabledByDefault) {
    Impl& g = upd();
    g.invalidateSubsystemTopologyCache();
    g.rows.push_back({std::move(force), enabledByDefault, {}, {}, {}});
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
    impl().calcContribution(s, impl().row(f, "GeneralForceSubsystem::calcForceContribution()"),
                            {bodyForces, mobilityForces});
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

}  // namespace trammel
