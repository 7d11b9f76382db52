// SPDX-License-Identifier: Apache-2.0
#include "plugin/parameters.h"

#include <algorithm>

#include "base/exceptions.h"

namespace trammel::plugin {

ParameterTable::ParameterTable(const TypeDescriptor& type) {
    for (const PropertyDescriptor& p : type.properties) {
        const bool isVector = p.kind == ValueKind::Vec3;
        if (p.invalidates <= Stage::Topology || p.key == "enabled" || (p.kind != ValueKind::Real && !isVector))
            continue;
        rows_.push_back({p.key, isVector, count_});
        count_ += isVector ? 3 : 1;
        stage_ = std::min(stage_, p.invalidates);
    }
}

int ParameterTable::find(const std::string& key) const {
    const auto row = std::ranges::find(rows_, key, &Row::key);
    return row == rows_.end() ? -1 : row->first;
}

std::unique_ptr<Value<ParameterValues>> ParameterTable::readValue(const ElementInputs& in) const {
    if (rows_.empty()) return nullptr;
    ParameterValues values;
    for (const Row& row : rows_) {
        if (!row.isVector) {
            values.numbers.push_back(in.real(row.key));
            continue;
        }
        const Vec3 v = in.vec3(row.key);
        values.numbers.insert(values.numbers.end(), {v[0], v[1], v[2]});
    }
    return std::make_unique<Value<ParameterValues>>(std::move(values));
}

Real Parameter::operator()(const State& s) const {
    if (!table_ || !table_->variable.variable.isValid()) [[unlikely]]
        throw Exception("Parameter: its element does not belong to a System yet; read it from Model on.");
    const DiscreteVarKey& key = table_->variable;
    const auto& numbers =
        Value<ParameterValues>::downcast(s.getDiscreteVariable(key.subsystem, key.variable)).get().numbers;
    if (place_ >= int(numbers.size())) [[unlikely]]
        throw Exception("Parameter: the State was made for another version of its plugin.");
    return numbers[std::size_t(place_)];
}

}  // namespace trammel::plugin
