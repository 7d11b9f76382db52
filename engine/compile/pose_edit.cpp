// SPDX-License-Identifier: Apache-2.0
#include "compile/pose_edit.h"

#include <cmath>

#include "compile/catalog.h"
#include "compile/compiled_data.h"

namespace trammel {

namespace {

constexpr Real sameCoordinate = 1e-12;

/// The property values, in the order of @p keys, that give @p q.
std::vector<std::pair<std::string, PropertyValue>> asProperties(const std::vector<std::string>& keys,
                                                                const TypeDescriptor& type, const Real* q, int nq,
                                                                bool beginsWithQuaternion) {
    std::vector<std::pair<std::string, PropertyValue>> values;
    int next = 0;
    for (const std::string& key : keys) {
        if (next >= nq) break;
        const PropertyDescriptor* const property = type.findProperty(key);
        if (!property) continue;
        if (property->kind == ValueKind::Real) {
            values.emplace_back(key, q[next++]);
        } else if (next == 0 && beginsWithQuaternion) {
            const Rotation R(Quaternion(Vec4(q[0], q[1], q[2], q[3])));
            values.emplace_back(key, R.toBodyXYZ());
            next = 4;
        } else {
            Vec3 three(0.);
            for (int i = 0; i < 3 && next < nq; ++i) three[i] = q[next++];
            values.emplace_back(key, three);
        }
    }
    return values;
}

bool nearlySame(const PropertyValue& a, const PropertyValue& b) {
    if (const Real* x = std::get_if<Real>(&a)) return std::abs(*x - std::get<Real>(b)) <= sameCoordinate;
    return (std::get<Vec3>(a) - std::get<Vec3>(b)).norm() <= sameCoordinate;
}

}  // namespace

std::vector<CoordinateValues> readCoordinates(const CompiledModel& model, const State& s) {
    const BuiltSystem& built = *model.getData().built;
    const MatterSubsystem& matter = *built.matter;
    const Vector& q = s.getQ(matter.getMySubsystemIndex());
    std::vector<CoordinateValues> all;
    for (const auto& [id, body] : built.joints) {
        const Element& joint = model.getDocument().get(id);
        const TypeDescriptor& type = typeOf(joint);
        const TreeNode& node = matter.getTree(s)[body];
        if (node.nq == 0) continue;
        CoordinateValues one{id, asProperties(node.mobilizer->initialKeys().q, type, &q[node.qStart], node.nq,
                                              matter.isUsingQuaternion(s, body))};
        if (!one.values.empty()) all.push_back(std::move(one));
    }
    return all;
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
