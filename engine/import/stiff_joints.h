// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/import_job.h"

namespace trammel {

/// Chooses the integrator BDF, and reports it, where dampers and friction slow some joint within so little time that
/// explicit methods would need tens of thousands of steps for each second. Takes into account what the joint carries in
/// the initial pose.
void chooseIntegrator(ImportJob& job);

}  // namespace trammel
