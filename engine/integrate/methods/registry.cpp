// SPDX-License-Identifier: Apache-2.0
#include "integrate/methods/registry.h"

#include "integrate/explicit_runge_kutta.h"
#include "integrate/methods/dormand_prince.h"
#include "integrate/methods/dormand_prince_853.h"
#include "integrate/methods/explicit_euler.h"
#include "integrate/methods/runge_kutta_2.h"
#include "integrate/methods/runge_kutta_3.h"
#include "integrate/methods/runge_kutta_fehlberg.h"
#include "integrate/methods/runge_kutta_merson.h"

namespace trammel {

namespace {
class ExplicitRungeKuttaType : public IntegratorType {
public:
    explicit ExplicitRungeKuttaType(const ButcherTableau& tableau) : tableau_(tableau) {}
    std::unique_ptr<Integrator> create(const System& system) const override {
        return std::make_unique<ExplicitRungeKutta>(system, tableau_);
    }
    int getOrder() const override { return tableau_.order; }
    const ButcherTableau& getTableau() const { return tableau_; }

private:
    const ButcherTableau& tableau_;
};

template <class Method>
TypeDescriptor explicitRungeKutta() {
    TypeDescriptor type;
    type.family = "integrator";
    type.key = Method::key;
    type.label = Method::label;
    type.doc = Method::doc;
    type.reference = Method::reference;
    type.properties = commonIntegratorProperties();
    type.implementation = std::make_shared<ExplicitRungeKuttaType>(Method::tableau);
    return type;
}
}  // namespace

const std::vector<TypeDescriptor>& integratorTypes() {
    static const std::vector<TypeDescriptor> types{
        explicitRungeKutta<RungeKuttaMerson>(),   explicitRungeKutta<ExplicitEuler>(),
        explicitRungeKutta<RungeKutta2>(),        explicitRungeKutta<RungeKutta3>(),
        explicitRungeKutta<RungeKuttaFehlberg>(), explicitRungeKutta<DormandPrince>(),
        explicitRungeKutta<DormandPrince853>(),
    };
    return types;
}

std::unique_ptr<Integrator> createIntegrator(const std::string& key, const System& system) {
    for (const TypeDescriptor& type : integratorTypes())
        if (type.key == key)
            return std::dynamic_pointer_cast<const IntegratorType>(type.implementation)->create(system);
    return nullptr;
}

const ButcherTableau* findTableau(const TypeDescriptor& type) {
    const auto* method = dynamic_cast<const ExplicitRungeKuttaType*>(type.implementation.get());
    return method ? &method->getTableau() : nullptr;
}

}  // namespace trammel
