// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "math/spatial.h"
#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"
#include "multibody/joint_pattern.h"
#include "multibody/motion_level.h"
#include "multibody/realize_hooks.h"

namespace trammel {

/// Name and dimension of one generalized coordinate or speed, as people see it.
struct CoordinateName {
    std::string name;
    Quantity quantity;
};

/// The mathematics of one joint: how frame M (fixed to the child body) may move in frame F (fixed to the parent).
///
///   X_FM = X(q),  V_FM = H_FM(q) u,  A_FM = H_FM udot + Hdot_FM u,  qdot = N(q) u
///
/// All quantities are measured and expressed in F. H is a set of nu spatial columns, [angular; linear].
/// A mobilizer has no state of its own: parameters live in the State and are passed in. Const is thread safe.
///
/// **Source:** Seth, Sherman, Eastman, Delp, "Minimal formulation of joint motion for biomechanisms" (2010).
class Mobilizer : public RealizeHooks {
public:
    static constexpr int maxNU = 6;
    static constexpr int maxNQ = 7;

    virtual int getNQ() const = 0;
    virtual int getNU() const = 0;
    /// The first four q are a quaternion (w,x,y,z), used normalized whatever its length.
    virtual bool usesQuaternion() const { return false; }
    /// This joint with body-fixed x-y-z angles in place of its quaternion; null: the engine's own way of doing that.
    virtual std::shared_ptr<const Mobilizer> withEulerAngles() const { return nullptr; }
    /// The joint as its type defines it: another one than this if this is reversed, see mobilizers/reversed.h.
    virtual const Mobilizer& forward() const { return *this; }
    bool isReversed() const { return &forward() != this; }
    virtual CoordinateName nameOfQ(int i) const = 0;
    virtual CoordinateName nameOfU(int i) const = 0;

    /// An inner loop that gives what calcAcross(), multiplyByN() and the like would.
    virtual JointPattern pattern() const { return JointPattern::General; }
    /// X_FM and the columns of H_FM for given q.
    virtual void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const = 0;
    /// Hdot_FM u for given q, u, X_FM and V_FM = H u. Default: H is constant in F.
    virtual SpatialVec calcHDotU(const Real*, const Real*, const Transform&, const SpatialVec&) const {
        return SpatialVec(0.);
    }
    /// Whether Hdot is always zero, so that nobody need ask.
    virtual bool hasConstantH() const { return true; }

    /// qdot = N(q) u; default: qdot = u.
    virtual void multiplyByN(const Real* q, const Real* u, Real* qdot) const;
    /// u = N^+(q) qdot.
    virtual void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const;
    /// out = Ndot u, with N changing as q does at the rates @p qdot; default: N is linear in q, as that of a quaternion is.
    virtual void multiplyByNDot(const Real* q, const Real* qdot, const Real* u, Real* out) const;
    /// qdotdot = N(q) udot + Ndot(q, qdot) u; default: qdotdot = udot.
    virtual void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const;

    /// The q whose X_FM comes nearest to the one given (exact if it can be reached).
    virtual void setQToFitTransform(const Transform& X_FM, Real* q) const = 0;
    /// The u whose V_FM comes nearest to the one given; least squares in H's columns unless overridden.
    virtual void setUToFitVelocity(const Real* q, const SpatialVec& V_FM, Real* u) const;

    /// Initial q and u from the type's own properties.
    virtual void setInitialCoordinates(const ElementInputs&, Real* q, Real* u) const = 0;
    /// The keys of those properties that give q, and those that give u.
    struct InitialKeys {
        std::vector<std::string> q, u;
    };
    virtual InitialKeys initialKeys() const = 0;

    /// Glyph of the joint in frame F (in frame M if it is reversed; the body id is set by the caller), in a size of
    /// @p size m.
    virtual void appendGlyph(Real size, std::vector<DecorativeGeometry>&) const = 0;
};

/// Registered behavior of a joint type.
class MobilizerType : public TypeImplementation {
public:
    virtual std::unique_ptr<Mobilizer> create(const ElementInputs&) const = 0;
};

/// The mobilizer that a joint type makes of its defaults; null for a type of another family.
std::unique_ptr<Mobilizer> makeDefaultMobilizer(const TypeDescriptor& type);

/// What a joint's property "locked" asks for.
MotionLevel lockLevelOf(const ElementInputs&);

/// A registry row from a mobilizer class: it supplies key, label, doc, reference, choose and properties(); what is common to all
/// joints (the placement of F and M, which way it is measured, its lock) is added here.
template <class M>
TypeDescriptor describeMobilizer();

/// All registered joint types, family "joint".
std::vector<TypeDescriptor> mobilizerTypes();

/// The anchor choices of a point on a body: where its position is measured from.
std::vector<PropertyDescriptor::Option> anchorOptions();
/// Two properties for a point on a body: KEY + "Anchor" and KEY; both invalidate @p stage.
void appendPointProperties(std::vector<PropertyDescriptor>& list, const std::string& key, const std::string& label,
                           const std::string& doc, Stage stage);

namespace detail {
TypeDescriptor makeMobilizerDescriptor(std::string key, std::string label, std::string doc, std::string reference,
                                       std::vector<PropertyDescriptor> own,
                                       std::shared_ptr<const MobilizerType> implementation);
}

template <class M>
TypeDescriptor describeMobilizer() {
    struct Type : MobilizerType {
        std::unique_ptr<Mobilizer> create(const ElementInputs&) const override { return std::make_unique<M>(); }
    };
    TypeDescriptor type = detail::makeMobilizerDescriptor(M::key, M::label, M::doc, M::reference, M::properties(),
                                                          std::make_shared<Type>());
    describeUse<M>(type);
    return type;
}

}  // namespace trammel
