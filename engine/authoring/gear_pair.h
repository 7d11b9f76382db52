// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_model.h"
#include "document/element.h"

namespace trammel {

/// Gives a draft of a gear pair between two joints, whose bodies are gears, the ratio of their pitch radii as a formula,
/// and the phase at which their teeth mesh, nearest to the initial pose, as a formula of the numbers of teeth. The ratio is positive if one gear is internal or
/// the joints' axes are opposite, negative otherwise. Leaves a draft of another type, and one between other bodies.
void meshGears(Element& draft, const CompiledModel& current);

}  // namespace trammel
