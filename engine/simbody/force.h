// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "simbody/handle_casts.h"
#include "simbody/handle_parameters.h"
#include "simbody/mobilized_body.h"

namespace trammel {
class ForceElement;
}

namespace SimTK {

/// Handle to a force element of a GeneralForceSubsystem, created by constructing one of the nested types.
///
/// The enabled flag is an Instance variable; parameters invalidate Dynamics.
class Force : public ElementHandle<Force>, protected HandleParameters<Force> {
public:
    // One class per force; see force_types.h and custom_force.h.
    class ConstantForce;
    class ConstantTorque;
    class Custom;
    class DiscreteForces;
    class GlobalDamper;
    class Gravity;
    class LinearBushing;
    class MobilityConstantForce;
    class MobilityDiscreteForce;
    class MobilityLinearDamper;
    class MobilityLinearSpring;
    class MobilityLinearStop;
    class Thermostat;
    class TwoPointConstantForce;
    class TwoPointLinearDamper;
    class TwoPointLinearSpring;
    class UniformGravity;

    Force() = default;
    virtual ~Force() = default;
    Force(const Force&) = default;
    Force& operator=(const Force&) = default;

    ForceIndex getForceIndex() const { return index_; }
    operator ForceIndex() const { return index_; }
    bool isEmptyHandle() const { return forces_ == nullptr; }
    const Force& getKeptHandle() const;
    const GeneralForceSubsystem& getForceSubsystem() const;
    const SimbodyMatterSubsystem& getMatterSubsystem() const;

    bool isDisabled(const State&) const;
    void disable(State&) const;
    void enable(State&) const;
    bool isDisabledByDefault() const;
    void setDisabledByDefault(bool);

    /// Forces of this element; the arguments are resized (Velocity, or Position if it depends on positions only).
    void calcForceContribution(const State&, Vector_<SpatialVec>& bodyForces, Vector_<Vec3>& particleForces,
                               Vector& mobilityForces) const;
    /// J (Position); 0 if disabled.
    Real calcPotentialEnergyContribution(const State&) const;

protected:
    void attach(GeneralForceSubsystem& forces, std::unique_ptr<trammel::ForceElement> element);
    void setParameters(State&, const AbstractValue&) const;
    void setDefaultParameters(const AbstractValue&);

private:
    friend class ElementHandle<Force>;
    friend class HandleParameters<Force>;
    bool refersTo(const Force& o) const { return forces_ == o.forces_ && index_ == o.index_; }
    const AbstractValue& parameters(const State&) const;
    std::unique_ptr<AbstractValue> defaultParameters() const;

    GeneralForceSubsystem* forces_ = nullptr;
    ForceIndex index_;
};

}  // namespace SimTK
