// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "integrate/integrator.h"
#include "meta/type_catalog.h"

namespace trammel {

/// Factory of an integrator, stored in a TypeDescriptor of family "integrator".
class IntegratorType : public TypeImplementation {
public:
    /// @param system must outlive the integrator
    virtual std::unique_ptr<Integrator> create(const System& system) const = 0;
    /// Order of accuracy with fixed steps.
    virtual int getOrder() const = 0;
};

/// Properties of all integrators; step sizes of zero mean "automatic".
const std::vector<PropertyDescriptor>& commonIntegratorProperties();

/// Sets a property of commonIntegratorProperties() by key. Throws Exception for an unknown key or a wrong kind.
void setIntegratorProperty(Integrator& integrator, const std::string& key, const PropertyValue& value);

}  // namespace trammel
