// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "integrate/butcher_tableau.h"
#include "integrate/integrator_type.h"

namespace trammel {

/// Every integrator there is: rows of family "integrator" whose implementation is an IntegratorType. The first is
/// the default.
const std::vector<TypeDescriptor>& integratorTypes();

/// The integrator with this key; nothing if there is none.
std::unique_ptr<Integrator> createIntegrator(const std::string& key, const System& system);

/// The tableau behind an integrator's type; nullptr if it is not an explicit Runge-Kutta method.
const ButcherTableau* findTableau(const TypeDescriptor& type);

}  // namespace trammel
