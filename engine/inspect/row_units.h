// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace trammel {

/// SI unit of a row of a cache entry, as rowsOfText() labels it: "m/s" for "Crank V_GB linear". Empty for dimensionless
/// rows, and where the unit depends on the joint, as for the columns of H.
/// @param entry name of the entry, alone or as in reports
std::string unitOfRow(std::string_view entry, std::string_view label);

}  // namespace trammel
