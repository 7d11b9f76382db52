// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "multibody/forces/mobility.h"

namespace trammel {

struct JointImpactStopParameters {
    Real limit, restitution, restSpeed;
    friend bool operator==(const JointImpactStopParameters&, const JointImpactStopParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.limit, self.restitution, self.restSpeed); }
};

/// A rigid stop for a joint with one coordinate: an impact on arrival, and rest where the rebound would be negligible,
/// until a force pulls it away.
///
///   impact:   u+ = u- + w j,  with j such that w_k j = -(1 + e) u-_k,  w = the response of all speeds to an impulse at
///             the coordinate k, with constraints and motors enforced:  M w + G^T p = e_k,  G w = 0
///   rest:     e |u-_k| < restSpeed, or a rebound too low to be resolved, and no acceleration away from the stop: the
///             joint is locked at the limit
///   release:  the holding force, or the impulse when another stop is hit, would have to pull
///
/// The kinetic energy of an impact without constraints decreases by (1 - e^2) u-_k^2 / (2 w_k).
///
/// **Source:** Newton's law of restitution; Brogliato, Nonsmooth Mechanics, 3rd edition, section 4.3, in the metric of
/// kinetic energy.
class JointImpactStop : public ParameterizedForce<JointImpactStopParameters> {
public:
    static constexpr const char* key = "jointImpactStop";
    static constexpr const char* label = "Joint impact stop";
    static constexpr const char* doc = "A rigid one-sided stop of a joint's coordinate with restitution.";
    static constexpr const char* reference =
        "When the coordinate reaches the limit, an impulse at the joint changes its speed u to `-restitution u`; all "
        "other speeds follow from masses and constraints. The impact is located as an event. If the rebound is slower "
        "than the rest speed, the joint is locked at the limit until the holding force, or an impact at another stop, "
        "would have to pull. Otherwise it exerts no force and stores no energy. For joints with one coordinate. A "
        "coordinate that starts beyond the limit is not stopped.";
    static constexpr const char* choose =
        "For bouncing balls, hammers and nearly rigid end stops. For noticeably compliant stops, use the elastic joint "
        "stop.";
    static constexpr bool actsByImpulses = true;
    static std::vector<OutputDescriptor> outputs();
    static TypeSample sample() { return {.plugged = {{"joint", "slider"}}}; }

    static std::vector<PropertyDescriptor> properties() {
        return {PropertyDescriptor::ofJoint("limit", "Limit", {CoordinateRole::Value}, 0, "Position of the stop.")
                    .at(stage),
                PropertyDescriptor::choice("side", "Stops",
                                           {{"below", "Values below the limit"}, {"above", "Values above the limit"}},
                                           "below", "Side of the limit that the stop blocks."),
                PropertyDescriptor::real("restitution", "Restitution", Quantity::None, 0.8,
                                         "Coefficient of restitution: 0 fully plastic, 1 fully elastic.")
                    .min(0)
                    .max(1)
                    .at(stage),
                PropertyDescriptor::ofJoint("restSpeed", "Rest speed", {CoordinateRole::Rate}, 1e-3,
                                            "Slower rebounds come to rest.")
                    .above(0)
                    .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() { return MobilitySlot::sockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.real("limit"), in.real("restitution"), in.real("restSpeed")};
    }
    static CoordinateRange readRange(const ElementInputs& in) {
        const Real limit = in.real("limit");
        return in.text("side") == "below" ? CoordinateRange{limit, Infinity, true}
                                          : CoordinateRange{-Infinity, limit, true};
    }

    /// Throws UnusableElement unless the joint has exactly one coordinate.
    explicit JointImpactStop(const ElementInputs& in);

    MobilizedBodyIndex getJoint() const { return joint_; }
    /// +1: the coordinate stays above the limit; -1: below it.
    Real getSide() const { return side_; }
    /// Force on the coordinate while the joint rests at the stop, N or N m; 0 otherwise (Acceleration).
    Real calcForceAtRest(const MatterSubsystem& matter, const State& state) const;

    bool dependsOnlyOnPositions() const override { return true; }
    bool actsByImpulsesOnly() const override { return true; }
    void addInForce(const ForceKinematics&, const AbstractValue*, const ForceSum&) const override {}
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    std::vector<std::unique_ptr<TriggeredEventHandler>> makeEventHandlers(const GeneralForceSubsystem&,
                                                                          ForceIndex) const override;
    void appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Transform X = k.position.bodies[std::size_t(int(joint_))].jointPose();
        out.push_back(DecorativeGeometry(decor::Brick{Vec3(size * 0.15, size * 0.8, size * 0.8)})
                          .setTransform(X * Transform(Vec3(-side_ * size, 0, 0)))
                          .setOpacity(0.6));
    }

private:
    class Impact;
    class Release;
    MobilizedBodyIndex joint_;
    Real side_;
};

}  // namespace trammel
