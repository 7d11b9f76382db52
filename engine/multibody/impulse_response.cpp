// SPDX-License-Identifier: Apache-2.0
#include "multibody/impulse_response.h"

namespace trammel {

ImpulseResponse calcImpulseResponse(const MatterSubsystem& matter, const State& s, const Vector& impulse) {
    ImpulseResponse response;
    matter.multiplyByMInv(s, impulse, response.speeds);
    Vector reaction;
    if (s.getNUErr() > 0) {
        Vector slip, multipliers, correction;
        matter.multiplyByG(s, response.speeds, slip);
        matter.solveForConstraintImpulses(s, slip, multipliers);
        matter.multiplyByGTranspose(s, multipliers, reaction);
        matter.multiplyByMInv(s, reaction, correction);
        response.speeds -= correction;
    }
    matter.multiplyByM(s, response.speeds, response.impulses);
    if (reaction.size() > 0) response.impulses += reaction;
    return response;
}

}  // namespace trammel
