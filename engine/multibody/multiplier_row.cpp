// SPDX-License-Identifier: Apache-2.0
#include "multibody/multiplier_row.h"

#include "multibody/matter/guts.h"

namespace trammel {

int findMultiplierRow(const MatterSubsystem& matter, const State& s, ConstraintIndex constraint, int i) {
    const MatterGuts& g = matter.getGuts();
    const ConstraintElement& e = matter.getConstraint(constraint);
    const int p = e.getNumPositionEquations(), v = e.getNumVelocityEquations();
    const ConstraintLayout& layout = g.getLayout(s);
    const ConstraintLayout::Block& block = layout.blocks[std::size_t(int(constraint))];
    if (!block.enabled) return -1;
    if (i < p) return block.position + i;
    return i < p + v ? layout.velocityRow(block.velocity + i - p)
                     : layout.accelerationRow(block.acceleration + i - p - v);
}

}  // namespace trammel
