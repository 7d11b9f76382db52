// SPDX-License-Identifier: Apache-2.0
#include "compile/catalog.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/exceptions.h"
#include "compile/parameter_types.h"
#include "compile/settings_type.h"
#include "compile/trace_type.h"
#include "functions/function_type.h"
#include "integrate/methods/registry.h"
#include "multibody/body_type.h"
#include "multibody/constraint.h"
#include "multibody/force.h"
#include "multibody/mobilizer.h"
#include "multibody/motion.h"

namespace trammel {

namespace {
/// What was added before the catalog was built; none once it is.
std::optional<std::vector<TypeDescriptor>>& customTypes() {
    static std::optional<std::vector<TypeDescriptor>> types{std::in_place};
    return types;
}

TypeCatalog makeCatalog() {
    TypeCatalog catalog;
    catalog.addFamily({"body", "Body", "Bodies", "A rigid body: something with mass.", {}, "Ground"});
    catalog.addFamily({"joint", "Joint", "Joints", "How a body may move with respect to its parent.", {}});
    catalog.addFamily(
        {"constraint", "Constraint", "Constraints", "Equations that close loops or restrict motion.", {}});
    catalog.addFamily({"force", "Force", "Forces", "What acts on bodies and joints.", {}});
    catalog.addFamily({"motion", "Motion", "Motions", "Prescribed motion of joints: motors.", {}});
    catalog.addFamily({"function", "Function", "Functions", "Curves y = f(x) that other elements use.", {}});
    catalog.addFamily({"shape", "Shape", "Shapes", "Extra geometry, without mass, on a body or on Ground.", {"body"}});
    catalog.addFamily({"trace", "Trace", "Traces", "Paths of points, drawn as the mechanism moves.", {}});
    catalog.addFamily({"parameter", "Parameter", "Parameters", "Named numbers that formulas speak of.", {}});
    catalog.addFamily({"settings", "Settings", "Settings", "How the model is simulated.", {}, "", 1});
    catalog.addFamily({"integrator", "Integrator", "Integrators", "Methods of integration in time.", {}, "", 0});
    for (auto types : {bodyTypes(), mobilizerTypes(), constraintTypes(), forceTypes(), motionTypes(), functionTypes(),
                       shapeTypes(), std::vector<TypeDescriptor>{traceType()}, parameterTypes(),
                       std::vector<TypeDescriptor>{settingsType(integratorTypes())}, integratorTypes()})
        for (TypeDescriptor& type : types) catalog.addType(std::move(type));
    if (auto& own = customTypes())
        for (TypeDescriptor& type : *own) catalog.addType(std::move(type));
    customTypes().reset();
    return catalog;
}
}  // namespace

void addCustomType(TypeDescriptor type) {
    if (!customTypes())
        throw Exception("addCustomType(): the catalog is in use already; add '" + type.key +
                        "' before builtinCatalog() is called first.");
    customTypes()->push_back(std::move(type));
}

const TypeCatalog& builtinCatalog() {
    static const TypeCatalog catalog = makeCatalog();
    return catalog;
}

const TypeDescriptor* findTypeOf(const Element& element) {
    return builtinCatalog().findType(element.family, element.type);
}

const TypeDescriptor& typeOf(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    if (!type) throw Exception("The type '" + element.type + "' of " + element.name + " is not known to this version.");
    return *type;
}

}  // namespace trammel
