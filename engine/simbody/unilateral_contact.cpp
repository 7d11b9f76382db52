// SPDX-License-Identifier: Apache-2.0
#include "simbody/unilateral_contact.h"

namespace SimTK {

HardStop::HardStop(MobilizedBody& mobod, MobilizerQIndex whichQ, Real limit, Real minCOR, int sign)
    : UnilateralContactOf(Constraint::ConstantCoordinate(mobod, whichQ, limit), minCOR, sign),
      mobod_(mobod),
      whichQ_(whichQ),
      limit_(limit) {}
Vec3 HardStop::whereToDisplay(const State& s) const { return mobod_.getBodyOriginLocation(s); }
Real HardStop::getPerr(const State& s) const { return mobod_.getOneQ(s, whichQ_) - limit_; }

}  // namespace SimTK
