// SPDX-License-Identifier: Apache-2.0
#include "inspect/model_audit.h"

#include "compile/compiled_model.h"
#include "multibody/multibody_system.h"

namespace trammel {

CacheAudit auditModel(const CompiledModel& model, const std::function<bool()>& proceed) {
    constexpr Real nudge = 0.1;
    State state = model.getInitialState();
    Vector& u = state.updU();
    for (int i = 0; i < u.size(); ++i) u[i] += nudge;
    return auditCache(model.getSystem(), state, Stage::Report, {}, proceed);
}

}  // namespace trammel
