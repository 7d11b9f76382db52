// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "multibody/constraints/coupled_coordinate.h"

namespace trammel {

struct GearParameters {
    Real ratio, carrierRatio, phase;
    friend bool operator==(const GearParameters&, const GearParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.ratio, self.carrierRatio, self.phase); }
};

/// Gear pair of two angles, on a carrier that turns by qc if there is one:  q2 = ratio q1 + carrierRatio qc + phase.
class GearConstraint : public ParameterizedConstraint<GearParameters, Stage::Position> {
public:
    static constexpr const char* key = "gear";
    static constexpr const char* label = "Gear pair";
    static constexpr const char* doc = "Couples the rotations of two joints by gears, a belt or a chain.";
    static constexpr const char* reference =
        "`perr = q2 - ratio q1 - carrierRatio qc - phase`; one equation. With `z1` and `z2` teeth the ratio is "
        "`-z1/z2` for "
        "external gears, `z1/z2` for an internal gear, a belt or a chain; the angles are the joints' own, so axes in "
        "opposite "
        "directions change the sign. In an epicyclic gear, where the second gear is carried around the first one, `qc` "
        "is the "
        "angle of the carrier, and the carrier ratio is `-ratio` (Willis' equation); if the first gear is carried "
        "around the "
        "second, it is 1. The multiplier is the negated torque (N·m) on the second joint. Tooth forces are "
        "not transmitted to the bearings; a common carrier receives the torques of both joints.";
    static constexpr const char* choose =
        "For gears, belts and chains between two joints, without tooth geometry. It keeps the phase exactly: no slip, "
        "drift or backlash.";
    static TypeSample sample() { return {.position = Vec3(0.2, 0, 0), .orientation = Vec3(0.)}; }

    static std::vector<PropertyDescriptor> properties() {
        return {
            CoupledCoordinate::property("1", "First", Mobilizer::maxNQ - 1),
            CoupledCoordinate::property("2", "Second", Mobilizer::maxNQ - 1),
            PropertyDescriptor::real("ratio", "Ratio", Quantity::None, -1,
                                     "Turns of the second joint per turn of the first; negative for opposite rotation.")
                .at(stage),
            PropertyDescriptor::real("carrierRatio", "Carrier ratio", Quantity::None, 1,
                                     "Turns of the second joint per turn of the carrier while the first one rests.")
                .at(stage),
            PropertyDescriptor::real("phase", "Phase", Quantity::Angle, 0,
                                     "Angle of the second joint at zero angle of the first.")
                .at(stage)};
    }
    static std::vector<SocketDescriptor> sockets() {
        SocketDescriptor carrier = CoupledCoordinate::socket(
            carrierSuffix, "Carrier", "Joint of the carrier, if one gear is carried around the other.");
        carrier.optional = true;
        return {CoupledCoordinate::socket("1", "First", "Joint of the first gear."),
                CoupledCoordinate::socket("2", "Second", "Joint of the second gear."), carrier};
    }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.real("ratio"), in.real("carrierRatio"), in.real("phase")};
    }

    explicit GearConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 1, 0, 0), first_(angle(in, "1")), second_(angle(in, "2")) {
        requireDifferent(first_, second_);
        addConstrainedMobilizer(first_.body);
        addConstrainedMobilizer(second_.body);
        if (in.mobilizer(std::string("joint") + carrierSuffix) == MobilizedBodyIndex(0)) return;
        carrier_ = CoupledCoordinate::readCoordinate(in, carrierSuffix, 0, Quantity::Angle, "The carrier of gears");
        requireDifferent(first_, *carrier_);
        requireDifferent(second_, *carrier_);
        addConstrainedMobilizer(carrier_->body);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        perr[0] = combine(value, [&k](const CoupledCoordinate& c) { return c.q(k); }) - get(value).phase;
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        pverr[0] = combine(value, [&k](const CoupledCoordinate& c) { return c.qdot(k); });
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        paerr[0] = combine(value, [&k](const CoupledCoordinate& c) { return c.qdotdot(k); });
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        second_.addInCoordinateForce(k, lambda[0], forces);
        first_.addInCoordinateForce(k, -lambda[0] * get(value).ratio, forces);
        if (carrier_) carrier_->addInCoordinateForce(k, -lambda[0] * get(value).carrierRatio, forces);
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        appendCouplingGeometry(k, first_, second_, size, out);
    }

private:
    static constexpr const char* carrierSuffix = "Carrier";

    static CoupledCoordinate angle(const ElementInputs& in, const std::string& suffix) {
        return CoupledCoordinate::readCoordinate(in, suffix, Quantity::Angle, "A gear");
    }
    /// The equation without its phase for coordinates, or for their first or second derivatives.
    Real combine(const AbstractValue* value, const auto& of) const {
        const Parameters& p = get(value);
        return of(second_) - p.ratio * of(first_) - (carrier_ ? p.carrierRatio * of(*carrier_) : 0);
    }

    CoupledCoordinate first_, second_;
    std::optional<CoupledCoordinate> carrier_;
};

}  // namespace trammel
