// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "math/spatial.h"
#include "math/vector.h"
#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"
#include "multibody/realize_hooks.h"
#include "multibody/tree/tree.h"
#include "system/state.h"

namespace trammel {

class GeneralForceSubsystem;
class MatterSubsystem;
class TriggeredEventHandler;

/// Kinematics passed to a force. Velocity-level members are null for a force that depends on positions only.
struct ForceKinematics {
    const Tree& tree;
    const PositionKinematics& position;
    const BodyInertias& inertias;
    const Real* q;
    const State& state;
    const VelocityKinematics* velocity = nullptr;
    const Real* u = nullptr;
    Real time = 0;
    /// The element's auxiliary variables, as many as getNumZ().
    const Real* z = nullptr;
    int nz = 0;
    /// Operators, for forces that need more than the tree.
    const MatterSubsystem* matter = nullptr;
    /// The element's basis, see ForceElement::makeBasis(); null if it has none, or if velocities are required and not
    /// known.
    const AbstractValue* basis = nullptr;

    const Transform& X_GB(MobilizedBodyIndex b) const { return position.bodies[std::size_t(int(b))].X_GB; }
    const SpatialVec& V_GB(MobilizedBodyIndex b) const { return velocity->bodies[std::size_t(int(b))].V_GB; }
};

/// Sums of forces: on bodies (about their origins, in G) and on mobilities.
struct ForceSum {
    Vector_<SpatialVec>& body;
    Vector& mobility;

    /// Adds a force @p f (in G) at the location @p p_GS (in G) of body @p b with pose @p X_GB.
    void addAt(MobilizedBodyIndex b, const Transform& X_GB, const Vec3& p_GS, const Vec3& f) const {
        body[b] += SpatialVec{Vec3(Vec3(p_GS - X_GB.p()).cross(f)), f};
    }
};

/// The basis of a force: a value that its forces and energy are calculated from, with a cache entry of its own, so that
/// it is recomputed only if something that it depends on has changed.
struct ForceBasis {
    /// Initial value; null: the force has no basis.
    std::unique_ptr<AbstractValue> value;
    /// Name of the cache entry: "formula of Spring".
    std::string name;
    bool dependsOnTime = false, dependsOnPositions = false, dependsOnVelocities = false;
};

/// A force element: forces on bodies and mobilities as a function of the State.
///
/// **Source:** Advanced Programming Guide, "A Custom Force".
class ForceElement : public RealizeHooks {
public:
    ForceElement(std::string name, ElementId id) : name_(std::move(name)), id_(id) {}

    const std::string& getName() const { return name_; }
    ElementId getElementId() const { return id_; }

    /// Default of the State parameter, and the stage it invalidates; null: no parameter.
    virtual std::unique_ptr<AbstractValue> makeDefaultParameters() const { return nullptr; }
    virtual Stage parameterStage() const { return Stage::Dynamics; }

    /// True if it requires joints with qdot = u, which excludes quaternions.
    virtual bool needsSimpleCoordinates() const { return false; }
    /// True if independent of u, z and time: the force is cached while only those change.
    virtual bool dependsOnlyOnPositions() const { return false; }
    /// True if this element's own forces are queried often and should be cached separately. Requires
    /// dependsOnlyOnPositions().
    virtual bool keepsItsForces() const { return false; }
    /// False if it may depend on State below Dynamics other than q, masses, its parameters and variables allocated by
    /// its hooks.
    virtual bool declaresWhatItDependsOn() const { return true; }
    /// The basis, read while topology is realized. It always depends on the parameters.
    virtual ForceBasis makeBasis() const { return {}; }
    /// @param basis to be set; may be of an earlier State
    virtual void calcBasis(const ForceKinematics&, const AbstractValue* parameters, AbstractValue& basis) const {
        (void)parameters;
        (void)basis;
    }
    virtual void addInForce(const ForceKinematics&, const AbstractValue* parameters, const ForceSum&) const = 0;
    virtual Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue* parameters) const = 0;
    /// Dissipated power, W, not negative (Velocity).
    virtual Real calcPowerDissipation(const ForceKinematics&, const AbstractValue* parameters) const {
        (void)parameters;
        return 0;
    }

