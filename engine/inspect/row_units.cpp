// SPDX-License-Identifier: Apache-2.0
#include "inspect/row_units.h"

#include <algorithm>
#include <iterator>

namespace trammel {

namespace {
/// Parts of the name of the entry and of the label, the end of the label, and the unit.
struct RowUnit {
    std::string_view entry, part, end, unit;
};
/// The first that fits.
constexpr RowUnit rowUnits[] = {
    {"", "X_", " p", "m"},
    {"", "", "p_PB_G", "m"},
    {"", "", "p_MB_G", "m"},
    {"", "V_GB", " angular", "rad/s"},
    {"", "V_GB", " linear", "m/s"},
    {"", "coriolis acceleration", " angular", "rad/s²"},
    {"", "coriolis acceleration", " linear", "m/s²"},
    {"", "A_GB", " angular", "rad/s²"},
    {"", "A_GB", " linear", "m/s²"},
    {"applied body forces", "", " angular", "N·m"},
    {"applied body forces", "", " linear", "N"},
    {"", "", "center of mass", "m"},
    {"", "", " mass", "kg"},
    {"body", "", " inertia", "kg·m²"},
    {"contact geometry of", "", "point", "m"},
    {"contact geometry of", "", "depth", "m"},
    {"contact geometry of", "", "area", "m²"},
    {"contact motion of", "", "approach", "m/s"},
    {"contact", "", "slip", "m/s"},
    {"contact forces of", "", "normal force", "N"},
    {"contact forces of", "", "friction", "N"},
    {"contact forces of", "", "friction limit", "N"},
    {"contact forces of", "", "moment", "N·m"},
    {"contact forces of", "", "energy", "J"},
    {"contact forces of", "", "heat", "W"},
    {"contact forces of", "", "stretch", "m"},
    {"anchors of", "point of the", "body", "m"},
    {"bearing loads", "", "load", "N"},
};
}  // namespace

std::string unitOfRow(std::string_view entry, std::string_view label) {
    // The J of a joint's one speed: that of a slider is a mass.
    if (label.starts_with("rotor inertia")) return {};
    const auto fits = [&](const RowUnit& row) {
        return entry.find(row.entry) != entry.npos && label.find(row.part) != label.npos && label.ends_with(row.end);
    };
    const auto known = std::ranges::find_if(rowUnits, fits);
    return known == std::end(rowUnits) ? std::string() : std::string(known->unit);
}

}  // namespace trammel
