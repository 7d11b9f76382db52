// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "authoring/placed_element.h"
#include "exploration/synthesis/four_bar.h"

namespace trammel {

/// The model @p pattern with the lengths and the initial pose of @p linkage, in the plane z = 0. @p pattern has bodies "Crank",
/// "Coupler", "Rocker", the pins "Crank pin", "Coupler pin", "Rocker pin" and the trace "Coupler point". No value, with
/// diagnostics, if a length is not allowed.
Result<Document> fourBarModel(const Document& pattern, const FourBar& linkage, Real crankDirection);

/// Adds a study that makes the traced point @p trace follow a curve, by an optimization of the lengths and pivots of all
/// bodies and of the traced point itself, each within @p share of its value or of the size of the model. `Edit::element` is the
/// study. Fails if nothing can be varied.
Result<Edit> addPathStudy(const Document& document, ElementId trace, const std::vector<Complex>& curve, Real share);

}  // namespace trammel
