// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "multibody/force.h"
#include "system/counter.h"

namespace trammel {

struct GravityParameters {
    Vec3 direction;
    Real magnitude, zeroHeight;
    /// Indices of the bodies exempt from gravity.
    std::vector<int> excludedBodies = {};
    bool excludes(int body) const {
        return std::find(excludedBodies.begin(), excludedBodies.end(), body) != excludedBodies.end();
    }
    friend bool operator==(const GravityParameters&, const GravityParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.direction, self.magnitude, self.zeroHeight, self.excludedBodies);
    }
};

/// Uniform gravity on every body:  f = m g d at the center of mass,  PE = m g (h - h0), h measured against d.
class GravityForce : public ParameterizedForce<GravityParameters> {
public:
    static constexpr const char* key = "gravity";
    static constexpr TypeRole role = TypeRole::Gravity;
    static constexpr const char* label = "Gravity";
    static constexpr const char* doc = "Uniform gravity on every body of the model.";
    static constexpr const char* reference = "`f = m g d` at each center of mass; `PE = m g (h - zeroHeight)`.";
    static constexpr const char* choose =
        "For nearly every model on Earth: one element acts on all bodies. Choose its direction to suit the model's "
        "axes; omit it for satellites and horizontal mechanisms.";

    static std::vector<PropertyDescriptor> properties() {
        return {
            PropertyDescriptor::direction("direction", "Direction", Vec3(0, -1, 0), "Direction of gravity.").at(stage),
            PropertyDescriptor::real("magnitude", "Magnitude", Quantity::Acceleration, 9.80665,
                                     "Acceleration of a body in free fall.")
                .min(0)
                .at(stage),
            PropertyDescriptor::real("zeroHeight", "Zero height", Quantity::Length, 0,
                                     "Height at which the potential energy is zero.")
                .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return {}; }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.vec3("direction").normalized(), in.real("magnitude"), in.real("zeroHeight")};
    }

    explicit GravityForce(const ElementInputs& in) : ParameterizedForce(in, readParameters(in)) {}

    bool dependsOnlyOnPositions() const override { return true; }
    bool keepsItsForces() const override { return true; }
    /// Number of force computations for all States together; without gravity there are none.
    long long getNumEvaluations() const { return evaluations_; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        if (p.magnitude == 0) return;
        ++evaluations_;
        using namespace scalar;
        const V3 g = p.magnitude * load(p.direction);
        const bool onAll = p.excludedBodies.empty();
        const int n = k.tree.size();
        for (int b = 1; b < n; ++b) {
            if (!onAll && p.excludes(b)) continue;
            const SpatialInertia& M = k.inertias.M_G[std::size_t(b)];
            const V3 f = M.mass * g;
            store(load(sum.body[b]) + V6{cross(load(M.com), f), f}, sum.body[b]);
        }
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        Real energy = 0;
        for (int b = 1; b < k.tree.size(); ++b) {
            if (p.excludes(b)) continue;
            const SpatialInertia& M = k.inertias.M_G[std::size_t(b)];
            const Vec3 com = k.position.bodies[std::size_t(b)].X_GB.p() + M.com;
            energy -= M.mass * p.magnitude * (p.direction.dot(com) + p.zeroHeight);
        }
        return energy;
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        // One arrow at the system's center of mass.
        Real mass = 0;
        Vec3 moment(0.);
        for (int b = 1; b < k.tree.size(); ++b) {
            const SpatialInertia& M = k.inertias.M_G[std::size_t(b)];
            mass += M.mass;
            moment += M.mass * (k.position.bodies[std::size_t(b)].X_GB.p() + M.com);
        }
        if (mass <= 0) return;
        const Vec3 center = moment / mass;
        const Vec3 tip = center + 5 * size * get(value).direction;
        out.push_back(DecorativeGeometry(decor::Arrow{center, tip, size}).setLineThickness(2));
    }

private:
    mutable Counter evaluations_;
};

}  // namespace trammel
