// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "math/spatial.h"
#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"
#include "multibody/realize_hooks.h"
#include "multibody/tree/tree.h"
#include "system/state.h"

namespace trammel {

/// Kinematics passed to a constraint that computes errors or forces. Quantities of a higher level than the one computed
/// are null.
struct ConstraintKinematics {
    const Tree& tree;
    const PositionKinematics& position;
    const Real* q;
    const State& state;
    const VelocityKinematics* velocity = nullptr;
    const Real* u = nullptr;
    const std::vector<SpatialVec>* A_GB = nullptr;
    const Real* udot = nullptr;

    const Transform& X_GB(MobilizedBodyIndex b) const { return position.bodies[std::size_t(int(b))].X_GB; }
    const SpatialVec& V_GB(MobilizedBodyIndex b) const { return velocity->bodies[std::size_t(int(b))].V_GB; }
    const SpatialVec& acceleration(MobilizedBodyIndex b) const { return (*A_GB)[std::size_t(int(b))]; }
    const TreeNode& node(MobilizedBodyIndex b) const { return tree[int(b)]; }
};

/// Receives the forces of a constraint. Sign: M udot + G^T lambda = f, so these are the *negative* of the applied
/// forces.
struct ConstraintForces {
    /// By body index, about body origins, in G.
    SpatialVec* body;
    /// By u.
    Real* mobility;
    const PositionKinematics& position;

    /// Adds a force @p f (in G) at the point @p p_BS (in B) of body @p b.
    void addInStationForce(MobilizedBodyIndex b, const Vec3& p_BS, const Vec3& f) const {
        const Vec3 r = position.bodies[std::size_t(int(b))].X_GB.R() * p_BS;
        body[b] += SpatialVec{Vec3(r.cross(f)), f};
    }
    void addInTorque(MobilizedBodyIndex b, const Vec3& t) const { body[b][0] += t; }
};

/// Numbers of equations of a constraint: holonomic, nonholonomic and acceleration-only.
struct EquationCounts {
    int position = 0, velocity = 0, acceleration = 0;
    static constexpr const char* fieldNames[] = {"holonomic", "nonholonomic", "acceleration-only"};
    static auto valueFields(auto& self) { return std::tie(self.position, self.velocity, self.acceleration); }
};

/// A constraint: mp holonomic (position), mv nonholonomic (velocity) and ma acceleration-only equations.
///
/// Errors must be exact derivatives of each other: perr(t,q), verr = d/dt perr, aerr = d/dt verr; velocity and
/// acceleration errors are linear in u and udot plus a bias. Forces must be the transpose: f = G^T lambda, G = d
/// verr/du.
///
/// **Source:** Constraint::Custom::Implementation reference; Advanced Programming Guide, "A Custom Constraint".
class ConstraintElement : public RealizeHooks {
public:
    ConstraintElement(std::string name, ElementId id, int mp, int mv, int ma)
        : name_(std::move(name)), id_(id), mp_(mp), mv_(mv), ma_(ma) {}

    const std::string& getName() const { return name_; }
    ElementId getElementId() const { return id_; }
    int getNumPositionEquations() const { return mp_; }
    int getNumVelocityEquations() const { return mv_; }
    int getNumAccelerationEquations() const { return ma_; }
    /// The equations in force; the numbers above unless they depend on variables of Instance stage, which are read while
    /// Instance is realized.
    virtual EquationCounts countEquations(const State&) const { return {mp_, mv_, ma_}; }
    /// The constrained bodies.
    const std::vector<MobilizedBodyIndex>& getBodies() const { return bodies_; }
    /// The constrained mobilizers. The constraint can move only bodies on the paths from these and the constrained
    /// bodies to Ground.
    const std::vector<MobilizedBodyIndex>& getMobilizers() const { return mobilizers_; }
    /// True if it closes a kinematic loop between two bodies.
    bool closesLoop() const { return bodies_.size() >= 2 && mp_ > 0; }

    /// Default of the State parameter, and the stage it invalidates; null: no parameter.
    virtual std::unique_ptr<AbstractValue> makeDefaultParameters() const { return nullptr; }
    virtual Stage parameterStage() const { return Stage::Position; }
    /// The stage that the forces of given multipliers depend on. Model: q and the parameters only, as for all built-in
    /// types. Position or Velocity: any value available at that stage.
    virtual Stage forcesDependOnStage() const { return Stage::Model; }

