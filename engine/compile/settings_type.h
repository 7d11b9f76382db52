// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "compile/compiled_model.h"
#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"

namespace trammel {

/// The one type of family "settings"; its integrator choices are the given types.
TypeDescriptor settingsType(const std::vector<TypeDescriptor>& integrators);
SimulationSettings readSettings(const ElementInputs& in);
/// Settings of a document without a settings element: all defaults.
SimulationSettings defaultSettings();

}  // namespace trammel
