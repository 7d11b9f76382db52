// SPDX-License-Identifier: Apache-2.0
// The factor types in menu order. To add one: one header, one include and one row here.
#include <boost/math/special_functions/erf.hpp>
#include <numbers>

#include "exploration/factors/logarithmic_range.h"
#include "exploration/factors/normal_distribution.h"
#include "exploration/factors/range.h"
#include "exploration/factors/value_list.h"

namespace trammel {

Real normalQuantile(Real share) {
    if (!(share > 0)) return -Infinity;
    if (!(share < 1)) return Infinity;
    return -std::numbers::sqrt2 * boost::math::erfc_inv(2 * share);
}

std::vector<Real> evenLevels(const std::function<Real(Real)>& atShare, std::int64_t count) {
    std::vector<Real> levels;
    for (std::int64_t i = 0; i < count; ++i) levels.push_back(atShare(count == 1 ? 0.5 : Real(i) / Real(count - 1)));
    return levels;
}

std::vector<TypeDescriptor> factorTypes(const std::vector<std::string>& families) {
    std::vector<TypeDescriptor> types{describeFactor<RangeFactor>(), describeFactor<LogarithmicRangeFactor>(),
                                      describeFactor<NormalDistributionFactor>(), describeFactor<ValueListFactor>()};
    for (TypeDescriptor& type : types) {
        type.sockets = {
            {factorElementSocket, "Element", "The element whose number varies.", families, false, Stage::Infinity}};
        type.properties.insert(type.properties.begin(),
                               PropertyDescriptor::text(factorNumberKey, "Number", "",
                                                        "The varied number of the element by its key: length, or "
                                                        "point.x for a coordinate of a point."));
        for (PropertyDescriptor& property : type.properties) property.at(Stage::Infinity);
    }
    return types;
}

}  // namespace trammel
