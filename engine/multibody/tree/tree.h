// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "math/spatial.h"
#include "math/vector.h"
#include "multibody/motion_level.h"
#include "multibody/stateful_mobilizer.h"
#include "multibody/tree/scalar_algebra.h"

namespace trammel {

/// A body of the tree with its mobilizer. Body 0 is Ground.
struct TreeNode {
    // Members read by every sweep come first.
    /// Index of the parent, always lower than the body's own; -1 for Ground.
    int parent = -1;
    JointPattern pattern = JointPattern::General;
    /// The joint's hasConstantH(), and whether the body has no children.
    bool constantH = true, isLeaf = true;
    /// True for the first of its parent's children visited in a sweep from tip to base.
    bool opensParent = false;
    int nq = 0, nu = 0;
    /// First q and u of this mobilizer within the matter subsystem, and first element of D^-1 (nu x nu).
    int qStart = 0, uStart = 0, dStart = 0;
    /// Index among all quaternions; -1 if none.
    int quaternion = -1;
    /// The mobilizer if it is stateful; otherwise null.
    const StatefulMobilizer* stateful = nullptr;
    std::shared_ptr<const Mobilizer> mobilizer;
    std::string name;
    std::string jointName;
};

/// Topology: bodies ordered so that parents precede their children. Const after construction.
struct Tree {
    std::vector<TreeNode> nodes;
    int nq = 0, nu = 0, nd = 0, nQuaternions = 0;
    /// True if qdot = u for all joints.
    bool qdotIsU = true;

    int size() const { return int(nodes.size()); }
    const TreeNode& operator[](int b) const { return nodes[std::size_t(b)]; }
};

/// Joint frames, gathered from Instance variables in tree order.
struct JointPlacement {
    /// X_PF and X_MB (inverse of X_BM) of each body.
    std::vector<Transform> X_PF, X_MB;
    /// Flags for identities, to skip multiplications.
    struct Trivial {
        bool R_PF = false, R_MB = false, p_MB = false;
        static constexpr const char* fieldNames[] = {"R_PF is identity", "R_MB is identity", "p_MB is zero"};
        static auto valueFields(auto& self) { return std::tie(self.R_PF, self.R_MB, self.p_MB); }
    };
    std::vector<Trivial> trivial;
    static constexpr const char* fieldNames[] = {"X_PF[body]", "X_MB[body]", "[body]"};
    static auto valueFields(auto& self) { return std::tie(self.X_PF, self.X_MB, self.trivial); }
};

/// Mass properties of each body in its own frame, gathered in tree order.
struct MassConstants {
    std::vector<MassProperties> bodies;
    /// Inertia J that rotors add to each speed, kg·m² or kg; mostly zero.
    std::vector<Real> rotors;
    static constexpr const char* fieldNames[] = {"[body]", "rotor inertia[u]"};
    static auto valueFields(auto& self) { return std::tie(self.bodies, self.rotors); }
};

/// Mobilizers driven by a motion or a lock, whose udot is known.
struct PrescribedSet {
    /// By body.
    std::vector<char> isPrescribed;
    bool any = false;
    /// Level of the prescription, by body.
    std::vector<MotionLevel> level;
    static constexpr const char* fieldNames[] = {"is prescribed[body]", "any", "level[body]"};
    static auto valueFields(auto& self) { return std::tie(self.isPrescribed, self.any, self.level); }
};

/// Quantities that depend on q and the joint placement.
struct PositionKinematics {
    struct Body {
        Transform X_GB;
        Transform X_FM;
        Rotation R_GF;
        /// Origin of B relative to the origins of its parent and of M, in G.
        Vec3 p_PB_G, p_MB_G;
        /// True if the origins of B and M coincide.
        bool originAtM = true;

