// SPDX-License-Identifier: Apache-2.0
#include "simbody/inputs.h"

#include <vector>

#include "multibody/constraint.h"
#include "multibody/force.h"
#include "multibody/mobilizer.h"
#include "multibody/motion.h"

namespace SimTK {

namespace {
const std::vector<trammel::TypeDescriptor>& rowsOf(const std::string& family) {
    static const std::map<std::string, std::vector<trammel::TypeDescriptor>> rows{
        {"joint", trammel::mobilizerTypes()},
        {"constraint", trammel::constraintTypes()},
        {"force", trammel::forceTypes()},
        {"motion", trammel::motionTypes()}};
    return rows.at(family);
}
}  // namespace

Inputs::Inputs(const std::string& family, const std::string& key) {
    for (const trammel::TypeDescriptor& row : rowsOf(family))
        if (row.key == key) {
            type_ = row;
            name_ = row.label;
            return;
        }
    throw trammel::Exception("Unknown " + family + " '" + key + "'.");
}

trammel::ElementInputs Inputs::get() const {
    trammel::ElementInputs in;
    in.name = name_;
    in.property = [type = type_, values = values_](const std::string& key) {
        const auto found = values.find(key);
        if (found != values.end()) return found->second;
        for (const trammel::PropertyDescriptor& p : type.properties)
            if (p.key == key) return p.defaultValue;
        throw trammel::Exception("'" + type.label + "' has no property '" + key + "'.");
    };
    in.body = [bodies = bodies_](const std::string& socket) {
        const auto found = bodies.find(socket);
        return found == bodies.end() ? trammel::MobilizedBodyIndex(0) : found->second;
    };
    in.mobilizer = in.body;
    in.station = [property = in.property](const std::string&, const std::string& point) {
        return std::get<trammel::Vec3>(property(point));
    };
    return in;
}

}  // namespace SimTK