    /// @param parameters current value of the variable from makeDefaultParameters()
    virtual void calcPositionErrors(const ConstraintKinematics&, const AbstractValue* parameters, Real* perr) const;
    virtual void calcPositionDotErrors(const ConstraintKinematics&, const AbstractValue* parameters, Real* pverr) const;
    virtual void calcPositionDotDotErrors(const ConstraintKinematics&, const AbstractValue* parameters,
                                          Real* paerr) const;
    virtual void addInPositionConstraintForces(const ConstraintKinematics&, const AbstractValue* parameters,
                                               const Real* lambda, const ConstraintForces&) const;
    virtual void calcVelocityErrors(const ConstraintKinematics&, const AbstractValue* parameters, Real* verr) const;
    virtual void calcVelocityDotErrors(const ConstraintKinematics&, const AbstractValue* parameters, Real* vaerr) const;
    virtual void addInVelocityConstraintForces(const ConstraintKinematics&, const AbstractValue* parameters,
                                               const Real* lambda, const ConstraintForces&) const;
    virtual void calcAccelerationErrors(const ConstraintKinematics&, const AbstractValue* parameters, Real* aerr) const;
    virtual void addInAccelerationConstraintForces(const ConstraintKinematics&, const AbstractValue* parameters,
                                                   const Real* lambda, const ConstraintForces&) const;

    /// True if its position multipliers exert forces beyond G^T lambda: sliding friction (Instance).
    virtual bool hasSlidingFriction(const State&) const { return false; }
    /// Adds those forces, which are linear in the position multipliers @p lambda (Velocity).
    virtual void addInSlidingFriction(const ConstraintKinematics&, const AbstractValue* parameters, const Real* lambda,
                                      const ConstraintForces&) const {
        (void)parameters;
        (void)lambda;
    }

    /// True if two bodies touch: the first equation is the gap, and the next two, if any, prevent slip along x and y.
    virtual bool isContact() const { return false; }
    /// Contact frame in G, with z from the first body to the second and x, y along the surface (requires Position).
    virtual Transform calcContactPose(const ConstraintKinematics&, const AbstractValue* parameters) const;

    /// Geometry in Ground (requires Position).
    virtual void appendGeometry(const ConstraintKinematics&, const AbstractValue* parameters, Real size,
                                std::vector<DecorativeGeometry>&) const {
        (void)parameters;
        (void)size;
    }

protected:
    void addConstrainedBody(MobilizedBodyIndex b) { bodies_.push_back(b); }
    /// Ignored if it is already in the list.
    void addConstrainedMobilizer(MobilizedBodyIndex b) {
        if (std::find(mobilizers_.begin(), mobilizers_.end(), b) == mobilizers_.end()) mobilizers_.push_back(b);
    }

private:
    std::string name_;
    ElementId id_;
    int mp_, mv_, ma_;
    std::vector<MobilizedBodyIndex> bodies_, mobilizers_;
};

/// Implementation of a constraint type.
class ConstraintType : public TypeImplementation {
public:
    virtual std::unique_ptr<ConstraintElement> create(const ElementInputs&) const = 0;
    /// The State parameter for these inputs; null for a type without one, such as some of plugins.
    virtual std::unique_ptr<AbstractValue> readParameters(const ElementInputs&) const = 0;
};

/// Outputs of every constraint: errors of its equations.
std::vector<OutputDescriptor> constraintOutputs();

/// Registry row from a constraint class C: C(const ElementInputs&), key, label, doc, reference, choose, properties(),
/// sockets(), and parameters in a struct C::Parameters read by C::readParameters(const ElementInputs&). C::outputs(), if
/// present, follow those of every constraint.
template <class C>
TypeDescriptor describeConstraint() {
    struct Type : ConstraintType {
        std::unique_ptr<ConstraintElement> create(const ElementInputs& in) const override {
            return std::make_unique<C>(in);
        }
        std::unique_ptr<AbstractValue> readParameters(const ElementInputs& in) const override {
            return std::make_unique<Value<typename C::Parameters>>(C::readParameters(in));
        }
    };
    TypeDescriptor type = describeType<C>("constraint");
    const std::vector<OutputDescriptor> common = constraintOutputs();
    type.outputs.insert(type.outputs.begin(), common.begin(), common.end());
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Enforce the constraint.").at(Stage::Instance));
    type.sockets = C::sockets();
    type.implementation = std::make_shared<Type>();
    return type;
}

/// A constraint whose State parameter is of type P and invalidates stage @p S.
template <class P, Stage::Level S>
class ParameterizedConstraint : public ConstraintElement {
public:
    using Parameters = P;
    static constexpr Stage::Level stage = S;

    ParameterizedConstraint(const ElementInputs& in, P parameters, int mp, int mv, int ma)
        : ConstraintElement(in.name, in.id, mp, mv, ma), default_(std::move(parameters)) {}
    std::unique_ptr<AbstractValue> makeDefaultParameters() const override {
        return std::make_unique<Value<P>>(default_);
    }
    Stage parameterStage() const override { return S; }

protected:
    static const P& get(const AbstractValue* value) { return Value<P>::downcast(*value); }

private:
    P default_;
};

/// All registered constraint types, family "constraint".
std::vector<TypeDescriptor> constraintTypes();

}  // namespace trammel
