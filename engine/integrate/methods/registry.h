// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "integrate/butcher_tableau.h"
#include "integrate/integrator_type.h"

namespace trammel {

/// All integrators: rows of family "integrator" whose implementation is an IntegratorType. The first is the default.
const std::vector<TypeDescriptor>& integratorTypes();

/// Creates the integrator with this key; null if unknown.
std::unique_ptr<Integrator> createIntegrator(const std::string& key, const System& system);

/// The tableau of an integrator type; null if it is not an explicit Runge-Kutta method.
const ButcherTableau* findTableau(const TypeDescriptor& type);

}  // namespace trammel
