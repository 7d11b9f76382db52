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
};
}  // namespace

class GeneralForceSubsystem::Impl : public ForceSubsystem::Guts {
public:
    struct Row {
        std::shared_ptr<const ForceElement> element;
        bool enabledByDefault = true;
        DiscreteVariableIndex enabledVariable, parametersVariable;
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
            auto parameters = row.element->makeDefaultParameters();
            if (!parameters) continue;
            row.parametersVariable = allocateDiscreteVariable(s, row.element->parameterStage(), parameters.release(),
                                                              "parameters of " + name);
            if (row.element->dependsOnlyOnPositions()) positionParameters.push_back({me, row.parametersVariable});
        }
        // Gravity and springs: recomputed when poses, masses or their parameters change, not when speeds do.
        positionForces_ = s.allocateCacheEntryWithPrerequisites(
            me, Stage::Model, Stage::Dynamics, true, false, false, positionParameters,
            {matter().positionEntry(), matter().inertiaEntry()}, new Value<PositionForces>(),
            "position-dependent forces");
        return 0;
    }

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
        return 0;
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

    int calcDecorativeGeometryAndAppendImpl(const State& s, Stage stage,
                                            Array_<DecorativeGeometry>& out) const override {
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
        ForceKinematics k{m.tree, m.ensurePosition(s), m.ensureInertias(s), s.getQ(m.getMySubsystemIndex()).data()};
        k.time = s.getTime();
        return k;
    }
    void addIn(const State& s, const ForceKinematics& k, bool positionOnly, const ForceSum& sum) const {
        for (const Row& r : rows)
            if (r.element->dependsOnlyOnPositions() == positionOnly && isEnabled(s, r))
                r.element->addInForce(k, parameters(s, r), sum);
    }

    mutable CacheEntryIndex positionForces_;
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
    g.rows.push_back({std::move(force), enabledByDefault, {}, {}});
    return ForceIndex(g.rows.size() - 1);
}
int GeneralForceSubsystem::getNumForces() const { return int(impl().rows.size()); }
const ForceElement& GeneralForceSubsystem::getForce(ForceIndex f) const {
    return *impl().row(f, "GeneralForceSubsystem::getForce()").element;
}
void GeneralForceSubsystem::setGlyphSize(Real size) { upd().glyphSize = size; }

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
