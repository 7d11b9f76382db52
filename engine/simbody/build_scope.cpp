// SPDX-License-Identifier: Apache-2.0
#include "simbody/build_scope.h"

namespace SimTK {

namespace {
thread_local const BuildScope* innermost = nullptr;
}

BuildScope::BuildScope(SimbodyMatterSubsystem& matter, GeneralForceSubsystem& forces)
    : matter_(matter), forces_(forces), outer_(innermost) {
    innermost = this;
}
BuildScope::~BuildScope() { innermost = outer_; }
const BuildScope* BuildScope::current() { return innermost; }

}  // namespace SimTK
