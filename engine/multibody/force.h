// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
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

/// What a force sees of the mechanism. Velocity-level members are null for a force that depends on positions only.
struct ForceKinematics {
    const Tree& tree;
    const PositionKinematics& position;
    const BodyInertias& inertias;
    const Real* q;
    const State& state;
    const VelocityKinematics* velocity = nullptr;
    const Real* u = nullptr;
    Real time = 0;
    /// The element's own auxiliary variables, as many as it asked for.
    const Real* z = nullptr;
    int nz = 0;
    /// Its operators, for what needs more than the tree.
    const MatterSubsystem* matter = nullptr;

    const Transform& X_GB(MobilizedBodyIndex b) const { return position.bodies[std::size_t(int(b))].X_GB; }
    const SpatialVec& V_GB(MobilizedBodyIndex b) const { return velocity->bodies[std::size_t(int(b))].V_GB; }
};

/// Where forces add up: on bodies (about their origins, in G) and on mobilities.
struct ForceSum {
    Vector_<SpatialVec>& body;
    Vector& mobility;

    /// A force @p f (in G) at the location @p p_GS (in G) of body @p b with pose @p X_GB.
    void addAt(MobilizedBodyIndex b, const Transform& X_GB, const Vec3& p_GS, const Vec3& f) const {
        body[b] += SpatialVec{Vec3(Vec3(p_GS - X_GB.p()).cross(f)), f};
    }
};

/// One force element: forces on bodies and mobilities as a function of the State.
///
/// **Source:** Advanced Programming Guide, "A Custom Force".
class ForceElement : public RealizeHooks {
public:
    ForceElement(std::string name, ElementId id) : name_(std::move(name)), id_(id) {}

    const std::string& getName() const { return name_; }
    ElementId getElementId() const { return id_; }

    /// The State parameter: default value, and what a change of it invalidates. Null: none.
    virtual std::unique_ptr<AbstractValue> makeDefaultParameters() const { return nullptr; }
    virtual Stage parameterStage() const { return Stage::Dynamics; }

    /// True: acts on a coordinate q as if qdot = u, which a joint with a quaternion does not offer.
    virtual bool needsSimpleCoordinates() const { return false; }
    /// True: neither u, z nor time matter, so the force is kept when only those change.
    virtual bool dependsOnlyOnPositions() const { return false; }
    /// True: others ask again and again for what it applies by itself, so that this is kept too. For an element that
    /// depends on positions only.
    virtual bool keepsItsForces() const { return false; }
    /// False: may depend on more of the State below Dynamics than q, masses, its parameters and what its hooks allocate.
    virtual bool declaresWhatItDependsOn() const { return true; }
    virtual void addInForce(const ForceKinematics&, const AbstractValue* parameters, const ForceSum&) const = 0;
    virtual Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue* parameters) const = 0;
    /// Power that turns into heat, W, not negative (Velocity).
    virtual Real calcPowerDissipation(const ForceKinematics&, const AbstractValue* parameters) const {
        (void)parameters;
        return 0;
    }

    /// Number of auxiliary variables z of its own, zero in new States. Asked while Model is realized.
    virtual int getNumZ(const AbstractValue* parameters) const {
        (void)parameters;
        return 0;
    }
    /// Their derivatives (Acceleration; only Velocity may matter).
    virtual void calcZDot(const ForceKinematics&, const AbstractValue* parameters, Real* zdot) const {
        (void)parameters;
        (void)zdot;
    }

    /// True: exerts no force between the events that it handles.
    virtual bool actsByImpulsesOnly() const { return false; }
    /// What it does at moments rather than all the time: handlers for the System, which may outlive neither this element
    /// nor @p forces, in which it is number @p index.
    virtual std::vector<std::unique_ptr<TriggeredEventHandler>> makeEventHandlers(const GeneralForceSubsystem& forces,
                                                                                  ForceIndex index) const;

    /// What to draw in Ground (needs Position). @p size is a typical glyph size, m.
    virtual void appendGeometry(const ForceKinematics&, const AbstractValue* parameters, Real size,
                                std::vector<DecorativeGeometry>&) const {
        (void)parameters;
        (void)size;
    }

private:
    std::string name_;
    ElementId id_;
};

/// Registered behavior of a force type.
class ForceType : public TypeImplementation {
public:
    virtual std::unique_ptr<ForceElement> create(const ElementInputs&) const = 0;
    virtual std::unique_ptr<AbstractValue> readParameters(const ElementInputs&) const = 0;
};

/// A registry row from a force class F: F(const ElementInputs&), key, label, doc, reference, properties(), sockets(),
/// Parameters and readParameters(const ElementInputs&).
template <class F>
TypeDescriptor describeForce() {
    struct Type : ForceType {
        std::unique_ptr<ForceElement> create(const ElementInputs& in) const override { return std::make_unique<F>(in); }
        std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
            return std::make_unique<Value<typename F::Parameters>>(F::readParameters(in));
        }
    };
    TypeDescriptor type;
    type.family = "force";
    type.key = F::key;
    type.label = F::label;
    type.doc = F::doc;
    type.reference = F::reference;
    describeUse<F>(type);
    type.properties = F::properties();
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Whether the force acts at all.").at(Stage::Instance));
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
