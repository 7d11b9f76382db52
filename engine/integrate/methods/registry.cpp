// SPDX-License-Identifier: Apache-2.0
#include "integrate/methods/registry.h"

#include "integrate/explicit_runge_kutta.h"
#include "integrate/methods/automatic.h"
#include "integrate/methods/cvode.h"
#include "integrate/methods/dormand_prince.h"
#include "integrate/methods/dormand_prince_853.h"
#include "integrate/methods/explicit_euler.h"
#include "integrate/methods/runge_kutta_2.h"
#include "integrate/methods/runge_kutta_3.h"
#include "integrate/methods/runge_kutta_chebyshev.h"
#include "integrate/methods/runge_kutta_fehlberg.h"
#include "integrate/methods/runge_kutta_merson.h"
#include "integrate/methods/semi_explicit_euler.h"
#include "integrate/methods/verlet.h"

namespace trammel {

namespace {
class ExplicitRungeKuttaType : public IntegratorType {
public:
    ExplicitRungeKuttaType(const ButcherTableau& tableau, const char* label) : tableau_(tableau), label_(label) {}
    std::unique_ptr<Integrator> create(const System& system) const override {
        return std::make_unique<ExplicitRungeKutta>(system, tableau_, label_);
    }
    int getOrder() const override { return tableau_.order; }
    const ButcherTableau& getTableau() const { return tableau_; }

private:
    const ButcherTableau& tableau_;
    const char* label_;
};

template <class Method>
TypeDescriptor describe(std::shared_ptr<const IntegratorType> implementation) {
    TypeDescriptor type;
    type.family = "integrator";
    type.key = Method::key;
    type.label = Method::label;
    type.doc = Method::doc;
    type.reference = Method::reference;
    type.properties = commonIntegratorProperties();
    type.implementation = std::move(implementation);
    return type;
}

template <class Method>
TypeDescriptor explicitRungeKutta() {
    return describe<Method>(std::make_shared<ExplicitRungeKuttaType>(Method::tableau, Method::label));
}

/// A method implemented by its own class.
template <class Method>
TypeDescriptor ownClass() {
    struct Type : IntegratorType {
        std::unique_ptr<Integrator> create(const System& system) const override {
            return std::make_unique<Method>(system);
        }
        int getOrder() const override { return Method::order; }
    };
    return describe<Method>(std::make_shared<Type>());
}
}  // namespace

const std::vector<TypeDescriptor>& integratorTypes() {
    static const std::vector<TypeDescriptor> types{
        explicitRungeKutta<RungeKuttaMerson>(),
        explicitRungeKutta<ExplicitEuler>(),
        explicitRungeKutta<RungeKutta2>(),
        explicitRungeKutta<RungeKutta3>(),
        explicitRungeKutta<RungeKuttaFehlberg>(),
        explicitRungeKutta<DormandPrince>(),
        explicitRungeKutta<DormandPrince853>(),
        ownClass<RungeKuttaChebyshev>(),
        ownClass<Verlet>(),
        ownClass<SemiExplicitEuler>(),
        ownClass<CvodeBdf>(),
        ownClass<CvodeAdams>(),
        ownClass<AutomaticIntegrator>(),
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
