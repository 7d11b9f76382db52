// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "decoration/plate_profile.h"
#include "meta/number_rows.h"
#include "meta/type_catalog.h"

namespace trammel {

/// The properties of a plate's profile.
inline std::vector<PropertyDescriptor> plateProfileProperties() {
    return {PropertyDescriptor::text("outline", "Outline", "0 0; 0.3 0; 0.1 0.2",
                                     "Corners in order. Radius rounds a corner; rise is the height of the arc to the "
                                     "next corner, positive outward for a counterclockwise outline.")
                .withColumns({{"x", Quantity::Length},
                              {"y", Quantity::Length},
                              {"Radius", Quantity::Length, true},
                              {"Rise", Quantity::Length, true}})
                .at(Stage::Instance),
            PropertyDescriptor::real("border", "Border", Quantity::Length, 0.03,
                                     "Distance of the edge from the outline, with round ends about its corners.")
                .min(0)
                .at(Stage::Instance),
            PropertyDescriptor::real("cornerRadius", "Corner radius", Quantity::Length, 0,
                                     "Radius of corners without one of their own, before the border is added.")
                .at(Stage::Instance),
            PropertyDescriptor::text("holes", "Holes", "0 0 0.02; 0.3 0 0.02; 0.1 0.2 0.02",
                                     "Round holes, and slots with a second center.")
                .withColumns({{"x", Quantity::Length},
                              {"y", Quantity::Length},
                              {"Diameter", Quantity::Length},
                              {"To x", Quantity::Length, true},
                              {"To y", Quantity::Length, true}})
                .at(Stage::Instance)};
}

/// The profile described by these properties. Rows that are too short, which a checked document does not have, are left out.
inline MeasuredPlate readPlate(const DerivedNumber::Properties& property) {
    const auto rowsOf = [&](const char* key, std::size_t least) {
        auto rows = readRows(std::get<std::string>(property(key)));
        if (rows) std::erase_if(*rows, [&](const std::vector<Real>& row) { return row.size() < least; });
        return rows.value_or(std::vector<std::vector<Real>>{});
    };
    return measurePlate({rowsOf("outline", 2), rowsOf("holes", 3), std::get<Real>(property("cornerRadius")),
                         std::get<Real>(property("border"))});
}

}  // namespace trammel
