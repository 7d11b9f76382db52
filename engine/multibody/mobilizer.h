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

/// Display name and quantity of one generalized coordinate or speed.
struct CoordinateName {
    std::string name;
    Quantity quantity;
};

/// Kinematics of one joint: the motion of frame M (fixed to the child body) in frame F (fixed to the parent).
///
///   X_FM = X(q),  V_FM = H_FM(q) u,  A_FM = H_FM udot + Hdot_FM u,  qdot = N(q) u
///
/// All quantities are measured and expressed in F. H is a set of nu spatial columns, [angular; linear].
/// A mobilizer is stateless: parameters live in the State and are passed in. Const members are thread safe.
///
/// **Source:** Seth, Sherman, Eastman, Delp, "Minimal formulation of joint motion for biomechanisms" (2010).
class Mobilizer : public RealizeHooks {
public:
    static constexpr int maxNU = 6;
    static constexpr int maxNQ = 7;

    virtual int getNQ() const = 0;
    virtual int getNU() const = 0;
    /// True if the first four q are a quaternion (w,x,y,z); it is normalized before use.
    virtual bool usesQuaternion() const { return false; }
    /// This joint with body-fixed x-y-z angles in place of its quaternion; null: use the generic conversion.
    virtual std::shared_ptr<const Mobilizer> withEulerAngles() const { return nullptr; }
    /// The joint as defined by its type; differs from this one if reversed, see mobilizers/reversed.h.
    virtual const Mobilizer& forward() const { return *this; }
    bool isReversed() const { return &forward() != this; }
    virtual CoordinateName nameOfQ(int i) const = 0;
    virtual CoordinateName nameOfU(int i) const = 0;

    /// The specialized inner loop equivalent to calcAcross(), multiplyByN() and the other operators.
    virtual JointPattern pattern() const { return JointPattern::General; }
    /// X_FM and the columns of H_FM for given q.
    virtual void calcAcross(const Real* q, Transform& X_FM, SpatialVec* H_FM) const = 0;
    /// Hdot_FM u for given q, u, X_FM and V_FM = H u. Default: zero, for H constant in F.
    virtual SpatialVec calcHDotU(const Real*, const Real*, const Transform&, const SpatialVec&) const {
        return SpatialVec(0.);
    }
    /// True if Hdot is identically zero.
    virtual bool hasConstantH() const { return true; }

    /// qdot = N(q) u; default: qdot = u.
    virtual void multiplyByN(const Real* q, const Real* u, Real* qdot) const;
    /// u = N^+(q) qdot.
    virtual void multiplyByNInv(const Real* q, const Real* qdot, Real* u) const;
    /// out = Ndot u, for the rates @p qdot; default: N is linear in q, as for a quaternion.
    virtual void multiplyByNDot(const Real* q, const Real* qdot, const Real* u, Real* out) const;
    /// qdotdot = N(q) udot + Ndot(q, qdot) u; default: qdotdot = udot.
    virtual void calcQDotDot(const Real* q, const Real* u, const Real* udot, Real* qdotdot) const;

    /// The q whose X_FM is closest to the given one (exact if it can be reached).
    virtual void setQToFitTransform(const Transform& X_FM, Real* q) const = 0;
    /// The u whose V_FM is closest to the given one; default: least squares in the columns of H.
    virtual void setUToFitVelocity(const Real* q, const SpatialVec& V_FM, Real* u) const;

    /// Initial q and u from the type's own properties.
    virtual void setInitialCoordinates(const ElementInputs&, Real* q, Real* u) const = 0;
    /// Keys of the properties that give q, and those that give u.
    struct InitialKeys {
        std::vector<std::string> q, u;
    };
    virtual InitialKeys initialKeys() const = 0;

    /// Glyph of the joint in frame F (in frame M if reversed; the caller sets the body id), of size @p size m.
    virtual void appendGlyph(Real size, std::vector<DecorativeGeometry>&) const = 0;
};

/// Implementation of a joint type.
class MobilizerType : public TypeImplementation {
public:
    virtual std::unique_ptr<Mobilizer> create(const ElementInputs&) const = 0;
};

/// Creates the mobilizer of a joint type with default properties; null for a type of another family, and where it depends on the model.
std::unique_ptr<Mobilizer> makeDefaultMobilizer(const TypeDescriptor& type);

/// Property of joints that take a rotor: see MatterSubsystem::getRotorInertia().
inline constexpr const char* rotorInertiaKey = "rotorInertia";
/// Property of free joints: see MatterSubsystem::getRotorMass().
inline constexpr const char* rotorMassKey = "rotorMass";
/// Whether rotors can be geared to the joint: true with one speed, or with speeds in which J is the same in all directions.
bool takesRotorInertia(const Mobilizer&);
bool takesRotorMass(const Mobilizer&);

/// The lock level given by a joint's property "locked".
MotionLevel lockLevelOf(const ElementInputs&);

/// Outputs of every joint, besides its coordinates and speeds: accelerations, reactions, lock.
std::vector<OutputDescriptor> jointOutputs();

/// Registry row from a mobilizer class that provides key, label, doc, reference, choose and properties(); adds the
/// properties common to all joints: placement of F and M, reversal, lock.
template <class M>
TypeDescriptor describeMobilizer();

/// All registered joint types, family "joint".
std::vector<TypeDescriptor> mobilizerTypes();

/// Anchor choices of a point on a body: the reference of its position.
std::vector<PropertyDescriptor::Option> anchorOptions();
/// Two properties for a point on a body: KEY + "Anchor" and KEY; both invalidate @p stage.
void appendPointProperties(std::vector<PropertyDescriptor>& list, const std::string& key, const std::string& label,
                           const std::string& doc, Stage stage);

namespace detail {
/// Adds to the row of a joint type what all joints have in common.
TypeDescriptor completeMobilizerDescriptor(TypeDescriptor type, std::shared_ptr<const MobilizerType> implementation);
}  // namespace detail

template <class M>
TypeDescriptor describeMobilizer() {
    struct Type : MobilizerType {
        std::unique_ptr<Mobilizer> create(const ElementInputs&) const override { return std::make_unique<M>(); }
    };
    return detail::completeMobilizerDescriptor(describeType<M>("joint"), std::make_shared<Type>());
}

}  // namespace trammel
