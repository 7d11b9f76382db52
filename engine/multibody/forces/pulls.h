// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "multibody/forces/body_force_arrow.h"
#include "multibody/forces/pull_load.h"

namespace trammel {

/// A pull and its source: 0 for the mouse in the view, others from 1.
struct Pull {
    int hand = 0;
    MobilizedBodyIndex body;
    PullLoad load;
    friend bool operator==(const Pull&, const Pull&) = default;
    static auto valueFields(auto& self) { return std::tie(self.hand, self.body, self.load); }
};

/// All pulls at one time, sorted by hand; at most one per hand.
using Pulls = std::vector<Pull>;

/// External pulls, which are not part of the model: a discrete variable written at known times of a run, which
/// invalidates Dynamics. Their work is not counted as energy of the model.
class PullForce : public ForceElement {
public:
    using Parameters = Pulls;
    explicit PullForce() : ForceElement("pulls", {}) {}

    std::unique_ptr<AbstractValue> makeDefaultParameters() const override { return std::make_unique<Value<Pulls>>(); }

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        for (const Pull& pull : Value<Pulls>::downcast(*value).get()) {
            const SpatialVec load = calcLoad(k, pull);
            sum.addAt(pull.body, k.X_GB(pull.body), k.X_GB(pull.body) * pull.load.station, load[1]);
            sum.body[pull.body] += SpatialVec{load[0], Vec3(0.)};
        }
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }

    /// [torque; force at S] in G (Velocity).
    static SpatialVec calcLoad(const ForceKinematics& k, const Pull& pull) {
        const PullLoad& load = pull.load;
        const Transform& X_GB = k.X_GB(pull.body);
        const SpatialVec& V_GB = k.V_GB(pull.body);
        const Vec3 p_BS_G = X_GB.R() * load.station;
        const Vec3 v_GS = V_GB[1] + Vec3(V_GB[0].cross(p_BS_G));
        const Vec3 reach = load.target - (X_GB.p() + p_BS_G);
        return SpatialVec{inGround(k, pull, load.torque),
                          Vec3(load.stiffness * reach - load.damping * v_GS + inGround(k, pull, load.force))};
    }

    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real glyphSize,
                        std::vector<DecorativeGeometry>& out) const override {
        for (const Pull& pull : Value<Pulls>::downcast(*value).get()) {
            const PullLoad& load = pull.load;
            const Vec3 p_GS = k.X_GB(pull.body) * load.station;
            // Keep it visible in a large mechanism with small parts.
            Real reach = 0;
            for (std::size_t b = 1; b < k.position.bodies.size(); ++b)
                reach = std::max(reach, Vec3(k.position.bodies[b].X_GB.p() - p_GS).norm());
            const Real size = std::max(glyphSize, 0.01 * reach);
            if (load.isSpring()) {
                out.push_back(DecorativeGeometry(decor::Spring{p_GS, load.target, size * 0.5, 12}).setLineThickness(2));
                for (const Vec3& end : {p_GS, load.target})
                    out.push_back(DecorativeGeometry(decor::Point{}).setTransform(Transform(end)).setLineThickness(3));
            }
            appendLoadArrow(p_GS, inGround(k, pull, load.force), size, out);
            appendTorqueArc(p_GS, inGround(k, pull, load.torque), size, out);
        }
    }

private:
    /// A force or torque of the load, expressed in G.
    static Vec3 inGround(const ForceKinematics& k, const Pull& pull, const Vec3& given) {
        return pull.load.inBodyAxes ? Vec3(k.X_GB(pull.body).R() * given) : given;
    }
    /// An arc of three quarters of a turn about the torque, with an arrowhead.
    static void appendTorqueArc(const Vec3& p_G, const Vec3& torque, Real size, std::vector<DecorativeGeometry>& out) {
        const Real magnitude = torque.norm();
        if (magnitude == 0) return;
        constexpr int sides = 18;
        constexpr Real sweep = 1.5 * Pi;
        const Rotation R_GA(UnitVec3(torque), ZAxis);
        decor::Polyline arc;
        for (int i = 0; i <= sides; ++i) {
            const Real angle = sweep * i / sides;
            arc.points.push_back(p_G + R_GA * Vec3(5 * size * std::cos(angle), 5 * size * std::sin(angle), 0));
        }
        const Vec3 last = arc.points[sides - 3], end = arc.points[sides];
        out.push_back(DecorativeGeometry(std::move(arc)).setLineThickness(3));
        out.push_back(DecorativeGeometry(decor::Arrow{last, end, size * 1.5}).setLineThickness(3));
    }
};

}  // namespace trammel