    /// Number of auxiliary variables z, initially zero. Read while Model is realized.
    virtual int getNumZ(const AbstractValue* parameters) const {
        (void)parameters;
        return 0;
    }
    /// Derivatives of z (Acceleration; may depend on Velocity only).
    virtual void calcZDot(const ForceKinematics&, const AbstractValue* parameters, Real* zdot) const {
        (void)parameters;
        (void)zdot;
    }

    /// True if it acts only through the events it handles.
    virtual bool actsByImpulsesOnly() const { return false; }
    /// Event handlers of the element for the System; they must not outlive this element or @p forces, in which it has
    /// index @p index.
    virtual std::vector<std::unique_ptr<TriggeredEventHandler>> makeEventHandlers(const GeneralForceSubsystem& forces,
                                                                                  ForceIndex index) const;

    /// Geometry in Ground (requires Position). @p size is a typical glyph size, m.
    virtual void appendGeometry(const ForceKinematics&, const AbstractValue* parameters, Real size,
                                std::vector<DecorativeGeometry>&) const {
        (void)parameters;
        (void)size;
    }

private:
    std::string name_;
    ElementId id_;
};

/// Range in which a stop keeps a coordinate, rad or m.
struct CoordinateRange {
    Real lower = -Infinity, upper = Infinity;
    /// Rigid stops do not act on a coordinate that starts beyond them.
    bool isRigid = false;
};

/// Implementation of a force type.
class ForceType : public TypeImplementation {
public:
    virtual std::unique_ptr<ForceElement> create(const ElementInputs&) const = 0;
    /// The State parameter for these inputs; null for a type without one, such as some of plugins.
    virtual std::unique_ptr<AbstractValue> readParameters(const ElementInputs&) const = 0;
    /// Range of a stop of the coordinate "coordinate", or of the first, of the joint in input "joint"; none for other forces.
    virtual std::optional<CoordinateRange> readRange(const ElementInputs&) const { return std::nullopt; }
};

/// Outputs of every force that acts continuously: forces on bodies and joints, energy, dissipated power.
std::vector<OutputDescriptor> forceOutputs();

/// Registry row from a force class F: F(const ElementInputs&), key, label, doc, reference, properties(), sockets(),
/// Parameters and readParameters(const ElementInputs&); for a stop also readRange(const ElementInputs&). F::outputs(), if
/// present, come before those of every force, or in their place if F::actsByImpulses is present.
template <class F>
TypeDescriptor describeForce() {
    struct Type : ForceType {
        std::unique_ptr<ForceElement> create(const ElementInputs& in) const override { return std::make_unique<F>(in); }
        std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
            return std::make_unique<Value<typename F::Parameters>>(F::readParameters(in));
        }
        std::optional<CoordinateRange> readRange([[maybe_unused]] const ElementInputs& in) const override {
            if constexpr (requires { F::readRange(in); }) return F::readRange(in);
            return std::nullopt;
        }
    };
    TypeDescriptor type = describeType<F>("force");
    if constexpr (!requires { F::actsByImpulses; }) appendOutputs(type, forceOutputs());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Apply the force.").at(Stage::Instance));
    type.sockets = F::sockets();
    type.implementation = std::make_shared<Type>();
    return type;
}

/// A force whose State parameter is of type P and invalidates Dynamics.
template <class P>
class ParameterizedForce : public ForceElement {
public:
    using Parameters = P;
    static constexpr Stage::Level stage = Stage::Dynamics;

    ParameterizedForce(const ElementInputs& in, P parameters)
        : ForceElement(in.name, in.id), default_(std::move(parameters)) {}
    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<P>>(default_);
    }

protected:
    static const P& get(const AbstractValue* value) { return Value<P>::downcast(*value); }

private:
    P default_;
};

/// All registered force types, family "force".
std::vector<TypeDescriptor> forceTypes();

}  // namespace trammel
