// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "math/spatial.h"
#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"
#include "multibody/realize_hooks.h"
#include "multibody/tree/tree.h"
#include "system/state.h"

namespace trammel {

/// What a constraint sees of the mechanism when it computes errors or forces. Quantities of a higher level than the
/// one being computed are absent (null).
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

/// Where a constraint puts its forces. Sign: M udot + G^T lambda = f, so these are the *negative* of what acts.
struct ConstraintForces {
    /// By body number, about body origins, in G.
    SpatialVec* body;
    /// By u.
    Real* mobility;
    const PositionKinematics& position;

    /// A force @p f (in G) at the point @p p_BS (in B) of body @p b.
    void addInStationForce(MobilizedBodyIndex b, const Vec3& p_BS, const Vec3& f) const {
        const Vec3 r = position.bodies[std::size_t(int(b))].X_GB.R() * p_BS;
        body[b] += SpatialVec{Vec3(r.cross(f)), f};
    }
    void addInTorque(MobilizedBodyIndex b, const Vec3& t) const { body[b][0] += t; }
};

/// One constraint: mp holonomic (position), mv nonholonomic (velocity) and ma acceleration-only equations.
///
/// Errors must be exact derivatives of each other: perr(t,q), verr = d/dt perr, aerr = d/dt verr; velocity and
/// acceleration errors are linear in u and udot plus a bias. Forces must be the transpose: f = G^T lambda, G = d verr/du.
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
    /// The bodies this acts on.
    const std::vector<MobilizedBodyIndex>& getBodies() const { return bodies_; }
    /// The bodies on whose mobilizers this acts directly. Paths from both to Ground are all that it can move.
    const std::vector<MobilizedBodyIndex>& getMobilizers() const { return mobilizers_; }
    /// Whether it closes a kinematic loop between two bodies.
    bool closesLoop() const { return bodies_.size() >= 2 && mp_ > 0; }

    /// The State parameter: default value, and what a change of it invalidates. Null: none.
    virtual std::unique_ptr<AbstractValue> makeDefaultParameters() const { return nullptr; }
    virtual Stage parameterStage() const { return Stage::Position; }
    /// What the forces of given multipliers depend on. Model: q and the parameters only, as for all built-in types.
    /// Position or Velocity: anything a State knows by that stage.
    virtual Stage forcesDependOnStage() const { return Stage::Model; }

    /// @param parameters the present value of makeDefaultParameters()'s variable
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

    /// Whether two bodies touch: then its first equation is the gap between them, and the next two, if there are any,
    /// keep them from slipping along x and y.
    virtual bool isContact() const { return false; }
    /// Of a contact: where the bodies touch, in G, with z from the first to the second and x, y along the surface (needs
    /// Position).
    virtual Transform calcContactPose(const ConstraintKinematics&, const AbstractValue* parameters) const;

    /// What to draw in Ground (needs Position).
    virtual void appendGeometry(const ConstraintKinematics&, const AbstractValue* parameters, Real size,
                                std::vector<DecorativeGeometry>&) const {
        (void)parameters;
        (void)size;
    }

protected:
    void addConstrainedBody(MobilizedBodyIndex b) { bodies_.push_back(b); }
    /// One that is there already stays as it is.
    void addConstrainedMobilizer(MobilizedBodyIndex b) {
        if (std::find(mobilizers_.begin(), mobilizers_.end(), b) == mobilizers_.end()) mobilizers_.push_back(b);
    }

private:
    std::string name_;
    ElementId id_;
    int mp_, mv_, ma_;
    std::vector<MobilizedBodyIndex> bodies_, mobilizers_;
};

/// Registered behavior of a constraint type.
class ConstraintType : public TypeImplementation {
public:
    virtual std::unique_ptr<ConstraintElement> create(const ElementInputs&) const = 0;
    /// The State parameter that these inputs describe.
    virtual std::unique_ptr<AbstractValue> readParameters(const ElementInputs&) const = 0;
};

/// A registry row from a constraint class C: C(const ElementInputs&), key, label, doc, reference, choose, properties(),
/// sockets(), and parameters in a struct C::Parameters read by C::readParameters(const ElementInputs&).
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
    TypeDescriptor type;
    type.family = "constraint";
    type.key = C::key;
    type.label = C::label;
    type.doc = C::doc;
    type.reference = C::reference;
    describeUse<C>(type);
    type.properties = C::properties();
    type.properties.push_back(
        PropertyDescriptor::boolean("enabled", "Enabled", true, "Whether the constraint is enforced at all.")
            .at(Stage::Instance));
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
