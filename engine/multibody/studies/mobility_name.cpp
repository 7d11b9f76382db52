// SPDX-License-Identifier: Apache-2.0
#include "multibody/studies/mobility_name.h"

#include "multibody/matter/guts.h"

namespace trammel {

std::string nameOfChange(const MatterSubsystem& matter, const State& s, UIndex speed) {
    const MatterGuts& g = matter.getGuts();
    Vector unit(matter.getTree(s).nu), rates;
    unit[speed] = 1;
    matter.multiplyByN(s, false, unit, rates);
    Eigen::Index own = 0;
    if (rates.size() > 0 && rates.maxCoeff(&own) == 1 && rates.cwiseAbs().sum() == 1) return g.nameOfQ(s, int(own));
    return "rotation by " + g.nameOfU(speed);
}

}  // namespace trammel
