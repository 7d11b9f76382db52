// SPDX-License-Identifier: Apache-2.0
#include "authoring/pose_edit.h"

#include <algorithm>
#include <cmath>

#include "compile/catalog.h"
#include "compile/coordinates.h"

namespace trammel {

namespace {

constexpr Real sameCoordinate = 1e-12;

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
    return whole;
}

}  // namespace trammel
