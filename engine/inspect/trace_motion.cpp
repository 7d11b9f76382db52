// SPDX-License-Identifier: Apache-2.0
#include "inspect/trace_motion.h"

#include "compile/compiled_data.h"
#include "multibody/matter/guts.h"

namespace trammel {

TraceMotion calcTraceMotion(const CompiledModel& model, std::size_t index, const State& state) {
    const CompiledModel::Trace& trace = model.getTraces().at(index);
    const MatterSubsystem& matter = *model.getData().built->matter;
    const Transform& X_GB = matter.getBodyTransform(state, trace.body);
    const SpatialVec& V_GB = matter.getBodyVelocity(state, trace.body);
    const Vec3 arm = X_GB.R() * trace.station;
    return {X_GB.p() + arm, V_GB[1] + V_GB[0].cross(arm)};
}

}  // namespace trammel
