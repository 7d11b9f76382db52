// SPDX-License-Identifier: Apache-2.0
#include "compile/catalog.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "base/exceptions.h"
#include "compile/background_type.h"
#include "compile/contacts.h"
#include "compile/events/event_part.h"
#include "compile/group_type.h"
#include "compile/measures/measure_type.h"
#include "compile/parameter_types.h"
#include "compile/pattern_type.h"
#include "compile/plugin_types.h"
#include "compile/settings_type.h"
#include "compile/trace_type.h"
#include "contact/contact_material.h"
#include "exploration/plan.h"
#include "functions/function_type.h"
#include "integrate/methods/registry.h"
#include "multibody/body_type.h"
#include "multibody/constraint.h"
#include "multibody/force.h"
#include "multibody/mobilizer.h"
#include "multibody/motion.h"

namespace trammel {

namespace {
/// Types added before the catalog was built; none afterward.
std::optional<std::vector<TypeDescriptor>>& customTypes() {
    static std::optional<std::vector<TypeDescriptor>> types{std::in_place};
    return types;
}

/// Null if @p type is not a constraint that can take the place of @p joint.
const LoopCounterpart* findCounterpart(const TypeDescriptor& joint, const TypeDescriptor& type) {
    if (type.family != "constraint") return nullptr;
    const auto it = std::ranges::find(joint.loopCounterparts, type.key, &LoopCounterpart::constraint);
    return it == joint.loopCounterparts.end() ? nullptr : &*it;
}

/// One type may have several addresses: in the catalogs before and after a plugin was loaded.
bool isSame(const TypeDescriptor& a, const TypeDescriptor& b) { return a.family == b.family && a.key == b.key; }

/// Families whose elements have numbers that a study may vary.
std::vector<std::string> variedFamilies() {
    return {"body",     "joint", "constraint",          "force", "motion",    eventFamily, measureFamily,
            "function", "shape", contactMaterialFamily, "trace", "parameter", "settings"};
}

TypeCatalog makeCatalog() {
    TypeCatalog catalog;
    const std::vector<std::string> anywhere{groupFamily};
    catalog.addFamily({"body", "Body", "Bodies", "Rigid bodies with mass.", anywhere, "Ground"});
    catalog.addFamily({"joint", "Joint", "Joints", "Motion of a body relative to its parent.", anywhere});
    catalog.addFamily(
        {"constraint", "Constraint", "Constraints", "Equations that close loops or restrict motion.", anywhere});
    catalog.addFamily({"force", "Force", "Forces", "Forces on bodies and joints.", anywhere});
    catalog.addFamily(
        {"motion", "Motion", "Motions", "Prescribed motion of joints: motors.", anywhere, "", 1000000, "Motors"});
    catalog.addFamily({eventFamily, "Event", "Events", "Moments of a run at which actions take place.", anywhere});
    catalog.addFamily({actionFamily, "Action", "Actions", "What an event does when it occurs.", {eventFamily}});
    catalog.addFamily({measureFamily, "Measure", "Measures",
                       "Quantities by formula, with their integrals, extremes and past values.", anywhere});
    catalog.addFamily({"function", "Function", "Functions", "Curves y = f(x) that other elements use.", anywhere});
    catalog.addFamily({"shape", "Shape", "Shapes", "Extra geometry, without mass, on a body or on Ground.", {"body"}});
    const std::string mesh = "mesh";  // not a type: a family
    catalog.addFamily({mesh, "Mesh", "Meshes", "Triangles kept in the model once, for shapes to show.", anywhere});
    catalog.addFamily({contactMaterialFamily, "Contact material", "Contact materials",
                       "Contact materials, in addition to those of the library.", anywhere});
    catalog.addFamily(
        {contactGroupFamily, "Contact group", "Contact groups", "Bodies that contact treats as one.", anywhere});
    catalog.addFamily(
        {"trace", "Trace", "Traces", "Traces of points, drawn during motion.", anywhere, "", 1000000, "Points"});
    catalog.addFamily({backgroundFamily, "Background", "Backgrounds", "Images to trace a mechanism over.", anywhere});
    catalog.addFamily({groupFamily, "Group", "Groups", "Elements that belong together.", anywhere});
    catalog.addFamily({"parameter", "Parameter", "Parameters", "Named numbers used in formulas.", anywhere});
    catalog.addFamily({"settings", "Settings", "Settings", "Settings of the simulation.", {}, "", 1});
    catalog.addFamily({studyFamily, "Study", "Studies", "Many runs with varied numbers: sweeps, optimization.", {}});
    catalog.addFamily({factorFamily, "Factor", "Factors", "Numbers that a study varies.", {studyFamily}});
    catalog.addFamily({responseFamily, "Response", "Responses", "Numbers that a study measures.", {studyFamily}});
    catalog.addFamily({"integrator", "Integrator", "Integrators", "Methods of integration in time.", {}, "", 0});
    for (auto types : {bodyTypes(),
                       mobilizerTypes(),
                       constraintTypes(),
                       forceTypes(),
                       motionTypes(),
                       eventTypes(),
                       actionTypes(),
                       measureTypes(),
                       functionTypes(),
                       shapeTypes(),
                       contactTypes(),
                       rigidContactTypes(),
                       meshTypes(),
                       std::vector<TypeDescriptor>{groupType(), contactMaterialType(), contactGroupType(), traceType(),
                                                   backgroundType()},
                       patternTypes(),
                       parameterTypes(),
                       std::vector<TypeDescriptor>{settingsType(integratorTypes())},
                       studyTypes(),
                       factorTypes(variedFamilies()),
                       responseTypes(),
                       integratorTypes()})
        for (TypeDescriptor& type : types) {
            if (type.family == "body" || type.family == "shape") addSurfaceProperties(type);
            catalog.addType(std::move(type));
        }
    if (auto& own = customTypes())
        for (TypeDescriptor& type : *own) catalog.addType(std::move(type));
    customTypes().reset();
    return catalog;
}
}  // namespace

void addCustomType(TypeDescriptor type) {
    if (!customTypes())
        throw Exception("addCustomType(): the catalog is already in use; add '" + type.key +
                        "' before the first call of builtinCatalog().");
    customTypes()->push_back(std::move(type));
}

namespace {
const TypeCatalog& ownCatalog() {
    static const TypeCatalog catalog = makeCatalog();
    return catalog;
}
/// The catalog with the types of plugins; null without plugins.
std::atomic<const TypeCatalog*> extendedCatalog{nullptr};
}  // namespace

const TypeCatalog& builtinCatalog() {
    const TypeCatalog* const extended = extendedCatalog.load(std::memory_order_acquire);
    return extended ? *extended : ownCatalog();
}

void setPluginTypes(const std::vector<TypeDescriptor>& types) {
    // Never deleted: types are known by their addresses.
    static std::deque<TypeCatalog> all;
    TypeCatalog next = ownCatalog();
    for (const TypeDescriptor& type : types) next.addType(type);
    extendedCatalog.store(&all.emplace_back(std::move(next)), std::memory_order_release);
}

std::string pluginOf(const std::string& typeKey) {
    const std::size_t dot = typeKey.find('.');
    return dot == std::string::npos ? std::string() : typeKey.substr(0, dot);
}

const TypeDescriptor* findTypeOf(const Element& element) {
    return builtinCatalog().findType(element.family, element.type);
}

const TypeDescriptor& typeOf(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    if (!type) throw Exception("The type '" + element.type + "' of " + element.name + " is unknown to this version.");
    return *type;
}

const TypeDescriptor& typeOf(TypeRole role) { return builtinCatalog().getType(role); }

Element draftOf(TypeRole role, std::string name) {
    const TypeDescriptor& type = typeOf(role);
    return Element::draft(type.family, type.key, std::move(name));
}

bool hasRole(const Element& element, TypeRole role) {
    const TypeDescriptor* const type = findTypeOf(element);
    return type && type->role == role;
}

std::vector<const TypeDescriptor*> closureAlternatives(const TypeDescriptor& type) {
    std::vector<const TypeDescriptor*> all;
    const auto add = [&](const TypeDescriptor* other) {
        if (std::ranges::find(all, other) == all.end()) all.push_back(other);
    };
    for (const TypeDescriptor* const joint : builtinCatalog().typesOf("joint")) {
        const bool isRow = isSame(*joint, type) || findCounterpart(*joint, type);
        for (std::size_t i = 0; isRow && i < joint->loopCounterparts.size(); ++i) {
            add(joint);
            add(builtinCatalog().findType("constraint", joint->loopCounterparts[i].constraint));
        }
    }
    if (all.empty() && type.family == "joint") all.push_back(&type);
    return all;
}

bool connectsLike(const Element& element, TypeRole joint) {
    const TypeDescriptor* const type = findTypeOf(element);
    if (!type) return false;
    const LoopCounterpart* const counterpart = findCounterpart(typeOf(joint), *type);
    return type->role == joint || (counterpart && !counterpart->onlyInPlane);
}

bool isPlanarPivot(const Element& element) {
    const TypeDescriptor* const type = findTypeOf(element);
    const TypeDescriptor& pivot = typeOf(TypeRole::Revolute);
    return type && (isSame(*type, pivot) ||
                    std::ranges::any_of(closureAlternatives(*type),
                                        [&](const TypeDescriptor* other) { return findCounterpart(pivot, *other); }));
}

}  // namespace trammel
