// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exploration/plan.h"

namespace trammel {

using Settings = std::map<std::string, PropertyValue>;

/// The type of a family with that key.
inline const TypeDescriptor& typeIn(const std::vector<TypeDescriptor>& types, const std::string& key) {
    for (const TypeDescriptor& type : types)
        if (type.key == key) return type;
    throw std::runtime_error("no type " + key);
}

/// The properties of a type, with some settings in place of its defaults.
inline ElementProperties propertiesOf(const TypeDescriptor& type, Settings settings) {
    return [&type, settings = std::move(settings)](const std::string& key) {
        const auto own = settings.find(key);
        return own == settings.end() ? type.findProperty(key)->defaultValue : own->second;
    };
}

/// A study without a model: a plan and ranges.
struct Exploration {
    Exploration(const std::string& planKey, Settings settings, std::vector<std::pair<Real, Real>> bounds,
                std::int64_t levels = 5)
        : type(typeIn(types, planKey)) {
        properties = propertiesOf(type, std::move(settings));
        const TypeDescriptor& factor = typeIn(factors, "range");
        for (const auto& [from, to] : bounds)
            ranges.push_back(dynamic_cast<const FactorType&>(*factor.implementation)
                                 .makeRange(propertiesOf(factor, {{"from", from}, {"to", to}, {"levels", levels}})));
    }

    const StudyPlan& plan() const { return dynamic_cast<const StudyPlan&>(*type.implementation); }
    const SearchPlan& search() const { return dynamic_cast<const SearchPlan&>(*type.implementation); }
    PlanInputs inputs(std::uint64_t seed = 1) const { return {properties, ranges, seed}; }
    /// All points, one vector a run.
    std::vector<std::vector<Real>> points(std::uint64_t seed = 1) const {
        const std::vector<Real> all = plan().makePoints(inputs(seed));
        std::vector<std::vector<Real>> rows;
        for (std::size_t i = 0; i < all.size(); i += ranges.size())
            rows.emplace_back(all.begin() + std::ptrdiff_t(i), all.begin() + std::ptrdiff_t(i + ranges.size()));
        return rows;
    }

    std::vector<TypeDescriptor> types = studyTypes(), factors = factorTypes({"body"});
    const TypeDescriptor& type;
    ElementProperties properties;
    std::vector<FactorRange> ranges;
};

}  // namespace trammel
