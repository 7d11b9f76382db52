// SPDX-License-Identifier: Apache-2.0
#include "compile/coordinates.h"

#include <algorithm>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/element_reader.h"
#include "multibody/force.h"
#include "multibody/initial_coordinates.h"
#include "multibody/stateful_mobilizer.h"

namespace trammel {

namespace {

/// Property values, in the order of @p keys, that yield @p q.
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
        CoordinateValues one{id, asProperties(initialKeysOf(*node.mobilizer).q, type, &q[node.qStart], node.nq,
                                              matter.isUsingQuaternion(s, body))};
        if (!one.values.empty()) all.push_back(std::move(one));
    }
    return all;
}

namespace {

/// The mathematics of a joint with its own properties; null if they need a State, or the System while it is built.
std::unique_ptr<Mobilizer> createMobilizer(const CompiledModel& model, const Document& document, const Element& joint) {
    const auto& type = dynamic_cast<const MobilizerType&>(*typeOf(joint).implementation);
    const CompiledModel::Data& data = model.getData();
    try {
        std::unique_ptr<Mobilizer> made =
            type.create(makeElementInputs(document, joint, indicesIn(*data.built, data.functions)));
        return dynamic_cast<const StatefulMobilizer*>(made.get()) ? nullptr : std::move(made);
    } catch (const UnusableElement&) {
        return nullptr;
    }
}

SpatialVec velocityOf(const std::vector<SpatialVec>& H, const std::vector<Real>& u, int nu) {
    SpatialVec V(Vec3(0.), Vec3(0.));
    for (std::size_t i = 0; i < std::size_t(nu); ++i) V = V + H[i] * u[i];
    return V;
}

/// Zero coordinates or speeds, one more than needed so that a joint without any has an address.
std::vector<Real> zeros(int count) { return std::vector<Real>(std::size_t(count) + 1, 0); }

}  // namespace

std::optional<FittedJoint> fitJoint(const CompiledModel& model, const Document& document, const Element& joint,
                                    const Transform& X_FM, const SpatialVec& V_FM) {
    const std::unique_ptr<Mobilizer> mobilizer = createMobilizer(model, document, joint);
    if (!mobilizer) return std::nullopt;
    const int nq = mobilizer->getNQ(), nu = mobilizer->getNU();
    std::vector<Real> q = zeros(nq), u = zeros(nu);
    std::vector<SpatialVec> H(std::size_t(nu) + 1);
    FittedJoint fitted;
    mobilizer->setQToFitTransform(X_FM, q.data());
    mobilizer->calcAcross(q.data(), fitted.X_FM, H.data());
    // A frame M elsewhere on the same body has another velocity.
    const Vec3 shift = fitted.X_FM.p() - X_FM.p();
    const SpatialVec V(V_FM[0], Vec3(V_FM[1] + V_FM[0].cross(shift)));
    if (nu > 0) mobilizer->setUToFitVelocity(q.data(), V, u.data());
    constexpr Real sameVelocity = 1e-9;
    const SpatialVec rest = V - velocityOf(H, u, nu);
    fitted.reachesVelocity = rest[0].norm() + rest[1].norm() <= sameVelocity;
    const Mobilizer::InitialKeys keys = mobilizer->initialKeys();
    fitted.coordinates = asProperties(keys.q, typeOf(joint), q.data(), nq, nq > nu);
    fitted.speeds = asProperties(keys.u, typeOf(joint), u.data(), nu, false);
    return fitted;
}

std::optional<SpatialVec> calcInitialVelocity(const CompiledModel& model, const Element& joint) {
    const std::unique_ptr<Mobilizer> mobilizer = createMobilizer(model, model.getDocument(), joint);
    if (!mobilizer) return std::nullopt;
    const CompiledModel::Data& data = model.getData();
    std::vector<Real> q = zeros(mobilizer->getNQ()), u = zeros(mobilizer->getNU());
    std::vector<SpatialVec> H(std::size_t(mobilizer->getNU()) + 1);
    mobilizer->setInitialCoordinates(
        makeElementInputs(model.getDocument(), joint, indicesIn(*data.built, data.functions)), q.data(), u.data());
    Transform X_FM;
    mobilizer->calcAcross(q.data(), X_FM, H.data());
    return velocityOf(H, u, mobilizer->getNU());
}

bool isCoordinate(const CompiledModel& model, ElementId element, const std::string& key) {
    const auto all = readCoordinates(model, model.getInitialState());
    const auto joint = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.joint == element; });
    return joint != all.end() && std::any_of(joint->values.begin(), joint->values.end(),
                                             [&](const auto& value) { return value.first == key; });
}

std::vector<ElementId> findLockedJoints(const Document& document) {
    std::vector<ElementId> locked;
    for (const ElementId id : document.elementsOf("joint")) {
        const Element& joint = document.get(id);
        // By default none is: the types of ten thousand take milliseconds to find.
        if (!joint.findExplicit("locked")) continue;
        const TypeDescriptor* const type = findTypeOf(joint);
        const PropertyDescriptor* const lock = type ? type->findProperty("locked") : nullptr;
        if (lock && joint.valueAs<std::string>(*type, lock->key) != lock->options.front().key) locked.push_back(id);
    }
    return locked;
}

std::vector<CoordinateLimits> findLimits(const CompiledModel& model) {
    const Document& document = model.getDocument();
    const EngineIndices indices = indicesIn(*model.getData().built, model.getData().functions);
    std::vector<CoordinateLimits> all;
    for (const ElementId id : document.elementsOf("force")) {
        const Element& stop = document.get(id);
        const TypeDescriptor* const type = findTypeOf(stop);
        const auto* const force = type ? dynamic_cast<const ForceType*>(type->implementation.get()) : nullptr;
        if (!force || !stop.valueAs<bool>(*type, "enabled")) continue;
        const auto range = force->readRange(makeElementInputs(document, stop, indices));
        if (!range) continue;
        CoordinateLimits own{stop.reference("joint")};
        if (type->findProperty("coordinate")) own.coordinate = int(stop.valueAs<std::int64_t>(*type, "coordinate"));
        auto limits = std::find_if(all.begin(), all.end(), [&](const CoordinateLimits& known) {
            return known.joint == own.joint && known.coordinate == own.coordinate;
        });
        if (limits == all.end()) limits = all.insert(limits, own);
        if (range->lower > limits->lower) limits->lower = range->lower, limits->lowerIsRigid = range->isRigid;
        if (range->upper < limits->upper) limits->upper = range->upper, limits->upperIsRigid = range->isRigid;
    }
    return all;
}

}  // namespace trammel
