// SPDX-License-Identifier: Apache-2.0
// The motion types in palette order. To add one: one header, one include and one row here.
#include "multibody/motions/formula_motion.h"
#include "multibody/motions/function_of_time.h"
#include "multibody/motions/sinusoid.h"
#include "multibody/motions/steady.h"

namespace trammel {

std::vector<TypeDescriptor> motionTypes() {
    return {describeMotion<SteadyMotion>(), describeMotion<SinusoidMotion>(), describeMotion<FunctionOfTimeMotion>(),
            describeMotion<FormulaMotion>()};
}

}  // namespace trammel
