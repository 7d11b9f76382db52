// SPDX-License-Identifier: Apache-2.0
#include "compile/formula_value.h"

#include "multibody/force.h"
#include "multibody/matter/guts.h"
#include "multibody/matter_subsystem.h"

namespace trammel {

Real calcValue(const StateFormula& formula, const FormulaNumbers& numbers, const MatterSubsystem& matter,
               const State& s) {
    const MatterGuts& guts = matter.getGuts();
    const MatterGuts::Poses poses = guts.ensurePoses(s);
    ForceKinematics k{poses.tree, poses.position, poses.inertias, poses.q, s};
    k.time = s.getTime();
    k.matter = &matter;
    if (formula.readsVelocities()) {
        k.velocity = &guts.ensureVelocity(s);
        k.u = s.getU(guts.getMySubsystemIndex()).data();
    }
    return formula.calc(k, numbers);
}

}  // namespace trammel
