// SPDX-License-Identifier: Apache-2.0
#include "plugin/site.h"

#include "base/exceptions.h"

namespace trammel::plugin {

void Site::requireFixed(const std::string& key) const {
    const PropertyDescriptor* const property = type_.findProperty(key);
    if (!property) throw Exception("Site: " + type_.label + " has no property '" + key + "'.");
    if (parameters_->find(key) >= 0)
        throw Exception("Site: property '" + key + "' of " + type_.label +
                        " may change during a run; read it by parameter(), from the State.");
}
int Site::placeOf(const std::string& key) const {
    const int place = parameters_->find(key);
    if (place < 0)
        throw Exception("Site: property '" + key + "' of " + type_.label +
                        " is not a number that may change during a run; give it a stage, .at(Stage::Dynamics).");
    return place;
}
Real Site::number(const std::string& key) const {
    requireFixed(key);
    return in_.real(key);
}
Vec3 Site::vector(const std::string& key) const {
    requireFixed(key);
    return in_.vec3(key);
}
SimTK::MobilizedBody& Site::body(const std::string& input) const { return matter().updMobilizedBody(in_.body(input)); }
SimTK::MobilizedBody& Site::joint(const std::string& input) const {
    return matter().updMobilizedBody(in_.mobilizer(input));
}

}  // namespace trammel::plugin