        /// F's axes at the origin of M: the frame of joint glyphs.
        Transform jointPose() const { return {R_GF, Vec3(X_GB.p() - p_MB_G)}; }
        static constexpr const char* fieldNames[] = {"X_GB",   "X_FM",   "R_GF",
                                                     "p_PB_G", "p_MB_G", "origins of B and M are one"};
        static auto valueFields(auto& self) {
            return std::tie(self.X_GB, self.X_FM, self.R_GF, self.p_PB_G, self.p_MB_G, self.originAtM);
        }
    };
    std::vector<Body> bodies;
    /// Columns of H_PB_G by u: motion of B's origin in P, expressed in G. V_PB_G = H u.
    std::vector<SpatialVec> H;
    static constexpr const char* fieldNames[] = {"[body]", "H[u]"};
    static auto valueFields(auto& self) { return std::tie(self.bodies, self.H); }
};

/// Spatial inertia of each body about its origin, in G, and the rotor inertia J of each speed, which adds J udot to the
/// force on it.
struct BodyInertias {
    std::vector<SpatialInertia> M_G;
    std::vector<Real> rotors;
    static constexpr const char* fieldNames[] = {"M_G[body]", "rotor inertia[u]"};
    static auto valueFields(auto& self) { return std::tie(self.M_G, self.rotors); }
};

/// Quantities that depend on u and the position kinematics.
struct VelocityKinematics {
    struct Body {
        SpatialVec V_GB;
        /// Acceleration of B for zero udot and zero acceleration of the parent.
        SpatialVec coriolis;
        static constexpr const char* fieldNames[] = {"V_GB", "coriolis acceleration"};
        static auto valueFields(auto& self) { return std::tie(self.V_GB, self.coriolis); }
    };
    std::vector<Body> bodies;
    static constexpr const char* fieldNames[] = {"[body]"};
    static auto valueFields(auto& self) { return std::tie(self.bodies); }
};

/// Articulated-body inertias and factors reused by forward dynamics.
struct ArticulatedInertias {
    /// P of each body, including its outboard bodies.
    std::vector<scalar::S6> P;
    /// G = P H D^-1 by u; D^-1 = (H^T P H + J)^-1 by body at dStart, column major.
    std::vector<SpatialVec> G;
    std::vector<Real> DInv;
    static constexpr const char* fieldNames[] = {"P[body]", "G[u]", "D^-1"};
    static auto valueFields(auto& self) { return std::tie(self.P, self.G, self.DInv); }
};

/// Position kinematics of all bodies. q holds the matter subsystem's nq coordinates, as @p s does. O(n). **Source:**
/// Jain, Robot and Multibody Dynamics (2011), section 3.3, in Ground-fixed axes.
void calcPositionKinematics(const Tree&, const JointPlacement&, const State& s, const Real* q, PositionKinematics&);

/// Spatial inertias re-expressed in Ground. O(n).
void calcBodyInertias(const Tree&, const MassConstants&, const PositionKinematics&, BodyInertias&);

/// Velocities and velocity-dependent (coriolis) accelerations. O(n).
void calcVelocityKinematics(const Tree&, const PositionKinematics&, const State& s, const Real* q, const Real* u,
                            VelocityKinematics&);

/// qdot = N u, u = N^+ qdot and qdotdot = N udot + Ndot u of one joint; arguments are the joint's own elements.
void multiplyByN(const TreeNode&, const State&, const Real* q, const Real* u, Real* qdot);
void multiplyByNInv(const TreeNode&, const State&, const Real* q, const Real* qdot, Real* u);
void calcQDotDot(const TreeNode&, const State&, const Real* q, const Real* u, const Real* udot, Real* qdotdot);
/// The first and the last of these for all joints.
void multiplyByN(const Tree&, const State&, const Real* q, const Real* u, Real* qdot);
void calcQDotDot(const Tree&, const State&, const Real* q, const Real* u, const Real* udot, Real* qdotdot);
/// f += N^T fq: converts a force on coordinates to a force on speeds.
void addInQForce(const TreeNode&, const State&, const Real* q, const Real* fq, Real* f);

/// Body velocities V_GB = J u. O(n).
void multiplyBySystemJacobian(const Tree&, const PositionKinematics&, const Real* u, std::vector<SpatialVec>& V_GB);
/// f = J^T F for one spatial force on each body, about its origin, in G. @p F is overwritten. O(n).
void multiplyBySystemJacobianTranspose(const Tree&, const PositionKinematics&, std::vector<SpatialVec>& F, Real* f);

/// Articulated-body inertias. Throws NumericalFailure, naming the body, if a joint moves no inertia. O(n). **Source:**
/// Featherstone (2008), section 7.3.
void calcArticulatedInertias(const Tree&, const PositionKinematics&, const BodyInertias&, const PrescribedSet&,
                             ArticulatedInertias&);

/// Reusable scratch of the O(n) passes.
struct ForwardDynamicsWork {
    std::vector<scalar::V6> z;
    std::vector<Real> epsilon;
};

/// udot and A_GB for given forces, without constraints:  M udot + f_inertial = f. Prescribed udot are read from @p
/// udot.
/// @param velocity null omits all velocity-dependent terms (the result is M^-1 f)
/// @param bodyForces null for none; about body origins, in G
/// @param mobilityForces null for none
/// **Source:** Featherstone (2008), section 7.3.
void calcForwardDynamics(const Tree&, const PositionKinematics&, const BodyInertias&,
                         const VelocityKinematics* velocity, const ArticulatedInertias&, const PrescribedSet&,
                         const SpatialVec* bodyForces, const Real* mobilityForces, Real* udot,
                         std::vector<SpatialVec>& A_GB, ForwardDynamicsWork&);

/// The outward pass of forward dynamics: udot = D^-1 epsilon - G^T A of the parent, and body accelerations. O(n).
/// @param velocity null: without coriolis accelerations
void calcAccelerationsFromEpsilon(const Tree&, const PositionKinematics&, const VelocityKinematics* velocity,
                                  const ArticulatedInertias&, const PrescribedSet&, const Real* epsilon, Real* udot,
                                  std::vector<SpatialVec>& A_GB);

/// Body accelerations for given udot. @p velocity null: linear part only. O(n).
void calcBodyAccelerations(const Tree&, const PositionKinematics&, const VelocityKinematics* velocity, const Real* udot,
                           std::vector<SpatialVec>& A_GB);

/// Residual f = M udot + f_inertial(q,u) - f_applied, by recursive Newton-Euler. O(n).
/// @param udot the accelerations that @p A_GB follows from
/// @param reactions optional: spatial force from parent on each body, about its origin, in G
/// **Source:** Featherstone (2008), section 5.3.
void calcInverseDynamics(const Tree&, const PositionKinematics&, const BodyInertias&,
                         const VelocityKinematics* velocity, const Real* udot, const std::vector<SpatialVec>& A_GB,
                         const SpatialVec* bodyForces, const Real* mobilityForces, Real* residual,
                         std::vector<SpatialVec>& work);

/// Gyroscopic force [w × I w; m w × (w × c)] of one body about its origin.
inline SpatialVec gyroscopicForce(const SpatialInertia& M, const SpatialVec& V) {
    SpatialVec F;
    store(scalar::gyroscopic(M, scalar::load(V[0])), F);
    return F;
}

}  // namespace trammel
