// SPDX-License-Identifier: Apache-2.0
#include "authoring/pose_edit.h"

#include <algorithm>
#include <cmath>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/coordinates.h"
#include "compile/joint_frames.h"
#include "contact/contact_force.h"
#include "meta/number_rows.h"

namespace trammel {

namespace {

constexpr Real sameCoordinate = 1e-12;

bool hasFormula(const Element& joint, const std::string& key) {
    return std::ranges::any_of(joint.formulas, [&](const Element::Formula& formula) {
        return formula.key == key || formula.key.starts_with(key + ".");
    });
}

/// An angle in -pi to pi from a fit, in the turn nearest to the current one.
PropertyValue inSameTurn(const Element& joint, const std::string& key, const PropertyValue& value) {
    const TypeDescriptor& type = typeOf(joint);
    const Real* const angle = std::get_if<Real>(&value);
    if (!angle || type.findProperty(key)->fixedQuantity() != Quantity::Angle) return value;
    return *angle + 2 * Pi * std::round((joint.valueAs<Real>(type, key) - *angle) / (2 * Pi));
}

bool nearlySame(const PropertyValue& a, const PropertyValue& b) {
    if (const Real* x = std::get_if<Real>(&a)) return std::abs(*x - std::get<Real>(b)) <= sameCoordinate;
    return (std::get<Vec3>(a) - std::get<Vec3>(b)).norm() <= sameCoordinate;
}

}  // namespace

Result<Edit> setLock(const Document& document, const TypeCatalog& catalog, const CompiledModel& model, const State& s,
                     ElementId joint, const std::optional<PropertyValue>& level) {
    Result<Edit> whole = setProperty(document, catalog, joint, "locked", level);
    if (!whole) return whole;
    const std::vector<ElementId> locked = findLockedJoints(whole->document);
    if (std::ranges::find(locked, joint) == locked.end()) return whole;
    for (const CoordinateValues& coordinates : readCoordinates(model, s)) {
        if (coordinates.joint != joint) continue;
        for (const auto& [key, value] : coordinates.values) {
            Result<Edit> next = setProperty(whole->document, catalog, joint, key, value);
            if (!next) return next;
            whole = std::move(next);
        }
    }
    return whole;
}

Result<Edit> setInitialPose(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                            const State& s) {
    Result<Edit> whole;
    whole.value = Edit{document, {}, {}, {}, {}};
    for (const CoordinateValues& joint : readCoordinates(model, s)) {
        const Element* const element = document.find(joint.joint);
        if (!element) continue;
        const TypeDescriptor& type = *catalog.findType(element->family, element->type);
        for (const auto& [key, value] : joint.values) {
            if (nearlySame(value, element->value(type, key))) continue;
            Result<Edit> next = setProperty(whole->document, catalog, joint.joint, key, value);
            if (!next) return next;
            whole = std::move(next);
        }
    }
    const BuiltSystem& built = *model.getData().built;
    for (const auto& [id, index] : built.forceIndices) {
        const auto* const contact = dynamic_cast<const ContactForce*>(&built.forces->getForce(index));
        const Element* const element = document.find(id);
        if (!contact || !element) continue;
        const auto held = contact->findHeldFriction(s);
        if (!held) continue;
        std::vector<std::vector<Real>> rows;
        for (const HeldFriction& h : *held) {
            std::vector<Real>& row = rows.emplace_back();
            for (const Vec3& v : {h.point, h.normal, h.stretch}) row.insert(row.end(), {v[0], v[1], v[2]});
        }
        Result<Edit> next = setProperty(whole->document, catalog, id, heldFrictionKey, writeRows(rows));
        if (!next) return next;
        whole = std::move(next);
    }
    return whole;
}

Result<Edit> setBodyPoses(const Document& document, const CompiledModel& model,
                          const std::function<Transform(ElementId)>& X_GB, const std::set<ElementId>& joints) {
    Result<Edit> whole;
    whole.value = Edit{document, {}, {}, {}, {}};
    const std::vector<ElementId> locked = findLockedJoints(document);
    for (const ElementId id : joints) {
        const Element& joint = document.get(id);
        if (!findTypeOf(joint) || std::ranges::find(locked, id) != locked.end()) continue;
        const auto [X_PF, X_BM] = calcJointFrames(document, joint);
        const Transform X_FM = ~(X_GB(joint.reference("parent")) * X_PF) * (X_GB(joint.reference("child")) * X_BM);
        const auto fitted = fitJoint(model, document, joint, X_FM, SpatialVec(Vec3(0.), Vec3(0.)));
        if (!fitted) continue;
        for (const auto& [key, value] : fitted->coordinates) {
            const PropertyValue near = inSameTurn(joint, key, value);
            if (hasFormula(joint, key) || nearlySame(near, joint.value(typeOf(joint), key))) continue;
            Result<Edit> next = setProperty(whole->document, builtinCatalog(), id, key, near);
            if (!next) return next;
            whole = std::move(next);
        }
    }
    return whole;
}

}  // namespace trammel
