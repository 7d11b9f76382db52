// SPDX-License-Identifier: Apache-2.0
#include "compile/equation_quantities.h"

#include <algorithm>
#include <cmath>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "compile/plugin_types.h"
#include "document/document.h"
#include "multibody/matter/guts.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "multibody/multiplier_row.h"

namespace trammel {

namespace {

constexpr Real negligible = 1e-9;

EquationQuantity quantityOfCoordinate(Quantity coordinate) {
    if (coordinate == Quantity::Length) return {Quantity::Length, Quantity::Force};
    if (coordinate == Quantity::Angle) return {Quantity::Angle, Quantity::Torque};
    return {};
}

bool hasQuantities(const Document& document, const ConstraintElement& constraint) {
    if (constraint.forcesDependOnStage() > Stage::Position) return false;
    const Element* const element = document.find(constraint.getElementId());
    if (!element) return false;
    // A formula yields numbers of any kind. A joint that closes a loop welds two bodies, regardless of its own formulas.
    return element->family != "constraint" ||
           std::ranges::none_of(typeOf(*element).properties, &PropertyDescriptor::takesAnyUnit);
}

/// Probes equations one by one with a multiplier of 1. Keeps its vectors zero between calls.
class EquationProbe {
public:
    EquationProbe(const MatterSubsystem& matter, const State& s)
        : matter_(matter),
          s_(s),
          tree_(matter.getTree(s)),
          lambda_(Vector::Zero(matter.getNMultipliers(s))),
          onSpeeds_(Vector::Zero(tree_.nu)),
          onBodies_(std::size_t(tree_.size()), SpatialVec(0.)) {}

    EquationQuantity look(ConstraintIndex constraint, int equation, bool isOfPlugin) {
        const int row = findMultiplierRow(matter_, s_, constraint, equation);
        if (row < 0) return {};
        lambda_[row] = 1;
        matter_.getGuts().addInConstraintForces(s_, lambda_.data(), onBodies_.data(), onSpeeds_.data(),
                                                int(constraint));
        lambda_[row] = 0;
        const ConstraintElement& e = matter_.getConstraint(constraint);
        bool pushes = false, turns = false;
        for (const MobilizedBodyIndex b : e.getBodies()) {
            SpatialVec& F = onBodies_[std::size_t(int(b))];
            turns = turns || F[0].norm() > negligible;
            pushes = pushes || F[1].norm() > negligible;
            F = SpatialVec(0.);
        }
        const EquationQuantity ofCoordinate = takeCoordinates(e);
        // The multiplier of (r·r - d²) / 2 pushes, and is not a force.
        if ((pushes || turns) && isOfPlugin) return {};
        if (pushes) return quantityOfCoordinate(Quantity::Length);
        if (turns) return quantityOfCoordinate(Quantity::Angle);
        return ofCoordinate;
    }

private:
    /// The kind of the coordinate with factor 1, the last if there are several.
    EquationQuantity takeCoordinates(const ConstraintElement& e) {
        EquationQuantity found;
        for (const MobilizedBodyIndex b : e.getMobilizers()) {
            const TreeNode& node = tree_[b];
            for (int i = 0; i < node.nu; ++i) {
                Real& force = onSpeeds_[node.uStart + i];
                const Quantity speed = node.mobilizer->nameOfU(i).quantity;
                if (std::abs(std::abs(force) - 1) < negligible)
                    found = quantityOfCoordinate(speed == Quantity::Speed          ? Quantity::Length
                                                 : speed == Quantity::AngularSpeed ? Quantity::Angle
                                                                                   : Quantity::None);
                force = 0;
            }
        }
        return found;
    }

    const MatterSubsystem& matter_;
    const State& s_;
    const Tree& tree_;
    Vector lambda_, onSpeeds_;
    Vector_<SpatialVec> onBodies_;
};

}  // namespace

std::vector<std::vector<EquationQuantity>> findEquationQuantities(const Document& document,
                                                                  const MatterSubsystem& matter, const State& s) {
    std::vector<std::vector<EquationQuantity>> all(std::size_t(matter.getNumConstraints()));
    if (all.empty()) return all;
    EquationProbe probe(matter, s);
    for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c) {
        const ConstraintElement& e = matter.getConstraint(c);
        const int count = e.getNumPositionEquations() + e.getNumVelocityEquations() + e.getNumAccelerationEquations();
        std::vector<EquationQuantity>& ofConstraint = all[std::size_t(int(c))];
        ofConstraint.resize(std::size_t(count));
        if (!hasQuantities(document, e)) continue;
        const Element* const element = document.find(e.getElementId());
        const bool isOfPlugin = element && !pluginOf(element->type).empty();
        for (int i = 0; i < count; ++i) ofConstraint[std::size_t(i)] = probe.look(c, i, isOfPlugin);
    }
    return all;
}

std::vector<EquationQuantity> findQuantitiesByRow(const CompiledModel& model, const State& s) {
    const MatterSubsystem& matter = model.getSystem().getMatterSubsystem();
    std::vector<EquationQuantity> rows(std::size_t(matter.getNMultipliers(s)));
    const auto all = findEquationQuantities(model.getDocument(), matter, s);
    for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c)
        for (std::size_t i = 0; i < all[std::size_t(int(c))].size(); ++i)
            if (const int row = findMultiplierRow(matter, s, c, int(i)); row >= 0)
                rows[std::size_t(row)] = all[std::size_t(int(c))][i];
    return rows;
}

}  // namespace trammel
